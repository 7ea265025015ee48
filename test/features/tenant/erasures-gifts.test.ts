/** What a forgotten user gave away stays with whoever has it, and no longer says of whom it came. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { checkInvariants } from "../../../src/platform/invariants/index.ts"
import { dataOf, erased, placesOf } from "../../kit/players/Erasing.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("gifts of a user who is erased", (it) => {
  it.effect("stay with who got them, as nobody's", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const [giver, other, receiver] = yield* Effect.forEach(["giver", "other", "receiver"], (user) =>
        Effect.map(hatch(tenant, user), ({ buddy_id }) => buddy_id)
      )
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const given = yield* Effect.forEach([giver!, other!], (from, index) =>
        Effect.gen(function* () {
          const hat = { item_key: `hat_${index}`, name: "Hat", category: "head", price_coins: 5 }
          const item = yield* call("POST", "/marketplaces/main/items", hat)
          assert.strictEqual(item.status, 201, item.text)
          yield* call("POST", `/buddies/${from}/coins`, { amount: 10 })
          const { item_id } = item.body
          const gift = yield* call("POST", `/buddies/${from}/gifts`, { item_id, gift_to_buddy_id: receiver })
          assert.strictEqual(gift.status, 201, gift.text)
          return item_id as string
        })
      )
      const list = call("GET", `/buddies/${receiver}/purchased-items`)
      const arrived = yield* Effect.repeat(list, {
        until: ({ body }) => body.meta.total === 2,
        schedule: Schedule.spaced("20 millis")
      })
      const before = new Map(arrived.body.data.map((one: { item_id: string }) => [one.item_id, one]))
      assert.deepInclude(before.get(given[0]), { from_buddy_id: giver })

      const { record } = yield* erased(call, "giver")
      assert.deepInclude(record, { status: "completed", scan: { tables: record.scan.tables, found: 0 } })
      const after = new Map((yield* list).body.data.map((one: { item_id: string }) => [one.item_id, one]))
      assert.deepStrictEqual(after.get(given[0]), { ...(before.get(given[0]) as object), from_buddy_id: null })
      assert.deepStrictEqual(after.get(given[1]), before.get(given[1]), "of somebody else it is still known")
      assert.notInclude(yield* placesOf(giver!), "buddy_history")
      assert.strictEqual((yield* call("DELETE", dataOf("giver"))).status, 204)
      const broken = (yield* checkInvariants()).filter(({ violations }) => violations > 0)
      assert.deepStrictEqual(broken, [])
    })
  )
})
