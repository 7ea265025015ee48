/** What the buddy widget shows, in one read. */
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../buddy/Snapshots.ts"
import type { BuddyState } from "../../engine/State.ts"
import { evolutionView, streaksView } from "../../engine/views.ts"
import { rows } from "../../platform/Sql.ts"
import { Tenants } from "../../platform/Tenants.ts"
import type { NotFound } from "../../wire/Failure.ts"
import { iso } from "../../wire/Ids.ts"
import { BuddyReads } from "../buddies/Store.ts"
import type { WidgetBuddy } from "./Api.ts"

const StateRow = Schema.Struct({ state: Schema.Unknown as unknown as Schema.Codec<BuddyState> })
const BadgeRow = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  awarded_at: Schema.Date
})

/** A widget has room for the newest; the whole list is at GET /buddies/{id}/badges. */
const badgesMax = 50

export class WidgetReads extends Context.Service<
  WidgetReads,
  {
    buddy(customer_id: string, buddy_id: string): Effect.Effect<Omit<typeof WidgetBuddy.Type, "scopes">, NotFound>
  }
>()("hatchery/features/widget/WidgetReads") {
  static readonly layer = Layer.effect(
    WidgetReads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reads = yield* BuddyReads
      const snapshots = yield* Snapshots
      const tenants = yield* Tenants
      return WidgetReads.of({
        buddy: Effect.fn("WidgetReads.buddy")(function* (customer_id, buddy_id) {
          const buddy = yield* reads.read(customer_id, buddy_id)
          const [found] = yield* rows(StateRow)(sql`
          SELECT state FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
          const badges = yield* rows(BadgeRow)(sql`
          SELECT badge_key, label, max(times)::int AS times, max(awarded_at) AS awarded_at FROM held_badges
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
          GROUP BY badge_key, label ORDER BY max(awarded_at) DESC LIMIT ${badgesMax}`)
          const snapshot = yield* Effect.orDie(snapshots.get(customer_id, buddy.config_version_id))
          const { timezone } = yield* Effect.orDie(tenants.get(customer_id))
          const at = { now: yield* Clock.currentTimeMillis, tenant_timezone: timezone }
          const state = found!.state
          const { current_stage, next_stage, progress, ready } = evolutionView(snapshot, state, at)
          return {
            buddy,
            badges: badges.map((badge) => ({
              ...badge,
              tier: snapshot.badges.get(badge.badge_key)?.badge.tier ?? null,
              awarded_at: iso(badge.awarded_at)
            })),
            streaks: streaksView(snapshot, state, at).map(({ period_key: _period_key, ...streak }) => streak),
            evolution: { current_stage, next_stage, ready, progress }
          }
        })
      })
    })
  ).pipe(Layer.provide(BuddyReads.layer))
}
