/** Reports on who is there and what they send. */
import { Schema } from "effect"
import { Day } from "../../../../wire/Day.ts"
import { Count, head, period, Rate, truncated } from "../../../../wire/analytics/Frame.ts"

const overviewFields = {
  users: Schema.Struct({
    total: Count,
    new: Count,
    active_1d: Count,
    active_7d: Count,
    active_30d: Count,
    stickiness: Rate
  }),
  buddies: Schema.Struct({ total: Count, active: Count, archived: Count, hatched: Count }),
  eggs: Schema.Struct({ created: Count, hatched: Count, cancelled: Count, open: Count }),
  events: Schema.Struct({ count: Count, per_active_user: Rate, backfilled: Count, reversed: Count }),
  coins: Schema.Struct({ issued: Count, spent: Count, corrected: Count, outstanding: Count }),
  badges_awarded: Count,
  items_acquired: Count,
  evolutions: Count,
  webhooks: Schema.Struct({ delivered: Count, exhausted: Count })
}
const OverviewTotals = Schema.Struct(overviewFields)
export type OverviewTotals = typeof OverviewTotals.Type
export const Overview = Schema.Struct({
  ...head,
  ...overviewFields,
  previous: Schema.optionalKey(OverviewTotals)
}).annotate({ identifier: "AnalyticsOverview" })

const ActivityTotals = Schema.Struct({ active: Count, new: Count, resurrected: Count, events: Count })
export type ActivityTotals = typeof ActivityTotals.Type
export const ActivitySummary = Schema.Struct({
  ...head,
  totals: ActivityTotals,
  series: Schema.Array(
    Schema.Struct({
      ...period,
      active: Count,
      new: Count,
      returning: Count,
      resurrected: Count,
      dormant: Count,
      events: Count
    })
  ),
  previous: Schema.optionalKey(ActivityTotals)
}).annotate({ identifier: "AnalyticsActivitySummary" })

export const EventCounts = Schema.Struct({
  ...head,
  total: Count,
  series: Schema.Array(Schema.Struct({ ...period, events: Count })),
  types: Schema.Array(
    Schema.Struct({
      event_type: Schema.String,
      events: Count,
      share: Rate,
      defined: Schema.Boolean,
      backfilled: Count,
      reversed: Count,
      without_buddy: Count,
      unrewarded: Count,
      coins: Count
    })
  ),
  ...truncated
}).annotate({ identifier: "AnalyticsEventCounts" })

export const CustomEvents = Schema.Struct({
  ...head,
  types: Schema.Array(
    Schema.Struct({
      event_type: Schema.String,
      events: Count,
      users: Count,
      defined: Schema.Boolean,
      used_by: Schema.Array(Schema.Struct({ type: Schema.String, key: Schema.String })),
      first_day: Schema.NullOr(Day),
      last_day: Schema.NullOr(Day),
      silent_days: Schema.NullOr(Count)
    })
  ),
  sample_rate: Schema.optionalKey(Schema.Finite).annotate({
    description: "where there are over a million events: the share of users whose events were looked at for `users`"
  }),
  ...truncated
}).annotate({ identifier: "AnalyticsCustomEvents" })

export const Audiences = Schema.Struct({
  ...head,
  audiences: Schema.Array(
    Schema.Struct({
      key: Schema.String,
      name: Schema.NullOr(Schema.String),
      listed: Schema.Boolean,
      users: Count,
      active_users: Count,
      new_users: Count,
      buddies: Count,
      events: Count,
      coins_issued: Count,
      coins_spent: Count,
      outstanding: Count,
      retention_w1: Rate
    })
  ),
  ...truncated
}).annotate({ identifier: "AnalyticsAudiences" })
