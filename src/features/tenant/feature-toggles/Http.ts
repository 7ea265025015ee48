import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import { originOf } from "../../../wire/Change.ts"
import { NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { iso } from "../../../wire/Ids.ts"
import { type Capability, capabilities, isActive, plans } from "../../../wire/Plans.ts"
import { Principal } from "../../../wire/Principal.ts"
import { defaultSettings } from "../../community/council/Rules.ts"
import { CouncilStore } from "../../community/council/Store.ts"
import { type Feature, type FeatureToggles, FeatureTogglesApi } from "./Api.ts"
import { labels, publishedOf } from "./Rules.ts"
import { FeatureStore, type HeldToggles } from "./Store.ts"

const wireOf = ({ disabled, draft, plan, published_at, published_by }: HeldToggles): FeatureToggles => ({
  published: publishedOf(disabled),
  draft,
  entitled: plans[plan].capabilities,
  published_at: published_at === null ? null : iso(published_at),
  published_by
})

const named = (key: string): Effect.Effect<Capability, NotFound> => {
  const found = capabilities.find((capability) => capability === key)
  return found === undefined ? Effect.fail(new NotFound({ resource: "feature" })) : Effect.succeed(found)
}

/** Settings of their own. */
const isConfigurable = (capability: Capability): boolean => capability === "council"

const featuresOf = Effect.fnUntraced(function* (customer_id: string) {
  const store = yield* FeatureStore
  const council = yield* CouncilStore
  const { disabled, plan } = yield* store.read(customer_id)
  const settings = new Map((yield* store.settings(customer_id)).map((one) => [one.feature_key, one]))
  const of = { council: yield* council.settings(customer_id) }
  return capabilities.map((feature_key): Feature => {
    const set = settings.get(feature_key)
    return {
      feature_key,
      label: labels[feature_key],
      entitled: plans[plan].capabilities.includes(feature_key),
      enabled: isActive({ plan, disabled_capabilities: disabled }, feature_key),
      visible_in_widgets: set?.visible_in_widgets ?? true,
      config: feature_key === "council" ? { ...of.council } : {},
      updated_at: set === undefined ? null : iso(set.updated_at)
    }
  })
})

export const FeatureTogglesHttp = HttpApiBuilder.group(
  feature(FeatureTogglesApi),
  "feature-toggles",
  Effect.fn(function* (handlers) {
    const store = yield* FeatureStore
    const council = yield* CouncilStore
    const together = transactionOf(yield* SqlClient.SqlClient)
    const services = yield* Effect.context<FeatureStore | CouncilStore>()
    const listed = (customer_id: string) => Effect.provideContext(featuresOf(customer_id), services)
    return handlers.handleAll({
      read: Effect.fnUntraced(function* () {
        return wireOf(yield* store.read((yield* Principal).customer_id))
      }),
      update: Effect.fnUntraced(function* ({ payload }) {
        return wireOf(yield* store.draft((yield* Principal).customer_id, payload.toggles))
      }),
      publish: Effect.fnUntraced(function* () {
        const caller = yield* Principal
        const { changed, held } = yield* store.publish(caller.customer_id, originOf(caller))
        return { ...wireOf(held), changed }
      }),
      discard: Effect.fnUntraced(function* () {
        yield* store.discard((yield* Principal).customer_id)
      }),
      features: Effect.fnUntraced(function* () {
        return { features: yield* listed((yield* Principal).customer_id) }
      }),
      configure: Effect.fnUntraced(function* ({ params, payload: { config, visible_in_widgets = null } }) {
        const { customer_id } = yield* Principal
        const feature_key = yield* named(params.feature_key)
        const extra = isConfigurable(feature_key) ? undefined : Object.keys(config ?? {})[0]
        if (extra !== undefined) {
          return yield* ValidationFailed.at(["config", extra], `property ${extra} should not exist`)
        }
        const isOfCouncil = config !== undefined && feature_key === "council"
        const settled = isOfCouncil ? council.configure(customer_id, { ...defaultSettings, ...config }) : Effect.void
        yield* together(Effect.andThen(settled, store.show(customer_id, feature_key, visible_in_widgets)))
        return (yield* listed(customer_id)).find((one) => one.feature_key === feature_key)!
      })
    })
  })
).pipe(Layer.provide([FeatureStore.layer, CouncilStore.layer]))
