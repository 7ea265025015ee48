/** What all pages a tenant publishes have in common: their states, and names that two never share. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mayMove, targetOf } from "../../../src/features/surfaces/published-pages/Rules.ts"
import { naming } from "../../../src/features/surfaces/published-pages/Store.ts"
import { RandomBytes } from "../../../src/platform/postgres/Ids.ts"
import { publish } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { succeeded } from "../../../src/testing/Requests.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

describe("pages", () => {
  it("go from draft to published and back, and from either to the archive for ever", () => {
    const allowed = (["draft", "published", "archived"] as const).flatMap((from) =>
      (["publish", "unpublish", "archive"] as const)
        .filter((move) => mayMove(from, move))
        .map((move) => `${from} ${move} ${targetOf(move)}`)
    )
    assert.deepStrictEqual(allowed, [
      "draft publish published",
      "draft archive archived",
      "published unpublish draft",
      "published archive archived"
    ])
  })
})

layer(TestApp.shared, { excludeTestServices: true })("pages of a kind", (it) => {
  it.effect("that are made at once under one name by several tenants have an address each", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenants = yield* Effect.forEach([1, 2, 3], () => app.tenant())
      const name = `Room ${tenants[0]!.customer_id}`
      for (const path of ["/customers/me/showrooms", "/customers/me/hosted-surfaces"]) {
        const pages = yield* Effect.forEach(tenants, ({ call }) => call("POST", path, { name }), { concurrency: 3 })
        const slugs = pages.map(({ body }) => body.slug as string)
        assert.strictEqual(new Set(slugs).size, 3, slugs.join())
        assert.isTrue(slugs.every((slug) => slug.startsWith("room-")))
      }
    })
  )

  it.effect("try another tail where somebody has the one that was drawn", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      const name = `room-${customer_id.slice(-6)}`
      for (const slug of [name, `${name}-000000`])
        yield* succeeded(call("POST", "/customers/me/showrooms", { name: "Room", slug }))
      const sql = yield* SqlClient.SqlClient
      const { keyFor, slugFor } = naming(sql, { table: "showrooms", id: "showroom_id", key: "showroom_key" })
      const drawn = [0, 1, 0, 1]
      const bytes = (buffer: Uint8Array) => void buffer.fill(drawn.shift()!)
      const [slug, key] = yield* Effect.all([slugFor(name), keyFor(customer_id, name)]).pipe(
        Effect.provideService(RandomBytes, { bytes }),
        sql.withTransaction
      )
      assert.deepStrictEqual([slug, key], [`${name}-111111`, `${name}-111111`])
    })
  )

  it.effect("keep what they would be called again, once they were published for good", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      yield* publish(tenant)
      const { call } = tenant
      const name = `Hall ${crypto.randomUUID().slice(0, 8)}`
      for (const [path, key] of [
        ["/customers/me/showrooms", "showroom_key"],
        ["/customers/me/hosted-surfaces", "hosted_surface_key"]
      ] as const) {
        const { [key.replace("_key", "_id")]: id, slug } = (yield* call("POST", path, { name, [key]: "own" })).body
        const patched = (body: object) =>
          Effect.map(call("PATCH", `${path}/${id}`, body), ({ body: found, status }) =>
            status === 200 ? [found.slug, found[key]] : found.error.code
          )
        assert.deepStrictEqual(yield* patched({ slug: null }), [slug, "own"], path)
        assert.deepStrictEqual(yield* patched({ [key]: null }), [slug, slug])
        assert.deepStrictEqual(yield* patched({ [key]: null }), [slug, slug])
        assert.strictEqual(yield* patched({ slug: crypto.randomUUID() }), "validation_failed")
        assert.strictEqual((yield* call("POST", `${path}/${id}/publish`)).status, 200)
        assert.deepStrictEqual(yield* patched({ slug: null }), [slug, slug])
        assert.strictEqual(yield* patched({ slug: null, name: `Other ${name}` }), "slug_locked")
      }
    })
  )

  it.effect("look as the workspace's widgets do, but for what is their own", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      yield* publish(tenant)
      const { call } = tenant
      const page = (at: string) => Effect.promise(() => fetch(app.baseUrl + at).then((answer) => answer.text()))
      const isStyled = (at: string, sheet: string) =>
        until(
          `${at} looks like ${sheet}`,
          Effect.map(page(at), (text) => text.includes(`theme/${sheet}.css"`))
        )
      for (const [path, door, json] of [
        ["/customers/me/showrooms", "/showroom", "/public/showroom"],
        ["/customers/me/hosted-surfaces", "/s", "/public/hosted-surfaces"]
      ] as const) {
        const { [path.includes("showrooms") ? "showroom_id" : "hosted_surface_id"]: id, slug } = (yield* call(
          "POST",
          path,
          { name: "Looks", branding: { radius: "none" } }
        )).body
        yield* succeeded(call("POST", `${path}/${id}/publish`))
        yield* succeeded(call("PATCH", "/customers/me/settings", { widget_theme: null }))
        yield* isStyled(`${door}/${slug}`, "6c5ce7-auto-none-system")
        const widget_theme = { mode: "dark", accent_color: "#0a7d55", radius: "lg", font: "serif" }
        yield* succeeded(call("PATCH", "/customers/me/settings", { widget_theme }))
        yield* isStyled(`${door}/${slug}`, "0a7d55-dark-none-serif")
        assert.include(yield* page(`${door}/${slug}`), `rel="icon" href="../theme/0a7d55.svg"`)
        const branding = { ...widget_theme, radius: "none" }
        assert.deepStrictEqual((yield* call("GET", `${path}/${id}`)).body.branding, branding)
        assert.deepStrictEqual((yield* call("GET", `${json}/${slug}`)).body.branding, branding)
        const own = (yield* succeeded(call("PATCH", `${path}/${id}`, { branding: { accent_color: "#e4572e" } }))).body
        assert.deepStrictEqual(own.branding, { ...widget_theme, accent_color: "#e4572e" })
        const again = (yield* succeeded(call("PATCH", `${path}/${id}`, { branding: null }))).body
        assert.deepStrictEqual(again.branding, widget_theme)
      }
      // And so does what stands in the tab of a browser.
      const icon = yield* Effect.promise(() => fetch(`${app.baseUrl}/theme/0a7d55.svg`))
      assert.strictEqual(icon.headers.get("content-type"), "image/svg+xml")
      assert.include(yield* Effect.promise(() => icon.text()), `fill="#0a7d55"`)
      assert.strictEqual((yield* app.call("GET", "root:/theme/0A7D55.svg")).status, 404)
    })
  )

  it.effect("lend their look to the widgets of players who came in by them, and to no others", () =>
    Effect.gen(function* () {
      const { call: anybody, tenant: makeTenant } = yield* TestApp
      const tenant = yield* makeTenant()
      yield* publish(tenant)
      const { call } = tenant
      const body = { name: "Looks", branding: { accent_color: "#e4572e", radius: "lg" } }
      const { hosted_surface_id: id, slug } = (yield* call("POST", "/customers/me/hosted-surfaces", body)).body
      const path = `/customers/me/hosted-surfaces/${id}`
      const { branding } = (yield* succeeded(call("POST", `${path}/publish`))).body
      const added = yield* succeeded(call("POST", `${path}/players`, { display_name: "Mia" }))
      const { access_code, buddy_id, user_id } = added.body
      const door = `/public/hosted-surfaces/${slug}/session`
      const { token } = (yield* succeeded(anybody("POST", door, { access_code }))).body
      const themeFor = (key: string) =>
        Effect.map(succeeded(withToken(anybody, key)("GET", "/widget/config")), (answer) => answer.body.theme)
      assert.deepStrictEqual(yield* themeFor(token), branding)
      const own = yield* mintSession(call, { buddy_id, user_id, scopes: ["read"] })
      assert.deepStrictEqual(yield* themeFor(own), { ...branding, accent_color: "#6c5ce7", radius: "md" })
      yield* succeeded(call("PATCH", path, { branding: { mode: "dark" } }))
      assert.deepInclude(yield* themeFor(token), { mode: "dark", accent_color: "#6c5ce7" })
    })
  )
})
