/** Looks a buddy keeps: by the tenant's routes and by widgets, with the picture that goes with them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, publish } from "../../kit/players/players.ts"
import { mintEmbed, mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { listening } from "../../kit/webhooks/VerifyingReceiver.ts"

const things = { hat: "head", cap: "head", scarf: "neck", ring: "accessory", boots: "feet" } as const

/** A buddy that owns all but the boots. */
const opened = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "enterprise" })
  const { call } = tenant
  yield* publish(tenant)
  yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
  const ids: Record<string, string> = {}
  for (const [item_key, category] of Object.entries(things)) {
    const made = yield* call("POST", "/marketplaces/shop/items", { item_key, name: item_key, category, price_coins: 0 })
    assert.strictEqual(made.status, 201, made.text)
    ids[item_key] = made.body.item_id
  }
  const { buddy_id } = yield* hatch(tenant, "ada")
  const path = `/buddies/${buddy_id}/outfits`
  const own = (key: string) => call("POST", `/buddies/${buddy_id}/unlock-item`, { item_id: ids[key] })
  for (const key of ["hat", "cap", "scarf", "ring"]) assert.strictEqual((yield* own(key)).status, 201)
  const save = Effect.fnUntraced(function* (name: string, keys: ReadonlyArray<string>, status = 201) {
    const saved = yield* call("POST", path, { name, item_ids: keys.map((key) => ids[key]) })
    assert.strictEqual(saved.status, status, saved.text)
    return saved.body
  })
  const wear = (outfit_id: string) => call("POST", `${path}/${outfit_id}/wear`)
  const worn = Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) =>
    body.equipped_items.map(({ item_id }: { readonly item_id: string }) => item_id).toSorted()
  )
  const drawn = until(
    "the picture is there",
    Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.appearance.status === "ready")
  )
  return { tenant, call, buddy_id, ids, path, own, save, wear, worn, drawn }
})

const codeOf = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

layer(TestApp.shared, { excludeTestServices: true })("an outfit", (it) => {
  it.effect("is saved, listed, put on, replaced and deleted, and webhooks hear of it", () =>
    Effect.gen(function* () {
      const { buddy_id, call, drawn, ids, path, save, tenant, wear, worn } = yield* opened
      const { bodies, heard } = yield* listening(tenant)
      const first = yield* save("Sunday best", ["hat", "ring"])
      const { created_at, outfit_id, ...rest } = first
      assert.isFalse(Number.isNaN(Date.parse(created_at)))
      const item_ids = [ids["hat"], ids["ring"]]
      assert.deepStrictEqual(rest, { name: "Sunday best", item_ids, is_worn: false, missing_item_ids: [] })
      const body = { buddy_id, outfit_id, name: "Sunday best", item_ids }
      const { occurred_at, ...told } = yield* heard("outfit.saved")
      assert.isString(occurred_at)
      assert.deepStrictEqual(told, body)
      const put = yield* wear(outfit_id)
      assert.include([200, 202], put.status, put.text)
      assert.deepStrictEqual(put.body.equipped_items.toSorted(), item_ids.toSorted())
      assert.deepStrictEqual(yield* worn, item_ids.toSorted())
      assert.deepInclude(yield* heard("outfit.worn"), body)
      yield* heard("item.equipped", ({ item_id }) => item_id === ids["ring"])
      // Its picture may be on its way; that is the business of who put it on.
      const meanwhile = yield* wear(outfit_id)
      assert.deepInclude(meanwhile.body, { operation_id: null, status: "completed", cached: true }, meanwhile.text)
      assert.strictEqual(meanwhile.status, 200)
      yield* drawn
      const again = yield* wear(outfit_id)
      assert.deepStrictEqual([again.status, again.body.cached], [200, true], again.text)
      const second = yield* save("sunday BEST", ["cap"], 200)
      assert.deepInclude(second, { outfit_id, name: "sunday BEST", item_ids: [ids["cap"]], is_worn: false, created_at })
      assert.deepStrictEqual((yield* call("GET", path)).body, { data: [second] })
      assert.strictEqual((yield* call("DELETE", `${path}/${outfit_id}`)).status, 204)
      assert.deepInclude(yield* heard("outfit.deleted"), { ...body, name: "sunday BEST", item_ids: [ids["cap"]] })
      assert.strictEqual((yield* call("DELETE", `${path}/${outfit_id}`)).status, 404)
      assert.deepStrictEqual((yield* call("GET", path)).body, { data: [] })
      assert.deepStrictEqual(yield* worn, item_ids.toSorted())
      assert.lengthOf(bodies("outfit.worn"), 1)
      const sql = yield* SqlClient.SqlClient
      const kinds = yield* sql`
        SELECT kind FROM buddy_changes WHERE buddy_id = ${buddy_id}::uuid AND kind LIKE '%outfit' ORDER BY change_id`
      assert.deepStrictEqual(
        kinds.map(({ kind }) => kind),
        ["save_outfit", "wear_outfit", "save_outfit", "delete_outfit"]
      )
    })
  )

  it.effect("takes items by key, and is refused where it is wrong", () =>
    Effect.gen(function* () {
      const { call, ids, path, save, wear } = yield* opened
      const byKey = yield* call("POST", path, { name: "Key", item_ids: ["hat"] })
      assert.deepStrictEqual([byKey.status, byKey.body.item_ids], [201, [ids["hat"]]], byKey.text)
      const post = (name: unknown, item_ids: unknown) => call("POST", path, { name, item_ids })
      for (const [name, item_ids] of [
        ["", [ids["hat"]]],
        ["x".repeat(61), [ids["hat"]]],
        ["x".repeat(10_000), [ids["hat"]]],
        ["x", []],
        ["x", ["1", "2", "3", "4", "5"]],
        ["x", "hat"]
      ]) {
        assert.deepStrictEqual(codeOf(yield* post(name, item_ids)), [422, "validation_failed"])
      }
      const missing = yield* post("x", [ids["hat"], ids["boots"]])
      assert.deepInclude(missing.body.error, { code: "item_not_owned", details: { item_ids: [ids["boots"]] } })
      assert.deepStrictEqual(codeOf(yield* post("x", [ids["hat"], ids["cap"]])), [409, "equip_category_conflict"])
      for (const unknown of ["nonsense", "01990000-0000-7000-8000-000000000000"]) {
        assert.deepStrictEqual(codeOf(yield* wear(unknown)), [404, "not_found"])
      }
      for (let count = 1; count < 20; count++) yield* save(`Look ${count}`, ["hat"])
      const full = yield* post("One more", [ids["hat"]])
      assert.deepInclude(full.body.error, { code: "outfit_limit", details: { max: 20 } })
      assert.lengthOf((yield* call("GET", path)).body.data, 20)
    })
  )

  it.effect("is worn as a whole by whoever asked last, of fifty at once", () =>
    Effect.gen(function* () {
      const { buddy_id, ids, save, tenant, wear, worn } = yield* opened
      const { bodies } = yield* listening(tenant)
      const one = yield* save("One", ["hat", "ring"])
      const other = yield* save("Other", ["cap", "scarf"])
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? one : other)),
        ({ outfit_id }) => wear(outfit_id),
        { concurrency: 50 }
      )
      for (const { status, text } of answers) assert.include([200, 202], status, text)
      const sql = yield* SqlClient.SqlClient
      const [last] = yield* sql`
        SELECT input ->> 'outfit_id' AS outfit_id FROM buddy_changes
        WHERE buddy_id = ${buddy_id}::uuid AND kind = 'wear_outfit' ORDER BY change_id DESC LIMIT 1`
      const stands = last!["outfit_id"] === one.outfit_id ? ["hat", "ring"] : ["cap", "scarf"]
      assert.deepStrictEqual(yield* worn, stands.map((key) => ids[key]).toSorted())
      const [{ changes }] = (yield* sql`
        SELECT count(*)::int AS changes FROM buddy_changes
        WHERE buddy_id = ${buddy_id}::uuid AND kind = 'wear_outfit'`) as unknown as [{ readonly changes: number }]
      yield* until(
        "each change is told",
        Effect.sync(() => bodies("outfit.worn").length === changes)
      )
    })
  )

  it.effect("is saved once under an Idempotency-Key, however often it is sent", () =>
    Effect.gen(function* () {
      const { call, ids, path } = yield* opened
      const options = { headers: { "idempotency-key": "outfit-1" } }
      const body = { name: "Best", item_ids: [ids["hat"]] }
      const answers = yield* Effect.forEach(Array.from({ length: 10 }), () => call("POST", path, body, options), {
        concurrency: 10
      })
      for (const answer of answers) {
        assert.deepStrictEqual([answer.status, answer.body], [201, answers[0]!.body], answer.text)
      }
      assert.lengthOf((yield* call("GET", path)).body.data, 1)
    })
  )

  it.effect("is a widget's own affair with the scope to equip, and nobody else's", () =>
    Effect.gen(function* () {
      const { buddy_id, call, ids, path } = yield* opened
      const widget = withToken(call, yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["items:equip"] }))
      const saved = yield* widget("POST", "/widget/outfits", { name: "Best", item_ids: [ids["scarf"]] })
      assert.strictEqual(saved.status, 201, saved.text)
      assert.deepStrictEqual((yield* widget("GET", "/widget/outfits")).body, { data: [saved.body] })
      const put = yield* widget("POST", `/widget/outfits/${saved.body.outfit_id}/wear`)
      assert.deepStrictEqual(put.body.equipped_items, [ids["scarf"]], put.text)
      assert.isTrue((yield* call("GET", path)).body.data[0].is_worn)
      const others = [
        yield* mintEmbed(call, { buddy_id }),
        yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["events:track"] })
      ]
      for (const key of others) {
        const page = withToken(call, key)
        assert.strictEqual((yield* page("GET", "/widget/outfits")).status, 403)
        assert.strictEqual((yield* page("POST", `/widget/outfits/${saved.body.outfit_id}/wear`)).status, 403)
        assert.strictEqual((yield* page("DELETE", `/widget/outfits/${saved.body.outfit_id}`)).status, 403)
      }
      assert.strictEqual((yield* widget("DELETE", `/widget/outfits/${saved.body.outfit_id}`)).status, 204)
      const { call: stranger } = yield* (yield* TestApp).tenant()
      assert.strictEqual((yield* stranger("GET", path)).status, 404)
      yield* call("PATCH", `/buddies/${buddy_id}/archive`)
      const archived = yield* call("POST", path, { name: "Best", item_ids: [ids["hat"]] })
      assert.deepStrictEqual(codeOf(archived), [409, "buddy_archived"])
    })
  )
})
