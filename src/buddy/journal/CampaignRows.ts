/** What campaigns count in one change set. The database takes a key of a score once, so scores are folded here. */
import type { ScoreWrite, Write } from "../../engine/core/Writes.ts"
import { jsonText, type Kind, type Row } from "./sections.ts"

type WriteRow = <K extends Kind>(kind: K, row: Row<K>) => void
type Score = { -readonly [C in keyof Row<"scores">]: Row<"scores">[C] }

export class CampaignRows {
  private readonly write: WriteRow
  /** epoch ms at which the buddy lives */
  private readonly now: number
  private readonly present: number
  private readonly fenced = new Set<string>()
  private readonly scores = new Map<string, Score>()

  constructor(write: WriteRow, { now, present }: { readonly now: number; readonly present: number }) {
    this.write = write
    this.now = now
    this.present = present
  }

  add(write: Write): void {
    switch (write.kind) {
      case "scores":
        return this.score(write.row)
      case "fences":
        if (this.fenced.has(write.row.subject_id)) return
        this.fenced.add(write.row.subject_id)
        return this.write("fences", write.row)
      case "receipts": {
        const body = write.row.body === null ? null : jsonText(write.row.body)
        return this.write("receipts", { ...write.row, body, granted_at: this.now })
      }
      default:
        return this.write(write.kind, write.row)
    }
  }

  private score({ amount, fold, period_key, subject_id }: ScoreWrite): void {
    const key = `${subject_id} ${period_key}`
    const before = this.scores.get(key)
    if (before === undefined) {
      this.scores.set(key, { subject_id, period_key, amount, fold, counted_at: this.present })
    } else if (fold === "add") {
      before.amount += amount
    } else {
      before.amount = fold === "max" ? Math.max(before.amount, amount) : amount
    }
  }

  finish(): void {
    for (const row of this.scores.values()) this.write("scores", row)
  }
}
