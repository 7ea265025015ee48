/** Reports on what users do, how often they come back, and what it comes to. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { Day } from "../../../../wire/Day.ts"
import { Timestamp } from "../../../../wire/Ids.ts"
import { says } from "../../../../wire/Words.ts"
import {
  audience,
  compared,
  Count,
  Csv,
  deleted,
  error,
  head,
  Granularity,
  period,
  plain,
  Rate,
  span,
  stepped,
  tabled,
  truncated
} from "../../../../wire/analytics/Frame.ts"
import { whole } from "../../../../wire/content/Shared.ts"

export const sampled = {
  sample_rate: Schema.optionalKey(Schema.Finite).annotate({
    description: "where there are over a million users: the share of them that was looked at; counts are made up to all"
  })
}
export const snapshot_at = Schema.NullOr(Timestamp).annotate({
  description: "when the buddies were looked at; null: they were not yet"
})
const Figure = Schema.NullOr(Schema.Finite)

const engagementFields = {
  active_users: Count,
  events_per_user: Rate,
  active_days: Schema.Struct({
    mean: Figure,
    p50: Schema.NullOr(Count),
    p90: Schema.NullOr(Count),
    histogram: Schema.Array(Schema.Struct({ from: Count, to: Schema.NullOr(Count), users: Count }))
  }),
  stickiness: Rate
}
const EngagementTotals = Schema.Struct(engagementFields)
export const Engagement = Schema.Struct({
  ...head,
  ...engagementFields,
  series: Schema.Array(Schema.Struct({ ...period, active: Count, events_per_user: Rate })),
  features: Schema.Array(Schema.Struct({ feature: Schema.String, users: Count, share: Rate })),
  ...sampled,
  previous: Schema.optionalKey(EngagementTotals)
}).annotate({ identifier: "AnalyticsEngagement" })

export const FeatureActivity = Schema.Struct({
  ...head,
  features: Schema.Array(
    Schema.Struct({
      feature: Schema.String,
      capability: Schema.NullOr(Schema.String),
      entitled: Schema.Boolean,
      enabled: Schema.Boolean,
      users: Count,
      share: Rate,
      actions: Count,
      last_day: Schema.NullOr(Day)
    })
  ),
  ...sampled
}).annotate({ identifier: "AnalyticsFeatureActivity" })

export const Funnel = Schema.Struct({
  ...head,
  steps: Schema.Array(
    Schema.Struct({
      step: Schema.Literals(["active", "viewed", "purchased", "equipped"]),
      users: Schema.NullOr(Count).annotate({ description: "null: nobody loaded a shop here, and the step is skipped" }),
      of_previous: Rate
    })
  ),
  by_item: Schema.Array(
    Schema.Struct({
      item_id: Schema.String,
      name: Schema.NullOr(Schema.String),
      viewed_users: Schema.NullOr(Count).annotate({ description: "null: shops are loaded whole" }),
      purchases: Count,
      equips: Count,
      ...deleted
    })
  ),
  unaffordable_share: Rate,
  ...truncated,
  ...sampled
}).annotate({ identifier: "AnalyticsMarketplaceFunnel" })

const RetentionPeriod = Schema.Struct({ offset: Count, users: Count, rate: Rate, complete: Schema.Boolean })
export const modes = ["on", "on_or_after"] as const
export const Retention = Schema.Struct({
  ...head,
  granularity: Granularity,
  mode: Schema.Literals(modes),
  cohorts: Schema.Array(Schema.Struct({ cohort: Schema.String, size: Count, periods: Schema.Array(RetentionPeriod) })),
  overall: Schema.Array(Schema.Struct({ offset: Count, users: Count, of: Count, rate: Rate }))
}).annotate({ identifier: "AnalyticsRetention" })

export const Evolution = Schema.Struct({
  ...head,
  stages: Schema.Array(
    Schema.Struct({
      stage: Count,
      name: Schema.NullOr(Schema.String),
      buddies: Schema.NullOr(Count),
      share: Rate,
      p50_days_to_reach: Figure
    })
  ),
  ready_now: Schema.NullOr(Count),
  evolved: Count,
  prestiged: Count,
  series: Schema.Array(Schema.Struct({ ...period, evolved: Count, prestiged: Count })),
  snapshot_at
}).annotate({ identifier: "AnalyticsEvolution" })

export const Streaks = Schema.Struct({
  ...head,
  streaks: Schema.Array(
    Schema.Struct({
      streak_key: Schema.String,
      running: Schema.NullOr(Count),
      at_least: Schema.NullOr(Schema.Struct({ "3": Count, "7": Count, "30": Count, "100": Count })),
      mean_current: Figure,
      longest: Schema.NullOr(Count),
      lapsed: Schema.NullOr(Count),
      started: Count,
      extended: Count,
      lost: Count,
      restored: Count,
      frozen: Count,
      milestones: Count,
      loss_rate: Rate,
      ...deleted
    })
  ),
  series: Schema.Array(Schema.Struct({ ...period, extended: Count, lost: Count })),
  snapshot_at,
  ...truncated
}).annotate({ identifier: "AnalyticsStreaks" })

const retention = {
  granularity: Schema.optionalKey(Granularity.annotate({ description: "how long a period is; a week by itself" })),
  mode: Schema.optionalKey(
    Schema.Literals(modes).annotate({ description: "on: active in that period. on_or_after: in it or any later one" })
  ),
  cohorts: Schema.optionalKey(
    whole(1, 31).annotate({ description: "the newest ones: at most 31 days, 26 weeks or 24 months; 8 by itself" })
  )
}

export const userReports = [
  HttpApiEndpoint.get("engagement", "/analytics/engagement", {
    query: { ...span, ...audience, ...stepped, ...compared, ...plain },
    success: Engagement,
    error: [...error]
  }).annotateMerge(
    says(
      "Show how often users come",
      "On how many days of the window, with how many events, and what they used. Kept for a minute, as `as_of` says."
    )
  ),
  HttpApiEndpoint.get("retention", "/analytics/retention", {
    query: { ...span, ...audience, ...retention, ...tabled },
    success: [Retention, Csv],
    error: [...error]
  }).annotateMerge(
    says(
      "Show who comes back",
      "A cohort is who was new in a period; offset k is the k-th one after it. A running period is not complete and " +
        "left out of `overall`."
    )
  ),
  HttpApiEndpoint.get("featureActivity", "/analytics/feature-activity", {
    query: { ...span, ...audience, ...tabled },
    success: [FeatureActivity, Csv],
    error: [...error]
  }).annotateMerge(
    says("Show which features are used", "By whom and how often, whether the plan has them and whether they are on.")
  ),
  HttpApiEndpoint.get("marketplaceFunnel", "/analytics/marketplace-funnel", {
    query: { ...span, ...audience, ...plain },
    success: Funnel,
    error: [...error]
  }).annotateMerge(
    says(
      "Show the way from a visit to something worn",
      "A step holds users who did it and all steps before in the window, in any order. `unaffordable_share`: tries " +
        "that were refused for coins."
    )
  ),
  HttpApiEndpoint.get("evolution", "/analytics/evolution", {
    query: { ...span, ...audience, ...stepped, ...plain },
    success: Evolution,
    error: [...error]
  }).annotateMerge(
    says(
      "Show how buddies grow",
      "Stages are of `snapshot_at`; days to a stage are of those who came to it in the window."
    )
  ),
  HttpApiEndpoint.get("streaks", "/analytics/streaks", {
    query: { ...span, ...audience, ...stepped, ...tabled },
    success: [Streaks, Csv],
    error: [...error]
  }).annotateMerge(
    says(
      "Show how streaks hold",
      "Running ones are of `snapshot_at`. A loss counts once the user's next event shows it; until then it is `lapsed`."
    )
  )
] as const
