/** Icons: a sign on a shape, for badges, skills and items that have no picture of their own. */
import { document, fill, group, linear, makeBrush, part } from "./brush.ts"
import { darken, lighten } from "./color.ts"
import { ellipse, type Shape, smooth, star } from "./geometry.ts"
import { hash } from "./hash.ts"
import { drawSign, sparkle } from "./motif.ts"
import { coatOf, paletteOf } from "./palette.ts"
import { signFor, signOf } from "./signs/signs.ts"

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
const shapes: Record<IconRequest["kind"], (number: number) => Shape> = {
  badge: (number) => star(0, 0, 400, 10 + (number % 4) * 2, 0.86),
  skill: () => ellipse(0, 0, 360, 360),
  item: () => tile
}

/** Beads on the rim, some of them lit: two labels with the same sign and metal still have pictures of their own. */
const rim = (number: number, color: string, lit: string): string =>
  Array.from({ length: 16 }, (_, index) => {
    const angle = (index / 16) * Math.PI * 2 - Math.PI / 2
    const paint = ((number >>> index) & 1) === 1 ? lit : color
    return fill(ellipse(Math.cos(angle) * 298, Math.sin(angle) * 298, 15, 15), paint)
  }).join("")

/** As a self-contained SVG document of 1024 x 1024. */
export const drawIcon = ({ description, kind, label, theme, tier }: IconRequest): string => {
  const palette = paletteOf(theme)
  const seed = `icon:${kind}:${palette.name}:${tier}:${label}:${description}`
  const brush = makeBrush(`i${hash(seed).toString(36)}`, palette.ink, 10)
  const number = hash(label)
  const coat = coatOf(palette, number % 6)
  const color = tier === null ? coat.base : metals[tier]
  const paint = linear(brush, [
    { at: 0, color: palette.sky[0] },
    { at: 1, color: palette.sky[1] }
  ])
  const figure = signOf(signFor(label, description, number))
  const sign = drawSign(figure, 0, 0, 170, lighten(coat.belly, 0.4), darken(color, 0.35))
  const medal =
    part(brush, shapes[kind](number), color) +
    rim(number, darken(color, 0.22), lighten(color, 0.55)) +
    fill(ellipse(0, 0, 262, 262), darken(color, 0.12), 0.55) +
    sign
  const light = sparkle(-190, -210, 58, "#ffffff", 0.85) + sparkle(226, 176, 36, "#ffffff", 0.7)
  const picture = `<rect width="1024" height="1024" fill="${paint}"/>${group(medal + light, "translate(512 512)")}`
  return document(picture, brush.definitions())
}
