/** The console where answers take longer than it waits before it looks again. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser, eventually } from "../../kit/browser/Browser.ts"
import { at, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer(), { excludeTestServices: true })("a console far from its service", (it) => {
  it.effect("gives no answer up that is on its way only because it is time to look again", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const made = yield* tenant({ plan: "pro" })
      yield* publish(made)
      const { key } = yield* ownerOf(made.customer_id)
      const { regular } = yield* browser
      const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
      yield* Effect.promise(async () => {
        await page.clock.install()
        await signedInAs(page, key)
        const held: Array<() => void> = []
        await page.route("**/api/v1/analytics/overview?*", async (route) => {
          await new Promise<void>((go) => held.push(go))
          await route.continue()
        })
        await page.goto(`${baseUrl}/console/`)
        await at(page, "Overview")
        await eventually(() => assert.lengthOf(held, 1))
        for (let looks = 0; looks < 3; looks++) {
          await page.clock.runFor(6_000)
          await page.evaluate("fetch('/health').then((answer) => answer.text())")
        }
        assert.lengthOf(held, 1)
        held[0]!()
        await page.getByText("Active buddies").waitFor()
        await page.clock.runFor(6_000)
        await eventually(() => assert.lengthOf(held, 2))
      })
    })
  )
})
