/** Awards: given by hand, once unless they may be repeated, and listed for ever. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { made, refused } from "../../kit/campaigns/Causes.ts"
import { club, coinsOf } from "../../kit/campaigns/Quests.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const best = { award_key: "best", label: "Best of all", reward: { coins: 40 }, reason: "Helped" }
const pathOf = (buddy_id: string) => `/customers/me/players/${buddy_id}/award`

layer(TestApp.shared, { excludeTestServices: true })("an award", (it) => {
  it.effect("is booked by the buddy, told, and given once", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const buddy_id = buddies[0]!
      const { heard } = yield* listening(tenant)
      const given = made(yield* call("POST", pathOf(buddy_id), best))
      assert.deepInclude(given, { award_key: "best", description: "", reason: "Helped", already_awarded: false })
      assert.strictEqual(given.awarded_by.type, "api_key")
      const { award_id } = given
      const told = yield* heard("award.granted")
      assert.deepInclude(told, { award_id, buddy_id, label: "Best of all", coins: 40 })
      const again = made(yield* call("POST", pathOf(buddy_id), { ...best, label: "Another" }), 200)
      assert.deepStrictEqual(again, { ...given, already_awarded: true })
      assert.strictEqual(yield* coinsOf(call, buddy_id), 40)
      const { already_awarded: _, ...listed } = given
      const ofBuddy = (yield* call("GET", `${pathOf(buddy_id)}s`)).body
      assert.deepStrictEqual(ofBuddy.data, [listed])
      const rows = (yield* call("GET", `/economy/buddies/${buddy_id}/ledger`)).body.data
      assert.deepInclude(rows[0], { ledger_id: given.ledger_ids[0], reason: "award", reference_id: award_id })
    })
  )

  it.effect("given by fifty at once is one; one that may be repeated is as many as were asked for", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(1)
      const buddy_id = buddies[0]!
      const storm = (body: object) =>
        Effect.all(
          Array.from({ length: 50 }, () => call("POST", pathOf(buddy_id), body)),
          { concurrency: 25 }
        )
      const statuses = (yield* storm(best)).map(({ status }) => status).sort()
      assert.deepStrictEqual(statuses, [...Array.from({ length: 49 }, () => 200), 201])
      assert.strictEqual(yield* coinsOf(call, buddy_id), 40)
      const kind = { ...best, award_key: "kind", repeatable: true }
      assert.deepStrictEqual([...new Set((yield* storm(kind)).map(({ status }) => status))], [201])
      assert.strictEqual(yield* coinsOf(call, buddy_id), 40 + 50 * 40)
      const key = { headers: { "idempotency-key": yield* uuid } }
      const first = made(yield* call("POST", pathOf(buddy_id), kind, key))
      // Also when the answer was not kept: the same request is the same award.
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM idempotency_keys`
      assert.deepStrictEqual(made(yield* call("POST", pathOf(buddy_id), kind, key)), first)
      assert.strictEqual(yield* coinsOf(call, buddy_id), 40 + 51 * 40)
      const page = (yield* call("GET", "/customers/me/awards?award_key=kind&limit=10")).body
      assert.deepStrictEqual(page.meta, { total: 51, page: 1, limit: 10 })
    })
  )

  it.effect("is refused where it cannot be given, and belongs to its workspace", () =>
    Effect.gen(function* () {
      const { buddies, call } = yield* club(1)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      const buddy_id = buddies[0]!
      refused(yield* call("POST", pathOf("nobody"), best), 404, "not_found")
      refused(yield* stranger("POST", pathOf(buddy_id), best), 404, "not_found")
      for (const wrong of [
        { reward: { streak_freezes: 1 } },
        { reward: { items: ["no-such-item"] } },
        { award_key: "Not A Key" },
        { label: "" },
        { icon_url: "javascript:alert(1)" }
      ]) {
        refused(yield* call("POST", pathOf(buddy_id), { ...best, ...wrong }), 422, "validation_failed")
      }
      made(yield* call("POST", pathOf(buddy_id), best))
      made(yield* call("PATCH", `/buddies/${buddy_id}/archive`), 200)
      refused(yield* call("POST", pathOf(buddy_id), { ...best, award_key: "late" }), 409, "buddy_archived")
      assert.strictEqual((yield* call("GET", `${pathOf(buddy_id)}s`)).body.meta.total, 1)
      refused(yield* stranger("GET", `${pathOf(buddy_id)}s`), 404, "not_found")
      assert.strictEqual((yield* stranger("GET", `/customers/me/awards?buddy_id=${buddy_id}`)).body.meta.total, 0)
      assert.strictEqual((yield* call("GET", "/customers/me/awards?buddy_id=nobody")).body.meta.total, 0)
    })
  )

  it.effect("is told at the moment its buddy lives at", () =>
    Effect.gen(function* () {
      const tenant = yield* club(1)
      const { buddies, call } = tenant
      const { heard } = yield* listening(tenant)
      const now = new Date(Date.now() + 86_400_000).toISOString()
      made(yield* call("POST", "/test/clocks", { now, user_ids: ["u0"] }))
      const { awarded_at } = made(yield* call("POST", pathOf(buddies[0]!), best))
      assert.strictEqual(awarded_at, now)
      assert.strictEqual((yield* heard("award.granted")).occurred_at, now)
    })
  )

  it.effect("that gives an item nobody sells is wrong before its buddy is unknown", () =>
    Effect.gen(function* () {
      const { call } = yield* club(0)
      const wrong = { ...best, reward: { items: ["unicorn"] } }
      const stranger = yield* uuid
      refused(yield* call("POST", pathOf(stranger), wrong), 422, "validation_failed")
      refused(yield* call("POST", pathOf(stranger), best), 404, "not_found")
    })
  )
})
