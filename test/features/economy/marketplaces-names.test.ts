/** Items by the names people give them: in requests, in what other items ask for, and in paths. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const hat = { item_key: "hat", name: "Hat", category: "head", price_coins: 0 }
const owns = (key: string) => ({ conditions: [{ type: "item_owned", key, operator: "eq", value: true }] })

const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

layer(TestApp.shared, { excludeTestServices: true })("the names of items", (it) => {
  const opened = Effect.gen(function* () {
    const tenant = yield* (yield* TestApp).tenant()
    yield* publish(tenant)
    yield* tenant.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
    const { buddy_id } = yield* hatch(tenant, "ada")
    const buy = (item_id: string) => tenant.call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id })
    return { ...tenant, tenant, buddy_id, buy }
  })

  it.effect("stand for the item in what another one asks for", () =>
    Effect.gen(function* () {
      const { buy, call } = yield* opened
      const { item_id } = (yield* call("POST", "/marketplaces/main/items", hat)).body
      const cape = { ...hat, item_key: "cape", category: "body", requirements: owns("hat") }
      const made = yield* call("POST", "/marketplaces/main/items", cape)
      assert.strictEqual(made.body.requirements.conditions[0].key, item_id)
      // An import may name what comes later in it.
      const items = [
        { ...hat, item_key: "ring", category: "hand", requirements: owns("main/boots") },
        { ...hat, item_key: "boots", category: "feet", visibility: owns("hat") }
      ]
      yield* call("POST", "/marketplaces/main/items/import", { items })
      for (const item of ["cape", "ring"]) assert.deepStrictEqual(code(yield* buy(item)), [409, "requirements_not_met"])
      for (const item of ["hat", "cape", "boots", "ring"]) assert.strictEqual((yield* buy(item)).status, 201, item)
      const edited = yield* call("PUT", "/marketplaces/main/items/cape", { ...cape, requirements: owns("boots") })
      assert.notStrictEqual(edited.body.requirements.conditions[0].key, "boots")
    })
  )

  it.effect("leave an item that an import names twice as the last of its rows has it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const owner = { type: "item_owned", key: "wand", operator: "eq", value: true }
      const [cloak, wand] = [
        { item_key: "cloak", name: "Cloak", category: "body", price_coins: 5 },
        { item_key: "wand", name: "Wand", category: "hand", price_coins: 3 }
      ]
      const items = [{ ...cloak, requirements: { conditions: [owner] } }, wand, { ...cloak, price_coins: 9 }]
      const imported = yield* call("POST", "/marketplaces/main/items/import", { items, on_conflict: "update" })
      assert.deepInclude(imported.body, { created: 2, updated: 1, skipped: 0 }, imported.text)
      const kept = yield* call("GET", "/marketplaces/main/items/cloak")
      assert.deepInclude(kept.body, { price_coins: 9, requirements: { match: "all", conditions: [] } })
    })
  )

  it.effect("complete a sub-step that waits for the item", () =>
    Effect.gen(function* () {
      const { buddy_id, buy, call } = yield* opened
      const { item_id } = (yield* call("POST", "/marketplaces/main/items", hat)).body
      const waiting = (key: string) => ({
        sub_step_key: "wear",
        title: "A hat",
        completion_condition: { type: "item_owned", key }
      })
      yield* call("POST", "/path-definitions", { path_key: "p", title: "P", steps: [{ step_key: "a", title: "A" }] })
      const made = yield* call("POST", "/path-definitions/p/steps/a/sub-steps", waiting("hat"))
      assert.strictEqual(made.body.completion_condition.key, item_id, made.text)
      yield* call("POST", "/path-definitions/p/activate")
      yield* buy("hat")
      const { progress } = (yield* call("GET", `/path-definitions/buddies/${buddy_id}/paths/p`)).body
      assert.deepStrictEqual(progress, { completed: 1, total: 1 })
    })
  )

  it.effect("mean the one that is for sale, where marketplaces share a key", () =>
    Effect.gen(function* () {
      const { buy, call } = yield* opened
      yield* call("POST", "/marketplaces/main/items", { ...hat, status: "inactive" })
      assert.deepStrictEqual(code(yield* buy("hat")), [409, "item_unavailable"])
      yield* call("POST", "/marketplaces", { marketplace_key: "next", name: "Next" })
      const { item_id } = (yield* call("POST", "/marketplaces/next/items", hat)).body
      const bought = yield* buy("hat")
      assert.deepStrictEqual([bought.status, bought.body.item_id], [201, item_id], bought.text)
    })
  )

  it.effect("are put on and taken off as they are bought", () =>
    Effect.gen(function* () {
      const { buddy_id, buy, call } = yield* opened
      const { item_id } = (yield* call("POST", "/marketplaces/main/items", hat)).body
      const wear = (body: unknown) => call("PATCH", `/buddies/${buddy_id}/equipped-items`, body)
      assert.deepStrictEqual(code(yield* wear({ equip: ["hat"] })), [409, "item_not_owned"])
      yield* buy("hat")
      assert.deepStrictEqual((yield* wear({ equip: ["hat"] })).body.equipped_items, [item_id])
      assert.deepStrictEqual((yield* wear({ equip: [item_id.toUpperCase()] })).body.equipped_items, [item_id])
      assert.deepStrictEqual((yield* wear({ unequip: ["hat"] })).body.equipped_items, [])
    })
  )

  it.effect("say nothing to an archived buddy but that it is archived", () =>
    Effect.gen(function* () {
      const { buddy_id, buy, call } = yield* opened
      yield* call("POST", "/marketplaces/main/items", { ...hat, status: "inactive" })
      yield* call("PATCH", `/buddies/${buddy_id}/archive`)
      assert.deepStrictEqual(code(yield* buy("hat")), [409, "buddy_archived"])
    })
  )

  it.effect("are refused twice in plain words, and the fields beside them mean what they say", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      const few = yield* call("POST", "/marketplaces/main/items", { ...hat, stock: { total: 10 } })
      assert.deepStrictEqual(few.body.stock, { total: 10, per_buddy: 1 })
      const many = { ...hat, item_key: "many", stock: { per_buddy: null } }
      assert.deepStrictEqual((yield* call("POST", "/marketplaces/main/items", many)).body.stock, {
        total: null,
        per_buddy: null
      })
      const again = yield* call("POST", "/marketplaces/main/items", hat)
      assert.strictEqual(again.body.error.message, "An item with the key hat exists already.")
      const never = { ...hat, item_key: "never", available_from: "2026-02-31T00:00:00Z" }
      const refused = yield* call("POST", "/marketplaces/main/items", never)
      assert.deepStrictEqual([refused.status, refused.body.error.details.issues[0].path], [422, ["available_from"]])
      const dates = { available_from: "2026-12-01T00:00:00+02:00", available_until: "2026-12-02T00:00:00Z" }
      const { body } = yield* call("POST", "/marketplaces/main/items", { ...hat, item_key: "winter_hat", ...dates })
      // As all times are told, however they were written.
      const told = { available_from: "2026-11-30T22:00:00.000Z", available_until: "2026-12-02T00:00:00.000Z" }
      assert.deepInclude(body, told)
      assert.deepInclude((yield* call("GET", "/marketplaces/main/items/winter_hat")).body, told)
    })
  )

  it.effect("mean one that is on a shelf before an older one that was taken off", () =>
    Effect.gen(function* () {
      const { buy, call } = yield* opened
      yield* call("POST", "/marketplaces", { marketplace_key: "next", name: "Next" })
      const old = (yield* call("POST", "/marketplaces/main/items", hat)).body.item_id
      const own = (yield* call("POST", "/marketplaces/next/items", hat)).body.item_id
      assert.strictEqual((yield* buy(old)).status, 201)
      assert.strictEqual((yield* call("DELETE", `/marketplaces/main/items/${old}`)).status, 204)
      const cape = { ...hat, item_key: "cape", category: "body", requirements: owns("hat") }
      const made = yield* call("POST", "/marketplaces/next/items", cape)
      assert.strictEqual(made.body.requirements.conditions[0].key, own, made.text)
      const box = {
        box_key: "crate",
        name: "Crate",
        price: { mode: "coins", amount: 1 },
        reward_pool: [{ weight: 1, reward: { kind: "item", key: "hat" } }]
      }
      const crate = yield* call("POST", "/customers/me/mystery-boxes", box)
      assert.strictEqual(crate.body.reward_pool[0].reward.key, own, crate.text)
      const bought = yield* buy("hat")
      assert.deepInclude(bought.body, { item_id: own }, bought.text)
    })
  )

  it.effect("mean what the same marketplace sells before an older one of another", () =>
    Effect.gen(function* () {
      const { call } = yield* opened
      yield* call("POST", "/marketplaces", { marketplace_key: "next", name: "Next" })
      const old = (yield* call("POST", "/marketplaces/main/items", hat)).body.item_id
      const own = (yield* call("POST", "/marketplaces/next/items", hat)).body.item_id
      const cape = { ...hat, item_key: "cape", category: "body" }
      const asked = ({ body }: { readonly body: { requirements: ReturnType<typeof owns> } }) =>
        body.requirements.conditions[0]!.key
      const make = (path: string, name: string) =>
        Effect.map(call("POST", `${path}/items`, { ...cape, requirements: owns(name) }), asked)
      assert.strictEqual(yield* make("/marketplaces/next", "hat"), own)
      assert.strictEqual(yield* make("/marketplaces/main", "hat"), old)
      const replaced = yield* call("PUT", "/marketplaces/next/items/cape", { ...cape, requirements: owns("hat") })
      assert.strictEqual(asked(replaced), own)
      const elsewhere = yield* call("PUT", "/marketplaces/next/items/cape", { ...cape, requirements: owns("main/hat") })
      assert.strictEqual(asked(elsewhere), old)
      const items = [{ ...cape, item_key: "scarf", requirements: owns("hat") }]
      yield* call("POST", "/marketplaces/next/items/import", { items })
      assert.strictEqual(asked(yield* call("GET", "/marketplaces/next/items/scarf")), own)
    })
  )
})
