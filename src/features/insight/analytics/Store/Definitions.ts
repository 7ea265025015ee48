/** What figures are about: what is called how now. What is no longer there keeps its key. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { startOfDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { Reports } from "../../../../platform/postgres/Reports.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { defaultRoi, Roi } from "../../../../wire/answers/Customer.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"
import { movesOf } from "./Moves.ts"
import { oneOf, type Sampled } from "./EveryUser.ts"
import { type Crowded, type Of, ofAudience } from "./Sums.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

const ItemRow = Schema.Struct({
  item_id: Schema.String,
  item_key: Schema.String,
  name: Schema.String,
  category: Schema.String,
  status: Schema.String
})
export type NamedItem = typeof ItemRow.Type
const GateRow = Schema.Struct({ gate_key: Schema.String, token_key: Schema.String, cost: Schema.NumberFromString })
const BadgeRow = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  tier: Schema.NullOr(Schema.String)
})
export type NamedBadge = typeof BadgeRow.Type
const PriceRow = Schema.Struct({ price: Schema.Finite })
const RoiRow = Schema.Struct({ roi: Schema.NullOr(Roi) })
const TypeRow = Schema.Struct({ event_type: Schema.String })
const SeenRow = Schema.Struct({
  event_type: Schema.String,
  first_day: Schema.NullOr(Schema.String),
  last_day: Schema.NullOr(Schema.String)
})
const EverRow = Schema.Struct({ events: Schema.NumberFromString })
const UsersRow = Schema.Struct({ type: Schema.String, users: Schema.Int })
const EndpointRow = Schema.Struct({
  webhook_config_id: Schema.String,
  url: Schema.String,
  enabled: Schema.Boolean,
  failing_since: Schema.NullOr(Schema.Date),
  last_success_at: Schema.NullOr(Schema.Date),
  pending: Schema.Int
})
export type NamedEndpoint = typeof EndpointRow.Type

/** Waiting deliveries of an endpoint are told up to this many. */
export const pending_max = 100_000
/** Among so many of the newest that arrived is the last to arrive: one that was replayed may be of long ago. */
const successes_max = 10_000

export class Definitions extends Context.Service<
  Definitions,
  {
    items(customer_id: string, item_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<NamedItem>, Crowded>
    /** badges of happenings, which no config version has */
    eventBadges(customer_id: string): Effect.Effect<ReadonlyArray<NamedBadge>, Crowded>
    gates(customer_id: string): Effect.Effect<ReadonlyArray<typeof GateRow.Type>, Crowded>
    /** of what is on sale to an audience, null: to anybody */
    prices(of: Of): Effect.Effect<ReadonlyArray<number>, Crowded>
    /** what a workspace has said of money */
    roi(customer_id: string): Effect.Effect<Roi, Crowded>
    eventTypes(customer_id: string): Effect.Effect<ReadonlySet<string>, Crowded>
    /**
     * every type of the workspace, and from when to when the audience sent it, days since 1970-01-01; undefined: others
     * did; by test clocks it is sent in no report
     */
    seenTypes(
      of: Of
    ): Effect.Effect<ReadonlyMap<string, { readonly first: number; readonly last: number } | undefined>, Crowded>
    /** events there ever were, or nearly so */
    eventsEver(customer_id: string): Effect.Effect<number, Crowded>
    /** users who sent events of a type on days of the tenant's calendar: looks at the events of one of so many */
    usersByType(scan: Sampled, timezone: string): Effect.Effect<ReadonlyMap<string, number>, Crowded>
    endpoints(customer_id: string): Effect.Effect<ReadonlyArray<NamedEndpoint>, Crowded>
  }
>()("hatchery/features/analytics/Definitions") {
  static readonly layer = Layer.effect(
    Definitions,
    Effect.map(Reports, (reports) => Definitions.of({ ...naming(reports), ...looking(reports) }))
  )
}

type Read = Definitions["Service"]

/** What there is, and how it is called and priced. */
const naming = (reports: Reports["Service"]): Omit<Read, keyof ReturnType<typeof looking>> => ({
  items: (customer_id, item_ids) =>
    reports.read(customer_id, (sql) =>
      rows(ItemRow)(sql`
        SELECT item_id, item_key, name, category, status FROM marketplace_items
        WHERE customer_id = ${customer_id}::uuid AND item_id::text = ANY(${item_ids}::text[])`)
    ),
  eventBadges: (customer_id) =>
    reports.read(customer_id, (sql) =>
      rows(BadgeRow)(sql`
        SELECT badge_key, content ->> 'label' AS label, content ->> 'tier' AS tier FROM event_badges
        WHERE customer_id = ${customer_id}::uuid AND deleted_at IS NULL`)
    ),
  gates: (customer_id) =>
    reports.read(customer_id, (sql) =>
      rows(GateRow)(sql`
        SELECT gate_key, token_key, cost::text FROM gates WHERE customer_id = ${customer_id}::uuid`)
    ),
  prices: Effect.fnUntraced(function* ({ audience, customer_id }: Of) {
    const now = new Date(yield* Clock.currentTimeMillis)
    const found = yield* reports.read(customer_id, (sql) =>
      rows(PriceRow)(sql`
        SELECT i.price_coins::float8 AS price FROM marketplace_items AS i
        JOIN marketplaces AS m ON m.customer_id = i.customer_id AND m.marketplace_id = i.marketplace_id
        WHERE i.customer_id = ${customer_id}::uuid AND i.status = 'active' AND m.is_active
          AND (${audience}::text IS NULL OR m.audience IS NULL OR m.audience = ${audience})
          AND coalesce((i.content ->> 'available_from')::timestamptz <= ${now}, true)
          AND coalesce((i.content ->> 'available_until')::timestamptz > ${now}, true)`)
    )
    return found.map(({ price }) => price)
  }),
  roi: (customer_id) =>
    Effect.map(
      reports.read(customer_id, (sql) =>
        rows(RoiRow)(sql`
          SELECT settings -> 'roi' AS roi FROM customers WHERE customer_id = ${customer_id}::uuid`)
      ),
      ([found]) => found?.roi ?? defaultRoi
    ),
  eventTypes: (customer_id) =>
    Effect.map(
      reports.read(customer_id, (sql) =>
        rows(TypeRow)(sql`
          SELECT event_type FROM event_types
          WHERE customer_id = ${customer_id}::uuid AND status = 'active'`)
      ),
      (found) => new Set(found.map(({ event_type }) => event_type))
    )
})

/**
 * Events of an audience as it is counted: of buddies that are in it by now and, where nobody received them, of whoever
 * was told to be in it or in one that became it.
 */
const countedIn = (sql: SqlClient.SqlClient, customer_id: string, audience: string) => sql`CASE
  WHEN e.buddy_id IS NOT NULL THEN EXISTS (SELECT FROM buddy_identities AS i
    WHERE i.customer_id = e.customer_id AND i.buddy_id = e.buddy_id AND i.audience = ${audience})
  ELSE coalesce((SELECT m.moved ->> 'to' FROM (${movesOf(sql, [customer_id])}) AS m
    WHERE m.moved ->> 'from' = e.audience AND extract(epoch FROM e.received_at) * 1000 < (m.moved ->> 'until')::float8),
    e.audience) = ${audience} END`

/** SQL: events that may count: of everybody by the index of the workspace, of a few by that of each of them. */
const eventsOf = (sql: SqlClient.SqlClient, { of, span, step }: Sampled) =>
  step === 1
    ? sql`(SELECT * FROM events WHERE customer_id = ${of.customer_id}::uuid)`
    : sql`(SELECT own.* FROM analytics_users AS u CROSS JOIN LATERAL (
        SELECT * FROM events AS e WHERE e.customer_id = u.customer_id AND e.user_id = u.user_id OFFSET 0) AS own
      WHERE u.customer_id = ${of.customer_id}::uuid AND u.audience = '' AND ${oneOf(sql, "u.user_no", step)}
        AND u.first_day <= ${textOf(span.to)}::date AND u.last_day >= ${textOf(span.from)}::date)`

/** What was seen of it. */
const looking = (
  reports: Reports["Service"]
): Pick<Read, "endpoints" | "eventsEver" | "seenTypes" | "usersByType"> => ({
  eventsEver: (customer_id) =>
    Effect.map(
      reports.read(customer_id, (sql) =>
        rows(EverRow)(sql`
          SELECT coalesce(sum(used), 0)::text AS events FROM event_usage WHERE customer_id = ${customer_id}::uuid`)
      ),
      ([found]) => found!.events
    ),
  seenTypes: (of) =>
    Effect.map(
      reports.read(of.customer_id, (sql) => {
        const theirs = sql`FILTER (WHERE ${ofAudience(sql, of)})`
        return rows(SeenRow)(sql`
          SELECT key AS event_type, (min(day) ${theirs})::text AS first_day, (max(day) ${theirs})::text AS last_day
          FROM analytics_counters WHERE customer_id = ${of.customer_id}::uuid AND metric = 'events' GROUP BY key`)
      }),
      (found) =>
        new Map(
          found.map(({ event_type, first_day, last_day }) => [
            event_type,
            first_day === null || last_day === null
              ? undefined
              : { first: dayOfText(first_day), last: dayOfText(last_day) }
          ])
        )
    ),
  usersByType: (scan, timezone) =>
    Effect.map(
      reports.read(scan.of.customer_id, (sql) => {
        const { audience, customer_id } = scan.of
        return rows(UsersRow)(sql`
          SELECT type, count(DISTINCT user_id)::int AS users FROM ${eventsOf(sql, scan)} AS e
          WHERE occurred_at >= ${new Date(startOfDay(zoneOf(timezone), scan.span.from))}
            AND occurred_at < ${new Date(startOfDay(zoneOf(timezone), scan.span.to + 1))}
            AND ${audience === null ? sql`true` : countedIn(sql, customer_id, audience)}
            AND NOT ${sql.literal(onTestClock("e"))}
          GROUP BY type`)
      }),
      (found) => new Map(found.map(({ type, users }) => [type, users * scan.step]))
    ),
  endpoints: (customer_id) =>
    reports.read(customer_id, (sql) =>
      rows(EndpointRow)(sql`
        SELECT c.webhook_config_id, c.url, c.enabled, c.failing_since, (
          SELECT max(d.finished_at) FROM (
            SELECT d.finished_at FROM webhook_deliveries AS d
            WHERE d.customer_id = c.customer_id AND d.webhook_config_id = c.webhook_config_id
              AND d.status = 'delivered'
            ORDER BY d.delivery_id DESC LIMIT ${successes_max}) AS d) AS last_success_at, (
          SELECT count(*)::int FROM (
            SELECT FROM webhook_deliveries AS d
            WHERE d.customer_id = c.customer_id AND d.webhook_config_id = c.webhook_config_id
              AND d.next_attempt_at IS NOT NULL AND d.status IN ('pending', 'failed')
            UNION ALL
            SELECT FROM webhook_waiting AS w
            WHERE w.customer_id = c.customer_id AND w.webhook_config_id = c.webhook_config_id
            LIMIT ${pending_max}) AS waiting) AS pending
        FROM webhook_configs AS c WHERE c.customer_id = ${customer_id}::uuid
        ORDER BY c.webhook_config_id`)
    )
})
