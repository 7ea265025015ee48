/** How all buddies of an audience stand, out of how each of them does. */

export interface StreakNow {
  readonly streak_key: string
  /** as the newest event left it */
  readonly held: number
  /** 0: it would begin anew with an event now */
  readonly running: number
}

export interface BuddyNow {
  readonly audience: string
  readonly coins: number
  /** its user has not been there for a month */
  readonly isIdle: boolean
  /** coins of archived ones are still there; they are no holders, and stand nowhere */
  readonly isActive: boolean
  readonly stage: number
  readonly isReady: boolean
  readonly streaks: ReadonlyArray<StreakNow>
}

export interface Balances {
  readonly p10: number | null
  readonly p50: number | null
  readonly p90: number | null
  readonly p99: number | null
  readonly gini: number | null
  readonly top_1pct_share: number | null
  readonly holders: number
}

export interface StreakStanding {
  readonly streak_key: string
  readonly running: number
  readonly at_least: Readonly<Record<string, number>>
  readonly sum: number
  readonly longest: number
  readonly lapsed: number
}

export interface Standing {
  readonly buddies: number
  readonly coins: number
  readonly idle_coins: number
  readonly balances: Balances
  readonly stages: ReadonlyArray<{ readonly stage: number; readonly buddies: number }>
  readonly ready_now: number
  readonly streaks: ReadonlyArray<StreakStanding>
}

const fourDecimals = (value: number): number => Math.round(value * 10_000) / 10_000

/** Of balances above 0 in ascending order: 0 when all hold the same, near 1 when one holds nearly all. */
export const giniOf = (ascending: ReadonlyArray<number>): number => {
  const count = ascending.length
  let [sum, weighted] = [0, 0]
  ascending.forEach((value, place) => {
    sum += value
    weighted += (place + 1) * value
  })
  return (2 * weighted) / (count * sum) - (count + 1) / count
}

/** Of those who hold any. */
export const balancesOf = (all: ReadonlyArray<number>): Balances => {
  const held = all.filter((coins) => coins > 0).sort((a, b) => a - b)
  const holders = held.length
  if (holders === 0) {
    return { p10: null, p50: null, p90: null, p99: null, gini: null, top_1pct_share: null, holders }
  }
  const at = (share: number) => held[Math.max(0, Math.ceil(share * holders) - 1)]!
  const total = held.reduce((sum, one) => sum + one, 0)
  const top = held.slice(-Math.max(1, Math.floor(holders / 100))).reduce((sum, one) => sum + one, 0)
  return {
    p10: at(0.1),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    gini: fourDecimals(giniOf(held)),
    top_1pct_share: fourDecimals(top / total),
    holders
  }
}

export const streakLengths = [3, 7, 30, 100] as const

class Sum {
  private coins = 0
  private readonly balances: Array<number> = []
  private readonly stages = new Map<number, number>()
  private readonly streaks = new Map<string, StreakStanding>()
  private idle = 0
  private ready = 0

  add({ coins, isActive, isIdle, isReady, stage, streaks }: BuddyNow): void {
    this.coins += coins
    if (isIdle) this.idle += coins
    if (!isActive) return
    this.balances.push(coins)
    this.stages.set(stage, (this.stages.get(stage) ?? 0) + 1)
    if (isReady) this.ready++
    for (const streak of streaks) this.streak(streak)
  }

  private streak({ held, running, streak_key }: StreakNow): void {
    const { at_least, lapsed, longest, sum, ...before } = this.streaks.get(streak_key) ?? {
      streak_key,
      running: 0,
      at_least: Object.fromEntries(streakLengths.map((length) => [String(length), 0])),
      sum: 0,
      longest: 0,
      lapsed: 0
    }
    this.streaks.set(streak_key, {
      streak_key,
      running: before.running + (running > 0 ? 1 : 0),
      at_least: Object.fromEntries(
        streakLengths.map((length) => [String(length), at_least[length]! + (running >= length ? 1 : 0)])
      ),
      sum: sum + running,
      longest: Math.max(longest, running),
      lapsed: lapsed + (running === 0 && held > 0 ? 1 : 0)
    })
  }

  value(): Standing {
    return {
      buddies: [...this.stages.values()].reduce((all, one) => all + one, 0),
      coins: this.coins,
      idle_coins: this.idle,
      balances: balancesOf(this.balances),
      stages: [...this.stages].sort(([a], [b]) => a - b).map(([stage, buddies]) => ({ stage, buddies })),
      ready_now: this.ready,
      streaks: [...this.streaks.values()].sort((a, b) => (a.streak_key < b.streak_key ? -1 : 1))
    }
  }
}

export class StandingSum {
  private readonly sums = new Map<string, Sum>()
  buddies = 0

  add(buddy: BuddyNow): void {
    this.buddies++
    for (const audience of ["", buddy.audience]) {
      const sum = this.sums.get(audience) ?? new Sum()
      this.sums.set(audience, sum)
      sum.add(buddy)
    }
  }

  /** By audience, and under '' of all. */
  value(): ReadonlyMap<string, Standing> {
    return new Map([...this.sums].map(([audience, sum]) => [audience, sum.value()]))
  }
}

export const nobody: Standing = new Sum().value()
