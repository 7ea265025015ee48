/** The page of a hosted surface in a browser: coming in by code and by card, the widgets, staying, and leaving. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { browser } from "../../kit/browser/Browser.ts"
import { problemsOf } from "../../kit/browser/Judge.ts"
import { publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const base = "/customers/me/hosted-surfaces"
/** Where pictures of the page are wanted, to be looked at. */
const pictures = process.env["PICTURES"]

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } satisfies BrowserContextOptions

const stage = Effect.fnUntraced(function* (content: Readonly<Record<string, unknown>>) {
  const tenant = yield* (yield* TestApp).tenant({ name: "Acme Learning" })
  yield* publish(tenant, studyContent)
  const { body: surface } = yield* tenant.call("POST", base, { name: "Lobby", ...content })
  const path = `${base}/${surface.hosted_surface_id}`
  const { body: player } = yield* tenant.call("POST", `${path}/players`, { display_name: "Mia" })
  const published = yield* tenant.call("POST", `${path}/publish`)
  assert.strictEqual(published.status, 200, published.text)
  return { surface, player, path, ...tenant }
})

const opened = Effect.fnUntraced(function* (path: string, options: BrowserContextOptions = {}) {
  const { baseUrl } = yield* TestApp
  const { visitor } = yield* browser
  const page = yield* visitor({ locale: "en-US", ...options }, baseUrl)
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  yield* Effect.promise(() => page.goto(baseUrl + path))
  return { page, complaints }
})

const taken = (page: Page, name: string) =>
  pictures === undefined ? Promise.resolve() : page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })

const isIn = (page: Page) => page.waitForSelector("#room:not([hidden]) [data-hatched-mount=buddy]")

/** Its widgets ask anew. */
const refreshed = (page: Page) =>
  page.evaluate(() => (window as unknown as { Hatched: { refresh(): void } }).Hatched.refresh())

layer(TestApp.layer(), { excludeTestServices: true })("the page of a hosted surface", (it) => {
  it.effect("lets a player in by a code, shows the widgets, stays through a reload and forgets on leaving", () =>
    Effect.gen(function* () {
      const { player, surface } = yield* stage({
        headline: "Welcome to the study hall",
        intro: "Your buddy has been waiting for you. Type the code from your card, or scan it.",
        legal_url: "https://example.com/legal",
        support_url: "https://example.com/help"
      })
      const { complaints, page } = yield* opened(`/s/${surface.slug}`, phone)
      yield* Effect.promise(async () => {
        await taken(page, "door-390")
        assert.deepStrictEqual(await problemsOf(page), [])
        await page.fill("#code", "222 222 222")
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => document.getElementById("said")!.textContent !== "")
        assert.strictEqual(await page.getAttribute("#code", "aria-invalid"), "true")
        await page.fill("#code", player.access_code.toLowerCase())
        await page.click("form button")
        await isIn(page)
        assert.strictEqual(await page.textContent("#room h1"), "Hello, Mia!")
        await page.waitForFunction(() => document.querySelector("[data-hatched-mount]")!.shadowRoot !== null)
        await page.locator("[data-state=ready]").first().waitFor()
        await taken(page, "room-390")
        assert.deepStrictEqual(await problemsOf(page), [])
        await page.focus("[role=tab][aria-selected=true]")
        await page.keyboard.press("ArrowRight")
        assert.strictEqual(await page.getAttribute("[role=tab][aria-selected=true]", "data-module"), "path")
        await page.reload()
        await isIn(page)
        await page.click("#leave")
        await page.waitForSelector("#door:not([hidden])")
        assert.deepStrictEqual(
          await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie]),
          [0, 0, ""]
        )
        // The wrong code was refused, and nothing else went wrong.
        assert.deepStrictEqual(
          complaints.filter((one) => !one.includes("401")),
          []
        )
      })
    })
  )

  it.effect("takes what stands on a card out of the address, in the dark and from right to left", () =>
    Effect.gen(function* () {
      const { call, path, player, surface } = yield* stage({
        locale: "he",
        headline: "ברוכים הבאים",
        branding: { accent_color: "#e4572e", radius: "lg", font: "rounded" },
        modules: ["buddy", "leaderboard"]
      })
      const wide = { viewport: { width: 1440, height: 900 }, colorScheme: "dark" } as const
      const { page: closed } = yield* opened(`/s/${surface.slug}`, wide)
      yield* Effect.promise(async () => {
        await taken(closed, "door-1440-dark-rtl")
        assert.deepStrictEqual(await problemsOf(closed), [])
      })
      const { complaints, page } = yield* opened(`/s/${surface.slug}#q=${player.qr_url.split("#q=")[1]}`, wide)
      yield* Effect.promise(async () => {
        await isIn(page)
        assert.notInclude(page.url(), "#")
        await page.locator("[data-state=ready]").first().waitFor()
        await taken(page, "room-1440-dark-rtl")
        assert.deepStrictEqual(await problemsOf(page), [])
        assert.deepStrictEqual(complaints, [])
      })
      yield* call("POST", `${path}/unpublish`)
      yield* Effect.promise(async () => {
        const answer = await page.goto(page.url())
        assert.strictEqual(answer?.status(), 404)
        await taken(page, "missing-1440")
        assert.deepStrictEqual(await problemsOf(page), [])
      })
    })
  )

  it.effect("keeps tabs and complaints in sight on a phone, and tries no code that is none", () =>
    Effect.gen(function* () {
      const { call, path, surface } = yield* stage({ locale: "fr", intro: "Chaque lundi. ".repeat(35) })
      const { body: player } = yield* call("POST", `${path}/players`, { display_name: "مريم (2)" })
      const { complaints, page } = yield* opened(`/s/${surface.slug}`, phone)
      yield* Effect.promise(async () => {
        const isSeen = (selector: string) =>
          page.$eval(selector, (element) => {
            const { bottom, left, right, top } = element.getBoundingClientRect()
            return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
          })
        await page.fill("#code", "222-222-22")
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => document.getElementById("said")!.textContent !== "")
        assert.isTrue(await isSeen("#said"))
        // That it was no code is told without a try.
        assert.deepStrictEqual(complaints, [])
        await page.fill("#code", player.access_code.replaceAll("-", "\u2011"))
        await page.keyboard.press("Enter")
        await isIn(page)
        assert.strictEqual(await page.textContent("#room h1 bdi"), "مريم (2)")
        await taken(page, "room-390-fr")
        for (const tab of ["buddy", "path", "marketplace", "leaderboard"])
          assert.isTrue(await isSeen(`#tab-${tab}`), tab)
      })
    })
  )

  it.effect("lets whoever scanned a card in once the egg has hatched, and tells of a buddy that is archived", () =>
    Effect.gen(function* () {
      const { call, player, surface } = yield* stage({})
      const { baseUrl } = yield* TestApp
      const { visitor } = yield* browser
      const page = yield* visitor({ locale: "en-US" }, baseUrl)
      const path = `/s/${surface.slug}#q=${player.qr_url.split("#q=")[1]}`
      yield* Effect.promise(async () => {
        let tries = 0
        await page.route("**/session", (route) =>
          tries++ > 0
            ? route.continue()
            : route.fulfill({ status: 409, json: { error: { code: "player_not_ready", message: "Not yet." } } })
        )
        await page.goto(baseUrl + path)
        await page.waitForFunction(() => document.getElementById("said")!.textContent!.includes("hatching"))
        await isIn(page)
        assert.strictEqual(tries, 2)
        await page.locator("[data-state=ready]").first().waitFor()
      })
      assert.strictEqual((yield* call("PATCH", `/buddies/${player.buddy_id}/archive`)).status, 200)
      yield* Effect.promise(async () => {
        // Nothing of it can be played any more, and no other try will change that.
        await refreshed(page)
        await page.waitForSelector("#door:not([hidden])")
        await page.waitForFunction(() => document.getElementById("said")!.textContent!.includes("rest"))
        await page.fill("#code", player.access_code)
        await page.keyboard.press("Enter")
        await page.waitForFunction(() => document.getElementById("said")!.textContent!.includes("rest"))
      })
    })
  )

  it.effect("is closed to whoever has it open, in the room or at the door, once it is taken back", () =>
    Effect.gen(function* () {
      const { call, path, player, surface } = yield* stage({ modules: ["buddy"] })
      const { page: room } = yield* opened(`/s/${surface.slug}#q=${player.qr_url.split("#q=")[1]}`)
      yield* Effect.promise(async () => {
        await isIn(room)
        await room.locator("[data-state=ready]").first().waitFor()
      })
      const { page: door } = yield* opened(`/s/${surface.slug}`)
      assert.strictEqual((yield* call("POST", `${path}/unpublish`)).status, 200)
      const isClosed = (page: Page) => page.getByText("Nothing has hatched here").waitFor()
      yield* Effect.promise(async () => {
        await door.fill("#code", player.access_code)
        await door.click("form button")
        await isClosed(door)
        await refreshed(room)
        await isClosed(room)
      })
      // What may let its player in again is kept: another reason for it to be away ends no session. This one did.
      assert.strictEqual((yield* call("POST", `${path}/publish`)).status, 200)
      yield* Effect.promise(async () => {
        assert.strictEqual(await room.evaluate(() => sessionStorage.length), 1)
        await room.reload()
        await room.waitForSelector("#door:not([hidden])")
        await room.waitForFunction(() => sessionStorage.length === 0)
      })
    })
  )

  it.effect("says who it is and what it takes without a script", () =>
    Effect.gen(function* () {
      const { surface } = yield* stage({ headline: "Quiet <i>room</i>" })
      const { page } = yield* opened(`/s/${surface.slug}`, { ...phone, javaScriptEnabled: false })
      yield* Effect.promise(async () => {
        assert.strictEqual(await page.textContent("#door h1"), "Quiet <i>room</i>")
        assert.include(await page.textContent("noscript"), "JavaScript")
      })
    })
  )
})
