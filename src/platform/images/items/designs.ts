/**
 * Which drawing an item gets: the one that a word of its key or name asks for, else one chosen by the key. The first
 * line that fits counts.
 */
import { choose } from "../hash.ts"
import { bodywear } from "./bodywear.ts"
import { companions } from "./companions.ts"
import { facewear } from "./facewear.ts"
import { footwear } from "./footwear.ts"
import { handheld } from "./handheld.ts"
import { headwear } from "./headwear.ts"
import type { Design, ItemCategory } from "./item.ts"
import { neckwear } from "./neckwear.ts"

export type WornCategory = Exclude<ItemCategory, "background">
type Designs = readonly [Design, ...Array<Design>]

const designs: Readonly<Record<WornCategory, Designs>> = {
  accessory: companions,
  body: bodywear,
  face: facewear,
  feet: footwear,
  hand: handheld,
  head: headwear,
  neck: neckwear
}

/** A word and the place of its drawing in the list above. */
type Word = readonly [word: RegExp, place: number]
const words: Readonly<Record<WornCategory, ReadonlyArray<Word>>> = {
  accessory: [
    [/owl|bird|pigeon|parrot|eagle/, 6],
    [/apple|fruit/, 7],
    [/quill|feather/, 8],
    [/butterfl|moth/, 0],
    [/balloon/, 1],
    [/cloud|weather/, 2],
    [/robot|drone|bot\b|clockwork/, 3],
    [/star|light/, 4],
    [/ghost|spirit/, 5]
  ],
  body: [
    [/hoodie|jumper|sweater|pullover/, 0],
    [/vest|jacket|coat|blazer/, 1],
    [/shirt|jersey|tee/, 2],
    [/overall|apron|dungaree/, 3],
    [/armou?r|mail/, 4],
    [/sash/, 5],
    [/cape|cloak/, 6]
  ],
  face: [
    [/monocle/, 5],
    [/mask/, 4],
    [/heart/, 3],
    [/star/, 2],
    [/sunglass|shades/, 1],
    [/glasses|goggle|spectacle/, 0]
  ],
  feet: [
    [/boot|spike/, 1],
    [/slipper/, 2],
    [/sock/, 3],
    [/skate|roller/, 4],
    [/shoe|sneaker|trainer/, 0]
  ],
  hand: [
    [/wand|staff|pen\b|quill/, 0],
    [/flag|banner/, 1],
    [/flower|rose|tulip/, 2],
    [/lantern|lamp|torch/, 3],
    [/lollipop|sweet|candy/, 4],
    [/magnif|lens|loupe/, 5],
    [/book|diary/, 6],
    [/shield/, 7]
  ],
  head: [
    [/graduat|mortarboard|scholar/, 7],
    [/wizard|witch|magic|mage/, 0],
    [/flower|laurel|wreath|garland/, 4],
    [/crown|tiara/, 1],
    [/party|birthday/, 5],
    [/headband|head.band|ribbon/, 6],
    [/beanie|beret|hood|wool|knit/, 2],
    [/\bcap\b/, 3]
  ],
  neck: [
    [/scarf|shawl/, 0],
    [/bow|tie\b/, 1],
    [/bandana|neckerchief/, 2],
    [/medal|lanyard/, 3],
    [/\blei\b|garland|flower/, 4],
    [/pearl|bead|necklace|band\b/, 5]
  ]
}

/** The words of a key, apart. */
export const spelled = (key: string): string => key.toLowerCase().replace(/[_.-]+/g, " ")

export const designOf = (category: WornCategory, key: string): Design => {
  const text = spelled(key)
  const place = words[category].find(([word]) => word.test(text))?.[1]
  return (place === undefined ? undefined : designs[category][place]) ?? choose(designs[category], key, category)
}
