/** Draws with a list keep its tickets without their owner, so that who won can still be recomputed. */
import type { PersonalTable } from "../../../../platform/erasures/Personal.ts"

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "lottery_winners", by: "buddy", how: "detach" },
  {
    table: "lottery_entries",
    by: "buddy",
    how: "detach",
    where: `EXISTS (SELECT FROM lottery_draws AS d WHERE d.customer_id = t.customer_id AND d.draw_id = t.draw_id
      AND d.entries_text IS NOT NULL)`
  },
  { table: "lottery_entries", by: "buddy", how: "delete" }
]
