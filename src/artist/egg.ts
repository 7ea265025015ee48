/** The egg before the creature: the pattern tells the coming variant, the state of the shell tells the egg's status. */
import { type Brush, document, fill, group, makeBrush, part, radial } from "./brush.ts"
import { lighten, mix } from "./color.ts"
import { blush, eyes } from "./face.ts"
import { variantCount } from "./figure.ts"
import { ellipse, type Point, tube, turn } from "./geometry.ts"
import { clampInteger, hash, sequence } from "./hash.ts"
import { sparkle } from "./motif.ts"
import { groundShadow } from "./ornament.ts"
import { coatOf, type Palette, paletteOf } from "./palette.ts"
import { groundY, scene } from "./scene.ts"
import {
  crack,
  eggShape,
  lowerShell,
  shards,
  type ShellColors,
  shellColors,
  shellPart,
  shellPattern,
  upperShell
} from "./shell.ts"

/** Statuses of an egg (contract part 1); any other text is drawn as waiting. */
export type EggStatus = "waiting" | "ready" | "hatching" | "hatched" | "cancelled"

export interface EggRequest {
  readonly theme: string
  /** 0..11, clamped. */
  readonly variant: number
  readonly status?: string
}

const rx = 178
const height = 452

const straws = (brush: Brush, palette: Palette, front: boolean): string => {
  const next = sequence(`${palette.name}:nest`)
  const tone = "#d6a765"
  return Array.from({ length: front ? 15 : 9 }, (_, index): string => {
    const sweep = (next() - 0.5) * 0.5 + (index % 3) * 0.34 - 0.34
    const y = (front ? -44 : -70) + next() * 44
    const width = (front ? 262 : 240) - next() * 46
    const spine: ReadonlyArray<Point> = [
      [-width, y - (front ? 44 : 0) - sweep * 40],
      [-width * 0.4, y + (front ? 26 : -22)],
      [width * 0.4, y + (front ? 26 : -22) + sweep * 22],
      [width, y - (front ? 44 : 0) + sweep * 40]
    ]
    return part(brush, tube(spine, [12, 24, 24, 12]), lighten(tone, next() * 0.4), { line: brush.line * 0.6, shade: 5 })
  }).join("")
}

const light = (brush: Brush, strength: number): string => {
  const paint = radial(brush, [
    { at: 0, color: "#fff3b8", opacity: strength },
    { at: 0.5, color: "#ffdf7a", opacity: strength * 0.6 },
    {
      at: 1,
      color: "#ffdf7a",
      opacity: 0
    }
  ])
  return fill(ellipse(0, -height * 0.5, 400, 400), paint)
}

const glints = (): string =>
  (
    [
      [-250, -430, 26],
      [262, -470, 32],
      [-292, -210, 18],
      [300, -250, 20],
      [-120, -560, 16],
      [150, -590, 20]
    ] as const
  )
    .map(([x, y, size]) => sparkle(x, y, size, "#ffffff", 0.95) + sparkle(x, y, size * 0.6, "#ffd75e", 0.95))
    .join("")

const whole = (brush: Brush, variant: number, colors: ShellColors, cracked: boolean): string => {
  const egg = eggShape(rx, height)
  const shine = fill(
    turn(ellipse(-rx * 0.44, -height * 0.68, 30, 62), 20, [-rx * 0.44, -height * 0.68]),
    "#ffffff",
    0.5
  )
  return (
    part(brush, egg, colors.ground, { marks: shellPattern(variant, rx, height, colors) + shine, shade: 22 }) +
    (cracked ? crack(brush, egg, rx, -height * 0.56, colors) : "")
  )
}

const opening = (
  brush: Brush,
  palette: Palette,
  variant: number,
  colors: ShellColors,
  skin: string,
  accent: string
): string => {
  const depth = height * 0.46
  const hollow = ellipse(0, -depth, rx * 0.95, 40)
  const look = eyes(brush, { apart: 60, iris: accent, radius: 38, skin, style: "bead", x: 0, y: -depth - 44 })
  const head = ellipse(0, -depth - 6, rx * 0.8, 122)
  const lid = shellPart(brush, upperShell(rx * 0.94, height * 0.42), variant, rx, height * 0.6, colors)
  return (
    part(brush, hollow, mix(colors.ground, palette.ink, 0.55), { gloss: 0, shade: 0 }) +
    part(brush, head, skin, { shade: 12 }) +
    look +
    blush(brush, 0, -depth - 8, 104, 22) +
    group(lid, `translate(12 ${Math.round(-depth - 88)}) rotate(8)`) +
    shellPart(brush, lowerShell(rx, depth), variant, rx, rx * 0.3, colors)
  )
}

const emptied = (brush: Brush, variant: number, colors: ShellColors): string => {
  const rim = part(brush, ellipse(0, -height * 0.36, rx * 0.96, 34), mix(colors.ground, brush.ink, 0.3), {
    gloss: 0,
    shade: 6
  })
  const lid = group(
    shellPart(brush, upperShell(rx * 0.84, height * 0.36), variant, rx, height * 0.5, colors),
    "translate(270 4) rotate(58)"
  )
  return (
    lid +
    rim +
    shellPart(brush, lowerShell(rx, height * 0.38), variant, rx, rx * 0.3, colors) +
    shards(
      brush,
      [
        [-262, 30],
        [-208, 56],
        [214, 66],
        [-300, 62]
      ],
      colors
    )
  )
}

const grey = (colors: ShellColors): ShellColors => ({
  ground: mix(colors.ground, "#b9bcc6", 0.72),
  mark: mix(colors.mark, "#9a9eab", 0.78),
  second: mix(colors.second, "#a7aab6", 0.78)
})

const eggBody = (brush: Brush, palette: Palette, variant: number, status: string): string => {
  const coat = coatOf(palette, variant)
  const colors = shellColors(coat)
  switch (status) {
    case "ready":
      return light(brush, 0.85) + group(whole(brush, variant, colors, true), "rotate(5)") + glints()
    case "hatching":
      return light(brush, 1) + opening(brush, palette, variant, colors, coat.base, coat.accent) + glints()
    case "hatched":
      return emptied(brush, variant, colors) + glints()
    case "cancelled":
      return group(whole(brush, variant, grey(colors), false), "rotate(-7)")
    default:
      return group(whole(brush, variant, colors, false), "rotate(-2)")
  }
}

/** An egg in its nest, as a self-contained SVG document of 1024 x 1024. */
export const drawEgg = (request: EggRequest): string => {
  const palette = paletteOf(request.theme)
  const variant = clampInteger(request.variant, 0, variantCount - 1)
  const status = request.status ?? "waiting"
  const seed = `egg:${palette.name}:${variant}:${status}`
  const brush = makeBrush(`e${hash(seed).toString(36)}`, palette.ink, 8)
  const content =
    groundShadow(brush, palette.ink, 300) +
    straws(brush, palette, false) +
    group(eggBody(brush, palette, variant, status), "translate(0 -20)") +
    straws(brush, palette, true)
  const picture = scene(brush, palette, 1, seed) + group(content, `translate(512 ${groundY}) scale(1.12)`)
  return document(picture, brush.definitions())
}
