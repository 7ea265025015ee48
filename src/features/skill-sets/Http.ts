import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../wire/Group.ts"
import { collectionHandlers } from "../config-versions/Store/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { SkillSetsApi } from "./Api.ts"

export const SkillSetsHttp = HttpApiBuilder.group(
  feature(SkillSetsApi),
  "skill-sets",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* collectionHandlers("skill_sets"))
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
