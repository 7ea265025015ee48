/** Whether a page can be used by everybody, as far as a machine sees it. */
import type axe from "axe-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

/** The package's main file is twice as long, and each page reads it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Through the debugger, past the page's policy: the judge is no part of the page. */
export const problemsOf = async (page: Page) => {
  await page.evaluate(source)
  return page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe }
    // Of what is well it would otherwise tell as much, element by element.
    const { violations } = await judge.run({ resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
  })
}
