/** The console in a browser: what every test of its pages does and asks. */
import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"
import { problemsOf } from "./Judge.ts"

/** What the page's policy forbade, and everything its console and its errors say. */
export const listen = async (page: Page) => {
  const complaints: Array<string> = []
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())))
  page.on("pageerror", (error) => void complaints.push(error.message))
  await page.addInitScript(() =>
    addEventListener("securitypolicyviolation", ({ blockedURI, violatedDirective }) =>
      console.error(`violates ${violatedDirective}: ${blockedURI}`)
    )
  )
  return complaints
}

/** Waits until the page of this heading is there. */
export const at = (page: Page, title: string) =>
  page.getByRole("heading", { name: title, level: 1, exact: true }).waitFor()

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

export const isFine = async (page: Page, where: string) => assert.deepStrictEqual(await problemsOf(page), [], where)

/** By its link in the menu, whose word is the page's heading too. */
export const visit = async (page: Page, name: string) => {
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click()
  await at(page, name)
}

/** Nothing reaches over the edge, and nothing is still on its way. */
export const fits = async (page: Page, where: string) => {
  await page.waitForFunction(() => document.querySelector(".skeleton") === null)
  assert.isFalse(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), where)
}

/** Whoever has this token is signed in, in this tab. */
export const signedInAs = (page: Page, token: string) =>
  page.addInitScript((given) => sessionStorage.setItem("hatchery.token", given), token)
