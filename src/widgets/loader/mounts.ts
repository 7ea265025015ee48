/** The mounts of the page: at most one for an element, each with its widget, its options and what the core drew. */
import { type Core, type MountHost, type Mounted, widgetNames, type WidgetName } from "../contract.ts"
import { loadCore, loadSoon } from "./code.ts"
import { emit, emitError } from "./events.ts"
import { attributeOf, mountAttribute, type MountOptions, settingsOf } from "./page.ts"
import { enter } from "./stage.ts"
import { type Asker, canRenew, forget, sourceOf, tokenFor } from "./tokens.ts"

/** What the page's code holds of a mount. */
export interface Mount {
  readonly id: string
  readonly widget: WidgetName
  readonly element: HTMLElement
  /** rejects when there is nothing to show it with; the element's own children stay then */
  readonly ready: Promise<void>
  readonly update: (options?: MountOptions) => void
  readonly refresh: () => void
  readonly unmount: () => void
}

const mounted = new Map<HTMLElement, Mount>()
let count = 0

export const mounts = (): ReadonlyArray<Mount> => [...mounted.values()]
export const mountOf = (element: HTMLElement): Mount | undefined => mounted.get(element)

/** Whoever wants to know whether any mount is left. */
let changed = () => {}
export const onChange = (listener: () => void) => void (changed = listener)

const isWidget = (name: string | undefined): name is WidgetName => widgetNames.some((known) => known === name)

/** A name that means nothing is said once for an element, however often the page is looked through. */
const refused = new WeakMap<HTMLElement, string>()

const refuse = (element: HTMLElement, name: string): undefined => {
  if (refused.get(element) === name) return
  refused.set(element, name)
  const message = `There is no widget "${name}": ${widgetNames.join(", ")}.`
  console.warn(`Hatchery: ${message}`)
  emitError(element, "unknown_widget", message)
}

/** Waited after each try to load the core; a node that has just started may need some seconds. */
const pauses_ms = [1_000, 4_000, 16_000]

/** Ends early with the mount, and leaves no timer. */
const pause = (ms: number, gone: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    gone.addEventListener("abort", () => (clearTimeout(timer), resolve()))
  })

const coreFor = async (element: HTMLElement, gone: AbortSignal): Promise<Core> => {
  for (let failures = 0; ; failures++) {
    try {
      return await loadCore()
    } catch (cause) {
      const pause_ms = pauses_ms[failures]
      if (pause_ms === undefined && !gone.aborted) emitError(element, "load_failed", String(cause))
      if (pause_ms === undefined || gone.aborted) throw cause
      await pause(pause_ms, gone)
    }
  }
}

/** Draws as soon as the code is there; undefined when the mount has gone meanwhile. */
const draw = async (host: Omit<MountHost, "root">, gone: AbortSignal): Promise<Mounted | undefined> => {
  const core = await coreFor(host.element, gone)
  if (gone.aborted) return undefined
  const stage = enter(host.element)
  const view = core.mount({ ...host, root: stage.root })
  return {
    ...view,
    unmount: () => {
      view.unmount()
      stage.leave()
    }
  }
}

/** Mounts that are not in the core's hands yet. */
const coming = new Set<Promise<unknown>>()

/** Once every mount of this moment is drawn, or will not be: until then the core does not know their tokens. */
export const allDrawn = (): Promise<unknown> => Promise.allSettled(coming)

/** What the core may ask of a mount, and nothing once that has gone. */
const hostOf = (id: string, asker: Asker, gone: AbortSignal): Omit<MountHost, "root"> => ({
  id,
  widget: asker.widget,
  element: asker.element,
  settings: () => settingsOf(asker.element, asker.options),
  source: () => sourceOf(asker),
  canRenew: () => canRenew(asker),
  token: (reason) => (gone.aborted ? Promise.resolve(null) : tokenFor(asker, reason)),
  emit: (name, detail) => void (gone.aborted || emit(name, detail, asker.element))
})

/** Whoever looks at `ready` hears of its failure; a page that does not is not to be troubled with it. */
const quietly = (promise: Promise<void>) => {
  promise.catch(() => {})
  return promise
}

const make = (element: HTMLElement, widget: WidgetName, options: MountOptions): Mount => {
  const id = `hatched-${++count}`
  const end = new AbortController()
  const asker = { element, widget, options }
  const host = hostOf(id, asker, end.signal)
  let view: Mounted | undefined
  let is_drawing = false
  const begin = async () => {
    is_drawing = true
    const drawn = draw(host, end.signal)
    coming.add(drawn)
    view = await drawn.finally(() => {
      is_drawing = false
      coming.delete(drawn)
    })
    await view?.ready
  }
  let ready = quietly(begin())
  return {
    id,
    widget,
    element,
    get ready() {
      return ready
    },
    update: (more = {}) => {
      asker.options = { ...asker.options, ...more, widget }
      view?.update()
    },
    refresh: () => {
      if (view !== undefined) view.refresh()
      else if (!is_drawing && !end.signal.aborted) ready = quietly(begin())
    },
    unmount: () => {
      if (end.signal.aborted) return
      end.abort()
      mounted.delete(element)
      view?.unmount()
      // What is said to a mount that has gone is nobody's business.
      view = undefined
      forget(asker)
      emit("unmounted", { id, widget }, element)
      changed()
    }
  }
}

/** Mounted already: its options are brought up to date. Undefined: there is no such widget. */
export const mount = (element: HTMLElement, options: MountOptions = {}): Mount | undefined => {
  const name = options.widget ?? attributeOf(element, mountAttribute) ?? mounted.get(element)?.widget
  if (!isWidget(name)) return refuse(element, name ?? "")
  const known = mounted.get(element)
  if (known?.widget === name) {
    known.update(options)
    return known
  }
  known?.unmount()
  loadSoon(name)
  const made = make(element, name, options)
  mounted.set(element, made)
  changed()
  return made
}
