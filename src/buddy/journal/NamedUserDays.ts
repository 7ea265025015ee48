/**
 * What this process has committed of who was active when, the newest of it: saying it again would change nothing, and a
 * user who sends a thousand events a day is named once. Forgetting costs a line, no truth. Of a user who is erased it
 * has to be forgotten: what was said is gone, and the same day of somebody who comes back is to be said again.
 */
import { Effect } from "effect"
import { CacheInvalidation } from "../../platform/cluster/CacheInvalidation.ts"
import type { UserDay } from "../../wire/analytics/Delta.ts"
import type { ChangeSet } from "./ChangeSet.ts"

/** In two generations: when the younger one is full, the older one goes. */
const generation_max = 100_000
/** What a number holds exactly; a feature beyond them is said each time. */
const features_max = 52

const whoseOf = (customer_id: string, user_id: string): string => `${customer_id} ${user_id}`

/** Features of a day, each at a place of its own: a day with eight of them is looked up once. */
type Features = number
type Days = Map<string, Features>

const holds = (features: Features, one: Features): boolean => Math.floor(features / one) % 2 === 1

export class NamedUserDays {
  private young: Days = new Map()
  private old: Days = new Map()
  private readonly places = new Map<string, Features>()
  /** by user: how often it was forgotten */
  private readonly times = new Map<string, number>()

  private nameOf(customer_id: string, [audience, user_id, , day]: UserDay): string {
    const whose = whoseOf(customer_id, user_id)
    return `${this.times.get(whose) ?? 0} ${day} ${audience} ${whose}`
  }

  private placeOf(feature: string): Features | undefined {
    const known = this.places.get(feature)
    if (known !== undefined || this.places.size === features_max) return known
    const place = 2 ** this.places.size
    this.places.set(feature, place)
    return place
  }

  /** A change that names nobody in vain. */
  without(change: ChangeSet | undefined): ChangeSet | undefined {
    if (change === undefined || change.delta === null || change.delta.u.length === 0) return change
    const { customer_id, delta } = change
    const u = this.unnamed(customer_id, delta.u)
    return u.length === delta.u.length ? change : { ...change, delta: { ...delta, u } }
  }

  private unnamed(customer_id: string, days: ReadonlyArray<UserDay>): ReadonlyArray<UserDay> {
    let before: UserDay | undefined
    let [young, old]: [Features, Features] = [0, 0]
    const isNew = (day: UserDay) => {
      if (before === undefined || !isSameDay(before, day)) {
        const name = this.nameOf(customer_id, day)
        young = this.young.get(name) ?? 0
        old = this.old.get(name) ?? 0
        before = day
      }
      const place = this.placeOf(day[2])
      return place === undefined || (!holds(young, place) && !holds(old, place))
    }
    const found = days.filter(isNew)
    return found.length === 0 ? none : found
  }

  remember(customer_id: string, days: ReadonlyArray<UserDay>): void {
    for (let at = 0; at < days.length;) {
      const day = days[at]!
      const name = this.nameOf(customer_id, day)
      let features = this.young.get(name) ?? 0
      for (; at < days.length && isSameDay(day, days[at]!); at++) {
        const place = this.placeOf(days[at]![2])
        if (place !== undefined && !holds(features, place)) features += place
      }
      this.young.set(name, features)
    }
    if (this.young.size < generation_max) return
    this.old = this.young
    this.young = new Map()
  }

  forget(customer_id: string, user_id: string): void {
    const whose = whoseOf(customer_id, user_id)
    this.times.set(whose, (this.times.get(whose) ?? 0) + 1)
    if (this.times.size > generation_max) this.forgetAll()
  }

  forgetAll(): void {
    this.young = new Map()
    this.old = new Map()
    this.times.clear()
  }
}

/** Forgets whom it hears of, and everybody when it may have missed something. */
export const makeNamedUserDays = Effect.map(CacheInvalidation, (changes) => {
  const named = new NamedUserDays()
  changes.subscribe((change) => {
    if (change._tag === "Route") named.forget(change.customer_id, change.user_id)
    if (change._tag === "Everything") named.forgetAll()
  })
  return named
})

const isSameDay = (one: UserDay, other: UserDay): boolean =>
  one[3] === other[3] && one[0] === other[0] && one[1] === other[1]

const none: ReadonlyArray<UserDay> = []
