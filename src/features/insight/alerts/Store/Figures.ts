/** What a look at a workspace goes by: sums of hours, and what stands of budgets, quota and endpoints. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { periodKey, periodOf } from "../../../../engine/calendar/periods.ts"
import { localDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import type { TenantFacts } from "../../../../platform/auth/Tenants.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { ConfigContent } from "../../../../wire/content/ConfigContent.ts"
import { Budget } from "../../../../wire/content/Shared.ts"
import { isActive, plans } from "../../../../wire/Plans.ts"
import type { Figures } from "../Rules.ts"
import { harvest_events, hour_ms, hourOf } from "./Hours.ts"

const day_ms = 24 * hour_ms
const week_ms = 7 * day_ms

const Hourly = Schema.Struct({ key: Schema.String, hour: Schema.Date, count: Schema.Number, amount: Schema.Number })
const KeySumRow = Schema.Struct({ key: Schema.String, count: Schema.Number, amount: Schema.Number })
const TypeRow = Schema.Struct({
  key: Schema.String,
  latest: Schema.Number,
  days: Schema.Array(Schema.Number),
  usual: Schema.Int
})
const EventsRow = Schema.Struct({ all: Schema.Number, undefined: Schema.Number })
const SpentRow = Schema.Struct({ day: Schema.Int, amount: Schema.Number })
const BudgetRow = Schema.Struct({ rule_id: Schema.String, period_key: Schema.String, used: Schema.Number })
const DropRow = Schema.Struct({ rule_id: Schema.String, key: Schema.String, budget: Schema.NullOr(Budget) })
const UsedRow = Schema.Struct({ used: Schema.Number })
const EndpointRow = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  owner: Schema.NullOr(Schema.String),
  failing_since: Schema.Date
})

interface Asked {
  readonly customer_id: string
  readonly now: number
  readonly facts: TenantFacts
  readonly content: ConfigContent
}

const at = (ms: number) => new Date(ms)

const rulesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id }: Asked, hour: number) {
  const last = hour - hour_ms
  const found = yield* rows(Hourly)(sql`
    SELECT key, hour, count::float8 AS count, amount::float8 AS amount FROM analytics_hours
    WHERE customer_id = ${customer_id}::uuid AND metric = 'coins_in' AND amount > 0
      AND key IN (SELECT key FROM analytics_hours WHERE customer_id = ${customer_id}::uuid AND metric = 'coins_in'
        AND hour = ${at(last)} AND key LIKE 'coin_rule:%' AND amount > 0 ORDER BY amount DESC LIMIT 200)
      AND (hour IN (${at(last)}, ${at(last - week_ms)}, ${at(last - 2 * week_ms)})
        OR hour >= ${at(last - 3 * day_ms)} AND hour < ${at(hour)})`)
  return [...Map.groupBy(found, ({ key }) => key)].map(([name, all]) => {
    const before = all.filter(({ hour }) => hour.getTime() !== last)
    const amounts = (some: typeof all) => some.map(({ amount }) => amount)
    return {
      key: name.slice(name.indexOf(":") + 1),
      coins: all.find(({ hour }) => hour.getTime() === last)?.amount ?? 0,
      same: amounts(before.filter(({ hour }) => (last - hour.getTime()) % week_ms === 0)),
      recent: amounts(before.filter(({ hour }) => last - hour.getTime() <= 3 * day_ms))
    }
  })
})

const crowdsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id }: Asked, hour: number) {
  const found = yield* rows(Schema.Struct({ metric: Schema.String, ...Hourly.fields }))(sql`
    (SELECT metric, key, hour, count::float8 AS count, amount::float8 AS amount FROM analytics_hours
      WHERE customer_id = ${customer_id}::uuid AND metric = 'buddy' AND hour IN (${at(hour - hour_ms)}, ${at(hour)})
        AND count >= ${harvest_events} ORDER BY amount DESC LIMIT 200)
    UNION ALL
    SELECT metric, '', hour, sum(count)::float8, sum(amount)::float8 FROM analytics_hours
    WHERE customer_id = ${customer_id}::uuid AND metric = 'active'
      AND hour IN (${at(hour - hour_ms)}, ${at(hour)}) GROUP BY metric, hour`)
  return [hour - hour_ms, hour].map((one) => {
    const own = found.filter((row) => row.hour.getTime() === one)
    return {
      hour: one,
      active: own.find(({ metric }) => metric === "active")?.count ?? 0,
      // Those its buddies got for events: what staff gave away is nothing to compare them with.
      coins: own.find(({ metric }) => metric === "active")?.amount ?? 0,
      busiest: own.filter(({ metric }) => metric === "buddy")
    }
  })
})

/** Days are those before the last 24 hours; `usual`: on how many there was one in what are the last six hours today. */
const typesOf = (sql: SqlClient.SqlClient, { customer_id }: Asked, hour: number) =>
  rows(TypeRow)(sql`
    WITH hours AS (
      SELECT key, count, floor(extract(epoch FROM ${at(hour - hour_ms)}::timestamptz - hour) / 3600)::int AS ago
      FROM analytics_hours
      WHERE customer_id = ${customer_id}::uuid AND metric = 'events' AND hour >= ${at(hour - 8 * day_ms)}),
    days AS (
      SELECT key, ago / 24 AS day, sum(count) AS count, bool_or(ago % 24 < 6) AS is_usual FROM hours
      WHERE ago >= 24 GROUP BY 1, 2),
    latest AS (SELECT key, sum(count) AS count FROM hours WHERE ago < 6 GROUP BY 1)
    SELECT key, coalesce((SELECT l.count FROM latest AS l WHERE l.key = days.key), 0)::float8 AS latest,
      array_agg(count::float8) || array_fill(0::float8, ARRAY[7 - count(*)::int]) AS days,
      (count(*) FILTER (WHERE is_usual))::int AS usual
    FROM days GROUP BY key LIMIT 1100`)

const lastHour = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id }: Asked, hour: number) {
  const of = sql`h.customer_id = ${customer_id}::uuid AND h.hour = ${at(hour - hour_ms)}`
  const [events] = yield* rows(EventsRow)(sql`
    SELECT coalesce(sum(h.count), 0)::float8 AS all,
      coalesce(sum(h.count) FILTER (WHERE NOT EXISTS (SELECT FROM event_types AS t
        WHERE t.customer_id = h.customer_id AND t.event_type = h.key AND t.status = 'active')), 0)::float8 AS undefined
    FROM analytics_hours AS h WHERE ${of} AND h.metric = 'events'`)
  const limited = yield* rows(KeySumRow)(sql`
    SELECT h.key, h.count::float8 AS count, h.amount::float8 AS amount FROM analytics_hours AS h
    WHERE ${of} AND h.metric = 'limited' ORDER BY h.count DESC LIMIT 50`)
  return { events: events!, limited }
})

const spentOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id }: Asked, hour: number) {
  const found = yield* rows(SpentRow)(sql`
    SELECT floor(extract(epoch FROM ${at(hour - hour_ms)}::timestamptz - hour) / 86400)::int AS day,
      sum(amount)::float8 AS amount
    FROM analytics_hours WHERE customer_id = ${customer_id}::uuid AND metric = 'coins_out'
      AND hour >= ${at(hour - 8 * day_ms)} GROUP BY 1`)
  const by = new Map(found.map(({ amount, day }) => [day, amount]))
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => by.get(day) ?? 0)
  return { latest: (by.get(0) ?? 0) + (by.get(-1) ?? 0), days }
})

/** Coin rules of the active version, and the drops that are live: whatever pays out of a budget. */
const payersOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { content, customer_id }: Asked) {
  const drops = yield* rows(DropRow)(sql`
    SELECT surprise_drop_id AS rule_id, drop_key AS key, content -> 'budget' AS budget FROM surprise_drops
    WHERE customer_id = ${customer_id}::uuid AND deleted_at IS NULL AND (content ->> 'enabled')::boolean
      AND jsonb_typeof(content -> 'budget') = 'object'`)
  const coinRules = content.coin_rules.flatMap(({ budget, enabled, rule_id, rule_key }) =>
    enabled && typeof rule_id === "string" ? { rule_id, key: rule_key, budget, list: "coin-rules" } : []
  )
  return [...coinRules, ...drops.map((drop) => ({ ...drop, list: "customers/me/surprise-drops" }))]
})

const budgetsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, asked: Asked) {
  const { customer_id, facts, now } = asked
  const day = localDay(zoneOf(facts.timezone), now)
  const all = (yield* payersOf(sql, asked)).flatMap(({ budget, ...payer }) => {
    if (budget === null || budget.max_coins === 0) return []
    const { max_coins: max, period } = budget
    const period_key = period === "total" ? "total" : periodKey(period, periodOf(period, day))
    return { ...payer, max, period_key }
  })
  if (all.length === 0) return []
  const used = yield* rows(BudgetRow)(sql`
    SELECT rule_id, period_key, used::float8 AS used FROM rule_budgets
    WHERE customer_id = ${customer_id}::uuid AND rule_id = ANY(${all.map(({ rule_id }) => rule_id)}::uuid[])`)
  return all.map(({ key, list, max, period_key, rule_id }) => ({
    key,
    list,
    max,
    used: used.find((row) => row.rule_id === rule_id && row.period_key === period_key)?.used ?? 0
  }))
})

/** The events of this month; null: as many as there are. */
export const quotaOf = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { customer_id, facts, now }: Omit<Asked, "content">
) {
  const max = plans[facts.plan].events_per_month
  if (max === null) return null
  const month = at(now).toISOString().slice(0, 7)
  const [found] = yield* rows(UsedRow)(sql`
    SELECT coalesce(sum(used), 0)::float8 AS used FROM event_usage
    WHERE customer_id = ${customer_id}::uuid AND month = ${month}`)
  return { used: found!.used, max, from: Date.parse(`${month}-01T00:00:00Z`) }
})

/** One of a cause is shown by the cause, and by no route of the others. */
const routesTo = ({ id, owner }: typeof EndpointRow.Type): ReadonlyArray<string> => {
  if (owner === null) return [`webhook-configs/${id}`, `webhook-configs/${id}/deliveries`]
  return [`customers/me/causes/${owner.slice(owner.indexOf(":") + 1)}/webhook`]
}

const endpointsOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { customer_id, facts }: Asked) {
  // Where nothing is sent nothing fails, however long ago something did.
  if (!isActive(facts, "webhooks")) return []
  const found = yield* rows(EndpointRow)(sql`
    SELECT webhook_config_id AS id, url, owner, failing_since FROM webhook_configs
    WHERE customer_id = ${customer_id}::uuid AND enabled AND failing_since IS NOT NULL LIMIT 100`)
  return found.map((one) => ({
    id: one.id,
    host: URL.canParse(one.url) ? new URL(one.url).host : "",
    routes: routesTo(one),
    failing_since: one.failing_since.getTime()
  }))
})

export const figuresOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, asked: Asked) {
  const hour = hourOf(asked.now)
  const figures: Figures = {
    now: asked.now,
    hour,
    rules: yield* rulesOf(sql, asked, hour),
    crowds: yield* crowdsOf(sql, asked, hour),
    budgets: yield* budgetsOf(sql, asked),
    types: yield* typesOf(sql, asked, hour),
    ...(yield* lastHour(sql, asked, hour)),
    spent: yield* spentOf(sql, asked, hour),
    quota: yield* quotaOf(sql, asked),
    endpoints: yield* endpointsOf(sql, asked)
  }
  return figures
})
