/**
 * Streaks that end soon and whose users were not told yet. Every buddy has a moment before which nobody needs to look
 * at it (`streaks_look_at`): the journal writes it down with each state, and whoever has looked moves it on.
 */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../../buddy/Buddies.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { StateColumn, standings } from "../../../../buddy/Standings.ts"
import { looksAgainAt, risksOf } from "../../../../engine/streaks/streakRisk.ts"
import { rows } from "../../../../platform/postgres/Sql.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"

const Row = Schema.Struct({
  customer_id: Schema.String,
  buddy_id: Schema.String,
  user_id: Schema.String,
  version: Schema.Int,
  config_version_id: Schema.String,
  state: StateColumn,
  /** as Postgres writes it: it may be infinite */
  look_at: Schema.String
})
type Row = typeof Row.Type

const page_size = 500
/** actors asked at the same time: other work on the runner goes on */
const concurrency = 8

interface Looked extends Row {
  readonly now: number
  readonly risks: ReadonlyArray<{ readonly streak_key: string; readonly period_key: string }>
  /** epoch ms or Infinity */
  readonly look_again_at: number
}

/** Where a sweep is: everybody before was looked at. */
export interface Place {
  readonly look_at: string
  readonly buddy_id: string
}

export const beginning: Place = { look_at: "-infinity", buddy_id: "00000000-0000-0000-0000-000000000000" }

export class StreakRisks extends Context.Service<
  StreakRisks,
  {
    /** Looks at some of the buddies that are due, and warns. Null: that was everybody. */
    sweep(after: Place): Effect.Effect<Place | null>
    /** Looks at the buddies of users on test clocks, for whom it may be later: of one clock or of all. */
    sweepClocks(clock?: { readonly customer_id: string; readonly test_clock_id: string }): Effect.Effect<void>
  }
>()("hatchery/features/buddies/StreakRisks") {
  static readonly layer = Layer.effect(
    StreakRisks,
    Effect.suspend(() => make)
  )
}

const columns = `b.customer_id, b.buddy_id, b.user_id, b.version::int, b.config_version_id, b.state,
  b.streaks_look_at::text AS look_at`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const look = yield* looking
  const warn = warning(yield* Buddies)
  const { lookAgain } = standings(sql)
  const shown = sql.literal(columns)

  const settle = Effect.fnUntraced(function* (found: ReadonlyArray<Row>) {
    const looked = yield* Effect.forEach(found, look)
    const [atRisk, safe] = [
      looked.filter(({ risks }) => risks.length > 0),
      looked.filter(({ risks }) => risks.length === 0)
    ]
    // A warning is a commit, which says itself when to look again.
    yield* Effect.forEach(atRisk, warn, { concurrency, discard: true })
    if (safe.length > 0) yield* lookAgain(safe.map(lookedAt))
  })

  return StreakRisks.of({
    sweep: Effect.fn("StreakRisks.sweep")(function* (after) {
      const found = yield* rows(Row)(sql`
        SELECT ${shown} FROM buddies AS b
        WHERE status = 'active' AND streaks_look_at < 'infinity'
          AND streaks_look_at <= ${new Date(yield* Clock.currentTimeMillis)}
          AND (streaks_look_at, buddy_id) > (${after.look_at}::timestamptz, ${after.buddy_id}::uuid)
        ORDER BY streaks_look_at, buddy_id LIMIT ${page_size}`)
      yield* settle(found)
      return found.length < page_size ? null : found.at(-1)!
    }),
    sweepClocks: Effect.fn("StreakRisks.sweepClocks")(function* (clock) {
      const { customer_id = null, test_clock_id = null } = clock ?? {}
      const found = yield* rows(Row)(sql`
        SELECT ${shown} FROM test_clocks AS c
        JOIN test_clock_users AS u ON u.customer_id = c.customer_id AND u.test_clock_id = c.test_clock_id
        JOIN buddies AS b ON b.customer_id = u.customer_id AND b.user_id = u.user_id
        WHERE (${customer_id}::uuid IS NULL
            OR (c.customer_id = ${customer_id}::uuid AND c.test_clock_id = ${test_clock_id}::uuid))
          AND b.status = 'active' AND b.streaks_look_at <= c.virtual_now`)
      yield* settle(found)
    })
  })
})

const lookedAt = ({ buddy_id, customer_id, look_again_at, version }: Looked) => ({
  customer_id,
  buddy_id,
  version,
  look_again_at
})

/** Judges a buddy by its own rules, at the moment its user lives at. */
const looking = Effect.gen(function* () {
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  return Effect.fnUntraced(function* (row: Row): Effect.fn.Return<Looked> {
    const { config_version_id, customer_id, state, user_id } = row
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const snapshot = yield* Effect.orDie(snapshots.get(customer_id, config_version_id))
    const now = momentOf(tenant, user_id, yield* Clock.currentTimeMillis)
    const facts = { snapshot, state, now, tenant_timezone: tenant.timezone }
    return { ...row, now, risks: risksOf(facts), look_again_at: looksAgainAt(facts) }
  })
})

/** One that cannot be reached now is looked at again by the next sweep; one that is told already says so. */
const warning = (buddies: Buddies["Service"]) =>
  Effect.fnUntraced(function* ({ buddy_id, customer_id, now, risks }: Looked) {
    for (const { period_key, streak_key } of risks) {
      yield* Effect.ignore(
        buddies.send(customer_id, buddy_id, {
          command_id: `at_risk:${buddy_id}:${streak_key}:${period_key}:${now}`,
          command: { _tag: "WarnStreak", streak_key },
          event: null,
          webhooks: true
        })
      )
    }
  })
