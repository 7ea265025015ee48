/** What became of shared buddies, by days of UTC: the only ones links are counted by. */
import { Clock, Effect } from "effect"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import type { Sharing } from "../../../surfaces/buddy-share/Service.ts"
import { textOf } from "../Rules/Periods.ts"
import { shownWindow, windowOf, type WindowQuery } from "../Rules/Window.ts"

const day_ms = 86_400_000

export const shareFunnel = (sharing: Sharing["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string, query: Omit<WindowQuery, "granularity">) {
    const now = yield* Clock.currentTimeMillis
    const window = windowOf({ ...query, granularity: "day" }, Math.floor(now / day_ms))
    if (window instanceof ValidationFailed) return yield* window
    const figures = yield* sharing.funnel(customer_id, { from: textOf(window.from), to: textOf(window.to) })
    return { window: shownWindow(window, "UTC"), as_of: new Date(now).toISOString(), stale: false, ...figures }
  })
