/** What was counted of a shared buddy goes with it. Of visitors nothing is kept that could be anybody's. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

const ofShared = { by: "buddy", how: "delete", column: "subject_id", where: "t.subject_kind = 'share'" } as const

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "visit_counts", ...ofShared },
  { table: "visit_marks", ...ofShared, hidden: ["visitor"] }
]
