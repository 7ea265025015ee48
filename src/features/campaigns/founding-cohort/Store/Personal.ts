/**
 * Numbers of a founding cohort stay; whose they were goes with the buddy, by a trigger of the database. What a node of
 * a release before wrote of somebody it had found just before that is left to the rest of the erasure.
 */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  {
    table: "founding_members",
    by: "buddy",
    how: "detach",
    set: `buddy_id = NULL, user_id = NULL,
      reward_status = CASE t.reward_status WHEN 'pending' THEN 'void' ELSE t.reward_status END`
  },
  { table: "founding_audit", by: "buddy", how: "detach", set: "buddy_id = NULL, user_id = NULL" }
]
