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

/** Waits until nothing of the page is still on its way. */
export const arrived = (page: Page) => page.waitForFunction(() => document.querySelector(".skeleton") === null)

/** What reaches over the edge of the window, by its classes. */
export const overflowing = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= innerWidth
      ? []
      : [...document.querySelectorAll("main *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth && element.closest(".table") === null)
          .map((element) => `reaches over the edge: ${element.tagName} ${element.className}`)
          .slice(0, 5)
  )

/** Whoever has this token is signed in, in this tab. */
export const signedInAs = (page: Page, token: string) =>
  page.addInitScript((given) => sessionStorage.setItem("hatchery.token", given), token)
