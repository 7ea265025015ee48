/** What a picture shows, in words: the prompt for a provider that paints from text. */
import type { CreatureRequest } from "../../artist/creature.ts"
import type { IconRequest } from "../../artist/icon.ts"

/** In the order of `visual_variant`, as in species.ts. */
const creatures =
  "small dragon, bunny, owl, axolotl, fox, mushroom sprite, moth, hedgehog, octopus, ram, frog, kirin".split(", ")
const ages = ["newly hatched, still in its egg shell", "young", "half grown", "grown", "majestic, fully grown"]

const style =
  "Friendly game mascot, soft shading, clean outline, whole figure in the middle, plain themed background, no text."

/** Tenants choose these words: line breaks and quotes could end the sentence they stand in. */
const quoted = (words: string): string => `"${words.replace(/[\p{Cc}\p{Cf}"\\]/gu, " ").slice(0, 200)}"`

export const describeCreature = ({ items = [], prestige, stage, theme, variant }: CreatureRequest): string => {
  const who = `A ${creatures[variant % creatures.length]}, ${ages[Math.min(Math.max(stage, 1), ages.length) - 1]}`
  const worn = items.map(({ category, item_key }) => `${quoted(item_key ?? category)} (${category})`)
  const wears = worn.length === 0 ? "" : ` It wears ${worn.join(", ")}.`
  const glow = prestige > 0 ? ` A golden glow of strength ${prestige} of 10 surrounds it.` : ""
  return `${who}, in a world about ${quoted(theme)}.${wears}${glow} ${style}`
}

export const describeIcon = ({ description, kind, label, theme, tier }: IconRequest): string => {
  const meaning = description === "" ? "" : ` It stands for: ${quoted(description)}.`
  const metal = tier === null ? "" : ` Made of ${tier}.`
  const what = `A round ${kind} icon called ${quoted(label)}, in a world about ${quoted(theme)}.`
  return `${what}${meaning}${metal} Flat, bold, no text.`
}
