/** Forms of the console in a browser: whoever left something out is told once, in words for people. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browser } from "../../kit/browser/Browser.ts"
import { button, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("forms of the console", (it) => {
  it.effect("say beside a field what it takes, without its name on the wire", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const page = yield* (yield* browser).regular({ locale: "en-US" }, baseUrl)
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/register`)
        await button(page, "Create workspace").click()
        await page.getByText("Enter an e-mail address.", { exact: true }).waitFor()
        const errors = await page.locator(".field-error").allTextContents()
        assert.deepStrictEqual(errors, [
          "Enter the name of your company or product.",
          "Enter an e-mail address.",
          "Enter 10 to 256 characters."
        ])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("say beside its field what an egg and an invitation lack", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const { key } = yield* ownerOf((yield* tenant()).customer_id)
      const page = yield* (yield* browser).regular({ locale: "en-US" }, baseUrl)
      yield* Effect.promise(async () => {
        await signedInAs(page, key)
        const dialog = page.getByRole("dialog")
        for (const [path, open, send, told] of [
          ["eggs", "Create egg", "Create egg", "Enter the user's id."],
          ["settings/members", "Invite", "Invite", "Enter an e-mail address."]
        ] as const) {
          await page.goto(`${baseUrl}/console/${path}`)
          await button(page, open).click()
          await dialog.getByRole("button", { name: send }).click()
          await dialog.getByRole("alert").waitFor()
          assert.deepStrictEqual(await dialog.locator(".field-error, [role=alert] p:not(.fine)").allTextContents(), [
            told,
            "Something is missing or wrong: it stands beside the fields."
          ])
        }
      })
    }).pipe(Effect.scoped)
  )

  it.effect("say once what a new key lacks", () =>
    Effect.gen(function* () {
      const { baseUrl, tenant } = yield* TestApp
      const { key } = yield* ownerOf((yield* tenant()).customer_id)
      const page = yield* (yield* browser).regular({ locale: "en-US" }, baseUrl)
      yield* Effect.promise(async () => {
        await signedInAs(page, key)
        await page.goto(`${baseUrl}/console/keys`)
        await button(page, "Create publishable key").first().click()
        const dialog = page.getByRole("dialog")
        await dialog.getByRole("button", { name: "Create publishable key" }).click()
        await dialog.locator(".field-error").waitFor()
        assert.deepStrictEqual(await dialog.locator(".field-error, [role=alert] p:not(.fine)").allTextContents(), [
          "Enter a name.",
          "Something is missing or wrong: it stands beside the fields."
        ])
      })
    }).pipe(Effect.scoped)
  )

  /** The console of a new workspace, at a page of it. */
  const opened = Effect.fnUntraced(function* (path: string) {
    const { baseUrl, tenant } = yield* TestApp
    const { key } = yield* ownerOf((yield* tenant()).customer_id)
    const page = yield* (yield* browser).regular({ locale: "en-US" }, baseUrl)
    yield* Effect.promise(async () => {
      await signedInAs(page, key)
      await page.goto(`${baseUrl}/console/${path}`)
    })
    return page
  })

  it.effect("say in words what a publishable key may, and beside its fields what it lacks", () =>
    Effect.gen(function* () {
      const page = yield* opened("keys")
      yield* Effect.promise(async () => {
        await button(page, "Create publishable key").first().click()
        const dialog = page.getByRole("dialog")
        const boxes = dialog.getByRole("checkbox")
        assert.notMatch((await dialog.textContent()) ?? "", /[a-z][:_][a-z]/, "names of the wire")
        await dialog.getByLabel("Name").fill("site")
        for (const box of await boxes.all()) await box.uncheck()
        await dialog.getByLabel("Pages it works on, one origin a line").fill("https://a.example\nb.example/x")
        await dialog.getByRole("button", { name: "Create publishable key" }).click()
        await dialog.locator(".field-error").first().waitFor()
        assert.deepStrictEqual(await dialog.locator(".field-error, [role=alert] p:not(.fine)").allTextContents(), [
          "Choose at least one.",
          "Enter an origin such as https://app.acme.com.",
          "Something is missing or wrong: it stands beside the fields."
        ])
        await boxes.last().check()
        await dialog.getByLabel("Pages it works on, one origin a line").fill("")
        await dialog.getByRole("button", { name: "Create publishable key" }).click()
        await button(page, "I have stored it").click()
        await page.getByRole("cell", { name: "Make tokens for widgets", exact: true }).waitFor()
      })
    }).pipe(Effect.scoped)
  )

  it.effect("say beside its field how many credits can be bought", () =>
    Effect.gen(function* () {
      const page = yield* opened("usage")
      yield* Effect.promise(async () => {
        await button(page, "Buy credits").click()
        const dialog = page.getByRole("dialog")
        await dialog.getByLabel("How many credits").fill("0")
        await dialog.getByRole("button", { name: "Go to payment" }).click()
        await dialog.locator(".field-error").waitFor()
        assert.deepStrictEqual(await dialog.locator(".field-error, [role=alert] p:not(.fine)").allTextContents(), [
          "Enter a value between 1 and 1000000000.",
          "Something is missing or wrong: it stands beside the fields."
        ])
        const sizes = await page
          .locator(".figure dd.fine")
          .evaluateAll((all) => all.map((element) => getComputedStyle(element).fontSize))
        assert.deepStrictEqual([...new Set(sizes)], ["13px"], "what stands small is as small everywhere")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("offer the plans there are but the one the workspace has", () =>
    Effect.gen(function* () {
      const page = yield* opened("usage")
      yield* Effect.promise(async () => {
        await page.getByText("Your plan includes").first().waitFor()
        const now = await page.locator(".figure dd").first().textContent()
        await button(page, "Change plan").click()
        const offered = await page.getByRole("combobox", { name: "Plan" }).locator("option").allTextContents()
        assert.deepStrictEqual(
          offered,
          ["Free", "Growth", "Pro", "Enterprise"].filter((plan) => plan !== now)
        )
        assert.strictEqual(offered.length, 3)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("list what a rule lacks by the labels of its form, and by the names in its JSON", () =>
    Effect.gen(function* () {
      const page = yield* opened("rules/coin-rules/new")
      yield* Effect.promise(async () => {
        await button(page, "Save").click()
        const places = page.locator("footer.bar li").locator("strong, code")
        await places.first().waitFor()
        assert.deepStrictEqual(await places.allTextContents(), ["Key", "Trigger, Event type"])
        await page.getByRole("tab", { name: "JSON" }).click()
        await page.locator("footer.bar li code").first().waitFor()
        assert.deepStrictEqual(await places.allTextContents(), ["rule_key", "trigger.event_type"])
      })
    }).pipe(Effect.scoped)
  )
})
