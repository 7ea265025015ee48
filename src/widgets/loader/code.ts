/** The other files of this build. They are loaded when there is something to show, and once. */
import type { Core, WidgetName } from "../contract.ts"
import { root } from "./page.ts"

const base = `${root}/cdn/${HATCHERY_BUILD}`

let loaded: Promise<Core> | undefined
let tries = 0
/** as many folders a build has */
const triesMax = 99

/**
 * Most browsers remember for good that a module could not be had, so every further try has addresses of its own. A
 * folder, and not a query: what the core loads, and what loads the core, lies beside it then, and there is one core.
 */
const load = async (): Promise<Core> => {
  const folder = tries++ === 0 ? base : `${base}/${Math.min(tries - 1, triesMax)}`
  const { core } = (await import(`${folder}/core.js`)) as { readonly core: Core }
  return core
}

/** After a failure the next one who asks tries again. */
export const loadCore = (): Promise<Core> =>
  (loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  }))

/** Under way before the core asks for it; whether it arrives is the core's business. */
export const loadSoon = (widget: WidgetName): void => void import(`${base}/${widget}.js`).catch(() => undefined)
