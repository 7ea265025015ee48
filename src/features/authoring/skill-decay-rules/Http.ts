import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { findEntry } from "../config-versions/Rules/Sections.ts"
import { collectionHandlers } from "../config-versions/Service/DraftCollection.ts"
import { ConfigVersionStore } from "../config-versions/Store.ts"
import { SkillDecayRulesApi } from "./Api.ts"
import { Decays } from "./Service.ts"

export const SkillDecayRulesHttp = HttpApiBuilder.group(
  feature(SkillDecayRulesApi),
  "skill-decay-rules",
  Effect.fn(function* (handlers) {
    const versions = yield* ConfigVersionStore
    const store = yield* Decays
    /** The rule as the lists show it: of the open draft, else of the active version. */
    const ruleOf = Effect.fnUntraced(function* (customer_id: string, id: string) {
      const content = yield* versions.read(customer_id, undefined)
      return yield* Effect.fromResult(findEntry(content, "skill_decay_rules", id))
    })
    return handlers.handleAll({
      ...(yield* collectionHandlers("skill_decay_rules", Principal)),
      preview: Effect.fnUntraced(function* ({ params }) {
        const { customer_id } = yield* Principal
        return yield* store.preview(customer_id, yield* ruleOf(customer_id, params.id))
      }),
      history: Effect.fnUntraced(function* ({ params, query }) {
        const { customer_id } = yield* Principal
        return yield* store.history(customer_id, (yield* ruleOf(customer_id, params.id)).rule_id, query)
      }),
      runNow: Effect.fnUntraced(function* ({ payload }) {
        const { dry_run = false, rule_id } = payload ?? {}
        const { customer_id } = yield* Principal
        const rule = rule_id === undefined ? null : (yield* ruleOf(customer_id, rule_id)).rule_id
        const operation_id = yield* store.startOnce(customer_id, { rule_id: rule, dry_run })
        return { accepted: true, operation_id, status: "pending" } as const
      })
    })
  })
).pipe(Layer.provide([ConfigVersionStore.layer, Decays.layer]))
