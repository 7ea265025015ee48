/** Proposals stay without who made them; open ones are withdrawn. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "council_proposals",
    by: "buddy",
    how: "detach",
    where: "t.status = 'open'",
    set: "buddy_id = NULL, status = 'withdrawn', decided_at = $3::timestamptz"
  },
  { table: "council_proposals", by: "buddy", how: "detach" }
]
