/** A button in the buddy widget after a moment worth telling. It pays nothing: sharing is a browser's word. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { failure } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Id, text, Timestamp } from "../../../wire/Ids.ts"
import {
  BragChannel,
  bragChannels,
  BragMoment,
  bragMoments,
  bragPlaceholders,
  hasStrayBraces
} from "../../../wire/surfaces/Brags.ts"
import { Rate, windowFields, windowQuery } from "../../../wire/surfaces/Sharing.ts"
import { says } from "../../../wire/Words.ts"

const ownWords = `placeholders: ${bragPlaceholders.map((name) => `{${name}}`).join(", ")}`
const template = text({ min: 1, max: 200 })
  .check(
    Schema.makeFilter<string>((given) =>
      hasStrayBraces(given) ? `may hold ${ownWords}, and no other braces` : undefined
    )
  )
  .annotate({ description: ownWords })
const templatesWith = <S extends Schema.Constraint>(one: S) => {
  const field = Schema.optionalKey(one)
  return Schema.Struct({
    evolution: field,
    badge: field,
    streak_milestone: field,
    league_rank: field,
    path_completed: field
  })
}

const different = Schema.makeFilter<ReadonlyArray<string>>((given) =>
  new Set(given).size === given.length ? undefined : "each may stand once"
)
const someOf = <const Names extends ReadonlyArray<string>>(names: Names) =>
  Schema.Array(Schema.Literals(names)).check(Schema.isMinLength(1), Schema.isMaxLength(names.length), different)

const hashtag = text({ max: 40 })
  .check(
    Schema.makeFilter<string>((tag) =>
      /^[\p{L}\p{N}_]{1,40}$/u.test(tag) ? undefined : "may hold letters, digits and underscores, 1 to 40 of them"
    )
  )
  .annotate({ description: "letters, digits and underscores, without the #" })

export const BragConfig = Schema.Struct({
  enabled: Schema.Boolean,
  moments: Schema.Array(BragMoment),
  channels: Schema.Array(BragChannel),
  templates: templatesWith(Schema.String).annotate({
    description: "absent: words of ours, in the workspace's language"
  }),
  hashtag: Schema.NullOr(Schema.String),
  updated_at: Schema.NullOr(Timestamp).annotate({ description: "null: it was never changed" })
}).annotate({ identifier: "BragConfig" })
export type BragConfig = typeof BragConfig.Type

const resettable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description })

export const BragConfigPatch = Schema.Struct({
  enabled: resettable(Schema.Boolean, "nothing is shown while sharing is off; null: false"),
  moments: resettable(someOf(bragMoments), "replaced as a whole; null: all of them"),
  channels: resettable(someOf(bragChannels), "replaced as a whole; null: without facebook and email"),
  templates: resettable(templatesWith(template), "replaced as a whole; null: none"),
  hashtag: resettable(hashtag, "null: none")
}).annotate({ identifier: "BragConfigPatch" })
export type BragConfigPatch = typeof BragConfigPatch.Type

const own = { clicked: Schema.Int, shared: Schema.Int }

export const BragChannels = Schema.Struct({
  ...windowFields,
  channels: Schema.Array(Schema.Struct({ channel: BragChannel, ...own, viewed: Schema.Int, cta_clicked: Schema.Int }))
}).annotate({ identifier: "BragChannels" })
export type BragChannels = typeof BragChannels.Type

export const BragFunnel = Schema.Struct({
  ...windowFields,
  stages: Schema.Array(
    Schema.Struct({
      stage: Schema.Literals(["shown", "clicked", "shared", "viewed", "cta_clicked"]),
      count: Schema.Int,
      rate: Rate.annotate({ description: "of the stage before; null: of nothing" })
    })
  ),
  by_moment: Schema.Array(Schema.Struct({ moment: BragMoment, shown: Schema.Int, ...own }))
}).annotate({ identifier: "BragFunnel" })
export type BragFunnel = typeof BragFunnel.Type

export const BragTest = Schema.Struct({
  event: Schema.Literal("brag.shared"),
  deliveries: Schema.Array(Schema.Struct({ delivery_id: Id, webhook_config_id: Id }))
}).annotate({ identifier: "BragTest" })

export class WebhookNotSubscribed extends Schema.TaggedError<WebhookNotSubscribed>()("WebhookNotSubscribed", {}) {}
const webhookNotSubscribed = failure(WebhookNotSubscribed, {
  status: 409,
  code: "webhook_not_subscribed",
  message: () => "No enabled endpoint is subscribed to brag.shared."
})

const base = "/customers/me/brag"

export class BragApi extends tenantGroup(
  HttpApiGroup.make("brag").add(
    HttpApiEndpoint.get("config", `${base}/config`, { success: BragConfig })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show the brag button", "After which moments it stands in the widget, and what it says.")),
    HttpApiEndpoint.patch("update", `${base}/config`, { payload: BragConfigPatch, success: BragConfig }).annotateMerge(
      says("Change the brag button", "What is left out stays, null restores a default.")
    ),
    HttpApiEndpoint.get("byChannel", `${base}/by-channel`, { query: windowQuery, success: BragChannels })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says(
          "Compare the channels of brags",
          "Views and clicks are those of links that were handed out for the channel."
        )
      ),
    HttpApiEndpoint.get("funnel", `${base}/funnel`, { query: windowQuery, success: BragFunnel })
      .annotate(Access, "tenant_read")
      .annotateMerge(
        says("Show what becomes of brags", "From the button that was shown to whoever came because of it.")
      ),
    HttpApiEndpoint.get("telemetry", `${base}/telemetry.csv`, {
      query: windowQuery,
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" }))
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Download what was done with the button", "Newest first, 100,000 rows at most.")),
    HttpApiEndpoint.post("test", `${base}/webhook-test`, {
      success: BragTest,
      error: webhookNotSubscribed
    }).annotateMerge(
      says("Send a sample of brag.shared", "To every enabled endpoint subscribed to it, signed as the real ones are.")
    )
  ),
  { access: "config", capability: "brag", description: "A button to tell others of great moments" }
) {}
