/** A user out of everything that was stored of it. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { type Standing, standings } from "../../../buddy/Standings.ts"
import { type ProgressionView, progressionView, type StreakView } from "../../../engine/views/views.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { ErasureMarks, userMark } from "../../../platform/erasures/Marks.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { isoOrNull } from "../../../wire/Ids.ts"
import type { UserOverview } from "./Api.ts"

const events_max = 100_000
const buddies_max = 200
const shown_max = 50

const BuddyId = Schema.Struct({ buddy_id: Schema.String, name: Schema.String })
const EggRow = Schema.Struct({
  status: Schema.Literals(["waiting", "ready", "hatching", "hatched", "cancelled"]),
  count: Schema.Int
})
const ErasureRow = Schema.Struct({ operation_id: Schema.String })
const EventsRow = Schema.Struct({
  count: Schema.Int,
  first_at: Schema.NullOr(Schema.Date),
  last_at: Schema.NullOr(Schema.Date),
  test_clock_id: Schema.NullOr(Schema.String)
})

const noEvents: typeof EventsRow.Type = { count: 0, first_at: null, last_at: null, test_clock_id: null }

export class UserReads extends Context.Service<
  UserReads,
  { overview(customer_id: string, user_id: string): Effect.Effect<UserOverview> }
>()("hatchery/features/users/UserReads") {
  static readonly layer = Layer.effect(
    UserReads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tenants = yield* Tenants
      const snapshots = yield* Snapshots
      const marks = yield* ErasureMarks
      const read = reading(sql)
      return UserReads.of({
        overview: Effect.fn("UserReads.overview")(function* (customer_id, user_id) {
          // Nothing is stored under what no text of Postgres can be.
          if (user_id.includes("\u0000") || !user_id.isWellFormed()) return overviewOf(user_id, [], [], [], noEvents)
          const tenant = yield* Effect.orDie(tenants.get(customer_id))
          const now = momentOf(tenant, user_id, yield* Clock.currentTimeMillis)
          const held = yield* read.buddies(customer_id, user_id)
          const views = yield* Effect.forEach(held, ({ standing: { audience, config_version_id, state } }) =>
            Effect.map(Effect.orDie(snapshots.get(customer_id, config_version_id)), (snapshot) =>
              progressionView(snapshot, state, { now, tenant_timezone: tenant.timezone, audience })
            )
          )
          const eggs = yield* read.eggs(customer_id, user_id)
          const found = overviewOf(user_id, held, views, eggs, yield* read.events(customer_id, user_id))
          const key = yield* marks.key(customer_id)
          if (Option.isNone(key)) return found
          return { ...found, erasure_operation_id: yield* read.erasure(customer_id, userMark(key.value, user_id)) }
        })
      })
    })
  ).pipe(Layer.provide(ErasureMarks.layer))
}

interface Held {
  readonly name: string
  readonly standing: Standing
}

const reading = (sql: SqlClient.SqlClient) => {
  const { named } = standings(sql)
  return {
    /** the oldest first */
    buddies: Effect.fnUntraced(function* (customer_id: string, user_id: string) {
      const found = yield* rows(BuddyId)(sql`
        SELECT buddy_id, name FROM buddy_identities
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
        ORDER BY created_at, buddy_id LIMIT ${buddies_max}`)
      const ids = found.map(({ buddy_id }) => buddy_id)
      const byId = new Map((yield* named(customer_id, ids)).map((standing) => [standing.buddy_id, standing]))
      return found.flatMap(({ buddy_id, name }): Held | [] => {
        const standing = byId.get(buddy_id)
        return standing === undefined ? [] : { name, standing }
      })
    }),
    eggs: (customer_id: string, user_id: string) =>
      rows(EggRow)(sql`
        SELECT status, count(*)::int AS count FROM eggs
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id} GROUP BY status`),
    erasure: (customer_id: string, user_hash: Uint8Array) =>
      Effect.map(
        row(ErasureRow)(sql`
          SELECT operation_id FROM erasures
          WHERE customer_id = ${customer_id}::uuid AND user_hash = ${user_hash} AND status <> 'completed'`),
        (found) => (Option.isSome(found) ? found.value.operation_id : null)
      ),
    events: (customer_id: string, user_id: string) =>
      Effect.map(
        row(EventsRow)(sql`
          WITH told AS (
            SELECT occurred_at FROM events WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
            ORDER BY sequence LIMIT ${events_max + 1})
          SELECT (SELECT count(*)::int FROM told) AS count, (SELECT min(occurred_at) FROM told) AS first_at, greatest(
            (SELECT max(occurred_at) FROM told), (
            -- One that is late comes after others; of more than are counted the newest is near enough.
            SELECT occurred_at FROM events WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
            ORDER BY sequence DESC LIMIT 1)) AS last_at, (
            SELECT test_clock_id FROM test_clock_users
            WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}) AS test_clock_id`),
        Option.getOrThrow
      )
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((all, one) => all + one, 0)

const tokensOf = (views: ReadonlyArray<ProgressionView>): UserOverview["tokens"] => {
  const all = views.flatMap(({ tokens }) => [...tokens.primary, ...tokens.progression])
  return Array.from(
    Map.groupBy(all, ({ token_key }) => token_key),
    ([token_key, held]) => ({ token_key, balance: sum(held.map(({ balance }) => balance)) })
  )
}

/** What the newest word said, of whichever buddy. */
const zoneOf = (held: ReadonlyArray<Held>): string | null => {
  const zones = held.map(({ standing }) => standing.state.timezone)
  const [newest] = zones.toSorted((one, other) => (other.told_at ?? 0) - (one.told_at ?? 0))
  return newest === undefined ? null : (newest.next ?? newest.zone)
}

const streaksOf = (streaks: ReadonlyArray<StreakView>): UserOverview["streaks"] =>
  Array.from(
    Map.groupBy(streaks, ({ streak_key }) => streak_key),
    ([streak_key, held]) => ({
      streak_key,
      current_streak: Math.max(...held.map(({ current_streak }) => current_streak)),
      longest_streak: Math.max(...held.map(({ longest_streak }) => longest_streak))
    })
  )

const overviewOf = (
  user_id: string,
  held: ReadonlyArray<Held>,
  views: ReadonlyArray<ProgressionView>,
  eggs: ReadonlyArray<typeof EggRow.Type>,
  { count, first_at, last_at, test_clock_id }: typeof EventsRow.Type
): UserOverview => {
  const none = { waiting: 0, ready: 0, hatching: 0, hatched: 0, cancelled: 0 }
  const active = views.filter((_, index) => held[index]!.standing.status === "active")
  return {
    user_id,
    exists: held.length + eggs.length + count > 0 || test_clock_id !== null,
    buddies: held.slice(0, shown_max).map(({ name, standing: { audience, buddy_id, state, status } }) => ({
      buddy_id,
      name,
      audience,
      status,
      evolution_stage: state.evolution_stage,
      coins: state.coins.balance
    })),
    eggs: { ...none, ...Object.fromEntries(eggs.map((one) => [one.status, one.count])) },
    coins: {
      balance: sum(views.map(({ coins }) => coins.balance)),
      earned: sum(views.map(({ coins }) => coins.lifetime_earned)),
      spent: sum(views.map(({ coins }) => coins.lifetime_spent))
    },
    tokens: tokensOf(views),
    badges: sum(held.flatMap(({ standing: { state } }) => Object.values(state.badges).map(({ count }) => count))),
    items: sum(views.map(({ items }) => items.owned)),
    streaks: streaksOf(active.flatMap(({ streaks }) => streaks)),
    events: {
      count: Math.min(count, events_max),
      capped: count > events_max,
      first_at: isoOrNull(first_at),
      last_at: isoOrNull(last_at)
    },
    timezone: zoneOf(held),
    test_clock_id,
    erasure_operation_id: null
  }
}
