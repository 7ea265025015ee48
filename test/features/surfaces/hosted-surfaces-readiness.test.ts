/** Hosted surfaces: what a page needs before it opens, and what its players would miss. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Readiness } from "../../../src/features/surfaces/hosted-surfaces/Api.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, type Call, TestApp, type TestTenant } from "../../kit/service/TestApp.ts"

const base = "/customers/me/hosted-surfaces"

const made = Effect.fnUntraced(function* (call: Call, body: Readonly<Record<string, unknown>> = {}) {
  const answer = yield* call("POST", base, { name: "Lobby", ...body })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.body
})

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]

layer(TestApp.shared, { excludeTestServices: true })("players of a hosted surface", (it) => {
  it.effect("say what a page needs before it opens, and what players would miss", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { hosted_surface_id } = yield* made(call, { audience: null })
      const path = `${base}/${hosted_surface_id}`
      const refused = yield* call("POST", `${path}/publish`)
      assert.deepStrictEqual(codeOf(refused), [409, "surface_not_ready"])
      const readiness = yield* call("GET", `${path}/readiness`)
      assert.deepStrictEqual(refused.body.error.details.checks, readiness.body.checks)
      assert.isFalse(readiness.body.ready)
      const states = ({ checks }: Readiness) => checks.map(({ key, status }) => `${key} ${status}`)
      assert.deepStrictEqual(states(readiness.body), [
        "published_config missing",
        "audience ok",
        "modules_filled warning",
        "players warning",
        "logo warning",
        "legal_url warning"
      ])
      yield* publish({ call } as TestTenant, studyContent)
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "kids" }, { key: "parents" }] })
      const several = yield* call("GET", `${path}/readiness`)
      assert.include(states(several.body), "audience missing")
      yield* call("PATCH", path, { audience: "kids", legal_url: "https://example.com/legal", modules: ["buddy"] })
      const ready = yield* call("GET", `${path}/readiness`)
      assert.isTrue(ready.body.ready, ready.text)
      assert.include(states(ready.body), "modules_filled ok")
      assert.strictEqual((yield* call("POST", `${path}/publish`)).status, 200)
    })
  )

  it.effect("miss what only others of the workspace have", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant, studyContent)
      const { call } = tenant
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "kids" }, { key: "parents" }] })
      const { hosted_surface_id } = yield* made(call, { audience: "kids", modules: ["path", "marketplace"] })
      const filled = Effect.map(call("GET", `${base}/${hosted_surface_id}/readiness`), ({ body }) =>
        (body as Readiness).checks.find(({ key }) => key === "modules_filled")!
      )
      const shop = { marketplace_key: "corner", name: "Corner", audience: "parents" }
      const { body: market } = yield* call("POST", "/marketplaces", shop)
      yield* call("POST", `/marketplaces/${market.marketplace_id}/items`, {
        name: "Hat",
        category: "head",
        price_coins: 5
      })
      const steps = [{ step_key: "one", title: "One", sub_steps: [{ sub_step_key: "a", title: "A" }] }]
      for (const audience of ["parents", "kids"])
        yield* call("POST", "/path-definitions", { path_key: audience, title: "Way", audience, steps })
      yield* call("POST", "/path-definitions/parents/activate")
      assert.deepInclude(yield* filled, { status: "warning", message: "Nothing to show yet: path, marketplace." })
      yield* call("POST", "/path-definitions/kids/activate")
      assert.include((yield* filled).message, "yet: marketplace.")
      yield* call("PUT", `/marketplaces/${market.marketplace_id}`, { ...shop, audience: null })
      assert.strictEqual((yield* filled).status, "ok")
      yield* call("PUT", `/marketplaces/${market.marketplace_id}`, { ...shop, audience: null, is_active: false })
      assert.include((yield* filled).message, "yet: marketplace.")
    })
  )
})
