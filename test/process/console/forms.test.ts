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
      const page = yield* (yield* browser).visitor({ locale: "en-US" }, baseUrl)
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
      const page = yield* (yield* browser).visitor({ locale: "en-US" }, baseUrl)
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
      const page = yield* (yield* browser).visitor({ locale: "en-US" }, baseUrl)
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
})
