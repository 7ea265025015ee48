/** Whose days are lived, how many of them, and how often: within what a forecast may cost. */
import type { BuddyState } from "../../../../engine/core/State.ts"
import type { Next } from "./Chance.ts"
import { poisson } from "./Chance.ts"

export interface LivedEvent {
  readonly type: string
  /** ms since 00:00 on the local clock */
  readonly offset: number
  readonly properties: Readonly<Record<string, unknown>>
}

/** Somebody who was there. */
export interface Donor {
  readonly audience: string
  /** null: newly hatched */
  readonly state: BuddyState | null
  /** recorded days by weekday (0: Thursday, as day 0 was one), empty ones too; null: they are assumed */
  readonly days: ReadonlyArray<ReadonlyArray<ReadonlyArray<LivedEvent>>> | null
  readonly purchases_per_active_day: number
  /** what it pays on average; null: it never bought */
  readonly price: number | null
}

export const weekdayOf = (day: number): number => ((day % 7) + 7) % 7

const [from_ms, to_ms] = [8 * 3_600_000, 22 * 3_600_000]
const nothing: Readonly<Record<string, unknown>> = {}

/** A day nobody has recorded: each type by its rate, between 8 and 22 o'clock. */
export const assumedDay = (perWeek: Readonly<Record<string, number>>, next: Next): ReadonlyArray<LivedEvent> =>
  Object.keys(perWeek)
    .sort()
    .flatMap((type) =>
      Array.from({ length: poisson(perWeek[type]! / 7, next) }, () => ({
        type,
        offset: Math.floor(from_ms + next() * (to_ms - from_ms)),
        properties: nothing
      }))
    )
    .sort((left, right) => left.offset - right.offset)

export const dayOf = (
  { days }: Donor,
  weekday: number,
  perWeek: Readonly<Record<string, number>>,
  next: Next
): ReadonlyArray<LivedEvent> => {
  if (days === null) return assumedDay(perWeek, next)
  const some = days[weekday]!
  return some[Math.floor(next() * some.length)] ?? []
}

export const donors_max = 2_000
const people_max = 20_000
export const decisions_max = 20_000_000
/** Fewer users say little; rather fewer runs. */
const starters_min = 200
export const runs_min = 10
/** A day on which nothing happens, in decisions. */
const idle_day = 0.1

export interface Crowd {
  /** whom the starters stand for */
  readonly users: number
  readonly donors: number
  readonly new_per_day: number
  /** share that is left after a day */
  readonly survival: number
  readonly horizon_days: number
  readonly runs: number
  /** events and purchases of a user on a day, on average */
  readonly decisions_per_day: number
}

export interface Sizes {
  readonly starters: number
  readonly runs: number
  /** how many users a starter stands for */
  readonly starter_weight: number
  /** how many of those that come are lived, of one */
  readonly fraction: number
  readonly fewer_donors: boolean
  readonly fewer_runs: boolean
}

/** Days lived by all, were all lived. */
const daysOfAll = ({ horizon_days, new_per_day, survival, users }: Crowd): number => {
  let [alive, days] = [users, 0]
  for (let day = 1; day <= horizon_days; day++) {
    alive = (alive + new_per_day) * survival
    days += alive
  }
  return days
}

/** As many as may be lived: fewer users first, then fewer runs, then fewer users still. */
export const sizesOf = (crowd: Crowd): Sizes => {
  const { decisions_per_day, donors, horizon_days, new_per_day, runs, users } = crowd
  const cost = daysOfAll(crowd) * (decisions_per_day + idle_day)
  const wanted = Math.min(1, donors_max / users, people_max / (users + new_per_day * horizon_days))
  const payable = (times: number) => decisions_max / Math.max(1, cost * times)
  const fewer = Math.min(wanted, Math.max(payable(runs), Math.min(wanted, starters_min / users)))
  const lived_runs = Math.min(runs, Math.max(runs_min, Math.floor(decisions_max / Math.max(1, cost * fewer))))
  const fraction = Math.min(fewer, payable(lived_runs))
  const starters = Math.max(1, Math.min(donors, Math.round(users * fraction)))
  return {
    starters,
    runs: lived_runs,
    starter_weight: users / starters,
    fraction,
    fewer_donors: fraction < Math.min(1, donors_max / users),
    fewer_runs: lived_runs < runs
  }
}
