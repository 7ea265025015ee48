/**
 * Which drawing an item gets: the one that a word of its key or name asks for, else one chosen by the key. The first
 * line that fits counts.
 */
import { choose } from "../hash.ts"
import { bodywear as body } from "./bodywear.ts"
import { companions as beside } from "./companions.ts"
import { facewear as face } from "./facewear.ts"
import { footwear as foot } from "./footwear.ts"
import { handheld as hand } from "./handheld.ts"
import { headwear as head } from "./headwear.ts"
import type { Design, ItemCategory } from "./item.ts"
import { neckwear as neck } from "./neckwear.ts"

export type WornCategory = Exclude<ItemCategory, "background">

const designs: Readonly<Record<WornCategory, Readonly<Record<string, Design>>>> = {
  accessory: beside,
  body,
  face,
  feet: foot,
  hand,
  head,
  neck
}

type Word = readonly [word: RegExp, design: Design]
const words: Readonly<Record<WornCategory, ReadonlyArray<Word>>> = {
  accessory: [
    [/\bowl/, beside.owl],
    [/bird|pigeon|parrot|eagle|sparrow|robin/, beside.bird],
    [/duck/, beside.duck],
    [/\bdog|puppy|hound/, beside.dog],
    [/apple|fruit/, beside.apple],
    [/quill|feather/, beside.quill],
    [/butterfl|moth/, beside.butterfly],
    [/balloon/, beside.balloon],
    [/hour ?glass|sand ?glass|timer/, beside.hourglass],
    [/bottle|flask/, beside.bottle],
    [/gift|present|parcel|package/, beside.gift],
    [/\btea|coffee|\bcup\b|\bmug/, beside.teacup],
    [/plant|cactus|bonsai|\btree/, beside.plant],
    [/rocket|spaceship/, beside.rocket],
    [/lantern|lamp/, beside.paperLantern],
    [/cloud|weather/, beside.cloudlet],
    [/robot|drone|\bbot\b|clockwork/, beside.robot],
    [/star|light/, beside.starling],
    [/ghost|spirit/, beside.spirit]
  ],
  body: [
    [/hoodie|jumper|sweater|pullover/, body.jumper],
    [/vest|jacket|coat|blazer/, body.vest],
    [/shirt|jersey|\btee\b/, body.emblemShirt],
    [/overall|apron|dungaree/, body.overalls],
    [/armou?r|mail\b/, body.armor],
    [/sash/, body.sash],
    [/\bcape|cloak|mantle/, body.cape]
  ],
  face: [
    [/monocle/, face.monocle],
    [/moustache|mustache|beard/, face.moustache],
    [/mask/, face.heroMask],
    [/heart/, face.heartGlasses],
    [/\bstar/, face.starGlasses],
    [/sunglass|shades/, face.squareShades],
    [/glasses|goggle|spectacle/, face.roundGlasses]
  ],
  feet: [
    [/boot|wellington/, foot.boot],
    [/slipper/, foot.slipper],
    [/sock/, foot.sock],
    [/skate|roller/, foot.skate],
    [/shoe|sneaker|trainer|spike|cleat/, foot.sneaker]
  ],
  hand: [
    [/magnif|\blens|loupe/, hand.magnifier],
    [/wand|staff|sceptre|scepter/, hand.wand],
    [/\bpen\b|pencil|quill/, hand.pen],
    [/flag|banner/, hand.flag],
    [/flower|rose|tulip/, hand.flower],
    [/lantern|lamp|torch/, hand.lantern],
    [/lollipop|sweet|candy/, hand.lollipop],
    [/book|diary|journal/, hand.book],
    [/shield/, hand.shield],
    [/coffee|\bmug|\bcup\b|\btea\b/, hand.mug],
    [/megaphone|bullhorn/, hand.megaphone],
    [/\bbag|basket|purse/, hand.bag],
    [/kettle|dumb ?bell|weight/, hand.kettlebell]
  ],
  head: [
    [/graduat|mortarboard|scholar/, head.mortarboard],
    [/wizard|witch|magic|mage/, head.wizard],
    [/headset|headphone|earphone/, head.headset],
    [/flower|laurel|wreath|garland/, head.wreath],
    [/crown|tiara/, head.crown],
    [/party|birthday/, head.party],
    [/headband|head band|ribbon|\bbow\b/, head.headband],
    [/beret/, head.beret],
    [/beanie|\bwool|knit|bobble/, head.beanie],
    [/hood/, head.hood],
    [/\bcap\b/, head.cap]
  ],
  neck: [
    [/scarf|shawl/, neck.scarf],
    [/\bbow|\btie\b/, neck.bowTie],
    [/bandana|neckerchief/, neck.bandana],
    [/medal|lanyard/, neck.medal],
    [/\blei\b|garland|flower/, neck.lei],
    [/pearl|bead|necklace|\bband\b/, neck.beads]
  ]
}

/** The words of a key, apart. */
export const spelled = (key: string): string => key.toLowerCase().replace(/[_.-]+/g, " ")

/** The drawing a word of the key asks for, if any does. */
export const namedDesign = (category: WornCategory, key: string): Design | undefined => {
  const text = spelled(key)
  return words[category].find(([word]) => word.test(text))?.[1]
}

export const designOf = (category: WornCategory, key: string): Design => {
  const [first, ...rest] = Object.values(designs[category])
  return namedDesign(category, key) ?? choose([first as Design, ...rest], key, category)
}
