/** The workspace itself: its name, its settings and its audiences. Contract part 2 (Customer) and part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { lapsedAfterDays } from "../../../wire/campaigns/Reengagement.ts"
import { absentAs, Key, ZoneName } from "../../../wire/content/Shared.ts"
import { Email } from "../../../wire/Email.ts"
import { failure, validationFailed } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { displayName } from "../../../wire/Ids.ts"
import {
  Customer,
  defaultRoi,
  defaultWidgetTheme,
  hallOfFameTop,
  Roi,
  widgetThemeFields
} from "../../../wire/answers/Customer.ts"
import { says } from "../../../wire/Words.ts"

/** Not 0: what is sent has always occurred before it comes, so nothing would ever pay. */
const Lateness = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 }))

const { maximum, minimum } = lapsedAfterDays
const Lapse = Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A language the runtime can name, in BCP 47. */
const isLocale = (tag: string): boolean => {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
const Locale = Schema.String.check(
  Schema.makeFilter<string>((tag) => (isLocale(tag) ? undefined : "must be a BCP 47 language tag"))
)

/** A page of the tenant's own; credentials in an address, also empty ones, would be shown to everybody. */
const isWebsite = (address: string): boolean => /^https:\/\/[^/?#@]+(?:[/?#]|$)/u.test(address) && URL.canParse(address)
const WebsiteUrl = Schema.String.check(
  Schema.isMaxLength(2_000),
  Schema.isPattern(/^https:\/\/[^\s\\"'<>`]+$/u, { expected: "an address such as https://acme.com" }),
  Schema.makeFilter<string>((address) =>
    isWebsite(address) ? undefined : "must be an https address without credentials"
  )
)

const WidgetThemeInput = Schema.Struct({
  mode: absentAs(widgetThemeFields.mode, defaultWidgetTheme.mode),
  accent_color: absentAs(widgetThemeFields.accent_color, defaultWidgetTheme.accent_color),
  radius: absentAs(widgetThemeFields.radius, defaultWidgetTheme.radius),
  font: absentAs(widgetThemeFields.font, defaultWidgetTheme.font)
}).annotate({ identifier: "WidgetThemeInput" })

const HallOfFameInput = Schema.Struct({
  enabled: absentAs(Schema.Boolean, false),
  top: absentAs(
    Schema.Int.check(Schema.isBetween({ minimum: hallOfFameTop.minimum, maximum: hallOfFameTop.maximum })),
    hallOfFameTop.default
  )
}).annotate({ identifier: "HallOfFameInput" })

const RoiInput = Schema.Struct({
  currency: absentAs(Roi.fields.currency, defaultRoi.currency),
  event_values: absentAs(
    Roi.fields.event_values.check(
      Schema.makeFilter<Roi["event_values"]>((values) =>
        new Set(values.map(({ event_type }) => event_type)).size === values.length
          ? undefined
          : "every event_type may stand once"
      )
    ),
    defaultRoi.event_values
  ),
  coin_value_minor: absentAs(Roi.fields.coin_value_minor, null),
  monthly_cost_minor: absentAs(Roi.fields.monthly_cost_minor, null),
  holdout_audience: absentAs(Roi.fields.holdout_audience, null),
  is_randomised: absentAs(Roi.fields.is_randomised, false)
}).annotate({ identifier: "RoiSettingsInput" })

const CoinNameInput = Schema.Struct({
  singular: displayName({ max: 30 }),
  plural: displayName({ max: 30 })
}).annotate({ identifier: "CoinNameInput" })

const workspaceName = displayName({ max: 100 })
const audienceName = displayName({ max: 100 })

export const UpdateCustomer = Schema.Struct({ name: Schema.optionalKey(workspaceName) })

const resettable = <S extends Schema.Constraint>(schema: S, meaning: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description: `${meaning}; null restores the default` })

export const UpdateSettings = Schema.Struct({
  timezone: resettable(ZoneName, "IANA zone, default UTC"),
  max_lateness_days: resettable(Lateness, "1..30, default 7"),
  lapsed_after_days: resettable(Lapse, "3..365, default 14"),
  locale: resettable(Locale, "BCP 47 tag, default en"),
  coin_name: resettable(CoinNameInput, "what widgets call coins, 1..30 characters each; default coin and coins"),
  website_url: resettable(WebsiteUrl, "https; hosted pages lead back to it, default none"),
  support_email: resettable(Email, "whom players of hosted pages write to, default nobody"),
  hall_of_fame: resettable(
    HallOfFameInput,
    "the best of past seasons in public, replaced as a whole; default off, top 10"
  ),
  widget_theme: resettable(WidgetThemeInput, "replaced as a whole"),
  roi: resettable(RoiInput, "what the report on return reckons with, replaced as a whole")
})
export type UpdateSettings = typeof UpdateSettings.Type

const differentKeys = Schema.makeFilter<ReadonlyArray<{ readonly key: string }>>((audiences) =>
  new Set(audiences.map((audience) => audience.key)).size === audiences.length ? undefined : "every key may stand once"
)
const NewAudience = Schema.Struct({ key: Key, name: Schema.optionalKey(audienceName) })

export const ReplaceAudiences = Schema.Struct({
  audiences: Schema.Array(NewAudience).check(Schema.isMaxLength(20), differentKeys)
})
export type ReplaceAudiences = typeof ReplaceAudiences.Type

export class AudienceInUse extends Schema.TaggedError<AudienceInUse>()("AudienceInUse", {
  audience: Schema.String,
  buddies: Schema.Int,
  eggs: Schema.Int
}) {}
export const audienceInUse = failure(AudienceInUse, {
  status: 409,
  code: "audience_in_use",
  message: ({ audience }) =>
    `The audience ${audience} still has active buddies or open eggs: archive or cancel them first, or keep it listed.`,
  details: ({ audience, buddies, eggs }) => ({ audience, buddies, eggs })
})

const audiencesDescription =
  "Replaces the whole list. When the list was empty, the eggs and buddies of the implicit audience " +
  "`default` move to the first entry, and with them what names it: paths, marketplaces, boosters, mystery boxes, " +
  "surprise drops, event badges, lotteries, group quests, causes, teams, hosted surfaces, showrooms and profile " +
  "templates. Rules of a configuration keep the name, as what is published never changes, and count for that first " +
  "entry from then on. So it is unless `default` is itself on the list. An audience that has active buddies or open " +
  "eggs cannot be taken off the list: 409 audience_in_use."

export class CustomersApi extends tenantGroup(
  HttpApiGroup.make("customers").add(
    HttpApiEndpoint.get("me", "/customers/me", { success: Customer })
      .annotate(Access, "tenant_read")
      .annotateMerge(says("Show your workspace", "Its name, plan, settings, audiences and active config version.")),
    HttpApiEndpoint.patch("update", "/customers/me", { payload: UpdateCustomer, success: Customer }).annotateMerge(
      says("Rename your workspace", "The slug stays: it was made of the first name.")
    ),
    HttpApiEndpoint.patch("updateSettings", "/customers/me/settings", {
      payload: UpdateSettings,
      success: Customer,
      error: validationFailed
    }).annotateMerge(
      says(
        "Change settings",
        "Fields left out stay; null restores a default. `max_lateness_days` decides how late an event may " +
          "come and still pay. `roi.holdout_audience` is one that is listed, or had users once."
      )
    ),
    HttpApiEndpoint.patch("replaceAudiences", "/customers/me/audiences", {
      payload: ReplaceAudiences,
      success: Customer,
      error: audienceInUse
    }).annotateMerge(says("Replace the list of audiences", audiencesDescription))
  ),
  { access: "account", capability: "none", description: "The workspace: name, settings, audiences" }
) {}
