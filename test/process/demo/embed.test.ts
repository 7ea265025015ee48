/** The embed code of the demo page, pasted into a page of another origin with the strictest policy that allows it. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Chromium, DemoPage, open, shows, tall } from "../../kit/browser/DemoPage.ts"
import { site } from "../../kit/browser/ForeignPage.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const places = { buddy: "coins", path: "1 of 6", marketplace: "Reading glasses", leaderboard: "Leaderboard" }

layer(DemoPage, { excludeTestServices: true })("the embed code", (it) => {
  it.effect("shows all four widgets where it is pasted, and nothing is forbidden there", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const { page } = yield* open(tall)
      yield* Effect.promise(async () => {
        await page.click('[data-event="lesson.completed"]')
        await shows(page, "path", "1 of 6")
      })
      const code = (yield* Effect.promise(() => page.textContent("#embed"))) ?? ""
      const own = yield* site
      const policy = [
        "default-src 'none'",
        `script-src ${baseUrl}`,
        `connect-src ${baseUrl}`,
        `img-src ${baseUrl} http://localhost:4000`,
        // For the one rule of the code itself, which keeps the page from moving.
        "style-src 'unsafe-inline'"
      ].join("; ")
      own.put("/", `<!doctype html><html lang="en"><title>Elsewhere</title><body>${code}</body></html>`, {
        "content-security-policy": policy
      })
      const visitor = yield* (yield* Chromium).visitor({ reducedMotion: "reduce" }, baseUrl)
      const complaints: Array<string> = []
      visitor.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) complaints.push(message.text())
      })
      visitor.on("pageerror", (error) => void complaints.push(error.message))
      yield* Effect.promise(async () => {
        await visitor.goto(`${own.origin}/`)
        for (const [widget, text] of Object.entries(places)) {
          const element = visitor.locator(`[data-hatched-mount="${widget}"]`)
          await element.scrollIntoViewIfNeeded()
          await element.getByText(text, { exact: false }).first().waitFor()
        }
      })
      assert.deepStrictEqual(complaints, [])
    })
  )
})
