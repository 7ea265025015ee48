/** What is kept of a profile: the fields that are not at their default, and no other. */
import { Equal, Schema } from "effect"
import { defaultProfile, type Profile, ProfileFields, type ProfilePatch } from "../../../wire/content/Profile.ts"

const { accent_color, is_private, show, tagline } = ProfileFields.fields

export const KeptProfile = Schema.Struct({
  tagline: Schema.optionalKey(tagline),
  accent_color: Schema.optionalKey(accent_color),
  is_private: Schema.optionalKey(is_private),
  show: Schema.optionalKey(show)
})
export type KeptProfile = typeof KeptProfile.Type

const names = ["tagline", "accent_color", "is_private", "show"] as const

/** A change as two steps: what to write, and what to take back to its default. */
export const stepsOf = (change: ProfilePatch): { readonly set: KeptProfile; readonly reset: ReadonlyArray<string> } => {
  const given = names.filter((name) => change[name] !== undefined)
  const isDefault = (name: (typeof names)[number]) =>
    change[name] === null || Equal.equals(change[name], defaultProfile[name])
  return {
    set: Object.fromEntries(given.filter((name) => !isDefault(name)).map((name) => [name, change[name]])),
    reset: given.filter(isDefault)
  }
}

/** A whole profile as it is kept. */
export const keptOf = (profile: ProfileFields): KeptProfile => stepsOf(profile).set

export const shownOf = (
  kept: KeptProfile,
  { profile_template_id, updated_at }: Pick<Profile, "profile_template_id" | "updated_at">
): Profile => ({ ...defaultProfile, ...kept, profile_template_id, updated_at })
