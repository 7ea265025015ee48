/** Somebody who was among others is erased: what those others keep of it names nobody. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { erased, placesOf } from "../../kit/players/Erasing.ts"
import { lettersOf } from "../../kit/players/Poison.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { join, makeTeam } from "../../kit/players/TeamMates.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const me = "/customers/me"

const fine = ({ body, status, text }: Answer) => {
  assert.isBelow(status, 300, text)
  return body
}

layer(TestApp.layer(), { excludeTestServices: true })("whoever was thanked, taught and given something", (it) => {
  it.effect("is found nowhere in what others have, once it is erased", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call } = tenant
      yield* publish(tenant)
      const [{ buddy_id: ada }, { buddy_id: bob }] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "gone-user")]
      const { team_id } = yield* makeTeam(call, { name: "Foxes" })
      yield* join(call, team_id, ada)
      yield* join(call, team_id, bob, "mentor")
      const reward = { receiver_reward: { coins: 5 }, giver_reward: { coins: 1 } }
      fine(yield* call("POST", `${me}/kudo-types`, { kudo_key: "thanks", label: "Thanks", emoji: "🙏", ...reward }))
      const give = (from: string, to_buddy_id: string, message: string) =>
        call("POST", `/buddies/${from}/kudos`, { to_buddy_id, kudo_key: "thanks", message })
      fine(yield* give(ada, bob, "Thanks for your patience, Robert"))
      fine(yield* give(bob, ada, "Yours, Robert"))
      fine(yield* call("PATCH", `${me}/mentor-visibility/config`, { enabled: true }))
      fine(yield* call("POST", `${me}/mentor-visibility/sessions`, { mentor_buddy_id: bob, mentee_buddy_id: ada }))
      fine(yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }))
      const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 1 }
      const { item_id } = fine(yield* call("POST", "/marketplaces/shop/items", hat))
      for (const id of [ada, bob]) fine(yield* call("POST", `/buddies/${id}/coins`, { amount: 10 }))
      fine(yield* call("POST", `/buddies/${ada}/gifts`, { item_id, gift_to_buddy_id: bob }))
      fine(yield* call("POST", `/buddies/${bob}/gifts`, { item_id, gift_to_buddy_id: ada }))
      fine(yield* call("POST", `${me}/council/proposals`, { slot: "intro", text: "Hello", buddy_id: bob }))
      fine(yield* call("POST", `${me}/free-lunches`, { buddy_ids: [ada, bob], coins: 3 }))
      fine(yield* call("POST", `${me}/players/${bob}/award`, { award_key: "star", label: "Star" }))
      yield* until(
        "both have been paid for their kudos",
        Effect.map(call("GET", `/buddies/${ada}`), ({ body }) => body.coins === 10 - 1 + 1 + 5 + 3)
      )
      const { record } = yield* erased(call, "gone-user")
      assert.strictEqual(record.scan.found, 0)
      assert.deepStrictEqual(yield* placesOf("gone-user"), [])
      assert.deepStrictEqual(yield* placesOf("Robert"), [])
      const [kudos] = fine(yield* call("GET", `/buddies/${ada}/kudos?direction=given`)).data
      assert.deepInclude(kudos, { to_buddy_id: null, message: null, coins: 5 })
      const feed = fine(yield* call("GET", `${me}/teams/${team_id}/feed`))
      assert.notInclude(JSON.stringify(feed), bob)
      assert.deepStrictEqual(fine(yield* call("GET", `${me}/mentor-visibility/sessions`)).data, [])
      // What the one that stays was told of by them is still its own.
      assert.strictEqual(fine(yield* call("GET", `/economy/buddies/${ada}/ledger/verify`)).valid, true)
    })
  )

  it.effect("nor in what could not be carried out of what others did", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const [{ buddy_id: ada }, { buddy_id: bob }] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "gone-user")]
      const { buddy_id: eve } = yield* hatch(tenant, "eve")
      fine(yield* call("POST", `${me}/kudo-types`, { kudo_key: "thanks", label: "Thanks", emoji: "🙏" }))
      const { mend } = yield* stuck(ada, "buddy_changes")
      const give = (to_buddy_id: string, message: string) =>
        call("POST", `/buddies/${ada}/kudos`, { to_buddy_id, kudo_key: "thanks", message })
      assert.strictEqual((yield* give(bob, "You are patient, Robert")).status, 500)
      assert.strictEqual((yield* give(eve, "You are quick, Eve")).status, 500)
      yield* mend
      const told = Effect.map(lettersOf(customer_id), (letters) =>
        letters.map(({ payload }) => JSON.stringify(payload))
      )
      assert.deepStrictEqual((yield* told).filter((one) => one.includes("Robert")).length, 1)
      yield* erased(call, "gone-user")
      const [left, ...others] = yield* told
      assert.deepStrictEqual(others, [])
      assert.include(left, "You are quick, Eve")
    })
  )
})
