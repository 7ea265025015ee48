/** The widgets on the service they are made for: what it answers is what they show. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { browser, type Browser } from "../../kit/browser/Browser.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

class Chromium extends Context.Service<Chromium, Browser>()("hatchery/test/WidgetsOfService") {
  static readonly layer = Layer.effect(Chromium, browser)
}

layer(Layer.merge(Chromium.layer, TestApp.layer()), { excludeTestServices: true })("widgets of a service", (it) => {
  it.effect("show a buddy that has just hatched, celebrate it once, and show what an event pays", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const acme = yield* tenant()
      yield* publish(acme)
      const { buddy_id } = yield* hatch(acme, "ada")
      const scopes = ["read", "events:track"]
      const { token } = (yield* acme.call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes })).body
      const page = yield* (yield* Chromium).visitor({ reducedMotion: "reduce" })
      yield* Effect.promise(async () => {
        const mounts = ["buddy", "leaderboard", "path", "marketplace"].map(
          (widget) => `<div data-hatched-mount="${widget}" data-embed-token="${token}"></div>`
        )
        await page.route(`${baseUrl}/a-page`, (route) =>
          route.fulfill({
            contentType: "text/html",
            body: `<!doctype html><title>A page</title>${mounts.join("")}
              <script async src="${baseUrl}/cdn/widget.js"></script>`
          })
        )
        await page.goto(`${baseUrl}/a-page`)
        await page.getByRole("button", { name: "Close" }).click()
        await page.locator(".moment").waitFor({ state: "detached" })
        await page.locator("[data-hatched-mount=leaderboard]").scrollIntoViewIfNeeded()
        await page.getByText("Nobody is on the board yet").waitFor()
        await page.locator("[data-hatched-mount=path]").scrollIntoViewIfNeeded()
        await page.getByText("No path is open right now.").waitFor()
        await page.evaluate(`Hatched.track("lesson.completed", { lesson_id: "one", score: 95 })`)
      })
      const { body } = yield* acme.call("GET", `/buddies/${buddy_id}`)
      assert.isAbove(body.coins, 0)
      yield* Effect.promise(async () => {
        const shown = page.locator("[data-hatched-mount=buddy] .purse .count")
        await shown.getByText(String(body.coins), { exact: true }).waitFor()
        await page.reload()
        await page.locator("[data-hatched-mount=buddy] [data-state=ready]").waitFor()
        await shown.getByText(String(body.coins), { exact: true }).waitFor()
        assert.strictEqual(await page.locator(".moment").count(), 0)
      })
    })
  )
})
