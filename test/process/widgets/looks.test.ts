/** What only a look tells: what covers what, and the colours of drawings. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { widgetNames } from "../../../src/widgets/contract.ts"
import { losses } from "../../kit/widgets/Losses.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const hatched: Service = ({ path }) => (path === "/widget/buddy" ? { body: Answers.hatched } : undefined)

const nobody: Service = ({ path }) =>
  path.startsWith("/widget/leaderboard")
    ? { body: { ...Answers.leaderboard, entries: [], me: null, total: 0 } }
    : undefined

const languages = ["en", "de", "fr", "es", "pt", "ja", "ar", "he"]

layer(WidgetPages.layer, { excludeTestServices: true })("a widget", (it) => {
  for (const locale of ["en", "ar"])
    it.effect(`tells of a great moment beside the picture it is about, however wide it is, in ${locale}`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const body = mount("buddy", `data-locale="${locale}"`)
          const { page, widen } = await open(body, { service: hatched, reducedMotion: "reduce" })
          const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
          await page.locator(".news").waitFor()
          for (const width of [240, 320, 400, 560, 700, 960]) {
            await widen(width)
            const [news, picture, widget, about] = [
              await boxOf(".news"),
              await boxOf(".portrait"),
              await boxOf(".widget"),
              await boxOf(".about")
            ]
            const isBelow = news.y >= picture.y + picture.height - 1
            const isBeside = news.x >= picture.x + picture.width - 1 || news.x + news.width <= picture.x + 1
            assert.isTrue(isBelow || isBeside, `${width} px`)
            // whole, and as wide as what it covers: no strip of that is left
            assert.approximately(news.x, about.x, 1)
            assert.approximately(news.width, about.width, 1)
            assert.isAtMost(news.y + news.height, widget.y + widget.height)
            // a picture of its own shape: neither a strip nor a cut-out, however much stands below
            assert.isAbove(picture.width / picture.height, 0.75, `${width} px`)
            assert.isBelow(picture.width / picture.height, 1.75, `${width} px`)
          }
        })
      })
    )

  it.effect("says every great moment in the same letters, and nothing looks out half from below it", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const letters: Array<unknown> = []
        for (const ceremony of ["hatch", "evolution", "prestige"]) {
          const service: Service = ({ path }) =>
            path === "/widget/buddy"
              ? { body: { ...Answers.buddy, pending_ceremony: { ceremony, evolution_stage: 2 } } }
              : undefined
          const { page, widen } = await open(mount("buddy"), { service, reducedMotion: "reduce" })
          await page.locator(".news").waitFor()
          await widen(320)
          letters.push(
            await page.locator(".news p").evaluate((words) => {
              const { color, fontSize, fontWeight } = getComputedStyle(words)
              return { color, fontSize, fontWeight }
            })
          )
          const opacity = () => page.locator(".about > header").evaluate((header) => getComputedStyle(header).opacity)
          assert.strictEqual(await opacity(), "0", ceremony)
          await page.getByRole("button", { name: "Close" }).click()
          await page.locator(".news").waitFor({ state: "detached" })
          assert.strictEqual(await opacity(), "1", ceremony)
        }
        assert.deepStrictEqual(letters, [letters[0], letters[0], letters[0]])
      })
    })
  )

  it.effect("passes over a great moment it does not know, and does not record it", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const pending_ceremony = { ceremony: "coronation", evolution_stage: 1 }
        const service: Service = ({ path }) =>
          path === "/widget/buddy" ? { body: { ...Answers.buddy, pending_ceremony } } : undefined
        const { asked, complaints, page, rests } = await open(mount("buddy"), { service })
        await rests("ready")
        await page.waitForFunction(() =>
          performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/ceremony.js"))
        )
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
        await page.getByRole("heading", { name: "Pip" }).first().waitFor()
        assert.strictEqual(await page.locator(".moment").count(), 0)
        assert.isFalse(asked.some(({ path }) => path === "/widget/ceremonies"))
        assert.deepStrictEqual(complaints, [])
      })
    })
  )

  it.effect("loses nothing where text is twice as large and the place narrow", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const body = ["en", "de", "ja", "ar"].flatMap((locale) =>
          widgetNames.map((widget) => mount(widget, `data-locale="${locale}" data-poll="off"`))
        )
        const { page, rests, widen } = await open(body.join(""), { reducedMotion: "reduce" })
        await rests("ready")
        await page.locator(".kudos").nth(3).waitFor()
        await widen(320)
        await page.locator(".widget").evaluateAll((all) =>
          all.forEach((each) => {
            each.style.fontSize = "1.875em"
          })
        )
        assert.deepStrictEqual(await page.locator(".widget").evaluateAll(losses), [])
      })
    })
  )

  it.effect("has a width where its place is as wide as what stands in it, and takes no more than there is", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { page, rests } = await open(widgetNames.map((widget) => mount(widget)).join(""))
        await rests("ready")
        for (const display of ["flex", "inline-grid", "grid"]) {
          const widths = await page.locator("main").evaluate((main, display) => {
            main.style.display = display
            if (display !== "grid") main.style.gridTemplateColumns = "auto"
            return [...main.children].map((each) => each.getBoundingClientRect().width)
          }, display)
          assert.lengthOf(widths, widgetNames.length)
          for (const width of widths) assert.isAtLeast(width, 240, display)
          assert.isFalse(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), display)
          await page.locator("main").evaluate((main) => main.removeAttribute("style"))
        }
      })
    })
  )

  it.effect("names what a narrow leaderboard counts, whole and in every language", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const body = languages.map((locale) => mount("leaderboard", `data-locale="${locale}"`))
        const { page, rests, widen } = await open(body.join(""))
        await rests("ready")
        await widen(240)
        const heads = page.locator("thead .value .clip")
        assert.strictEqual(await heads.count(), languages.length)
        const cut = await heads.evaluateAll((all) =>
          all.flatMap((each) =>
            each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 1
              ? [each.textContent]
              : []
          )
        )
        assert.deepStrictEqual(cut, [])
        assert.strictEqual(await heads.nth(languages.indexOf("ar")).textContent(), "عملات")
      })
    })
  )

  it.effect("says the whole name of what it sells", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const [item] = Answers.marketplace.data
        const data = [{ ...item, name: "Apple for the teacher" }]
        const service: Service = ({ path }) =>
          path.startsWith("/widget/marketplace") ? { body: { ...Answers.marketplace, data } } : undefined
        const { page, rests, widen } = await open(mount("marketplace"), { service })
        await rests("ready")
        await widen(240)
        await page.locator(".ware").evaluate((ware) => void (ware.style.width = "160px"))
        const isCut = await page.locator(".ware .name").evaluate((name) => name.scrollHeight > name.clientHeight + 2)
        assert.isFalse(isCut)
      })
    })
  )

  it.effect("tells of a sale above what is sold, and lines up what can be done with what is said", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const body = ["en", "ar"].map((locale) => mount("marketplace", `data-locale="${locale}"`)).join("")
        const { page, rests, widen } = await open(body, { reducedMotion: "reduce" })
        await rests("ready")
        await page.locator(".sale").nth(1).waitFor()
        for (const width of [240, 320, 400, 960]) {
          await widen(width)
          const found = await page.locator(".market").evaluateAll((markets) =>
            markets.map((market) => {
              const of = (selector: string) => market.parentElement!.querySelector(selector)!.getBoundingClientRect()
              const text = document.createRange()
              text.selectNodeContents(market.parentElement!.querySelector(".anchor .button bdi")!)
              const [said, words] = [of(".anchor p"), text.getBoundingClientRect()]
              return {
                covered: of(".reduced .sale").bottom > of(".reduced .hanger").top,
                in_line: Math.min(Math.abs(said.left - words.left), Math.abs(said.right - words.right)) < 2
              }
            })
          )
          for (const each of found) assert.deepStrictEqual(each, { covered: false, in_line: true }, `${width} px`)
        }
      })
    })
  )

  it.effect("is not seen where its page hides it, whatever box the page gives its mounts", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { asked, page, rests } = await open(mount("buddy") + mount("path", "hidden"))
        const path = page.locator("[data-hatched-mount=path]")
        await path.waitFor({ state: "hidden" })
        await page.locator("[data-state=ready]").waitFor()
        assert.isFalse(asked.some((each) => each.path === "/widget/path"))
        await path.evaluate((element) => element.removeAttribute("hidden"))
        await rests("ready")
        assert.isTrue(await path.isVisible())
        await path.evaluate((element) => element.setAttribute("hidden", ""))
        assert.isFalse(await path.isVisible())
      })
    })
  )

  it.effect("draws an empty leaderboard quietly, light and dark", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        for (const theme of ["light", "dark"]) {
          const { page } = await open(mount("leaderboard", `data-theme="${theme}"`), { service: nobody })
          await page.locator(".podium").waitFor()
          const fills = await page
            .locator(".podium path")
            .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill))
          for (const fill of fills) assert.notStrictEqual(fill, "rgb(0, 0, 0)", theme)
        }
      })
    })
  )
})
