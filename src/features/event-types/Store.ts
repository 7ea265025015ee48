/** Event types in Postgres; addressed by identifier or by name. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../platform/Ids.ts"
import { offsetList, type OffsetPage } from "../../platform/Paging.ts"
import { execute, nowDate, row, rows } from "../../platform/Sql.ts"
import { AlreadyExists, NotFound } from "../../wire/Failure.ts"
import { isUuid } from "../../wire/Ids.ts"
import type { OffsetQuery } from "../../wire/Page.ts"
import { type EventType, EventTypeInput } from "../../wire/content/EventType.ts"

const Row = Schema.Struct({
  ...EventTypeInput.fields,
  event_type_id: Schema.String,
  description: Schema.NullOr(Schema.String)
})
const toWire = (found: typeof Row.Type): EventType => ({ ...found, description: found.description ?? "" })

const unknownType = () => new NotFound({ resource: "event type" })

export class EventTypeStore extends Context.Service<EventTypeStore, {
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
}>()("hatchery/features/event-types/EventTypeStore") {
  static readonly layer = Layer.effect(EventTypeStore, Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("event_type_id, event_type, name, description, properties, unknown_properties, status")
    const where = (customer_id: string, reference: string) =>
      sql`customer_id = ${customer_id}::uuid
          AND ${isUuid(reference) ? sql`event_type_id = ${reference}::uuid` : sql`event_type = ${reference}`}`
    // The name is shown where the type is listed; a type without one is called by its key.
    const values = Effect.fnUntraced(function*(customer_id: string, input: EventTypeInput) {
      const now = yield* nowDate
      return sql`(${customer_id}::uuid, ${yield* uuid}::uuid, ${input.event_type}, ${input.name ?? input.event_type},
        ${input.description}, ${JSON.stringify(input.properties)}::jsonb, ${input.unknown_properties}, ${input.status},
        ${now}, ${now})`
    })
    const all = sql.literal("customer_id, event_type_id, event_type, name, description, properties, unknown_properties, status")
    const assign = sql.literal(`name = excluded.name, description = excluded.description, properties = excluded.properties,
      unknown_properties = excluded.unknown_properties, status = excluded.status, updated_at = excluded.updated_at`)
    const taken = ({ event_type }: EventTypeInput) => new AlreadyExists({ resource: "event type", key: event_type })

    return EventTypeStore.of({
      list: Effect.fn("EventTypeStore.list")(function*(customer_id, query) {
        const page = yield* offsetList(query, {
          count: sql`SELECT count(*)::int AS total FROM event_types WHERE customer_id = ${customer_id}::uuid`,
          read: (limit, offset) =>
            rows(Row)(sql`
              SELECT ${columns} FROM event_types WHERE customer_id = ${customer_id}::uuid
              ORDER BY created_at DESC, event_type_id DESC LIMIT ${limit} OFFSET ${offset}`)
        })
        return { ...page, data: page.data.map(toWire) }
      }),
      get: Effect.fn("EventTypeStore.get")(function*(customer_id, reference) {
        const found = yield* row(Row)(sql`SELECT ${columns} FROM event_types WHERE ${where(customer_id, reference)}`)
        return Option.isNone(found) ? yield* unknownType() : toWire(found.value)
      }),
      create: Effect.fn("EventTypeStore.create")(function*(customer_id, input) {
        const made = yield* row(Row)(sql`
          INSERT INTO event_types (${all}, created_at, updated_at) VALUES ${yield* values(customer_id, input)}
          ON CONFLICT (customer_id, event_type) DO NOTHING RETURNING ${columns}`)
        return Option.isNone(made) ? yield* taken(input) : toWire(made.value)
      }),
      replace: Effect.fn("EventTypeStore.replace")(function*(customer_id, reference, input) {
        const other = yield* execute(sql`
          SELECT event_type_id FROM event_types
          WHERE customer_id = ${customer_id}::uuid AND event_type = ${input.event_type}
            AND NOT (${where(customer_id, reference)})`)
        const saved = yield* row(Row)(sql`
          UPDATE event_types
          SET event_type = ${input.event_type}, name = ${input.name ?? input.event_type}, description = ${input.description},
              properties = ${JSON.stringify(input.properties)}::jsonb, unknown_properties = ${input.unknown_properties},
              status = ${input.status}, updated_at = ${yield* nowDate}
          WHERE ${where(customer_id, reference)} AND ${other === 0}
          RETURNING ${columns}`)
        if (Option.isSome(saved)) return toWire(saved.value)
        const known = yield* execute(sql`SELECT event_type_id FROM event_types WHERE ${where(customer_id, reference)}`)
        return yield* known === 0 ? unknownType() : taken(input)
      }),
      put: Effect.fn("EventTypeStore.put")(function*(customer_id, input) {
        yield* execute(sql`
          INSERT INTO event_types (${all}, created_at, updated_at) VALUES ${yield* values(customer_id, input)}
          ON CONFLICT (customer_id, event_type) DO UPDATE SET ${assign} RETURNING event_type_id`)
      }),
      remove: Effect.fn("EventTypeStore.remove")(function*(customer_id, reference) {
        const removed = yield* execute(sql`
          DELETE FROM event_types WHERE ${where(customer_id, reference)} RETURNING event_type_id`)
        if (removed === 0) return yield* unknownType()
      })
    })
  }))
}
