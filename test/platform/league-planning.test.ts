/** The next season is planned by a clock that may have been wrong for a while. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { SeasonPlans } from "../../src/features/campaigns/leagues/Service.ts"
import { defaultRules } from "../../src/features/campaigns/leagues/Store.ts"
import { CacheInvalidation } from "../../src/platform/cluster/CacheInvalidation.ts"
import { at, day_ms, now } from "../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../kit/webhooks/PumpNodes.ts"

/** A node that has just started. */
const node = Layer.fresh(SeasonPlans.layer).pipe(
  Layer.provide(Layer.succeed(CacheInvalidation, { publish: () => Effect.void, subscribe: () => undefined }))
)

/** A league of seasons from Monday to Monday. */
const league = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const customer_id = yield* makeTenant
  const config = { ...defaultRules.config, enabled: true }
  yield* sql`INSERT INTO leagues (customer_id, enabled, config, tiers, plan_at, updated_at)
    VALUES (${customer_id}::uuid, true, ${JSON.stringify(config)}::jsonb, ${JSON.stringify(defaultRules.tiers)}::jsonb,
      ${new Date(now)}, ${new Date(now)})`
  const seasons = sql<{ starts_at: Date }>`
    SELECT starts_at FROM league_seasons WHERE customer_id = ${customer_id}::uuid ORDER BY starts_at`
  return Effect.map(seasons, (found) => found.map(({ starts_at }) => starts_at.toISOString().slice(0, 10)))
})

const lookAt = (moment: number) =>
  Effect.andThen(
    TestClock.setTime(moment),
    Effect.flatMap(SeasonPlans, ({ writeAutomatic }) => writeAutomatic)
  )

const nextWeek = ["2026-11-23", "2026-11-30"]

describe("planning the seasons of a league", () => {
  at("goes on from the present when a clock that was ahead is set back", () =>
    Effect.gen(function* () {
      const seasons = yield* league
      yield* lookAt(now)
      yield* lookAt(now + 40 * day_ms)
      yield* lookAt(now + 44 * day_ms)
      const [ahead] = yield* seasons
      assert.strictEqual(ahead, "2027-01-04")
      for (let day = 0; day < 10; day++) yield* lookAt(now + day * day_ms)
      assert.deepStrictEqual(yield* seasons, [...nextWeek, ahead])
    }).pipe(Effect.provide(node))
  )

  at("does so also where the node was started anew with the right clock", () =>
    Effect.gen(function* () {
      const seasons = yield* league
      yield* Effect.provide(lookAt(now + 44 * day_ms), node)
      const [ahead] = yield* seasons
      const days = Effect.forEach(Array.from({ length: 10 }), (_, day) => lookAt(now + day * day_ms))
      yield* Effect.provide(days, node)
      assert.deepStrictEqual(yield* seasons, [...nextWeek, ahead])
    })
  )
})
