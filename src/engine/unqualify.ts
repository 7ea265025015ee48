/**
 * A reversed event may take its period out of a streak. Whether other events of that period earned it as well only the
 * tables know: the caller hands them in.
 */
import { zoneFor } from "./calendar.ts"
import type { ReverseCommand } from "./Command.ts"
import { type Draft, read, write } from "./Draft.ts"
import { firstFailure } from "./filters.ts"
import { periodKey } from "./periods.ts"
import { own, type StreakState } from "./State.ts"
import { expiryAfter, isInGrace, periodAt } from "./streakClock.ts"
import { foldPeriods } from "./streakFold.ts"
import type { CompiledStreak } from "./Snapshot.ts"

type Fact = ReverseCommand["event"]

export const unqualify = (draft: Draft, streakKey: string, event: Fact): void => {
  const streak = draft.snapshot.streaks.get(streakKey)
  const held = read(draft, "streaks", streakKey)
  if (streak === undefined || held === undefined || held.frequency !== streak.rule.frequency) return
  const { rule } = streak
  const zone = zoneFor(
    rule.timezone.mode,
    { user: draft.zone, tenant: draft.context.tenant_timezone },
    rule.timezone.fallback
  )
  const at = periodAt(streak, zone, event.occurred_at)
  // Within the grace the event may have counted for the period before.
  const candidates = isInGrace(streak, zone, at, event.occurred_at) ? [at - 1, at] : [at]
  const period = candidates.find((one) => held.qualified.includes(one))
  if (period === undefined) return forgetProgress(draft, streak, held, at, event)
  const others = event.others.filter((other) => {
    const place = periodAt(streak, zone, other.occurred_at)
    return place === period || (place === period + 1 && isInGrace(streak, zone, place, other.occurred_at))
  })
  if (isEarnedBy(streak, others)) return
  const qualified = held.qualified.filter((one) => one !== period)
  const { cursor } = foldPeriods(rule, held.base, qualified)
  const newest = cursor.period
  const next: StreakState = {
    ...held,
    current: newest === null ? 0 : cursor.current,
    period_key: newest === null ? null : periodKey(streak.kind, newest),
    freezes_left: cursor.freezes_left,
    since_freeze: cursor.since_freeze,
    expires_at: newest === null ? null : expiryAfter(streak, zone, newest),
    qualified,
    progress: { ...held.progress, [period]: countsOf(streak, others) }
  }
  write(draft, "streaks", streakKey, next)
  draft.changed.add(streak.input)
}

/** The period had not qualified yet: the event no longer counts towards it. */
const forgetProgress = (draft: Draft, streak: CompiledStreak, held: StreakState, period: number, event: Fact): void => {
  const counts = own(held.progress, String(period))
  if (counts === undefined) return
  const left = Object.fromEntries(
    Object.entries(counts).map(([place, count]) => {
      const { event_type } = streak.rule.qualifying.events[Number(place)]!
      const filters = streak.filters[Number(place)]!
      const counted = event_type === event.type && firstFailure(filters, event.properties) < 0
      return [place, counted ? Math.max(0, count - 1) : count]
    })
  )
  write(draft, "streaks", streak.rule.streak_key, { ...held, progress: { ...held.progress, [period]: left } })
}

const countsOf = (streak: CompiledStreak, events: Fact["others"]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    streak.rule.qualifying.events.map(({ event_type }, place) => [
      place,
      events.filter((one) => one.type === event_type && firstFailure(streak.filters[place]!, one.properties) < 0).length
    ])
  )

const isEarnedBy = (streak: CompiledStreak, events: Fact["others"]): boolean => {
  const { events: entries, match } = streak.rule.qualifying
  const counts = countsOf(streak, events)
  const isEnough = (place: number) => (counts[place] ?? 0) >= entries[place]!.min_count
  return match === "any" ? entries.some((_, place) => isEnough(place)) : entries.every((_, place) => isEnough(place))
}
