/** What coming back pays, in Postgres: a row per workspace that pays something; see platform/campaigns/sources. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../platform/cluster/CacheInvalidation.ts"
import { execute, nowDate, row, transactionOf } from "../../../platform/postgres/Sql.ts"
import { noReward, Reward } from "../../../wire/content/Shared.ts"
import type { ValidationFailed } from "../../../wire/Failure.ts"
import { itemReferences } from "../../economy/marketplaces/Store/References.ts"
import type { ReengagementConfig, ReengagementPatch } from "./Api.ts"

const ConfigRow = Schema.Struct({ reward: Schema.toType(Reward) })

const isNothing = ({ badges, coins, items, skills, tokens }: Reward): boolean =>
  coins === 0 && [badges, items, skills, tokens].every(({ length }) => length === 0)

export class ReengagementStore extends Context.Service<
  ReengagementStore,
  {
    read(customer_id: string): Effect.Effect<ReengagementConfig>
    update(customer_id: string, patch: ReengagementPatch): Effect.Effect<ReengagementConfig, ValidationFailed>
  }
>()("hatchery/features/re-engagement/ReengagementStore") {
  static readonly layer = Layer.effect(
    ReengagementStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* CacheInvalidation
      const items = itemReferences(sql)
      const read = Effect.fn("ReengagementStore.read")(function* (customer_id: string) {
        const found = yield* row(ConfigRow)(sql`
          SELECT reward FROM reengagement_configs WHERE customer_id = ${customer_id}::uuid`)
        return Option.getOrElse(found, () => ({ reward: noReward }))
      })
      return ReengagementStore.of({
        read,
        update: Effect.fn("ReengagementStore.update")(function* (customer_id, { reward }) {
          if (reward === undefined) return yield* read(customer_id)
          const given = yield* items.within(customer_id, { reward: reward ?? noReward })
          yield* isNothing(given.reward)
            ? execute(sql`DELETE FROM reengagement_configs WHERE customer_id = ${customer_id}::uuid`)
            : execute(sql`
                INSERT INTO reengagement_configs (customer_id, reward, updated_at)
                VALUES (${customer_id}::uuid, ${JSON.stringify(given.reward)}::jsonb, ${yield* nowDate})
                ON CONFLICT (customer_id) DO UPDATE SET reward = excluded.reward, updated_at = excluded.updated_at`)
          yield* changes.publish({ _tag: "Tenant", customer_id })
          return given
        }, transactionOf(sql))
      })
    })
  )
}
