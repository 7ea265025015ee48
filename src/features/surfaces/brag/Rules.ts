/** Pure rules of the brag button: settings, the words it hands out, and where they may be posted. */
import { type BragChannel, bragChannels, bragMoments, bragPlaceholders } from "../../../wire/surfaces/Brags.ts"
import type { BragConfig, BragConfigPatch } from "./Api.ts"

export const defaultBragConfig: BragConfig = {
  enabled: false,
  moments: bragMoments,
  channels: bragChannels.slice(0, 5),
  templates: {},
  hashtag: null,
  updated_at: null
}

/** null takes a field back to its default, absent leaves it. */
export const changedConfig = (config: BragConfig, patch: BragConfigPatch): BragConfig => ({
  ...config,
  ...Object.fromEntries(
    Object.entries(patch).map(([name, value]) => [name, value ?? defaultBragConfig[name as keyof BragConfigPatch]])
  )
})

const known = new RegExp(`\\{(?:${bragPlaceholders.join("|")})\\}`, "g")

export type Told = Readonly<Partial<Record<(typeof bragPlaceholders)[number], string>>>

/** What is not known of a moment is left out, with the room it took. */
export const spokenOf = (template: string, told: Told, hashtag: string | null): string => {
  const said = template
    .replace(known, (name) => told[name.slice(1, -1) as keyof Told] ?? "")
    .replace(/ {2,}/g, " ")
    .trim()
  return hashtag === null ? said : `${said} #${hashtag}`
}

const query = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&")

/** Where a channel lets something be written; null: the browser does it itself. */
export const composeUrl = (channel: BragChannel, text: string, url: string): string | null => {
  switch (channel) {
    case "x":
      return `https://x.com/intent/post?${query({ text, url })}`
    case "linkedin":
      return `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`
    case "whatsapp":
      return `https://wa.me/?${query({ text: `${text} ${url}` })}`
    case "facebook":
      return `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`
    case "email":
      return `mailto:?${query({ subject: text, body: `${text}\n${url}` })}`
    case "copy_link":
    case "native_share":
      return null
  }
}

export const days_to_tell = 7
/** of one buddy within an hour */
export const brags_max = 30
