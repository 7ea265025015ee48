/**
 * The file form of a configuration: how a version and the live parts become one, and how two files
 * differ. Config as code, contract part 4.
 */
import type { ConfigContent, PresetContent } from "../../../../wire/content/ConfigContent.ts"
import type { EventTypeInput } from "../../../../wire/content/EventType.ts"
import type { Gate } from "../../../../wire/content/Gate.ts"
import type { PresetMarketplace } from "../../../../wire/content/Marketplace.ts"
import { type ItemNames, renameItems } from "../../../economy/marketplaces/Rules/ItemNames.ts"
import { type ContentChange, entryChanges, evolutionChanges, isRecord } from "./Impact.ts"
import type { Issue } from "./References.ts"
import { keyOf, sectionNames, sections } from "./Sections.ts"

/** Items of all marketplaces one file may carry: they are written one by one in a single transaction. */
export const itemsMax = 2_000

/** What stands beside the versions; archived items are not among the marketplaces' items. */
export interface LiveParts {
  readonly event_types: ReadonlyArray<EventTypeInput>
  readonly gates: ReadonlyArray<Gate>
  readonly marketplaces: ReadonlyArray<PresetMarketplace>
}

/** Free-form parts (metadata of gates) are no rules and stay as they are. */
export const renameInContent = (content: PresetContent, rename: (name: string) => string): PresetContent => {
  const { event_types, gates, ...rules } = content
  return { ...renameItems(rules, rename), event_types, gates }
}

const compare = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
const sorted = <A>(entries: ReadonlyArray<A>, key: (entry: A) => string): ReadonlyArray<A> =>
  [...entries].sort((left, right) => compare(key(left), key(right)))

/** The same document with the properties of every object in the order of their names. */
export const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isRecord(value)) return value
  return Object.fromEntries(sorted(Object.keys(value), (name) => name).map((name) => [name, inOrder(value[name])]))
}

/** Two files that mean the same are the same: keyed lists in the order of their keys, items as references by name. */
export const canonical = (content: PresetContent, names: ItemNames): PresetContent => {
  const named = renameInContent(content, (name) => names.nameOf(names.idOf(name)))
  const rules = Object.fromEntries(
    sectionNames.map((section) => [section, sorted<object>(named[section], (entry) => keyOf(section, entry))])
  )
  return inOrder({
    ...named,
    ...rules,
    // A type without a name is kept under its key.
    event_types: sorted(named.event_types, ({ event_type }) => event_type).map((type) => ({
      ...type,
      name: type.name ?? type.event_type
    })),
    gates: sorted(named.gates, ({ gate_key }) => gate_key),
    marketplaces: sorted(named.marketplaces, ({ marketplace_key }) => marketplace_key)
  }) as PresetContent
}

const without = (entry: object, name: string): object =>
  Object.fromEntries(Object.entries(entry).filter(([field]) => field !== name))

/** A version and the live parts as a file in canonical form. */
export const fileOf = (content: ConfigContent, live: LiveParts, names: ItemNames): PresetContent => {
  const rules = Object.fromEntries(
    sectionNames.map((section) => [section, content[section].map((entry) => without(entry, sections[section].id))])
  )
  const file = { ...rules, evolution_rules: content.evolution_rules, ...live }
  return canonical(file as unknown as PresetContent, names)
}

const twice = (
  path: ReadonlyArray<string | number>,
  name: string,
  keys: ReadonlyArray<string>
): ReadonlyArray<Issue> => {
  const seen = new Set<string>()
  return keys.flatMap((key, index) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [{ path: [...path, index, name], message: `${name} ${key} appears twice` }] : []
  })
}

/** What keeps the live parts of a file from being written; the rules are judged where a draft is edited. */
export const liveIssues = ({ event_types, gates, marketplaces }: LiveParts): ReadonlyArray<Issue> => {
  const keys = <A>(entries: ReadonlyArray<A>, key: (entry: A) => string) => entries.map(key)
  const items = marketplaces.reduce((total, marketplace) => total + marketplace.items.length, 0)
  return [
    ...twice(
      ["content", "event_types"],
      "event_type",
      keys(event_types, (type) => type.event_type)
    ),
    ...twice(
      ["content", "gates"],
      "gate_key",
      keys(gates, (gate) => gate.gate_key)
    ),
    ...twice(
      ["content", "marketplaces"],
      "marketplace_key",
      keys(marketplaces, (one) => one.marketplace_key)
    ),
    ...marketplaces.flatMap((marketplace, index) =>
      twice(
        ["content", "marketplaces", index, "items"],
        "item_key",
        keys(marketplace.items, (item) => item.item_key)
      )
    ),
    ...(items > itemsMax ? [{ path: ["content"], message: `a file holds at most ${itemsMax} items` }] : [])
  ]
}

type Keyed = ReadonlyMap<string, object>
const keyed = <A extends object>(entries: ReadonlyArray<A>, key: (entry: A) => string): Keyed =>
  new Map(entries.map((entry) => [key(entry), entry]))

const listChanges = (type: string, from: Keyed, to: Keyed): ReadonlyArray<ContentChange> =>
  sorted([...new Set([...from.keys(), ...to.keys()])], (key) => key).flatMap((key) =>
    entryChanges(type, key, from.get(key), to.get(key))
  )

interface LiveList {
  readonly type: string
  entries(content: PresetContent): Keyed
}
const liveLists: ReadonlyArray<LiveList> = [
  { type: "event_type", entries: ({ event_types }) => keyed(event_types, (one) => one.event_type) },
  { type: "gate", entries: ({ gates }) => keyed(gates, (one) => one.gate_key) },
  {
    type: "marketplace",
    entries: ({ marketplaces }) =>
      new Map(marketplaces.map((one) => [one.marketplace_key, without(one, "items")] as const))
  },
  {
    type: "marketplace_item",
    entries: ({ marketplaces }) =>
      new Map(
        marketplaces.flatMap(({ items, marketplace_key }) =>
          items.map((item) => [`${marketplace_key}/${item.item_key}`, item] as const)
        )
      )
  }
]

/** Whether items both files know stand in another order. */
const orderChanges = (from: PresetContent, to: PresetContent): ReadonlyArray<ContentChange> =>
  to.marketplaces.flatMap(({ items, marketplace_key }) => {
    const old = from.marketplaces.find((one) => one.marketplace_key === marketplace_key)?.items ?? []
    const keys = (some: typeof items, others: typeof items) => {
      const known = new Set(others.map((item) => item.item_key))
      return some.flatMap((item) => (known.has(item.item_key) ? [item.item_key] : []))
    }
    const [before, after] = [keys(old, items), keys(items, old)]
    if (before.every((key, index) => key === after[index])) return []
    const key = marketplace_key
    return [{ op: "changed" as const, type: "marketplace", key, field: "items_order", from: before, to: after }]
  })

const evolution = (from: PresetContent, to: PresetContent): ReadonlyArray<ContentChange> => {
  const [old, next] = [from.evolution_rules, to.evolution_rules]
  if (old === null && next === null) return []
  if (old !== null && next !== null) return evolutionChanges(from, to)
  return entryChanges("evolution_rules", "evolution", old ?? undefined, next ?? undefined)
}

/** `from`: the workspace as a file; both in canonical form. Things are the same when their key is. */
export const fileChanges = (from: PresetContent, to: PresetContent): ReadonlyArray<ContentChange> => [
  ...sectionNames.flatMap((section) => {
    const of = (content: PresetContent) => keyed<object>(content[section], (entry) => keyOf(section, entry))
    return listChanges(sections[section].type, of(from), of(to))
  }),
  ...evolution(from, to),
  ...liveLists.flatMap(({ entries, type }) => {
    const [old, next] = [entries(from), entries(to)]
    return listChanges(type, new Map([...old].filter(([key]) => next.has(key))), next)
  }),
  ...orderChanges(from, to)
]

export const unmanaged = (from: PresetContent, to: PresetContent) =>
  liveLists.flatMap(({ entries, type }) => {
    const next = entries(to)
    return [...entries(from).keys()].flatMap((key) => (next.has(key) ? [] : [{ type, key }]))
  })

/** Things, not fields: a rule with three other fields is one changed rule. */
export const countsOf = (changes: ReadonlyArray<ContentChange>) => {
  const things = (op: ContentChange["op"]) =>
    new Set(changes.flatMap((change) => (change.op === op ? [`${change.type} ${change.key}`] : []))).size
  return { added: things("added"), changed: things("changed"), removed: things("removed") }
}
