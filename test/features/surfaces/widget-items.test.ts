/** The marketplace and the wardrobe as widgets see them: with a token for one buddy, and the API's own refusals. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const hat = { name: "Wizard hat", category: "head", price_coins: 30 }
const scopes = ["marketplace:purchase", "items:equip"]

const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

/** A buddy with 100 coins, and its widgets. */
const visitor = Effect.fnUntraced(function* (
  tenant: TestTenant,
  user_id: string,
  held: ReadonlyArray<string> = scopes
) {
  const { call } = tenant
  const { buddy_id } = yield* hatch(tenant, user_id)
  yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 })
  const session = yield* call("POST", "/widget-sessions", { buddy_id, user_id, scopes: held })
  assert.strictEqual(session.status, 201, session.text)
  const key: string = session.body.token
  return {
    buddy_id,
    key,
    widget: (...[method, path, body]: Parameters<typeof call>) => call(method, path, body, { key })
  }
})

const opened = Effect.fnUntraced(function* (items: ReadonlyArray<object>) {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  yield* tenant.call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
  const made = yield* Effect.forEach(items, (item) => tenant.call("POST", "/marketplaces/main/items", item))
  for (const { status, text } of made) assert.strictEqual(status, 201, text)
  return { tenant, item_ids: made.map(({ body }) => body.item_id as string) }
})

interface Offer {
  readonly item_key: string
  readonly refusal: string | null
}

layer(TestApp.shared, { excludeTestServices: true })("a marketplace widget", (it) => {
  it.effect("shows what this buddy may see, with the very refusal a purchase would meet", () =>
    Effect.gen(function* () {
      const xp = (value: number) => ({
        match: "all",
        conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value }]
      })
      const { tenant } = yield* opened([
        { ...hat, stage_images: { "1": "https://example.test/one.png" }, image_url: "https://example.test/any.png" },
        { ...hat, item_key: "crown", price_coins: 1_000 },
        { ...hat, item_key: "rank", requirements: xp(20) },
        { ...hat, item_key: "hidden", visibility: xp(20) },
        { ...hat, item_key: "gone", stock: { total: 0, per_buddy: 1 } },
        { ...hat, item_key: "present", is_gift_only: true },
        { ...hat, item_key: "past", available_until: "2001-01-01T00:00:00Z" },
        { ...hat, item_key: "drawer", status: "inactive" }
      ])
      const { widget } = yield* visitor(tenant, "ada")
      const shop = yield* widget("GET", "/widget/marketplace")
      assert.strictEqual(shop.status, 200, shop.text)
      assert.deepStrictEqual(
        shop.body.data.map(({ item_key, refusal }: Offer) => [item_key, refusal]),
        [
          ["wizard_hat", null],
          ["crown", "insufficient_coins"],
          ["rank", "requirements_not_met"],
          ["gone", "out_of_stock"],
          ["present", "item_gift_only"]
        ]
      )
      for (const { item_key, refusal } of shop.body.data as ReadonlyArray<Offer>) {
        if (refusal === null) continue
        const bought = yield* widget("POST", "/widget/purchases", { item_id: item_key })
        assert.strictEqual(bought.body.error?.code, refusal, item_key)
      }
      assert.strictEqual(code(yield* widget("POST", "/widget/purchases", { item_id: "hidden" }))[0], 404)
      assert.deepInclude(shop.body.data[0], { image_url: "https://example.test/one.png", owned: 0, can_buy: true })
      assert.deepInclude(shop.body.data[2].requirements[0], { current: 0, value: 20, met: false })
      assert.deepInclude(shop.body, { balance: 100, owned_items: [], scopes: ["read", ...scopes] })
      assert.deepInclude(shop.body.meta, { total: 5 })
      const second = yield* widget("GET", "/widget/marketplace?page=2&limit=2&category=head")
      assert.deepStrictEqual(
        second.body.data.map(({ item_key }: Offer) => item_key),
        ["rank", "gone"]
      )
      assert.strictEqual((yield* widget("GET", "/widget/marketplace?category=feet")).body.meta.total, 0)
      assert.strictEqual((yield* widget("GET", "/widget/marketplace?category=tail")).status, 422)
    })
  )

  it.effect("pages through all it may show, however much that is, and counts the whole", () =>
    Effect.gen(function* () {
      const { tenant } = yield* opened([])
      const { call } = tenant
      yield* call("POST", "/marketplaces", { marketplace_key: "closed", name: "Closed", is_active: false })
      yield* call("POST", "/marketplaces", { marketplace_key: "second", name: "Second" })
      const secret = {
        conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 20 }]
      }
      const keys = (shop: string, count: number) => Array.from({ length: count }, (_, index) => `${shop}-${index}`)
      // Every third is hidden: no batch of the shop's own is as long as a batch it reads.
      const isShown = (_: string, index: number) => index % 3 !== 1
      for (const shop of ["main", "closed", "second"]) {
        for (const start of [0, 400]) {
          const items = keys(shop, 800).map((item_key, index) => ({
            ...hat,
            item_key,
            ...(isShown(item_key, index) ? {} : { visibility: secret })
          }))
          yield* call("POST", `/marketplaces/${shop}/items/import`, { items: items.slice(start, start + 400) })
        }
      }
      const { widget } = yield* visitor(tenant, "ada")
      yield* call("POST", "/marketplaces/second/items/reorder", { item_ids: ["second-798"] })
      const [last, ...others] = keys("second", 800).filter(isShown).toReversed()
      const expected = [...keys("main", 800).filter(isShown), last, ...others.toReversed()]
      const seen: Array<string> = []
      for (let page = 1; page <= Math.ceil(expected.length / 100); page++) {
        const shop = yield* widget("GET", `/widget/marketplace?limit=100&page=${page}`)
        assert.deepStrictEqual(shop.body.meta, { total: expected.length, page, limit: 100 })
        seen.push(...shop.body.data.map(({ item_key }: Offer) => item_key))
      }
      assert.deepStrictEqual(seen, expected)
    })
  )

  it.effect("buys, equips and takes off for its own buddy: the API tells the same story", () =>
    Effect.gen(function* () {
      const { item_ids, tenant } = yield* opened([hat, { ...hat, name: "Crown", price_coins: 20 }])
      const { buddy_id, widget } = yield* visitor(tenant, "ada")
      const [item_id, crown_id] = item_ids
      const before = (yield* tenant.call("GET", `/buddies/${buddy_id}`)).body.image_url
      const notOwned = yield* widget("PATCH", "/widget/equipped-items", { equip: [item_id] })
      assert.deepStrictEqual(code(notOwned), [409, "item_not_owned"])
      const bought = yield* widget("POST", "/widget/purchases", { item_id: "wizard_hat" })
      assert.strictEqual(bought.status, 201, bought.text)
      assert.deepInclude(bought.body, { buddy_id, item_id, price_paid: 30, balance: 70, count: 1 })
      assert.deepStrictEqual(code(yield* widget("POST", "/widget/purchases", { item_id })), [409, "item_already_owned"])
      const owned = yield* tenant.call("GET", `/buddies/${buddy_id}/purchased-items`)
      assert.strictEqual(owned.body.data[0].purchase_id, bought.body.purchase_id)

      const worn = yield* widget("PATCH", "/widget/equipped-items", { equip: [item_id] })
      assert.strictEqual(worn.status, 202, worn.text)
      assert.deepInclude(worn.body, { cached: false, status: "pending", equipped_items: [item_id] })
      const shown = yield* Effect.repeat(widget("GET", "/widget/buddy"), {
        until: ({ body }) => body.buddy.appearance.status === "ready",
        schedule: Schedule.spaced("20 millis")
      }).pipe(Effect.andThen(widget("GET", "/widget/buddy")))
      assert.notStrictEqual(shown.body.buddy.image_url, before)
      assert.deepInclude((yield* widget("GET", "/widget/marketplace")).body.owned_items[0], {
        equipped: true,
        count: 1
      })

      yield* widget("POST", "/widget/purchases", { item_id: crown_id })
      const both = yield* widget("PATCH", "/widget/equipped-items", { equip: [crown_id] })
      assert.deepStrictEqual(code(both), [409, "equip_category_conflict"])
      const off = yield* widget("PATCH", "/widget/equipped-items", { unequip: [item_id] })
      assert.deepStrictEqual([off.status, off.body.cached, off.body.equipped_items], [200, true, []])
      assert.strictEqual((yield* widget("GET", "/widget/buddy")).body.buddy.image_url, before)
    })
  )

  it.effect("does only what its scopes say, and an embed only reads", () =>
    Effect.gen(function* () {
      const { item_ids, tenant } = yield* opened([hat])
      const { buddy_id, key } = yield* visitor(tenant, "ada", ["items:equip"])
      const buy = (token: string) => tenant.call("POST", "/widget/purchases", { item_id: item_ids[0] }, { key: token })
      const equip = (token: string) => tenant.call("PATCH", "/widget/equipped-items", { equip: [] }, { key: token })
      const refused = yield* buy(key)
      assert.deepStrictEqual(code(refused), [403, "insufficient_scope"])
      assert.deepStrictEqual(refused.body.error.details, { required_scope: "marketplace:purchase" })
      assert.isBelow((yield* equip(key)).status, 300)
      const embed = (yield* tenant.call("POST", "/embed-tokens", { buddy_id })).body.token
      for (const path of ["/widget/marketplace", "/widget/config"]) {
        assert.strictEqual((yield* tenant.call("GET", path, undefined, { key: embed })).status, 200, path)
      }
      for (const act of [buy, equip]) assert.strictEqual((yield* act(embed)).status, 403)
      assert.strictEqual((yield* tenant.call("GET", "/widget/marketplace")).status, 403)
      assert.strictEqual((yield* tenant.call("GET", `/buddies/${buddy_id}`)).body.coins, 100)
    })
  )

  it.effect("sells the last piece once to fifty clicks at once, and answers a repeated key with the first answer", () =>
    Effect.gen(function* () {
      const { item_ids, tenant } = yield* opened([{ ...hat, price_coins: 1, stock: { total: 1, per_buddy: null } }])
      const ada = yield* visitor(tenant, "ada")
      const bob = yield* visitor(tenant, "bob")
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? ada : bob)),
        ({ widget }) => widget("POST", "/widget/purchases", { item_id: item_ids[0] }),
        { concurrency: 50 }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.deepStrictEqual(code(answer), [409, "out_of_stock"])
      }
      const left = yield* Effect.forEach([ada, bob], ({ widget }) => widget("GET", "/widget/marketplace"))
      assert.strictEqual(left[0]!.body.balance + left[1]!.body.balance, 199)
      assert.strictEqual(left[0]!.body.data[0].stock_left, 0)

      yield* tenant.call("POST", "/marketplaces/main/items", { ...hat, item_key: "many", stock: { per_buddy: null } })
      const once = () =>
        tenant.call(
          "POST",
          "/widget/purchases",
          { item_id: "many" },
          { key: ada.key, headers: { "idempotency-key": "click-1" } }
        )
      const first = yield* once()
      const again = yield* once()
      assert.strictEqual(first.status, 201, first.text)
      assert.deepStrictEqual(again.body, first.body)
      assert.strictEqual(again.headers.get("idempotency-replayed"), "true")
    })
  )
})
