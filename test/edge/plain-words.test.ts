/** What looks like a number or a name only to a machine is refused wherever one is asked for. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish } from "../kit/players/players.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"

const refused = ({ body, status }: Answer, field: string, message: RegExp) => {
  assert.deepStrictEqual([status, body.error?.code], [422, "validation_failed"])
  assert.deepStrictEqual(body.error.details.issues[0].path, [field])
  assert.match(body.error.details.issues[0].message, message)
}

layer(TestApp.shared, { excludeTestServices: true })("of what is sent", (it) => {
  it.effect("a whole number of a query is written with digits", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      for (const value of ["1e1", "5.0", "0x5", "", "%205"]) {
        refused(yield* call("GET", `/buddies?page=1&limit=${value}`), "limit", /whole number/)
        refused(yield* call("GET", `/events?limit=${value}`), "limit", /whole number/)
        refused(yield* call("GET", `/events/active-users?window_days=${value}`), "window_days", /whole number/)
      }
      refused(yield* call("GET", "/buddies?limit=1.5"), "limit", /limit/)
      const clamped = yield* call("GET", "/events?limit=-3")
      assert.strictEqual(clamped.body.pagination.limit, 1)
      assert.strictEqual((yield* call("GET", "/buddies?limit=10&page=02")).status, 200)
    })
  )

  it.effect("of what is asked for twice in a query, the name is told", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const twice = /^\w+: is given more than once$/
      refused(yield* call("GET", "/buddies?limit=1&limit=2"), "limit", twice)
      refused(yield* call("GET", "/eggs?status=ready&limit=1&status=ready"), "status", twice)
      refused(yield* call("GET", "/events?cursor=a&cursor=b&cursor=c"), "cursor", twice)
      const both = yield* call("GET", "/buddies?limit=1&limit=2&page=1&page=2")
      assert.lengthOf(both.body.error.details.issues, 2)
      const empty = yield* call("GET", "/buddies?limit=&page=&limit=&page=&limit=")
      assert.lengthOf(empty.body.error.details.issues, 2)
    })
  )

  it.effect("who fills in a form is told what is wanted, not by which pattern it is found", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { body, status } = yield* call("POST", "/auth/register", {
        email: "ada",
        password: "long passphrase",
        company_name: ""
      })
      assert.strictEqual(status, 422)
      const told = body.error.details.issues.map(({ message }: { readonly message: string }) => message)
      assert.include(told, "email: Expected an e-mail address")
      assert.include(told, "company_name: Expected at least 1 character")
      refused(yield* call("PUT", "/gates/Not%20a%20key", { token_key: "Gem", cost: 1 }), "token_key", /lower-case/)
    })
  )

  it.effect("a name can be seen", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const me = "/customers/me"
      const surface = (yield* call("POST", `${me}/hosted-surfaces`, { name: "Lobby" })).body
      const players = `${me}/hosted-surfaces/${surface.hosted_surface_id}/players`
      for (const name of ["   ", "\u200b\u200d", "\u3164", "\u2800", "\ufeff\u00ad"]) {
        refused(yield* call("PATCH", `/buddies/${buddy_id}`, { name }), "name", /blank/)
        refused(yield* call("POST", `${me}/teams`, { name }), "name", /blank/)
        refused(yield* call("PATCH", me, { name }), "name", /blank/)
        refused(yield* call("POST", players, { display_name: name }), "display_name", /blank/)
        refused(yield* call("POST", "/auth/api-keys", { label: name, mode: "test" }), "label", /blank/)
      }
      for (const name of ["Mia", "👩‍👩‍👧", "ミア", "1️⃣", " x "])
        assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}`, { name })).status, 200, name)
    })
  )
})
