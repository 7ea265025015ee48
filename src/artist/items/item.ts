/** Colours and types shared by the item drawings. */
import { darken, lighten } from "../color.ts"
import type { Anchors, Figure } from "../figure.ts"
import { choose } from "../hash.ts"
import type { Brush } from "../brush.ts"

/** The eight slots of the marketplace (contract part 1). */
export const itemCategories = ["background", "body", "feet", "hand", "neck", "face", "head", "accessory"] as const
export type ItemCategory = (typeof itemCategories)[number]

export interface ItemColors {
  readonly main: string
  readonly light: string
  readonly deep: string
  readonly trim: string
}

/** What a drawing may rely on. `index` counts items of the same category from 0 (only accessories repeat). */
export interface Wearing {
  readonly brush: Brush
  readonly colors: ItemColors
  readonly anchors: Anchors
  readonly figure: Figure
  readonly index: number
  /** From the middle of the creature to the edge of the picture, in its own units. */
  readonly edge: number
}

/** Layers in painting order: behind the creature, on its trunk, over everything it covers. */
export interface Worn {
  readonly behind?: string
  readonly front: string
}

export type Design = (wearing: Wearing) => Worn

const mains = ["#e5535a", "#f28a35", "#f4bc3e", "#55b573", "#2fa9b5", "#4f83ea", "#8d66e2", "#e4609f"] as const
const trims = ["#ffd463", "#fff4df", "#343f6e", "#ffb3c1", "#b9efe2"] as const

/** Colours of an item, always the same for the same key. */
export const itemColors = (key: string): ItemColors => {
  const main = choose(mains, key, "main")
  const trim = choose(trims, key, "trim")
  return { deep: darken(main, 0.28), light: lighten(main, 0.5), main, trim }
}
