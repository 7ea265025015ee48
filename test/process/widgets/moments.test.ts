/** A great moment that is interrupted by the page around it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const hatching = (): Service => {
  let pending_ceremony: unknown = { ceremony: "hatch", evolution_stage: 1 }
  return ({ path }) => {
    if (path === "/widget/ceremonies") {
      pending_ceremony = null
      return { body: { recorded: true, already_recorded: false } }
    }
    return path === "/widget/buddy" ? { body: { ...Answers.buddy, pending_ceremony } } : undefined
  }
}

layer(WidgetPages.layer, { excludeTestServices: true })("a great moment", (it) => {
  it.effect("goes on where the page takes its widget away or gives it another token, until it is closed", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { asked, page, rests } = await open(mount("buddy"), { service: hatching(), reducedMotion: "reduce" })
        const news = page.getByRole("heading", { name: "Pip has hatched!" })
        await news.waitFor()
        // As a page with routes of its own does, and comes back.
        await page.evaluate(() => {
          const element = document.querySelector("[data-hatched-mount]")!
          const parent = element.parentElement!
          const { on } = (window as unknown as { Hatched: { on: (name: string, listener: () => void) => () => void } })
            .Hatched
          const off = on("unmounted", () => (off(), parent.append(element.cloneNode())))
          element.remove()
        })
        await news.waitFor()
        const token = (name: string) =>
          page
            .locator("[data-hatched-mount]")
            .evaluate((each, name) => each.setAttribute("data-embed-token", name), name)
        await token("svc_ws_2")
        await news.waitFor()
        await page.getByRole("button", { name: "Close" }).click()
        await news.waitFor({ state: "detached" })
        await token("svc_ws_3")
        await rests("ready")
        assert.strictEqual(await news.count(), 0)
        assert.lengthOf(
          asked.filter(({ path }) => path === "/widget/ceremonies"),
          1
        )
      })
    })
  )
})
