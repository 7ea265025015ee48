/**
 * Webhooks about a person. What a receiver is told is text, so it is found by what it says: a delivery about the person
 * goes with its attempts, one that names it among others keeps its place and loses the name. What was written later is
 * about somebody who came back under the same name, unless it has an id of the one who went.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row, rows } from "../postgres/Sql.ts"
import { atOneLook, type Lines, type Person, type PersonalTable, type Special } from "./Personal.ts"
import { byPartsOfIds, idsOf, inTexts, shownIn, type TextTable, texts_at_once } from "./Texts.ts"

const Count = Schema.Struct({ count: Schema.Int })

type Statement = (sql: SqlClient.SqlClient, person: Person) => Effect.Effect<ReadonlyArray<unknown>, unknown>

/** A statement that answers one row with `count`. */
export const counting = (statement: Statement) => (person: Person) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(row(Count)(statement(sql, person) as never), (found) => (found._tag === "Some" ? found.value.count : 0))
  )

const Line = Schema.Struct({ row: Schema.String })
const Looked = Schema.Struct({
  changed: Schema.Int,
  next_config: Schema.NullOr(Schema.String),
  next_first: Schema.NullOr(Schema.String)
})
const nobody = "00000000-0000-0000-0000-000000000000"
/** rows of the outbox are batches of deliveries */
const batches_at_once = texts_at_once / 10

const waiting: Special = {
  erase: byPartsOfIds((person, from) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [config = nobody, first = nobody] = from === "" ? [] : from.split("/")
      const found = yield* row(Looked)(sql`
        SELECT changed, next_config, next_first FROM webhook_outbox_forget_page(${person.customer_id}::uuid,
          ${idsOf(person)}::text[], ${person.user_id}, ${person.requested_at}, ${config}::uuid, ${first}::uuid,
          ${batches_at_once})`)
      const { changed, next_config, next_first } = Option.getOrThrow(found)
      return { count: changed, next: next_config === null ? undefined : `${next_config}/${next_first}` }
    })
  ),
  left: byPartsOfIds(
    atOneLook(
      counting(
        (sql, person) => sql`
          SELECT count(*)::int AS count FROM webhook_outbox AS o
          CROSS JOIN LATERAL unnest(o.bodies, o.created_ats) AS d (body, created_at)
          WHERE o.customer_id = ${person.customer_id}::uuid
            AND d.body <> without_person(d.body, ${idsOf(person)}::text[],
              CASE WHEN d.created_at <= ${person.requested_at} THEN ${person.user_id}::text END)`
      )
    )
  ),
  show: byPartsOfIds((person) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* rows(Line)(sql`
        SELECT (to_jsonb(d) || jsonb_build_object('webhook_config_id', o.webhook_config_id))::text AS row
        FROM webhook_outbox AS o
        CROSS JOIN LATERAL unnest(o.delivery_ids, o.events, o.bodies, o.created_ats)
          AS d (delivery_id, event, body, created_at)
        WHERE o.customer_id = ${person.customer_id}::uuid AND NOT d.delivery_id = ANY(o.done_ids)
          AND d.body <> without_person(d.body, ${idsOf(person)}::text[],
            CASE WHEN d.created_at <= ${person.requested_at} THEN ${person.user_id}::text END)
        ORDER BY o.webhook_config_id, d.delivery_id`)
      const lines: Lines = { rows: found.map(({ row }) => row), next: undefined }
      return lines
    })
  )
}

const deliveries: TextTable = {
  table: "webhook_deliveries",
  key: { column: "delivery_id", type: "uuid" },
  columns: { body: "text" },
  named: "t.created_at <= $4"
}

const about: Special = {
  ...inTexts(deliveries, {
    how: "delete",
    about: "body",
    also: `
    attempts AS (
      DELETE FROM webhook_past_attempts AS a USING named
      WHERE a.customer_id = $1::uuid AND a.delivery_id = named.place)`
  }),
  // Found with those that name it among others.
  left: atOneLook(() => Effect.succeed(0))
}

export const deliveryTables: ReadonlyArray<PersonalTable> = [
  { table: "webhook_outbox", by: "buddy", how: "delete", special: waiting },
  { table: "webhook_deliveries", by: "buddy", how: "delete", special: about },
  {
    table: "webhook_deliveries",
    by: "buddy",
    how: "redact",
    special: { ...inTexts(deliveries, { how: "redact" }), show: shownIn(deliveries, ["trace_context", "locked_until"]) }
  }
]
