/** One report being made: whose figures, of which days, as of when. */
import { Clock, Effect } from "effect"
import { localDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import { UnknownAudience } from "../../../../wire/refusals/Intake.ts"
import { implicitAudience } from "../Rules/Folding.ts"
import { type Window, type WindowQuery, windowBefore, windowOf, shownWindow } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Frame, Of, Sum } from "../Store/Sums.ts"

export const list_max = 1_000

export interface Look {
  readonly of: Of
  readonly window: Window
  readonly today: number
  readonly frame: Frame
}

export interface LookQuery extends WindowQuery {
  readonly audience?: string | undefined
}

const isKnown = Effect.fnUntraced(function* (
  figures: Figures["Service"],
  customer_id: string,
  frame: Frame,
  key: string
) {
  if (key === implicitAudience || frame.audiences.some((one) => one.key === key)) return true
  return (yield* figures.audiences(customer_id)).includes(key)
})

/** Whether there is such an audience, or was. */
export const isAudience = Effect.fnUntraced(function* (figures: Figures["Service"], customer_id: string, key: string) {
  return yield* isKnown(figures, customer_id, yield* figures.frame(customer_id), key)
})

export const lookAt = Effect.fnUntraced(function* (figures: Figures["Service"], customer_id: string, query: LookQuery) {
  const frame = yield* figures.frame(customer_id)
  const today = localDay(zoneOf(frame.timezone), yield* Clock.currentTimeMillis)
  const window = windowOf(query, today)
  if (window instanceof ValidationFailed) return yield* window
  const { audience = null } = query
  if (audience !== null && !(yield* isKnown(figures, customer_id, frame, audience))) {
    return yield* new UnknownAudience({ audience })
  }
  return { of: { customer_id, audience }, window, today, frame } satisfies Look
})

export const before = (look: Look): Look => ({ ...look, window: windowBefore(look.window) })

export const headOf = ({ frame, of, window }: Look) => ({
  window: shownWindow(window, frame.timezone),
  audience: of.audience,
  as_of: iso(new Date(frame.as_of)),
  stale: frame.stale
})

/** At most so many of a list, and whether there are more. */
export const shortened = <A>(
  list: ReadonlyArray<A>,
  max = list_max
): { readonly list: ReadonlyArray<A>; readonly truncated?: true } =>
  list.length > max ? { list: list.slice(0, max), truncated: true } : { list }

type Sums = ReadonlyMap<string, Sum> | ReadonlyMap<number, Sum> | undefined

const sumsOf = (sums: Sums): ReadonlyArray<Sum> => (sums === undefined ? [] : [...sums.values()])
export const countOf = (sums: Sums): number => sumsOf(sums).reduce((all, { count }) => all + count, 0)
export const amountOf = (sums: Sums): number => sumsOf(sums).reduce((all, { amount }) => all + amount, 0)

/** First the figure, the largest first, then the key. */
export const byFigure =
  <A>(figure: (one: A) => number, key: (one: A) => string) =>
  (left: A, right: A): number =>
    figure(right) - figure(left) || (key(left) < key(right) ? -1 : 1)

const none: ReadonlyMap<number, number> = new Map()
/** One of the two figures of a metric, by day. */
export const figureByDay = (
  days: ReadonlyMap<number, Sum> | undefined,
  figure: "count" | "amount"
): ReadonlyMap<number, number> =>
  days === undefined ? none : new Map([...days].map(([day, sum]) => [day, sum[figure]]))
