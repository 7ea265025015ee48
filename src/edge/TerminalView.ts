/**
 * Which requests are worth a line to somebody who watches a terminal: what went wrong, and what somebody did. Not what
 * the service asks itself, not what the demo page is made of and polls for. Under load a few lines stand for all.
 */
import { Clock, Effect } from "effect"
import type { RequestRecord } from "../wire/CurrentRequest.ts"
import { DemoDesk } from "./DemoDesk.ts"

const lines_per_second_max = 20

/** Counts lines: how many were left out since the last one that was shown, or undefined when this one is left out. */
const makeLineThrottle = (clock: Clock.Clock) => {
  let [second, shown, left] = [0, 0, 0]
  return (): number | undefined => {
    const now = Math.floor(clock.currentTimeMillisUnsafe() / 1_000)
    if (now !== second) [second, shown] = [now, 0]
    if (shown >= lines_per_second_max) {
      left++
      return undefined
    }
    shown++
    const more = left
    left = 0
    return more
  }
}

const isWidget = (credential: string | undefined) => credential === "session" || credential === "embed"

/** Answers how many were left out before this one; undefined: this one is left out. */
export type View = (
  request: { readonly method: string; readonly path: string },
  status: number,
  current: RequestRecord
) => number | undefined

export const makeView: Effect.Effect<View, never, DemoDesk> = Effect.gen(function* () {
  const desk = yield* DemoDesk
  const leftOut = makeLineThrottle(yield* Clock.Clock)
  return ({ method, path }, status, current) => {
    if (status < 400) {
      const isOfPage = /^\/(demo(\/.*)?|favicon\.ico|assets\/.*)$/.test(path)
      const isPolling = method === "GET" && isWidget(current.credential) && desk.isDemo(current.customer_id)
      if (isOfPage || isPolling || desk.isOwn(current.requestId)) return undefined
    }
    return leftOut()
  }
})
