/** How the widgets of one buddy look and speak, and which there are. */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Snapshots } from "../../../../buddy/actor/Snapshots.ts"
import { Tenants } from "../../../../platform/auth/Tenants.ts"
import { row } from "../../../../platform/postgres/Sql.ts"
import { CoinName, defaultSettings, defaultWidgetTheme, WidgetTheme } from "../../../../wire/answers/Customer.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { type Capability, plans } from "../../../../wire/Plans.ts"
import { type WidgetConfig, type WidgetModule, widgetModules } from "../Api/Config.ts"
import { labelsOf } from "../Rules.ts"

const ConfigRow = Schema.Struct({
  config_version_id: Schema.String,
  theme: Schema.NullOr(WidgetTheme),
  locale: Schema.NullOr(Schema.String),
  coin_name: Schema.NullOr(CoinName),
  marketplace: Schema.Boolean,
  path: Schema.Boolean
})

/** What of the config follows from workspace and buddy, whoever asks. */
export type Looks = Omit<typeof WidgetConfig.Type, "token" | "poll_seconds">

/** To be yielded while a layer is built. */
export const configRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const snapshots = yield* Snapshots
  const tenants = yield* Tenants
  return Effect.fn("WidgetReads.config")(function* (customer_id: string, buddy_id: string) {
    const found = yield* row(ConfigRow)(sql`
    SELECT b.config_version_id, c.settings -> 'widget_theme' AS theme, c.settings ->> 'locale' AS locale,
      c.settings -> 'coin_name' AS coin_name,
      EXISTS (SELECT FROM marketplaces AS m WHERE m.customer_id = b.customer_id AND m.is_active
        AND (m.audience IS NULL OR m.audience = b.audience)) AS marketplace,
      EXISTS (SELECT FROM path_definitions AS p WHERE p.customer_id = b.customer_id AND p.is_active
        AND p.audience = b.audience) AS path
    FROM buddies AS b JOIN customers AS c ON c.customer_id = b.customer_id
    WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid`)
    if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
    const { coin_name, config_version_id, locale, marketplace, path, theme } = found.value
    const snapshot = yield* Effect.orDie(snapshots.get(customer_id, config_version_id))
    const { disabled_capabilities, plan } = yield* Effect.orDie(tenants.get(customer_id))
    const may = (capability: Capability) =>
      plans[plan].capabilities.includes(capability) && !disabled_capabilities.includes(capability)
    const has: Readonly<Record<WidgetModule, boolean>> = {
      buddy: true,
      badges: snapshot.badges.size > 0,
      streak: snapshot.streaks.size > 0,
      marketplace: marketplace && may("marketplace"),
      path: path && may("paths"),
      leaderboard: may("buddies"),
      // No workspace can have set it up yet.
      brag: false
    }
    return {
      theme: theme ?? defaultWidgetTheme,
      locale: locale ?? defaultSettings.locale,
      modules: widgetModules.filter((module) => has[module]),
      brag: null,
      copy: {},
      labels: { coin: coin_name ?? defaultSettings.coin_name, ...labelsOf(snapshot) }
    } satisfies Looks
  })
})
