/**
 * The checker, checked: on a database the service made itself nothing is wrong, and every fault that is put into it is
 * found by the invariant that watches for it, which names the rows.
 */
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { RebuildStore } from "../../../src/features/insight/analytics/Store/Rebuild.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { checkAll } from "../../../src/platform/invariants/check.ts"
import { type CheckOptions, checkInvariants, invariants } from "../../../src/platform/invariants/index.ts"
import { caughtUp, tablesOf } from "../../kit/insight/analytics.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import * as fc from "fast-check"
import { analyticsPlants } from "./analyticsPlants.ts"
import { belongingPlants } from "./belongingPlants.ts"
import { causePlants } from "./causePlants.ts"
import { erasurePlants } from "./erasurePlants.ts"
import { happeningPlants } from "./happeningPlants.ts"
import { cohortPlants } from "./cohortPlants.ts"
import { giftPlants } from "./giftPlants.ts"
import { historyPlants } from "./historyPlants.ts"
import { hostedPlants } from "./hostedPlants.ts"
import { sharingPlants } from "./sharingPlants.ts"
import { kudosPlants } from "./kudosPlants.ts"
import { leaguePlants } from "./leaguePlants.ts"
import { lotteryPlants } from "./lotteryPlants.ts"
import { moneyPlants } from "./moneyPlants.ts"
import { paymentPlants } from "./paymentPlants.ts"
import { questPlants } from "./questPlants.ts"
import { makeReach, tablesWritten } from "./reach.ts"
import { changeState, enter, entriesOf, freshId, type Plant } from "./Plant.ts"
import { narrativePlants } from "./narrativePlants.ts"
import { setupPlants } from "./setupPlants.ts"
import { servicePlants } from "./servicePlants.ts"
import { welcomePlants } from "./welcomePlants.ts"
import { teamPlants } from "./teamPlants.ts"
import { makeWorld, type World } from "./world.ts"

const plants: ReadonlyArray<Plant> = [
  ...moneyPlants,
  ...lotteryPlants,
  ...paymentPlants,
  ...belongingPlants,
  ...causePlants,
  ...happeningPlants,
  ...questPlants,
  ...cohortPlants,
  ...giftPlants,
  ...historyPlants,
  ...teamPlants,
  ...kudosPlants,
  ...hostedPlants,
  ...sharingPlants,
  ...welcomePlants,
  ...leaguePlants,
  ...servicePlants,
  ...narrativePlants,
  ...setupPlants,
  ...erasurePlants,
  ...analyticsPlants
]
const ids = invariants.map(({ id }) => id)
const inReportOrder = (some: ReadonlyArray<string>) => ids.filter((id) => some.includes(id))

interface Watched extends World {
  readonly reachedBy: Effect.Success<ReturnType<typeof makeReach>>
}

class TheWorld extends Context.Service<TheWorld, Watched>()("hatchery/test/invariants/World") {}

const App = Layer.effect(
  TheWorld,
  Effect.gen(function* () {
    return { ...(yield* makeWorld), reachedBy: yield* makeReach(invariants) }
  })
).pipe(Layer.provideMerge(TestApp.layer({}, undefined, FakeImages.layerAt({ stage_image: 4, icon: 1 }))))

/** Runs in a transaction without triggers and foreign keys, of which nothing stays. */
const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let result: A | undefined
    yield* sql
      .withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT set_config('session_replication_role', 'replica', true)`
          result = yield* effect
          return yield* Effect.fail("undo")
        })
      )
      .pipe(
        Effect.catchIf(
          (error) => error === "undo",
          () => Effect.void
        )
      )
    return result as A
  })

/** What those report that can see the fault. */
const seenOf = (plant: Plant["plant"], options: CheckOptions) =>
  Effect.gen(function* () {
    const world = yield* TheWorld
    const seen = Effect.flatMap(tablesWritten(plant(world)), (tables) => checkAll(world.reachedBy(tables), options))
    return yield* undone(Effect.scoped(seen))
  })

layer(App, { excludeTestServices: true })("the invariants", (it) => {
  it.effect("all hold on a database the service made, and each of them has rows to look at", () =>
    Effect.gen(function* () {
      yield* TheWorld
      const reports = yield* checkInvariants({ quiescent: true })
      assert.deepStrictEqual(
        reports.map(({ id }) => id),
        ids
      )
      // A commit's wishes are forgotten once they are fulfilled.
      const mayBeEmpty = ["signals_are_handled"]
      assert.deepStrictEqual(
        reports.filter(({ checked, id, violations }) => violations > 0 || (checked === 0 && !mayBeEmpty.includes(id))),
        []
      )
    })
  )

  it.effect("are each watched by a planted fault", () =>
    Effect.sync(() => assert.deepStrictEqual(inReportOrder(plants.map(({ breaks }) => breaks)), ids))
  )

  for (const { also = [], breaks, fault, plant } of plants) {
    it.effect(`${breaks}: found when ${fault}`, () =>
      Effect.gen(function* () {
        const reports = yield* seenOf(plant, { quiescent: true })
        const red = reports.filter(({ violations }) => violations > 0)
        assert.deepStrictEqual(
          red.map(({ id }) => id),
          inReportOrder([breaks, ...also])
        )
        for (const { samples } of red) assert.isNotEmpty(samples)
      })
    )
  }

  it.effect("are told by figures that come out the same when they are counted again, also after one was wrong", () =>
    Effect.gen(function* () {
      const { customer_id } = yield* TheWorld
      const sql = yield* SqlClient.SqlClient
      const { rebuild } = yield* RebuildStore
      yield* caughtUp(customer_id)
      const added = yield* tablesOf(customer_id)
      const unchanged = yield* rebuild(customer_id)
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
      assert.deepInclude(unchanged, { _tag: "Rebuilt", isChanged: false })
      yield* sql`UPDATE analytics_counters SET count = count + 1, amount = amount + 1
        WHERE customer_id = ${customer_id}::uuid AND metric IN ('events', 'coins_in', 'badge_holders')`
      yield* sql`DELETE FROM analytics_users WHERE customer_id = ${customer_id}::uuid AND user_id LIKE '%a%'`
      assert.deepInclude(yield* rebuild(customer_id), { isChanged: true })
      assert.deepStrictEqual(yield* tablesOf(customer_id), added)
    }).pipe(Effect.provide(RebuildStore.layer))
  )

  it.effect("find a value nobody can calculate with, and check the rest all the same", () =>
    Effect.gen(function* () {
      const world = yield* TheWorld
      const spoilt = changeState("{coins,balance}", `'"many"'`)(world)
      const reports = yield* undone(Effect.andThen(spoilt, checkInvariants()))
      const red = reports.filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(
        red.map(({ id, samples }) => [id, Object.keys(samples[0]!)]),
        ["balance_is_ledger_sum", "buddy_columns_are_state", "balance_never_negative", "units_are_ledger_sum"].map(
          (id) => [id, ["unreadable"]]
        )
      )
    })
  )

  it.effect("leave names of outfits alone that only some locales take for one", () =>
    Effect.gen(function* () {
      const world = yield* TheWorld
      const saved = changeState(
        "{outfits}",
        `'{"a": {"name": "İ", "item_ids": ["x"]}, "b": {"name": "i", "item_ids": ["x"]}}'`
      )(world)
      const outfits = invariants.filter(({ id }) => id === "outfits_within_limits")
      const [report] = yield* undone(Effect.andThen(saved, checkAll(outfits, { quiescent: true })))
      assert.strictEqual(report!.violations, 0)
    })
  )

  it.effect("recompute the hash that the ledger's own function gives any row", () =>
    Effect.gen(function* () {
      const world = yield* TheWorld
      const [first] = yield* entriesOf(world, "coin")
      const text = fc.string({ unit: "grapheme-composite" }).map((any) => any.replaceAll("\0", ""))
      const row = fc.record({
        unit: text.map((key) => `token:${key}`),
        amount: fc.maxSafeInteger(),
        balance_after: fc.maxSafeNat(),
        reason: text,
        reference_type: text,
        reference_id: fc.option(text),
        rule_id: fc.option(fc.uuid()),
        is_lucky: fc.boolean(),
        created_at: fc
          .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
          .map((date) => date.toISOString())
      })
      const rows = fc.sample(row, { numRuns: 300, seed: 7 })
      const entered = Effect.forEach(rows, (some) =>
        Effect.flatMap(freshId, (buddy_id) => enter({ ...first!, ...some, buddy_id }))
      )
      const watching = invariants.filter(({ id }) => ["ledger_has_buddy", "ledger_hash"].includes(id))
      const reports = yield* undone(Effect.andThen(entered, checkAll(watching, {})))
      const byId = new Map(reports.map((report) => [report.id, report]))
      assert.isAtLeast(byId.get("ledger_has_buddy")!.violations, rows.length)
      assert.strictEqual(byId.get("ledger_hash")!.violations, 0)
    })
  )

  it.effect("give what is open the whole grace again after an outage", () =>
    Effect.gen(function* () {
      const { plant } = servicePlants.find(({ breaks }) => breaks === "jobs_end")!
      const redWhen = (options: CheckOptions) =>
        Effect.map(seenOf(plant, options), (reports) =>
          reports.filter(({ violations }) => violations > 0).map(({ id }) => id)
        )
      assert.deepStrictEqual(yield* redWhen({ quiescent: true }), ["jobs_end"])
      assert.deepStrictEqual(yield* redWhen({}), [])
      assert.deepStrictEqual(yield* redWhen({ quiescent: true, grace: "11 minutes" }), [])
      const now = yield* Clock.currentTimeMillis
      assert.deepStrictEqual(yield* redWhen({ quiescent: true, healedAt: now - 30_000 }), [])
      assert.deepStrictEqual(yield* redWhen({ quiescent: true, healedAt: now - 90_000 }), ["jobs_end"])
    })
  )

  it.effect("hold of what happens and waits while a workspace has no webhooks", () =>
    Effect.gen(function* () {
      const world = yield* TheWorld
      const sql = yield* SqlClient.SqlClient
      const of = sql`FROM customers WHERE customer_id = ${world.customer_id}::uuid`
      const redOf = (breaks: string, before: Effect.Effect<unknown, SqlError.SqlError>) => {
        const { plant } = servicePlants.find((one) => one.breaks === breaks)!
        const watching = invariants.filter(({ id }) => id === breaks)
        return Effect.map(
          undone(Effect.andThen(Effect.andThen(plant(world), before), checkAll(watching, { quiescent: true }))),
          ([report]) => report!.violations > 0
        )
      }
      const offUntilNow = sql`INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
        SELECT customer_id, now(), plan, '{webhooks}' ${of}`
      const otherSince = sql`INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
        SELECT customer_id, now(), plan, '{brag}' ${of}`
      const manyTimes = sql`INSERT INTO entitlement_changes (customer_id, changed_at, plan, disabled_capabilities)
        SELECT customer_id, now(), plan, '{brag}' FROM generate_series(1, 500),
          LATERAL (SELECT customer_id, plan ${of}) AS one`
      const goneOff = sql`UPDATE customers SET disabled_capabilities = '{webhooks}'
        WHERE customer_id = ${world.customer_id}::uuid`
      assert.isTrue(yield* redOf("change_is_told", otherSince))
      assert.isFalse(yield* redOf("change_is_told", offUntilNow))
      assert.isFalse(yield* redOf("change_is_told", manyTimes))
      assert.isTrue(yield* redOf("deliveries_go_out", otherSince))
      assert.isFalse(yield* redOf("deliveries_go_out", offUntilNow))
      assert.isFalse(yield* redOf("deliveries_go_out", goneOff))
    })
  )

  it.effect("see one snapshot, wait for nobody and keep nobody waiting", () =>
    Effect.gen(function* () {
      const world = yield* TheWorld
      const sql = yield* SqlClient.SqlClient
      const writing = yield* sql.reserve
      const run = (text: string) => writing.executeUnprepared(text, [], undefined)
      // A writer in the middle of a change that breaks the books until it is finished.
      yield* run("BEGIN")
      yield* Effect.addFinalizer(() => Effect.orDie(run("ROLLBACK")))
      yield* run(`UPDATE buddy_states SET coins = coins + 1 WHERE buddy_id = '${world.buddy_id}'`)
      const reports = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT set_config('lock_timeout', '1s', true)`
          return yield* checkInvariants()
        })
      )
      assert.deepStrictEqual(
        reports.filter(({ violations }) => violations > 0),
        []
      )
      yield* run("SET LOCAL lock_timeout = '1s'")
      const checking = yield* Effect.forkChild(checkInvariants())
      yield* run("LOCK TABLE ledger, buddies, events, webhook_deliveries IN ROW EXCLUSIVE MODE")
      yield* Fiber.join(checking)
    }).pipe(Effect.scoped)
  )
})
