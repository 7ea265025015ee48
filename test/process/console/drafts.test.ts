/** The console and the draft: two people at one entry, and buddies that go on to the version that was published. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { browser, eventually } from "../../kit/browser/Browser.ts"
import { at, button, isFine, listen, signedInAs, visit } from "../../kit/browser/ConsolePages.ts"
import { dashboardKey } from "../../kit/players/Dashboard.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const rule = {
  rule_key: "session",
  trigger: { event_type: "session.finished" },
  amount: { mode: "fixed", value: 10 }
}
const worth = (value: number) => ({ ...rule, amount: { mode: "fixed", value } })

/** A workspace with a buddy of its first version and a draft with a rule, in somebody's console. */
const workspace = Effect.gen(function* () {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan: "pro" })
  yield* publish(made)
  const { buddy_id } = yield* hatch(made, "ada")
  const created = yield* made.call("POST", "/coin-rules", rule)
  assert.strictEqual(created.status, 201, created.text)
  const { regular } = yield* browser
  const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  const key = yield* dashboardKey(made.customer_id)
  yield* Effect.promise(() => signedInAs(page, key))
  return { ...made, baseUrl, buddy_id, page, complaints: yield* Effect.promise(() => listen(page)) }
})

const amount = (page: Page) => page.getByRole("group", { name: "Amount" }).getByLabel("Value")

/** Saves while somebody else has been faster, and is asked about it. */
const saveInto = async (page: Page, value: number) => {
  await amount(page).fill(String(value))
  await button(page, "Save").click()
  const dialog = page.getByRole("dialog", { name: "Somebody else changed this entry" })
  await dialog.waitFor()
  await isFine(page, "changed meanwhile")
  return dialog
}

layer(TestApp.shared, { excludeTestServices: true })("the console and the draft", (it) => {
  it.effect("says in words what may be chosen", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/rules/coin-rules/session`)
        const kinds = page.getByRole("group", { name: "Amount" }).getByLabel("Kind")
        await kinds.waitFor()
        const words = ["the same each time", "by a property of the event", "by chance, from a pool"]
        assert.deepStrictEqual(await kinds.locator("option").allTextContents(), words)
        const days = page.getByLabel("A day ends by").locator("option")
        assert.includeMembers(await days.allTextContents(), ["the user's clock", "the workspace's clock", "UTC"])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("asks before it saves over what somebody else has changed meanwhile", () =>
    Effect.gen(function* () {
      const { baseUrl, call, complaints, page } = yield* workspace
      const theirs = (value: number) => call("PUT", "/coin-rules/session", worth(value))
      const stored = Effect.map(call("GET", "/coin-rules/session"), ({ body }) => body.amount.value)
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/rules/coin-rules/session`)
        await amount(page).waitFor()
      })
      assert.strictEqual((yield* theirs(20)).status, 200)
      yield* Effect.promise(async () => {
        const dialog = await saveInto(page, 40)
        await dialog.getByRole("button", { name: "Show theirs" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.waitForFunction(() => [...document.querySelectorAll("input")].some(({ value }) => value === "20"))
        assert.strictEqual(await amount(page).inputValue(), "20")
      })
      assert.strictEqual(yield* stored, 20)
      yield* theirs(30)
      yield* Effect.promise(async () => {
        const dialog = await saveInto(page, 50)
        await dialog.getByRole("button", { name: "Save mine all the same" }).click()
        await page.getByText("session.finished · +50").waitFor()
      })
      assert.strictEqual(yield* stored, 50)
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("asks before the browser's own way back leaves what is typed and not saved", () =>
    Effect.gen(function* () {
      const { baseUrl, complaints, page } = yield* workspace
      yield* Effect.promise(async () => {
        const asked: Array<string> = []
        let leaves = false
        page.on("dialog", (dialog) => {
          asked.push(dialog.type())
          return leaves ? dialog.accept() : dialog.dismiss()
        })
        await page.goto(`${baseUrl}/console/rules/coin-rules`)
        await page.getByRole("link", { name: "session", exact: true }).click()
        await amount(page).waitFor()
        const editor = page.url()
        // In one breath: nobody is faster than this between a key and the way back.
        await amount(page).evaluate((input: HTMLInputElement) => {
          input.value = "77"
          input.dispatchEvent(new Event("input", { bubbles: true }))
          history.back()
        })
        await eventually(() => assert.deepStrictEqual(asked, ["confirm"]))
        await page.waitForURL(editor)
        assert.strictEqual(await amount(page).inputValue(), "77")
        leaves = true
        await page.evaluate(() => history.back())
        await button(page, "Add a coin rule").waitFor()
        assert.deepStrictEqual(asked, ["confirm", "confirm"])
      })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("publishes the draft, counts the buddies of earlier versions, and moves them", () =>
    Effect.gen(function* () {
      const { baseUrl, buddy_id, call, complaints, page } = yield* workspace
      const before = (yield* call("GET", `/buddies/${buddy_id}`)).body.config_version_id
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/publish`)
        await page.getByText("One buddy of an earlier version stays with it until you move it.").waitFor()
        // The list comes late: until then nobody may be counted against the version that was live before.
        const list = Promise.withResolvers<void>()
        await page.route("**/config-versions?*", (route) => list.promise.then(() => route.continue()))
        await button(page, "Publish").click()
        await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click()
        await button(page, "See how many would move").waitFor({ state: "detached" })
        list.resolve()
        await page.getByText("Next: create a key, and send an event.").waitFor()
      })
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.config_version_id, before)
      yield* Effect.promise(async () => {
        await button(page, "See how many would move").click()
        await page.getByText("One buddy would move.").waitFor()
        await isFine(page, "move")
        await button(page, "Move one buddy").click()
        await page.getByText("They have the live version now.").waitFor()
        await button(page, "See how many would move").click()
        await page.getByText("All buddies have the live version.").waitFor()
        await visit(page, "Overview")
        await at(page, "Overview")
      })
      const { body: active } = yield* call("GET", "/customers/me")
      const { body: buddy } = yield* call("GET", `/buddies/${buddy_id}`)
      assert.strictEqual(buddy.config_version_id, active.active_config_version_id)
      assert.notStrictEqual(buddy.config_version_id, before)
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )
})
