/** How chance came out, counted for reports: by day, by the chances it was drawn on, and by whom. */
import { noDay } from "../../wire/Day.ts"
import { periodKey } from "../calendar/periods.ts"
import { dayMs } from "../calendar/zones.ts"
import type { Draft } from "../core/Draft.ts"

export const missed = "miss"

/** Some of what may be drawn was left out. */
export const narrowed = "narrowed"

/** By place in the pool. `pity`: it was due; `unpaid`: drawn, but the budget did not suffice, or it was taken back. */
export type Outcome = typeof missed | typeof narrowed | `${number}` | `pity:${number}` | `unpaid:${number}`

export interface OutcomeBucket {
  readonly day: string
  readonly revision: number
  readonly is_beginner: boolean
  readonly outcome: Outcome
}

/** What somebody on a test clock draws is of no day: reports of the present would tell of it, now or in its time. */
export const dayOfOutcome = ({ context: { isOnTestClock } }: Draft, at: number): string =>
  isOnTestClock ? noDay : periodKey("day", Math.floor(at / dayMs))

export const outcomeBucket = ({ day, is_beginner, outcome, revision }: OutcomeBucket): string =>
  `${day}|${revision}|${is_beginner ? "beginner" : "other"}|${outcome}`

export const bucketOutcome = (bucket: string): OutcomeBucket => {
  const [day = "", revision = "", group = "", outcome = ""] = bucket.split("|")
  return { day, revision: Number(revision), is_beginner: group === "beginner", outcome: outcome as Outcome }
}

/**
 * What was won is taken back; that it was drawn stays, as every miss does, or chance would seem to have missed more
 * often than it has.
 */
export const uncountWin = (draft: Draft, subject_id: string, bucket: string): void => {
  countOutcome(draft, subject_id, bucket, -1)
  const { outcome, ...drawn } = bucketOutcome(bucket)
  if (!outcome.startsWith("pity:"))
    countOutcome(draft, subject_id, outcomeBucket({ ...drawn, outcome: `unpaid:${Number(outcome)}` }), 1)
}

export const countOutcome = (draft: Draft, subject_id: string, bucket: string, amount: 1 | -1): void => {
  draft.writes.push({ kind: "totals", row: { subject_id, bucket, amount } })
}
