/** What the page hears of: functions given to `on`, and DOM events that bubble out of whatever a mount stands in. */
import type { MountError, MountEvent } from "../contract.ts"

export type EventName = MountEvent | "ready"
export type Listener = (detail: unknown, element: HTMLElement | undefined) => void

const listeners = new Map<EventName, Set<Listener>>()
let is_ready = false

/** Whatever a listener throws is its page's to see, and nobody else's trouble. */
const tell = (listener: Listener, detail: unknown, element?: HTMLElement) => {
  try {
    listener(detail, element)
  } catch (error) {
    reportError(error)
  }
}

export const emit = (name: EventName, detail: unknown, element?: HTMLElement) => {
  if (name === "ready") is_ready = true
  for (const listener of listeners.get(name) ?? []) tell(listener, detail, element)
  // What is no longer in the page bubbles to nobody who listens there.
  for (const target of [element, element?.isConnected ? undefined : document])
    target?.dispatchEvent(new CustomEvent(`hatched:${name}`, { bubbles: true, composed: true, detail }))
}

export const emitError = (element: HTMLElement, code: string, message: string, rest: Partial<MountError> = {}) =>
  emit("error", { code, status: 0, message, requestId: null, ...rest } satisfies MountError, element)

/** The answer ends it. Whoever asks for `ready` too late is told all the same. */
export const on = (name: EventName, listener: Listener) => {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known.add(listener))
  if (name === "ready" && is_ready) queueMicrotask(() => known.has(listener) && tell(listener, undefined))
  return () => void known.delete(listener)
}
