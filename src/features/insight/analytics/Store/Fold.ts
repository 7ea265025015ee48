/**
 * Adds up what changes have left for the figures: so many deltas at a time, in one transaction with their removal, so
 * that each counts once whoever dies when. One at a time for the whole service: the rebuild takes the same lock.
 */
import { type Cause, Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { AlertHours } from "../../alerts/Store/Hours.ts"
import { raiseHours } from "./Counters.ts"
import { movedIn } from "./Moves.ts"
import { DeltaRow, foldingInTurn, puttingBack, type Steps } from "./Turns.ts"
import { zonesOf } from "./Zones.ts"

export const steps: Steps = { deltas: 500, users: 2_000 }

/** Workspaces of one transaction: each gets its share of the deltas before any gets more. */
const tenants_max = 50
const beginning = "00000000-0000-0000-0000-000000000000"

/** how long a tenant is left out after a failure */
const aside_ms = 60_000

/** Taken by whoever changes figures; the rebuild waits for the fold and the fold for the rebuild. */
export const figuresLock = "hatchery:analytics"

export class FoldStore extends Context.Service<
  FoldStore,
  {
    /** Adds up a batch; answers whether more is waiting. */
    fold(): Effect.Effect<boolean>
  }
>()("hatchery/features/analytics/FoldStore") {
  static readonly layerOf = (max: Steps) =>
    Layer.effect(
      FoldStore,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const transaction = transactionOf(sql)
        const foldInTurn = foldingInTurn(sql, max)
        const hours = yield* AlertHours
        const keep = puttingBack(sql)

        /** until when (epoch ms) a tenant whose deltas could not be added up keeps nobody else waiting */
        const aside = new Map<string, number>()
        const setAside = Effect.fnUntraced(function* (customer_id: string, cause: Cause.Cause<unknown>) {
          aside.set(customer_id, (yield* Clock.currentTimeMillis) + aside_ms)
          yield* Effect.logWarning("figures of a workspace could not be added up yet", { customer_id }, cause)
        })
        const take = taking(sql, max.deltas, aside)

        const fold = Effect.gen(function* () {
          yield* Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${figuresLock}, 0))`)
          const { isWhole, taken } = yield* take()
          const counted: Array<typeof DeltaRow.Type> = []
          if (taken.length === 0) return { counted, isMore: false }
          let isMoving = false
          const ids = [...new Set(taken.map(({ customer_id }) => customer_id))].sort()
          const zones = yield* zonesOf(sql, ids)
          const moved = yield* movedIn(sql, ids)
          for (const id of ids) {
            const theirs = taken.filter(({ customer_id }) => customer_id === id)
            const inTurn = foldInTurn(id, theirs, { zones: zones.get(id), moved: moved.get(id) })
            // In a savepoint: what fails of one tenant waits for another time, and keeps nobody else waiting.
            const done = yield* transaction(Effect.tap(inTurn, ({ counted }) => hours.counted(id, counted))).pipe(
              Effect.catchCause((cause) => Effect.as(Effect.andThen(setAside(id, cause), keep(theirs)), undefined))
            )
            if (done === undefined) continue
            counted.push(...done.counted)
            isMoving ||= done.isMoving
          }
          return { counted, isMore: isMoving || !isWhole || taken.length === max.deltas }
        })

        const watched = Effect.tap(transaction(fold), ({ counted }) =>
          Effect.flatMap(
            hours.watch(counted),
            Effect.forEach((one) => raiseHours(sql, one))
          )
        )
        return FoldStore.of({ fold: () => Effect.map(watched, ({ isMore }) => isMore) })
      })
    ).pipe(Layer.provide(AlertHours.layer))

  static readonly layer = FoldStore.layerOf(steps)
}

const IdRow = Schema.Struct({ customer_id: Schema.String })

/**
 * Takes what comes next, of each workspace in the order it was written. Who comes next begins behind whoever was last,
 * and those that are set aside are passed over; `isWhole`: there is no other one.
 */
const taking = (sql: SqlClient.SqlClient, deltas_max: number, aside: Map<string, number>) => {
  let after = beginning
  // From one to the next, so that a workspace with a million is one look.
  const waitingAfter = (customer_id: string) =>
    rows(IdRow)(sql`
      WITH RECURSIVE waiting (customer_id, place) AS (
        (SELECT customer_id, 1 FROM analytics_deltas WHERE customer_id > ${customer_id}::uuid
          ORDER BY customer_id LIMIT 1)
        UNION ALL
        SELECT (SELECT d.customer_id FROM analytics_deltas AS d WHERE d.customer_id > w.customer_id
          ORDER BY d.customer_id LIMIT 1), w.place + 1
        FROM waiting AS w WHERE w.customer_id IS NOT NULL AND w.place < ${tenants_max})
      SELECT customer_id FROM waiting WHERE customer_id IS NOT NULL ORDER BY customer_id`)
  const deltasOf = (ids: ReadonlyArray<string>) =>
    rows(DeltaRow)(sql`
      WITH waiting AS (
        SELECT w.customer_id, w.delta_id, row_number() OVER (PARTITION BY w.customer_id ORDER BY w.delta_id) AS turn
        FROM unnest(${ids}::uuid[]) AS t (customer_id) CROSS JOIN LATERAL (
          SELECT d.customer_id, d.delta_id FROM analytics_deltas AS d WHERE d.customer_id = t.customer_id
          ORDER BY d.delta_id LIMIT ${deltas_max}) AS w),
      taken AS (
        SELECT customer_id, delta_id FROM waiting
        ORDER BY (turn - 1) / ${Math.max(1, Math.floor(deltas_max / tenants_max))}::int, customer_id
        LIMIT ${deltas_max})
      DELETE FROM analytics_deltas AS d USING taken
      WHERE d.customer_id = taken.customer_id AND d.delta_id = taken.delta_id
      RETURNING d.customer_id, d.delta_id, d.body, d.created_at`)

  return Effect.fnUntraced(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const [customer_id, until] of aside) if (until <= now) aside.delete(customer_id)
    const began = after
    const behind = yield* waitingAfter(began)
    const isOver = behind.length === 0 && began !== beginning
    const ids = isOver ? yield* waitingAfter(beginning) : behind
    after = ids.length === tenants_max ? ids.at(-1)!.customer_id : beginning
    const own = ids.map(({ customer_id }) => customer_id).filter((id) => !aside.has(id))
    const taken = own.length === 0 ? [] : yield* deltasOf(own)
    return { taken, isWhole: ids.length < tenants_max && (isOver || began === beginning) }
  })
}
