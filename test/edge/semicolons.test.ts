/** A path ends at its question mark: what else a client's name for a thing holds belongs to the name. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rawHttp } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("a semicolon in a path", (it) => {
  const workspace = Effect.gen(function* () {
    const { baseUrl, tenant } = yield* TestApp
    const { call, key } = yield* tenant()
    const send = yield* rawHttp(baseUrl)
    const headers = { authorization: `Bearer ${key}` }
    const get = (path: string) => send({ method: "GET", path: `/api/v1${path}`, headers })
    const remove = (path: string) => send({ method: "DELETE", path: `/api/v1${path}`, headers })
    return { call, get, remove }
  })

  it.effect("belongs to the id it stands in: no other event is read in its place", () =>
    Effect.gen(function* () {
      const { call, get } = yield* workspace
      const occurred_at = new Date().toISOString()
      for (const event_id of ["order", "order;2"])
        yield* call("POST", "/events", { event_id, user_id: "ada;b", type: "order.paid", occurred_at })
      for (const path of ["/events/order;2", "/events/order%3B2", "/events/order;2?"]) {
        const { json, status } = yield* get(path)
        assert.deepStrictEqual([status, (json as { event_id: string }).event_id], [200, "order;2"], path)
      }
      assert.strictEqual((yield* get("/events/order;3")).status, 404)
      const summary = yield* get("/buddies/users/ada;b/summary")
      assert.deepStrictEqual([summary.status, (summary.json as { user_id: string }).user_id], [200, "ada;b"])
    })
  )

  it.effect("makes another address of one that stands without it, also where something is deleted", () =>
    Effect.gen(function* () {
      const { call, get, remove } = yield* workspace
      const gate = { token_key: "gem", cost: 1 }
      yield* call("POST", "/token-types", { token_key: "gem", name: "Gem", kind: "primary" })
      yield* call("PUT", "/gates/lab", gate)
      assert.strictEqual((yield* remove("/gates/lab;old")).status, 404)
      const { json } = yield* get("/gates")
      assert.deepStrictEqual(
        (json as { data: ReadonlyArray<{ gate_key: string }> }).data.map(({ gate_key }) => gate_key),
        ["lab"]
      )
      for (const path of ["/eggs;user_id=ada", "/gates;x"]) assert.strictEqual((yield* get(path)).status, 404, path)
    })
  )
})
