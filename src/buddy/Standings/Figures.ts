/** What figures about all buddies say of some of them now, and say no more once they are gone. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { OwnCount } from "../../platform/analytics/Deltas.ts"
import { rows } from "../../platform/postgres/Sql.ts"
import { clockedPrefix, now_day, testPrefix } from "../../wire/analytics/Delta.ts"
import { onTestClock } from "../../platform/postgres/TestClockSql.ts"

const Figure = Schema.Struct({
  metric: Schema.String,
  audience: Schema.String,
  key: Schema.String,
  count: Schema.Int,
  amount: Schema.Finite
})

/** SQL: holders of what stands in a part of the state, by its keys. */
const holders = (metric: string, part: string, held: string) => `
  SELECT ${metric} AS metric, g.audience, h.key, count(*)::int AS count, 0::float8 AS amount
  FROM looked AS g CROSS JOIN json_each(g.state -> '${part}') AS h WHERE ${held}
  GROUP BY 1, g.audience, h.key`

/** SQL: more than none of it, and not archived. */
const held = (by: string) => `(h.value ->> '${by}')::bigint > 0 AND g.status = 'active'`

/** SQL: of everything that is held; a `metric` is made of its name. */
const allHolders = (metricOf: (name: string) => string) =>
  [
    holders(metricOf("token_holders"), "tokens", held("balance")),
    holders(metricOf("badge_holders"), "badges", held("count")),
    // An archived buddy keeps its items.
    holders(metricOf("item_owners"), "items", "(h.value ->> 'count')::bigint > 0")
  ].join(" UNION ALL ")

/** Increments of the figures of a tenant, of buddies that are still there. */
export const goneFigures = Effect.fnUntraced(function* (customer_id: string, buddy_ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* rows(Figure)(sql`
    WITH looked AS MATERIALIZED (
      SELECT i.audience, i.status, s.state FROM buddy_states AS s
      JOIN buddy_identities AS i ON i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id
      WHERE s.customer_id = ${customer_id}::uuid AND s.buddy_id = ANY(${buddy_ids}::uuid[]))
    SELECT 'erased' AS metric, audience, 'buddy' AS key, count(*)::int AS count, 0::float8 AS amount
    FROM looked GROUP BY audience
    UNION ALL
    SELECT 'erased', audience, 'archived_buddy', count(*)::int, 0 FROM looked WHERE status = 'archived'
    GROUP BY audience
    UNION ALL
    SELECT 'erased', audience, 'coin', 0, sum((state #>> '{coins,balance}')::bigint) FROM looked GROUP BY audience
    UNION ALL
    SELECT 'erased', g.audience, 'token:' || t.key, 0, sum((t.value ->> 'balance')::bigint)
    FROM looked AS g CROSS JOIN json_each(g.state -> 'tokens') AS t GROUP BY g.audience, t.key
    UNION ALL ${sql.literal(allHolders((name) => `'${name}'`))}`)
  return found.map((figure): OwnCount =>
    figure.metric === "erased" ? figure : { ...figure, count: -figure.count, day: now_day }
  )
})

/** Who holds what, of these buddies; of those on a test clock under names of their own. */
export const heldFigures = Effect.fnUntraced(function* (customer_id: string, buddy_ids: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* rows(Figure)(sql`
    WITH looked AS MATERIALIZED (
      SELECT i.audience, i.status, s.state, CASE WHEN ${sql.literal(onTestClock("i"))}
        THEN ${testPrefix} ELSE '' END AS prefix
      FROM buddy_states AS s
      JOIN buddy_identities AS i ON i.customer_id = s.customer_id AND i.buddy_id = s.buddy_id
      WHERE s.customer_id = ${customer_id}::uuid AND s.buddy_id = ANY(${buddy_ids}::uuid[]))
    ${sql.literal(allHolders((name) => `g.prefix || '${name}'`))}`)
})

const Own = Schema.Struct({ buddy_id: Schema.String })
const Laid = Schema.Struct({ audience: Schema.String, count: Schema.Int })
const buddies_at_once = 500

interface OfUsers {
  readonly customer_id: string
  readonly user_ids: ReadonlyArray<string>
}
interface Eggs {
  readonly customer_id: string
  readonly egg_ids: ReadonlyArray<string>
}

/** Eggs that may hatch yet, as gone: of these users, or these themselves. */
export const openEggs = Effect.fnUntraced(function* (of: OfUsers | Eggs) {
  const sql = yield* SqlClient.SqlClient
  const whose = "user_ids" in of ? sql`user_id = ANY(${of.user_ids}::text[])` : sql`egg_id = ANY(${of.egg_ids}::uuid[])`
  const found = yield* rows(Laid)(sql`
    SELECT audience, count(*)::int AS count FROM eggs
    WHERE customer_id = ${of.customer_id}::uuid AND ${whose} AND status IN ('waiting', 'ready', 'hatching')
    GROUP BY audience`)
  return found.map((laid): OwnCount => ({ ...laid, metric: "erased", key: "egg" }))
})

const negated = ({ amount = 0, count, ...figure }: OwnCount): OwnCount => ({
  ...figure,
  count: -count,
  amount: -amount
})
const ofTests = (figure: OwnCount): OwnCount => ({ ...figure, metric: testPrefix + figure.metric })

/** Increments of both kinds of figures as these users go onto a test clock, or come back from one. */
export const clockedFigures = Effect.fnUntraced(function* (
  customer_id: string,
  user_ids: ReadonlyArray<string>,
  way: "onto" | "back"
) {
  const sql = yield* SqlClient.SqlClient
  const own = yield* rows(Own)(sql`
    SELECT buddy_id FROM buddy_identities
    WHERE customer_id = ${customer_id}::uuid AND user_id = ANY(${user_ids}::text[])`)
  const going: Array<OwnCount> = [...(yield* openEggs({ customer_id, user_ids }))]
  for (let first = 0; first < own.length; first += buddies_at_once) {
    const some = own.slice(first, first + buddies_at_once).map(({ buddy_id }) => buddy_id)
    going.push(...(yield* goneFigures(customer_id, some)))
  }
  const out = going.map((one) => (one.metric === "erased" ? { ...one, key: clockedPrefix + one.key } : one))
  const [leave, enter] = way === "onto" ? [out, out.map(negated)] : [out.map(negated), out]
  return [...leave, ...enter.map(ofTests)]
})
