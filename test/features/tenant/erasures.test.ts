/** A user is forgotten for good: nobody finds it any more, the books still add up, and everybody else is untouched. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { coinsOf, does } from "../../kit/campaigns/Quests.ts"
import { caughtUp, plantDelta, today } from "../../kit/insight/analytics.ts"
import { dataOf, ended, erased, placesOf } from "../../kit/players/Erasing.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const broken = Effect.map(checkInvariants(), (reports) =>
  reports.filter(({ violations }) => violations > 0).map(({ id, samples }) => ({ id, samples: samples.slice(0, 3) }))
)

/** A workspace that pays for lessons, with a buddy of the user u0. */
const school = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "u0")
  return { ...tenant, buddies: [buddy_id] }
})

layer(TestApp.layer(), { excludeTestServices: true })("erasing a user", (it) => {
  it.effect("leaves nothing of it, an intact ledger, and a proof", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const { heard } = yield* listening(tenant)
      const user_id = `forgotten-${yield* uuid}`
      const { buddy_id, egg } = yield* hatch(tenant, user_id)
      const { egg_id } = egg
      const event = lesson(user_id, {})
      made(yield* call("POST", "/events", event), 200)
      yield* does(tenant, user_id, { properties: { lesson_id: "two", score: 90, user_id } })
      const told = { amount: 7, reason: `for ${user_id}`, reference_id: `order-${user_id}` }
      const key = { headers: { "idempotency-key": yield* uuid } }
      made(yield* call("POST", `/buddies/${buddy_id}/coins`, told, key), 200)
      // Somebody else's event names the user.
      yield* does(tenant, "u0", { properties: { lesson_id: "three", score: 1, invited_user_id: user_id } })
      const before = yield* coinsOf(call, buddy_id)
      const others = (yield* call("GET", `/buddies/${tenant.buddies[0]}`)).body
      const { record } = yield* erased(call, user_id)
      refused(yield* call("GET", `/buddies/${buddy_id}`), 404, "not_found")
      refused(yield* call("GET", `/eggs/${egg_id}`), 404, "not_found")
      assert.deepInclude(record, { status: "completed", scan: { tables: record.scan.tables, found: 0 } })
      assert.strictEqual(record.rows.events, 2)
      const [coin] = record.buddies[0].units
      assert.deepInclude(coin, { unit: "coin", balance: before })
      assert.notStrictEqual(coin.head_hash_before, coin.head_hash_after)
      assert.deepStrictEqual(yield* placesOf(user_id), [])
      assert.deepStrictEqual(yield* placesOf(egg_id), ["erasures"])
      const summary = (yield* call("GET", `/customers/me/users/${user_id}/summary`)).body
      assert.deepInclude(summary, { exists: false, erasure_operation_id: null })
      assert.deepStrictEqual((yield* call("GET", `/buddies/${tenant.buddies[0]}`)).body, others)
      assert.deepInclude(yield* heard("user.erased"), { erasure_id: record.erasure_id, buddy_ids: [buddy_id] })
      assert.deepStrictEqual(yield* broken, [])
      // A second time there is nothing to erase; the event that was erased pays nothing.
      assert.strictEqual((yield* call("DELETE", dataOf(user_id))).status, 204)
      const again = yield* call("POST", "/events", event)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
      assert.deepInclude(made(again, 200).effects, { coins: 0 })
      assert.strictEqual((yield* call("DELETE", dataOf(user_id))).status, 204)
    })
  )

  it.effect("takes the days of whoever has only looked", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { customer_id } = tenant
      const sql = yield* SqlClient.SqlClient
      yield* plantDelta(tenant, { c: [], u: [["default", "u0", "shop_view", today()]] })
      yield* caughtUp(customer_id)
      const looks = sql`SELECT 1 FROM analytics_user_years WHERE customer_id = ${customer_id}::uuid
        AND num_nonnulls(days) = 0 AND user_no = hashtextextended('u0', 0)`
      assert.isNotEmpty(yield* looks)
      yield* erased(tenant.call, "u0")
      assert.isEmpty(yield* looks)
    })
  )

  it.effect("is asked for once, is not cancelled, and lets the user come back", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      yield* does(tenant, "u0")
      const asked = yield* Effect.all(
        Array.from({ length: 5 }, () => call("DELETE", dataOf("u0"))),
        { concurrency: 5 }
      )
      const accepted = asked.filter(({ status }) => status === 202)
      assert.isAbove(accepted.length, 0)
      assert.strictEqual(new Set(accepted.map(({ body }) => body.operation_id)).size, 1)
      const { operation_id } = accepted[0]!.body
      refused(yield* call("POST", `/operations/${operation_id}/cancel`), 409, "invalid_transition")
      const back = yield* hatch(tenant, "u0")
      yield* does(tenant, "u0")
      assert.strictEqual((yield* ended(call, operation_id)).status, "completed")
      assert.isAbove(yield* coinsOf(call, back.buddy_id), 0)
      const { data } = (yield* call("GET", "/events?user_id=u0")).body
      assert.strictEqual(data.length, 1)
      const first = (yield* call("GET", "/customers/me/erasures")).body.data[0]
      const { record } = yield* erased(call, "u0")
      assert.strictEqual(record.prev_hash, first.hash)
      assert.deepStrictEqual(yield* broken, [])
    })
  )

  it.effect("hands over every row of the user once, and answers an export that is open with itself", () =>
    Effect.gen(function* () {
      const tenant = yield* school
      const { call } = tenant
      const other = yield* hatch(tenant, "u1")
      const sent = Array.from({ length: 3 }, () => lesson("u0", {}))
      for (const event of sent) made(yield* call("POST", "/events", event), 200)
      const ask = call("POST", "/customers/me/users/u0/export")
      const asked = yield* Effect.all([ask, ask, ask], { concurrency: 3 })
      const results = yield* Effect.forEach(asked, (answer) => ended(call, made(answer, 202).operation_id))
      // Whoever asks before it has ended is told of that one.
      const [first] = results.toSorted((one, next) => (one.created_at < next.created_at ? -1 : 1))
      for (const { created_at, operation_id } of results)
        assert.isTrue(operation_id === first.operation_id || created_at >= first.finished_at)
      // One of a user is kept: the last.
      const again = yield* ended(call, made(yield* ask, 202).operation_id)
      assert.strictEqual((yield* call("GET", `/customers/me/exports/${first.result.export_id}`)).status, 404)
      const { text } = yield* call("GET", `/customers/me/exports/${again.result.export_id}`)
      const lines = text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
      const of = (name: string) => lines.filter(({ table }) => table === name).map(({ row }) => row)
      assert.deepStrictEqual(
        of("events").map(({ event_id }) => event_id),
        sent.map(({ event_id }) => event_id)
      )
      assert.strictEqual(of("buddy_identities").length, 1)
      assert.strictEqual(of("eggs").length, 1)
      const seqs = of("ledger")
        .filter(({ unit }) => unit === "coin")
        .map(({ seq }) => seq)
      assert.isAbove(seqs.length, 0)
      assert.deepStrictEqual(
        seqs,
        seqs.map((_, index) => index + 1)
      )
      assert.notInclude(text, other.buddy_id)
    })
  )
})
