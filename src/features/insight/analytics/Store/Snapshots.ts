/** How buddies stand: walked a page at a time, kept, and read by reports. */
import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { type Standing as BuddyStanding, standings } from "../../../../buddy/Standings.ts"
import { localDay, zoneOf } from "../../../../engine/calendar/zones.ts"
import { nextStageOf } from "../../../../engine/growth/evolution.ts"
import { groupMet } from "../../../../engine/rules/conditions.ts"
import { runningStreak } from "../../../../engine/streaks/streakClock.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { execute, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { type BuddyNow, type Standing, StandingSum } from "../Rules/Standing.ts"
import { textOf } from "../Rules/Periods.ts"

/** Made for a request where there is none yet. */
export const walked_at_once_max = 5_000

/** Buddies of one statement. */
const page_max = 2_000
const hour_ms = 3_600_000
/** Larger workspaces are walked once a day. */
const large = { buddies: 200_000, every_ms: 24 * hour_ms } as const
/** One that failed is left alone for so long. */
const tried_again_ms = 10 * 60_000
/** Workspaces of one look. */
const due_max = 50
const idle_days = 30

export interface Taken {
  readonly taken_at: number
  readonly standing: Standing | null
}

const TakenRow = Schema.Struct({
  taken_at: Schema.Date,
  body: Schema.NullOr(Schema.Unknown) as unknown as Schema.Codec<Standing | null>
})
const DueRow = Schema.Struct({ customer_id: Schema.String })
const UserRow = Schema.Struct({ user_id: Schema.String })
const CountRow = Schema.Struct({ total: Schema.Int })

export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** of an audience, null: of all; none where there are too many buddies to look at them at once */
    newest(customer_id: string, audience: string | null): Effect.Effect<Option.Option<Taken>>
    take(customer_id: string): Effect.Effect<void>
    /** workspaces of which something was counted since their buddies were looked at, the longest ago tried first */
    due(): Effect.Effect<ReadonlyArray<string>>
  }
>()("hatchery/features/analytics/SnapshotStore") {
  static readonly layer = Layer.effect(
    SnapshotStore,
    Effect.suspend(() => make)
  )
}

const walking = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const compiled = yield* Snapshots
  const tenants = yield* Tenants

  const nowOf = Effect.fnUntraced(function* (customer_id: string, buddy: BuddyStanding, idle: ReadonlySet<string>) {
    const { audience, config_version_id, state, status, user_id } = buddy
    const snapshot = yield* Effect.orDie(compiled.get(customer_id, config_version_id))
    const { timezone: tenant_timezone } = yield* Effect.orDie(tenants.get(customer_id))
    const facts = { snapshot, state, now: yield* Clock.currentTimeMillis, tenant_timezone }
    const next = nextStageOf(facts)
    return {
      audience,
      coins: state.coins.balance,
      isIdle: idle.has(user_id),
      isActive: status === "active",
      stage: state.evolution_stage,
      isReady: next !== null && groupMet(next.requirements, facts),
      streaks: Object.entries(state.streaks).map(([streak_key, { current }]) => ({
        streak_key,
        held: current,
        running: runningStreak(facts, streak_key)
      }))
    } satisfies BuddyNow
  })

  /**
   * Of these users, those who have not been there for a while. Each asks for its own row (OFFSET 0): of a table that is
   * minutes old Postgres knows too little to choose, and reads all users of the workspace for each page of buddies.
   */
  const idleOf = (customer_id: string, user_ids: ReadonlyArray<string>, since: number) =>
    Effect.map(
      rows(UserRow)(sql`
        SELECT g.user_id FROM unnest(${user_ids}::text[]) AS g (user_id)
        WHERE NOT EXISTS (
          SELECT FROM (
            SELECT u.last_day FROM analytics_users AS u
            WHERE u.customer_id = ${customer_id}::uuid AND u.audience = '' AND u.user_id = g.user_id OFFSET 0) AS own
          WHERE own.last_day > ${textOf(since)}::date)`),
      (found) => new Set(found.map(({ user_id }) => user_id))
    )

  return Effect.fn("SnapshotStore.walk")(function* (customer_id: string) {
    const { after } = standings(sql)
    const { clocks, timezone } = yield* Effect.orDie(tenants.get(customer_id))
    const today = localDay(zoneOf(timezone), yield* Clock.currentTimeMillis)
    const sum = new StandingSum()
    let last: string | null = null
    for (;;) {
      const page: ReadonlyArray<BuddyStanding> = yield* after(customer_id, last, page_max)
      const idle = yield* idleOf(customer_id, [...new Set(page.map(({ user_id }) => user_id))], today - idle_days)
      for (const buddy of page) {
        if (!clocks.has(buddy.user_id)) sum.add(yield* nowOf(customer_id, buddy, idle))
      }
      if (page.length < page_max) return sum
      last = page.at(-1)!.buddy_id
    }
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const walk = yield* walking
  const transaction = transactionOf(sql)

  const read = Effect.fnUntraced(function* (customer_id: string, audience: string | null) {
    const found = yield* row(TakenRow)(sql`
      SELECT t.snapshot_at AS taken_at, s.body FROM analytics_tenants AS t
      LEFT JOIN analytics_snapshots AS s ON s.customer_id = t.customer_id AND s.audience = ${audience ?? ""}
      WHERE t.customer_id = ${customer_id}::uuid AND t.snapshot_at IS NOT NULL`)
    return Option.map(found, ({ body, taken_at }): Taken => ({ taken_at: taken_at.getTime(), standing: body }))
  })

  const take = Effect.fn("SnapshotStore.take")(function* (customer_id: string) {
    const taken_at = new Date(yield* Clock.currentTimeMillis)
    // Committed before it is begun: one that fails every time, or kills its node, comes after all others then.
    yield* execute(sql`
      UPDATE analytics_tenants SET snapshot_tried_at = ${taken_at} WHERE customer_id = ${customer_id}::uuid
      RETURNING 1`)
    const sum = yield* walk(customer_id)
    const given = JSON.stringify([...sum.value()].map(([audience, body]) => ({ audience, body })))
    yield* transaction(
      Effect.gen(function* () {
        // Two may look at once, after a shard has moved: whoever began first knows less, however late it ends.
        const newest = yield* rows(Schema.Struct({}))(sql`
          INSERT INTO analytics_tenants AS t (customer_id, changed_at, snapshot_at, buddies)
          VALUES (${customer_id}::uuid, ${taken_at}, ${taken_at}, ${sum.buddies})
          ON CONFLICT (customer_id) DO UPDATE SET snapshot_at = excluded.snapshot_at, buddies = excluded.buddies
          WHERE t.snapshot_at IS NULL OR t.snapshot_at <= excluded.snapshot_at RETURNING 1`)
        if (newest.length === 0) return
        yield* rows(Schema.Struct({}))(sql`
          DELETE FROM analytics_snapshots WHERE customer_id = ${customer_id}::uuid`)
        yield* rows(Schema.Struct({}))(sql`
          INSERT INTO analytics_snapshots (customer_id, audience, taken_at, body)
          SELECT ${customer_id}::uuid, audience, ${taken_at}, body
          FROM jsonb_to_recordset(${given}::jsonb) AS g (audience text, body json)`)
      })
    )
  })

  return SnapshotStore.of({
    take,
    newest: Effect.fn("SnapshotStore.newest")(function* (customer_id, audience) {
      const known = yield* read(customer_id, audience)
      if (Option.isSome(known)) return known
      const [{ total } = { total: 0 }] = yield* rows(CountRow)(sql`
        SELECT count(*)::int AS total FROM (
          SELECT FROM buddy_identities WHERE customer_id = ${customer_id}::uuid
          LIMIT ${walked_at_once_max + 1}) AS few`)
      if (total > walked_at_once_max) return Option.none<Taken>()
      const taken_at = yield* Clock.currentTimeMillis
      const standing = (yield* walk(customer_id)).value().get(audience ?? "") ?? null
      return Option.some<Taken>({ taken_at, standing })
    }),
    due: Effect.fn("SnapshotStore.due")(function* () {
      const now = yield* Clock.currentTimeMillis
      const found = yield* rows(DueRow)(sql`
        SELECT customer_id FROM analytics_tenants
        WHERE (snapshot_tried_at IS NULL OR snapshot_tried_at <= ${new Date(now - tried_again_ms)}) AND (
          snapshot_at IS NULL OR (changed_at > snapshot_at AND snapshot_at <= CASE
          WHEN buddies > ${large.buddies} THEN ${new Date(now - large.every_ms)}::timestamptz
          ELSE ${new Date(now - hour_ms)}::timestamptz END))
        ORDER BY snapshot_tried_at NULLS FIRST, customer_id LIMIT ${due_max}`)
      return found.map(({ customer_id }) => customer_id)
    })
  })
})
