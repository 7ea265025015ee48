/** What boards and seasons are won by. */
import { Schema } from "effect"
import { absentAs, EventTypeName, orNull } from "../content/Shared.ts"

export const metricTypes = ["coins_earned", "token_earned", "event_count", "skill_level", "streak_current"] as const

export interface Metric {
  readonly type: (typeof metricTypes)[number]
  readonly key: string | null
}

export const coinsEarned: Metric = { type: "coins_earned", key: null }

/** Names in it are not looked up: versions differ, and what a buddy's version lacks scores nothing. */
export const MetricInput = Schema.Struct({
  type: Schema.Literals(metricTypes),
  key: orNull(EventTypeName)
})
  .check(
    Schema.makeFilter<Metric>(({ key, type }) =>
      (type === "coins_earned") === (key === null)
        ? undefined
        : { path: ["key"], issue: key === null ? `${type} needs a key` : `${type} takes no key` }
    )
  )
  .annotate({ identifier: "Metric", description: "token_earned, event_count, skill_level, streak_current: of `key`" })

export const MetricAnswer = Schema.Struct({
  type: Schema.Literals(metricTypes),
  key: Schema.NullOr(Schema.String)
}).annotate({ identifier: "MetricAnswer" })

export const MetricField = absentAs(MetricInput, { type: "coins_earned", key: null })

/** What each event brings is summed; of the others the newest or the highest counts. */
export const isAdding = ({ type }: Metric): boolean => type !== "skill_level" && type !== "streak_current"
