/** Sessions end for both. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "mentor_sessions", by: "buddy", column: "mentor_buddy_id", how: "delete", atOnce: true },
  { table: "mentor_sessions", by: "buddy", column: "mentee_buddy_id", how: "delete", atOnce: true }
]
