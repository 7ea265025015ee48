/** What is looked at counts for a day of the workspace, as everything else of that moment does. */
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Glances } from "../../../src/platform/analytics/Glances.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const clockAt = (moment: string) => {
  const now = Date.parse(moment)
  return Effect.map(Clock.Clock, (real): Clock.Clock =>
    Object.assign(Object.create(real), {
      currentTimeMillis: Effect.succeed(now),
      currentTimeMillisUnsafe: () => now
    })
  )
}

layer(TestApp.layer(), { excludeTestServices: true })("glances", (it) => {
  /** What a workspace in that zone looked at then: the days it was counted for. */
  const daysOf = Effect.fnUntraced(function* (timezone: string, moment: string) {
    const sql = yield* SqlClient.SqlClient
    const tenant = yield* (yield* TestApp).tenant()
    yield* publish(tenant, studyContent)
    const { buddy_id } = yield* hatch(tenant, "ada")
    const { customer_id } = tenant
    yield* sql`UPDATE customers SET settings = settings || ${JSON.stringify({ timezone })}::jsonb
      WHERE customer_id = ${customer_id}::uuid`
    // What it holds is left for the fold when it ends.
    yield* Effect.gen(function* () {
      const glances = Context.get(yield* Layer.build(Layer.fresh(Glances.layer)), Glances)
      yield* glances.used(customer_id, buddy_id, "shop_view")
    }).pipe(Effect.scoped, Effect.provideServiceEffect(Clock.Clock, clockAt(moment)))
    const counted = sql<{ day: string }>`SELECT DISTINCT day::text FROM analytics_counters
      WHERE customer_id = ${customer_id}::uuid AND metric = 'feature_actions' AND key = 'shop_view'`
    yield* until(
      "the look is counted",
      Effect.map(counted, (found) => found.length > 0)
    )
    return (yield* counted).map(({ day }) => day)
  })

  it.effect("count for the day it is in the zone of the workspace, whatever its name means elsewhere", () =>
    Effect.gen(function* () {
      // In summer: their clocks are an hour ahead of the offset that Postgres knows by these names.
      for (const [timezone, moment] of [
        ["CET", "2026-06-30T22:30:00Z"],
        ["MET", "2026-06-30T22:30:00Z"],
        ["EET", "2026-06-30T21:30:00Z"],
        ["WET", "2026-06-30T23:30:00Z"],
        ["Europe/Berlin", "2026-06-30T22:30:00Z"],
        ["Pacific/Kiritimati", "2026-06-30T10:00:00Z"]
      ] as const) {
        assert.deepStrictEqual(yield* daysOf(timezone, moment), ["2026-07-01"], timezone)
      }
      assert.deepStrictEqual(yield* daysOf("Etc/GMT+12", "2026-07-02T11:59:59.999Z"), ["2026-07-01"])
    })
  )

  it.effect("of a workspace in a zone that is none count for the day of UTC", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* daysOf("Nowhere/None", "2026-06-30T23:59:59Z"), ["2026-06-30"])
    })
  )
})
