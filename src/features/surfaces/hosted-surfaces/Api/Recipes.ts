/** Buttons for staff: what one press gives a player, and how often. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Access, Lengthy } from "../../../../wire/Access.ts"
import { Effects } from "../../../../wire/answers/Effects.ts"
import { absentAs, EventTypeName, Key, orNull, whole } from "../../../../wire/content/Shared.ts"
import { pathIcons } from "../../../../wire/content/PathDefinition.ts"
import { failure, notFound, serviceUnavailable, validationFailed } from "../../../../wire/Failure.ts"
import { tenantGroup } from "../../../../wire/Group.ts"
import { FreeMap, Id, text, Timestamp } from "../../../../wire/Ids.ts"
import { offsetPage, offsetQuery } from "../../../../wire/Page.ts"
import {
  balanceLimit,
  buddyArchived,
  itemAlreadyOwned,
  subStepAutomatic,
  subStepLocked
} from "../../../../wire/refusals/Buddies.ts"
import { eventQuotaExceeded } from "../../../../wire/refusals/Intake.ts"
import { says } from "../../../../wire/Words.ts"
import { surfaceArchived } from "../Api.ts"

const amount = whole(1, 100_000)

/** Earning only. */
export const RecipeAction = Schema.Union([
  Schema.Struct({ type: Schema.Literal("coins"), amount }),
  Schema.Struct({ type: Schema.Literal("token"), token_key: Key, amount }),
  Schema.Struct({ type: Schema.Literal("badge"), badge_key: Key }),
  Schema.Struct({ type: Schema.Literal("item"), item_id: text({ min: 1, max: 64 }) }),
  Schema.Struct({
    type: Schema.Literal("event"),
    event_type: EventTypeName,
    properties: Schema.optionalKey(FreeMap)
  }),
  Schema.Struct({ type: Schema.Literal("sub_step"), path_key: Key, sub_step_key: Key })
]).annotate({ identifier: "RecipeAction" })
export type RecipeAction = typeof RecipeAction.Type

const times = orNull(whole(1, 1_000_000))
const RecipeLimits = Schema.Struct({ max_per_player_per_day: times, max_per_day: times }).annotate({
  identifier: "RecipeLimits"
})

const content = {
  name: text({ min: 1, max: 60 }),
  description: orNull(text({ max: 200 })),
  icon: orNull(Schema.Literals(pathIcons)),
  action: RecipeAction,
  limits: absentAs(RecipeLimits, {}).annotate({ description: "days are those of the workspace's time zone" }),
  enabled: absentAs(Schema.Boolean, true)
}
export const RecipeContent = Schema.Struct(content)
export type RecipeContent = typeof RecipeContent.Type
export const RecipeInput = Schema.Struct({ recipe_key: Key, ...content }).annotate({ identifier: "RecipeInput" })
export type RecipeInput = typeof RecipeInput.Type

export const Recipe = Schema.Struct({
  recipe_key: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  icon: Schema.NullOr(Schema.Literals(pathIcons)),
  action: RecipeAction,
  limits: Schema.toType(RecipeLimits),
  enabled: Schema.Boolean,
  runs_today: Schema.Int,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Recipe" })
export type Recipe = typeof Recipe.Type

export const RunRecipe = Schema.Struct({
  player_id: text({ min: 1, max: 64 }),
  note: orNull(text({ max: 200 }))
}).annotate({ identifier: "RunRecipe" })
export type RunRecipe = typeof RunRecipe.Type

export const RecipeRun = Schema.Struct({
  run_id: Id,
  recipe_key: Schema.String,
  player_id: Id,
  buddy_id: Id,
  effects: Effects,
  event_id: Schema.NullOr(Schema.String).annotate({ description: "of a recipe that sends an event: its run_id" }),
  ran_at: Timestamp
}).annotate({ identifier: "RecipeRun" })
export type RecipeRun = typeof RecipeRun.Type

export class RecipeLimit extends Schema.TaggedError<RecipeLimit>()("RecipeLimit", { max: Schema.Int }) {}
export const recipeLimit = failure(RecipeLimit, {
  status: 409,
  code: "recipe_limit_reached",
  message: (e) => `A hosted surface has at most ${e.max} recipes.`,
  details: (e) => ({ max: e.max })
})

export class RecipeDisabled extends Schema.TaggedError<RecipeDisabled>()("RecipeDisabled", {}) {}
export const recipeDisabled = failure(RecipeDisabled, {
  status: 409,
  code: "recipe_disabled",
  message: () => "This recipe is switched off."
})

export class RecipeExhausted extends Schema.TaggedError<RecipeExhausted>()("RecipeExhausted", {
  limit: Schema.Literals(["max_per_player_per_day", "max_per_day"]),
  max: Schema.Int,
  resets_at: Timestamp
}) {}
export const recipeExhausted = failure(RecipeExhausted, {
  status: 409,
  code: "recipe_exhausted",
  message: (e) => `This recipe has run ${e.max} times today, which is as often as it may.`,
  details: (e) => ({ limit: e.limit, max: e.max, resets_at: e.resets_at })
})

export class PlayerDisabled extends Schema.TaggedError<PlayerDisabled>()("PlayerDisabled", {}) {}
export const playerDisabled = failure(PlayerDisabled, {
  status: 409,
  code: "player_disabled",
  message: () => "This player is disabled."
})

export class PlayerNotReady extends Schema.TaggedError<PlayerNotReady>()("PlayerNotReady", {}) {}
export const playerNotReady = failure(PlayerNotReady, {
  status: 409,
  code: "player_not_ready",
  message: () => "This player's buddy has not hatched yet."
})

/** What a run may be refused with by whoever carries it out. */
export const actionRefusals = [
  notFound,
  buddyArchived,
  balanceLimit,
  itemAlreadyOwned,
  subStepLocked,
  subStepAutomatic,
  eventQuotaExceeded,
  validationFailed,
  serviceUnavailable
] as const

const base = "/customers/me/hosted-surfaces/:id/recipes"
const params = { id: Schema.String }

export class HostedRecipesApi extends tenantGroup(
  HttpApiGroup.make("hosted-recipes").add(
    HttpApiEndpoint.get("list", base, {
      params,
      query: offsetQuery,
      success: offsetPage(Recipe),
      error: notFound
    })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("List recipes of a hosted surface", "Newest first, with the runs of today.")),
    HttpApiEndpoint.post("save", base, {
      params,
      payload: RecipeInput,
      success: [Recipe.pipe(HttpApiSchema.status(201)), Recipe],
      error: [notFound, surfaceArchived, recipeLimit, validationFailed]
    }).annotateMerge(
      says(
        "Create or replace a recipe",
        "201 when its key is new, else 200. Runs of today count on under the same key. What its action names has to " +
          "be there: a token or a badge in the published configuration or in the draft."
      )
    ),
    HttpApiEndpoint.post("run", `${base}/:key/run`, {
      params: { ...params, key: Schema.String },
      payload: RunRecipe,
      success: RecipeRun,
      error: [surfaceArchived, recipeDisabled, recipeExhausted, playerDisabled, playerNotReady, ...actionRefusals]
    })
      .annotate(Access, "runtime_write")
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Run a recipe for a player",
          "Gives what the recipe says. Send an Idempotency-Key, so that a second try gives nothing " +
            "twice; a run that is refused does not count."
        )
      )
  ),
  { access: "config", capability: "hosted_surfaces", description: "Buttons for staff: what one press gives a player" }
) {}
