/**
 * The event quota as seen from this process: accepted new events per calendar month (UTC). The journal counts them in the transaction
 * that stores them; this is the gate in front, which has to answer without a statement per event. It reads the count every few seconds,
 * more often near the quota, and adds what this process let in since.
 */
import { Clock, Context, Deferred, Effect, Layer } from "effect"
import { BuddyStore } from "./Store.ts"

const fresh_ms = 5_000
/** Other runners accept events too: near the quota their share is worth a look before anybody is refused or let in. */
const near_ms = 250
const near_share = 0.98
/** Reservations nobody ended (a caller that died) count no longer than one to two of these. */
const reservation_ms = 60_000
const customers_max = 20_000

export type Reservation =
  | { readonly ok: true }
  | { readonly ok: false; readonly quota: number; readonly used: number; /** ISO 8601 */ readonly resets_at: string }

interface Count {
  month: string
  /** in the database as of `read_at`, plus what was stored through this process since */
  stored: number
  /** reserved, outcome open; in two generations so that forgotten ones fade */
  open: number
  openBefore: number
  turned_at: number
  read_at: number
}

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7)

/** The first moment of the next month (UTC). */
export const resetsAt = (now: number): string => {
  const date = new Date(now)
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)).toISOString()
}

export class Usage extends Context.Service<Usage, {
  /** The hot path: undefined when the count has to be read first, then use `reserve`. */
  reserveNow(customer_id: string, events: number, quota: number): Reservation | undefined
  /** Room for `events` new events of this month. Whoever gets it must call `release` once, whatever happens. */
  reserve(customer_id: string, events: number, quota: number): Effect.Effect<Reservation>
  /** Ends a reservation: `stored` of its `events` became new events (not repeated, not refused, not failed). */
  release(customer_id: string, events: number, stored: number): void
  /** events of the current month */
  used(customer_id: string): Effect.Effect<number>
}>()("hatchery/buddy/Usage") {
  static readonly layer = Layer.effect(Usage, Effect.gen(function*() {
    const store = yield* BuddyStore
    const clock = yield* Clock.Clock
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const counts = new Map<string, Count>()
    const reading = new Map<string, Effect.Effect<Count>>()

    const countOf = (customer_id: string, now: number): Count => {
      const month = monthOf(now)
      let count = counts.get(customer_id)
      if (count === undefined) {
        if (counts.size >= customers_max) counts.clear()
        count = { month, stored: 0, open: 0, openBefore: 0, turned_at: now, read_at: -Infinity }
        counts.set(customer_id, count)
      } else if (count.month !== month) {
        Object.assign(count, { month, stored: 0, open: 0, openBefore: 0, turned_at: now, read_at: -Infinity })
      } else if (now - count.turned_at > reservation_ms) {
        Object.assign(count, { openBefore: count.open, open: 0, turned_at: now })
      }
      return count
    }

    const totalOf = (count: Count) => count.stored + count.open + count.openBefore

    const read = (customer_id: string) =>
      Effect.suspend(() => {
        const before = countOf(customer_id, clock.currentTimeMillisUnsafe())
        const { month, stored: storedBefore } = before
        return Effect.map(store.usage(customer_id, month), (used) => {
          const now = clock.currentTimeMillisUnsafe()
          const count = countOf(customer_id, now)
          if (count.month === month) {
            // What was stored while the statement ran may or may not be in its answer; counted twice it is forgotten at the next read.
            count.stored = used + count.stored - storedBefore
            count.read_at = now
          }
          return count
        })
      })

    /** Everybody who waits for the same count shares one statement. */
    const readOnce = (customer_id: string) =>
      Effect.suspend(() => {
        const known = reading.get(customer_id)
        if (known !== undefined) return known
        const done = Deferred.makeUnsafe<Count>()
        reading.set(customer_id, Deferred.await(done))
        // Detached: the one who asked first may go away, the others still wait.
        runFork(read(customer_id)).addObserver((exit) => {
          reading.delete(customer_id)
          Deferred.doneUnsafe(done, exit)
        })
        return Deferred.await(done)
      })

    const take = (count: Count, events: number, quota: number, now: number): Reservation => {
      const used = totalOf(count)
      if (used + events > quota) return { ok: false, quota, used, resets_at: resetsAt(now) }
      count.open += events
      return { ok: true }
    }

    const reserveNow = (customer_id: string, events: number, quota: number): Reservation | undefined => {
      const now = clock.currentTimeMillisUnsafe()
      const count = countOf(customer_id, now)
      const isNear = totalOf(count) + events > quota * near_share
      return now - count.read_at > (isNear ? near_ms : fresh_ms) ? undefined : take(count, events, quota, now)
    }

    return Usage.of({
      reserveNow,
      reserve: (customer_id, events, quota) =>
        Effect.suspend(() => {
          const reservation = reserveNow(customer_id, events, quota)
          if (reservation !== undefined) return Effect.succeed(reservation)
          return Effect.map(readOnce(customer_id), (count) => take(count, events, quota, clock.currentTimeMillisUnsafe()))
        }),
      release: (customer_id, events, stored) => {
        const count = countOf(customer_id, clock.currentTimeMillisUnsafe())
        const open = Math.min(count.open, events)
        count.open -= open
        count.openBefore = Math.max(0, count.openBefore - (events - open))
        count.stored += stored
      },
      used: (customer_id) =>
        Effect.map(readOnce(customer_id), (count) => count.stored)
    })
  }))
}
