/** The console where nothing has happened yet, and where what is stored does not speak for itself: it leads on. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { arrived, at, isFine, listen, signedInAs } from "../../kit/browser/ConsolePages.ts"
import { ownerOf } from "../../kit/players/Dashboard.ts"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

/** A workspace with nothing in it, and its console. */
const workspace = Effect.fnUntraced(function* (plan: "free" | "pro" | "enterprise" = "pro") {
  const { baseUrl, tenant } = yield* TestApp
  const made = yield* tenant({ plan })
  const owner = yield* ownerOf(made.customer_id)
  const { regular } = yield* browser
  const page = yield* regular({ reducedMotion: "reduce", locale: "en-US" }, baseUrl)
  yield* Effect.promise(() => signedInAs(page, owner.key))
  const complaints = yield* Effect.promise(() => listen(page))
  return { made, baseUrl, owner, page, complaints }
})

const leadsToFirstEvent = async (page: Page, path: string) => {
  await page.getByRole("heading", { level: 1 }).waitFor()
  await arrived(page)
  const link = page.getByRole("link", { name: "Send a test event" })
  assert.strictEqual(await link.count(), 1, path)
  await isFine(page, path)
  assert.strictEqual(await page.getByRole("img").count(), 0, `${path} draws`)
  await link.click()
  await at(page, "API keys")
}

const linkTo = async (page: Page, name = "API reference") =>
  (await page.getByRole("main").getByRole("link", { name }).getAttribute("href")) ?? ""

/** What the table of versions says of who published them, the latest first. */
const publishers = async (page: Page) => {
  const cells = page.getByRole("region", { name: "Versions" }).locator("tbody td:last-child")
  await cells.first().filter({ hasText: /./ }).waitFor()
  return cells.allTextContents()
}

layer(TestApp.shared, { excludeTestServices: true })("the console where there is nothing yet", (it) => {
  it.effect("writes months and times of tables in one line, also on a phone", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace()
      yield* Effect.promise(async () => {
        await page.setViewportSize({ width: 390, height: 844 })
        await page.goto(`${baseUrl}/console/usage`)
        const times = page.locator("td time")
        await times.first().waitFor()
        const lines = await times.evaluateAll((all) => all.map((time) => time.getClientRects().length))
        assert.deepStrictEqual([...new Set(lines)], [1])
        const months = page.getByRole("region", { name: "Months" }).locator("td:first-child time")
        assert.strictEqual(await months.count(), 1, "the workspace was not there before")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("offers to make no page that the plan does not include, and one that it does", () =>
    Effect.gen(function* () {
      for (const [plan, offered] of [
        ["free", 0],
        ["pro", 1]
      ] as const) {
        const { baseUrl, page } = yield* workspace(plan)
        yield* Effect.promise(async () => {
          for (const [path, name] of [
            ["surfaces", "New hosted page"],
            ["surfaces/showrooms", "New showroom"]
          ] as const) {
            await page.goto(`${baseUrl}/console/${path}`)
            await page
              .locator(".tab-body")
              .getByText(/Plan and usage|No hosted page|No showroom/)
              .first()
              .waitFor()
            assert.strictEqual(await page.getByRole("button", { name }).count(), offered, `${path} on ${plan}`)
          }
        })
      }
    }).pipe(Effect.scoped)
  )

  it.effect("says that figures and lists begin with the first event, and leads to it", () =>
    Effect.gen(function* () {
      const { baseUrl, complaints, made, page } = yield* workspace()
      const reports = ["", "/events", "/economy", "/badges", "/items", "/retention", "/streaks", "/webhooks"]
      const paths = [...reports.map((report) => `analytics${report}`), "events", "players"]
      yield* Effect.promise(async () => {
        for (const path of paths) {
          await page.goto(`${baseUrl}/console/${path}`)
          await leadsToFirstEvent(page, path)
        }
        // Whoever looks for somebody has not come to a workspace without anybody.
        await page.goto(`${baseUrl}/console/players?user=ada`)
        await page.getByText("Is the user's id written as your server sends it?").waitFor()
        await page.goto(`${baseUrl}/console/events?user=ada`)
        await page.getByText("None fits these filters").waitFor()
        await arrived(page)
      })
      yield* publish(made)
      const { buddy_id } = yield* hatch(made, "ada")
      yield* made.call("POST", "/events", lesson("ada"))
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/analytics`)
        await page.getByRole("img", { name: "Users by day" }).waitFor()
        assert.strictEqual(await page.getByRole("link", { name: "Send a test event" }).count(), 0)
        const days = await page
          .getByRole("region", { name: "Users by day" })
          .locator("td:first-child")
          .allTextContents()
        assert.isAbove(days.length, 1)
        assert.deepStrictEqual(days, days.toSorted().toReversed(), "the newest first")
        await page.goto(`${baseUrl}/console/players/${buddy_id}`)
        await page.getByRole("main").getByRole("link", { name: "1", exact: true }).click()
        await at(page, "Publish")
      })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("names who published a version, and shows the id of a key that is gone", () =>
    Effect.gen(function* () {
      const { baseUrl, complaints, made, owner, page } = yield* workspace()
      const { call } = made
      yield* publish(made)
      const { body: key } = yield* call("GET", "/auth/api-keys/whoami")
      const { body: draft } = yield* call("POST", "/config-versions", {}, { key: owner.key })
      const published = yield* call("POST", `/config-versions/${draft.config_version_id}/publish`, undefined, {
        key: owner.key
      })
      assert.strictEqual(published.status, 200, published.text)
      const email = `${owner.account_id}@example.test`
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/publish`)
        assert.deepStrictEqual(await publishers(page), [email, key.credential.label])
      })
      yield* call("DELETE", `/auth/api-keys/${key.credential.id}`, undefined, { key: owner.key })
      yield* Effect.promise(async () => {
        await page.reload()
        assert.deepStrictEqual(await publishers(page), [email, key.credential.id])
      })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect.each([
    ["leagues", "Leagues"],
    ["campaigns", "Lotteries"],
    ["campaigns/quests", "Group quests"],
    ["campaigns/causes", "Causes"]
  ])("leads from %s to their own chapter of the reference", ([path, title]) =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace()
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/${path}`)
        await page.getByRole("heading", { level: 1 }).waitFor()
        const answer = await page.goto(await linkTo(page))
        assert.strictEqual(answer?.status(), 200)
        await at(page, title!)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("offers first what pays coins, for a first event that brings something", () =>
    Effect.gen(function* () {
      const { baseUrl, made, page } = yield* workspace()
      yield* publish(made)
      for (const event_type of ["a.quiet", "lesson.completed"]) {
        const defined = yield* made.call("POST", "/event-types", { event_type })
        assert.strictEqual(defined.status, 201, defined.text)
      }
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/keys`)
        const types = page.getByRole("form", { name: "Send a test event" }).getByRole("combobox")
        await types.waitFor()
        const offered = await types.locator("option").allTextContents()
        assert.deepStrictEqual(offered, ["lesson.completed", "a.quiet"])
        assert.strictEqual(await types.inputValue(), "lesson.completed")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says once what a plan does not include", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("free")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/leagues`)
        const locked = page.getByText("It comes with the plan")
        await locked.first().waitFor()
        await arrived(page)
        assert.strictEqual(await locked.count(), 1)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says that the first events are being counted, until they are", () =>
    Effect.gen(function* () {
      const { baseUrl, complaints, made, page } = yield* workspace()
      yield* publish(made)
      yield* hatch(made, "ada")
      yield* made.call("POST", "/events", lesson("ada"))
      const path = /\/analytics\/overview/
      yield* Effect.promise(async () => {
        // As it is before the first look of the fold.
        await page.route(path, async (route) => {
          const answer = await route.fetch()
          const body = await answer.json()
          await route.fulfill({ response: answer, json: { ...body, users: { ...body.users, total: 0 } } })
        })
        await page.goto(`${baseUrl}/console/analytics`)
        const counting = page.getByText("The first events are being counted")
        await counting.waitFor()
        await page.unroute(path)
        await counting.waitFor({ state: "detached" })
        await isFine(page, "analytics")
      })
      assert.deepStrictEqual(complaints, [])
    }).pipe(Effect.scoped)
  )

  it.effect("leads from rules of a draft to where it is tried and published", () =>
    Effect.gen(function* () {
      const { baseUrl, made, page } = yield* workspace()
      yield* publish(made)
      const leading = page.getByRole("main").getByRole("link", { name: "Try and publish the draft" })
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/rules/coin-rules`)
        await page.getByText("Version 1, live").waitFor()
        assert.strictEqual(await leading.count(), 0)
      })
      const draft = yield* made.call("POST", "/config-versions", {})
      assert.strictEqual(draft.status, 201, draft.text)
      yield* Effect.promise(async () => {
        await page.reload()
        await leading.click()
        await at(page, "Publish")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("says once which switches a plan does not include, and leads to plans", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("free")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/settings/features`)
        const locked = page.getByRole("region", { name: "Not in your plan" })
        await locked.getByText("Onboarding with AI").waitFor()
        assert.strictEqual(await page.getByText(/not in your plan/i).count(), 1)
        assert.strictEqual(await locked.getByRole("checkbox").count(), 0)
        await isFine(page, "features")
        await locked.getByRole("link", { name: "Plan and usage" }).click()
        await at(page, "Plan and usage")
      })
    }).pipe(Effect.scoped)
  )

  it.effect("calls what a plan includes by the names of its switches", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("enterprise")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/usage`)
        await page.getByRole("heading", { name: "Your plan includes" }).waitFor()
        const pills = await page.locator(".pills li").allTextContents()
        assert.includeMembers(pills, ["Onboarding with AI", "Single sign-on"])
      })
    }).pipe(Effect.scoped)
  )

  it.effect("calls switches by their names", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("enterprise")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/settings/features`)
        await page.getByLabel("Onboarding with AI").waitFor()
        assert.strictEqual(await page.getByLabel(/onboarding ai/i).count(), 0)
      })
    }).pipe(Effect.scoped)
  )

  it.effect("leads to the guide on single sign-on", () =>
    Effect.gen(function* () {
      const { baseUrl, page } = yield* workspace("enterprise")
      yield* Effect.promise(async () => {
        await page.goto(`${baseUrl}/console/settings/sso`)
        const answer = await page.goto(await linkTo(page, "Guide to single sign-on"))
        assert.strictEqual(answer?.status(), 200)
        await at(page, "Single sign-on")
      })
    }).pipe(Effect.scoped)
  )
})
