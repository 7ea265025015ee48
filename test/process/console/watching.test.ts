/** The console's pages for watching, in a browser: what they show and change, and how they fit. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { tellBeside } from "../../../src/platform/notifications/Tell.ts"
import { browser } from "../../kit/browser/Browser.ts"
import { arrived, at, button, isFine, listen, overflowing, signedInAs, visit } from "../../kit/browser/ConsolePages.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** A workspace with a player who has done something, news, and whoever owns it. */
const workspace = Effect.fnUntraced(function* (plan: "pro" | "enterprise") {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan })
  yield* publish(made)
  const { buddy_id } = yield* hatch(made, "ada")
  const event = lesson("ada")
  yield* made.call("POST", "/events", event)
  const sql = yield* SqlClient.SqlClient
  yield* tellBeside(sql, made.customer_id, {
    kind: "credits_low",
    subject: "this month",
    message: "Picture credits run out.",
    details: {}
  })
  const { account_id, key } = yield* ownerOf(made.customer_id)
  // Only whoever has proven an address invites others.
  yield* sql`UPDATE accounts SET email_verified_at = now() WHERE account_id = ${account_id}::uuid`
  const { regular } = yield* browser
  const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  yield* Effect.promise(() => signedInAs(page, key))
  const complaints = yield* Effect.promise(() => listen(page))
  return { ...made, baseUrl, buddy_id, event_id: event.event_id, page, complaints }
})

const dialogOf = (page: Page) => page.getByRole("dialog")

const grant = async (page: Page) => {
  await page.getByLabel("User", { exact: true }).fill("ada")
  await button(page, "Search").click()
  await page.waitForURL(/user=ada/)
  await page.getByRole("link", { name: "ada", exact: true }).click()
  await button(page, "Grant").click()
  await dialogOf(page).getByLabel("Amount").fill("7")
  await dialogOf(page).getByLabel("Reason").fill("for a good question")
  await button(page, "Go on").click()
  await dialogOf(page).getByText("ada gets 7 coins.").waitFor()
  await isFine(page, "grant")
  await button(page, "Grant it").click()
  await dialogOf(page).waitFor({ state: "detached" })
  await page.getByRole("tab", { name: "Coins and tokens" }).click()
  await page.getByText("for a good question").waitFor()
  await button(page, "Explain +7 coins").click()
  await dialogOf(page).getByText("It came with the change").waitFor()
  await page.keyboard.press("Escape")
  await page.getByRole("tab", { name: "Coins and tokens" }).press("ArrowRight")
  await page.getByRole("tab", { name: "Badges", selected: true }).waitFor()
  await page.reload()
  await page.getByRole("tab", { name: "Badges", selected: true }).waitFor()
  await page.getByRole("tab", { name: "Changes" }).click()
  await button(page, "Explain earn coins").click()
  await dialogOf(page).getByRole("group", { name: "What was asked" }).waitFor()
  await page.keyboard.press("Escape")
}

const why = async (page: Page) => {
  await visit(page, "Events")
  await page.getByRole("link", { name: "lesson.completed" }).click()
  await at(page, "lesson.completed")
  await page.getByRole("region", { name: "Why it paid, and why not" }).getByText("paid").first().waitFor()
  await isFine(page, "event")
  await button(page, "Reverse").click()
  await dialogOf(page).getByRole("button", { name: "Reverse" }).click()
  await page.getByText(/^Reversed: \d+ coins taken back\.$/).waitFor()
}

/** The secrets that were shown. */
const webhooks = async (page: Page) => {
  await visit(page, "Webhooks")
  await page.getByText("No endpoint yet").waitFor()
  await button(page, "Add endpoint").click()
  await dialogOf(page).getByLabel("Address").fill("not an address")
  await dialogOf(page).getByRole("button", { name: "Add endpoint" }).click()
  await page.locator(".field-error, .notice.bad").first().waitFor()
  await dialogOf(page).getByLabel("Address").fill("https://hooks.example.com/in")
  await dialogOf(page).getByRole("button", { name: "Add endpoint" }).click()
  const shown = page.getByRole("group", { name: "Secret", exact: true })
  const first = await shown.textContent()
  await isFine(page, "secret")
  await button(page, "I have stored it").click()
  await page.getByRole("link", { name: "https://hooks.example.com/in" }).click()
  await at(page, "https://hooks.example.com/in")
  // Whoever is quicker than the list of events waits for it.
  await page.route("**/webhook-configs/events", async (route) => {
    await dialogOf(page).locator("button[type=submit][aria-disabled=true]").waitFor()
    await route.continue()
  })
  await button(page, "Send a test").click()
  await dialogOf(page).getByRole("button", { name: "Send a test" }).click()
  await button(page, "Look at this delivery of buddy.hatched").first().click()
  await dialogOf(page).getByRole("group", { name: "What is sent" }).waitFor()
  await isFine(page, "delivery")
  await page.keyboard.press("Escape")
  await button(page, "Rotate secret").click()
  await dialogOf(page).getByRole("button", { name: "Rotate secret" }).click()
  const second = await shown.textContent()
  await button(page, "I have stored it").click()
  return [first ?? "", second ?? ""]
}

const bell = async (page: Page) => {
  await page.locator(".side").getByRole("button", { name: "2 unread notifications" }).click()
  await at(page, "Notifications")
  await isFine(page, "notifications")
  await button(page, "Mark read: Picture credits run out.").click()
  await page.locator(".side").getByRole("button", { name: "1 unread notification", exact: true }).waitFor()
  const marked = page.locator(".side .bell .count")
  await button(page, "Pause for a week").click()
  await marked.waitFor({ state: "detached" })
  await button(page, "Send them again").click()
  await marked.waitFor()
  await page.getByRole("link", { name: "Go there: Picture credits run out." }).click()
  await at(page, "Plan and usage")
}

const settings = async (page: Page) => {
  await visit(page, "Settings")
  await page.getByLabel("Name", { exact: true }).fill("Renamed")
  await button(page, "Save").click()
  await page.locator(".who strong").getByText("Renamed").waitFor()
  await page.getByRole("tab", { name: "Members" }).click()
  await button(page, "Invite").click()
  await dialogOf(page).getByLabel("E-mail").fill("grace@example.test")
  await dialogOf(page).getByRole("button", { name: "Invite" }).click()
  await button(page, "Remove grace@example.test").click()
  await dialogOf(page).getByRole("button", { name: "Remove" }).click()
  await button(page, "Remove grace@example.test").waitFor({ state: "detached" })
  await page.getByRole("tab", { name: "Features" }).click()
  await page.getByLabel("Kudos").click()
  await button(page, "Publish switches").click()
  await dialogOf(page).getByRole("button", { name: "Publish switches" }).click()
  await dialogOf(page).waitFor({ state: "detached" })
  await page.getByText("The draft differs from what is live.").waitFor({ state: "detached" })
  await page.getByRole("tab", { name: "Audit log" }).click()
  await page.getByRole("region", { name: "Audit log" }).locator("td code").first().waitFor()
}

/** Every page, in parts that are quickly through. */
const pagesOf = (buddy_id: string, event_id: string): Readonly<Record<string, ReadonlyArray<string>>> => ({
  players: [
    "notifications",
    "players",
    ...["", "?tab=ledger", "?tab=badges", "?tab=changes", "?tab=events"].map((tab) => `players/${buddy_id}${tab}`),
    "eggs",
    "events",
    `events/${event_id}`
  ],
  reports: [
    ...["", "/events", "/economy", "/badges", "/items", "/retention", "/streaks", "/webhooks"].map(
      (report) => `analytics${report}`
    ),
    "alerts",
    "operations"
  ],
  others: [
    ...["", "/showrooms", "/shares"].map((kind) => `surfaces${kind}`),
    ...["", "/quests", "/causes"].map((kind) => `campaigns${kind}`),
    "leagues",
    "badge-reviews",
    "council"
  ],
  workspace: ["webhooks", "usage", ...["", "/members", "/features", "/sso", "/audit"].map((part) => `settings${part}`)]
})

/** Everything the page and what it stores say. */
const kept = (page: Page) =>
  page.evaluate(
    () => document.documentElement.outerHTML + location.href + JSON.stringify({ ...sessionStorage, ...localStorage })
  )

/** Of what is refused, the browser itself tells. */
const except = (complaints: ReadonlyArray<string>, expected: RegExp) =>
  complaints.filter((text) => !expected.test(text))

layer(TestApp.shared, { excludeTestServices: true })("the console's pages for watching", (it) => {
  it.effect("show what a player did and why it paid, and grant coins", () =>
    Effect.gen(function* () {
      const { baseUrl, buddy_id, call, complaints, page } = yield* workspace("pro")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/players`)
        await grant(page)
        await why(page)
      })
      const changes = yield* call("GET", `/buddies/${buddy_id}/changes?kind=earn_coins`)
      assert.deepInclude(changes.body.data[0].input, { amount: 7 })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("change what a workspace is connected to, and keep no secret", () =>
    Effect.gen(function* () {
      const { baseUrl, call, complaints, page } = yield* workspace("enterprise")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/players`)
        const secrets = await webhooks(page)
        assert.lengthOf(new Set(secrets), 2)
        const all = await kept(page)
        for (const secret of secrets) assert.notInclude(all, secret)
        await bell(page)
        await settings(page)
      })
      assert.strictEqual((yield* call("GET", "/customers/me")).body.name, "Renamed")
      assert.deepStrictEqual(except(complaints, /status of 422/), [])
    }).pipe(Effect.scoped)
  )

  it.effect("draw counts on scales of whole numbers", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("pro")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/analytics`)
        const chart = page.getByRole("img", { name: "Users by day" })
        await chart.waitFor()
        const scale = await chart.locator("g text").allTextContents()
        assert.deepStrictEqual(scale, ["0", "1"])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("lead from what the plan does not include to the plan", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("pro")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/settings/audit`)
        const locked = page.getByRole("status").filter({ hasText: "It comes with the plan enterprise." })
        await locked.getByRole("link", { name: "Plan and usage" }).click()
        await at(page, "Plan and usage")
      })
    }).pipe(Effect.scoped)
  )

  it.effect.each(["players", "reports", "others", "workspace"])(
    "can be used by everybody, in a small window and in the dark: %s",
    (part) =>
      Effect.gen(function* () {
        const { baseUrl, buddy_id, complaints, event_id, page } = yield* workspace("pro")
        yield* Effect.promise(async () => {
          await page.setViewportSize({ width: 390, height: 844 })
          await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
          const found: Array<string> = []
          for (const path of pagesOf(buddy_id, event_id)[part] ?? []) {
            await page.goto(`${baseUrl}/console/${path}`)
            await page.getByRole("heading", { level: 1 }).waitFor()
            await arrived(page)
            found.push(...[...(await problemsOf(page)), ...(await overflowing(page))].map((text) => `${path}: ${text}`))
          }
          assert.deepStrictEqual(found, [])
        })
        // Of what the plan does not include, and of a connection that is not there.
        assert.deepStrictEqual(except(complaints, /status of (402|404)/), [])
      }).pipe(Effect.scoped)
  )
})
