/** The sections of a configuration: where the entries of each are, and which schema their form is made from. */
import { entries, type JsonObject } from "../../core/entries.ts"
import type { rules } from "../../words/rules.ts"

export type Slug = keyof typeof rules.of

export interface Section {
  readonly slug: Slug
  /** where it is in addresses, where that is not its slug */
  readonly path?: string
  /** of GET /schemas/{part} */
  readonly part: string
  /** what an entry is known by in addresses, and what people know it by */
  readonly id: string
  readonly key: string
  /** edited in the draft; else live at once */
  readonly isVersioned: boolean
  readonly list: (signal: AbortSignal) => Promise<ReadonlyArray<JsonObject>>
  readonly get: (id: string, signal?: AbortSignal) => Promise<JsonObject>
  readonly create: (entry: JsonObject) => PromiseLike<JsonObject>
  readonly replace: (id: string, entry: JsonObject) => PromiseLike<JsonObject>
  /** absent: it is one and stays */
  readonly remove?: (id: string) => PromiseLike<void>
}

type Named = Exclude<keyof typeof entries, "evolutionRules" | "items" | "forgetCredential">

const collection = (
  slug: Slug,
  name: Named,
  part: string,
  [id, key]: readonly [id: string, key: string],
  isVersioned = true
): Section => ({
  slug,
  part,
  id,
  key,
  isVersioned,
  list: (signal) => entries[name].list({ limit: 100 }, { signal }).toArray(),
  get: (wanted, signal) => entries[name].get(wanted, signal === undefined ? {} : { signal }),
  create: (entry) => entries[name].create(entry),
  replace: (wanted, entry) => entries[name].replace(wanted, entry),
  remove: (wanted) => entries[name].delete(wanted)
})

const found = (all: ReadonlyArray<JsonObject>, name: string, id: string): JsonObject => {
  const one = all.find((entry) => entry[name] === id)
  if (one === undefined) throw new Error("gone")
  return one
}

const gates: Section = {
  ...collection("gates", "gates", "gate", ["gate_key", "gate_key"], false),
  // There is no reading of one, and a PUT under its key makes it.
  get: async (id, signal) =>
    found(await entries.gates.list({ limit: 100 }, signal === undefined ? {} : { signal }).toArray(), "gate_key", id),
  create: ({ gate_key, ...entry }) => entries.gates.replace(String(gate_key), entry),
  replace: (id, entry) =>
    entries.gates.replace(id, Object.fromEntries(Object.entries(entry).filter(([name]) => name !== "gate_key")))
}

const evolution: Section = {
  slug: "evolution",
  part: "evolution-rules",
  id: "max_stage",
  key: "max_stage",
  isVersioned: true,
  list: async (signal) => [await entries.evolutionRules.get({ signal })],
  get: (_, signal) => entries.evolutionRules.get(signal === undefined ? {} : { signal }),
  create: (entry) => entries.evolutionRules.replace(entry),
  replace: (_, entry) => entries.evolutionRules.replace(entry)
}

export const pathOf = ({ path, slug }: Section): string => path ?? slug

/** Items are of a marketplace, which the address names by its key. */
export const itemsOf = (marketplace: string, key: string): Section => ({
  slug: "items",
  path: `items@${key}`,
  part: "marketplace-item",
  id: "item_id",
  key: "item_key",
  isVersioned: false,
  list: (signal) => entries.items.list(marketplace, { limit: 100 }, { signal }).toArray(),
  get: (id, signal) => entries.items.get(marketplace, id, signal === undefined ? {} : { signal }),
  create: (entry) => entries.items.create(marketplace, entry),
  replace: (id, entry) => entries.items.replace(marketplace, id, entry),
  remove: (id) => entries.items.delete(marketplace, id)
})

const rule = ["rule_id", "rule_key"] as const

export const sections: ReadonlyArray<Section> = [
  collection("event-types", "eventTypes", "event-type", ["event_type_id", "event_type"], false),
  collection("coin-rules", "coinRules", "coin-rule", rule),
  collection("token-types", "tokenTypes", "token-type", ["token_type_id", "token_key"]),
  collection("token-rules", "tokenRules", "token-rule", rule),
  collection("skill-sets", "skillSets", "skill-set", ["skill_set_id", "skill_set_key"]),
  collection("skill-rules", "skillRules", "skill-rule", rule),
  collection("decay-rules", "skillDecayRules", "skill-decay-rule", rule),
  collection("badges", "badgeDefinitions", "badge-definition", ["badge_definition_id", "badge_key"]),
  collection("streaks", "streakRules", "streak-rule", ["rule_id", "streak_key"]),
  evolution,
  gates
]
