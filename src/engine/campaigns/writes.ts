/** What a decision says it counts for. */
import type { Draft } from "../core/Draft.ts"
import type { ScoreWrite, TotalWrite } from "../core/Writes.ts"

/** The change is decided anew if the subject is closed before it is committed. */
export const fence = (draft: Draft, subject_id: string): void => {
  draft.writes.push({ kind: "fences", row: { subject_id } })
}

/** Counts for this buddy, behind the fence of the subject. */
export const score = (draft: Draft, row: ScoreWrite): void => {
  fence(draft, row.subject_id)
  draft.writes.push({ kind: "scores", row })
}

/** Counts for all together, behind the fence of the subject. */
export const total = (draft: Draft, row: TotalWrite): void => {
  fence(draft, row.subject_id)
  draft.writes.push({ kind: "totals", row })
}
