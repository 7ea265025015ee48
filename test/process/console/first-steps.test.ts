/** The console in a browser: from nothing to a widget that moves, with nothing else, and what it leaves behind. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { at, button, isFine, listen, visit } from "../../kit/browser/ConsolePages.ts"
import { password, person } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const register = async (page: Page, root: string, email: string) => {
  await page.goto(`${root}/console/register?ref=unknown`)
  await at(page, "Create your workspace")
  await isFine(page, "register")
  await button(page, "Create workspace").click()
  await page.getByText("it stands beside the fields").waitFor()
  assert.strictEqual(await page.getByText("company_name").count(), 0)
  await page.getByLabel("Company or product").fill("Acme")
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await button(page, "Create workspace").click()
  await at(page, "Overview")
  await page.getByText("0 of 6 done").waitFor()
  await page.getByText("No event yet").waitFor()
  await isFine(page, "overview")
}

/** The first call is refused as if the session had ended; the page goes on once somebody has signed in. */
const signInAgain = async (page: Page, email: string) => {
  let refused = 0
  await page.route("**/api/v1/presets", (route) => {
    if (refused++ > 0) return route.continue()
    const error = { code: "unauthorized", message: "no", requestId: "r1" }
    return route.fulfill({ status: 401, contentType: "application/json", body: JSON.stringify({ error }) })
  })
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Presets", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Sign in to go on" })
  await dialog.waitFor()
  await isFine(page, "sign in again")
  await dialog.getByLabel("E-mail").fill(email)
  await dialog.getByLabel("Password", { exact: true }).fill(password)
  await dialog.getByRole("button", { name: "Sign in" }).click()
  await dialog.waitFor({ state: "detached" })
}

const fillDraft = async (page: Page) => {
  await page.getByRole("heading", { name: "Learning app" }).waitFor()
  await isFine(page, "presets")
  await button(page, "Use this preset: Learning app").click()
  await button(page, "Fill the draft").click()
  await at(page, "Coin rules")
  await page.getByRole("link", { name: "lesson_coins" }).click()
  const value = page.getByRole("group", { name: "Amount" }).getByLabel("Value")
  await value.waitFor()
  await isFine(page, "coin rule")
  await value.fill("-1")
  await button(page, "Save").click()
  await page.locator("fieldset .field-error").first().waitFor()
  await value.fill("40")
  await button(page, "Save").click()
  await page.getByText("lesson.completed · +40").waitFor()
  await isFine(page, "coin rules")
}

const tryAndPublish = async (page: Page) => {
  await visit(page, "Try")
  await button(page, "Try it").click()
  await page.getByText("This user has no active buddy, so no rule is asked.").waitFor()
  await isFine(page, "try")
  await visit(page, "Publish")
  await page.getByText("Your first version: everything in it is new.").waitFor()
  await isFine(page, "publish")
  await button(page, "Publish").click()
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click()
  await page.getByText("Next: create a key, and send an event.").waitFor()
}

/** The key that was shown, once its dialog is closed. */
const createKey = async (page: Page) => {
  await visit(page, "API keys")
  await page.getByText("No key yet").waitFor()
  await button(page, "Create key").click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill("backend")
  await dialog.getByRole("button", { name: "Create key" }).click()
  const key = (await page.getByRole("group", { name: "Key", exact: true }).textContent()) ?? ""
  await page.getByText("Waiting for the event …").waitFor()
  await isFine(page, "new key")
  await button(page, "I have stored it").click()
  await page.getByText("backend").waitFor()
  await isFine(page, "keys")
  return key
}

/** Whoever signs in next in this tab is in a workspace of their own, at the first click. */
const changeHands = async (page: Page) => {
  const token = await page.evaluate(() => sessionStorage.getItem("hatchery.token"))
  const me = async () =>
    (await fetch(new URL("/api/v1/auth/me", page.url()), { headers: { authorization: `Bearer ${token}` } })).status
  assert.strictEqual(await me(), 200)
  await button(page, "Sign out").click()
  await at(page, "Sign in")
  // The page does not wait for the answer.
  for (let asked = 0; asked < 100 && (await me()) !== 401; asked++);
  assert.strictEqual(await me(), 401, "the token of who signed out opens nothing")
  await page.getByRole("link", { name: "Create one" }).click()
  await at(page, "Create your workspace")
  await page.getByLabel("Company or product").fill("Beta")
  await page.getByLabel("E-mail").fill(person().email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await button(page, "Create workspace").click()
  await at(page, "Overview")
  await page.getByText("0 of 6 done").waitFor()
  assert.strictEqual(await page.locator(".who strong").textContent(), "Beta")
}

const kept = (page: Page) =>
  page.evaluate(
    () => document.documentElement.outerHTML + location.href + JSON.stringify({ ...sessionStorage, ...localStorage })
  )

const seeWidget = async (page: Page) => {
  await page.getByLabel("Event type").selectOption("lesson.completed")
  await button(page, "Send event").click()
  await page.getByText(/It was worth \d+ coins/).waitFor()
  const paid = Number(/(\d+) coins/.exec((await page.getByText(/It was worth/).textContent()) ?? "")?.[1])
  await page.getByRole("link", { name: "See the widget move" }).click()
  await at(page, "Widgets")
  const purse = page.locator("[data-hatched-mount=buddy] .purse .count")
  await page.getByRole("button", { name: "Close" }).click()
  await purse.getByText(String(paid), { exact: true }).waitFor()
  await isFine(page, "widgets")
  return paid
}

layer(TestApp.layer().pipe(Layer.orDie), { excludeTestServices: true })("the console", (it) => {
  it.effect("leads from an account to a widget that moves, by itself", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      const { regular } = yield* browser
      const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
      const { email } = person()
      const { complaints, key, paid } = yield* Effect.promise(async () => {
        const complaints = await listen(page)
        await register(page, baseUrl, email)
        await signInAgain(page, email)
        await fillDraft(page)
        await tryAndPublish(page)
        const key = await createKey(page)
        assert.notInclude(await kept(page), key)
        return { complaints, key, paid: await seeWidget(page) }
      })
      const whoami = yield* call("GET", "/auth/api-keys/whoami", undefined, { key })
      assert.strictEqual(whoami.body.customer_name, "Acme")
      const buddies = yield* call("GET", "/buddies?user_id=player-0", undefined, { key })
      assert.deepStrictEqual([paid >= 40, buddies.body.data[0].coins], [true, paid])
      yield* Effect.promise(async () => {
        await page.reload()
        await page.locator("[data-hatched-mount=buddy] .purse .count").waitFor()
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`${baseUrl}/console`)
        await at(page, "Overview")
        await page.getByText("lesson.completed").waitFor()
        assert.isFalse(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
        await page.getByRole("button", { name: "Menu" }).click()
        await page.getByRole("link", { name: "Presets" }).waitFor()
        assert.strictEqual(await page.locator(".bell:visible").count(), 1)
        await page.setViewportSize({ width: 1280, height: 800 })
        await changeHands(page)
      })
      // Of refusals the browser itself tells: the session that had ended, the value that does not fit, and paths, which
      // the plan does not include.
      const expected = /status of (401|403|422)/
      assert.deepStrictEqual(
        complaints.filter((text) => !expected.test(text)),
        []
      )
    }).pipe(Effect.scoped)
  )
})
