/** How a buddy presents itself in public. */
import { Schema } from "effect"
import { Id, isVisible, text, Timestamp } from "../Ids.ts"
import { absentAs, Color } from "./Shared.ts"

/** What a profile shows of a buddy besides its name and its picture. */
const shown = { badges: Schema.Boolean, skills: Schema.Boolean, streak: Schema.Boolean, coins: Schema.Boolean }
export const Show = Schema.Struct(shown).annotate({ identifier: "ProfileShow" })

/** What holds for a buddy until somebody says otherwise. */
export const defaultProfile = {
  tagline: null,
  accent_color: null,
  is_private: false,
  show: { badges: true, skills: false, streak: false, coins: false }
} as const

const tagline = text({ max: 80 })
const placeholders = "`{name}` and `{stage_name}` stand for the buddy's"

export const ProfileFields = Schema.Struct({
  tagline: Schema.NullOr(tagline).annotate({ description: placeholders }),
  accent_color: Schema.NullOr(Color),
  is_private: Schema.Boolean.annotate({ description: "true: the buddy is in no public answer" }),
  show: Show
})
export type ProfileFields = typeof ProfileFields.Type

/** What is absent of `show` is as it is by default. */
const ShowInput = Schema.Struct({
  badges: absentAs(shown.badges, defaultProfile.show.badges),
  skills: absentAs(shown.skills, defaultProfile.show.skills),
  streak: absentAs(shown.streak, defaultProfile.show.streak),
  coins: absentAs(shown.coins, defaultProfile.show.coins)
}).annotate({ identifier: "ProfileShowInput" })

const resettable = <S extends Schema.Constraint>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema)).annotate({ description: `${description}; null restores the default` })

/** Body of PATCH of one buddy's profile. */
export const ProfilePatch = Schema.Struct({
  tagline: resettable(tagline, placeholders),
  accent_color: resettable(Color, "#rrggbb"),
  is_private: resettable(Schema.Boolean, "true: the buddy is in no public answer"),
  show: resettable(ShowInput, "replaced as a whole")
}).annotate({ identifier: "ProfilePatch" })
export type ProfilePatch = typeof ProfilePatch.Type

export const Profile = Schema.Struct({
  ...ProfileFields.fields,
  profile_template_id: Schema.NullOr(Id).annotate({ description: "the template that was applied last" }),
  updated_at: Schema.NullOr(Timestamp).annotate({ description: "null: it was never changed" })
}).annotate({ identifier: "Profile" })
export type Profile = typeof Profile.Type

const strayBraces = Schema.makeFilter<string>((line) =>
  /[{}]/.test(line.replace(/\{(?:name|stage_name)\}/g, ""))
    ? "may hold {name} and {stage_name}, and no other braces"
    : undefined
)

/** The profile of a template, as it is sent. */
export const ProfileInput = Schema.Struct({
  tagline: absentAs(Schema.NullOr(tagline.check(strayBraces)).annotate({ description: placeholders }), null),
  accent_color: absentAs(Schema.NullOr(Color), null),
  is_private: absentAs(Schema.Boolean, false),
  show: absentAs(ShowInput, {})
}).annotate({ identifier: "ProfileInput" })

/** Whoever does not show the stage of a buddy does not let it say so either. */
export const tellsStage = (line: string | null): boolean => line !== null && line.includes("{stage_name}")

/** A tagline as the buddy says it at the moment; null where nobody would see what it says. */
export const spoken = (line: string | null, buddy: { readonly name: string; readonly stage_name: string }) => {
  const told = line?.replace(/\{(name|stage_name)\}/g, (_, of: "name" | "stage_name") => buddy[of]) ?? ""
  return isVisible(told) ? told : null
}
