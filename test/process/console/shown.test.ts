/** What the console shows: what the service says now, to whoever looks now. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tellBeside } from "../../../src/platform/notifications/Tell.ts"
import { browser } from "../../kit/browser/Browser.ts"
import { button, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const workspace = Effect.gen(function* () {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan: "pro" })
  yield* publish(made)
  const page = yield* (yield* browser).regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  const { key } = yield* ownerOf(made.customer_id)
  yield* Effect.promise(() => signedInAs(page, key))
  const open = (path: string) => Effect.promise(() => page.goto(`${baseUrl}/console/${path}`))
  return { ...made, baseUrl, key, open, page }
})

layer(TestApp.shared, { excludeTestServices: true })("what the console shows", (it) => {
  it.effect("is for whoever has signed in again, who may be somebody else with another role", () =>
    Effect.gen(function* () {
      const { customer_id, open, page } = yield* workspace
      const { account_id } = yield* ownerOf(customer_id)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET role = 'member' WHERE account_id = ${account_id}::uuid`
      yield* open("keys")
      yield* Effect.promise(async () => {
        await page.locator(".who").getByText("owner", { exact: true }).waitFor()
        let refused = 0
        const error = { code: "unauthorized", message: "no", requestId: "r1" }
        await page.route("**/api/v1/presets", (route) =>
          refused++ > 0 ? route.continue() : route.fulfill({ status: 401, json: { error } })
        )
        await page
          .getByRole("navigation", { name: "Pages" })
          .getByRole("link", { name: "Presets", exact: true })
          .click()
        const dialog = page.getByRole("dialog", { name: "Sign in to go on" })
        await dialog.getByLabel("E-mail").fill(`${account_id}@example.test`)
        await dialog.getByLabel("Password", { exact: true }).fill(account_id)
        await dialog.getByRole("button", { name: "Sign in" }).click()
        await dialog.waitFor({ state: "detached" })
        await page.locator(".who").getByText("member", { exact: true }).waitFor()
        await page.locator(".who").getByText(`${account_id}@example.test`).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("offers a buddy the badges of its own version and none that only the draft has", () =>
    Effect.gen(function* () {
      const { call, open, page, ...made } = yield* workspace
      const { buddy_id } = yield* hatch({ ...made, call }, "ada")
      const gone = yield* call("DELETE", "/badge-definitions/first_lesson")
      assert.strictEqual(gone.status, 204, gone.text)
      const badge = { badge_key: "drafted", label: "Drafted" }
      assert.strictEqual((yield* call("POST", "/badge-definitions", badge)).status, 201)
      yield* open(`players/${buddy_id}`)
      yield* Effect.promise(async () => {
        await button(page, "Grant").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("What").selectOption("badge")
        const choices = dialog.getByLabel("Badge", { exact: true }).locator("option")
        await choices.nth(1).waitFor({ state: "attached" })
        assert.deepStrictEqual((await choices.allTextContents()).slice(1), ["First lesson"])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("tells a draft from the live version by the points of a skill and the steps of a path, too", () =>
    Effect.gen(function* () {
      const { call, open, page, ...made } = yield* workspace
      yield* hatch({ ...made, call }, "ada")
      yield* call("POST", "/event-types", { event_type: "lesson.completed" })
      const { body } = yield* call("GET", "/skill-rules/focus_up")
      const { rule_id: _, ...rule } = body
      const changed = yield* call("PUT", "/skill-rules/focus_up", { ...rule, amount: { mode: "fixed", value: 7 } })
      assert.strictEqual(changed.status, 200, changed.text)
      yield* open("try?type=lesson.completed&user=ada")
      yield* Effect.promise(async () => {
        await page.locator("form button[type=submit]").click()
        await page.getByText("focus: 7 points").waitFor()
        await page.getByText("focus: 100 points").waitFor()
        await page.getByText("The draft would do something else than the live version.").waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a member from nothing that the service lets a member do", () =>
    Effect.gen(function* () {
      const { call, customer_id, key, open, page } = yield* workspace
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE accounts SET role = 'member' WHERE customer_id = ${customer_id}::uuid`
      yield* open("webhooks")
      yield* Effect.promise(async () => {
        await page.locator(".who").getByText("member", { exact: true }).waitFor()
        await button(page, "Add endpoint").first().click()
        const dialog = page.getByRole("dialog")
        await dialog.locator("input[type=url]").fill("https://hooks.example.com/in")
        await dialog.locator("button[type=submit]").click()
        await button(page, "I have stored it").click()
      })
      assert.lengthOf((yield* call("GET", "/webhook-configs", undefined, { key })).body.data, 1)
      for (const path of ["surfaces", "surfaces/showrooms"]) {
        yield* open(path)
        yield* Effect.promise(async () => {
          const create = page.locator("main .button.primary").first()
          await create.waitFor()
          assert.isNull(await create.getAttribute("aria-disabled"), path)
        })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("forgets what was searched for once nothing is", () =>
    Effect.gen(function* () {
      const { open, page } = yield* workspace
      for (const [path, name] of [
        ["players", "Players"],
        ["events", "Events"]
      ] as const) {
        yield* open(`${path}?user=ada`)
        yield* Effect.promise(async () => {
          const field = page.locator("input[type=search]")
          await field.waitFor()
          assert.strictEqual(await field.inputValue(), "ada")
          await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click()
          await page.waitForFunction(() => location.search === "")
          await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=search]")?.value === "")
        })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("says what events are narrowed by, also where there are none of the type", () =>
    Effect.gen(function* () {
      const { open, page } = yield* workspace
      yield* open("events?type=order.paid")
      yield* Effect.promise(async () => {
        const type = page.locator("form.filters select")
        await type.waitFor()
        assert.strictEqual(await type.inputValue(), "order.paid")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("shows of a new rule what it will be where nothing is said", () =>
    Effect.gen(function* () {
      const { call, open, page } = yield* workspace
      yield* open("rules/decay-rules/new")
      const flag = page.getByLabel("vacation", { exact: false }).first()
      yield* Effect.promise(async () => {
        await flag.waitFor()
        assert.isTrue(await flag.isChecked())
        await page
          .getByLabel("Rule key")
          .or(page.getByLabel("Key", { exact: true }))
          .first()
          .fill("idle")
        await page.getByLabel("Skill", { exact: false }).first().fill("focus")
        await button(page, "Save").click()
        await button(page, "Add a decay rule").waitFor()
      })
      assert.isTrue((yield* call("GET", "/skill-decay-rules")).body.data[0].pause_during_vacation)
    }).pipe(Effect.scoped)
  )

  it.effect("marks all news read by the clock of the service", () =>
    Effect.gen(function* () {
      const { call, customer_id, key, open, page } = yield* workspace
      const news = {
        kind: "credits_low",
        subject: "this month",
        message: "Picture credits run out.",
        details: {}
      } as const
      yield* tellBeside(yield* SqlClient.SqlClient, customer_id, news)
      yield* Effect.promise(() => page.clock.setFixedTime(new Date("2020-01-01T00:00:00Z")))
      yield* open("notifications")
      yield* Effect.promise(async () => {
        await button(page, "Mark all read").click()
        await page.getByText("All are read.").first().waitFor()
      })
      assert.strictEqual((yield* call("GET", "/notifications", undefined, { key })).body.unreadCount, 0)
    }).pipe(Effect.scoped)
  )
})
