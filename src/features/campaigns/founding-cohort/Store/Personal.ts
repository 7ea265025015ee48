/** Numbers of a founding cohort stay; whose they were goes with the buddy, by a trigger of the database. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "founding_members",
    by: "buddy",
    how: "detach",
    with: "buddy_identities",
    set: "buddy_id = NULL, user_id = NULL"
  },
  {
    table: "founding_audit",
    by: "buddy",
    how: "detach",
    with: "buddy_identities",
    set: "buddy_id = NULL, user_id = NULL"
  }
]
