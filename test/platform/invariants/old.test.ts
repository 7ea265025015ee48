/**
 * A world two years later: whatever is kept for a time only is gone, months have begun and were dropped. Nothing is
 * wrong with what is left, figures can be counted out of it, and whoever reaches back finds what was promised.
 */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { keepMonths } from "../../../src/platform/retention/Months.ts"
import { sweep } from "../../../src/platform/retention/Sweep.ts"
import { iso } from "../../../src/wire/Ids.ts"
import { caughtUp, tablesOf } from "../../kit/insight/analytics.ts"
import { lesson } from "../../kit/players/players.ts"
import { forward, ForwardClock } from "../../kit/service/ForwardClock.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { makeWorld } from "./world.ts"

const App = TestApp.layer({}, undefined, FakeImages.layerAt({ stage_image: 4, icon: 1 })).pipe(
  Layer.provideMerge(ForwardClock.layer)
)

/** What is wrong, without what is only late: clocks have just leapt. */
const wrong = Effect.map(checkInvariants(), (reports) => reports.filter(({ violations }) => violations > 0))

/** Longer than most is kept, past a month that begins, then past all that is kept for a year. */
const leaps = ["2 days", "45 days", "100 days", "200 days", "420 days"] as const

layer(App, { excludeTestServices: true })("a world two years later", (it) => {
  it.effect(
    "holds, can be counted again, and answers whoever reaches back",
    () =>
      Effect.gen(function* () {
        const { buddy_id, call, customer_id } = yield* makeWorld
        const sql = yield* SqlClient.SqlClient
        const sent = lesson("ada")
        const first = (yield* call("POST", "/events", sent)).body
        const born = (yield* call("GET", `/buddies/${buddy_id}`)).body
        const then = iso(new Date(yield* Clock.currentTimeMillis))
        for (const leap of leaps) {
          yield* forward(leap)
          yield* keepMonths
          yield* sweep()
          assert.deepStrictEqual(yield* wrong, [], leap)
        }
        for (const table of ["operations", "webhook_deliveries_all", "commands", "idempotency_keys"]) {
          const left = sql`SELECT count(*)::int AS left FROM ${sql(table)}
            WHERE created_at < ${new Date(then)}`
          assert.deepStrictEqual(yield* left, [{ left: 0 }], table)
        }

        assert.deepStrictEqual((yield* call("POST", "/events", sent)).body, first)
        const past = (yield* call("GET", `/buddies/${buddy_id}/as-of?at=${then}`)).body
        assert.deepStrictEqual([past.coins, past.tokens], [born.coins, born.tokens])
        const verified = (yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)).body
        assert.deepStrictEqual([verified.valid, verified.problems], [true, []])
        const undone = yield* call("POST", `/events/${sent.event_id}/reverse`, {})
        assert.deepStrictEqual([undone.status, undone.body.already_reversed], [200, false], undone.text)
        const now = iso(new Date(yield* Clock.currentTimeMillis))
        const back = yield* call("POST", "/events", lesson("ada", { occurred_at: now }))
        assert.strictEqual(back.body.effects?.streak_updates[0].current_streak, 1, back.text)
        assert.deepStrictEqual(yield* wrong, [])

        const { rebuild } = yield* RebuildStore
        yield* caughtUp(customer_id)
        const added = yield* tablesOf(customer_id)
        assert.deepInclude(yield* rebuild(customer_id), { _tag: "Rebuilt", isChanged: false })
        assert.deepStrictEqual(yield* tablesOf(customer_id), added)
      }).pipe(Effect.provide(RebuildStore.layer)),
    120_000
  )
})
