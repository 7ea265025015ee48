/** What pages of ours have in common: their names in addresses, their look, where their links may lead. */
import { Schema } from "effect"
import { defaultWidgetTheme, WidgetTheme, widgetThemeFields } from "../answers/Customer.ts"
import { orNull } from "../content/Shared.ts"
import { failure } from "../Failure.ts"
import { isUuid, text } from "../Ids.ts"

const reserved = ["admin", "api", "assets", "cdn", "console", "demo", "docs", "new", "public", "test"]
const slugPattern = /^[a-z0-9][a-z0-9-]{1,46}[a-z0-9]$/

/** Whether anything may be published under it. */
export const isSlug = (slug: string): boolean => slugPattern.test(slug) && !reserved.includes(slug) && !isUuid(slug)

export const PublicSlug = Schema.String.check(
  Schema.isPattern(slugPattern, {
    expected: "3 to 48 lower-case letters, digits or -, of which the first and the last is no -"
  }),
  Schema.makeFilter<string>((slug) => (reserved.includes(slug) ? `${slug} is a reserved name` : undefined)),
  Schema.makeFilter<string>((slug) => (isUuid(slug) ? "reads as an id" : undefined))
).annotate({ description: "its name in its address: 3 to 48 lower-case letters, digits and hyphens" })

/**
 * Where its host begins and ends is the same to everybody who reads it: browsers take a backslash for a slash, others
 * for a letter of a name before `@`, so that one address leads to two places.
 */
const webUrl = /^https?:\/\/[^\s\\/?#@]+(?:[/?#]\S*)?$/iu

/** A whole address on the web, without a name and password in it. */
export const WebUrl = text({ min: 1, max: 2_048 }).check(
  Schema.makeFilter<string>((value) =>
    webUrl.test(value) && URL.canParse(value) ? undefined : "must be an http or https address without user info"
  )
)

/** As it is sent and kept: what is absent is as the widgets of the workspace look at the moment. */
export const BrandingInput = Schema.Struct({
  accent_color: Schema.optionalKey(widgetThemeFields.accent_color),
  mode: Schema.optionalKey(widgetThemeFields.mode),
  radius: Schema.optionalKey(widgetThemeFields.radius),
  font: Schema.optionalKey(widgetThemeFields.font)
}).annotate({ identifier: "BrandingInput", description: "absent parts are those of `settings.widget_theme`" })

export const SurfaceStatus = Schema.Literals(["draft", "published", "archived"])
export type SurfaceStatus = typeof SurfaceStatus.Type

/** Lists leave out what is archived unless they are asked for it. */
export const statusQuery = { status: Schema.optionalKey(SurfaceStatus) }

export const SurfaceName = text({ min: 1, max: 80 })
export const Headline = orNull(text({ max: 80 }))
export const Branding = WidgetTheme

/** How a page looks. `theme`: of its workspace, null where it has none of its own. */
export const brandingOf = (theme: WidgetTheme | null, own: typeof BrandingInput.Type): WidgetTheme => ({
  ...(theme ?? defaultWidgetTheme),
  ...own
})

export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", { slug: Schema.String }) {}
export const slugTaken = failure(SlugTaken, {
  status: 409,
  code: "slug_taken",
  message: (e) => `The address ${e.slug} is taken.`,
  details: (e) => ({ slug: e.slug })
})

export class SlugLocked extends Schema.TaggedError<SlugLocked>()("SlugLocked", {}) {}
export const slugLocked = failure(SlugLocked, {
  status: 409,
  code: "slug_locked",
  message: () => "It has been published: its address stays as it is."
})
