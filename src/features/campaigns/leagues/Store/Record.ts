/** The record a season is simulated on. Nothing of it is written. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { cameInTime } from "../../../../platform/campaigns/Lateness.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import type { Metric } from "../../../../wire/campaigns/Metric.ts"
import { countedType } from "../../../../engine/campaigns/metrics.ts"
import { simulated_events_max } from "../Api.ts"
import type { Gain, Player } from "../Rules/Simulation.ts"
import { onTestClock } from "../../../../platform/postgres/TestClockSql.ts"

/** Which events count: those of the window that came in time, and before its season would have been settled. */
export interface Played {
  readonly customer_id: string
  readonly metric: Metric
  readonly from: Date
  readonly to: Date
  readonly finalizes_at: Date
}

export class SeasonRecord extends Context.Service<
  SeasonRecord,
  {
    /** how many events there are to play, at most one more than is played */
    size(played: Played): Effect.Effect<number>
    /** the next ones in the order of their arrival, fewer than `count` only at the end */
    gains(
      played: Played,
      after: string,
      count: number
    ): Effect.Effect<ReadonlyArray<Gain & { readonly sequence: string }>>
    /** those of the buddies that can take part */
    players(customer_id: string, buddy_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Player>>
    /** how many stand in each tier */
    standing(customer_id: string): Effect.Effect<ReadonlyMap<string, number>>
  }
>()("hatchery/features/leagues/SeasonRecord") {
  static readonly layer = Layer.effect(
    SeasonRecord,
    Effect.gen(function* () {
      const tenants = yield* Tenants
      const latenessOf = (customer_id: string) =>
        Effect.map(Effect.orDie(tenants.get(customer_id)), ({ max_lateness_days }) => max_lateness_days)
      return SeasonRecord.of(reading(yield* SqlClient.SqlClient, latenessOf))
    })
  )
}

const SizeRow = Schema.Struct({ events: Schema.Int })
const GainRow = Schema.Struct({
  sequence: Schema.String,
  buddy_id: Schema.String,
  amount: Schema.NumberFromString
})
const PlayerRow = Schema.Struct({
  buddy_id: Schema.String,
  audience: Schema.String,
  tier_key: Schema.NullOr(Schema.String)
})
const StandingRow = Schema.Struct({ tier_key: Schema.String, buddies: Schema.Int })

/** What an event was worth, as the engine measured it when it came in. */
const worth = (sql: SqlClient.SqlClient, { key, type }: Metric) =>
  type === "event_count"
    ? sql`1`
    : type === "coins_earned"
      ? sql`greatest(0, (e.effects ->> 'coins')::bigint)`
      : sql`coalesce((SELECT greatest(0, sum((token ->> 'amount')::bigint))
          FROM json_array_elements(e.effects -> 'tokens') AS token WHERE token ->> 'token_key' = ${key}), 0)`

const reading = (
  sql: SqlClient.SqlClient,
  latenessOf: (customer_id: string) => Effect.Effect<number>
): SeasonRecord["Service"] => {
  const selected = Effect.fnUntraced(function* ({ customer_id, finalizes_at, from, metric, to }: Played) {
    const type = countedType(metric)
    return sql`e.customer_id = ${customer_id}::uuid AND e.buddy_id IS NOT NULL AND e.mode = 'live'
      AND e.occurred_at >= ${from} AND e.occurred_at < ${to} AND e.received_at < ${finalizes_at}
      AND ${cameInTime(sql, yield* latenessOf(customer_id))}
      ${type === null ? sql`` : sql`AND e.type = ${type}`}
      AND NOT EXISTS (SELECT FROM buddy_history AS h WHERE h.customer_id = e.customer_id AND h.key = e.event_id
        AND h.kind = 'reversal' AND h.created_at < ${finalizes_at})`
  })
  return {
    size: Effect.fn("SeasonRecord.size")(function* (played) {
      const found = yield* rows(SizeRow)(sql`
        SELECT count(*)::int AS events
        FROM (SELECT FROM events AS e WHERE ${yield* selected(played)} LIMIT ${simulated_events_max + 1}) AS found`)
      return found[0]!.events
    }),
    gains: Effect.fnUntraced(function* (played, after, count) {
      const page = rows(GainRow)(sql`
        SELECT e.sequence::text AS sequence, e.buddy_id, (${worth(sql, played.metric)})::text AS amount
        FROM events AS e WHERE ${yield* selected(played)} AND e.sequence > ${after}::bigint
        ORDER BY e.sequence LIMIT ${count}`)
      // Along the order of arrival: a planner that knows the table badly sorts all that is left, for every page.
      return yield* Effect.orDie(sql.withTransaction(Effect.andThen(sql`SET LOCAL enable_sort = off`, page)))
    }),
    players: Effect.fnUntraced(function* (customer_id, buddy_ids) {
      return yield* rows(PlayerRow)(sql`
        SELECT b.buddy_id, b.audience, d.tier_key
        FROM buddies AS b
        LEFT JOIN league_standings AS d ON d.customer_id = b.customer_id AND d.buddy_id = b.buddy_id
        WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ANY(${buddy_ids}::uuid[]) AND b.status = 'active'
          AND NOT ${sql.literal(onTestClock("b"))}`)
    }),
    standing: Effect.fn("SeasonRecord.standing")(function* (customer_id) {
      const found = yield* rows(StandingRow)(sql`
        SELECT d.tier_key, count(*)::int AS buddies
        FROM league_standings AS d
        JOIN buddies AS b ON b.customer_id = d.customer_id AND b.buddy_id = d.buddy_id AND b.status = 'active'
        WHERE d.customer_id = ${customer_id}::uuid AND NOT ${sql.literal(onTestClock("b"))} GROUP BY d.tier_key`)
      return new Map(found.map(({ buddies, tier_key }) => [tier_key, buddies]))
    })
  }
}
