/** When a buddy's streaks are looked at: not before something can be at risk, and never later. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { StreakRisks } from "../../../src/features/players/buddies/Service/StreakRisks.ts"
import { beginning } from "../../../src/features/players/buddies/Store/StreakRisks.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const day_ms = 86_400_000
const notice_ms = 240 * 60_000
const content = {
  ...studyContent,
  streak_rules: [
    { streak_key: "daily", qualifying: { events: [{ event_type: "lesson.completed" }] }, timezone: { mode: "utc" } }
  ]
}

const started = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, content)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const sql = yield* SqlClient.SqlClient
  const learn = (ago_ms: number) => {
    const occurred_at = new Date(Date.now() - ago_ms).toISOString()
    return tenant.call("POST", "/events", lesson("ada", { occurred_at }))
  }
  const look = Effect.map(
    sql<{ look: string }>`SELECT streaks_look_at::text AS look FROM buddies WHERE buddy_id = ${buddy_id}::uuid`,
    ([row]) => row!.look
  )
  const lookAt = (look_at: string) =>
    sql`UPDATE buddy_states SET streaks_look_at = ${look_at}::timestamptz WHERE buddy_id = ${buddy_id}::uuid`
  return { ...tenant, learn, look, lookAt }
})

/** The last minutes of an extended streak's period, in UTC. */
const riskOf = (extended_at: number) => (Math.floor(extended_at / day_ms) + 2) * day_ms - notice_ms

const sweep = Effect.gen(function* () {
  const risks = yield* StreakRisks
  assert.isNull(yield* risks.sweep(beginning))
})

layer(StreakRisks.layer.pipe(Layer.provideMerge(TestApp.shared)), { excludeTestServices: true })("a look", (it) => {
  it.effect("is due when the extended streak will be at risk, and says so again once it was taken", () =>
    Effect.gen(function* () {
      const { learn, look, lookAt } = yield* started
      assert.strictEqual(yield* look, "infinity")
      const now = Date.now()
      yield* learn(0)
      assert.strictEqual(Date.parse(yield* look), riskOf(now))
      // As after an upgrade: nobody knows yet.
      yield* lookAt("-infinity")
      yield* sweep
      assert.strictEqual(Date.parse(yield* look), riskOf(now))
    })
  )

  it.effect("is not due any more where the streak has ended", () =>
    Effect.gen(function* () {
      const { call, learn, look, lookAt } = yield* started
      yield* learn(4 * day_ms)
      assert.strictEqual(yield* look, "infinity")
      yield* lookAt("-infinity")
      yield* sweep
      assert.strictEqual(yield* look, "infinity")
      const { body } = yield* call("GET", "/customers/me/streak-at-risk/analytics")
      assert.deepInclude(body, { warned: 0 })
    })
  )
})
