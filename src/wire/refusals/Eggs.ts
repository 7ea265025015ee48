/** Why no egg is laid. Contract part 7. */
import { Schema } from "effect"
import { failure } from "../Failure.ts"

export const EggStatus = Schema.Literals(["waiting", "ready", "hatching", "hatched", "cancelled"])
export type EggStatus = typeof EggStatus.Type

export class NoPublishedConfig extends Schema.TaggedError<NoPublishedConfig>()("NoPublishedConfig", {
  publish_url: Schema.String
}) {}
export const noPublishedConfig = failure(NoPublishedConfig, {
  status: 409,
  code: "no_published_config",
  message: () => "Publish a config version first: an egg is laid under the rules in force.",
  details: (e) => ({ publish_url: e.publish_url })
})

export const ActiveEgg = Schema.Struct({ egg_id: Schema.String, status: EggStatus, created_at: Schema.String })

export class ActiveEggLimit extends Schema.TaggedError<ActiveEggLimit>()("ActiveEggLimit", {
  active: Schema.Array(ActiveEgg),
  max: Schema.Int
}) {}
export const activeEggLimit = failure(ActiveEggLimit, {
  status: 409,
  code: "active_egg_limit",
  message: (e) => `This user has ${e.active.length} active eggs, the plan allows ${e.max}. Hatch or cancel one first.`,
  details: (e) => ({ active: e.active, max: e.max })
})
