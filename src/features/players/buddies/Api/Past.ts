/** A buddy as it was, and why it changed where no event changed it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ChangeKind, Origin } from "../../../../wire/Change.ts"
import { badRequest, notFound, serviceUnavailable } from "../../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../../wire/Group.ts"
import { Id, Instant, PathId, Timestamp } from "../../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../../wire/Page.ts"
import { Effects, TraceRow } from "../../../../wire/answers/Effects.ts"
import { says } from "../../../../wire/Words.ts"

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

/** Without its trace: the items of the list. */
const change = {
  change_id: Id,
  kind: ChangeKind,
  input: Schema.Record(Schema.String, Schema.Json).annotate({ description: "what was asked" }),
  origin: Schema.NullOr(Origin).annotate({ description: "who asked; null when nobody said" }),
  config_version_id: Id.annotate({ description: "what it was decided under" }),
  ledger_ids: Schema.Array(Id),
  occurred_at: Timestamp
}
export const BuddyChange = Schema.Struct(change).annotate({ identifier: "BuddyChange" })
export const ExplainedChange = Schema.Struct({
  ...change,
  reply: Schema.Record(Schema.String, Schema.Json).annotate({ description: "the facts it was answered with" }),
  effects: Effects,
  trace: Schema.Array(TraceRow)
}).annotate({ identifier: "ExplainedChange" })

const changes = "Changes no event caused (manual, scheduled, reversals), newest first. They are kept as long as events."

const description =
  "The buddy at a moment since its birth. Balances are exact: they are those of its ledger. Badges, items and gates " +
  "are what had been won until then, also if a prestige or a reversal has taken it back. Skills and streaks are kept " +
  "as they are now only."

export class BuddyPastApi extends tenantGroup(
  HttpApiGroup.make("buddy-past").add(
    HttpApiEndpoint.get("asOf", "/buddies/:id/as-of", {
      params: { id: PathId },
      query: { at: Schema.optionalKey(Instant.annotate({ description: "default: now" })) },
      success: BuddyAsOf,
      error: [notFound, badRequest, rateLimited, serviceUnavailable]
    }).annotateMerge(says("Show a buddy at a past moment", description)),
    HttpApiEndpoint.get("changes", "/buddies/:id/changes", {
      params: { id: PathId },
      query: { ...cursorQuery, kind: Schema.optionalKey(ChangeKind) },
      success: cursorPage(BuddyChange),
      error: [notFound, badRequest]
    }).annotateMerge(says("List changes no event caused", changes)),
    HttpApiEndpoint.get("change", "/buddies/:id/changes/:change_id", {
      params: { id: PathId, change_id: Schema.String },
      success: ExplainedChange,
      error: notFound
    }).annotateMerge(
      says("Explain a change", "The change with what it brought and why, told like the trace of an event.")
    )
  ),
  { access: "tenant_read", capability: "buddies", description: "Buddies as they were" }
) {}
