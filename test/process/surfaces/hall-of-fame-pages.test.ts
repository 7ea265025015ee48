/** The pages of halls of fame in a browser: on a phone and at a desk, in the dark, and from right to left. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { at, begin, close, played, score } from "../../kit/players/Leagues.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

/** Where pictures of the pages are wanted, to be looked at. */
const pictures = process.env["PICTURES"]

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions
const desk = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions

const opened = Effect.fnUntraced(function* (path: string, options: BrowserContextOptions) {
  const { baseUrl } = yield* TestApp
  const page = yield* (yield* browser).visitor({ locale: "en-US", ...options }, baseUrl)
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  const answer = yield* Effect.promise(() => page.goto(baseUrl + path))
  assert.strictEqual(answer?.status(), 200)
  return { page, complaints }
})

const judged = async (page: Page, complaints: ReadonlyArray<string>, name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
  assert.deepStrictEqual(await problemsOf(page), [], name)
  assert.deepStrictEqual(complaints, [], name)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.isAtMost(overflow, 0, name)
}

const season = Effect.fnUntraced(function* (
  tenant: TestTenant,
  name: string,
  scores: Readonly<Record<string, number>>
) {
  const { season_id } = yield* begin(tenant, { name, starts_at: at(0) })
  for (const [user, amount] of Object.entries(scores)) yield* score(tenant, user, amount)
  yield* close(tenant, season_id)
  return season_id as string
})

const stage = Effect.gen(function* () {
  const users = ["ada", "bea", "cem", "dan", "eve", "fay"]
  const { buddies, call, tenant } = yield* played(users)
  const names = ["Pip", "Captain Marvellous the Third", "Mochi", "Ziggy", "Nova", "Bo"]
  const named = yield* Effect.forEach(buddies, (id, place) => call("PATCH", `/buddies/${id}`, { name: names[place] }))
  for (const { status, text } of named) assert.strictEqual(status, 200, text)
  yield* call("PATCH", "/customers/me", { name: "Acme Learning" })
  yield* season(tenant, "Autumn opener", { ada: 120, bea: 90 })
  const best = { ada: 12_480, bea: 11_920, cem: 9_300, dan: 8_100, eve: 640, fay: 20 }
  const season_id = yield* season(tenant, "Winter Cup 2026", best)
  yield* call("PATCH", `/buddies/${buddies[3]}/profile`, { is_private: true })
  const settings = { hall_of_fame: { enabled: true }, widget_theme: { accent_color: "#0b7a75", radius: "lg" } }
  const { body } = yield* call("PATCH", "/customers/me/settings", settings)
  return { call, slug: body.slug as string, season_id }
})

layer(TestApp.layer(), { excludeTestServices: true })("the pages of halls of fame", (it) => {
  it.effect("can be read by everybody, lead to each other, and work without a script", () =>
    Effect.gen(function* () {
      const { call, season_id, slug } = yield* stage
      const hall = `/hall-of-fame/${slug}`
      const anybody = (yield* TestApp).call
      yield* until(
        "it is in the index",
        Effect.map(anybody("GET", "/public/hall-of-fame-index"), ({ body }) => body.meta.total === 1)
      )
      const plain = { ...phone, javaScriptEnabled: false }
      const { page } = yield* opened("/hall-of-fame", plain)
      yield* Effect.promise(async () => {
        await page.click(".card")
        await page.locator("h1", { hasText: "Acme Learning" }).waitFor()
        assert.include(await page.textContent(".crowned"), "Pip")
        await page.click(".crowned")
        await page.locator("h1", { hasText: "Winter Cup 2026" }).waitFor()
        assert.include(await page.textContent(".podium .third"), "Someone who stays unnamed")
        await page.click(".eyebrow a")
        await page.locator("h1", { hasText: "Acme Learning" }).waitFor()
        await page.click("footer a")
        await page.locator("h1", { hasText: "Hall of fame" }).waitFor()
      })
      const views = [
        ["index-390", "/hall-of-fame", phone],
        ["hall-390", hall, phone],
        ["season-390", `${hall}/${season_id}`, phone],
        ["hall-1440", hall, desk],
        ["season-1440-dark", `${hall}/${season_id}`, { ...desk, colorScheme: "dark" }]
      ] as const
      for (const [name, path, options] of views) {
        const { complaints, page: seen } = yield* opened(path, options)
        yield* Effect.promise(() => judged(seen, complaints, name))
      }
      yield* call("PATCH", "/customers/me/settings", { locale: "ar" })
      for (const [name, path] of [
        ["hall-1440-rtl", hall],
        ["season-390-rtl", `${hall}/${season_id}`]
      ] as const) {
        const { complaints, page: seen } = yield* opened(path, name.includes("390") ? phone : desk)
        yield* Effect.promise(() => judged(seen, complaints, name))
      }
    })
  )
})
