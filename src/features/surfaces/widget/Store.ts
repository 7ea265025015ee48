/** What the buddy widget shows, in one read. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../buddy/actor/Snapshots.ts"
import { evolutionView, stageName, streaksView } from "../../../engine/views/views.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import { type Capability, plans } from "../../../wire/Plans.ts"
import { spoken } from "../../../wire/content/Profile.ts"
import { BuddyReads } from "../../players/buddies/Store.ts"
import { defaultSettings, defaultWidgetTheme, WidgetTheme } from "../../../wire/answers/Customer.ts"
import { ProfileStore } from "../buddy-profiles/Store.ts"
import { type WidgetBuddy, type WidgetConfig, widgetModules } from "./Api.ts"

const BadgeRow = Schema.Struct({
  badge_key: Schema.String,
  label: Schema.String,
  times: Schema.Int,
  awarded_at: Schema.Date
})

const ConfigRow = Schema.Struct({
  config_version_id: Schema.String,
  theme: Schema.NullOr(WidgetTheme),
  locale: Schema.NullOr(Schema.String),
  marketplace: Schema.Boolean,
  path: Schema.Boolean
})

/** Widgets follow what happens elsewhere; what happens in them they see at once. */
const poll_seconds = 30

/** A widget has room for the newest; the whole list is at GET /buddies/{id}/badges. */
const badgesMax = 50

export class WidgetReads extends Context.Service<
  WidgetReads,
  {
    buddy(customer_id: string, buddy_id: string): Effect.Effect<Omit<typeof WidgetBuddy.Type, "scopes">, NotFound>
    /** how the widgets of this buddy look, and which there are */
    config(customer_id: string, buddy_id: string): Effect.Effect<typeof WidgetConfig.Type, NotFound>
  }
>()("hatchery/features/widget/WidgetReads") {
  static readonly layer = Layer.effect(
    WidgetReads,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const reads = yield* BuddyReads
      const snapshots = yield* Snapshots
      const tenants = yield* Tenants
      const profiles = yield* ProfileStore
      const badgesOf = (customer_id: string, buddy_id: string) =>
        rows(BadgeRow)(sql`
          SELECT badge_key, label, max(times)::int AS times, max(awarded_at) AS awarded_at FROM held_badges
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
          GROUP BY badge_key, label ORDER BY max(awarded_at) DESC LIMIT ${badgesMax}`)
      return WidgetReads.of({
        buddy: Effect.fn("WidgetReads.buddy")(function* (customer_id, buddy_id) {
          const [{ at, buddy, snapshot, state }, profile] = yield* Effect.all(
            [reads.standing(customer_id, buddy_id), profiles.read(customer_id, buddy_id)],
            { concurrency: 2 }
          )
          const isDecorated = Object.values(state.badges).some(({ count }) => count > 0)
          const badges = isDecorated ? yield* badgesOf(customer_id, buddy_id) : []
          const { current_stage, next_stage, progress, ready } = evolutionView(snapshot, state, at)
          return {
            buddy,
            badges: badges.map((badge) => ({
              ...badge,
              tier: snapshot.badges.get(badge.badge_key)?.badge.tier ?? null,
              awarded_at: iso(badge.awarded_at)
            })),
            streaks: streaksView(snapshot, state, { ...at, audience: buddy.audience }).map(
              ({ period_key: _period_key, ...streak }) => streak
            ),
            evolution: { current_stage, next_stage, ready, progress },
            profile: {
              ...profile,
              tagline: spoken(profile.tagline, { name: buddy.name, stage_name: stageName(snapshot, state) })
            }
          }
        }),
        config: Effect.fn("WidgetReads.config")(function* (customer_id, buddy_id) {
          const found = yield* row(ConfigRow)(sql`
          SELECT b.config_version_id, c.settings -> 'widget_theme' AS theme, c.settings ->> 'locale' AS locale,
            EXISTS (SELECT FROM marketplaces AS m WHERE m.customer_id = b.customer_id AND m.is_active
              AND (m.audience IS NULL OR m.audience = b.audience)) AS marketplace,
            EXISTS (SELECT FROM path_definitions AS p WHERE p.customer_id = b.customer_id AND p.is_active
              AND p.audience = b.audience) AS path
          FROM buddies AS b JOIN customers AS c ON c.customer_id = b.customer_id
          WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`)
          if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
          const { config_version_id, locale, marketplace, path, theme } = found.value
          const { badges, streaks } = yield* Effect.orDie(snapshots.get(customer_id, config_version_id))
          const { disabled_capabilities, plan } = yield* Effect.orDie(tenants.get(customer_id))
          const may = (capability: Capability) =>
            plans[plan].capabilities.includes(capability) && !disabled_capabilities.includes(capability)
          const has = {
            buddy: true,
            badges: badges.size > 0,
            streak: streaks.size > 0,
            marketplace: marketplace && may("marketplace"),
            path: path && may("paths")
          }
          return {
            theme: theme ?? defaultWidgetTheme,
            locale: locale ?? defaultSettings.locale,
            modules: widgetModules.filter((module) => has[module]),
            poll_seconds
          }
        })
      })
    })
  ).pipe(Layer.provide([BuddyReads.layer, ProfileStore.layer]))
}
