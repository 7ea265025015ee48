import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Pictures } from "../../../platform/images/Pictures.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { SkillSetsApi } from "./Api.ts"

export const SkillSetsHttp = HttpApiBuilder.group(
  feature(SkillSetsApi),
  "skill-sets",
  Effect.fn(function* (handlers) {
    const pictures = yield* Pictures
    return handlers.handleAll({
      ...(yield* collectionHandlers("skill_sets", Principal)),
      generateIcon: Effect.fnUntraced(function* ({ payload: { description = "", label, tier = null } }) {
        const { customer_id } = yield* Principal
        return { icon_url: yield* pictures.icon(customer_id, { kind: "skill", label, description, tier }) }
      })
    })
  })
).pipe(Layer.provide([ConfigVersionStore.layer, Pictures.layer]))
