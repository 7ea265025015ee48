/**
 * The script of a page: finds `data-hatched-mount`, holds tokens, and is `window.Hatched`. Everything that draws is in
 * the core, which is loaded when there is something to draw.
 */
import type { Tracked } from "../contract.ts"
import { loadCore } from "./code.ts"
import { emit, on } from "./events.ts"
import { allDrawn, mount as mountElement, mountOf, mounts, type Mount } from "./mounts.ts"
import { defaultApiBase, type MountOptions } from "./page.ts"
import { scan, start } from "./watch.ts"

const elementOf = (where: HTMLElement | string): HTMLElement => {
  const element = typeof where === "string" ? document.querySelector<HTMLElement>(where) : where
  if (!(element instanceof HTMLElement)) throw new TypeError(`Hatchery: there is no element ${String(where)}.`)
  return element
}

const mount = (where: HTMLElement | string, options: MountOptions = {}): Mount => {
  const made = mountElement(elementOf(where), options)
  if (made === undefined) throw new TypeError(`Hatchery: there is no widget ${String(options.widget)}.`)
  return made
}

/** Whether there was anything to unmount. */
const unmount = (which: HTMLElement | string | Mount): boolean => {
  // The element of a mount that has gone may be another one's by now.
  const isMount = typeof which === "object" && "element" in which
  const known = isMount ? mounts().find((each) => each === which) : mountOf(elementOf(which))
  known?.unmount()
  return known !== undefined
}

const refresh = (where?: HTMLElement | string): void => {
  const some = where === undefined ? mounts() : [mountOf(elementOf(where))]
  for (const known of some) known?.refresh()
}

type TrackOptions = Pick<Tracked, "eventId" | "occurredAt" | "token">

const track = async (type: string, properties?: Tracked["properties"], options: TrackOptions = {}) => {
  // What is no JSON, a circle for instance, is refused here: later it would pass for a fault of the network.
  JSON.stringify(properties)
  const core = await loadCore()
  await allDrawn()
  return core.track({ ...options, type, ...(properties === undefined ? {} : { properties }) }, defaultApiBase)
}

const begin = () => {
  const api = {
    version: HATCHERY_VERSION,
    build: HATCHERY_BUILD,
    get mounts() {
      return mounts()
    },
    mount,
    unmount,
    scan,
    refresh,
    track,
    on
  }
  Object.assign(window, { Hatched: Object.freeze(api) })
  start()
  emit("ready", { version: HATCHERY_VERSION, build: HATCHERY_BUILD })
}

const isThere = typeof (window as { Hatched?: { readonly scan?: unknown } }).Hatched?.scan === "function"
if (!isThere) begin()
