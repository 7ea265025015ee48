/** What is left of a page's widgets when some of them go, or are given something else, at an awkward moment. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../kit/browser/Browser.ts"
import { mount, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const bare = `<div data-hatched-mount="buddy"></div><div data-hatched-mount="marketplace"></div>`

/** The page's function gives its token when the test says so. */
const waiting = `window.asks = 0
  window.HatchedConfig = { fetchToken: () => new Promise((give) => { window.asks++; window.give = give }) }`

const ways = {
  goes: `document.querySelector("[data-hatched-mount]").remove()`,
  "is unmounted": `Hatched.unmount("[data-hatched-mount]")`,
  "is given another token": `document.querySelector("[data-hatched-mount]").dataset.embedToken = "svc_ws_1"`
}

/** Frames in which what has gone is let go. */
const frames = `new Promise((done) => {
  const next = (left) => left === 0 ? done() : requestAnimationFrame(() => next(left - 1))
  next(4)
})`

layer(WidgetPages.layer, { excludeTestServices: true })("widgets that stay", (it) => {
  for (const [name, change] of Object.entries(ways))
    it.effect(`get the token that was asked for when the one that asked ${name}`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const { asked, page } = await open(bare, { before: waiting })
          await eventually(async () => assert.strictEqual(await page.evaluate("window.asks"), 1))
          await page.evaluate(`void (${change})`)
          await page.evaluate(frames)
          await page.evaluate(`give("svc_ws_2")`)
          const shop = page.locator(".widget.of-marketplace:not([data-state=loading])")
          await shop.waitFor()
          assert.strictEqual(await shop.getAttribute("data-state"), "ready")
          assert.strictEqual(await page.evaluate("asks"), 1)
          assert.isTrue(asked.some(({ token }) => token === "svc_ws_2"))
        })
      })
    )

  it.effect("come back though somebody has spoken to the mount that was there before", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { page, rests } = await open(mount("buddy"))
        await rests("ready")
        await page.evaluate(`(() => {
          const place = document.querySelector("[data-hatched-mount]")
          const [before] = Hatched.mounts
          before.unmount()
          before.update({ token: "svc_ws_2" })
          Hatched.mount(place, { token: "svc_ws_2" })
        })()`)
        const buddy = page.locator(".widget.of-buddy:not([data-state=loading])")
        await buddy.waitFor()
        assert.strictEqual(await buddy.getAttribute("data-state"), "ready")
      })
    })
  )
})
