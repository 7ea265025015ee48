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

class Chromium extends Context.Service<Chromium, Browser>()("hatchery/test/Chromium") {
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
