/** The page of a showroom in a browser: readable by everybody, in the dark and from right to left. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const base = "/customers/me/showrooms"
/** Where pictures of the page are wanted, to be looked at. */
const pictures = process.env["PICTURES"]

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions
const wide = { viewport: { width: 1440, height: 900 }, colorScheme: "dark" } satisfies BrowserContextOptions

const stage = Effect.fnUntraced(function* (buddies: number) {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme <b>Learning</b>" })
  yield* publish(tenant, studyContent)
  const show = { badges: true, skills: true, streak: true, coins: true }
  for (let count = 0; count < buddies; count++) {
    const { buddy_id } = yield* hatch(tenant, `u${count}`)
    yield* tenant.call("PATCH", `/buddies/${buddy_id}`, { name: `Captain <i>Fluff</i> ${count}` })
    yield* tenant.call("PATCH", `/buddies/${buddy_id}/profile`, { tagline: "Slow and steady", show })
    yield* tenant.call("POST", `/buddies/${buddy_id}/badges`, { badge_key: "first_lesson" })
    yield* tenant.call("POST", `/buddies/${buddy_id}/coins`, { amount: 5 })
  }
  return tenant
})

const opened = Effect.fnUntraced(function* ({ call }: TestTenant, body: Readonly<Record<string, unknown>>) {
  const { showroom_id } = (yield* call("POST", base, { name: "Spring", ...body })).body
  const published = yield* call("POST", `${base}/${showroom_id}/publish`)
  assert.strictEqual(published.status, 200, published.text)
  return { path: `${base}/${showroom_id}`, at: `/showroom/${published.body.slug}` }
})

const visit = Effect.fnUntraced(function* (at: string, options: BrowserContextOptions) {
  const { baseUrl } = yield* TestApp
  const { visitor } = yield* browser
  const page = yield* visitor({ locale: "en-US", ...options }, baseUrl)
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  // Pictures are named by the address the service gives itself; the test has another way to it.
  yield* Effect.promise(() =>
    page.route("**/assets/*", (route) => route.fulfill({ status: 200, contentType: "image/png", body: "" }))
  )
  yield* Effect.promise(() => page.goto(baseUrl + at))
  return { page, complaints }
})

const taken = (page: Page, name: string) =>
  pictures === undefined ? Promise.resolve() : page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })

layer(TestApp.layer(), { excludeTestServices: true })("the page of a showroom", (it) => {
  it.effect("shows buddies on a phone and on a wall, without a script, and says what networks may show", () =>
    Effect.gen(function* () {
      const tenant = yield* stage(5)
      const cta = { label: "Hatch your own", url: "https://example.com/join" }
      const show = { badges: true, stage: true, streak: true, coins: true }
      const { at } = yield* opened(tenant, { headline: "Meet <i>them</i>", description: "All of us.", cta, show })
      const { complaints, page } = yield* visit(at, { ...phone, javaScriptEnabled: false })
      yield* Effect.promise(async () => {
        assert.strictEqual(await page.textContent("h1"), "Meet <i>them</i>")
        assert.deepStrictEqual(
          await page.locator(".guests h2").allTextContents(),
          [4, 3, 2, 1, 0].map((n) => `Captain <i>Fluff</i> ${n}`)
        )
        assert.strictEqual(await page.getAttribute("a.go", "href"), cta.url)
        assert.strictEqual(await page.locator(".guests .coins").count(), 5)
        assert.deepStrictEqual(complaints, [])
      })
      const { page: looked } = yield* visit(at, phone)
      yield* Effect.promise(async () => {
        await taken(looked, "showroom-390")
        assert.deepStrictEqual(await problemsOf(looked), [])
        const overflow = await looked.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        assert.isFalse(overflow)
        const middle = await looked.$eval(".guests > li:last-child", (guest) => {
          const { left, width } = guest.getBoundingClientRect()
          return (left + width / 2) / innerWidth
        })
        assert.closeTo(middle, 0.5, 0.01)
      })
      const { baseUrl } = yield* TestApp
      const text = Effect.promise(() => fetch(baseUrl + at).then((answer) => answer.text()))
      yield* until(
        "its picture is composed",
        Effect.map(text, (found) => found.includes('property="og:image:width"'))
      )
      const found = yield* text
      assert.match(found, /property="og:image" content="[^"]+\/assets\/[0-9a-f]{64}\.png"/)
      assert.include(found, 'content="summary_large_image"')
      assert.notMatch(found, /buddy_id|user_id/)
    })
  )

  it.effect("speaks the language of its workspace, and says so where nobody lives", () =>
    Effect.gen(function* () {
      const tenant = yield* stage(2)
      yield* tenant.call("PATCH", "/customers/me/settings", { locale: "he" })
      const branding = { accent_color: "#e4572e", radius: "lg", font: "rounded" }
      const { at, path } = yield* opened(tenant, { headline: "הכיתה שלנו", branding })
      const { page } = yield* visit(at, wide)
      yield* Effect.promise(async () => {
        await taken(page, "showroom-1440-dark-rtl")
        assert.strictEqual(await page.getAttribute("html", "dir"), "rtl")
        assert.deepStrictEqual(await problemsOf(page), [])
      })
      const all = (yield* tenant.call("GET", "/buddies")).body.data as ReadonlyArray<{ readonly buddy_id: string }>
      for (const { buddy_id } of all) yield* tenant.call("PATCH", `/buddies/${buddy_id}/archive`)
      yield* tenant.call("PATCH", path, { listed: true })
      const { baseUrl } = yield* TestApp
      yield* until(
        "nobody lives there",
        Effect.promise(() => fetch(baseUrl + at).then(async (answer) => (await answer.text()).includes("nobody")))
      )
      const { page: empty } = yield* visit(at, phone)
      yield* Effect.promise(async () => {
        await taken(empty, "showroom-empty-390")
        assert.include(await empty.textContent(".nobody"), "חזרו בקרוב")
        assert.deepStrictEqual(await problemsOf(empty), [])
      })
    })
  )
})
