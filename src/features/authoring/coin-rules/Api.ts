/** What pays coins for an event. Versioned: edits go to the open draft, see config-versions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id } from "../../../wire/Ids.ts"
import { CoinRule, CoinRuleInput } from "../../../wire/content/CoinRule.ts"
import { draftCollection } from "../../../wire/DraftCollection.ts"
import { says } from "../../../wire/Words.ts"

export const PoolTelemetry = Schema.Struct({
  rule_id: Id,
  window_days: Schema.Int,
  draws: Schema.Int,
  coins_issued: Schema.Int,
  budget_used: Schema.NullOr(Schema.Int).annotate({
    description: "coins of the budget's current period; null: no budget"
  }),
  entries: Schema.Array(
    Schema.Struct({
      value: Schema.Int,
      weight: Schema.Finite,
      expected_share: Schema.Finite,
      observed_count: Schema.Int,
      observed_share: Schema.Finite
    })
  )
}).annotate({ identifier: "RewardPoolTelemetry" })
export type PoolTelemetry = typeof PoolTelemetry.Type

const window_days = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 }))
const telemetryDescription =
  "How often each entry of the rule's pool was drawn in the last `window_days` (default 30), before boosters and " +
  "whether the budget could pay it, beside how often it should be; and the coins that were paid. 404 when the rule " +
  "has no pool."

export class CoinRulesApi extends tenantGroup(
  HttpApiGroup.make("coin-rules").add(
    ...draftCollection("/coin-rules", { noun: "coin rule", item: CoinRule, input: CoinRuleInput }),
    HttpApiEndpoint.get("telemetry", "/coin-rules/:id/reward-pool/telemetry", {
      params: { id: Schema.String },
      query: { window_days: Schema.optionalKey(window_days) },
      success: PoolTelemetry,
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show how a reward pool pays", telemetryDescription))
  ),
  { access: "config", capability: "none", description: "What pays coins for an event; edits go to the open draft" }
) {}
