/** A buddy is shared on the demo page, and somebody follows its link from a page of their own. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Chromium, DemoPage, open } from "../../kit/browser/DemoPage.ts"
import { site } from "../../kit/browser/ForeignPage.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

/** Where pictures of the page are wanted, to be looked at. */
const pictures = process.env["PICTURES"]

/** What a network reads of a page. */
const cardOf = (text: string, name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(text)?.[1]

layer(DemoPage, { excludeTestServices: true })("sharing in the demo", (it) => {
  it.effect("opens the right picture from another origin, and counts who came", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { page } = yield* open()
      yield* Effect.promise(async () => {
        await page.click("#share")
        await page.waitForSelector("#share-link:not([hidden])")
        await page.waitForFunction(() =>
          document.getElementById("share-line")!.textContent!.includes("1 link, 0 views")
        )
      })
      const link = yield* Effect.promise(() =>
        page.evaluate(() => document.querySelector<HTMLAnchorElement>("#share-link")!.href)
      )
      const own = () => page.evaluate(() => document.querySelector("#buddy")!.shadowRoot!.querySelector("img")!.src)
      const elsewhere = yield* site
      elsewhere.put("/", `<!doctype html><title>A post</title><a href="${link}">Look at my buddy</a>`)
      const { visitor } = yield* Chromium
      const reader = yield* visitor({ userAgent }, baseUrl)
      yield* Effect.promise(async () => {
        await reader.goto(elsewhere.origin)
        await reader.click("a")
        await reader.waitForSelector(".photo img")
        assert.strictEqual(new URL(reader.url()).origin, new URL(baseUrl).origin)
        await reader.waitForFunction(() => document.querySelector<HTMLImageElement>(".photo img")!.naturalWidth > 0)
        if (pictures !== undefined) await reader.screenshot({ path: `${pictures}/share-demo.png`, fullPage: true })
        const portrait = () => reader.evaluate(() => document.querySelector<HTMLImageElement>(".photo img")!.src)
        // Dressed a moment ago, it may still stand there as it was.
        for (let look = 0; look < 100 && (await portrait()) !== (await own()); look++) {
          await reader.waitForTimeout(500)
          await reader.reload()
        }
        const shown = await portrait()
        const name = await page.textContent("#name")
        assert.strictEqual(new URL(shown).pathname, new URL(await own()).pathname)
        assert.strictEqual(await reader.textContent(".facts h1"), name)
        assert.deepStrictEqual(await problemsOf(reader), [])
        const text = await reader.content()
        // Composed for links, or the portrait itself until that is done.
        const card = await reader.request.get(`${baseUrl}${new URL(cardOf(text, "image")!).pathname}`)
        assert.deepStrictEqual([card.status(), card.headers()["content-type"]], [200, "image/png"])
        assert.include(cardOf(text, "title"), name!)
        await page.bringToFront()
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
        await page.waitForFunction(() => document.getElementById("share-line")!.textContent!.includes("1 link, 1 view"))
      })
    })
  )
})
