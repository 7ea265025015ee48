/** Whether a page can be used by everybody, as far as a machine sees it. */
import type axe from "axe-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

/** The package's main file is twice as long, and each page reads it anew. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Through the debugger, past the page's policy: the judge is no part of the page. */
const judged = async (page: Page) => {
  if (await page.evaluate(() => "axe" in globalThis)) return
  const devtools = await page.context().newCDPSession(page)
  // The driver would hand over half a megabyte as an argument, and have it evaluated by the page.
  await devtools.send("Runtime.evaluate", { expression: source, silent: true })
  await devtools.detach()
}

export const problemsOf = async (page: Page) => {
  await judged(page)
  return page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe }
    // Colours on their way to where they stay are nobody's to read.
    const passing = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === "running" && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
    // Of what is well it would otherwise tell as much, element by element. No rule that is on reads style sheets.
    const { violations } = await judge.run({ preload: false, resultTypes: ["violations"] })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`))
  })
}
