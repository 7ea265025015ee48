import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { presetOf } from "../presets/Rules/Catalogue.ts"
import { SkillRulesApi } from "./Api.ts"
import { applyPack } from "./Rules.ts"

export const SkillRulesHttp = HttpApiBuilder.group(
  feature(SkillRulesApi),
  "skill-rules",
  Effect.fn(function* (handlers) {
    const versions = yield* ConfigVersionStore
    return handlers.handleAll({
      ...(yield* collectionHandlers("skill_rules", Principal)),
      applyThemePack: Effect.fnUntraced(function* ({ payload: { on_conflict = "skip", theme_pack_key } }) {
        const preset = presetOf(theme_pack_key)
        if (preset === undefined) return yield* new NotFound({ resource: "theme pack" })
        const { customer_id } = yield* Principal
        const applied = yield* versions
          .edit(customer_id, (content, nextId) => applyPack(content, preset.content, on_conflict, nextId))
          .pipe(Effect.catchTag("AlreadyExists", Effect.die))
        return { theme_pack_key, ...applied }
      })
    })
  })
).pipe(Layer.provide(ConfigVersionStore.layer))
