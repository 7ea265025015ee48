/** The console where names are long, windows narrow, workspaces new, players unknown and answers not the service's. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser } from "../../kit/browser/Browser.ts"
import { arrived, listen, overflowing, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const workspace = Effect.gen(function* () {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan: "pro" })
  const { key } = yield* ownerOf(made.customer_id)
  const { regular } = yield* browser
  const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  yield* Effect.promise(() => signedInAs(page, key))
  const complaints = yield* Effect.promise(() => listen(page))
  const goTo = async (path: string) => {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await arrived(page)
  }
  return { ...made, complaints, goTo, page }
})

layer(TestApp.shared, { excludeTestServices: true })("the console", (it) => {
  it.effect("holds one word as long as a name may be, and a sentence in the narrowest window", () =>
    Effect.gen(function* () {
      const { call, complaints, goTo, page, ...made } = yield* workspace
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 320, height: 800 })
        await goTo("rules/coin-rules")
        await page.getByText("No version yet").waitFor()
        assert.deepStrictEqual(await overflowing(page), [])
        assert.strictEqual(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
      })
      yield* publish({ ...made, call })
      const { buddy_id } = yield* hatch({ ...made, call }, "ada")
      yield* call("PATCH", `/buddies/${buddy_id}`, { name: "W".repeat(60) })
      const event = { ...lesson("ada"), type: "w".repeat(120) }
      yield* call("POST", "/events", event)
      yield* Effect.promise(async () => {
        for (const path of [`players/${buddy_id}`, `events/${event.event_id}`])
          for (const width of [320, 1_280]) {
            await page.setViewportSize({ width, height: 800 })
            await goTo(path)
            const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
            assert.strictEqual(over, 0, `${path} at ${width} px`)
          }
      })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("offers no second look at a player who is not there, and puts headings over their figures", () =>
    Effect.gen(function* () {
      const { call, goTo, page, ...made } = yield* workspace
      yield* publish({ ...made, call })
      yield* hatch({ ...made, call }, "ada")
      yield* Effect.promise(async () => {
        await goTo("players/019aa000-0000-7000-8000-000000000001")
        await page.getByText("This is not there any more.").waitFor()
        assert.strictEqual(await page.getByRole("button", { name: "Try again" }).count(), 0)
        await goTo("players")
        await page.getByRole("link", { name: "ada", exact: true }).waitFor()
        const columns = await page.locator("tbody tr:first-child td").evaluateAll((cells) =>
          cells.map((cell, column) => {
            const heading = cell.closest("table")!.querySelectorAll("th")[column]!
            return [cell, heading].map((one) => getComputedStyle(one).textAlign)
          })
        )
        assert.deepStrictEqual([...new Set(columns.map(([cell]) => cell))].sort(), ["end", "start"])
        for (const [cell, heading] of columns) assert.strictEqual(heading, cell)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says what to do where something else answers in the service's place", () =>
    Effect.gen(function* () {
      const { goTo, page } = yield* workspace
      yield* Effect.promise(async () => {
        for (const status of [200, 404]) {
          await page.route("**/api/v1/eggs*", (route) =>
            route.fulfill({ status, contentType: "text/html", body: "<p>Sign in to the guest network</p>" })
          )
          await goTo("eggs")
          await page.getByText("Something else answered in the service's place.").waitFor()
          await page.getByRole("button", { name: "Try again" }).waitFor()
        }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("keeps what is asked for and what is shown once, however often Escape is pressed", () =>
    Effect.gen(function* () {
      const { goTo, page } = yield* workspace
      yield* Effect.promise(async () => {
        const escape = async () => {
          for (let times = 0; times < 3; times++) await page.keyboard.press("Escape")
          // A dialog that closes says so in a task of its own.
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          )
        }
        await goTo("keys")
        await page.getByRole("button", { name: "Create key", exact: true }).first().click()
        const dialog = page.getByRole("dialog")
        await escape()
        assert.strictEqual(await dialog.count(), 0)
        await page.getByRole("button", { name: "Create key", exact: true }).first().click()
        await dialog.getByLabel("Name").fill("backend")
        await dialog.getByRole("button", { name: "Create key", exact: true }).click()
        const key = dialog.getByText(/^svc_test_/)
        await key.waitFor()
        await escape()
        assert.isTrue(await key.isVisible())
        await dialog.getByRole("button", { name: "I have stored it" }).click()
        await dialog.waitFor({ state: "detached" })

        await page.route("**/api/v1/**", (route) =>
          route.fulfill({ status: 401, json: { error: { code: "unauthorized", message: "", requestId: "r" } } })
        )
        await page.getByRole("link", { name: "Eggs", exact: true }).click()
        const again = page.getByRole("dialog", { name: "Sign in to go on" })
        await again.waitFor()
        await escape()
        assert.isTrue(await again.isVisible())
      })
    }).pipe(Effect.scoped)
  )

  it.effect("offers a session that shows all a widget can, and lets a page invent nothing", () =>
    Effect.gen(function* () {
      const { call, goTo, page, ...made } = yield* workspace
      yield* Effect.promise(() => goTo("widgets?source=session"))
      const text = yield* Effect.promise(() => page.getByText("widgetSessions.create").first().textContent())
      assert.match(text ?? "", /"events:track"/)
      assert.match(text ?? "", /eventTypes: \[\]/)
      yield* publish({ ...made, call })
      const { buddy_id } = yield* hatch({ ...made, call }, "ada")
      const scopes = ["read", "events:track", "marketplace:purchase", "items:equip"]
      const session = yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada", scopes, event_types: [] })
      const { call: anybody } = yield* TestApp
      const as = { key: session.body.token as string }
      const shown = yield* anybody("GET", "/widget/buddy", undefined, as)
      assert.strictEqual(shown.body.pending_ceremony.ceremony, "hatch")
      const sent = yield* anybody("POST", "/widget/events", { type: "lesson.completed" }, as)
      assert.strictEqual(sent.status, 403, sent.text)
    }).pipe(Effect.scoped)
  )
})
