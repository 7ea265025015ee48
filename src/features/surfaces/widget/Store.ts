/** What the buddy widget shows, in one read. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { pendingCeremony } from "../../../engine/growth/ceremonies.ts"
import { evolutionView, nameOfStage, stageName, streaksView } from "../../../engine/views/views.ts"
import { rows } from "../../../platform/postgres/Sql.ts"
import type { NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { spoken } from "../../../wire/content/Profile.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { MissionAnchorStore } from "../../community/mission-anchor/Store.ts"
import { NarrativeStore } from "../../community/narrative/Store.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import type { WidgetBuddy } from "./Api.ts"
import { configRead, type Looker, type Looks } from "./Store/Config.ts"

const BadgeRow = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  awarded_at: Schema.Date,
  description: Schema.NullOr(Schema.String),
  icon_url: Schema.NullOr(Schema.String),
  tier: Schema.NullOr(Schema.String)
})

/** A widget has room for the newest; the whole list is at GET /buddies/{id}/badges. */
const badgesMax = 50

export class WidgetReads extends Context.Service<
  WidgetReads,
  {
    buddy(customer_id: string, buddy_id: string): Effect.Effect<Omit<typeof WidgetBuddy.Type, "scopes">, NotFound>
    /** how the widgets of this buddy look, and which there are; `offered`: what may be told of it */
    config(looker: Looker, offered: Looks["brag"]): Effect.Effect<Looks, NotFound>
  }
>()("hatchery/features/widget/WidgetReads") {
  static readonly layer = Layer.effect(
    WidgetReads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reads = yield* BuddyReads
      const profiles = yield* ProfileStore
      const badgesOf = (customer_id: string, buddy_id: string) =>
        rows(BadgeRow)(sql`
          SELECT held.*, made.content ->> 'description' AS description, made.content ->> 'icon_url' AS icon_url,
            made.content ->> 'tier' AS tier
          FROM (
            SELECT badge_key, label, max(times)::int AS times, max(awarded_at) AS awarded_at FROM held_badges
            WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
            GROUP BY badge_key, label ORDER BY max(awarded_at) DESC LIMIT ${badgesMax}) AS held
          LEFT JOIN LATERAL (
            SELECT content FROM event_badges AS e
            WHERE e.customer_id = ${customer_id}::uuid AND e.badge_key = held.badge_key
            ORDER BY e.deleted_at DESC NULLS FIRST LIMIT 1) AS made ON true
          ORDER BY held.awarded_at DESC`)
      return WidgetReads.of({
        buddy: Effect.fn("WidgetReads.buddy")(function* (customer_id, buddy_id) {
          const [{ at, buddy, snapshot, state }, profile] = yield* Effect.all(
            [reads.standing(customer_id, buddy_id), profiles.read(customer_id, buddy_id)],
            { concurrency: 2 }
          )
          const badge_count = Object.values(state.badges).filter(({ count }) => count > 0).length
          const badges = badge_count > 0 ? yield* badgesOf(customer_id, buddy_id) : []
          const { current_stage, next_stage, progress, ready } = evolutionView(snapshot, state, at)
          const stage_name = stageName(snapshot, state)
          return {
            buddy,
            badge_count,
            badges: badges.map((held) => {
              // Of what happens once no version tells; a badge of the version is what the version says.
              const { description, icon_url, tier } = snapshot.badges.get(held.badge_key)?.badge ?? held
              return { ...held, description: description ?? "", icon_url, tier, awarded_at: iso(held.awarded_at) }
            }),
            streaks: streaksView(snapshot, state, { ...at, audience: buddy.audience }).map(
              ({ period_key: _period_key, ...streak }) => streak
            ),
            evolution: {
              current_stage,
              stage_name,
              next_stage,
              next_stage_name: next_stage === null ? null : nameOfStage(snapshot, next_stage),
              ready,
              progress
            },
            pending_ceremony: pendingCeremony(state),
            profile: {
              ...profile,
              tagline: spoken(profile.tagline, { name: buddy.name, stage_name })
            }
          }
        }),
        config: yield* configRead
      })
    })
  ).pipe(Layer.provide([BuddyReads.layer, ProfileStore.layer, NarrativeStore.layer, MissionAnchorStore.layer]))
}
