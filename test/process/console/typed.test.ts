/** What is typed into the console: it is what is saved, and it is there as long as it has not been. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser, eventually } from "../../kit/browser/Browser.ts"
import { button, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const rule = {
  rule_key: "paid",
  trigger: { event_type: "order.paid", filters: [{ property: "total", operator: "gte", value: 1 }] },
  amount: { mode: "fixed", value: 10 },
  limits: { max_per_day: 5 }
}

/** A workspace with a buddy and a draft, in the console of an owner. */
const workspace = Effect.gen(function* () {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan: "pro" })
  yield* publish(made)
  const { buddy_id } = yield* hatch(made, "ada")
  const created = yield* made.call("POST", "/coin-rules", rule)
  assert.strictEqual(created.status, 201, created.text)
  const page = yield* (yield* browser).regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  const { key } = yield* ownerOf(made.customer_id)
  yield* Effect.promise(() => signedInAs(page, key))
  const open = (path: string) => Effect.promise(() => page.goto(`${baseUrl}/console/${path}`))
  const stored = Effect.map(made.call("GET", "/coin-rules/paid"), ({ body }) => body)
  return { ...made, baseUrl, buddy_id, key, open, page, stored }
})

layer(TestApp.shared, { excludeTestServices: true })("what is typed into the console", (it) => {
  it.effect("keeps each digit of a number on its way, in rules and in what is tried", () =>
    Effect.gen(function* () {
      const { call, open, page, stored } = yield* workspace
      const type = { event_type: "order.paid", properties: [{ name: "total", type: "number" }] }
      const defined = yield* call("POST", "/event-types", type)
      assert.strictEqual(defined.status, 201, defined.text)
      yield* open("rules/coin-rules/paid")
      yield* Effect.promise(async () => {
        const value = page.getByRole("group", { name: "Filters" }).getByLabel("Value")
        await value.fill("")
        await value.pressSequentially("1.05")
        assert.strictEqual(await value.inputValue(), "1.05")
        await button(page, "Save").click()
        await button(page, "Add a coin rule").waitFor()
      })
      assert.strictEqual((yield* stored).trigger.filters[0].value, 1.05)
      yield* open("try?type=order.paid")
      yield* Effect.promise(async () => {
        const total = page.getByLabel("total")
        await total.pressSequentially("0.05")
        assert.strictEqual(await total.inputValue(), "0.05")
        const sent = page.waitForRequest((request) => request.method() === "POST" && /dry_run/.test(request.url()))
        await page.locator("form button[type=submit]").click()
        assert.deepStrictEqual((await sent).postDataJSON().properties, { total: 0.05 })
      })
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a text of digits a text", () =>
    Effect.gen(function* () {
      const { call, open, page, stored } = yield* workspace
      const filters = [{ property: "zip", operator: "eq", value: "8001" }]
      yield* call("PUT", "/coin-rules/paid", { ...rule, trigger: { ...rule.trigger, filters } })
      yield* open("rules/coin-rules/paid")
      yield* Effect.promise(async () => {
        const value = page.getByRole("group", { name: "Filters" }).getByLabel("Value")
        assert.strictEqual(await value.inputValue(), '"8001"')
        await value.fill('"8002"')
        await button(page, "Save").click()
        await button(page, "Add a coin rule").waitFor()
      })
      assert.strictEqual((yield* stored).trigger.filters[0].value, "8002")
    }).pipe(Effect.scoped)
  )

  it.effect("refuses beside its field what is no number, and takes it for no empty one", () =>
    Effect.gen(function* () {
      const { open, page, stored } = yield* workspace
      yield* open("rules/coin-rules/paid")
      yield* Effect.promise(async () => {
        const limit = page.getByRole("group", { name: "Limits" }).getByLabel("day", { exact: false }).first()
        assert.strictEqual(await limit.inputValue(), "5")
        await limit.fill("")
        await limit.pressSequentially("1-2")
        assert.strictEqual(await limit.inputValue(), "1-2")
        await button(page, "Save").click()
        await page.getByRole("group", { name: "Limits" }).locator(".field-error").waitFor()
        assert.strictEqual(await limit.inputValue(), "1-2")
      })
      assert.strictEqual((yield* stored).limits.max_per_day, 5)
    }).pipe(Effect.scoped)
  )

  it.effect("saves no earlier entry in the place of JSON that cannot be read", () =>
    Effect.gen(function* () {
      const { call, open, page, stored } = yield* workspace
      yield* open("rules/coin-rules/paid?view=json")
      yield* Effect.promise(async () => {
        const json = page.getByLabel("The entry as JSON")
        const text = (await json.inputValue()).replace('"value": 10', '"value": 77')
        await json.fill(text)
        await json.fill(text.slice(0, -1))
        await page.getByText("This is no JSON.").waitFor()
        assert.strictEqual(await button(page, "Save").getAttribute("aria-disabled"), "true")
        await page.getByRole("tab", { name: "Form" }).click()
        assert.strictEqual(await json.inputValue(), text.slice(0, -1))
        await json.fill(text)
        await button(page, "Save").click()
        await button(page, "Add a coin rule").waitFor()
      })
      assert.strictEqual((yield* stored).amount.value, 77)
      const gate = { token_key: "gem", cost: 5, metadata: { a: 1 } }
      const made = yield* call("PUT", "/gates/door", gate)
      assert.strictEqual(made.status, 201, made.text)
      yield* open("rules/gates/door")
      yield* Effect.promise(async () => {
        const metadata = page.getByLabel("Metadata")
        await metadata.fill('{"a": 2')
        await button(page, "Save").click()
        await page.getByRole("alert").first().waitFor()
        assert.strictEqual(await metadata.inputValue(), '{"a": 2')
      })
      assert.deepStrictEqual((yield* call("GET", "/gates")).body.data[0].metadata, { a: 1 })
    }).pipe(Effect.scoped)
  )

  it.effect("keeps it when the question about somebody else's change is only closed", () =>
    Effect.gen(function* () {
      const { call, open, page, stored } = yield* workspace
      const amount = page.getByRole("group", { name: "Amount" }).getByLabel("Value")
      yield* open("rules/coin-rules/paid")
      yield* Effect.promise(() => amount.fill("40"))
      yield* call("PUT", "/coin-rules/paid", { ...rule, amount: { mode: "fixed", value: 20 } })
      yield* Effect.promise(async () => {
        await button(page, "Save").click()
        const dialog = page.getByRole("dialog", { name: "Somebody else changed this entry" })
        await dialog.waitFor()
        await page.keyboard.press("Escape")
        await dialog.waitFor({ state: "detached" })
        assert.strictEqual(await amount.inputValue(), "40")
        await button(page, "Save").click()
        await dialog.getByRole("button", { name: "Save mine all the same" }).click()
        await button(page, "Add a coin rule").waitFor()
      })
      assert.strictEqual((yield* stored).amount.value, 40)
    }).pipe(Effect.scoped)
  )

  it.effect("leaves to others what they have changed of the workspace meanwhile", () =>
    Effect.gen(function* () {
      const { call, key, open, page } = yield* workspace
      yield* open("settings")
      const zone = page.getByLabel("Time zone")
      yield* Effect.promise(() => zone.fill(" Europe/Paris "))
      const theirs = yield* call("PATCH", "/customers/me/settings", { website_url: "https://acme.example" }, { key })
      assert.strictEqual(theirs.status, 200, theirs.text)
      yield* Effect.promise(async () => {
        await button(page, "Save").click()
        await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=url]")?.value !== "")
        assert.strictEqual(await zone.inputValue(), "Europe/Paris")
        assert.strictEqual(await button(page, "Save").getAttribute("aria-disabled"), "true")
      })
      const { settings } = (yield* call("GET", "/customers/me", undefined, { key })).body
      assert.strictEqual(settings.timezone, "Europe/Paris")
      assert.strictEqual(settings.website_url, "https://acme.example")
    }).pipe(Effect.scoped)
  )

  it.effect("leaves to others what they have changed of sharing meanwhile", () =>
    Effect.gen(function* () {
      const { call, key, open, page } = yield* workspace
      yield* open("surfaces/shares")
      const label = page.locator("form input:not([type=url]):not([type=checkbox])").first()
      yield* Effect.promise(() => label.fill("Join us "))
      const theirs = yield* call("PATCH", "/buddy-share/settings", { cta_url: "https://acme.example/join" }, { key })
      assert.strictEqual(theirs.status, 200, theirs.text)
      yield* Effect.promise(async () => {
        const asked = page.waitForEvent("dialog").then((dialog) => dialog.dismiss())
        await page
          .getByRole("navigation", { name: "Pages" })
          .getByRole("link", { name: "Presets", exact: true })
          .click()
        await asked
        await button(page, "Save").click()
        await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=url]")?.value !== "")
        assert.strictEqual(await label.inputValue(), "Join us")
      })
      const { body } = yield* call("GET", "/buddy-share/settings", undefined, { key })
      assert.strictEqual(body.cta_url, "https://acme.example/join")
      assert.strictEqual(body.cta_label, "Join us")
    }).pipe(Effect.scoped)
  )

  it.effect("asks before the look of the widgets is left unsaved", () =>
    Effect.gen(function* () {
      const { open, page } = yield* workspace
      yield* open("widgets")
      yield* Effect.promise(async () => {
        const accent = page.getByLabel("Accent", { exact: false }).first()
        await accent.fill("#123456")
        const asked = page.waitForEvent("dialog").then(async (dialog) => {
          await dialog.dismiss()
          return dialog.type()
        })
        await page
          .getByRole("navigation", { name: "Pages" })
          .getByRole("link", { name: "Presets", exact: true })
          .click()
        assert.strictEqual(await asked, "confirm")
        assert.strictEqual(await accent.inputValue(), "#123456")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("takes an empty number of hours for no end at once", () =>
    Effect.gen(function* () {
      const { call, open, page } = yield* workspace
      const hook = { url: "https://hooks.example.com/in", events: ["*"] }
      const made = yield* call("POST", "/webhook-configs", hook)
      assert.strictEqual(made.status, 201, made.text)
      yield* open(`webhooks/${made.body.webhook_config_id}`)
      yield* Effect.promise(async () => {
        await button(page, "Rotate secret").click()
        const dialog = page.getByRole("dialog")
        const send = dialog.getByRole("button", { name: "Rotate secret" })
        await dialog.getByLabel("Hours the old one stays valid").fill("")
        assert.strictEqual(await send.getAttribute("aria-disabled"), "true")
        await dialog.getByLabel("Hours the old one stays valid").fill("9999")
        await send.click()
        await dialog.locator(".field-error").waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("gives once what is sent again because no answer came", () =>
    Effect.gen(function* () {
      const { buddy_id, call, open, page } = yield* workspace
      const before = (yield* call("GET", `/buddies/${buddy_id}`)).body.coins
      yield* open(`players/${buddy_id}`)
      yield* Effect.promise(async () => {
        let isCut = true
        await page.route("**/buddies/*/coins", async (route) => {
          if (!isCut) return route.continue()
          await route.fetch()
          await route.abort()
        })
        await button(page, "Grant").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("Amount").fill("50")
        const send = dialog.locator("button[type=submit]")
        await send.click()
        await dialog.locator("blockquote").waitFor()
        await send.click()
        await dialog.getByRole("alert").waitFor()
        isCut = false
        await send.click()
        await dialog.locator("blockquote").waitFor()
        await send.click()
        await dialog.waitFor({ state: "detached" })
      })
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.coins, before + 50)
    }).pipe(Effect.scoped)
  )

  it.effect("takes a second switch while the first is still on its way", () =>
    Effect.gen(function* () {
      const { call, key, open, page } = yield* workspace
      yield* open("settings/features")
      const names = yield* Effect.promise(async () => {
        const boxes = page.locator(".switches input")
        await boxes.nth(1).waitFor()
        const first = Promise.withResolvers<void>()
        let sent = 0
        await page.route("**/feature-toggles", async (route) => {
          if (route.request().method() === "PATCH" && sent++ === 0) await first.promise
          return route.continue()
        })
        await boxes.nth(0).click()
        await boxes.nth(1).click()
        await eventually(() => assert.strictEqual(sent, 2))
        first.resolve()
        await page.waitForFunction(() => document.querySelectorAll(".switches .pill").length === 2)
        return page.locator(".switches li:has(.pill) label").allTextContents()
      })
      assert.strictEqual(names.length, 2)
      const { draft, published } = (yield* call("GET", "/customers/me/feature-toggles", undefined, { key })).body
      assert.lengthOf(
        Object.keys(published).filter((name) => name in draft && draft[name] !== published[name]),
        2
      )
    }).pipe(Effect.scoped)
  )
})
