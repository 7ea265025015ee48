/** Coins for nothing: paid once, and told by a card that is seen and dismissed. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { club, coinsOf } from "../../kit/campaigns/Quests.ts"
import { mintSession } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const root = "/customers/me/free-lunches"
const cardOf = (buddy_id: string, grant_id: string) => `/buddies/${buddy_id}/free-lunches/${grant_id}`

layer(TestApp.shared, { excludeTestServices: true })("a free lunch", (it) => {
  it.effect("is paid and told at once, to everybody named who is there", () =>
    Effect.gen(function* () {
      const tenant = yield* club(3)
      const { buddies, call } = tenant
      const [first, second, gone] = buddies as [string, string, string]
      made(yield* call("PATCH", `/buddies/${gone}/archive`), 200)
      const { heard } = yield* listening(tenant)
      const nobody = yield* uuid
      const input = { buddy_ids: [first, second, first.toUpperCase(), gone, nobody, "x"], coins: 25, message: "Hi" }
      const { data } = made(yield* call("POST", root, input))
      assert.deepStrictEqual(
        data.map((one: { buddy_id: string; error: { code: string } | null }) => [
          one.buddy_id,
          one.error?.code ?? null
        ]),
        [
          [first, null],
          [second, null],
          [gone, "buddy_archived"],
          [nobody, "not_found"],
          ["x", "not_found"]
        ]
      )
      const { grant_id } = data[0]
      assert.isNull(data[2].grant_id)
      const told = yield* heard("free_lunch.granted", (body) => body.grant_id === grant_id)
      assert.deepInclude(told, { buddy_id: first, user_id: "u0", grant_id, coins: 25 })
      assert.deepStrictEqual([yield* coinsOf(call, first), yield* coinsOf(call, second)], [25, 25])
      const rows = (yield* call("GET", `/economy/buddies/${first}/ledger`)).body.data
      assert.deepInclude(rows[0], { amount: 25, reason: "free_lunch", reference_id: grant_id })
      const page = (yield* call("GET", `${root}?status=granted`)).body
      assert.strictEqual(page.meta.total, 2)
      const listed = (yield* call("GET", `${root}?buddy_id=${first}`)).body.data[0]
      assert.deepInclude(listed, { grant_id, coins: 25, message: "Hi", status: "granted", expires_at: null })
      assert.strictEqual(listed.granted_by.type, "api_key")
    })
  )

  it.effect("that is asked for again with its key is one", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(2)
      const sql = yield* SqlClient.SqlClient
      const key = { headers: { "idempotency-key": yield* uuid } }
      const first = made(yield* call("POST", root, { buddy_ids: buddies, coins: 5 }, key))
      yield* sql`DELETE FROM idempotency_keys`
      const again = made(yield* call("POST", root, { buddy_ids: buddies, coins: 5 }, key))
      assert.deepStrictEqual(again.data, first.data)
      const coins = yield* Effect.forEach(buddies, (buddy_id) => coinsOf(call, buddy_id))
      assert.deepStrictEqual(coins, [5, 5])
    })
  )

  it.effect("has a card that is seen and dismissed once, however many say so at once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const buddy_id = buddies[0]!
      const { bodies, heard } = yield* listening(tenant)
      const { grant_id } = made(yield* call("POST", root, { buddy_ids: [buddy_id], coins: 5 })).data[0]
      const token = { key: yield* mintSession(call, { buddy_id, user_id: "u0", scopes: ["events:track"] }) }
      const reading = { key: yield* mintSession(call, { buddy_id, user_id: "u0", scopes: ["read"] }) }
      refused(
        yield* call("POST", `/widget/free-lunches/${grant_id}/seen`, undefined, reading),
        403,
        "insufficient_scope"
      )
      const seen = made(yield* call("POST", `/widget/free-lunches/${grant_id}/seen`, undefined, token), 200)
      assert.deepStrictEqual(seen, { grant_id, coins: 5, status: "seen", expires_at: null })
      yield* heard("free_lunch.seen")
      assert.strictEqual((yield* call("GET", `${root}?status=seen`)).body.meta.total, 1)
      const storm = yield* Effect.all(
        Array.from({ length: 50 }, () => call("POST", `${cardOf(buddy_id, grant_id)}/dismiss`)),
        { concurrency: 50 }
      )
      for (const answer of storm) assert.strictEqual(made(answer, 200).status, "dismissed")
      made(yield* call("POST", `/widget/free-lunches/${grant_id}/dismiss`, undefined, token), 200)
      made(yield* call("POST", `${cardOf(buddy_id, grant_id)}/seen`), 200)
      yield* heard("free_lunch.dismissed")
      assert.lengthOf(bodies("free_lunch.dismissed"), 1)
      assert.lengthOf(bodies("free_lunch.seen"), 1)
      assert.strictEqual((yield* call("GET", `${root}?status=dismissed`)).body.meta.total, 1)
    })
  )

  it.effect("goes by the moment a buddy on a test clock lives at", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(2)
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
      const clock = { now: inDays(10), user_ids: ["u1"] }
      const { test_clock_id } = made(yield* call("POST", "/test/clocks", clock))
      made(yield* call("POST", root, { buddy_ids: buddies, coins: 5, expires_at: inDays(11) }))
      const statuses = Effect.forEach(buddies, (buddy_id) =>
        Effect.map(call("GET", `${root}?buddy_id=${buddy_id}`), ({ body }) => body.data[0].status)
      )
      assert.deepStrictEqual(yield* statuses, ["granted", "granted"])
      made(yield* call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 2 * 86_400 }), 200)
      assert.deepStrictEqual(yield* statuses, ["granted", "gone"])
      assert.strictEqual((yield* call("GET", `${root}?status=gone`)).body.meta.total, 1)
    })
  )

  it.effect("has a card that is to go later than the moment its buddy lives at, whoever else is in the present", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(2)
      const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
      made(yield* call("POST", "/test/clocks", { now: inDays(10), user_ids: ["u1"] }))
      for (const buddy_ids of [buddies, [buddies[1]]]) {
        const over = yield* call("POST", root, { buddy_ids, coins: 5, expires_at: inDays(5) })
        refused(over, 422, "validation_failed")
        assert.deepStrictEqual(over.body.error.details.issues[0].path, ["expires_at"])
      }
      assert.strictEqual((yield* call("GET", root)).body.meta.total, 0)
      made(yield* call("POST", root, { buddy_ids: [buddies[0]], coins: 5, expires_at: inDays(5) }))
    })
  )

  it.effect("may be shown until a moment that is over for others, to a buddy whose clock stands still", () =>
    Effect.gen(function* () {
      const { buddies, call, customer_id } = yield* club(1)
      const { test_clock_id } = made(yield* call("POST", "/test/clocks", { user_ids: ["u0"] }))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE test_clocks SET virtual_now = virtual_now - interval '3 days'
        WHERE customer_id = ${customer_id}::uuid AND test_clock_id = ${test_clock_id}::uuid`
      // Every node hears of it.
      made(yield* call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 1 }), 200)
      const expires_at = new Date(Date.now() - 86_400_000).toISOString()
      const { grant_id } = made(yield* call("POST", root, { buddy_ids: buddies, coins: 5, expires_at })).data[0]
      made(yield* call("POST", `${cardOf(buddies[0]!, grant_id)}/seen`), 200)
    })
  )

  it.effect("takes the place of the oldest of twenty cards, also while the clock of its buddy stands still", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(1)
      made(yield* call("POST", "/test/clocks", { user_ids: ["u0"] }))
      const give = Effect.map(call("POST", root, { buddy_ids: buddies, coins: 5 }), (answer) => made(answer).data[0])
      const given: ReadonlyArray<{ grant_id: string }> = yield* Effect.forEach(Array.from({ length: 21 }), () => give)
      const gone = (yield* call("GET", `${root}?status=gone`)).body.data
      assert.deepStrictEqual(
        gone.map(({ grant_id }: { grant_id: string }) => grant_id),
        [given[0]!.grant_id]
      )
      made(yield* call("POST", `${cardOf(buddies[0]!, given[20]!.grant_id)}/seen`), 200)
    })
  )

  it.effect("is refused where it makes no sense, and belongs to its workspace and its buddy", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(2)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      const [buddy_id, other] = buddies as [string, string]
      const past = new Date(Date.now() - 1_000).toISOString()
      for (const wrong of [
        { coins: 0 },
        { coins: 1_000_001 },
        { buddy_ids: [] },
        { buddy_ids: Array.from({ length: 101 }, () => buddy_id) },
        { message: "x".repeat(281) },
        { expires_at: past }
      ]) {
        refused(yield* call("POST", root, { buddy_ids: [buddy_id], coins: 5, ...wrong }), 422, "validation_failed")
      }
      const theirs = made(yield* stranger("POST", root, { buddy_ids: [buddy_id], coins: 5 })).data[0]
      assert.strictEqual(theirs.error.code, "not_found")
      assert.strictEqual(yield* coinsOf(call, buddy_id), 0)
      const { grant_id } = made(yield* call("POST", root, { buddy_ids: [buddy_id], coins: 5 })).data[0]
      refused(yield* call("POST", `${cardOf(other, grant_id)}/seen`), 404, "not_found")
      refused(yield* call("POST", `${cardOf(buddy_id, "nothing")}/seen`), 404, "not_found")
      refused(yield* stranger("POST", `${cardOf(buddy_id, grant_id)}/seen`), 404, "not_found")
      assert.strictEqual((yield* stranger("GET", root)).body.meta.total, 0)
      const over = { buddy_ids: [other], coins: 5, expires_at: new Date(Date.now() + 3_600_000).toISOString() }
      const brief = made(yield* call("POST", root, over)).data[0].grant_id
      const sql = yield* SqlClient.SqlClient
      // With a version of its own: whoever holds the buddy in memory reads it again.
      yield* sql`UPDATE buddy_states SET version = version + 1,
        state = jsonb_set(state::jsonb, ${["lunches", brief, "expires_at"]}::text[], '1')::json
        WHERE buddy_id = ${other}::uuid`
      refused(yield* call("POST", `${cardOf(other, brief)}/seen`), 404, "not_found")
      assert.strictEqual((yield* call("GET", `${root}?buddy_id=${other}`)).body.data[0].status, "gone")
      assert.strictEqual(yield* coinsOf(call, other), 5)
    })
  )
})
