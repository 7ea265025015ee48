/** Reports on whether the economy holds and whether the program pays. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { says } from "../../../../wire/Words.ts"
import { audience, Count, deleted, error, head, plain, Rate, span } from "../../../../wire/analytics/Frame.ts"
import { sampled, snapshot_at } from "./Users.ts"

const Figure = Schema.NullOr(Schema.Finite)

export const findingCodes = [
  "few_sinks",
  "draining",
  "inflating",
  "hoarding",
  "one_rule",
  "nothing_affordable",
  "idle_coins"
] as const

export const EconomyHealth = Schema.Struct({
  ...head,
  sink_ratio: Figure,
  velocity: Figure,
  inflation_30d: Figure,
  issued_per_active_user: Figure,
  balances: Schema.Struct({
    p10: Schema.NullOr(Count),
    p50: Schema.NullOr(Count),
    p90: Schema.NullOr(Count),
    p99: Schema.NullOr(Count),
    gini: Rate,
    top_1pct_share: Rate,
    holders: Schema.NullOr(Count)
  }),
  idle_share: Rate,
  days_to_median_item: Figure,
  top_rule: Schema.NullOr(Schema.Struct({ rule_key: Schema.String, share: Rate, ...deleted })),
  findings: Schema.Array(
    Schema.Struct({
      code: Schema.Literals(findingCodes),
      severity: Schema.Literals(["info", "warning"]),
      value: Schema.Finite,
      threshold: Schema.Finite
    })
  ),
  snapshot_at
}).annotate({ identifier: "AnalyticsEconomyHealth" })

const Side = Schema.Struct({ users: Count, value: Figure })
export const comparisonKinds = ["holdout", "early_reward", "streak_3"] as const
export const unknowns = [
  "revenue_not_sent",
  "no_holdout",
  "not_randomised",
  "no_costs",
  "too_few_users",
  "margin",
  "cannibalisation"
] as const

export const RoiMetrics = Schema.Struct({
  ...head,
  value: Schema.Struct({
    currency: Schema.NullOr(Schema.String),
    by_type: Schema.Array(Schema.Struct({ event_type: Schema.String, events: Count, value_minor: Count })),
    total_minor: Schema.NullOr(Count)
  }),
  cost: Schema.Struct({
    program_minor: Schema.NullOr(Count),
    coins_redeemed_minor: Schema.NullOr(Count),
    coin_liability_minor: Schema.NullOr(Count)
  }),
  comparisons: Schema.Array(
    Schema.Struct({
      kind: Schema.Literals(comparisonKinds),
      a: Side.annotate({ description: "with it: outside the holdout, rewarded early, with a streak" }),
      b: Side,
      metric: Schema.Literals(["retention_w4", "value_per_user"]),
      difference: Figure,
      ci95: Schema.NullOr(Schema.Array(Schema.Finite)).annotate({ description: "two figures: from, to" }),
      is_causal: Schema.Boolean,
      caveat: Schema.NullOr(Schema.Literals(["self_selection", "not_randomised", "too_few_users"]))
    })
  ),
  roi: Figure,
  unknown: Schema.Array(Schema.Literals(unknowns)),
  ...sampled
}).annotate({ identifier: "AnalyticsRoi" })

export const worthReports = [
  HttpApiEndpoint.get("economyHealth", "/analytics/economy-health", {
    query: { ...span, ...audience, ...plain },
    success: EconomyHealth,
    error: [...error]
  }).annotateMerge(
    says(
      "Judge the economy",
      "What is spent of what is issued, how balances spread, and findings where a figure passes its threshold. None " +
        "below 20 buddies that hold coins."
    )
  ),
  HttpApiEndpoint.get("roiMetrics", "/analytics/roi-metrics", {
    query: { ...span, ...audience, ...plain },
    success: RoiMetrics,
    error: [...error]
  }).annotateMerge(
    says(
      "Reckon what the program is worth",
      "With what `settings.roi` says of values and costs. A figure without its input is null; `unknown` names what " +
        "cannot be seen from here. Only a randomised holdout shows a cause."
    )
  )
] as const
