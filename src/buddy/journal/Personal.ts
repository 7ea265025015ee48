/** What the journal writes of a buddy. Who it is and what it is go at once (Standings). */
import type { PersonalTable } from "../../platform/erasures/Personal.ts"

export const buddyTables: ReadonlyArray<PersonalTable> = [
  { table: "buddy_identities", by: "buddy", how: "delete", with: "erased_buddies" },
  { table: "buddy_states", by: "buddy", how: "delete", with: "erased_buddies" },
  { table: "buddy_badges", by: "buddy", how: "delete", order: { badge_key: "text", times: "bigint" } },
  { table: "unique_payments", by: "buddy", how: "delete", order: { rule_id: "uuid", unique_key: "text" } },
  { table: "commands", by: "buddy", how: "delete" },
  {
    table: "buddy_signals",
    by: "buddy",
    how: "detach",
    // What somebody else was promised reaches it all the same, as nobody's.
    where: "t.body ->> '_tag' IN ('DeliverKudos', 'DeliverGift')",
    set: "buddy_id = gen_random_uuid()"
  },
  { table: "buddy_signals", by: "buddy", how: "delete" },
  { table: "buddy_history", by: "buddy", how: "delete", order: { history_id: "uuid" } },
  { table: "buddy_changes", by: "buddy", how: "delete", order: { change_id: "uuid" } }
]
