/** The reference in a browser: on a desk and in a hand, by day and by night, to everybody. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** One of each kind; a judge looks at every element, so at those that are short. */
const paths = ["/docs/gates", "/docs/guides", "/docs/guides/webhooks", "/docs", "/docs/buddies", "/docs/webhook-events"]
const judged = new Set(["/docs/gates", "/docs/guides/webhooks"])
const widths = [390, 1440]
const schemes = ["light", "dark"] as const

/** Who needs text twice as large on a small screen need not scroll to and fro. */
const sidewaysWhenLarge = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 900 })
  return page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
    const [body] = document.getElementsByTagName("body")
    return getComputedStyle(body!).fontSize !== "32px" || document.documentElement.scrollWidth > innerWidth
  })
}

layer(TestApp.layer().pipe(Layer.orDie), { excludeTestServices: true })("the reference in a browser", (it) => {
  it.effect(
    "fits, complains of nothing, and can be read by everybody",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestApp
        const { open } = yield* browser
        const wrong: Array<string> = []
        for (const width of widths) {
          for (const colorScheme of schemes) {
            for (const path of paths.filter((path) => judged.has(path) || (width === 390 && colorScheme === "light"))) {
              const visit = { viewport: { width, height: 900 }, colorScheme }
              const { complaints, page, received } = yield* open(baseUrl + path, visit)
              const seen = yield* Effect.promise(async () => ({
                tooWide: await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
                broken: await page.evaluate(() =>
                  [...document.querySelectorAll("td a")].flatMap((link) => {
                    const words = link.textContent.split(/\s+/).length
                    return link.getClientRects().length > words ? [link.textContent] : []
                  })
                ),
                problems: judged.has(path) ? await problemsOf(page) : [],
                lostWhenLarge: await sidewaysWhenLarge(page)
              }))
              const at = `${path} at ${width} px, ${colorScheme}`
              if (seen.lostWhenLarge) wrong.push(`${at}: goes on sideways where text is twice as large on 320 px`)
              wrong.push(...seen.broken.map((name) => `${at}: ${name} is broken within a word`))
              if (seen.tooWide) wrong.push(`${at}: wider than its window`)
              wrong.push(...[...complaints, ...seen.problems].map((problem) => `${at}: ${problem}`))
              const foreign = [...received.keys()].filter((url) => !url.startsWith(baseUrl))
              wrong.push(...foreign.map((url) => `${at} asks ${url}`))
              yield* Effect.promise(() => page.context().close())
            }
          }
        }
        assert.deepStrictEqual(wrong.slice(0, 20), [])
      }).pipe(Effect.scoped),
    120_000
  )

  it.effect(
    "finds operations by what is typed",
    () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestApp
        const { page } = yield* (yield* browser).open(`${baseUrl}/docs`)
        const visible = () => page.locator("[data-find]:visible").allInnerTexts()
        yield* Effect.promise(async () => {
          await page.getByLabel("Find").fill("hatch egg")
          assert.deepStrictEqual(
            (await visible()).map((line) => line.replace(/\s+/g, " ").trim()),
            ["POST Hatch an egg"]
          )
          await page.getByLabel("Find").fill("")
          assert.isAbove((await visible()).length, 200)
        })
      }).pipe(Effect.scoped),
    60_000
  )
})
