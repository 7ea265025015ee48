/** Kudos: one buddy thanks another, and both have something of it. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { givingRefusals, givingWords, Kudos, kudosBody, KudosAnswer } from "../../../wire/answers/Kudos.ts"
import { whole } from "../../../wire/content/Shared.ts"
import { badRequest, notFound, serviceUnavailable } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { PathId, text } from "../../../wire/Ids.ts"
import { cursorPage, cursorQuery } from "../../../wire/Page.ts"
import { says } from "../../../wire/Words.ts"

const GiveKudos = Schema.Struct({ to_buddy_id: text({ min: 1, max: 64 }), ...kudosBody }).annotate({
  identifier: "GiveKudos"
})

export const Direction = Schema.Literals(["received", "given"])
export type Direction = typeof Direction.Type

const Share = Schema.NullOr(Schema.Finite)
export const KudosAnalytics = Schema.Struct({
  window_days: Schema.Int,
  given: Schema.Int,
  givers: Schema.Int.annotate({ description: "different ones" }),
  receivers: Schema.Int.annotate({ description: "different ones" }),
  by_type: Schema.Array(Schema.Struct({ kudo_key: Schema.String, given: Schema.Int })),
  reciprocity: Share.annotate({
    description: "share of kudos that the receiver answered with kudos within a day; null: none were given"
  }),
  top_pairs_share: Share.annotate({
    description: "share of the busiest 1 % of pairs, at least one pair; null: none were given"
  })
}).annotate({ identifier: "KudosAnalytics" })
export type KudosAnalytics = typeof KudosAnalytics.Type

const ofBuddy = "/buddies/:buddy_id/kudos"
const base = "/customers/me/kudos"

export class KudosApi extends tenantGroup(
  HttpApiGroup.make("kudos").add(
    HttpApiEndpoint.post("give", ofBuddy, {
      params: { buddy_id: PathId },
      payload: GiveKudos,
      success: KudosAnswer.pipe(HttpApiSchema.status(201)),
      error: givingRefusals
    }).annotateMerge(givingWords),
    HttpApiEndpoint.get("list", ofBuddy, {
      params: { buddy_id: PathId },
      query: { ...cursorQuery, direction: Schema.optionalKey(Direction) },
      success: cursorPage(Kudos),
      error: [notFound, badRequest]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List the kudos of a buddy", "Newest first: those it received, or those it gave.")),
    HttpApiEndpoint.delete("remove", `${base}/:kudo_id`, {
      params: { kudo_id: Schema.String },
      success: HttpApiSchema.NoContent,
      error: notFound
    })
      .annotate(Access, "override")
      .annotateMerge(
        says("Take kudos out of every view", "With its message, for good. What it brought stays with both buddies.")
      ),
    HttpApiEndpoint.get("analytics", `${base}/analytics`, {
      query: { window_days: Schema.optionalKey(whole(1, 90)) },
      success: KudosAnalytics,
      error: [rateLimited, serviceUnavailable]
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Show how kudos are given",
          "Of the last 30 days, unless `window_days` says otherwise. Two that only thank each other, to earn by it, " +
            "show in the two shares, without a name."
        )
      )
  ),
  { access: "runtime_write", capability: "kudos", description: "What buddies give each other" }
) {}
