/** Reading what was ingested. Writing is the journal's alone. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { traceFromStored } from "../../../../buddy/journal/StoredTrace.ts"
import {
  type CursorPage,
  type CursorPaging,
  cursorPaging,
  mapPage,
  type OffsetPage,
  offsetList
} from "../../../../platform/postgres/Paging.ts"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { shownEventId, storedEventIdLengthMax, storedEventIds } from "../../../../wire/EventIds.ts"
import { type BadRequest, NotFound, type ServiceUnavailable } from "../../../../wire/Failure.ts"
import type { RateLimited } from "../../../../wire/Group.ts"
import { hasAtMost, iso, isoOrNull, parseInstant } from "../../../../wire/Ids.ts"
import { limits } from "../../../../wire/Limits.ts"
import type { CursorQuery, OffsetQuery } from "../../../../wire/Page.ts"
import type { ActiveUser, Event, SeenType, Trace } from "../Api.ts"
import { Effects, type TraceRow } from "../../../../wire/answers/Effects.ts"

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
  event_id: shownEventId(event.event_id),
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
const isText = (id: string) => !id.includes("\u0000") && id.isWellFormed()
const storable = (id: string) => hasAtMost(limits.client_id_length_max, id) && isText(id)

/**
 * The event a client names, as a condition for one row: its own before that of a widget. Undefined: there can be none.
 * An id of a widget is as long as the tenant's longest and the buddy's before it.
 */
export const named = (sql: SqlClient.SqlClient, customer_id: string, event_id: string) => {
  const ids = storedEventIds(event_id)
  if (!ids.every((id) => hasAtMost(storedEventIdLengthMax, id) && isText(id))) return undefined
  return sql`customer_id = ${customer_id}::uuid AND event_id = ANY(${ids}::text[])
    ORDER BY array_position(${ids}::text[], event_id) LIMIT 1`
}

export class EventStore extends Context.Service<
  EventStore,
  {
    list(
      customer_id: string,
      query: CursorQuery & EventFilter
    ): Effect.Effect<CursorPage<Event>, BadRequest | RateLimited | ServiceUnavailable>
    read(customer_id: string, event_id: string): Effect.Effect<Event, NotFound>
    trace(customer_id: string, event_id: string): Effect.Effect<typeof Trace.Type, NotFound>
    activeUsers(
      customer_id: string,
      query: CursorQuery,
      window_days: number
    ): Effect.Effect<CursorPage<typeof ActiveUser.Type>, BadRequest | RateLimited | ServiceUnavailable>
    types(
      customer_id: string,
      query: OffsetQuery
    ): Effect.Effect<OffsetPage<typeof SeenType.Type>, RateLimited | ServiceUnavailable>
  }
>()("hatchery/features/events/EventStore") {
  static readonly layer = Layer.effect(
    EventStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reports = yield* Reports
      const cursors = yield* cursorPaging
      return EventStore.of({
        ...lists(sql, reports, cursors),
        ...single(sql),
        ...users(reports, cursors),
        ...types(reports)
      })
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

/** Whether the order of arrival, of a user or of a type leads to a page without passing by what is not on it. */
const isIndexed = ({ audience, from, to }: EventFilter) =>
  audience === undefined && from === undefined && to === undefined

const lists = (
  sql: SqlClient.SqlClient,
  reports: Reports["Service"],
  cursors: CursorPaging
): Pick<Service, "list"> => ({
  list: Effect.fn("EventStore.list")(function* (customer_id, query) {
    if (![query.user_id, query.type, query.audience].every((value) => value === undefined || storable(value))) {
      return { data: [], pagination: { nextCursor: null, hasMore: false, limit: query.limit ?? 50 } }
    }
    const page = (sql: SqlClient.SqlClient) =>
      cursors.page({
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
    return mapPage(yield* isIndexed(query) ? page(sql) : reports.read(customer_id, page), toWire)
  })
})

const single = (sql: SqlClient.SqlClient): Pick<Service, "read" | "trace"> => ({
  read: Effect.fn("EventStore.read")(function* (customer_id, event_id) {
    const one = named(sql, customer_id, event_id)
    if (one === undefined) return yield* new NotFound({ resource: "event" })
    const found = yield* row(EventRow)(sql`SELECT ${sql.literal(columns)} FROM events_by_id WHERE ${one}`)
    return Option.isNone(found) ? yield* new NotFound({ resource: "event" }) : toWire(found.value)
  }),
  trace: Effect.fn("EventStore.trace")(function* (customer_id, event_id) {
    const one = named(sql, customer_id, event_id)
    if (one === undefined) return yield* new NotFound({ resource: "event" })
    const found = yield* row(TraceStored)(
      sql`SELECT event_id, config_version_id, received_at, trace FROM events_by_id WHERE ${one}`
    )
    if (Option.isNone(found)) return yield* new NotFound({ resource: "event" })
    const { config_version_id, received_at, trace } = found.value
    return {
      event_id: shownEventId(found.value.event_id),
      config_version_id,
      evaluated_at: iso(received_at),
      rules: traceFromStored(trace) as ReadonlyArray<typeof TraceRow.Type>
    }
  })
})

/**
 * Users by their newest event: one probe of an index for each user there is, and one count for each user of the page.
 * Months that are over for longer are left alone: there only those may be wanted who live by a test clock.
 */
const activeUsers = (sql: SqlClient.SqlClient, customer_id: string, since: Date, after: Seen | null, count: number) => {
  const own = sql`customer_id = ${customer_id}::uuid`
  // Asked once: in the condition itself it would be, in each month for each user.
  const written = sql`${own} AND sequence >= (SELECT events_written_since(${since}))`
  const beyond = after === null ? sql`true` : sql`(last_seen_at, user_id) < (${new Date(after[0])}, ${after[1]})`
  return rows(ActiveRow)(sql`
    WITH RECURSIVE writing AS (
      (SELECT user_id FROM events WHERE ${written} ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.user_id FROM events AS e WHERE ${written} AND e.user_id > writing.user_id
        ORDER BY e.user_id LIMIT 1)
      FROM writing WHERE writing.user_id IS NOT NULL
    ), users AS (
      SELECT user_id FROM writing WHERE user_id IS NOT NULL
      UNION SELECT user_id FROM test_clock_users WHERE ${own}
    ), seen AS (
      SELECT user_id, date_trunc('milliseconds', newest.received_at) AS last_seen_at
      FROM users CROSS JOIN LATERAL (
        SELECT e.received_at FROM events AS e WHERE ${own} AND e.user_id = users.user_id
        ORDER BY e.sequence DESC LIMIT 1) AS newest
    ), page AS (
      SELECT * FROM seen WHERE last_seen_at >= ${since} AND ${beyond}
      ORDER BY last_seen_at DESC, user_id DESC LIMIT ${count}
    )
    SELECT user_id, last_seen_at, (
      SELECT count(*)::int FROM events AS e WHERE ${own} AND e.user_id = page.user_id AND e.sequence > coalesce((
        SELECT sequence FROM events AS o WHERE ${own} AND o.user_id = page.user_id AND o.received_at < ${since}
        ORDER BY o.sequence DESC LIMIT 1), 0)) AS events
    FROM page ORDER BY last_seen_at DESC, user_id DESC`)
}

type Seen = readonly [last_seen_at: string, user_id: string]

const users = (reports: Reports["Service"], cursors: CursorPaging): Pick<Service, "activeUsers"> => ({
  activeUsers: Effect.fn("EventStore.activeUsers")(function* (customer_id, query, window_days) {
    const since = new Date((yield* Clock.currentTimeMillis) - window_days * 86_400_000)
    const page = yield* reports.read(customer_id, (sql) =>
      cursors.page({
        customer_id,
        list: `active-users:${window_days}`,
        query,
        position: Schema.Tuple([Schema.String, Schema.String]),
        positionOf: (user: typeof ActiveRow.Type) => [user.last_seen_at.toISOString(), user.user_id] as const,
        read: (after, count) => activeUsers(sql, customer_id, since, after, count)
      })
    )
    return mapPage(page, (user) => ({ ...user, last_seen_at: iso(user.last_seen_at) }))
  })
})

const types = (reports: Reports["Service"]): Pick<Service, "types"> => ({
  types: Effect.fn("EventStore.types")(function* (customer_id, query) {
    const page = yield* reports.read(customer_id, (sql) => {
      const seen = sql`
      SELECT coalesce(t.event_type, e.type) AS event_type, t.event_type IS NOT NULL AS defined,
             coalesce(e.events, 0)::int AS events
      FROM (SELECT event_type FROM event_types WHERE customer_id = ${customer_id}::uuid AND status = 'active') t
      FULL JOIN (SELECT type, sum(events) AS events FROM event_type_counts
                 WHERE customer_id = ${customer_id}::uuid GROUP BY type) e ON e.type = t.event_type`
      return offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM (${seen}) AS seen`,
        read: (limit, offset) =>
          rows(TypeRow)(sql`
          SELECT page.*, (
            SELECT received_at FROM events WHERE customer_id = ${customer_id}::uuid AND type = page.event_type
            ORDER BY sequence DESC LIMIT 1) AS last_seen_at
          FROM (SELECT * FROM (${seen}) AS seen ORDER BY event_type LIMIT ${limit} OFFSET ${offset}) AS page
          ORDER BY event_type`)
      })
    })
    return mapPage(page, (type) => ({ ...type, last_seen_at: isoOrNull(type.last_seen_at) }))
  })
})
