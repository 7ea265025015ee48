/**
 * What a change adds to the figures of its tenant, and how many of them become one. Sums know no order: however deltas
 * are put together, the same comes out.
 */

/** Of a metric on a local day (days since 1970-01-01; null: the day on which it was committed). */
export type Count = readonly [
  metric: string,
  day: number | null,
  audience: string,
  key: string,
  count: number,
  amount: number
]

/** The same of a day that is known. */
export type DatedCount = Count & { readonly 1: number }

/** A user was active that day; feature '': sent an event, else used that. Saying it again changes nothing. */
export type UserDay = readonly [audience: string, user_id: string, feature: string, day: number]

/** Whoever was in an audience is in another one now. */
export type Move = readonly [from: string, to: string]

/** What a buddy did and was paid; forgotten once it was looked at for buddies that do much more than others. */
export type Deed = readonly [buddy_id: string, events: number, coins: number]

/** What nobody counts by the day: times, by what it was and by its key. */
export type Sighting = readonly [metric: "limited" | "reviews", key: string, count: number]

export interface Delta {
  readonly c: ReadonlyArray<Count>
  readonly u: ReadonlyArray<UserDay>
  readonly m?: ReadonlyArray<Move>
  /** audiences again, after they were none: what is written of them from here on follows no move of before */
  readonly r?: ReadonlyArray<string>
  readonly b?: ReadonlyArray<Deed>
  readonly h?: ReadonlyArray<Sighting>
}

/** The day of what is true now, whatever day it came about. */
export const now_day = 0

/** Days on which an event of a user brought something, or a streak was this long: for comparisons, no features. */
export const rewardedFeature = "~rewarded"
export const longStreakFeature = "~streak_3"
export const long_streak = 3

/** Figures of users who live on a test clock are kept apart, under another name of the metric. */
export const testPrefix = "test."

/**
 * Keys of 'erased' for what is taken out of the figures with a user that goes onto a test clock, and put in (less than
 * nothing) with one that is back. A rebuild takes everybody for where it is by then, and has none of them.
 */
export const clockedPrefix = "~clock:"

/** No two days have the same one, whatever the texts hold: features have no space in them. */
const userDayKey = ([audience, user_id, feature, day]: UserDay): string =>
  `${feature} ${day} ${audience.length} ${audience}${user_id}`

const compared_max = 12

const isSaid = (all: ReadonlyArray<UserDay>, first: number, [audience, user_id, feature, day]: UserDay): boolean => {
  for (let at = first; at < all.length; at++) {
    const said = all[at]!
    if (said[2] === feature && said[3] === day && said[0] === audience && said[1] === user_id) return true
  }
  return false
}

/** Sums of one day and audience, by metric, then key: names that are there already are looked up, not put together. */
type Counts = Map<string, Map<string, [...Count]>>

export class CountSum {
  private readonly days = new Map<string, Counts>()
  private readonly sums: Array<[...Count]> = []
  /** of nearly all that is added the same */
  private readonly last: { day: number | null; audience: string; counts: Counts | undefined } = {
    day: null,
    audience: "",
    counts: undefined
  }

  private of(day: number | null, audience: string): Counts {
    const { last } = this
    if (last.counts !== undefined && last.day === day && last.audience === audience) return last.counts
    last.day = day
    last.audience = audience
    return (last.counts = getOrSet(this.days, `${day} ${audience}`, () => new Map<string, Map<string, [...Count]>>()))
  }

  /** `day`: where the count names none, or another one is meant. */
  add([metric, on, audience, key, count, amount]: Count, day = on): void {
    const keys = getOrSet(this.of(day, audience), metric, () => new Map<string, [...Count]>())
    const before = keys.get(key)
    if (before === undefined) {
      const sum: [...Count] = [metric, day, audience, key, count, amount]
      keys.set(key, sum)
      return void this.sums.push(sum)
    }
    before[4] += count
    before[5] += amount
  }

  value(): ReadonlyArray<Count> {
    return this.sums
  }
}

export class DeltaSum {
  private readonly counts = new CountSum()
  private readonly users = new Map<string, UserDay>()
  private readonly deeds = new Map<string, Deed>()
  /** of those that are nobody's of before */
  private readonly others = { u: [] as Array<UserDay>, b: [] as Array<Deed> }
  private readonly sightings = new Map<string, Sighting>()

  add({ b = [], c, h = [], u }: Omit<Delta, "m" | "r">): void {
    for (const count of c) this.counts.add(count)
    for (const day of u) this.users.set(userDayKey(day), day)
    for (const [buddy_id, events, coins] of b) {
      const [, before = 0, paid = 0] = this.deeds.get(buddy_id) ?? []
      this.deeds.set(buddy_id, [buddy_id, before + events, paid + coins])
    }
    this.see(h)
  }

  /** The same, of somebody who is not among those before: nothing is looked up of who it was. */
  addOther({ b, c, h, u }: Omit<Delta, "m" | "r">): void {
    for (const count of c) this.counts.add(count)
    this.addOtherDays(u)
    if (b !== undefined) for (const deed of b) this.others.b.push(deed)
    if (h !== undefined) this.see(h)
  }

  /** Said more than once by many events of one change at most: a few are compared faster than looked up. */
  private addOtherDays(u: ReadonlyArray<UserDay>): void {
    const { u: all } = this.others
    const first = all.length
    for (const day of u) {
      if (all.length - first === compared_max) this.users.set(userDayKey(day), day)
      else if (!isSaid(all, first, day)) all.push(day)
    }
  }

  private see(h: ReadonlyArray<Sighting>): void {
    for (const [metric, key, times] of h) {
      const name = `${metric} ${key}`
      this.sightings.set(name, [metric, key, times + (this.sightings.get(name)?.[2] ?? 0)])
    }
  }

  value(): Delta {
    const { others } = this
    const [b, h] = [[...this.deeds.values(), ...others.b], [...this.sightings.values()]]
    return {
      c: this.counts.value(),
      u: [...this.users.values(), ...others.u],
      ...(b.length === 0 ? {} : { b }),
      ...(h.length === 0 ? {} : { h })
    }
  }
}

const getOrSet = <A>(all: Map<string, A>, name: string, make: () => A): A => {
  const known = all.get(name)
  if (known !== undefined) return known
  const made = make()
  all.set(name, made)
  return made
}
