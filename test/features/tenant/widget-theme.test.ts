/** A look for widgets: what it is made of, that it can be read, and that nothing is written or reached for it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { WidgetTheme } from "../../../src/wire/answers/Customer.ts"
import { contrast } from "../../../src/wire/Color.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const path = "/customers/me/widget-theme/suggest"

interface Suggestion {
  readonly theme: WidgetTheme
  readonly alternatives: ReadonlyArray<WidgetTheme>
  readonly contrast: number
  readonly source: string
}

const suggested = Effect.fnUntraced(function* (call: Call, body: object) {
  const answer = yield* call("POST", path, body)
  assert.strictEqual(answer.status, 200, answer.text)
  const found = answer.body as Suggestion
  const all = [found.theme, ...found.alternatives]
  assert.lengthOf(new Set(all.map((theme) => JSON.stringify(theme))), 3)
  for (const { accent_color } of all) assert.isAtLeast(contrast(accent_color, "#ffffff"), 4.5)
  assert.isAtMost(Math.abs(found.contrast - contrast(found.theme.accent_color, "#ffffff")), 0.01)
  assert.isAtLeast(found.contrast, 4.5)
  return found
})

/** Pages by their path, and how often any was asked for. */
const site = (pages: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly asked: { count: number }; close(): void }>((resume) => {
      const asked = { count: 0 }
      const server = createServer((request, response) => {
        asked.count++
        const page = pages[request.url ?? ""]
        response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html" })
        response.end(page ?? "")
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, close: () => void server.close() }))
      })
    }),
    (server) => Effect.sync(() => server.close())
  )

layer(TestApp.shared, { excludeTestServices: true })("a suggested look", (it) => {
  it.effect("has the brand's colour, darkened until white can be read on it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const dark = yield* suggested(call, { brand_color: "#0B5CAD", description: "Banking for toddlers" })
      assert.deepStrictEqual([dark.source, dark.theme.accent_color], ["brand_color", "#0b5cad"])
      for (const brand_color of ["#ffe600", "#ffffff", "#000000", "#808080", "#00ff00"]) {
        assert.strictEqual((yield* suggested(call, { brand_color })).source, "brand_color")
      }
    })
  )

  it.effect("follows what the product is said to be, the same each time, and writes nothing", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const settings = Effect.map(call("GET", "/customers/me"), ({ body }) => body.settings)
      const before = yield* settings
      const kids = { description: "A playful reading club for kids and their parents" }
      const first = yield* suggested(call, kids)
      assert.deepInclude(first, { source: "description" })
      assert.deepInclude(first.theme, { font: "rounded", radius: "lg" })
      assert.deepStrictEqual(yield* suggested(call, kids), first)
      const bank = yield* suggested(call, { description: "Savings and credit, in dark blue" })
      assert.deepInclude(bank.theme, { accent_color: "#1864ab", mode: "dark", radius: "sm" })
      const plain = yield* suggested(call, { description: "Zzz constructor __proto__" })
      assert.deepStrictEqual([plain.source, plain.theme.accent_color], ["preset", "#6c5ce7"])
      assert.deepStrictEqual(yield* suggested(call, {}), plain)
      assert.deepStrictEqual(yield* settings, before)
      const applied = yield* call("PATCH", "/customers/me/settings", { widget_theme: first.alternatives[1] })
      assert.deepStrictEqual(applied.body.settings.widget_theme, first.alternatives[1])
    })
  )

  it.effect("takes what makes sense, and reads no site that may not be read", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const refused = [
        { brand_color: "red" },
        { brand_color: "#fff" },
        { description: "x".repeat(501) },
        { website_url: "http://127.0.0.1:1/" },
        { website_url: "https://169.254.169.254/latest", brand_color: "#112233" },
        { website_url: "javascript:alert(1)" },
        { more: 1 }
      ]
      for (const body of refused) {
        const answer = yield* call("POST", path, body)
        assert.deepStrictEqual(
          [answer.status, answer.body.error?.code],
          [422, "validation_failed"],
          JSON.stringify(body)
        )
      }
    })
  )
})

layer(TestApp.layer({ onboardingAllowPrivate: true }), { excludeTestServices: true })("a site", (it) => {
  it.effect("gives its colours and words, and where it says nothing the next source counts", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const { asked, url } = yield* site({
        "/": `<html><head><meta content="#fff" name="theme-color"><meta name="color-scheme" content="dark">
          <style>:root{--brand-color:#e4572e;--line:#ccc}body{font-family:"Merriweather",serif}</style></head>
          <body style="color:#112233"><p>Accounting</p></body></html>`,
        "/words": "<title>Cook</title><p>Recipes for every kitchen.</p>",
        "/silent": "<p>Hm.</p>"
      })
      const look = yield* suggested(call, { website_url: `${url}/`, description: "For kids" })
      assert.strictEqual(look.source, "website")
      assert.deepInclude(look.theme, { mode: "dark", font: "rounded" })
      assert.deepInclude((yield* suggested(call, { website_url: `${url}/` })).theme, { font: "serif", mode: "dark" })
      const words = yield* suggested(call, { website_url: `${url}/words` })
      assert.deepStrictEqual([words.source, words.theme.accent_color], ["website", "#c92a2a"])
      for (const place of ["/silent", "/nowhere"]) {
        const next = yield* suggested(call, { website_url: url + place, description: "Garden plants" })
        assert.deepStrictEqual([next.source, next.theme.font], ["description", "rounded"], place)
        assert.strictEqual((yield* suggested(call, { website_url: url + place })).source, "preset")
      }
      const before = asked.count
      yield* suggested(call, { website_url: `${url}/`, brand_color: "#112233" })
      assert.strictEqual(asked.count, before)
    }).pipe(Effect.scoped)
  )

  it.effect("is asked ten times a minute by one workspace, and another is not kept from it", () =>
    Effect.gen(function* () {
      const { url } = yield* site({ "/": "<p>Hm.</p>" })
      const [one, other] = [yield* (yield* TestApp).tenant(), yield* (yield* TestApp).tenant()]
      const ask = (call: Call) => call("POST", path, { website_url: url })
      // Thirty reach into the next minute at most: two of them are not enough for all.
      const answers = yield* Effect.forEach(Array.from({ length: 30 }), () => ask(one.call), { concurrency: 10 })
      const refused = answers.filter(({ status }) => status === 429)
      assert.isAtLeast(refused.length, 10)
      assert.strictEqual(refused[0]!.body.error.code, "rate_limited")
      assert.isAtLeast(Number(refused[0]!.headers.get("retry-after")), 1)
      assert.strictEqual((yield* ask(other.call)).status, 200)
      assert.strictEqual((yield* one.call("POST", path, {})).status, 200)
    }).pipe(Effect.scoped)
  )
})
