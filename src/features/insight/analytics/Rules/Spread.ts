/** How often users were there, out of how many were there on how many days. */

export interface DaysOfUsers {
  readonly days: number
  readonly users: number
}

const buckets: ReadonlyArray<readonly [from: number, to: number | null]> = [
  [1, 1],
  [2, 3],
  [4, 7],
  [8, 14],
  [15, 21],
  [22, null]
]

const usersOf = (all: ReadonlyArray<DaysOfUsers>): number => all.reduce((sum, { users }) => sum + users, 0)

/** The least number of days that this share of all users was there at most. */
const percentile = (ascending: ReadonlyArray<DaysOfUsers>, share: number): number | null => {
  const wanted = share * usersOf(ascending)
  let seen = 0
  for (const { days, users } of ascending) {
    seen += users
    if (seen >= wanted) return days
  }
  return null
}

export const spreadOf = (all: ReadonlyArray<DaysOfUsers>) => {
  const ascending = [...all].sort((a, b) => a.days - b.days)
  const users = usersOf(all)
  const total = all.reduce((sum, one) => sum + one.days * one.users, 0)
  return {
    mean: users === 0 ? null : Math.round((total / users) * 10_000) / 10_000,
    p50: percentile(ascending, 0.5),
    p90: percentile(ascending, 0.9),
    histogram: buckets.map(([from, to]) => ({
      from,
      to,
      users: usersOf(all.filter(({ days }) => days >= from && days <= (to ?? Infinity)))
    }))
  }
}

/**
 * The day by which half of them were there, of counts by the lower end of their bucket: as if each had come evenly
 * within its bucket. The last bucket has no end.
 */
export const medianDay = (counts: ReadonlyMap<number, number>, starts: ReadonlyArray<number>): number | null => {
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0)
  if (total === 0) return null
  let seen = 0
  for (const [place, start] of starts.entries()) {
    const own = counts.get(start) ?? 0
    if (own > 0 && seen + own >= total / 2) {
      const end = starts[place + 1] ?? start
      return Math.round((start + ((end - start) * (total / 2 - seen)) / own) * 100) / 100
    }
    seen += own
  }
  return null
}
