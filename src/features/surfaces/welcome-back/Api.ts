/** Links for mails to those who stayed away: what they left, what they missed, and the way back. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { publicGroup, tenantGroup } from "../../../wire/Group.ts"
import { Timestamp } from "../../../wire/Ids.ts"
import { buddyArchived } from "../../../wire/refusals/Buddies.ts"
import { WebUrl } from "../../../wire/surfaces/Common.ts"
import { says } from "../../../wire/Words.ts"

export const welcomeLimits = { token_length: 43, days: 30, back_days: 7, best_rank: 3 } as const

export const MakeWelcome = Schema.Struct({
  cta_url: Schema.optionalKey(WebUrl).annotate({ description: "where the button of the page leads" })
}).annotate({ identifier: "MakeWelcomeBack" })
export type MakeWelcome = typeof MakeWelcome.Type

export const WelcomeLink = Schema.Struct({
  url: Schema.String.annotate({ format: "uri", description: "for the mail; the token stands behind its #" }),
  token: Schema.String.annotate({ description: "shown this once" }),
  expires_at: Timestamp
}).annotate({ identifier: "WelcomeBackLink" })
export type WelcomeLink = typeof WelcomeLink.Type

export const Welcome = Schema.Struct({
  eligible: Schema.Boolean.annotate({
    description: "away for as long as the workspace counts as lapsed, or back from that within 7 days"
  }),
  days_away: Schema.Int.annotate({ description: "whole days since the newest event, else since the hatching" }),
  buddy: Schema.Struct({
    name: Schema.String,
    image_url: Schema.String,
    evolution_stage: Schema.Int,
    stage_name: Schema.String
  }),
  champion: Schema.NullOr(
    Schema.Struct({ season_name: Schema.String, tier_name: Schema.String, rank: Schema.Int })
  ).annotate({ description: "its best place in a season that is over, of the first three of a tier" }),
  streak: Schema.NullOr(
    Schema.Struct({ longest_streak: Schema.Int, restorable_until: Schema.NullOr(Timestamp) })
  ).annotate({ description: "the one that can be given back, else the longest there was; null: there was none" }),
  missed: Schema.Struct({ badges: Schema.Int, items: Schema.Int }).annotate({
    description: "how many are new since then"
  }),
  cta_url: Schema.NullOr(Schema.String),
  tenant_name: Schema.String
}).annotate({ identifier: "WelcomeBack" })
export type Welcome = typeof Welcome.Type

export class WelcomeBackApi extends tenantGroup(
  HttpApiGroup.make("welcome-back").add(
    HttpApiEndpoint.post("make", "/buddies/:id/welcome-back", {
      params: { id: Schema.String },
      payload: [MakeWelcome, Schema.Null],
      success: WelcomeLink.pipe(HttpApiSchema.status(201)),
      error: [notFound, validationFailed, buddyArchived]
    }).annotateMerge(
      says(
        "Make a link to come back by",
        "For the mail to somebody who stayed away. It works for 30 days, as often as it is opened, while the buddy " +
          "may be seen in public; a new one takes the place of the old."
      )
    )
  ),
  { access: "runtime_write", capability: "buddies", description: "Links for mails to those who stayed away" }
) {}

export class PublicWelcomeApi extends publicGroup(
  HttpApiGroup.make("public-welcome-back").add(
    HttpApiEndpoint.get("show", "/public/returning-champion/welcome-back", {
      query: { token: Schema.String.check(Schema.isBetweenLength(1, 200)) },
      success: Welcome,
      error: [notFound, serviceUnavailable]
    }).annotateMerge(
      says("Show what somebody comes back to", "By the token of the link. It opens nothing else, and changes nothing.")
    )
  ),
  { description: "What a link to come back by shows" }
) {}
