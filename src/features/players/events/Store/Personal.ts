/** Events go, up to the newest there was when the erasure was asked for. Events of others lose the name. */
import { counting } from "../../../../platform/erasures/Deliveries.ts"
import {
  atOneLook,
  batches,
  type PersonalTable,
  rows_at_once,
  type Special
} from "../../../../platform/erasures/Personal.ts"
import { inTexts, type TextTable } from "../../../../platform/erasures/Texts.ts"

const own: Special = {
  erase: batches(
    counting(
      (sql, person) => sql`
      WITH gone AS (
        DELETE FROM events WHERE customer_id = ${person.customer_id}::uuid AND sequence = ANY(ARRAY(
          SELECT sequence FROM events
          WHERE customer_id = ${person.customer_id}::uuid AND user_id = ${person.user_id}
            AND sequence <= ${person.event_limit} ORDER BY sequence LIMIT ${rows_at_once}))
        RETURNING 1)
      SELECT count(*)::int AS count FROM gone`
    )
  ),
  left: atOneLook(
    counting(
      (sql, person) => sql`
      SELECT count(*)::int AS count FROM events
      WHERE customer_id = ${person.customer_id}::uuid AND user_id = ${person.user_id}
        AND sequence <= ${person.event_limit}`
    )
  )
}

/** What others' events say of the person: a tenant may have written the user into theirs. */
const told: TextTable = {
  table: "events",
  key: { column: "sequence", type: "bigint" },
  columns: { properties: "json", effects: "json", trace: "json" },
  named: "true",
  where: "t.sequence <= $6"
}

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "events", by: "user", how: "delete", special: own },
  { table: "events", by: "user", how: "redact", special: inTexts(told, { how: "redact" }) }
]
