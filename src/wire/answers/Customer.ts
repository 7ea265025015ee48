/** The workspace itself: its settings, its audiences and how its widgets look. Contract part 2 (Customer). */
import { Schema } from "effect"
import { lapsedAfterDays } from "../campaigns/Reengagement.ts"
import { Color } from "../content/Shared.ts"
import { Id, Key, text, Timestamp } from "../Ids.ts"
import { PlanName } from "../Plans.ts"

/** How many of each tier a hall of fame shows. */
export const hallOfFameTop = { minimum: 1, maximum: 20, default: 10 } as const

/** What holds for a workspace until it says otherwise. */
export const defaultSettings = {
  timezone: "UTC",
  max_lateness_days: 7,
  lapsed_after_days: lapsedAfterDays.default,
  locale: "en",
  coin_name: { singular: "coin", plural: "coins" },
  website_url: null,
  support_email: null,
  hall_of_fame: { enabled: false, top: hallOfFameTop.default }
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

const minor = (most: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: most }))

/** What a workspace knows of money, which this service cannot see. Amounts in the smallest unit of the currency. */
export const Roi = Schema.Struct({
  currency: Schema.NullOr(
    Schema.String.check(Schema.isPattern(/^[A-Z]{3}$/, { expected: "a currency such as EUR" }))
  ).annotate({ description: "ISO 4217" }),
  event_values: Schema.Array(Schema.Struct({ event_type: Key, value_minor: minor(1_000_000_000) })).check(
    Schema.isMaxLength(20)
  ),
  coin_value_minor: Schema.NullOr(minor(1_000_000_000)),
  monthly_cost_minor: Schema.NullOr(minor(1_000_000_000_000)),
  holdout_audience: Schema.NullOr(Key).annotate({ description: "users who get none of the program" }),
  is_randomised: Schema.Boolean.annotate({ description: "whether chance decided who is in the holdout" })
}).annotate({ identifier: "RoiSettings" })
export type Roi = typeof Roi.Type

export const defaultRoi: Roi = {
  currency: null,
  event_values: [],
  coin_value_minor: null,
  monthly_cost_minor: null,
  holdout_audience: null,
  is_randomised: false
}

export const HallOfFame = Schema.Struct({
  enabled: Schema.Boolean.annotate({ description: "whether anybody may see the best of past seasons" }),
  top: Schema.Int.annotate({ description: "how many of each tier are shown" })
}).annotate({ identifier: "HallOfFameSettings" })
export type HallOfFame = typeof HallOfFame.Type

export const Settings = Schema.Struct({
  timezone: Schema.String.annotate({ description: "IANA zone; days and weeks of people without a zone of their own" }),
  max_lateness_days: Schema.Int.annotate({ description: "older events are stored, but pay nothing" }),
  lapsed_after_days: Schema.Int.annotate({
    description: "days without an event after which a user counts as away, and coming back is told"
  }),
  locale: Schema.String.annotate({ description: "BCP 47 tag; the language widgets start in" }),
  coin_name: CoinName.annotate({ description: "what widgets call coins" }),
  website_url: Schema.NullOr(Schema.String).annotate({ description: "where hosted pages lead back to" }),
  support_email: Schema.NullOr(Schema.String).annotate({
    description: "whom players of hosted pages write to that name no `support_url`"
  }),
  hall_of_fame: HallOfFame,
  widget_theme: Schema.optionalKey(WidgetTheme).annotate({ description: "absent: the widgets' own look" }),
  roi: Schema.optionalKey(Roi).annotate({ description: "what the report on return reckons with; absent: nothing" })
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
