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
  {
    table: "buddy_history",
    by: "buddy",
    how: "detach",
    // What was given stays with whoever has it. Its entry is behind the receiver's id, which only what the giver was
    // asked for still says: before that goes.
    about: `t.buddy_id = ANY(ARRAY(
      SELECT DISTINCT (c.input ->> 'gift_to_buddy_id')::uuid FROM buddy_changes AS c
      WHERE c.customer_id = $1::uuid AND c.buddy_id = ANY($2::uuid[]) AND c.input ->> 'gift_to_buddy_id' IS NOT NULL))
      AND t.kind = 'item' AND (t.body ->> 'from_buddy_id')::uuid = ANY($2::uuid[])`,
    set: "body = jsonb_set(t.body::jsonb, '{from_buddy_id}', 'null')::json",
    order: { buddy_id: "uuid", history_id: "uuid" }
  },
  { table: "buddy_history", by: "buddy", how: "delete", order: { history_id: "uuid" } },
  { table: "buddy_changes", by: "buddy", how: "delete", order: { change_id: "uuid" } }
]
