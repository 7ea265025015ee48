/** Whether a page can be used by everybody, as far as a machine sees it. */
import axe from "axe-core"
import type { Page } from "playwright-core"

/** Through the debugger, past the page's policy: the judge is no part of the page. */
export const problemsOf = async (page: Page) => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
}
