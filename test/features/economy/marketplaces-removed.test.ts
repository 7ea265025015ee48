/** An item that is taken out of its shop while it is on its way to somebody. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { granted, hatch, publish } from "../../kit/players/players.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })(
  "an item that is removed while a gift of it is under way",
  (it) => {
    it.effect("is kept for its receiver", () =>
      Effect.gen(function* () {
        const tenant = yield* (yield* TestApp).tenant()
        const { call } = tenant
        yield* publish(tenant)
        const [ada, bob] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bob")]
        yield* granted(call, ada.buddy_id, 100)
        yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
        const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 30 }
        assert.strictEqual((yield* call("POST", "/marketplaces/main/items", hat)).status, 201)
        const { mend } = yield* stuck(bob.buddy_id, "commands")
        const gift = { item_id: "hat", gift_to_buddy_id: bob.buddy_id }
        assert.strictEqual((yield* call("POST", `/buddies/${ada.buddy_id}/gifts`, gift)).status, 201)
        assert.strictEqual((yield* call("DELETE", "/marketplaces/main/items/hat")).status, 204)
        assert.strictEqual((yield* call("GET", "/marketplaces/main/items/hat")).body.status, "archived")
        yield* mend
      })
    )
  }
)
