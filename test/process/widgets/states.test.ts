/** Every state of every widget, for those who see it, hear it and cannot stand movement. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { widgetNames } from "../../../src/widgets/contract.ts"
import * as Answers from "../../kit/widgets/Answers.ts"
import { mount, refusal, type Service, WidgetPages } from "../../kit/widgets/WidgetPages.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const four = (more = "") => widgetNames.map((widget) => mount(widget, more)).join("")

const empty: Service = ({ path }) => {
  if (path.startsWith("/widget/marketplace"))
    return { body: { ...Answers.marketplace, data: [], owned_items: [], meta: { page: 1, limit: 24, total: 0 } } }
  if (path.startsWith("/widget/leaderboard"))
    return { body: { ...Answers.leaderboard, entries: [], me: null, total: 0 } }
  if (path.startsWith("/widget/path")) return { body: { path: null } }
  return path.startsWith("/widget/buddy")
    ? { body: { ...Answers.buddy, badges: [], streaks: [], buddy: { ...Answers.buddy.buddy, skills: {}, tokens: {} } } }
    : undefined
}

const refused =
  (status: number, code: string): Service =>
  ({ path }) =>
    path === "/widget/config" ? undefined : refusal(status, code)

const silent: Service = ({ path }) => (path === "/widget/config" ? refusal(503, "service_unavailable") : undefined)
const celebrating: Service = ({ path }) => (path === "/widget/buddy" ? { body: Answers.hatched } : undefined)
const isLanguage = (file: string) => /^(en|ar)\.js/.test(file)

type Case = readonly [name: string, state: string, service: Service, isComing?: (file: string) => boolean]
const states: ReadonlyArray<Case> = [
  ["ready", "ready", () => undefined],
  ["empty", "ready", empty],
  ["celebrating", "ready", celebrating],
  ["error", "error", refused(404, "not_found")],
  ["expired", "expired", () => refusal(401, "unauthorized")],
  ["unavailable", "unavailable", refused(403, "capability_disabled")],
  ["loading", "loading", silent],
  ["loading its words", "loading", silent, isLanguage]
]

/** The texts of all that is wrong; the page around the widgets is not judged. */
const faults = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Through the debugger: the page's own policy lets no script of a test in.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (...all: Array<unknown>) => Promise<AxeResults> } }
    const { violations } = await axe.run({ include: [["main"]] }, { resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ any, html }) => `${id}: ${html} ${any[0]?.message ?? ""}`)
    )
  })
}

interface AxeResults {
  readonly violations: ReadonlyArray<{
    readonly id: string
    readonly nodes: ReadonlyArray<{ readonly html: string; readonly any: ReadonlyArray<{ readonly message: string }> }>
  }>
}

layer(WidgetPages.layer, { excludeTestServices: true })("a widget", (it) => {
  for (const [name, state, service, isComing = () => false] of states) {
    it.effect(`that is ${name} has nothing axe finds, light or dark, from left or from right`, () =>
      Effect.gen(function* () {
        const { open } = yield* WidgetPages
        yield* Effect.promise(async () => {
          const looks = ["light", "dark"].flatMap((theme) => ["en", "ar"].map((locale) => ({ theme, locale })))
          // Each has a name of its own: they are one above the other on a page.
          const body = looks.flatMap(({ locale, theme }) =>
            widgetNames.map((widget) => {
              const label = `aria-label="${widget} ${theme} ${locale}"`
              return mount(widget, `${label} data-theme="${theme}" data-locale="${locale}"`)
            })
          )
          const viewport = { width: 1400, height: 6_000 }
          const page = `<h1>A page</h1>${body.join("")}`
          const stage = await open(page, { service, isComing, viewport, reducedMotion: "reduce" })
          await stage.rests(state)
          assert.deepStrictEqual(await faults(stage.page), [])
        })
      })
    )
  }

  it.effect("asks before coins are spent, and gives the focus back", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { page, rests } = await open(mount("marketplace"), { reducedMotion: "reduce" })
        await rests("ready")
        const buy = page.getByRole("button", { name: "Buy: Red scarf" })
        await buy.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("dialog", { name: "Buy Red scarf?" }).waitFor()
        assert.deepStrictEqual(await faults(page), [])
        await page.keyboard.press("Escape")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await page.locator('button:focus[aria-label*="scarf"]').waitFor()
      })
    })
  )

  it.effect("leaves the focus at what was bought by keyboard, also when it is for sale no more", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const [scarf, ...others] = Answers.marketplace.data
        let isSold = false
        const service: Service = ({ method, path }) => {
          if (method === "POST" && path === "/widget/purchases") {
            isSold = true
            return { body: { item_id: scarf!.item_id, price_coins: scarf!.price_coins, balance: 0, quantity: 1 } }
          }
          if (!path.startsWith("/widget/marketplace") || !isSold) return undefined
          const sold = { ...scarf!, owned: 1, can_buy: false, refusal: "item_already_owned" }
          return { body: { ...Answers.marketplace, balance: 0, data: [sold, ...others] } }
        }
        const { page, rests } = await open(mount("marketplace"), { service, reducedMotion: "reduce" })
        await rests("ready")
        const buy = page.getByRole("button", { name: "Buy: Red scarf" })
        await buy.focus()
        await page.keyboard.press("Enter")
        await page.getByRole("dialog", { name: "Buy Red scarf?" }).waitFor()
        await page.keyboard.press("Enter")
        await page.getByRole("dialog").waitFor({ state: "detached" })
        await buy.waitFor({ state: "detached" })
        await page.locator(".ware.mine:focus", { hasText: "Red scarf" }).waitFor()
        assert.deepStrictEqual(await faults(page), [])
      })
    })
  )

  it.effect("is told apart where only the system's colours are shown", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { page, rests } = await open(four(), { forcedColors: "active", reducedMotion: "reduce" })
        await rests("ready")
        const lines = (selector: string, property: "borderTopWidth" | "outlineWidth") =>
          page
            .locator(selector)
            .evaluateAll((all, name) => all.map((each) => Number.parseFloat(getComputedStyle(each)[name])), property)
        for (const selector of [".meter", ".button"]) {
          const widths = await lines(selector, "borderTopWidth")
          assert.isAbove(widths.length, 0, selector)
          assert.isTrue(
            widths.every((width) => width >= 1),
            selector
          )
        }
        const chosen = await lines("[aria-selected=true], [aria-pressed=true]", "outlineWidth")
        assert.isAbove(chosen.length, 0)
        assert.isTrue(chosen.every((width) => width >= 2))
        const fills = await page
          .locator(".meter i")
          .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
        const ground = await page
          .locator(".widget")
          .first()
          .evaluate((each) => getComputedStyle(each).backgroundColor)
        assert.isTrue(fills.length > 0 && fills.every((fill) => fill !== ground))
        assert.deepStrictEqual(await faults(page), [])
      })
    })
  )

  it.effect("moves nothing where nothing may move", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const running = `[...document.querySelectorAll("[data-hatched-mount]")].flatMap((each) =>
          each.shadowRoot.getAnimations()).filter((each) => each.playState === "running").length`
        const calm = await open(four(), { service: celebrating, reducedMotion: "reduce" })
        await calm.page.getByRole("heading", { name: "Pip has hatched!" }).waitFor()
        assert.strictEqual(await calm.page.evaluate(running), 0)
        assert.strictEqual(await calm.page.locator(".confetti").count(), 0)
        const lively = await open(four(), { service: celebrating, reducedMotion: "no-preference" })
        await lively.page.getByRole("heading", { name: "Pip has hatched!" }).waitFor()
        assert.isAbove(Number(await lively.page.evaluate(running)), 0)
      })
    })
  )

  it.effect("stands still on the page around it from the first moment on", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const { complaints, page, rests } = await open(four())
        await rests("ready")
        // What has been drawn has been observed two frames later.
        const shifted = await page.evaluate(
          () =>
            new Promise((resolve) => {
              const { shifts } = window as unknown as { readonly shifts: ReadonlyArray<number> }
              requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)))
            })
        )
        assert.deepStrictEqual(shifted, [])
        assert.deepStrictEqual(complaints, [])
      })
    })
  )

  it.effect("shows a tenant's texts as texts, however long they are", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const evil = `<img src=x onerror="window.hit=1"><b>${"long ".repeat(1_000)}${"W".repeat(5_000)}</b>`
        const everywhere = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(everywhere)
          if (typeof value !== "object" || value === null) return value
          const texts = [
            "name",
            "label",
            "title",
            "description",
            "tagline",
            "stage_name",
            "next_stage_name",
            "cta_label"
          ]
          return Object.fromEntries(
            Object.entries(value).map(([key, each]) => [key, texts.includes(key) ? evil : everywhere(each)])
          )
        }
        const service: Service = ({ path }) => {
          if (path === "/widget/buddy") return { body: everywhere(Answers.buddy) }
          if (path.startsWith("/widget/marketplace")) return { body: everywhere(Answers.marketplace) }
          if (path.startsWith("/widget/leaderboard")) return { body: everywhere(Answers.leaderboard) }
          return path.startsWith("/widget/path") ? { body: everywhere(Answers.path) } : undefined
        }
        const { complaints, page, rests } = await open(four(), { service })
        await rests("ready")
        const found = await page.evaluate(() => ({
          hit: "hit" in window,
          wide: document.documentElement.scrollWidth > innerWidth,
          made: [...document.querySelectorAll("[data-hatched-mount]")].flatMap((each) => [
            ...each.shadowRoot!.querySelectorAll("img[src=x]")
          ]).length,
          wider: [...document.querySelectorAll("[data-hatched-mount]")].filter((each) => {
            const widget = each.shadowRoot!.querySelector(".widget")!
            return widget.scrollWidth > widget.clientWidth + 1
          }).length
        }))
        assert.deepStrictEqual(found, { hit: false, wide: false, made: 0, wider: 0 })
        assert.deepStrictEqual(complaints, [])
      })
    })
  )

  it.effect("that may only be looked at has no button that writes", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        const service: Service = ({ path }) =>
          path === "/widget/config"
            ? { body: { ...Answers.config, token: { ...Answers.config.token, scopes: ["read"] } } }
            : undefined
        const { page, rests } = await open(four(), { service })
        await rests("ready")
        const writing = page.getByRole("button", { name: /^(Buy|Wear|Take off|Mark)/ })
        assert.strictEqual(await writing.count(), 0)
        await page.getByRole("tab", { name: "Yours" }).click()
        await page.getByText("Wool socks").waitFor()
        assert.strictEqual(await writing.count(), 0)
        const full = await open(four())
        await full.rests("ready")
        assert.isAbove(await full.page.getByRole("button", { name: /^(Buy|Mark)/ }).count(), 1)
      })
    })
  )

  it.effect("has tabs for the arrows, in reading direction", () =>
    Effect.gen(function* () {
      const { open } = yield* WidgetPages
      yield* Effect.promise(async () => {
        for (const [locale, forward] of [
          ["en", "ArrowRight"],
          ["ar", "ArrowLeft"]
        ]) {
          const { page, rests } = await open(mount("marketplace", `data-locale="${locale}"`))
          await rests("ready")
          await page.getByRole("tab").first().focus()
          await page.keyboard.press(forward!)
          assert.strictEqual(await page.getByRole("tab").nth(1).getAttribute("aria-selected"), "true")
          await page.getByText("Wool socks").waitFor()
        }
      })
    })
  )
})
