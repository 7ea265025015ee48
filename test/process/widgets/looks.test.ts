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
