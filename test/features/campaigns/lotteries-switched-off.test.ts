/** A workspace that loses its lotteries: the open draw ends normally, the next one waits until it has them back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { lotteries } from "../../../src/platform/invariants/lotteries.ts"
import { coinsOf, enter, make, path, refusal, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { lesson } from "../../kit/players/players.ts"
import { type Answer, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

const ok = ({ body, status, text }: Answer, expected = 200) => {
  assert.strictEqual(status, expected, text)
  return body
}

/** The open draw of its lottery has come. */
const drawnInTime = Effect.fnUntraced(function* ({ customer_id }: TestTenant) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE lottery_draws SET draw_at = now() WHERE customer_id = ${customer_id}::uuid AND status = 'open'`
})

const drawsOf = ({ customer_id }: TestTenant) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly status: string }>`
        SELECT CASE WHEN is_settled THEN 'settled' ELSE status END AS status FROM lottery_draws
        WHERE customer_id = ${customer_id}::uuid ORDER BY draw_id`,
      (found) => found.map(({ status }) => status)
    )
  )

const daily = { entry: { mode: "event", event_type: "lesson.completed" }, schedule: { frequency: "daily", hour: 3 } }
const hasItsDraw = lotteries.filter(({ id }) => id === "lottery_has_its_draw")

layer(TestApp.shared, { excludeTestServices: true })("lotteries of a workspace that may have none", (it) => {
  it.effect("draw and pay the open draw of a lottery, and promise the next one once it is on again", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call, daily)
      const ada = yield* rich(tenant, "ada", 0)
      ok(yield* call("POST", "/events", lesson("ada")))
      const before = yield* coinsOf(call, ada)
      yield* turn(call, { lotteries: false })
      yield* drawnInTime(tenant)
      const first = Effect.map(drawsOf(tenant), ([one]) => one === "settled")
      yield* until("the draw that was open is drawn and paid", first)
      assert.deepStrictEqual(yield* drawsOf(tenant), ["settled"])
      assert.strictEqual(yield* coinsOf(call, ada), before + 500)
      assert.deepInclude((yield* checkAll(hasItsDraw, {}))[0], { violations: 0 })
      ok(yield* call("POST", "/events", lesson("ada")))
      yield* turn(call, { lotteries: true })
      assert.strictEqual(ok(yield* call("GET", `${path}/${lottery_id}`)).status, "active")
      const next = Effect.map(drawsOf(tenant), (all) => all.length === 2)
      yield* until("the next draw is open", next)
      assert.deepInclude(ok(yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)), { participants: 0 })
      ok(yield* call("POST", "/events", lesson("ada")))
      assert.deepInclude(ok(yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)), { participants: 1 })
      assert.deepInclude((yield* checkAll(hasItsDraw, {}))[0], { violations: 0 })
    })
  )

  it.effect("take what was paid for a draw along to it, and nothing for another, on a plan without lotteries", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      const { lottery_id } = yield* make(call)
      const ada = yield* rich(tenant, "ada")
      assert.strictEqual((yield* enter(call, ada, lottery_id, 2)).status, 201)
      yield* planned(customer_id, "free")
      assert.deepStrictEqual(refusal(yield* enter(call, ada, lottery_id)).slice(0, 2), [402, "plan_feature_locked"])
      yield* drawnInTime(tenant)
      const settled = Effect.map(drawsOf(tenant), ([one]) => one === "settled")
      yield* until("the draw that was open is drawn and paid", settled)
      assert.deepStrictEqual(yield* drawsOf(tenant), ["settled"])
      assert.strictEqual(yield* coinsOf(call, ada), 100 - 20 + 500)
      yield* planned(customer_id, "growth")
      const next = Effect.map(drawsOf(tenant), (all) => all.length === 2)
      yield* until("the next draw is open", next)
      assert.deepInclude((yield* enter(call, ada, lottery_id)).body, { tickets_total: 1, price_paid: 10 })
    })
  )
})
