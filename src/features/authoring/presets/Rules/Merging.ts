/** What content adds to a workspace that keeps all it has: only what comes under a new key. */
import type { ConfigContent, ConfigContentPatch, PresetContent } from "../../../../wire/content/ConfigContent.ts"
import type { LiveParts } from "../../config-versions/Rules/Files.ts"
import { keyOf, sectionNames } from "../../config-versions/Rules/Sections.ts"

const unknownOf = <A>(from: ReadonlyArray<A>, known: ReadonlyArray<A>, key: (entry: A) => string): ReadonlyArray<A> => {
  const keys = new Set(known.map(key))
  return from.filter((entry) => !keys.has(key(entry)))
}

/** Known marketplaces are named as they are, with the items that are new to them. */
const shelves = (added: PresetContent["marketplaces"], known: PresetContent["marketplaces"]) =>
  added.flatMap((marketplace) => {
    const own = known.find(({ marketplace_key }) => marketplace_key === marketplace.marketplace_key)
    if (own === undefined) return [marketplace]
    const items = unknownOf(marketplace.items, own.items, ({ item_key }) => item_key)
    return items.length === 0 ? [] : [{ ...own, items }]
  })

export const additions = (draft: ConfigContent, live: LiveParts, content: PresetContent): PresetContent => ({
  ...content,
  ...Object.fromEntries(
    sectionNames.map((section) => [
      section,
      unknownOf<object>(content[section], draft[section], (entry) => keyOf(section, entry))
    ])
  ),
  evolution_rules: draft.evolution_rules ?? content.evolution_rules,
  event_types: unknownOf(content.event_types, live.event_types, ({ event_type }) => event_type),
  gates: unknownOf(content.gates, live.gates, ({ gate_key }) => gate_key),
  marketplaces: shelves(content.marketplaces, live.marketplaces)
})

/** Sections of a patch replace those of the draft whole: what is to stay is sent along, with its identifiers. */
export const withKept = (kept: ConfigContent, patch: ConfigContentPatch): ConfigContentPatch => ({
  ...patch,
  ...Object.fromEntries(sectionNames.map((section) => [section, [...kept[section], ...(patch[section] ?? [])]]))
})
