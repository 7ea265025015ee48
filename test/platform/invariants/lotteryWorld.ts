/** A draw that was drawn and paid, one that is open, one that was cancelled and refunded, and a box that was opened. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { drawNow, enter, make, path } from "../../kit/campaigns/Lotteries.ts"
import { hatch } from "../../kit/players/players.ts"
import type { TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { SqlClient } from "effect/sql"

export const tryLuck = Effect.fnUntraced(function* (tenant: TestTenant, buddy_id: string) {
  const sql = yield* SqlClient.SqlClient
  const { call } = tenant
  const entry = { mode: "coin_cost", amount: 2, max_entries_per_buddy: 5 }
  const { lottery_id, open_draw } = yield* make(call, { lottery_key: "drawn", entry })
  const other = yield* make(call, { lottery_key: "cancelled", entry })
  const second = (yield* hatch(tenant, "dot")).buddy_id
  yield* call("POST", `/buddies/${second}/coins`, { amount: 20 })
  for (const buyer of [buddy_id, second]) {
    for (const lottery of ["drawn", "cancelled"])
      assert.strictEqual((yield* enter(call, buyer, lottery, 2)).status, 201)
  }
  yield* drawNow(call, lottery_id)
  assert.strictEqual((yield* enter(call, buddy_id, "drawn")).status, 201)
  yield* call("DELETE", `${path}/cancelled`)
  const cancelled_id = other.open_draw.draw_id as string
  yield* until(
    "the refunds",
    Effect.map(
      sql`SELECT 1 FROM lottery_draws WHERE draw_id = ${cancelled_id}::uuid AND is_settled`,
      (found) => found.length === 1
    )
  )
  const { body } = yield* call("GET", `${path}/${lottery_id}`)
  const reward_pool = [{ weight: 1, reward: { kind: "coins", amount: 3 } }]
  const price = { mode: "coins", amount: 1 }
  const box = yield* call("POST", "/customers/me/mystery-boxes", { name: "Box", price, reward_pool, stock_total: 5 })
  const opened = yield* call("POST", `/buddies/${buddy_id}/mystery-boxes/box/open`)
  assert.strictEqual(opened.status, 201, opened.text)
  return {
    drawn_id: open_draw.draw_id as string,
    open_id: body.open_draw.draw_id as string,
    cancelled_id,
    mystery_box_id: box.body.mystery_box_id as string
  }
})
