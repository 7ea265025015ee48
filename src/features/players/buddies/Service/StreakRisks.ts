/** Streaks that end soon and whose users were not told yet. */
import { Clock, Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../../buddy/Buddies.ts"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { lookAgainAt, risksOf } from "../../../../engine/streaks/streakRisk.ts"
import { type Place, type Row, streakLooks } from "../Store/StreakRisks.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"

const page_size = 500
/** actors asked at the same time: other work on the runner goes on */
const concurrency = 8

interface Looked extends Row {
  readonly now: number
  readonly risks: ReadonlyArray<{ readonly streak_key: string; readonly period_key: string }>
  /** epoch ms or Infinity */
  readonly look_again_at: number
}

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

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const look = yield* looking
  const warn = warning(yield* Buddies)
  const { due, dueOnClocks, moveOn } = streakLooks(sql)

  const settle = Effect.fnUntraced(function* (found: ReadonlyArray<Row>) {
    const looked = yield* Effect.forEach(found, look)
    const [atRisk, safe] = [
      looked.filter(({ risks }) => risks.length > 0),
      looked.filter(({ risks }) => risks.length === 0)
    ]
    // A warning is a commit, which says itself when to look again.
    yield* Effect.forEach(atRisk, warn, { concurrency, discard: true })
    if (safe.length > 0) yield* moveOn(safe)
  })

  return StreakRisks.of({
    sweep: Effect.fn("StreakRisks.sweep")(function* (after) {
      const found = yield* due(after, page_size)
      yield* settle(found)
      return found.length < page_size ? null : found.at(-1)!
    }),
    sweepClocks: Effect.fn("StreakRisks.sweepClocks")(function* (clock) {
      const { customer_id = null, test_clock_id = null } = clock ?? {}
      const found = yield* dueOnClocks(customer_id, test_clock_id)
      yield* settle(found)
    })
  })
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
    return { ...row, now, risks: risksOf(facts), look_again_at: lookAgainAt(facts) }
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
