/** What reports have to say, reckoned anew out of what was sent: days of users, by a calendar of its own. */

export interface Sent {
  readonly event_id: string
  readonly user_id: string
  readonly type: string
  /** epoch ms */
  readonly at: number
}

const day_ms = 86_400_000

/** The date people in a zone write, as days since 1970-01-01. */
export const dayIn = (timezone: string, at: number): number => {
  const date = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit"
  }).format(at)
  return Date.parse(`${date}T00:00:00Z`) / day_ms
}

export const textOf = (day: number): string => new Date(day * day_ms).toISOString().slice(0, 10)

export const daysByUser = (sent: ReadonlyArray<Sent>, timezone: string): ReadonlyMap<string, ReadonlySet<number>> => {
  const all = new Map<string, Set<number>>()
  for (const { at, user_id } of sent) all.set(user_id, (all.get(user_id) ?? new Set()).add(dayIn(timezone, at)))
  return all
}

const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000)

/** `series` of activity-summary, day by day. */
export const lifeByDay = (
  sent: ReadonlyArray<Sent>,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number }
) => {
  const users = [...daysByUser(sent, timezone).values()]
  return Array.from({ length: to - from + 1 }, (_, place) => {
    const day = from + place
    const active = users.filter((days) => days.has(day))
    const isFirst = (days: ReadonlySet<number>) => Math.min(...days) === day
    const fresh = active.filter(isFirst).length
    const returning = active.filter((days) => days.has(day - 1)).length
    return {
      period: textOf(day),
      active: active.length,
      new: fresh,
      returning,
      resurrected: active.length - fresh - returning,
      dormant: users.filter((days) => days.has(day - 1) && !days.has(day)).length,
      events: sent.filter(({ at }) => dayIn(timezone, at) === day).length
    }
  })
}

/** Cohorts of retention by day: size, and who was there k days on. */
export const cohortsByDay = (
  sent: ReadonlyArray<Sent>,
  timezone: string,
  { mode, newest, today }: { readonly mode: "on" | "on_or_after"; readonly newest: number; readonly today: number }
) => {
  const users = [...daysByUser(sent, timezone).values()]
  return Array.from({ length: newest }, (_, back) => today - newest + 1 + back).map((day) => {
    const own = users.filter((days) => Math.min(...days) === day)
    return {
      cohort: textOf(day),
      size: own.length,
      periods: Array.from({ length: today - day + 1 }, (_, offset) => {
        const there = own.filter((days) =>
          mode === "on" ? days.has(day + offset) : [...days].some((one) => one >= day + offset)
        ).length
        return { offset, users: there, rate: rate(there, own.length), complete: day + offset < today }
      })
    }
  })
}

export const engagementOf = (
  sent: ReadonlyArray<Sent>,
  timezone: string,
  { from, to }: { readonly from: number; readonly to: number }
) => {
  const inside = sent.filter(({ at }) => dayIn(timezone, at) >= from && dayIn(timezone, at) <= to)
  const counts = [...daysByUser(inside, timezone).values()].map((days) => days.size).sort((a, b) => a - b)
  const total = counts.reduce((all, one) => all + one, 0)
  const percentile = (share: number) => counts[Math.max(0, Math.ceil(share * counts.length) - 1)] ?? null
  return {
    active_users: counts.length,
    events_per_user: rate(inside.length, counts.length),
    stickiness: rate(total / (to - from + 1), counts.length),
    mean: rate(total, counts.length),
    p50: percentile(0.5),
    p90: percentile(0.9),
    histogram: [1, 2, 4, 8, 15, 22].map((least, place, all) => {
      const most = all[place + 1] ?? Infinity
      return counts.filter((days) => days >= least && days < most).length
    })
  }
}
