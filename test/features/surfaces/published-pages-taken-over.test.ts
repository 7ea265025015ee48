/** What names the implicit audience when a workspace configures one for the first time: it goes with its buddies. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"

const me = "/customers/me"
const answered = (status: number) => (answer: Answer) => {
  assert.strictEqual(answer.status, status, answer.text)
  return answer.body
}
const [ok, made] = [answered(200), answered(201)]

const stage = Effect.gen(function* () {
  const app = yield* TestApp
  const tenant = yield* app.tenant()
  yield* publish(tenant, studyContent)
  const { call } = tenant
  const named = (...keys: ReadonlyArray<string>) =>
    Effect.map(call("PATCH", `${me}/audiences`, { audiences: keys.map((key) => ({ key })) }), ok)
  const create = (kind: string, body: object) =>
    Effect.map(call("POST", `${me}/${kind}`, { name: "Ours", audience: "default", ...body }), made)
  return { app, call, create, named, tenant }
})

layer(TestApp.shared, { excludeTestServices: true })("what names the implicit audience", (it) => {
  it.effect("follows it to the first that is configured: pages stay open to their players", () =>
    Effect.gen(function* () {
      const { app, call, create, named } = yield* stage
      const surface = yield* create("hosted-surfaces", {})
      const path = `${me}/hosted-surfaces/${surface.hosted_surface_id}`
      const { access_code, buddy_id } = made(yield* call("POST", `${path}/players`, { display_name: "Mia" }))
      ok(yield* call("POST", `${path}/publish`))
      const showroom = yield* create("showrooms", {})
      ok(yield* call("POST", `${me}/showrooms/${showroom.showroom_id}/publish`))
      const old = yield* create("hosted-surfaces", {})
      ok(yield* call("POST", `${me}/hosted-surfaces/${old.hosted_surface_id}/archive`))

      yield* named("kids", "grown_ups")
      const entered = made(yield* app.call("POST", `/public/hosted-surfaces/${surface.slug}/session`, { access_code }))
      assert.strictEqual(entered.buddy_id, buddy_id)
      assert.lengthOf(ok(yield* app.call("GET", `/public/showroom/${showroom.slug}`)).buddies, 1)
      assert.strictEqual(ok(yield* call("GET", path)).audience, "kids")
      // Nothing about it changes any more.
      assert.strictEqual(ok(yield* call("GET", `${me}/hosted-surfaces/${old.hosted_surface_id}`)).audience, "default")
    })
  )

  it.effect("follows it to the first that is configured: its shops and profiles, of which one is the default", () =>
    Effect.gen(function* () {
      const { call, create, named, tenant } = yield* stage
      yield* named("kids")
      yield* create("profile-templates", { audience: "kids", is_default: true, profile: { tagline: "Before" } })
      yield* named()
      yield* create("profile-templates", { is_default: true, profile: { tagline: "Now" } })
      const shop = { marketplace_key: "ours", name: "Ours", audience: "default" }
      made(yield* call("POST", "/marketplaces", shop))

      yield* named("kids")
      const { buddy_id } = yield* hatch(tenant, "mia")
      assert.strictEqual(ok(yield* call("GET", `/buddies/${buddy_id}/profile`)).tagline, "Now")
      const templates = ok(yield* call("GET", `${me}/profile-templates`)).data as ReadonlyArray<Answer["body"]>
      assert.deepStrictEqual(
        templates.map(({ audience, is_default }) => [audience, is_default]),
        [
          ["kids", true],
          ["kids", false]
        ]
      )
      assert.strictEqual(ok(yield* call("GET", "/marketplaces/ours")).audience, "kids")
    })
  )

  it.effect("stays where the workspace lists it itself", () =>
    Effect.gen(function* () {
      const { call, create, named } = yield* stage
      const { showroom_id } = yield* create("showrooms", {})
      yield* named("kids", "default")
      assert.strictEqual(ok(yield* call("GET", `${me}/showrooms/${showroom_id}`)).audience, "default")
    })
  )
})
