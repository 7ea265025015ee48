/** How the widgets of one buddy look and speak, and which there are. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { CoinName, defaultSettings, WidgetTheme } from "../../../../wire/answers/Customer.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { type Capability, isActive } from "../../../../wire/Plans.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import { BrandingInput, brandingOf } from "../../../../wire/surfaces/Common.ts"
import { type WidgetConfig, type WidgetModule, widgetModules } from "../Api/Config.ts"
import { NarrativeStore } from "../../../community/narrative/Store.ts"
import { textsOf } from "../../../community/narrative/Rules.ts"
import { MissionAnchorStore } from "../../../community/mission-anchor/Store.ts"
import { socialModules } from "./Modules.ts"
import { copyOf, labelsOf } from "../Rules.ts"

const ConfigRow = Schema.Struct({
  name: Schema.String,
  stage: Schema.Int,
  config_version_id: Schema.String,
  theme: Schema.NullOr(WidgetTheme),
  /** of the hosted surface that let the token in; null: none did */
  branding: Schema.NullOr(BrandingInput),
  locale: Schema.NullOr(Schema.String),
  coin_name: Schema.NullOr(CoinName),
  hidden: Schema.Array(Schema.String),
  marketplace: Schema.Boolean,
  path: Schema.Boolean
})

/** What of the config follows from workspace and buddy, and from the page of ours it is shown on. */
export type Looks = Omit<typeof WidgetConfig.Type, "token" | "poll_seconds">

/** Whose widget it is, and the token it was given. */
export type Looker = Pick<
  Extract<Caller, { readonly kind: "session" | "embed" }>,
  "buddy_id" | "credential_id" | "customer_id"
>

/** To be yielded while a layer is built. */
export const configRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  const narratives = yield* NarrativeStore
  const anchors = yield* MissionAnchorStore
  const social = socialModules(sql)
  return Effect.fn("WidgetReads.config")(function* (
    { buddy_id, credential_id, customer_id }: Looker,
    offered: Looks["brag"]
  ) {
    const found = yield* row(ConfigRow)(sql`
    SELECT b.config_version_id, b.name, b.evolution_stage AS stage,
      c.settings -> 'widget_theme' AS theme, c.settings ->> 'locale' AS locale, (
        SELECT s.content -> 'branding' FROM widget_tokens AS t
        JOIN hosted_players AS p ON p.customer_id = t.customer_id AND p.player_id = t.player_id
        JOIN hosted_surfaces AS s ON s.customer_id = p.customer_id AND s.hosted_surface_id = p.hosted_surface_id
        WHERE t.customer_id = b.customer_id AND t.session_id = ${credential_id}::uuid) AS branding,
      c.settings -> 'coin_name' AS coin_name,
      ARRAY(SELECT feature_key FROM feature_configs AS f
        WHERE f.customer_id = b.customer_id AND NOT f.visible_in_widgets) AS hidden,
      EXISTS (SELECT FROM marketplaces AS m WHERE m.customer_id = b.customer_id AND m.is_active
        AND (m.audience IS NULL OR m.audience = b.audience)) AS marketplace,
      EXISTS (SELECT FROM path_definitions AS p WHERE p.customer_id = b.customer_id AND p.is_active
        AND p.audience = b.audience) AS path
    FROM buddies AS b JOIN customers AS c ON c.customer_id = b.customer_id
    WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
    const { branding, coin_name, hidden, locale, marketplace, name, path, stage, theme } = found.value
    const snapshot = yield* Effect.orDie(snapshots.get(customer_id, found.value.config_version_id))
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    const may = (capability: Capability) => isActive(tenant, capability) && !hidden.includes(capability)
    const brag = may("brag") ? offered : null
    const has: Readonly<Record<WidgetModule, boolean>> = {
      buddy: may("buddies"),
      badges: snapshot.badges.size > 0 && may("buddies"),
      streak: snapshot.streaks.size > 0 && may("buddies"),
      marketplace: marketplace && may("marketplace"),
      path: path && may("paths"),
      leaderboard: may("buddies"),
      brag: brag !== null,
      ...(yield* social(customer_id, may))
    }
    return {
      theme: brandingOf(theme, branding ?? {}),
      locale: locale ?? defaultSettings.locale,
      modules: widgetModules.filter((module) => has[module]),
      brag,
      mission_anchor: may("buddies") ? yield* anchors.shown(customer_id) : null,
      copy: copyOf(textsOf(yield* narratives.read(customer_id)), { name, stage, snapshot }),
      labels: { coin: coin_name ?? defaultSettings.coin_name, ...labelsOf(snapshot) }
    } satisfies Looks
  })
})
