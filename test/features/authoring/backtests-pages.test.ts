/** A backtest reads its record in pages that are bounded by bytes as well as by rows. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { BacktestStore } from "../../../src/features/authoring/backtests/Store.ts"
import { limits } from "../../../src/wire/Limits.ts"
import { lesson } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("the record of a backtest", (it) => {
  it.effect("comes in pages that end early where events are large, and passes nobody by", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      const sent = Array.from({ length: 60 }, () => lesson("ada"))
      assert.strictEqual((yield* call("POST", "/events/batch", { events: sent })).body.accepted, 60)
      // As an older release took them.
      const event_bytes = 200_000
      yield* sql`UPDATE events SET properties = json_build_object('text', repeat('x', ${event_bytes}::int))
        WHERE customer_id = ${customer_id}::uuid`
      const store = yield* BacktestStore
      const version = "00000000-0000-4000-8000-000000000001"
      const record = { from: null, to: null, buddy_ids: null, max_events: 1_000 }
      const plan = { ...record, config_version_id: version, compared_with: version }
      const found: Array<string> = []
      let after = "0"
      for (let pages = 0; ; pages++) {
        const page = yield* store.events(customer_id, plan, after, 500)
        if (page.length === 0) {
          assert.isAbove(pages, 2)
          break
        }
        const bytes = page.reduce((sum, { properties }) => sum + JSON.stringify(properties).length, 0)
        assert.isBelow(bytes, limits.page_bytes_max + 2 * event_bytes)
        found.push(...page.map(({ event_id }) => event_id))
        after = page.at(-1)!.sequence
      }
      assert.deepStrictEqual(found.toSorted(), sent.map(({ event_id }) => event_id).toSorted())
    }).pipe(Effect.provide(BacktestStore.layer))
  )
})
