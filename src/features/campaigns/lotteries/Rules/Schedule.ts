/** When a lottery draws: on the wall clock of its zone, at moments that follow from its schedule alone. */
import { firstDayOf, periodOf } from "../../../../engine/calendar/periods.ts"
import { dayMs, localDay, offsetAt, type Zone, zoneOf } from "../../../../engine/calendar/zones.ts"
import type { LotterySchedule } from "../../../../wire/campaigns/Lottery.ts"

const minuteMs = 60_000
/** No zone shifts at a finer step. */
const quarterMs = 15 * minuteMs

/**
 * The first moment at which the zone's clock shows at least that time of that day: the first of two where an hour comes
 * twice, and the end of the gap where it does not come at all.
 */
export const momentAt = (zone: Zone, day: number, minutes: number): number => {
  const wall = day * dayMs + minutes * minuteMs
  const candidates = [wall - offsetAt(zone, wall - dayMs), wall - offsetAt(zone, wall + dayMs)]
  const [first, last] = [Math.min(...candidates), Math.max(...candidates)]
  const shows = (at: number) => at + offsetAt(zone, at)
  if (shows(first) === wall) return first
  if (shows(last) === wall) return last
  for (let at = Math.floor(first / quarterMs) * quarterMs; at <= last; at += quarterMs) {
    if (at >= first && shows(at) >= wall) return at
  }
  return last
}

type Recurring = Exclude<LotterySchedule, { readonly frequency: "once" }>

/** The local day of a recurring draw in the period that `steps` after the one of `day` is. */
const dayIn = (schedule: Recurring, day: number, steps: number): number => {
  switch (schedule.frequency) {
    case "daily":
      return day + steps
    case "weekly":
      return firstDayOf("week", periodOf("week", day) + steps) + schedule.weekday - 1
    case "monthly":
      return firstDayOf("month", periodOf("month", day) + steps) + schedule.day - 1
  }
}

/** The first moment of the schedule after `after`, epoch ms; null: there is none any more. */
export const nextDrawAt = (schedule: LotterySchedule, after: number): number | null => {
  if (schedule.frequency === "once") {
    const at = Date.parse(schedule.draw_at)
    return at > after ? at : null
  }
  const zone = zoneOf(schedule.timezone)
  const today = localDay(zone, after)
  const minutes = schedule.hour * 60 + schedule.minute
  for (let steps = 0; ; steps++) {
    const at = momentAt(zone, dayIn(schedule, today, steps), minutes)
    if (at > after) return at
  }
}
