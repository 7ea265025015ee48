/** The workspace itself: its name, its settings and its audiences. Contract part 2 (Customer) and part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access } from "../../../wire/Access.ts"
import { absentAs, ZoneName } from "../../../wire/content/Shared.ts"
import { failure } from "../../../wire/Failure.ts"
import { tenantGroup } from "../../../wire/Group.ts"
import { Key, text } from "../../../wire/Ids.ts"
import { CoinName, defaultWidgetTheme, widgetThemeFields, Customer } from "../../../wire/answers/Customer.ts"

const Lateness = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))

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

const WidgetThemeInput = Schema.Struct({
  mode: absentAs(widgetThemeFields.mode, defaultWidgetTheme.mode),
  accent_color: absentAs(widgetThemeFields.accent_color, defaultWidgetTheme.accent_color),
  radius: absentAs(widgetThemeFields.radius, defaultWidgetTheme.radius),
  font: absentAs(widgetThemeFields.font, defaultWidgetTheme.font)
}).annotate({ identifier: "WidgetThemeInput" })

const workspaceName = text({ min: 1, max: 100 })
const audienceName = text({ min: 1, max: 100 })

export const UpdateCustomer = Schema.Struct({ name: Schema.optionalKey(workspaceName) })

const resettable = <S extends Schema.Constraint>(schema: S, meaning: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description: `${meaning}; null restores the default` })

export const UpdateSettings = Schema.Struct({
  timezone: resettable(ZoneName, "IANA zone, default UTC"),
  max_lateness_days: resettable(Lateness, "0..30, default 7"),
  locale: resettable(Locale, "BCP 47 tag, default en"),
  coin_name: resettable(CoinName, "what widgets call coins, 1..30 characters each; default coin and coins"),
  widget_theme: resettable(WidgetThemeInput, "replaced as a whole")
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
  "`default` move to the first entry, unless `default` is itself on the list. An audience that has active buddies or " +
  "open eggs cannot be taken off the list: 409 audience_in_use."

export class CustomersApi extends tenantGroup(
  HttpApiGroup.make("customers").add(
    HttpApiEndpoint.get("me", "/customers/me", { success: Customer }).annotate(Access, "tenant_read"),
    HttpApiEndpoint.patch("update", "/customers/me", { payload: UpdateCustomer, success: Customer }),
    HttpApiEndpoint.patch("updateSettings", "/customers/me/settings", { payload: UpdateSettings, success: Customer }),
    HttpApiEndpoint.patch("replaceAudiences", "/customers/me/audiences", {
      payload: ReplaceAudiences,
      success: Customer,
      error: audienceInUse
    }).annotateMerge(OpenApi.annotations({ description: audiencesDescription }))
  ),
  { access: "account", description: "The workspace: name, settings, audiences" }
) {}
