/** Event types in Postgres; `reference` is an identifier or the name of a type. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { type EventType, EventTypeInput } from "../../../wire/content/EventType.ts"

const Row = Schema.Struct({
  ...EventTypeInput.fields,
  event_type_id: Schema.String,
  description: Schema.NullOr(Schema.String)
})
const toWire = (found: typeof Row.Type): EventType => ({ ...found, description: found.description ?? "" })

const columns = "event_type_id, event_type, name, description, properties, unknown_properties, status"

const unknownType = () => new NotFound({ resource: "event type" })
const taken = ({ event_type }: EventTypeInput) => new AlreadyExists({ resource: "event type", key: event_type })

export class EventTypeStore extends Context.Service<
  EventTypeStore,
  {
    list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<EventType>>
    get(customer_id: string, reference: string): Effect.Effect<EventType, NotFound>
    create(customer_id: string, input: EventTypeInput): Effect.Effect<EventType, AlreadyExists>
    replace(
      customer_id: string,
      reference: string,
      input: EventTypeInput
    ): Effect.Effect<EventType, AlreadyExists | NotFound>
    /** creates or replaces by name */
    put(customer_id: string, input: EventTypeInput): Effect.Effect<void>
    remove(customer_id: string, reference: string): Effect.Effect<void, NotFound>
  }
>()("hatchery/features/event-types/EventTypeStore") {
  static readonly layer = Layer.effect(
    EventTypeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const { create, put } = inserting(sql)
      const { remove, replace } = changing(sql)
      // Intake of every node knows which types are strict.
      const announced = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
        Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
      return EventTypeStore.of({
        ...reading(sql),
        create: (customer_id, input) => announced(customer_id, create(customer_id, input)),
        put: (customer_id, input) => announced(customer_id, put(customer_id, input)),
        replace: (customer_id, reference, input) => announced(customer_id, replace(customer_id, reference, input)),
        remove: (customer_id, reference) => announced(customer_id, remove(customer_id, reference))
      })
    })
  )
}

const whereOf = (sql: SqlClient.SqlClient) => (customer_id: string, reference: string) =>
  sql`customer_id = ${customer_id}::uuid
      AND ${isUuid(reference) ? sql`event_type_id = ${reference}::uuid` : sql`event_type = ${reference}`}`

const reading = (sql: SqlClient.SqlClient): Pick<EventTypeStore["Service"], "get" | "list"> => {
  const all = sql.literal(columns)
  const where = whereOf(sql)
  return {
    list: Effect.fn("EventTypeStore.list")(function* (customer_id, query) {
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM event_types WHERE customer_id = ${customer_id}::uuid`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${all} FROM event_types WHERE customer_id = ${customer_id}::uuid
            ORDER BY created_at DESC, event_type_id DESC LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(toWire) }
    }),
    get: Effect.fn("EventTypeStore.get")(function* (customer_id, reference) {
      const found = yield* row(Row)(sql`SELECT ${all} FROM event_types WHERE ${where(customer_id, reference)}`)
      return Option.isNone(found) ? yield* unknownType() : toWire(found.value)
    })
  }
}

const inserting = (sql: SqlClient.SqlClient): Pick<EventTypeStore["Service"], "create" | "put"> => {
  const all = sql.literal(columns)
  const insert = Effect.fnUntraced(function* (customer_id: string, input: EventTypeInput) {
    const now = yield* nowDate
    // A type without a name is shown under its key.
    const name = input.name ?? input.event_type
    return sql`
      INSERT INTO event_types (customer_id, ${all}, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${input.event_type}, ${name}, ${input.description},
              ${JSON.stringify(input.properties)}::jsonb, ${input.unknown_properties}, ${input.status}, ${now}, ${now})
      ON CONFLICT (customer_id, event_type)`
  })
  return {
    create: Effect.fn("EventTypeStore.create")(function* (customer_id, input) {
      const made = yield* row(Row)(sql`${yield* insert(customer_id, input)} DO NOTHING RETURNING ${all}`)
      return Option.isNone(made) ? yield* taken(input) : toWire(made.value)
    }),
    put: Effect.fn("EventTypeStore.put")(function* (customer_id, input) {
      yield* execute(sql`
        ${yield* insert(customer_id, input)} DO UPDATE
        SET name = excluded.name, description = excluded.description, properties = excluded.properties,
            unknown_properties = excluded.unknown_properties, status = excluded.status,
            updated_at = excluded.updated_at
        RETURNING event_type_id`)
    })
  }
}

const changing = (sql: SqlClient.SqlClient): Pick<EventTypeStore["Service"], "remove" | "replace"> => {
  const all = sql.literal(columns)
  const where = whereOf(sql)
  return {
    replace: Effect.fn("EventTypeStore.replace")(function* (customer_id, reference, input) {
      const name = input.name ?? input.event_type
      const other = yield* execute(sql`
        SELECT event_type_id FROM event_types
        WHERE customer_id = ${customer_id}::uuid AND event_type = ${input.event_type}
          AND NOT (${where(customer_id, reference)})`)
      const saved = yield* row(Row)(sql`
        UPDATE event_types
        SET event_type = ${input.event_type}, name = ${name}, description = ${input.description},
            properties = ${JSON.stringify(input.properties)}::jsonb, unknown_properties = ${input.unknown_properties},
            status = ${input.status}, updated_at = ${yield* nowDate}
        WHERE ${where(customer_id, reference)} AND ${other === 0}
        RETURNING ${all}`)
      if (Option.isSome(saved)) return toWire(saved.value)
      const known = yield* execute(sql`
        SELECT event_type_id FROM event_types WHERE ${where(customer_id, reference)}`)
      return yield* known === 0 ? unknownType() : taken(input)
    }),
    remove: Effect.fn("EventTypeStore.remove")(function* (customer_id, reference) {
      const removed = yield* execute(sql`
        DELETE FROM event_types WHERE ${where(customer_id, reference)} RETURNING event_type_id`)
      if (removed === 0) return yield* unknownType()
    })
  }
}
