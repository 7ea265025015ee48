/** The workspace itself: its settings, its audiences and how its widgets look. Contract part 2 (Customer). */
import { Schema } from "effect"
import { Color } from "../content/Shared.ts"
import { Id, text, Timestamp } from "../Ids.ts"
import { PlanName } from "../Plans.ts"

/** What holds for a workspace until it says otherwise. */
export const defaultSettings = {
  timezone: "UTC",
  max_lateness_days: 7,
  locale: "en",
  coin_name: { singular: "coin", plural: "coins" }
} as const

const nameOfCoins = text({ min: 1, max: 30 })
/** What players call coins. */
export const CoinName = Schema.Struct({ singular: nameOfCoins, plural: nameOfCoins }).annotate({
  identifier: "CoinName"
})

/** How the widgets of a workspace look. */
export const defaultWidgetTheme = { mode: "auto", accent_color: "#6c5ce7", radius: "md", font: "system" } as const

export const widgetThemeFields = {
  mode: Schema.Literals(["auto", "light", "dark"]),
  accent_color: Color,
  radius: Schema.Literals(["none", "sm", "md", "lg"]),
  font: Schema.Literals(["system", "rounded", "serif", "mono"])
}

export const WidgetTheme = Schema.Struct(widgetThemeFields).annotate({ identifier: "WidgetTheme" })
export type WidgetTheme = typeof WidgetTheme.Type

export const Settings = Schema.Struct({
  timezone: Schema.String.annotate({ description: "IANA zone; days and weeks of people without a zone of their own" }),
  max_lateness_days: Schema.Int.annotate({ description: "older events are stored, but pay nothing" }),
  locale: Schema.String.annotate({ description: "BCP 47 tag; the language widgets start in" }),
  coin_name: CoinName.annotate({ description: "what widgets call coins" }),
  widget_theme: Schema.optionalKey(WidgetTheme).annotate({ description: "absent: the widgets' own look" })
})
export type Settings = typeof Settings.Type

export const Audience = Schema.Struct({ key: Schema.String, name: Schema.optionalKey(Schema.String) })

export const Customer = Schema.Struct({
  customer_id: Id,
  name: Schema.String,
  slug: Schema.String.annotate({ description: "unique, made of the name at registration, never changes" }),
  plan: PlanName,
  settings: Settings,
  audiences: Schema.Array(Audience),
  active_config_version_id: Schema.NullOr(Id),
  created_at: Timestamp
}).annotate({ identifier: "Customer" })
export type Customer = typeof Customer.Type
