/** How the names of items are turned into identifiers and back, wherever a document mentions items. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Of every item there is, archived ones too. */
export interface NamedItem extends ItemPlace {
  readonly item_id: string
}

export interface ItemPlace {
  readonly item_key: string
  readonly marketplace_key: string
}

export interface ItemNames {
  /** the name an item has in a file; an identifier nobody knows is its own name */
  nameOf(item_id: string): string
  /** what a file may call an item: key, `marketplace_key/item_key` or identifier; of several with a key the first */
  idOf(name: string): string
}

const qualified = (item: ItemPlace) => `${item.marketplace_key}/${item.item_key}`

/** What a file holds of items, in its order. */
export const placesIn = (
  marketplaces: ReadonlyArray<{
    readonly marketplace_key: string
    readonly items: ReadonlyArray<{ readonly item_key: string }>
  }>
): ReadonlyArray<ItemPlace> =>
  marketplaces.flatMap(({ items, marketplace_key }) => items.map(({ item_key }) => ({ item_key, marketplace_key })))

/** `brought`: the document's own items; it means them before namesakes elsewhere, also while they are still to come. */
export const itemNames = (items: ReadonlyArray<NamedItem>, brought: ReadonlyArray<ItemPlace> = []): ItemNames => {
  const ids = new Map<string, string>()
  const shared = new Set<string>()
  for (const item of items) {
    if (ids.has(item.item_key)) shared.add(item.item_key)
    else ids.set(item.item_key, item.item_id)
    ids.set(qualified(item), item.item_id)
  }
  for (const item of brought.toReversed()) {
    if (ids.has(item.item_key)) ids.set(item.item_key, ids.get(qualified(item)) ?? qualified(item))
  }
  for (const { item_id } of items) ids.set(item_id, item_id)
  const names = new Map(
    items.map((item) => {
      const name = shared.has(item.item_key) ? qualified(item) : item.item_key
      // A reference holds 64 characters: two long keys do not fit, and the identifier does.
      return [item.item_id, name.length > 64 ? item.item_id : name] as const
    })
  )
  return { nameOf: (item_id) => names.get(item_id) ?? item_id, idOf: (name) => ids.get(name) ?? name }
}

/** Items are named in conditions of the type item_owned and in rewards, nowhere else. */
export const renameItems = <A>(value: A, rename: (name: string) => string): A => {
  if (Array.isArray(value)) return value.map((entry) => renameItems(entry as unknown, rename)) as A
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (name === "key" && value["type"] === "item_owned") return [name, rename(String(field))]
      const items = name === "reward" && isRecord(field) ? field["items"] : undefined
      const renamed = renameItems(field, rename)
      return [name, Array.isArray(items) ? { ...(renamed as object), items: items.map(String).map(rename) } : renamed]
    })
  ) as A
}

/** Where a document names an item, and how. */
export interface ItemMention {
  readonly path: ReadonlyArray<string | number>
  readonly name: string
}

export const itemMentions = (value: unknown, path: ItemMention["path"] = []): ReadonlyArray<ItemMention> => {
  if (Array.isArray(value)) return value.flatMap((entry, index) => itemMentions(entry as unknown, [...path, index]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const at = [...path, name]
    if (name === "key" && value["type"] === "item_owned") return [{ path: at, name: String(field) }]
    const items = name === "reward" && isRecord(field) ? field["items"] : undefined
    const rewarded = Array.isArray(items)
      ? items.map((item, index) => ({ path: [...at, "items", index], name: String(item) }))
      : []
    return [...rewarded, ...itemMentions(field, at)]
  })
}
