/** Reports on what is earned, spent and owned, and on deliveries. */
import { Schema } from "effect"
import { Timestamp } from "../../../../wire/Ids.ts"
import { Count, deleted, head, period, Rate, truncated } from "../../../../wire/analytics/Frame.ts"

const CoinTotals = Schema.Struct({
  issued: Count,
  spent: Count,
  corrected: Count,
  net: Count,
  outstanding: Count
})
export type CoinTotals = typeof CoinTotals.Type

export const EconomySummary = Schema.Struct({
  ...head,
  coins: CoinTotals,
  sources: Schema.Array(
    Schema.Struct({
      source: Schema.String,
      key: Schema.NullOr(Schema.String),
      coins: Count,
      rows: Count,
      share: Rate,
      ...deleted
    })
  ),
  sinks: Schema.Array(
    Schema.Struct({
      sink: Schema.String,
      key: Schema.NullOr(Schema.String),
      coins: Count,
      rows: Count,
      share: Rate,
      ...deleted
    })
  ),
  tokens: Schema.Array(
    Schema.Struct({
      token_key: Schema.String,
      kind: Schema.NullOr(Schema.String),
      earned: Count,
      spent: Count,
      outstanding: Count
    })
  ),
  series: Schema.Array(Schema.Struct({ ...period, issued: Count, spent: Count, corrected: Count, outstanding: Count })),
  ...truncated,
  previous: Schema.optionalKey(CoinTotals)
}).annotate({ identifier: "AnalyticsEconomySummary" })

export const PopularBadges = Schema.Struct({
  ...head,
  badges: Schema.Array(
    Schema.Struct({
      badge_key: Schema.String,
      label: Schema.NullOr(Schema.String),
      tier: Schema.NullOr(Schema.String),
      awarded: Count,
      holders: Count,
      rarity: Rate,
      coins: Count,
      revoked: Count,
      ...deleted
    })
  ),
  ...truncated
}).annotate({ identifier: "AnalyticsPopularBadges" })

export const PopularItems = Schema.Struct({
  ...head,
  items: Schema.Array(
    Schema.Struct({
      item_id: Schema.String,
      item_key: Schema.NullOr(Schema.String),
      name: Schema.NullOr(Schema.String),
      category: Schema.NullOr(Schema.String),
      status: Schema.NullOr(Schema.String),
      acquired: Count,
      purchases: Count,
      gifts: Count,
      unlocks: Count,
      rewards: Count,
      coins: Count,
      owners: Count,
      equips: Count,
      ...deleted
    })
  ),
  ...truncated
}).annotate({ identifier: "AnalyticsPopularItems" })

export const Tokens = Schema.Struct({
  ...head,
  tokens: Schema.Array(
    Schema.Struct({
      token_key: Schema.String,
      name: Schema.NullOr(Schema.String),
      kind: Schema.NullOr(Schema.String),
      earned: Count,
      spent: Count,
      corrected: Count,
      outstanding: Count,
      holders: Count,
      sources: Schema.Array(
        Schema.Struct({ source: Schema.String, key: Schema.NullOr(Schema.String), amount: Count, ...deleted })
      ),
      ...deleted
    })
  ),
  gates: Schema.Array(
    Schema.Struct({
      gate_key: Schema.String,
      token_key: Schema.NullOr(Schema.String),
      cost: Schema.NullOr(Count),
      unlocks: Count,
      amount: Count,
      ...deleted
    })
  ),
  series: Schema.Array(Schema.Struct({ ...period, token_key: Schema.String, earned: Count, spent: Count })),
  ...truncated
}).annotate({ identifier: "AnalyticsTokens" })

export const Webhooks = Schema.Struct({
  ...head,
  endpoints: Schema.Array(
    Schema.Struct({
      webhook_config_id: Schema.String,
      host: Schema.NullOr(Schema.String),
      enabled: Schema.Boolean,
      status: Schema.Literals(["healthy", "failing", "disabled", "deleted"]),
      delivered: Count,
      failed_attempts: Count,
      exhausted: Count,
      pending: Count,
      success_rate: Rate,
      p50_ms: Schema.NullOr(Count),
      p95_ms: Schema.NullOr(Count),
      last_success_at: Schema.NullOr(Timestamp),
      failing_since: Schema.NullOr(Timestamp)
    })
  ),
  events: Schema.Array(
    Schema.Struct({ event: Schema.String, deliveries: Count.annotate({ description: "delivered or given up" }) })
  ),
  series: Schema.Array(Schema.Struct({ ...period, delivered: Count, failed_attempts: Count })),
  ...truncated
}).annotate({ identifier: "AnalyticsWebhooks" })
