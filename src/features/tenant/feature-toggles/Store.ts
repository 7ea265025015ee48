/** Toggles and settings of features in Postgres. What is off stands with the tenant, where every node reads it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { forgiveTimeOff } from "../../../platform/webhooks/FailureCounts.ts"
import { Origin } from "../../../wire/Change.ts"
import { type Capability, PlanName } from "../../../wire/Plans.ts"
import { CustomerStore } from "../customers/Store.ts"
import { type Change, changesOf, disabledAfter, type Draft, drafted } from "./Rules.ts"

const json = <A>() => Schema.Unknown as unknown as Schema.Codec<A>

const TogglesRow = Schema.Struct({
  plan: PlanName,
  disabled: json<ReadonlyArray<Capability>>(),
  draft: Schema.NullOr(json<Draft>()),
  published_at: Schema.NullOr(Schema.Date),
  published_by: Schema.NullOr(Origin)
})
export type HeldToggles = typeof TogglesRow.Type

const SettingRow = Schema.Struct({
  feature_key: Schema.String,
  visible_in_widgets: Schema.Boolean,
  updated_at: Schema.Date
})
export type FeatureSetting = typeof SettingRow.Type

interface Service {
  read(customer_id: string): Effect.Effect<HeldToggles>
  draft(customer_id: string, wishes: Draft): Effect.Effect<HeldToggles>
  discard(customer_id: string): Effect.Effect<void>
  /** Answers what has changed; nothing is written where there is no draft. */
  publish(
    customer_id: string,
    by: Origin
  ): Effect.Effect<{ readonly held: HeldToggles; readonly changed: ReadonlyArray<Change> }>
  /** features with a setting of their own */
  settings(customer_id: string): Effect.Effect<ReadonlyArray<FeatureSetting>>
  /** null leaves it, and marks the moment */
  show(customer_id: string, feature: Capability, visible_in_widgets: boolean | null): Effect.Effect<void>
}

export class FeatureStore extends Context.Service<FeatureStore, Service>()(
  "hatchery/features/feature-toggles/FeatureStore"
) {
  static readonly layer = Layer.effect(
    FeatureStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return FeatureStore.of({
        ...toggling(sql, yield* CustomerStore, yield* CacheInvalidation),
        ...setting(sql)
      })
    })
  ).pipe(Layer.provide(CustomerStore.layer))
}

const toggling = (
  sql: SqlClient.SqlClient,
  customers: CustomerStore["Service"],
  changes: CacheInvalidation["Service"]
): Pick<Service, "read" | "draft" | "discard" | "publish"> => {
  const transaction = transactionOf(sql)
  const find = (customer_id: string, lock = sql``) =>
    Effect.map(
      row(TogglesRow)(sql`
        SELECT c.plan, c.disabled_capabilities AS disabled, t.draft, t.published_at, t.published_by
        FROM customers AS c LEFT JOIN feature_toggles AS t ON t.customer_id = c.customer_id
        WHERE c.customer_id = ${customer_id}::uuid ${lock}`),
      Option.getOrThrow
    )
  /** Ours until the transaction ends: of two who change toggles the later one builds on the earlier. */
  const hold = Effect.fnUntraced(function* (customer_id: string) {
    yield* execute(sql`
      INSERT INTO feature_toggles (customer_id) VALUES (${customer_id}::uuid)
      ON CONFLICT (customer_id) DO UPDATE SET customer_id = excluded.customer_id RETURNING 1`)
    return yield* find(customer_id)
  })
  const keep = (customer_id: string, draft: Draft | null) =>
    execute(sql`
      UPDATE feature_toggles SET draft = ${draft === null ? null : JSON.stringify(draft)}::jsonb
      WHERE customer_id = ${customer_id}::uuid`)

  const publish = Effect.fnUntraced(function* (customer_id: string, by: Origin) {
    const held = yield* hold(customer_id)
    const changed = changesOf(held.disabled, held.draft)
    if (changed.length === 0) return { held, changed }
    const disabled = disabledAfter(held.disabled, changed)
    yield* customers.switchOff(customer_id, disabled)
    yield* execute(sql`
      UPDATE feature_toggles SET draft = NULL, published_at = ${yield* nowDate},
        published_by = ${JSON.stringify(by)}::jsonb
      WHERE customer_id = ${customer_id}::uuid`)
    const hasWebhooksAgain = changed.some(({ capability, enabled }) => capability === "webhooks" && enabled)
    if (hasWebhooksAgain) yield* forgiveTimeOff(sql, customer_id, yield* nowDate)
    // What has waited for an endpoint that rested is due at once.
    yield* changes.publish({ _tag: "Outbox", customer_id })
    return { held: yield* find(customer_id), changed }
  })

  return {
    read: (customer_id) => find(customer_id),
    draft: Effect.fn("FeatureStore.draft")(function* (customer_id, wishes) {
      const { disabled, draft } = yield* hold(customer_id)
      yield* keep(customer_id, drafted(disabled, draft, wishes))
      return yield* find(customer_id)
    }, transaction),
    discard: Effect.fn("FeatureStore.discard")((customer_id) => Effect.asVoid(keep(customer_id, null))),
    publish: Effect.fn("FeatureStore.publish")((customer_id, by) => transaction(publish(customer_id, by)))
  }
}

const setting = (sql: SqlClient.SqlClient): Pick<Service, "settings" | "show"> => ({
  settings: Effect.fn("FeatureStore.settings")((customer_id) =>
    rows(SettingRow)(sql`
      SELECT feature_key, visible_in_widgets, updated_at FROM feature_configs
      WHERE customer_id = ${customer_id}::uuid`)
  ),
  show: Effect.fn("FeatureStore.show")(function* (customer_id, feature, visible_in_widgets) {
    yield* execute(sql`
      INSERT INTO feature_configs AS f (customer_id, feature_key, visible_in_widgets, updated_at)
      VALUES (${customer_id}::uuid, ${feature}, coalesce(${visible_in_widgets}::boolean, true), ${yield* nowDate})
      ON CONFLICT (customer_id, feature_key) DO UPDATE
      SET visible_in_widgets = coalesce(${visible_in_widgets}::boolean, f.visible_in_widgets),
        updated_at = excluded.updated_at`)
  })
})
