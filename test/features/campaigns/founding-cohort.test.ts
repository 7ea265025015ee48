/** The first users of a workspace: numbered without a gap, rewarded once, and still numbered when they are gone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { club, coinsOf } from "../../kit/campaigns/Quests.ts"
import { hatch } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const root = "/customers/me/founding-cohort"
interface Entry {
  readonly number: number
  readonly user_id: string | null
  readonly buddy_id: string | null
  readonly action: string
  readonly origin: { readonly type: string; readonly id: string }
}

const configure = (call: Call, more: object) => Effect.map(call("PATCH", `${root}/config`, more), (it) => made(it, 200))
const preview = (call: Call) => Effect.map(call("GET", `${root}/preview`), (answer) => made(answer, 200))
const audit = (call: Call) =>
  Effect.map(call("GET", `${root}/audit?limit=200`), (answer) => made(answer, 200).data as ReadonlyArray<Entry>)
const enrolledIn = (call: Call) =>
  Effect.map(audit(call), (entries) =>
    entries.filter(({ action }) => action === "enrolled").toSorted((left, right) => left.number - right.number)
  )
const fill = Effect.fnUntraced(function* (call: Call, body?: object) {
  const { operation_id } = made(yield* call("POST", `${root}/backfill`, body), 202)
  const operation = Effect.map(call("GET", `/operations/${operation_id}`), ({ body: found }) => found)
  yield* until(
    "the backfill has ended",
    Effect.map(operation, ({ status }) => status === "completed")
  )
  return (yield* operation).result
})

layer(TestApp.shared, { excludeTestServices: true })("a founding cohort", (it) => {
  it.effect("takes the users of before in the order of hatching, when it is filled", () =>
    Effect.gen(function* () {
      const { buddies, call, users } = yield* club(4)
      yield* configure(call, { size: 3, reward: { coins: 30 } })
      const { candidates, ...figures } = yield* preview(call)
      assert.deepStrictEqual(figures, { size: 3, enrolled: 0, remaining: 3 })
      const inOrder = candidates.map(({ number, user_id }: Entry) => [number, user_id])
      assert.lengthOf(inOrder, 3)
      assert.deepInclude(yield* fill(call, { dry_run: true }), { dry_run: true, enrolled: 3, rewarded: 0 })
      assert.isEmpty(yield* audit(call))
      assert.deepInclude(yield* fill(call), { dry_run: false, enrolled: 3, rewarded: 3, void: 0 })
      assert.deepInclude(yield* fill(call), { enrolled: 0, rewarded: 0 })
      const enrolled = yield* enrolledIn(call)
      assert.deepStrictEqual(
        enrolled.map(({ number, user_id }) => [number, user_id]),
        inOrder
      )
      assert.strictEqual(enrolled[0]!.origin.type, "operation")
      const coins = yield* Effect.forEach(buddies, (buddy_id) => coinsOf(call, buddy_id))
      const founders = enrolled.map(({ user_id }) => user_id)
      assert.deepStrictEqual(
        coins,
        users.map((user) => (founders.includes(user) ? 30 : 0))
      )
      refused(yield* call("PATCH", `${root}/config`, { size: 2 }), 422, "validation_failed")
      const csv = (yield* call("GET", `${root}/audit/export.csv`)).text.split("\r\n")
      assert.strictEqual(csv[0], "number,buddy_id,user_id,action,origin,occurred_at")
      assert.lengthOf(csv, 1 + 6 + 1)
      assert.match(csv[1]!, /^1,[0-9a-f-]{36},u\d,enrolled,operation:[0-9a-f-]{36},/)
    })
  )

  it.effect("is filled as it is shown, also where nobody ever set it up", () =>
    Effect.gen(function* () {
      const { call } = yield* club(2)
      assert.deepInclude(yield* fill(call, { dry_run: true }), { enrolled: 2 })
      assert.deepInclude(yield* fill(call), { enrolled: 2, rewarded: 0 })
      const { candidates, ...figures } = yield* preview(call)
      assert.deepStrictEqual(figures, { size: 100, enrolled: 2, remaining: 98 })
      assert.isEmpty(candidates)
    })
  )

  it.effect("numbers fifty who hatch at once without a gap, each user once, and pays each once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      yield* configure(call, { enabled: true, size: 45, reward: { coins: 7 } })
      const newcomers = Array.from({ length: 50 }, (_, place) => `n${place}`)
      const filling = Effect.forEach([1, 2, 3], () => fill(call), { concurrency: 3 })
      yield* Effect.all([Effect.forEach(newcomers, (user) => hatch(tenant, user), { concurrency: 10 }), filling], {
        concurrency: 2
      })
      yield* hatch(tenant, "u0")
      yield* until(
        "all places are taken and paid",
        Effect.map(audit(call), (entries) => entries.filter(({ action }) => action === "reward_granted").length === 45)
      )
      const enrolled = yield* enrolledIn(call)
      assert.deepStrictEqual(
        enrolled.map(({ number }) => number),
        Array.from({ length: 45 }, (_, place) => place + 1)
      )
      assert.strictEqual(new Set(enrolled.map(({ user_id }) => user_id)).size, 45)
      assert.strictEqual(yield* coinsOf(call, buddies[0]!), 7)
      assert.strictEqual((yield* preview(call)).remaining, 0)
    })
  )

  it.effect("keeps the number of who is erased, and says of nobody whose it was", () =>
    Effect.gen(function* () {
      const { buddies, call, customer_id } = yield* club(2)
      yield* configure(call, { reward: { coins: 5 } })
      yield* fill(call)
      const sql = yield* SqlClient.SqlClient
      const first = (yield* enrolledIn(call))[0]!
      yield* sql`DELETE FROM buddy_identities
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${first.buddy_id}::uuid`
      const entries = yield* audit(call)
      const ofFirst = entries.filter(({ number }) => number === 1)
      assert.deepStrictEqual(
        ofFirst.map(({ action, buddy_id, user_id }) => [action, buddy_id, user_id]),
        [
          ["removed", null, null],
          ["reward_granted", null, null],
          ["enrolled", null, null]
        ]
      )
      assert.deepInclude(yield* preview(call), { enrolled: 2, remaining: 98 })
      const others = buddies.filter((buddy_id) => buddy_id !== first.buddy_id)
      assert.sameMembers(
        entries.flatMap(({ buddy_id }) => buddy_id ?? []),
        [...others, ...others]
      )
    })
  )

  it.effect("knows an audience, an end, archived buddies and badges no version has", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call } = tenant
      const { call: stranger } = yield* (yield* TestApp).tenant()
      for (const wrong of [
        { size: 0 },
        { size: 100_001 },
        { audience: "none-such" },
        { reward: { streak_freezes: 1 } }
      ])
        refused(yield* call("PATCH", `${root}/config`, wrong), 422, "validation_failed")
      made(yield* call("PATCH", `/buddies/${buddies[0]}/archive`), 200)
      yield* configure(call, { until: new Date(0).toISOString(), badge_key: "founder" })
      assert.isEmpty((yield* preview(call)).candidates)
      assert.deepInclude(yield* fill(call), { enrolled: 0 })
      const config = yield* configure(call, { until: null, audience: "default", enabled: true })
      assert.deepInclude(config, { size: 100, until: null, audience: "default", badge_key: "founder" })
      yield* until(
        "both are enrolled by the clock, and their badge is left out",
        Effect.map(audit(call), (entries) => entries.length === 4)
      )
      const [newest] = yield* audit(call)
      assert.deepInclude(newest, { action: "reward_granted", origin: { type: "job", id: "campaigns/clock" } })
      yield* configure(call, { enabled: null })
      yield* hatch(tenant, "late")
      assert.strictEqual((yield* preview(call)).candidates[0].user_id, "late")
      assert.isEmpty((yield* preview(stranger)).candidates)
      assert.isEmpty(yield* audit(stranger))
    })
  )

  it.effect("takes users in who come back from a test clock, however long ago they hatched", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* club(2)
      const sql = yield* SqlClient.SqlClient
      const clock = made(yield* call("POST", "/test/clocks", { name: "Trip", user_ids: ["u0"] }))
      yield* sql`UPDATE buddy_identities SET created_at = created_at - interval '1 day'
        WHERE customer_id = ${customer_id}::uuid`
      yield* configure(call, { enabled: true })
      const users = Effect.map(enrolledIn(call), (entries) => entries.map(({ user_id }) => user_id))
      const areEnrolled = (count: number) => Effect.map(users, ({ length }) => length === count)
      yield* until("the one in the present is enrolled", areEnrolled(1))
      made(yield* call("DELETE", `/test/clocks/${clock.test_clock_id}`), 204)
      yield* until("so is the other", areEnrolled(2))
      assert.deepStrictEqual(yield* users, ["u1", "u0"])
    })
  )

  it.effect("takes in who hatches after the clock was ahead for a while, and is set back", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { call, customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* configure(call, { enabled: true })
      const areEnrolled = (count: number) => Effect.map(enrolledIn(call), ({ length }) => length === count)
      yield* until("the first one is enrolled", areEnrolled(1))
      yield* sql`UPDATE founding_cohorts SET looked_to = looked_to + interval '1 day'
        WHERE customer_id = ${customer_id}::uuid`
      yield* hatch(tenant, "late")
      yield* until("so is the one after it", areEnrolled(2))
    })
  )
})
