/**
 * Streaks that were lost, counted again. Changes that were written before they said so tell of a streak that began and
 * not whether another one was lost for it: of a day with one of them nobody knows more than what was counted then.
 */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { untoldMetric } from "../../../../buddy/journal/Counts.ts"
import { lostMetric } from "../../../../buddy/journal/Recount.ts"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import { type Count, testPrefix } from "../../../../wire/analytics/Delta.ts"
import { dayOfText, textOf } from "../Rules/Periods.ts"

/** Of a residue that has all a rebuild asks for, streaks that were lost included. */
export const toldFully = 4

const LostRow = Schema.Struct({
  metric: Schema.String,
  day: Schema.String,
  audience: Schema.String,
  key: Schema.String,
  count: Schema.Number,
  amount: Schema.Number
})
type LostRow = typeof LostRow.Type
type Place = Pick<LostRow, "audience" | "day" | "key" | "metric">

const placeKey = ({ audience, day, key, metric }: Place): string => JSON.stringify([metric, day, audience, key])

/** Under which metric a loss of it would have been counted. */
const lostOf = (metric: string): string | undefined => {
  if (metric === untoldMetric) return lostMetric
  return metric === testPrefix + untoldMetric ? testPrefix + lostMetric : undefined
}

/** Days, audiences and streaks of which it is not told. */
export class UntoldSum {
  readonly places = new Map<string, Place>()

  add(counts: ReadonlyArray<Count>): void {
    for (const [metric, day, audience, key] of counts) {
      const lost = lostOf(metric)
      if (lost !== undefined) this.put({ metric: lost, day: textOf(day!), audience, key })
    }
  }

  put(place: Place): void {
    this.places.set(placeKey(place), place)
  }
}

const countsIn = Effect.fnUntraced(function* (
  customer_id: string,
  table: "analytics_counters" | "analytics_residue_counters",
  metric: string
) {
  const sql = yield* SqlClient.SqlClient
  return yield* rows(LostRow)(sql`
    SELECT metric, day::text, audience, key, count::float8 AS count, amount::float8 AS amount FROM ${sql(table)}
    WHERE customer_id = ${customer_id}::uuid AND metric IN (${metric}, ${testPrefix + metric})`)
})

export const countedLost = (customer_id: string) => countsIn(customer_id, "analytics_counters", lostMetric)

/** `counted`: before they were counted again. */
export const keepLost = Effect.fnUntraced(function* (
  customer_id: string,
  counted: ReadonlyArray<LostRow>,
  untold: UntoldSum
) {
  const sql = yield* SqlClient.SqlClient
  const left = yield* countsIn(customer_id, "analytics_residue_counters", untoldMetric)
  untold.add(left.map(({ audience, day, key, metric }) => [metric, dayOfText(day), audience, key, 1, 0]))
  if (untold.places.size === 0) return
  yield* execute(sql`
    DELETE FROM analytics_counters AS c
    USING jsonb_to_recordset(${JSON.stringify([...untold.places.values()])}::jsonb)
      AS g (metric text, day date, audience text, key text)
    WHERE c.customer_id = ${customer_id}::uuid AND c.metric = g.metric AND c.day = g.day AND c.audience = g.audience
      AND c.key = g.key`)
  const kept = counted.filter((row) => untold.places.has(placeKey(row)))
  yield* execute(sql`
    INSERT INTO analytics_counters (customer_id, metric, day, audience, key, count, amount)
    SELECT ${customer_id}::uuid, metric, day, audience, key, count, amount
    FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      AS g (metric text, day date, audience text, key text, count bigint, amount bigint)`)
})
