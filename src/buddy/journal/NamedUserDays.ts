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

const whoseOf = (customer_id: string, user_id: string): string => `${customer_id} ${user_id}`

export class NamedUserDays {
  private young = new Set<string>()
  private old = new Set<string>()
  /** by user: how often it was forgotten */
  private readonly times = new Map<string, number>()

  private nameOf(customer_id: string, [audience, user_id, feature, day]: UserDay): string {
    const whose = whoseOf(customer_id, user_id)
    return `${this.times.get(whose) ?? 0} ${day} ${audience} ${feature} ${whose}`
  }

  /** A change that names nobody in vain. */
  without(change: ChangeSet | undefined): ChangeSet | undefined {
    if (change === undefined || change.delta === null || change.delta.u.length === 0) return change
    const { customer_id, delta } = change
    const u = this.unnamed(customer_id, delta.u)
    return u.length === delta.u.length ? change : { ...change, delta: { ...delta, u } }
  }

  private unnamed(customer_id: string, days: ReadonlyArray<UserDay>): ReadonlyArray<UserDay> {
    const isNew = (day: UserDay) => {
      const name = this.nameOf(customer_id, day)
      return !this.young.has(name) && !this.old.has(name)
    }
    return days.some(isNew) ? days.filter(isNew) : none
  }

  remember(customer_id: string, days: ReadonlyArray<UserDay>): void {
    for (const day of days) this.young.add(this.nameOf(customer_id, day))
    if (this.young.size < generation_max) return
    this.old = this.young
    this.young = new Set()
  }

  forget(customer_id: string, user_id: string): void {
    const whose = whoseOf(customer_id, user_id)
    this.times.set(whose, (this.times.get(whose) ?? 0) + 1)
    if (this.times.size > generation_max) this.forgetAll()
  }

  forgetAll(): void {
    this.young = new Set()
    this.old = new Set()
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

const none: ReadonlyArray<UserDay> = []
