/** What types of events there are, and who waits for them. */
import { Effect } from "effect"
import type { Listener } from "../Rules/Listeners.ts"
import { textOf } from "../Rules/Periods.ts"
import { days_ahead } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import { byFigure, type Look, shortened } from "./Look.ts"

export type Only = "undefined" | "unused" | "silent"

interface Known {
  readonly only: Only | undefined
  readonly defined: ReadonlySet<string>
  readonly seen: ReadonlyMap<string, { readonly first: number; readonly last: number } | undefined>
  readonly listeners: ReadonlyMap<string, ReadonlyArray<Listener>>
  readonly users: ReadonlyMap<string, number>
}

/** Silent: nothing for a week, something in the four weeks before. */
const silent_days = 7
const heard_days = 28

export const customEvents = Effect.fnUntraced(function* (
  figures: Figures["Service"],
  { of, today, window }: Look,
  { defined, listeners, only, seen, users }: Known
) {
  const events = (yield* figures.totals(of, ["events"], window)).get("events")
  const heard = (yield* figures.totals(of, ["events"], {
    from: today - silent_days - heard_days + 1,
    to: today - silent_days
  })).get("events")
  const last_days = { from: today - silent_days + 1, to: today + days_ahead }
  const lately = (yield* figures.totals(of, ["events"], last_days)).get("events")
  const is: Readonly<Record<Only, (type: string) => boolean>> = {
    undefined: (type) => !defined.has(type),
    unused: (type) => !listeners.has(type),
    silent: (type) => heard?.has(type) === true && lately?.has(type) !== true
  }
  const types = [...new Set([...defined, ...seen.keys(), ...(events?.keys() ?? [])])]
    .filter((type) => only === undefined || is[only](type))
    .map((event_type) => {
      const span = seen.get(event_type)
      return {
        event_type,
        events: events?.get(event_type)?.count ?? 0,
        users: users.get(event_type) ?? 0,
        defined: defined.has(event_type),
        used_by: listeners.get(event_type) ?? [],
        first_day: span === undefined ? null : textOf(span.first),
        last_day: span === undefined ? null : textOf(span.last),
        silent_days: span === undefined ? null : Math.max(0, today - span.last)
      }
    })
    .sort(
      byFigure(
        (one) => one.events,
        ({ event_type }) => event_type
      )
    )
  const { list, ...rest } = shortened(types)
  return { types: list, ...rest }
})
