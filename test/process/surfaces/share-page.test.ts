/** The page of a shared buddy, and the button in the widget that hands its link out. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { succeeded } from "../../../src/testing/Requests.ts"
import { browser, type Browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { watchHatching } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

/** Where pictures of the page are wanted, to be looked at. */
const pictures = process.env["PICTURES"]
const taken = (page: Page, name: string) =>
  pictures === undefined ? Promise.resolve() : page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })

class Chromium extends Context.Service<Chromium, Browser>()("hatchery/test/SharePages") {
  static readonly layer = Layer.effect(Chromium, browser)
}

const badges = ["Early bird", "Ten in a row", "Helping hand"].map((label, index) => ({
  badge_key: `badge_${index}`,
  label,
  tier: ["bronze", "silver", "gold"][index],
  criteria: { match: "all", conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }] }
}))
const content = { ...studyContent, badge_definitions: [...studyContent.badge_definitions, ...badges] }

const stage = Effect.fnUntraced(function* (settings: object, profile: object) {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme Learning" })
  yield* publish(tenant, content)
  const { buddy_id } = yield* hatch(tenant, "ada")
  yield* succeeded(tenant.call("POST", "/events", lesson("ada")))
  yield* succeeded(tenant.call("PATCH", "/customers/me/settings", settings))
  yield* succeeded(tenant.call("PATCH", `/buddies/${buddy_id}/profile`, profile))
  yield* succeeded(tenant.call("PATCH", "/buddy-share/settings", { cta_url: "https://acme.example/" }))
  const { code } = (yield* succeeded(tenant.call("POST", `/buddies/${buddy_id}/share`))).body
  return { ...tenant, buddy_id, code: code as string }
})

const opened = Effect.fnUntraced(function* (path: string, options: BrowserContextOptions) {
  const { baseUrl } = yield* TestApp
  const page = yield* (yield* Chromium).visitor(options, baseUrl)
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  yield* Effect.promise(() => page.goto(baseUrl + path))
  return { page, complaints }
})

const phone = { viewport: { width: 390, height: 844 } }
const desk = { viewport: { width: 1440, height: 900 } }
const everything = { badges: true, skills: true, streak: true, coins: true }

layer(Layer.merge(Chromium.layer, TestApp.layer()), { excludeTestServices: true })(
  "the page of a shared buddy",
  (it) => {
    it.effect("is one for everybody, on a phone and at a desk, by day and by night, from left and right", () =>
      Effect.gen(function* () {
        const proud = { tagline: "{name} never misses a day", show: everything }
        const { code } = yield* stage({}, proud)
        const rtl = yield* stage(
          { locale: "he", widget_theme: { mode: "auto", accent_color: "#e4572e", radius: "lg", font: "rounded" } },
          { show: everything }
        )
        for (const [name, size] of [
          ["390", phone],
          ["1440", desk]
        ] as const) {
          for (const colorScheme of ["light", "dark"] as const) {
            for (const [at, way] of [
              [code, "ltr"],
              [rtl.code, "rtl"]
            ] as const) {
              const { complaints, page } = yield* opened(`/p/${at}`, { ...size, colorScheme })
              yield* Effect.promise(async () => {
                await page.waitForFunction(
                  () => document.querySelector<HTMLImageElement>(".photo img")!.naturalWidth > 0
                )
                await taken(page, `share-${name}-${colorScheme}-${way}`)
                assert.deepStrictEqual(await problemsOf(page), [])
                assert.strictEqual(await page.getAttribute("html", "dir"), way)
                assert.deepStrictEqual(complaints, [])
                const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
                assert.isFalse(isWide)
              })
            }
          }
        }
      })
    )

    it.effect("breaks no word of a long name, nor of its workspace's in the foot", () =>
      Effect.gen(function* () {
        const { buddy_id, call, code } = yield* stage({}, {})
        yield* succeeded(call("PATCH", `/buddies/${buddy_id}`, { name: "Bartholomew Unbreakable" }))
        yield* succeeded(call("PATCH", "/customers/me", { name: "Maple Leaf Language School International" }))
        for (const size of [phone, desk]) {
          const { page } = yield* opened(`/p/${code}`, size)
          yield* Effect.promise(async () => {
            const lines = await page.evaluate(() => {
              const text = document.querySelector("h1 bdi")!.firstChild!
              return [...text.textContent!.matchAll(/\S+/g)].map(({ 0: word, index }) => {
                const range = document.createRange()
                range.setStart(text, index)
                range.setEnd(text, index + word.length)
                return [word, range.getClientRects().length]
              })
            })
            const whole = [
              ["Bartholomew", 1],
              ["Unbreakable", 1]
            ]
            assert.deepStrictEqual(lines, whole)
            const align = await page.evaluate(() => getComputedStyle(document.querySelector("footer span")!).textAlign)
            assert.strictEqual(align, "center")
          })
        }
      })
    )

    it.effect("is led to by the brag button, once there is something to tell", () =>
      Effect.gen(function* () {
        const { buddy_id, call, code } = yield* stage({}, {})
        const { baseUrl } = yield* TestApp
        yield* watchHatching(call, buddy_id, "ada")
        yield* succeeded(call("PATCH", "/customers/me/brag/config", { enabled: true, channels: ["x", "copy_link"] }))
        const scopes = ["read", "events:track"]
        const { token } = (yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes })).body
        const page = yield* (yield* Chromium).visitor({ ...phone, reducedMotion: "reduce" }, baseUrl)
        const asked: Array<string> = []
        yield* Effect.promise(async () => {
          await page.context().route("https://x.com/**", (route) => {
            asked.push(route.request().url())
            return route.fulfill({ contentType: "text/html", body: "<title>X</title>" })
          })
          await page.route(`${baseUrl}/a-page`, (route) =>
            route.fulfill({
              contentType: "text/html",
              body: `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>
              <div data-hatched-mount="buddy" data-embed-token="${token}"></div></main>
              <script async src="${baseUrl}/cdn/widget.js"></script></html>`
            })
          )
          await page.goto(`${baseUrl}/a-page`)
          await page.locator("[data-state=ready]").waitFor()
          assert.strictEqual(await page.locator(".brag").count(), 0)
          await page.evaluate(`Hatched.track("lesson.completed", { lesson_id: "other", score: 95 })`)
        })
        yield* succeeded(call("POST", `/buddies/${buddy_id}/evolve`))
        yield* until(
          "it has evolved",
          Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.evolution_stage === 2)
        )
        yield* Effect.promise(async () => {
          await page.reload()
          await page.getByRole("button", { name: "Close" }).click()
          await page.locator(".brag").getByText("has reached Scout!").waitFor()
          await taken(page, "brag-390")
          assert.deepStrictEqual(await problemsOf(page), [])
          const popup = page.waitForEvent("popup")
          await page.locator(".brag").getByRole("button", { name: "X" }).click()
          await (await popup).waitForURL(/^https:\/\/x\.com\//)
          assert.include(asked[0], encodeURIComponent(`/p/${code}?c=x`))
        })
        const figures = Effect.map(call("GET", "/customers/me/brag/funnel"), ({ body }) => body.by_moment[0])
        yield* until(
          "the share is told",
          Effect.map(figures, ({ shared }) => shared === 1)
        )
        assert.deepStrictEqual(yield* figures, { moment: "evolution", shown: 1, clicked: 1, shared: 1 })
      })
    )
  }
)
