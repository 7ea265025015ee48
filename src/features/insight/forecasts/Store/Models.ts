/** Donors and their days, as the record has them. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { dayMs, localDay, offsetAt, startOfDay, type Zone } from "../../../../engine/calendar/zones.ts"
import type { BuddyState } from "../../../../engine/core/State.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { textOf } from "../../analytics/Rules/Periods.ts"
import { stepFor } from "../../analytics/Rules/Sample.ts"
import { type Donor, donors_max, type LivedEvent, weekdayOf } from "../Rules/Population.ts"
import type { Plan } from "./Plan.ts"

export interface Models {
  /** active users of the window, an audience each */
  readonly users: number
  readonly donors: ReadonlyArray<Donor>
  /** events of them, in all */
  readonly events: number
  /** days of the window */
  readonly days: number
}

const own = <A>() => Schema.Unknown as unknown as Schema.Codec<A>
const CountRow = Schema.Struct({ found: Schema.Int })
const WhoRow = Schema.Struct({
  buddy_id: Schema.String,
  user_id: Schema.String,
  audience: Schema.String,
  of: Schema.Int
})
type Who = typeof WhoRow.Type
const StateRow = own<{ readonly buddy_id: string; readonly state: BuddyState }>()
const EventRow = own<{
  readonly buddy_id: string
  readonly type: string
  readonly occurred_at: Date
  readonly properties: Readonly<Record<string, unknown>>
  readonly bytes: number
}>()
const BoughtRow = Schema.Struct({ buddy_id: Schema.String, times: Schema.Int, price: Schema.Finite })

/** Users that are looked at for donors: of more, one of two, of four, and so on. */
const candidates_max = 100_000
const states_at_once = 200
const donors_at_once = 50
/** newest ones of a donor, and what all of them may weigh */
const events_of_donor_max = 1_000
const events_max = 400_000
const bytes_max = 64_000_000

/** Buddies events of active users go to: the first that was hatched, of each audience. */
const candidates = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  customer_id: string,
  { audience, from, seed, to, today }: Plan
) {
  const since = sql`u.customer_id = ${customer_id}::uuid AND u.audience > '' AND u.last_day >= ${textOf(from)}::date
    AND u.first_day <= ${textOf(to ?? today)}::date AND (${audience}::text IS NULL OR u.audience = ${audience})`
  const [counted] = yield* rows(CountRow)(sql`SELECT count(*)::int AS found FROM analytics_users AS u WHERE ${since}`)
  const step = stepFor(counted!.found, candidates_max)
  const found = yield* rows(WhoRow)(sql`
    SELECT buddy_id, user_id, audience, (count(*) OVER ())::int AS of FROM (
      SELECT DISTINCT ON (i.user_id, i.audience) i.buddy_id, i.user_id, i.audience
      FROM analytics_users AS u
      JOIN buddy_identities AS i ON i.customer_id = u.customer_id AND i.user_id = u.user_id
        AND i.audience = u.audience AND i.status = 'active'
      WHERE ${since} AND (u.user_no & ${step - 1}::bigint) = 0
      ORDER BY i.user_id, i.audience, i.created_at, i.buddy_id) AS first
    ORDER BY md5(${seed} || buddy_id::text), buddy_id LIMIT ${donors_max}`)
  return { found, users: (found[0]?.of ?? 0) * step }
})

const statesOf = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, customer_id: string, who: ReadonlyArray<Who>) {
  const found = new Map<string, BuddyState>()
  for (let first = 0; first < who.length; first += states_at_once) {
    const ids = who.slice(first, first + states_at_once).map(({ buddy_id }) => buddy_id)
    const some = yield* rows(StateRow)(sql`
      SELECT buddy_id, state FROM buddy_states
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ANY(${ids}::uuid[])`)
    for (const { buddy_id, state } of some) found.set(buddy_id, state)
  }
  return found
})

interface Past {
  readonly customer_id: string
  readonly begin: Date
  readonly end: Date
  readonly event_limit: string
  readonly zone: Zone
}

const bought = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { begin, customer_id, end }: Past,
  who: ReadonlyArray<Who>
) {
  const found = yield* rows(BoughtRow)(sql`
    SELECT h.buddy_id, count(*)::int AS times, avg((h.body ->> 'price_paid')::float8) AS price
    FROM buddy_history AS h
    WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = ANY(${who.map(({ buddy_id }) => buddy_id)}::uuid[])
      AND h.kind = 'item' AND h.body ->> 'source' = 'purchase' AND h.created_at >= ${begin} AND h.created_at < ${end}
    GROUP BY h.buddy_id`)
  return new Map(found.map((one) => [one.buddy_id, one]))
})

/** By buddy and day; ends early where more is on record than is taken along. */
const lived = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { begin, customer_id, end, event_limit, zone }: Past,
  who: ReadonlyArray<Who>
) {
  const days = new Map<string, Map<number, Array<LivedEvent>>>()
  let [events, bytes] = [0, 0]
  for (let first = 0; first < who.length && events < events_max && bytes < bytes_max; first += donors_at_once) {
    const some = who.slice(first, first + donors_at_once)
    const found = yield* rows(EventRow)(sql`
      SELECT e.buddy_id, e.type, e.occurred_at, e.properties, octet_length(e.properties::text) AS bytes
      FROM unnest(${some.map(({ user_id }) => user_id)}::text[], ${some.map(({ buddy_id }) => buddy_id)}::uuid[])
        AS d (user_id, buddy_id)
      CROSS JOIN LATERAL (
        SELECT e.* FROM events AS e
        WHERE e.customer_id = ${customer_id}::uuid AND e.user_id = d.user_id AND e.buddy_id = d.buddy_id
          AND e.sequence <= ${event_limit}::bigint AND e.occurred_at >= ${begin} AND e.occurred_at < ${end}
        ORDER BY e.sequence DESC LIMIT ${events_of_donor_max}) AS e
      ORDER BY e.buddy_id, e.occurred_at, e.sequence`)
    for (const { buddy_id } of some) days.set(buddy_id, new Map())
    for (const { buddy_id, bytes: size, occurred_at, properties, type } of found) {
      const at = occurred_at.getTime()
      const day = localDay(zone, at)
      const ofBuddy = days.get(buddy_id)!
      const list = ofBuddy.get(day) ?? []
      ofBuddy.set(day, list)
      list.push({ type, offset: at + offsetAt(zone, at) - day * dayMs, properties })
      events++
      bytes += size
    }
  }
  return { days, events }
})

/** To be asked by a job: it reads for seconds where there is much. */
export const modelling = (sql: SqlClient.SqlClient) =>
  Effect.fn("ForecastStore.models")(function* (customer_id: string, plan: Plan, zone: Zone) {
    const last = plan.to ?? plan.today
    const record: Past = {
      customer_id,
      begin: new Date(startOfDay(zone, plan.from)),
      end: new Date(startOfDay(zone, last + 1)),
      event_limit: plan.event_limit,
      zone
    }
    const { found, users } = yield* candidates(sql, customer_id, plan)
    const { days, events } = yield* lived(sql, record, found)
    const taken = found.filter(({ buddy_id }) => days.has(buddy_id))
    const states = yield* statesOf(sql, customer_id, taken)
    const purchases = yield* bought(sql, record, taken)
    const donors = taken.map(({ audience, buddy_id }): Donor => {
      const ofBuddy = days.get(buddy_id)!
      const byWeekday: Array<Array<ReadonlyArray<LivedEvent>>> = Array.from({ length: 7 }, () => [])
      for (let day = plan.from; day <= last; day++) byWeekday[weekdayOf(day)]!.push(ofBuddy.get(day) ?? [])
      const paid = purchases.get(buddy_id)
      return {
        audience,
        state: states.get(buddy_id) ?? null,
        days: byWeekday,
        purchases_per_active_day: paid === undefined ? 0 : paid.times / Math.max(1, ofBuddy.size),
        price: paid?.price ?? null
      }
    })
    return { users, donors, events, days: last - plan.from + 1 } satisfies Models
  })
