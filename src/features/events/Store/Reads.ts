/** Reading what was ingested. Writing is the journal's alone. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { traceFromStored } from "../../../buddy/StoredTrace.ts"
import {
  type CursorPage,
  type CursorPaging,
  cursorPaging,
  mapPage,
  type OffsetPage,
  offsetList
} from "../../../platform/Paging.ts"
import { row, rows } from "../../../platform/Sql.ts"
import { type BadRequest, NotFound } from "../../../wire/Failure.ts"
import { iso, isoOrNull, parseInstant } from "../../../wire/Ids.ts"
import type { CursorQuery, OffsetQuery } from "../../../wire/Page.ts"
import { type ActiveUser, Effects, type Event, type SeenType, type Trace, type TraceRow } from "../Api.ts"

const EventRow = Schema.Struct({
  event_id: Schema.String,
  sequence: Schema.BigInt,
  user_id: Schema.String,
  buddy_id: Schema.NullOr(Schema.String),
  type: Schema.String,
  audience: Schema.String,
  occurred_at: Schema.Date,
  received_at: Schema.Date,
  properties: Schema.Record(Schema.String, Schema.Json),
  mode: Schema.Literals(["live", "backfill"]),
  effects: Effects
})

const TraceStored = Schema.Struct({
  event_id: Schema.String,
  config_version_id: Schema.NullOr(Schema.String),
  received_at: Schema.Date,
  trace: Schema.Unknown
})
const ActiveRow = Schema.Struct({ user_id: Schema.String, events: Schema.Int, last_seen_at: Schema.Date })
const TypeRow = Schema.Struct({
  event_type: Schema.String,
  defined: Schema.Boolean,
  events: Schema.Int,
  last_seen_at: Schema.NullOr(Schema.Date)
})

const toWire = ({ sequence: _sequence, ...event }: typeof EventRow.Type): Event => ({
  ...event,
  occurred_at: iso(event.occurred_at),
  received_at: iso(event.received_at)
})

export interface EventFilter {
  readonly user_id?: string
  readonly type?: string
  readonly audience?: string
  readonly from?: string
  readonly to?: string
}

/** Ids are the client's: anything it may have sent is looked up, but never what Postgres could not hold. */
const storable = (id: string) => id.length <= 255 && !id.includes("\u0000") && id.isWellFormed()

export class EventStore extends Context.Service<
  EventStore,
  {
    list(customer_id: string, query: CursorQuery & EventFilter): Effect.Effect<CursorPage<Event>, BadRequest>
    read(customer_id: string, event_id: string): Effect.Effect<Event, NotFound>
    trace(customer_id: string, event_id: string): Effect.Effect<typeof Trace.Type, NotFound>
    activeUsers(
      customer_id: string,
      query: CursorQuery,
      window_days: number
    ): Effect.Effect<CursorPage<typeof ActiveUser.Type>, BadRequest>
    types(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<typeof SeenType.Type>>
  }
>()("hatchery/features/events/EventStore") {
  static readonly layer = Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      return EventStore.of({ ...lists(sql, cursors), ...single(sql), ...users(sql, cursors), ...types(sql) })
    })
  )
}

type Service = EventStore["Service"]

const columns =
  "event_id, sequence, user_id, buddy_id, type, audience, occurred_at, received_at, properties, mode, effects"

const time = (text: string) => new Date(parseInstant(text))
const where = (sql: SqlClient.SqlClient, customer_id: string, filter: EventFilter) =>
  sql.and([
    sql`customer_id = ${customer_id}::uuid`,
    ...(filter.user_id === undefined ? [] : [sql`user_id = ${filter.user_id}`]),
    ...(filter.type === undefined ? [] : [sql`type = ${filter.type}`]),
    ...(filter.audience === undefined ? [] : [sql`audience = ${filter.audience}`]),
    ...(filter.from === undefined ? [] : [sql`occurred_at >= ${time(filter.from)}`]),
    ...(filter.to === undefined ? [] : [sql`occurred_at < ${time(filter.to)}`])
  ])

const lists = (sql: SqlClient.SqlClient, cursors: CursorPaging): Pick<Service, "list"> => ({
  list: Effect.fn("EventStore.list")(function* (customer_id, query) {
    if (![query.user_id, query.type, query.audience].every((value) => value === undefined || storable(value))) {
      return { data: [], pagination: { nextCursor: null, hasMore: false, limit: query.limit ?? 50 } }
    }
    const page = yield* cursors.page({
      customer_id,
      list: "events",
      query,
      position: Schema.Tuple([Schema.String]),
      positionOf: (event: typeof EventRow.Type) => [event.sequence.toString()] as const,
      read: (after, count) =>
        rows(EventRow)(sql`
        SELECT ${sql.literal(columns)} FROM events
        WHERE ${where(sql, customer_id, query)}
          AND sequence < ${after === null ? sql`9223372036854775807` : sql`${after[0]}::bigint`}
        ORDER BY sequence DESC LIMIT ${count}`)
    })
    return mapPage(page, toWire)
  })
})

const single = (sql: SqlClient.SqlClient): Pick<Service, "read" | "trace"> => ({
  read: Effect.fn("EventStore.read")(function* (customer_id, event_id) {
    if (!storable(event_id)) return yield* new NotFound({ resource: "event" })
    const found = yield* row(EventRow)(sql`
    SELECT ${sql.literal(columns)} FROM events WHERE customer_id = ${customer_id}::uuid AND event_id = ${event_id}`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "event" }) : toWire(found.value)
  }),
  trace: Effect.fn("EventStore.trace")(function* (customer_id, event_id) {
    if (!storable(event_id)) return yield* new NotFound({ resource: "event" })
    const found = yield* row(TraceStored)(sql`
    SELECT event_id, config_version_id, received_at, trace FROM events
    WHERE customer_id = ${customer_id}::uuid AND event_id = ${event_id}`)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "event" })
    const { config_version_id, received_at, trace } = found.value
    return {
      event_id,
      config_version_id,
      evaluated_at: iso(received_at),
      rules: traceFromStored(trace) as ReadonlyArray<typeof TraceRow.Type>
    }
  })
})

const users = (sql: SqlClient.SqlClient, cursors: CursorPaging): Pick<Service, "activeUsers"> => ({
  activeUsers: Effect.fn("EventStore.activeUsers")(function* (customer_id, query, window_days) {
    const since = new Date((yield* Clock.currentTimeMillis) - window_days * 86_400_000)
    const page = yield* cursors.page({
      customer_id,
      list: `active-users:${window_days}`,
      query,
      position: Schema.Tuple([Schema.String, Schema.String]),
      positionOf: (user: typeof ActiveRow.Type) => [user.last_seen_at.toISOString(), user.user_id] as const,
      read: (after, count) =>
        rows(ActiveRow)(sql`
        SELECT user_id, count(*)::int AS events, date_trunc('milliseconds', max(received_at)) AS last_seen_at
          FROM events
        WHERE customer_id = ${customer_id}::uuid AND received_at >= ${since}
        GROUP BY user_id
        ${after === null ? sql`` : beyond(sql, new Date(after[0]), after[1])}
        ORDER BY last_seen_at DESC, user_id DESC LIMIT ${count}`)
    })
    return mapPage(page, (user) => ({ ...user, last_seen_at: iso(user.last_seen_at) }))
  })
})

const beyond = (sql: SqlClient.SqlClient, seen: Date, user_id: string) =>
  sql`HAVING (date_trunc('milliseconds', max(received_at)), user_id) < (${seen}, ${user_id})`

const types = (sql: SqlClient.SqlClient): Pick<Service, "types"> => ({
  types: Effect.fn("EventStore.types")(function* (customer_id, query) {
    const seen = sql`
    SELECT coalesce(t.event_type, e.type) AS event_type, t.event_type IS NOT NULL AS defined,
           coalesce(e.events, 0)::int AS events, e.last_seen_at
    FROM (SELECT event_type FROM event_types WHERE customer_id = ${customer_id}::uuid AND status = 'active') t
    FULL JOIN (SELECT type, count(*) AS events, max(received_at) AS last_seen_at FROM events
               WHERE customer_id = ${customer_id}::uuid GROUP BY type) e ON e.type = t.event_type`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM (${seen}) AS seen`,
      read: (limit, offset) =>
        rows(TypeRow)(sql`SELECT * FROM (${seen}) AS seen ORDER BY event_type LIMIT ${limit} OFFSET ${offset}`)
    })
    return mapPage(page, (type) => ({ ...type, last_seen_at: isoOrNull(type.last_seen_at) }))
  })
})
