/** An Idempotency-Key belongs to who chose it: no player reads, squats or replays another's. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../kit/players/players.ts"
import { TestApp, type TestTenant } from "../kit/service/TestApp.ts"

const keyed = (key: string) => ({ headers: { "idempotency-key": key } })

const widget = Effect.fnUntraced(function* ({ call }: TestTenant, user_id: string, buddy_id: string) {
  const scopes = ["marketplace:purchase"]
  const session = yield* call("POST", "/widget-sessions", { buddy_id, user_id, scopes })
  const key: string = session.body.token
  return (key_of_request: string, item_id: string) =>
    call("POST", "/widget/purchases", { item_id }, { key, ...keyed(key_of_request) })
})

const replayed = ({ headers }: { readonly headers: Headers }) => headers.get("idempotency-replayed") === "true"

layer(TestApp.shared, { excludeTestServices: true })("an Idempotency-Key", (it) => {
  it.effect("of one player's widget is another key in another player's, and a third one at the tenant's server", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ mode: "live" })
      const { call } = tenant
      yield* publish(tenant)
      yield* call("POST", "/marketplaces", { marketplace_key: "main", name: "Main" })
      const hat = { name: "Hat", category: "head", price_coins: 30 }
      const { item_id } = (yield* call("POST", "/marketplaces/main/items", hat)).body
      const ada = yield* hatch(tenant, "ada")
      const bob = yield* hatch(tenant, "bob")
      for (const { buddy_id } of [ada, bob]) yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 100 })
      const coins = (buddy_id: string) =>
        Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins as number)

      const adas = yield* widget(tenant, "ada", ada.buddy_id)
      const bobs = yield* widget(tenant, "bob", bob.buddy_id)
      const first = yield* adas("1", item_id)
      assert.deepStrictEqual([first.status, replayed(first)], [201, false])
      const other = yield* bobs("1", item_id)
      assert.deepStrictEqual([other.status, replayed(other)], [201, false], other.text)
      assert.strictEqual(other.body.buddy_id, bob.buddy_id)
      assert.deepStrictEqual([yield* coins(ada.buddy_id), yield* coins(bob.buddy_id)], [70, 70])

      // What the server calls "1" is neither's.
      const earned = yield* call("POST", `/buddies/${ada.buddy_id}/coins`, { amount: 5 }, keyed("1"))
      assert.deepStrictEqual([earned.status, replayed(earned)], [200, false], earned.text)

      // A player's next session knows what the last one did.
      const again = yield* widget(tenant, "ada", ada.buddy_id)
      const repeated = yield* again("1", item_id)
      assert.deepStrictEqual([repeated.text, replayed(repeated)], [first.text, true])
      assert.strictEqual(yield* coins(ada.buddy_id), 75)
    })
  )

  it.effect("is not taken by a look, whether it asks for the whole answer or its headers alone", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const key = { headers: { "idempotency-key": "looked" } }
      for (const method of ["GET", "HEAD"]) {
        const looked = yield* call(method, "/gates", undefined, key)
        assert.strictEqual(looked.status, 200)
      }
      const put = yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 3 }, key)
      assert.strictEqual(put.status, 201, put.text)
    })
  )

  it.effect("is shared by the tenant's own credentials, and not with a key that browsers hold", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ mode: "live" })
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const mint = (key: string) => call("POST", "/embed-tokens", { buddy_id }, { key, ...keyed("embed") })
      const server = (yield* call("POST", "/auth/api-keys", { label: "another server", mode: "live" })).body.key
      const site = (yield* call("POST", "/auth/publishable-keys", {
        label: "site",
        permissions: ["embed_tokens:mint"]
      })).body.key
      const first = yield* mint(tenant.key)
      assert.deepStrictEqual([first.status, replayed(first)], [201, false], first.text)
      const same = yield* mint(server)
      assert.deepStrictEqual([same.text, replayed(same)], [first.text, true])
      const other = yield* mint(site)
      assert.deepStrictEqual([other.status, replayed(other)], [201, false], other.text)
      assert.notStrictEqual(other.body.token, first.body.token)
    })
  )

  it.effect("under which a live key was made shows that key to no test key", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ mode: "live" })
      const tester = (yield* call("POST", "/auth/api-keys", { label: "tester", mode: "test" })).body.key
      const made = [
        ["/auth/api-keys", { label: "server", mode: "live" }, 403],
        ["/auth/publishable-keys", { label: "site", permissions: ["embed_tokens:mint"] }, 201]
      ] as const
      for (const [number, [path, body, status]] of made.entries()) {
        const first = yield* call("POST", path, body, keyed(`deploy-${number}`))
        assert.deepStrictEqual([first.status, replayed(first)], [201, false], first.text)
        const spied = yield* call("POST", path, body, { key: tester, ...keyed(`deploy-${number}`) })
        assert.deepStrictEqual([spied.status, replayed(spied)], [status, false], spied.text)
        assert.notInclude(spied.text, first.body.key)
        const again = yield* call("POST", path, body, keyed(`deploy-${number}`))
        assert.deepStrictEqual([again.text, replayed(again)], [first.text, true])
      }
    })
  )
})
