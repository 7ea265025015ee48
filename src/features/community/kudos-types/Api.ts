/** Kinds of kudos: what people may thank each other with, what it brings, and how often. Live, by id or key. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { patchable } from "../../../resource/Api.ts"
import { Access } from "../../../wire/Access.ts"
import {
  absentAs,
  AudienceKey,
  Label,
  LongText,
  newKeyBeside,
  orNull,
  Reward,
  whole
} from "../../../wire/content/Shared.ts"
import { alreadyExists, notFound, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName, Id, text, Timestamp } from "../../../wire/Ids.ts"
import { offsetPage, offsetQuery, wholeList } from "../../../wire/Page.ts"
import { campaignLimit } from "../../../wire/refusals/Campaigns.ts"
import { says } from "../../../wire/Words.ts"

/** active at once */
export const kudoTypes_max = 50
export const placeMax = 10_000

const nothing = { coins: 0, tokens: [], badges: [], items: [], skills: [], streak_freezes: 0 }

const KudoReward = Reward.check(
  Schema.makeFilter<Pick<Reward, "items" | "streak_freezes">>(({ items, streak_freezes }) => {
    if (items.length > 0) return { path: ["items"], issue: "kudos bring no items" }
    return streak_freezes > 0 ? { path: ["streak_freezes"], issue: "only streaks give freezes" } : undefined
  })
)

/** As a set of types tells them; the place in the list is kept beside. */
export const kudoContent = {
  label: Label,
  emoji: text({ min: 1, max: 16 }),
  description: absentAs(LongText, ""),
  receiver_reward: absentAs(KudoReward, nothing),
  giver_reward: absentAs(KudoReward, nothing),
  daily_limit_per_sender: absentAs(whole(1, 100), 3).annotate({ description: "on the giver's local day" }),
  pair_limit_per_day: absentAs(whole(1, 100), 1).annotate({ description: "the same, to one receiver" }),
  reach: absentAs(Schema.Literals(["team", "audience"]), "audience").annotate({
    description: "who may get it: members of a common team, or buddies of the same audience"
  }),
  allow_message: absentAs(Schema.Boolean, true),
  audience: AudienceKey.annotate({ description: "whose buddies may give it; null: anybody's" })
}
const Status = Schema.Literals(["active", "archived"])
const kudoFields = {
  ...kudoContent,
  order: orNull(whole(0, placeMax)).annotate({ description: "its place in lists; null: the last" }),
  status: absentAs(Status, "active")
}

/** Of what is sent: a type people are to choose is seen. */
const sentFields = { ...kudoFields, label: displayName({ max: 200 }), emoji: displayName({ max: 16 }) }

/** A route beside those of one type. */
export const wordsBeside = ["reorder"]

export const KudoTypeInput = Schema.Struct({
  kudo_key: orNull(newKeyBeside(wordsBeside)).annotate({ description: "absent: made of the label; stays for ever" }),
  ...sentFields
}).annotate({ identifier: "KudoTypeInput" })
export type KudoTypeInput = typeof KudoTypeInput.Type

export const kudoTypePatch = patchable(Schema.Struct(sentFields))
export type KudoTypePatch = typeof kudoTypePatch.patch.Type

export const KudoType = Schema.Struct({
  kudo_type_id: Id,
  kudo_key: Schema.String,
  ...kudoFields,
  order: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "KudoType" })
export type KudoType = typeof KudoType.Type

export const KudoReorder = Schema.Struct({
  ids: Schema.Array(text({ min: 1, max: 64 })).check(Schema.isBetweenLength(1, 200))
}).annotate({ identifier: "KudoReorder" })

export const ApplyKudoTemplate = Schema.Struct({ template_key: text({ min: 1, max: 64 }) }).annotate({
  identifier: "ApplyKudoTemplate"
})
export const KudoTemplateApplied = Schema.Struct({
  created: Schema.Array(KudoType),
  skipped: Schema.Array(Schema.String).annotate({ description: "keys that were there already" })
}).annotate({ identifier: "KudoTemplateApplied" })
export type KudoTemplateApplied = typeof KudoTemplateApplied.Type

const path = "/customers/me/kudo-types"
const one = `${path}/:id` as const
const params = { id: Schema.String }
const query = { ...offsetQuery, status: Schema.optionalKey(Schema.Literals(["active", "archived", "all"])) }

const orderWords =
  "The ones that are named, by id or key, take the first places; the others follow as they were. One that is " +
  "unknown, archived or named twice is refused."
const oneWords =
  "One ready-made kind: thanks, great_work, team_player, welcome, mentor_star or creative. A key that is there " +
  "already stays as it is."
const themeWords =
  "The ready-made kinds of a theme: learning, fitness, saas_onboarding, ecommerce, community or productivity. Keys " +
  "that are there already stay as they are."
const applying = {
  payload: ApplyKudoTemplate,
  success: KudoTemplateApplied,
  error: [notFound, campaignLimit] as const
}

export class KudoTypesApi extends tenantGroup(
  HttpApiGroup.make("kudo-types").add(
    HttpApiEndpoint.get("list", path, { query, success: offsetPage(KudoType) })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List kudo types", "By their place, then their key; archived ones only where asked for.")),
    HttpApiEndpoint.post("create", path, {
      payload: KudoTypeInput,
      success: KudoType.pipe(HttpApiSchema.status(201)),
      error: [validationFailed, alreadyExists, campaignLimit]
    }).annotateMerge(says("Create a kudo type", `Live at once. At most ${kudoTypes_max} are active.`)),
    HttpApiEndpoint.patch("reorder", `${path}/reorder`, {
      payload: KudoReorder,
      success: wholeList(KudoType),
      error: validationFailed
    }).annotateMerge(says("Reorder kudo types", orderWords)),
    HttpApiEndpoint.post("applyTemplate", `${path}/apply-template`, applying).annotateMerge(
      says("Add a ready-made kudo type", oneWords)
    ),
    HttpApiEndpoint.post("applyThemeTemplate", `${path}/apply-theme-template`, applying).annotateMerge(
      says("Add the kudo types of a theme", themeWords)
    ),
    HttpApiEndpoint.patch("update", one, {
      params,
      payload: kudoTypePatch.patch,
      success: KudoType,
      error: [validationFailed, notFound, campaignLimit]
    }).annotateMerge(
      says("Change a kudo type", "Fields left out stay. With the status active an archived one is back.")
    ),
    HttpApiEndpoint.delete("archive", one, { params, success: HttpApiSchema.NoContent, error: notFound }).annotateMerge(
      says("Archive a kudo type", "Nobody can give it any more. What was given stays, and it can be brought back.")
    )
  ),
  { access: "config", capability: "kudos", description: "What people may thank each other with" }
) {}
