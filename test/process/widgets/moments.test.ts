/** A great moment that is interrupted by the page around it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { eventually } from "../../kit/browser/Browser.ts"
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

/** As the service does it: who has this state already is told no more than that. */
const tagged =
  (service: Service): Service =>
  (asked) => {
    const reply = service(asked)
    if (reply === undefined || reply === "dead" || asked.path !== "/widget/buddy") return reply
    const etag = `"${JSON.stringify(reply.body).length}"`
    return asked.headers["if-none-match"] === etag
      ? { status: 304, headers: { etag } }
      : { ...reply, headers: { etag } }
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

  const inSight = async (page: Page, name: string) => {
    for (let looks = 0; looks < 4; looks++) {
      await page.clock.runFor(40_000)
      await page.evaluate(`fetch("http://service.test/api/v1/widget/path").then((answer) => answer.text())`)
    }
    return page.getByRole("heading", { name }).count()
  }

  it.effect("goes on in the mount beside it when the page takes away the one it plays in", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const service = tagged(hatching())
        const two = mount("buddy") + mount("buddy")
        const { page } = await open(two, { service, reducedMotion: "reduce", clock: true })
        await page.getByRole("heading", { name: "Pip has hatched!" }).waitFor()
        await page.evaluate(
          `void Hatched.mounts.find(({ element }) => element.shadowRoot.querySelector(".moment")).unmount()`
        )
        assert.strictEqual(await inSight(page, "Pip has hatched!"), 1)
      })
    })
  )

  it.effect("is told though what it is told with could not be had at first", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        let missed = 0
        const isMissing = (file: string) => file.startsWith("ceremony.js") && missed++ === 0
        const service = tagged(hatching())
        const { page, rests } = await open(mount("buddy"), { service, isMissing, reducedMotion: "reduce", clock: true })
        await rests("ready")
        await eventually(() => assert.isAtLeast(missed, 1))
        assert.strictEqual(await inSight(page, "Pip has hatched!"), 1)
      })
    })
  )
})
