/** What only a look tells: what covers what, and the colours of drawings. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const hatched: Service = ({ path }) =>
  path === "/widget/buddy"
    ? { body: { ...Answers.buddy, pending_ceremony: { ceremony: "hatch", evolution_stage: 1 } } }
    : undefined

const nobody: Service = ({ path }) =>
  path.startsWith("/widget/leaderboard")
    ? { body: { ...Answers.leaderboard, entries: [], me: null, total: 0 } }
    : undefined

const languages = ["en", "de", "fr", "es", "pt", "ja", "ar", "he"]

layer(WidgetPages.layer, { excludeTestServices: true })("a widget", (it) => {
  for (const width of [240, 320, 400, 700, 960])
    for (const locale of ["en", "ar"])
      it.effect(`tells of a great moment beside the picture it is about, at ${width} px in ${locale}`, () =>
        Effect.gen(function* () {
          const { open } = yield* WidgetPages
          yield* Effect.promise(async () => {
            const body = mount("buddy", `data-locale="${locale}" style="width:${width}px"`)
            const { page } = await open(body, { service: hatched, reducedMotion: "reduce" })
            const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
            await page.locator(".news").waitFor()
            const [news, picture, widget, about] = [
              await boxOf(".news"),
              await boxOf(".portrait"),
              await boxOf(".widget"),
              await boxOf(".about")
            ]
            const isBelow = news.y >= picture.y + picture.height - 1
            const isBeside = news.x >= picture.x + picture.width - 1 || news.x + news.width <= picture.x + 1
            assert.isTrue(isBelow || isBeside)
            // whole, and as wide as what it covers: no strip of that is left
            assert.approximately(news.x, about.x, 1)
            assert.approximately(news.width, about.width, 1)
            assert.isAtMost(news.y + news.height, widget.y + widget.height)
          })
        })
      )

  it.effect("names what a narrow leaderboard counts, whole and in every language", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const body = languages.map((locale) => mount("leaderboard", `data-locale="${locale}" style="width:240px"`))
        const { page, rests } = await open(body.join(""))
        await rests("ready")
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
        const { page, rests } = await open(mount("marketplace", 'style="width:240px"'), { service })
        await rests("ready")
        await page.locator(".ware").evaluate((ware) => Object.assign(ware, { style: "width:160px" }))
        const isCut = await page.locator(".ware .name").evaluate((name) => name.scrollHeight > name.clientHeight + 2)
        assert.isFalse(isCut)
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
