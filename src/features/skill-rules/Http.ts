import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Store/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { SkillRulesApi } from "./Api.ts"

export const SkillRulesHttp = HttpApiBuilder.group(
  feature(SkillRulesApi),
  "skill-rules",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("skill_rules"))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
