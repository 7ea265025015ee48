/** A buddy as it was: what its ledger and its story say of a moment. Nothing is kept twice for this. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { badRequest, notFound } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, Instant, Timestamp } from "../../../wire/Ids.ts"

export const BuddyAsOf = Schema.Struct({
  buddy_id: Id,
  as_of: Timestamp,
  coins: Schema.Int,
  tokens: Schema.Record(Schema.String, Schema.Int),
  evolution_stage: Schema.Int,
  prestige_level: Schema.Int,
  badges: Schema.Record(Schema.String, Schema.Int).annotate({ description: "awards until then, by badge_key" }),
  items: Schema.Array(Id).annotate({ description: "acquired until then" }),
  gates: Schema.Array(Schema.String).annotate({ description: "unlocked until then" }),
  ledger_rows: Schema.Int.annotate({ description: "rows the balances are the sum of" })
}).annotate({ identifier: "BuddyAsOf" })

const description =
  "The buddy at a moment since its birth. Balances are exact: they are those of its ledger. Badges, items and gates " +
  "are what had been won until then, also if a prestige or a reversal has taken it back. Skills and streaks are kept " +
  "as they are now only."

export class BuddyPastApi extends tenantGroup(
  HttpApiGroup.make("buddy-past").add(
    HttpApiEndpoint.get("asOf", "/buddies/:id/as-of", {
      params: { id: Schema.String },
      query: { at: Schema.optionalKey(Instant.annotate({ description: "default: now" })) },
      success: BuddyAsOf,
      error: [notFound, badRequest]
    }).annotateMerge(OpenApi.annotations({ description }))
  ),
  { access: "tenant_read", capability: "buddies", description: "Buddies as they were" }
) {}
