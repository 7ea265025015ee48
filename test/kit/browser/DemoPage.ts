/** The demo page in a browser, on the whole service with the demo workspace seeded; each file has its own. */
import { Context, Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { BrowserContextOptions, Page } from "playwright-core"
import { browser, type Browser } from "./Browser.ts"
import { TestApp } from "../service/TestApp.ts"

/** Where the key of the demo workspace is kept. */
export const dataDir = mkdtempSync(join(tmpdir(), "hatchery-demo-"))
const removeData = Effect.addFinalizer(() => Effect.sync(() => rmSync(dataDir, { recursive: true, force: true })))

export class Chromium extends Context.Service<Chromium, Browser>()("hatchery/test/Chromium") {
  static readonly layer = Layer.effect(Chromium, Effect.andThen(removeData, browser))
}

export const DemoPage = Layer.merge(Chromium.layer, TestApp.layer({ demo: true, dataDir }))

/** Without movement every number is there at once. */
export const open = (options: BrowserContextOptions = {}) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* TestApp
    return yield* (yield* Chromium).open(`${baseUrl}/demo`, { reducedMotion: "reduce", ...options })
  })

export const press = (page: Page, type: string) => page.click(`[data-event="${type}"]`)

/** Waits until the page has said so and has come to rest. */
export const told = async (page: Page, text: string) => {
  await page.waitForFunction((wanted) => document.getElementById("announcer")?.textContent?.includes(wanted), text)
  await page.waitForSelector("main[aria-busy=false]")
}

/** A window in which every widget of the page is in sight: those that are not do not move. */
export const tall = { viewport: { width: 1440, height: 3600 } }

/** What a widget of the page shows, by the id of its place. */
export const shownIn = (page: Page, place: string) =>
  page.evaluate((id) => document.getElementById(id)?.shadowRoot?.textContent ?? "", place)

/** Waits until the widget shows it. */
export const shows = (page: Page, place: string, text: string) =>
  page.waitForFunction(
    ([id, wanted]) => document.getElementById(id!)?.shadowRoot?.textContent?.includes(wanted!) === true,
    [place, text]
  )

/** The buddy's coins, as its widget counts them. */
export const coinsOf = async (page: Page) => {
  await page.locator("#buddy .purse .count").waitFor()
  return Number((await page.locator("#buddy .purse .count").textContent())?.replace(/\D/g, "") ?? Number.NaN)
}

/** Waits until there are so many, and none of them is still being counted up. */
export const hasCoins = (page: Page, coins: number) =>
  page.waitForFunction(
    (wanted) =>
      Number(
        document.getElementById("buddy")?.shadowRoot?.querySelector(".purse .count")?.textContent?.replace(/\D/g, "")
      ) === wanted,
    coins
  )
