/** A look for widgets, proposed from what a workspace says of its product. Nothing is written. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Lengthy } from "../../../wire/Access.ts"
import { WidgetTheme } from "../../../wire/answers/Customer.ts"
import { Color } from "../../../wire/content/Shared.ts"
import { validationFailed } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { text } from "../../../wire/Ids.ts"
import { says } from "../../../wire/Words.ts"

export const suggestLimits = { alternatives: 2, sites_a_minute: 10, readable: 4.5 } as const

export const SuggestTheme = Schema.Struct({
  brand_color: Schema.optionalKey(Color).annotate({ description: "counts before everything else" }),
  website_url: Schema.optionalKey(text({ min: 1, max: 2_048 })).annotate({
    description: "read for its colours and words where no brand_color is sent"
  }),
  description: Schema.optionalKey(text({ max: 500 })).annotate({ description: "of the product" })
}).annotate({ identifier: "SuggestWidgetTheme" })
export type SuggestTheme = typeof SuggestTheme.Type

export const ThemeSuggestion = Schema.Struct({
  theme: WidgetTheme,
  alternatives: Schema.Array(WidgetTheme).annotate({ description: "two others that go with it" }),
  contrast: Schema.Number.annotate({ description: "of the theme's accent with white, 4.5 or more" }),
  source: Schema.Literals(["brand_color", "website", "description", "preset"]).annotate({
    description: "what decided the accent; preset: nothing that was sent"
  })
}).annotate({ identifier: "WidgetThemeSuggestion" })
export type ThemeSuggestion = typeof ThemeSuggestion.Type

export class WidgetThemeApi extends tenantGroup(
  HttpApiGroup.make("widget-theme").add(
    HttpApiEndpoint.post("suggest", "/customers/me/widget-theme/suggest", {
      payload: [SuggestTheme, Schema.Null],
      success: ThemeSuggestion,
      error: [validationFailed, rateLimited]
    })
      .annotate(Lengthy, true)
      .annotateMerge(
        says(
          "Suggest a look for widgets",
          "From the brand's colour, else the colours and words of a site, else a description. Nothing is changed: " +
            "apply one as `widget_theme` of the settings. A site is read over https and within 15 s; one that cannot " +
            "be read counts as not sent."
        )
      )
  ),
  { access: "config", capability: "widgets", description: "A look for widgets, proposed" }
) {}
