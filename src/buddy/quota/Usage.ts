/**
 * The event quota as seen from this process: accepted new events per calendar month (UTC). The journal counts them in
 * the transaction that stores them; this is the gate in front, which has to answer without a statement per event. It
 * reads the count every few seconds, more often near the quota, and adds what this process let in since.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { makeSingleFlight } from "../../platform/requests/SingleFlight.ts"
import { BuddyStore } from "../actor/Store.ts"

const fresh_ms = 5_000
/** Other runners accept events too: near the quota their share is worth a look before anybody is refused or let in. */
const near_ms = 250
const near_share = 0.98
/** Reservations nobody ended (a caller that died) count no longer than one to two of these. */
const reservation_ms = 60_000
const customers_max = 20_000
/** How often and how long a caller at the edge of the quota waits for those before it. */
const settle_attempts_max = 25
const settle_ms = 10

export type Reservation =
  | { readonly ok: true }
  | { readonly ok: false; readonly quota: number; readonly used: number; /** ISO 8601 */ readonly resets_at: string }

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** The first moment of the next month (UTC). */
export const resetsAt = (now: number): string => {
  const date = new Date(now)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString()
}

/** What is known of one customer's month. */
class Count {
  month = ""
  /** epoch ms, of the month */
  private begins_at = 0
  private ends_at = 0
  read_at = -Infinity
  /** in the database as of `read_at`, plus what was stored through this process since */
  stored = 0
  /** reserved, outcome open; in two generations so that forgotten ones fade */
  private open = 0
  private openBefore = 0
  private turned_at = 0
  /** the last read may have counted something twice */
  private isDoubtful = false

  get total(): number {
    return this.stored + this.open + this.openBefore
  }

  /** Before every use: a new month starts from nothing, and old reservations age. */
  at(now: number): this {
    if (now < this.begins_at || now >= this.ends_at) {
      const month = monthOf(now)
      const [begins_at, ends_at] = [Date.parse(month), Date.parse(resetsAt(now))]
      const rest = { stored: 0, open: 0, openBefore: 0, turned_at: now, read_at: -Infinity }
      Object.assign(this, { month, begins_at, ends_at, ...rest })
    } else if (now - this.turned_at > reservation_ms) {
      Object.assign(this, { openBefore: this.open, open: 0, turned_at: now })
    }
    return this
  }

  /** Undefined: there may be room once what is under way has ended and the count is read again. */
  take(events: number, quota: number, now: number): Reservation | undefined {
    if (this.total + events <= quota) {
      this.open += events
      return { ok: true }
    }
    return this.isDoubtful || this.open > 0 ? undefined : this.refuse(quota, now)
  }

  refuse(quota: number, now: number): Reservation {
    const known = Math.min(quota, this.total)
    // A lower plan may allow less than was stored before it; what may stand there twice tells no such thing.
    const used = this.isDoubtful ? known : Math.max(known, this.stored)
    return { ok: false, quota, used, resets_at: resetsAt(now) }
  }

  /** What was under way while the statement ran may stand in its answer and here as well. */
  readUnder(change: { readonly used: number; readonly storedBefore: number; readonly now: number }): void {
    const storedMeanwhile = this.stored - change.storedBefore
    this.isDoubtful = storedMeanwhile > 0 || this.open > 0
    this.stored = change.used + storedMeanwhile
    this.read_at = change.now
  }

  end(events: number, stored: number): void {
    const open = Math.min(this.open, events)
    this.open -= open
    this.openBefore = Math.max(0, this.openBefore - (events - open))
    this.stored += stored
  }

  isOldFor(events: number, quota: number, now: number): boolean {
    return now - this.read_at > (this.total + events > quota * near_share ? near_ms : fresh_ms)
  }
}

export class Usage extends Context.Service<
  Usage,
  {
    /** The hot path: undefined when the count has to be read first, then use `reserve`. */
    reserveNow(customer_id: string, events: number, quota: number): Reservation | undefined
    /** Room for `events` new events of this month. Whoever gets it must call `release` once, whatever happens. */
    reserve(customer_id: string, events: number, quota: number): Effect.Effect<Reservation>
    /** Ends a reservation: `stored` of its `events` became new events (not repeated, not refused, not failed). */
    release(customer_id: string, events: number, stored: number): void
    /** events of the current month */
    used(customer_id: string): Effect.Effect<number>
  }
>()("hatchery/buddy/Usage") {
  static readonly layer = Layer.effect(
    Usage,
    Effect.gen(function* () {
      const store = yield* BuddyStore
      const clock = yield* Clock.Clock
      const once = (yield* makeSingleFlight)<Count, never>()
      const counts = new Map<string, Count>()
      const countOf = (customer_id: string): Count => {
        let count = counts.get(customer_id)
        if (count === undefined) {
          if (counts.size >= customers_max) counts.clear()
          count = new Count()
          counts.set(customer_id, count)
        }
        return count.at(clock.currentTimeMillisUnsafe())
      }

      const read = (customer_id: string) =>
        Effect.suspend(() => {
          const { month, stored: storedBefore } = countOf(customer_id)
          return Effect.map(store.usage(customer_id, month), (used) => {
            const count = countOf(customer_id)
            if (count.month === month) count.readUnder({ used, storedBefore, now: clock.currentTimeMillisUnsafe() })
            return count
          })
        })

      const reserveNow = (customer_id: string, events: number, quota: number): Reservation | undefined => {
        const now = clock.currentTimeMillisUnsafe()
        const count = countOf(customer_id)
        return count.isOldFor(events, quota, now) ? undefined : count.take(events, quota, now)
      }

      /** Close to the quota the last events in flight decide: nobody is refused on a count that may be wrong. */
      const settle = Effect.fnUntraced(function* (customer_id: string, events: number, quota: number) {
        for (let attempt = 0; attempt < settle_attempts_max; attempt++) {
          const count = yield* once(customer_id, read(customer_id))
          const reservation = count.take(events, quota, clock.currentTimeMillisUnsafe())
          if (reservation !== undefined) return reservation
          yield* Effect.sleep(settle_ms)
        }
        return countOf(customer_id).refuse(quota, clock.currentTimeMillisUnsafe())
      })

      return Usage.of({
        reserveNow,
        reserve: (customer_id, events, quota) =>
          Effect.suspend(() => {
            const reservation = reserveNow(customer_id, events, quota)
            return reservation === undefined ? settle(customer_id, events, quota) : Effect.succeed(reservation)
          }),
        release: (customer_id, events, stored) => countOf(customer_id).end(events, stored),
        used: (customer_id) => Effect.map(once(customer_id, read(customer_id)), (count) => count.stored)
      })
    })
  )
}
