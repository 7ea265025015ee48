/**
 * What campaigns count in one change set. The database takes a key of a score once, so scores are folded here.
 *
 * There is a dozen of rows with every event, so each kind is written out as it goes on: spread and looked through as
 * other rows are, they would take as long as deciding what they say.
 */
import type { ScoreWrite, TicketWrite, TotalWrite, Write } from "../../engine/core/Writes.ts"
import { jsonText, type Kind, type Row } from "./sections.ts"

/** Whose rows they are. */
export interface Owner {
  readonly customer_id: string
  /** null: an event that no buddy received */
  readonly buddy_id: string | null
}

type Owned<K extends Kind> = Row<K> & Pick<Owner, keyof Owner>
type Whole<K extends Kind> = K extends Kind ? { readonly kind: K; readonly row: Owned<K> } : never
type Counted = Whole<"scores" | "totals" | "tickets" | "fences">
type Score = { -readonly [C in keyof Owned<"scores">]: Owned<"scores">[C] }

interface Target {
  readonly write: <K extends Kind>(kind: K, row: Row<K>) => void
  /** a row that says whose it is, and the size of its texts */
  readonly take: (row: Counted, length: number) => void
}

/** Epoch ms: at which the buddy lives, and of the commit. */
interface Moments {
  readonly now: number
  readonly present: number
}

export class CampaignRows {
  private readonly target: Target
  private readonly owner: Owner
  private readonly ownerLength: number
  private readonly now: number
  private readonly present: number
  private readonly fenced: Array<string> = []
  private readonly scores: Array<Score> = []

  constructor(target: Target, owner: Owner, { now, present }: Moments) {
    this.target = target
    this.owner = owner
    this.ownerLength = owner.customer_id.length + (owner.buddy_id?.length ?? 0)
    this.now = now
    this.present = present
  }

  add(write: Write): void {
    switch (write.kind) {
      case "scores":
        return this.score(write.row)
      case "totals":
        return this.total(write.row)
      case "tickets":
        return this.ticket(write.row)
      case "fences":
        return this.fence(write.row.subject_id)
      case "receipts": {
        const body = write.row.body === null ? null : jsonText(write.row.body)
        return this.target.write("receipts", { ...write.row, body, granted_at: this.now })
      }
      default:
        return this.target.write(write.kind, write.row)
    }
  }

  private take(row: Counted, length: number): void {
    this.target.take(row, this.ownerLength + length)
  }

  private fence(subject_id: string): void {
    if (this.fenced.includes(subject_id)) return
    this.fenced.push(subject_id)
    const { buddy_id, customer_id } = this.owner
    this.take({ kind: "fences", row: { customer_id, buddy_id, subject_id } }, subject_id.length)
  }

  private total({ amount, bucket, subject_id }: TotalWrite): void {
    const { buddy_id, customer_id } = this.owner
    const row = { customer_id, buddy_id, subject_id, bucket, amount }
    this.take({ kind: "totals", row }, subject_id.length + bucket.length)
  }

  private ticket({ counted_at, draw_id, entry_id, tickets }: TicketWrite): void {
    const { buddy_id, customer_id } = this.owner
    const row = { customer_id, buddy_id, draw_id, entry_id, tickets, counted_at }
    this.take({ kind: "tickets", row }, draw_id.length + entry_id.length)
  }

  private score({ amount, fold, period_key, subject_id }: ScoreWrite): void {
    // There are a few: looking through them costs less than a key of both names for each.
    const before = this.scores.find((one) => one.subject_id === subject_id && one.period_key === period_key)
    if (before === undefined) {
      const { buddy_id, customer_id } = this.owner
      this.scores.push({ customer_id, buddy_id, subject_id, period_key, amount, fold, counted_at: this.present })
    } else if (fold === "add") {
      before.amount += amount
    } else {
      before.amount = fold === "max" ? Math.max(before.amount, amount) : amount
    }
  }

  finish(): void {
    for (const row of this.scores) {
      const { fold, period_key, subject_id } = row
      this.take({ kind: "scores", row }, subject_id.length + period_key.length + fold.length)
    }
  }
}
