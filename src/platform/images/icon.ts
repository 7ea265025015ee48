/** Icons: a sign on a shape, for badges, skills and items that have no picture of their own. */
import { document, fill, group, linear, makeBrush, part } from "./brush.ts"
import { darken, lighten } from "./color.ts"
import { ellipse, type Shape, smooth, star } from "./geometry.ts"
import { choose, hash } from "./hash.ts"
import { motif, sparkle } from "./motif.ts"
import { coatOf, type Motif, paletteOf } from "./palette.ts"

export interface IconRequest {
  readonly kind: "badge" | "skill" | "item"
  /** a preset key; anything else gets the neutral palette */
  readonly theme: string
  /** the same label gives the same icon */
  readonly label: string
  readonly description: string
  readonly tier: "bronze" | "silver" | "gold" | "platinum" | null
}

const metals = { bronze: "#c98a55", silver: "#b9c3d1", gold: "#f2b93b", platinum: "#8fd6dc" } as const

const motifs: readonly [Motif, ...Array<Motif>] = ["star", "bolt", "book", "rocket", "gift", "bubble", "check"]

const tile: Shape = smooth([
  [0, -360],
  [300, -300],
  [360, 0],
  [300, 300],
  [0, 360],
  [-300, 300],
  [-360, 0],
  [-300, -300]
])

/** Badges are medals, skills are discs, items are tiles. */
const shapes: Record<IconRequest["kind"], Shape> = {
  badge: star(0, 0, 400, 12, 0.86),
  skill: ellipse(0, 0, 360, 360),
  item: tile
}

/** As a self-contained SVG document of 1024 x 1024. */
export const drawIcon = ({ kind, label, theme, tier }: IconRequest): string => {
  const palette = paletteOf(theme)
  const seed = `icon:${kind}:${palette.name}:${tier}:${label}`
  const brush = makeBrush(`i${hash(seed).toString(36)}`, palette.ink, 10)
  const coat = coatOf(palette, hash(label) % 6)
  const color = tier === null ? coat.base : metals[tier]
  const paint = linear(brush, [
    { at: 0, color: palette.sky[0] },
    { at: 1, color: palette.sky[1] }
  ])
  const sign = motif(choose(motifs, label, "sign"), 0, 0, 170, lighten(coat.belly, 0.4), darken(color, 0.35))
  const medal = part(brush, shapes[kind], color) + fill(ellipse(0, 0, 262, 262), darken(color, 0.12), 0.55) + sign
  const light = sparkle(-190, -210, 58, "#ffffff", 0.85) + sparkle(226, 176, 36, "#ffffff", 0.7)
  const picture = `<rect width="1024" height="1024" fill="${paint}"/>${group(medal + light, "translate(512 512)")}`
  return document(picture, brush.definitions())
}
