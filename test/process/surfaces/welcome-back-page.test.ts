/** The page of a link to come back by, in a browser: who is waiting there, in whose language, and when nobody is. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** Where pictures of the page are wanted, to be looked at. */
const pictures = process.env["PICTURES"]

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions
const desk = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions

const opened = Effect.fnUntraced(function* (path: string, options: BrowserContextOptions) {
  const { baseUrl } = yield* TestApp
  const page = yield* (yield* browser).visitor({ locale: "en-US", ...options }, baseUrl)
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  yield* Effect.promise(() => page.goto(baseUrl + path))
  return { page, complaints }
})

const judged = async (page: Page, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  assert.deepStrictEqual(await problemsOf(page), [], name)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.isAtMost(overflow, 0, name)
}

const isShown = (page: Page) => page.waitForSelector("#shown:not([hidden]) h1")

layer(TestApp.layer(), { excludeTestServices: true })("the page of a link to come back by", (it) => {
  it.effect("shows who has been waiting, and leads back", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ name: "Acme Learning", plan: "growth" })
      yield* publish(tenant, studyContent)
      const { call } = tenant
      const widget_theme = { accent_color: "#0b7a75", radius: "lg" }
      yield* call("PATCH", "/customers/me/settings", { max_lateness_days: 30, widget_theme })
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* call("PATCH", `/buddies/${buddy_id}`, { name: "<b>Pip</b>" })
      const occurred_at = new Date(Date.now() - 20 * 86_400_000).toISOString()
      const told = yield* call("POST", "/events", lesson("ada", { occurred_at }))
      assert.strictEqual(told.status, 200, told.text)
      const made = yield* call("POST", `/buddies/${buddy_id}/welcome-back`, { cta_url: "https://acme.example/lessons" })
      const path = `/welcome-back#t=${made.body.token}`

      const { complaints, page } = yield* opened(path, phone)
      yield* Effect.promise(async () => {
        await isShown(page)
        assert.include(await page.textContent("h1:visible"), "<b>Pip</b>")
        assert.strictEqual(await page.textContent(".figures dd"), "20")
        assert.strictEqual(await page.getAttribute("a.button", "href"), "https://acme.example/lessons")
        await page.waitForFunction(
          () => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim() === "#0b7a75"
        )
        await judged(page, "welcome-390")
        // It works as often as it is opened.
        await page.reload()
        await isShown(page)
        assert.deepStrictEqual(
          await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]),
          [0, 0, ""]
        )
        assert.deepStrictEqual(complaints, [])
      })
      const { page: dark } = yield* opened(path, { ...desk, colorScheme: "dark", locale: "de-DE" })
      yield* Effect.promise(async () => {
        await isShown(dark)
        assert.strictEqual(await dark.getAttribute("html", "lang"), "de-DE")
        await judged(dark, "welcome-1440-dark")
      })
      const { page: arabic } = yield* opened(path, { ...phone, locale: "ar-EG" })
      yield* Effect.promise(async () => {
        await isShown(arabic)
        assert.strictEqual(await arabic.getAttribute("html", "dir"), "rtl")
        await judged(arabic, "welcome-390-rtl")
      })
      yield* call("PATCH", `/buddies/${buddy_id}/archive`)
      const { page: gone } = yield* opened(path, desk)
      yield* Effect.promise(async () => {
        await gone.waitForFunction(() => document.getElementById("heading")!.textContent!.includes("had its time"))
        await judged(gone, "welcome-gone-1440")
        assert.isTrue(await gone.isHidden("#shown"))
      })
    })
  )

  it.effect("says so where nothing can be shown", () =>
    Effect.gen(function* () {
      const { page } = yield* opened("/welcome-back", phone)
      yield* Effect.promise(() =>
        page.waitForFunction(() => document.getElementById("heading")!.textContent!.includes("had its time"))
      )
      const { page: lost } = yield* opened("/welcome-back", phone)
      yield* Effect.promise(async () => {
        await lost.route("**/api/v1/public/**", (route) => route.abort())
        await lost.evaluate(() => (location.hash = `#t=${"x".repeat(43)}`))
        await lost.waitForSelector("#again:not([hidden])")
        await judged(lost, "welcome-offline-390")
        await lost.unroute("**/api/v1/public/**")
        await lost.click("#again")
        await lost.waitForSelector("#again", { state: "hidden" })
      })
      const { page: plain } = yield* opened("/welcome-back", { ...phone, javaScriptEnabled: false })
      yield* Effect.promise(async () => {
        assert.include(await plain.textContent("noscript"), "JavaScript")
        assert.isFalse(await plain.isVisible("#said"), "nothing is on its way")
      })
    })
  )
})
