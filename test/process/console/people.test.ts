/** The console for different people: who may not, who takes keys away, and who has forgotten a password. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { at, button, isFine, listen, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** A workspace with a secret key, and the console of somebody who has this role in it. */
const as = Effect.fnUntraced(function* (role: "member" | "owner", timezoneId = "UTC") {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan: "pro" })
  const { account_id, key } = yield* ownerOf(made.customer_id)
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE accounts SET role = ${role} WHERE account_id = ${account_id}::uuid`
  const { regular } = yield* browser
  const page = yield* regular({ reducedMotion: "reduce", locale: "en-US", timezoneId }, baseUrl)
  yield* Effect.promise(() => signedInAs(page, key))
  return { ...made, baseUrl, page, complaints: yield* Effect.promise(() => listen(page)) }
})

const isStill = async (page: Page, name: string, role: string) => {
  const found = button(page, name)
  await found.waitFor()
  assert.strictEqual(await found.getAttribute("aria-disabled"), "true", name)
  const note = (await found.getAttribute("aria-describedby")) ?? ""
  assert.strictEqual(await page.locator(`[id="${note}"]`).textContent(), `This takes the role ${role}.`)
  // Past what keeps a hand from it: it does nothing.
  await found.dispatchEvent("click")
  assert.strictEqual(await page.getByRole("dialog").count(), 0)
}

const dialogOf = (page: Page) => page.getByRole("dialog")

/** One key for all there were: the secret that was shown. */
const rotate = async (page: Page) => {
  await button(page, "Rotate").click()
  await isFine(page, "rotate")
  await dialogOf(page).getByRole("button", { name: "Make a new one and revoke these" }).click()
  const secret = await page.getByRole("group", { name: "Key", exact: true }).textContent()
  await button(page, "I have stored it").click()
  return secret ?? ""
}

layer(TestApp.shared, { excludeTestServices: true })("the console and its people", (it) => {
  it.effect("tells times by the clock of whoever looks, and says which that is", () =>
    Effect.gen(function* () {
      const { baseUrl, call, complaints, page } = yield* as("owner", "Asia/Tokyo")
      const { created_at } = (yield* call("GET", "/auth/api-keys")).body.data[0]
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/keys`)
        await page.getByText("Times are those of Asia/Tokyo.").waitFor()
        const made = page.locator(`time[datetime="${created_at}"]`).first()
        const there = { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" } as const
        assert.strictEqual(await made.textContent(), new Intl.DateTimeFormat("en", there).format(new Date(created_at)))
        assert.strictEqual(await made.getAttribute("title"), `${created_at.slice(0, 19).replace("T", " ")} UTC`)
      })
      assert.deepStrictEqual(complaints, [])
    })
  )

  it.effect("shows a member what takes another role, and says which", () =>
    Effect.gen(function* () {
      const { baseUrl, complaints, page } = yield* as("member")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/keys`)
        for (const name of ["Rotate", "Create key"]) await isStill(page, name, "admin")
        await isFine(page, "keys of a member")
      })
      // Of refusals the browser itself tells.
      assert.deepStrictEqual(
        complaints.filter((text) => !/status of 403/.test(text)),
        []
      )
    }).pipe(Effect.scoped)
  )

  it.effect("replaces all keys by one, and revokes it", () =>
    Effect.gen(function* () {
      const { baseUrl, call, complaints, page } = yield* as("owner")
      const { call: anybody } = yield* TestApp
      const status = (key: string) =>
        Effect.map(anybody("GET", "/auth/api-keys/whoami", undefined, { key }), (answer) => answer.status)
      const secret = yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/keys`)
        return rotate(page)
      })
      assert.strictEqual((yield* call("GET", "/auth/api-keys/whoami")).status, 401)
      assert.strictEqual(yield* status(secret), 200)
      yield* Effect.promise(async () => {
        await page.getByRole("button", { name: `… ${secret.slice(-4)}` }).click()
        await dialogOf(page).getByRole("button", { name: "Revoke" }).click()
        await dialogOf(page).waitFor({ state: "detached" })
      })
      assert.strictEqual(yield* status(secret), 401)
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("sends whoever has forgotten the password a link, and tells nobody who has an account", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      const { customer_id } = yield* (yield* TestApp).tenant()
      const { account_id } = yield* ownerOf(customer_id)
      const { regular } = yield* browser
      const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
      const complaints = yield* Effect.promise(() => listen(page))
      const known = `${account_id}@example.test`
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/login`)
        await page.getByRole("link", { name: "Forgot your password?" }).click()
        await at(page, "Reset your password")
        await isFine(page, "forgot")
        for (const email of ["nobody@example.test", known]) {
          await page.reload()
          await page.getByLabel("E-mail").fill(email)
          await button(page, "Send link").click()
          await page.getByText("If there is an account with this address, the link is on its way.").waitFor()
        }
      })
      const { body } = yield* call("GET", "root:/dev/mails")
      const to = body.data.map((mail: { readonly to: string }) => mail.to)
      assert.include(to, known)
      assert.notInclude(to, "nobody@example.test")
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )
})
