/** Who does much more in an hour than others, found in passing by the one fold of figures. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { tellBeside } from "../../../../platform/notifications/Tell.ts"
import { execute, nowDate } from "../../../../platform/postgres/Sql.ts"
import type { Delta } from "../../../../wire/analytics/Delta.ts"
import { HeavyHitters } from "../Rules/HeavyHitters.ts"

export const hour_ms = 3_600_000
export const hourOf = (at: number): number => at - (at % hour_ms)

/** Fewer events in an hour are nobody's harvest. */
export const harvest_events = 60

export interface HourDelta {
  readonly customer_id: string
  readonly body: Delta
  readonly created_at: Date
}

/** What is known of an hour so far; of what is there already the larger holds. */
export interface HourFigure {
  readonly hour: Date
  readonly metric: string
  readonly key: string
  readonly count: number
  readonly amount: number
}

export interface Watched {
  readonly customer_id: string
  readonly figures: ReadonlyArray<HourFigure>
}

interface Crowd {
  readonly hour: number
  readonly hitters: HeavyHitters
}

interface Deeds {
  events: number
  coins: number
}

/** By buddy: to find one its place costs more than to add up what it did. */
const deedsByHour = (deltas: ReadonlyArray<HourDelta>) => {
  const hours = new Map<number, Map<string, Deeds>>()
  for (const { body, created_at } of deltas) {
    const hour = hourOf(created_at.getTime())
    const known = hours.get(hour) ?? new Map<string, Deeds>()
    hours.set(hour, known)
    for (const [buddy_id, events, coins] of body.b ?? []) {
      const deeds = known.get(buddy_id)
      if (deeds === undefined) known.set(buddy_id, { events, coins })
      else {
        deeds.events += events
        deeds.coins += coins
      }
    }
  }
  // In order: of an hour that is over nothing more is looked at.
  return [...hours].sort(([one], [other]) => one - other)
}

/** Of the first badge that came to wait for somebody. */
const reviewedSince = (deltas: ReadonlyArray<HourDelta>) =>
  deltas
    .filter(({ body }) => (body.h ?? []).some(([metric]) => metric === "reviews"))
    .map(({ created_at }) => created_at)
    .toSorted((a, b) => a.getTime() - b.getTime())[0]

/** Whether people have known already that there is something to judge. */
const waited = (sql: SqlClient.SqlClient, customer_id: string, since: Date) =>
  Effect.map(
    execute(sql`
      SELECT 1 FROM buddy_history AS h JOIN buddies AS b ON b.customer_id = h.customer_id AND b.buddy_id = h.buddy_id
      WHERE h.customer_id = ${customer_id}::uuid AND h.kind = 'review' AND h.body ->> 'type' = 'ready'
        AND b.status = 'active' AND b.state -> 'badges' -> h.key ->> 'ready' = 'true'
      GROUP BY h.buddy_id, h.key HAVING max(h.created_at) < ${since} LIMIT 1`),
    (found) => found > 0
  )

export class AlertHours extends Context.Service<
  AlertHours,
  {
    /** in the transaction that takes the deltas, all of one tenant: there is something to look at */
    counted(customer_id: string, deltas: ReadonlyArray<HourDelta>): Effect.Effect<void>
    /** after its commit; what a crash in between forgets, it forgets with all the sketch knew */
    watch(deltas: ReadonlyArray<HourDelta>): Effect.Effect<ReadonlyArray<Watched>>
  }
>()("hatchery/features/alerts/AlertHours") {
  static readonly layer = Layer.effect(
    AlertHours,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const crowds = new Map<string, Crowd>()

      /** Those of the running hour; a late one of the hour before is left out. */
      const crowdOf = (customer_id: string, hour: number): HeavyHitters | undefined => {
        const known = crowds.get(customer_id)
        if (known !== undefined && known.hour >= hour) return known.hour === hour ? known.hitters : undefined
        const hitters = new HeavyHitters()
        crowds.set(customer_id, { hour, hitters })
        return hitters
      }

      const watchTenant = (customer_id: string, deltas: ReadonlyArray<HourDelta>): Watched => {
        const sums = new Map<string, HourFigure>()
        const seen = new Map<number, HeavyHitters>()
        for (const [hour, deeds] of deedsByHour(deltas)) {
          const crowd = crowdOf(customer_id, hour)
          if (crowd === undefined) continue
          seen.set(hour, crowd)
          for (const [buddy_id, { coins: paid, events }] of deeds) {
            crowd.add(buddy_id, events, paid)
            // What it did for certain: nobody is suspected for the events of whoever had the place before.
            const { coins: amount, sure: count } = crowd.get(buddy_id)!
            if (count < harvest_events) continue
            sums.set(`${hour} ${buddy_id}`, { hour: new Date(hour), metric: "buddy", key: buddy_id, count, amount })
          }
        }
        // Once for all of them: how many there were is read off the whole sketch.
        for (const [hour, { coins: amount, total: count }] of seen)
          if (count > 0) sums.set(`${hour}`, { hour: new Date(hour), metric: "active", key: "", count, amount })
        return { customer_id, figures: [...sums.values()] }
      }

      const forgetIdle = Effect.map(nowDate, (now) => {
        for (const [id, { hour }] of crowds) if (hour < hourOf(now.getTime()) - hour_ms) crowds.delete(id)
      })

      return AlertHours.of({
        counted: Effect.fnUntraced(function* (customer_id, deltas) {
          yield* execute(sql`
            INSERT INTO alert_looks AS l (customer_id, counted_at) VALUES (${customer_id}::uuid, ${yield* nowDate})
            ON CONFLICT (customer_id) DO UPDATE SET counted_at = excluded.counted_at RETURNING 1`)
          const since = reviewedSince(deltas)
          if (since !== undefined && !(yield* waited(sql, customer_id, since))) {
            const message = "A badge waits for somebody's yes."
            yield* tellBeside(sql, customer_id, {
              kind: "badge_review_waiting",
              subject: "badges",
              message,
              details: {}
            })
          }
        }),
        watch: (deltas) => {
          const tenants = Map.groupBy(deltas, ({ customer_id }) => customer_id)
          const watched = Effect.sync(() => Array.from(tenants, ([customer_id, own]) => watchTenant(customer_id, own)))
          return Effect.tap(watched, forgetIdle)
        }
      })
    })
  )
}
