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
/** By user, of those of one workspace, audience and day. */
type Users = Map<string, Features>

/** So many of the newest; users are looked up by their ids alone, which are shorter than all that is said of a day. */
class Generation {
  readonly groups = new Map<string, Users>()
  size = 0

  at(group: string): Users {
    const known = this.groups.get(group)
    if (known !== undefined) return known
    const users: Users = new Map()
    this.groups.set(group, users)
    // It takes room itself: days of one user each must not make many more of them.
    this.size++
    return users
  }
}

/** Where users of one day are: nearly all that are asked about are of the same. */
interface Place {
  readonly customer_id: string
  readonly audience: string
  readonly day: number
  readonly times: number
  readonly young: Users
  readonly old: Users
}

const holds = (features: Features, one: Features): boolean => Math.floor(features / one) % 2 === 1

export class NamedUserDays {
  private young = new Generation()
  private old = new Generation()
  private last: Place | undefined
  private readonly places = new Map<string, Features>()
  /** by user: how often it was forgotten */
  private readonly times = new Map<string, number>()

  private at(customer_id: string, [audience, user_id, , day]: UserDay): Place {
    const times = this.times.size === 0 ? 0 : (this.times.get(whoseOf(customer_id, user_id)) ?? 0)
    const { last } = this
    const isThere = last?.day === day && last.customer_id === customer_id && last.audience === audience
    if (isThere && last.times === times) return last
    const group = `${times} ${day} ${customer_id} ${audience}`
    const [young, old] = [this.young.at(group), this.old.groups.get(group) ?? nobody]
    return (this.last = { customer_id, audience, day, times, young, old })
  }

  private placeOf(feature: string): Features | undefined {
    const known = this.places.get(feature)
    if (known !== undefined || this.places.size === features_max) return known
    const place = 2 ** this.places.size
    this.places.set(feature, place)
    return place
  }

  /** The change, which names nobody in vain from here on. */
  without(change: ChangeSet | undefined): ChangeSet | undefined {
    if (change === undefined || change.delta === null || change.delta.u.length === 0) return change
    change.delta.u = this.unnamed(change.customer_id, change.delta.u)
    return change
  }

  private unnamed(customer_id: string, days: ReadonlyArray<UserDay>): ReadonlyArray<UserDay> {
    let before: UserDay | undefined
    let [young, old]: [Features, Features] = [0, 0]
    let found: Array<UserDay> | undefined
    for (const day of days) {
      if (before === undefined || !isSameDay(before, day)) {
        const users = this.at(customer_id, day)
        young = users.young.get(day[1]) ?? 0
        old = users.old.get(day[1]) ?? 0
        before = day
      }
      const place = this.placeOf(day[2])
      if (place !== undefined && (holds(young, place) || holds(old, place))) continue
      if (found === undefined) found = [day]
      else found.push(day)
    }
    return found ?? none
  }

  remember(customer_id: string, days: ReadonlyArray<UserDay>): void {
    for (let at = 0; at < days.length;) {
      const day = days[at]!
      const { young } = this.at(customer_id, day)
      const known = young.get(day[1])
      let features = known ?? 0
      for (; at < days.length && isSameDay(day, days[at]!); at++) {
        const place = this.placeOf(days[at]![2])
        if (place !== undefined && !holds(features, place)) features += place
      }
      young.set(day[1], features)
      if (known === undefined) this.young.size++
    }
    if (this.young.size < generation_max) return
    this.old = this.young
    this.young = new Generation()
    this.last = undefined
  }

  forget(customer_id: string, user_id: string): void {
    const whose = whoseOf(customer_id, user_id)
    this.times.set(whose, (this.times.get(whose) ?? 0) + 1)
    if (this.times.size > generation_max) this.forgetAll()
  }

  forgetAll(): void {
    this.young = new Generation()
    this.old = new Generation()
    this.last = undefined
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

const nobody: Users = new Map()

const isSameDay = (one: UserDay, other: UserDay): boolean =>
  one[3] === other[3] && one[0] === other[0] && one[1] === other[1]

const none: ReadonlyArray<UserDay> = []
