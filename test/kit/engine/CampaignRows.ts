/** What the tables of campaigns would hold of the rows that decisions write. */
import type { Write } from "../../../src/engine/core/Writes.ts"

export class CampaignRows {
  readonly scores = new Map<string, number>()
  readonly totals = new Map<string, number>()
  /** by draw */
  readonly tickets = new Map<string, number>()
  /** quests the buddy takes part in */
  readonly quests = new Set<string>()
  readonly fenced = new Set<string>()

  keep(writes: ReadonlyArray<Write>): void {
    for (const { kind, row } of writes) {
      if (kind === "fences") this.fenced.add(row.subject_id)
      else if (kind === "scores") this.score(`${row.subject_id} ${row.period_key}`, row)
      else if (kind === "totals") add(this.totals, `${row.subject_id} ${row.bucket}`, row.amount)
      else if (kind === "tickets") add(this.tickets, row.draw_id, row.tickets)
      else if (kind === "quest_members" && row.left_at === null) this.quests.add(row.quest_id)
      else if (kind === "quest_members") this.quests.delete(row.quest_id)
    }
  }

  private score(key: string, { amount, fold }: Extract<Write, { kind: "scores" }>["row"]): void {
    if (fold === "add") add(this.scores, key, amount)
    else this.scores.set(key, fold === "last" ? amount : Math.max(amount, this.scores.get(key) ?? amount))
  }
}

const add = (sums: Map<string, number>, key: string, amount: number): void => {
  sums.set(key, (sums.get(key) ?? 0) + amount)
}
