/** Memberships end at once and free their places; feeds lose who it was. */
import { counting } from "../../../../platform/erasures/Deliveries.ts"
import { atOneLook, batches, type PersonalTable, type Special } from "../../../../platform/erasures/Personal.ts"

/** A buddy is in few teams, so all of it is one statement. The places are those `JoinTeam` takes. */
const memberships: Special = {
  erase: batches(
    counting(
      (sql, { buddy_ids, customer_id }) => sql`
      WITH gone AS (
        DELETE FROM team_members WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])
        RETURNING team_id),
      freed AS (
        UPDATE rule_budgets AS b SET used = b.used - left_it.members
        FROM (SELECT team_id, count(*) AS members FROM gone GROUP BY team_id) AS left_it
        WHERE b.customer_id = ${customer_id}::uuid AND b.rule_id = left_it.team_id AND b.period_key = 'members')
      SELECT count(*)::int AS count FROM gone`
    )
  ),
  left: atOneLook(
    counting(
      (sql, { buddy_ids, customer_id }) => sql`
      SELECT count(*)::int AS count FROM team_members
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${buddy_ids}::uuid[])`
    )
  )
}

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "team_members", by: "buddy", how: "delete", atOnce: true, special: memberships },
  { table: "team_feed", by: "buddy", how: "detach" },
  {
    table: "team_feed",
    by: "buddy",
    column: "data",
    how: "redact",
    about: "t.type = 'kudos_given' AND t.data ->> 'to_buddy_id' = ANY($2::text[])",
    set: "data = (t.data::jsonb - 'to_buddy_id')::json"
  },
  { table: "team_import_rows", by: "user", how: "delete", since: "created_at" },
  {
    table: "team_import_rows",
    by: "buddy",
    how: "delete",
    about: "t.buddy_id = ANY($2::text[])"
  }
]
