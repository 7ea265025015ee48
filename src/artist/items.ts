/**
 * Equipped items, composed onto a creature at its anchors. The built-in provider works offline, so an item is drawn
 * from its category and its key; a picture given as a `data:` URI is placed as it is. Other URLs are never fetched:
 * they only serve as the key when there is no item_key.
 */
import type { Brush } from "./brush.ts"
import type { Anchors, Figure } from "./figure.ts"
import { backdrop } from "./items/backdrops.ts"
import { designOf } from "./items/designs.ts"
import { itemCategories, type ItemCategory, itemColors, type Worn } from "./items/item.ts"

export interface EquippedItem {
  /** One of the eight slots; anything else is left out of the picture. */
  readonly category: string
  readonly item_key?: string | null | undefined
  readonly image_url?: string | null | undefined
}

/** Layers by category, empty where nothing is worn. `background` replaces the scene. */
export interface WornLayers {
  readonly has: (category: ItemCategory) => boolean
  readonly behind: string
  readonly of: (category: ItemCategory) => string
}

export interface Wearer {
  readonly brush: Brush
  readonly figure: Figure
  /** From the middle of the creature to the edge of the picture, in its own units. */
  readonly edge: number
}

const keyOf = (item: EquippedItem): string => item.item_key ?? item.image_url ?? item.category

const isCategory = (category: string): category is ItemCategory => itemCategories.some((known) => known === category)

const embedded = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/

/** Pictures larger than this are drawn by key instead: an SVG must stay quick to parse. */
const embeddedCharactersMax = 1_500_000

const pictureOf = (item: EquippedItem): string | undefined => {
  const url = item.image_url ?? ""
  return url.length <= embeddedCharactersMax && embedded.test(url) ? url : undefined
}

const image = (href: string, x: number, y: number, size: number): string => {
  const [left, top, side] = [Math.round(x - size / 2), Math.round(y), Math.round(size)]
  return `<image href="${href}" x="${left}" y="${top}" width="${side}" height="${side}"/>`
}

/** Where a tenant's own picture goes: centred on the anchor, hats standing on it. */
const placed = (
  href: string,
  category: Exclude<ItemCategory, "background">,
  anchors: Anchors,
  index: number
): string => {
  const { accessory, body, face, feet, hand, head, neck } = anchors
  switch (category) {
    case "head":
      return image(href, head.x, head.y - head.width * 0.94, head.width * 1.14)
    case "face":
      return image(href, face.x, face.y - face.width * 0.9, face.width * 1.8)
    case "neck":
      return image(href, neck.x, neck.y - neck.width * 0.24, neck.width * 1.04)
    case "body":
      return image(href, body.x, body.y - body.width * 0.52, body.width * 1.04)
    case "hand":
      return image(href, hand.x + 12, hand.y - 150, 180)
    case "feet":
      return feet.map((foot) => image(href, foot.x, -foot.width * 0.94, foot.width * 1.2)).join("")
    case "accessory": {
      const x = index % 2 === 0 ? accessory.x : head.x * 2 - accessory.x
      return image(href, x, accessory.y - 70 + (index > 1 ? 220 : 0), 150)
    }
  }
}

const wear = ({ brush, edge, figure }: Wearer, item: EquippedItem, category: ItemCategory, index: number): Worn => {
  const key = keyOf(item)
  const href = pictureOf(item)
  if (category === "background") {
    return {
      front:
        href === undefined
          ? backdrop(brush, key)
          : `<image href="${href}" width="1024" height="1024" preserveAspectRatio="xMidYMid slice"/>`
    }
  }
  if (href !== undefined) return { front: placed(href, category, figure.anchors, index) }
  return designOf(category, key)({ anchors: figure.anchors, brush, colors: itemColors(key), edge, figure, index })
}

/** The items in their given order. Only accessories may repeat; of the other categories the last one counts. */
export const wornLayers = (wearer: Wearer, items: ReadonlyArray<EquippedItem>): WornLayers => {
  const byCategory = new Map<ItemCategory, ReadonlyArray<EquippedItem>>()
  for (const item of items) {
    if (!isCategory(item.category)) continue
    const before = item.category === "accessory" ? (byCategory.get("accessory") ?? []) : []
    byCategory.set(item.category, [...before, item].slice(-4))
  }
  const layers = [...byCategory].map(([category, worn]) => ({
    category,
    pieces: worn.map((item, index) => wear(wearer, item, category, index))
  }))
  return {
    behind: layers.flatMap(({ pieces }) => pieces.map((piece) => piece.behind ?? "")).join(""),
    has: (category) => byCategory.has(category),
    of: (category) =>
      layers
        .filter((layer) => layer.category === category)
        .flatMap(({ pieces }) => pieces.map((piece) => piece.front))
        .join("")
  }
}
