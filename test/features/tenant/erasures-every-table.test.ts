/** Somebody whom every table names that can is forgotten in all of them, and everybody else's books stay whole. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import { erased, placesOf } from "../../kit/players/Erasing.ts"
import { namedEverywhere } from "../../kit/players/Named.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** What stays under an id that stands for nobody: amounts, that figures have kept them, and the proof. */
const stays = ["erased_buddies", "erasures", "ledger"]

layer(TestApp.layer(), { excludeTestServices: true })("a user whom every table names", (it) => {
  it.effect("is found nowhere after the erasure, and the chains of all others verify", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const others = yield* Effect.forEach(["ada", "bea", "cleo"], (user) => hatch(tenant, user))
      const user_id = `forgotten-${yield* uuid}`
      const { buddy_id, egg } = yield* hatch(tenant, user_id)
      for (const user of ["ada", user_id, "bea", "cleo", user_id]) {
        const sent = yield* call("POST", "/events", lesson(user))
        assert.strictEqual(sent.status, 200, sent.text)
      }
      const named = { customer_id, user_id, buddy_id, egg_id: egg.egg_id as string, player_id: yield* uuid }
      const tables = yield* namedEverywhere(named)
      assert.isAbove(tables.length, 35)
      const before = yield* placesOf(user_id)
      assert.isAbove(before.length, 10)
      const verified = (id: string) =>
        Effect.map(call("GET", `/economy/buddies/${id}/ledger/verify`), ({ body }) => body)
      const whole = yield* Effect.forEach(others, (other) => verified(other.buddy_id))
      for (const { rows, valid } of whole) assert.isTrue(valid && rows > 0)

      const { record } = yield* erased(call, user_id)
      assert.deepInclude(record, { status: "completed", scan: { tables: record.scan.tables, found: 0 } })
      assert.deepStrictEqual(yield* placesOf(user_id), [])
      assert.deepStrictEqual(yield* placesOf(named.egg_id), ["erasures"])
      assert.deepStrictEqual(yield* placesOf(buddy_id), stays)
      assert.deepStrictEqual(yield* placesOf(named.player_id), [])
      assert.deepStrictEqual(yield* Effect.forEach(others, (other) => verified(other.buddy_id)), whole)
      const money = (yield* checkInvariants()).filter(
        ({ id, violations }) => violations > 0 && /ledger|balance/.test(id)
      )
      assert.deepStrictEqual(money, [])
    })
  )
})
