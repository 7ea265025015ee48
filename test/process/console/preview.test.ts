/** The widgets the console shows of the workspace's own test player, for as long as its page is open. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browser } from "../../kit/browser/Browser.ts"
import { at, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

layer(TestApp.shared, { excludeTestServices: true })("the console's preview of widgets", (it) => {
  it.effect("goes on with another token when its own has ended", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const sql = yield* SqlClient.SqlClient
      const made = yield* tenant({ plan: "pro" })
      yield* publish(made)
      yield* until(
        "there is a test player",
        Effect.map(made.call("POST", "/players/zero"), ({ body }) => body.buddy_id !== null)
      )
      const { key } = yield* ownerOf(made.customer_id)
      const { regular } = yield* browser
      const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
      const purse = page.locator("[data-hatched-mount=buddy] .purse .count")
      yield* Effect.promise(async () => {
        await signedInAs(page, key)
        await page.goto(`${baseUrl}/console/widgets`)
        await at(page, "Widgets")
        await purse.first().waitFor()
      })
      const good = sql<{ session_id: string }>`
        SELECT session_id FROM widget_tokens WHERE customer_id = ${made.customer_id}::uuid AND revoked_at IS NULL`
      const [first, ...others] = yield* good
      assert.deepStrictEqual(others, [])
      const ended = yield* made.call("DELETE", `/widget-sessions/${first!.session_id}`)
      assert.strictEqual(ended.status, 204)
      yield* Effect.promise(() => page.evaluate("Hatched.refresh()"))
      yield* until(
        "another token was minted",
        Effect.map(good, (sessions) => sessions.length > 0)
      )
      const { buddy_id } = (yield* made.call("GET", "/players/zero")).body
      yield* made.call("POST", `/buddies/${buddy_id}/coins`, { amount: 321 })
      yield* Effect.promise(async () => {
        await page.evaluate("Hatched.refresh()")
        await purse.getByText("321").first().waitFor()
      })
    }).pipe(Effect.scoped)
  )
})
