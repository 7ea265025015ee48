/** The other files of this build. They are loaded when there is something to show, and once. */
import type { Core, WidgetName } from "../contract.ts"
import { root } from "./page.ts"

const base = `${root}/cdn/${HATCHERY_BUILD}`

let loaded: Promise<Core> | undefined
let tries = 0

/** A browser may remember that a module could not be had: every further try has an address of its own. */
const load = async (): Promise<Core> => {
  const suffix = tries++ === 0 ? "" : `?${tries}`
  const { core } = (await import(`${base}/core.js${suffix}`)) as { readonly core: Core }
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
