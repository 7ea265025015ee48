/** What makes a wide picture festive: a frame with the theme's sign, pennants, steps for winners. */
import { type Brush, clipped, fill, part, radial, stroke } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { ellipse, polygon, type Shape, smooth, star } from "../geometry.ts"
import { motif } from "../motif.ts"
import type { CardLook } from "./land.ts"

const gold = "#ffc83d"
const silver = "#cfd6e4"
const bronze = "#e0a071"

const inset = 22
const corner = 34

const outline = (margin: number, radius: number, color: string, width: number, opacity: number): string =>
  `<rect x="${margin}" y="${margin}" width="${1_200 - 2 * margin}" height="${630 - 2 * margin}" rx="${radius}"` +
  ` fill="none" stroke="${color}" stroke-width="${width}" stroke-opacity="${opacity}"/>`

/** A thin line all around in the page's colour, with the sign of the theme in its lower middle. */
export const frame = (brush: Brush, { accent, is_dark, palette }: CardLook): string => {
  const line = is_dark ? lighten(accent, 0.25) : accent
  const seal = part(brush, ellipse(600, 630 - inset - 4, 30, 30), accent, { line: 5, shade: 5 })
  return (
    outline(inset, corner, "#ffffff", 9, is_dark ? 0.16 : 0.75) +
    outline(inset, corner, line, 4, 0.9) +
    seal +
    motif(palette.motif, 600, 630 - inset - 4, 16, "#ffffff", accent)
  )
}

/** Rings behind one that has the picture alone. */
export const rosette = (brush: Brush, { accent, is_dark }: CardLook, x: number, y: number): string => {
  const light = radial(brush, [
    { at: 0, color: "#ffffff", opacity: is_dark ? 0.3 : 0.95 },
    { at: 0.72, color: lighten(accent, is_dark ? 0.3 : 0.82), opacity: is_dark ? 0.26 : 0.8 },
    { at: 1, color: lighten(accent, is_dark ? 0.2 : 0.66), opacity: is_dark ? 0.3 : 0.7 }
  ])
  return (
    fill(ellipse(x, y, 246, 246), light) +
    stroke(ellipse(x, y, 246, 246), "#ffffff", 5, is_dark ? 0.45 : 0.95) +
    stroke(ellipse(x, y, 256, 256), accent, 3, is_dark ? 0.8 : 0.4)
  )
}

/** Pennants on two lines from edge to edge. */
export const garland = (brush: Brush, { accent, is_dark, palette }: CardLook): string => {
  const sag = (t: number) => 4 * t * (1 - t)
  const span = (from: number, to: number, top: number, depth: number, first: number): string => {
    const at = (t: number) => [from + (to - from) * t, top + depth * sag(t)] as const
    const rope = smooth([0, 0.25, 0.5, 0.75, 1].map(at), false)
    const count = 9
    const flags = Array.from({ length: count }, (_, index) => {
      const [x, y] = at((index + 0.5) / count)
      const color = [accent, palette.emblem, "#ffffff", palette.coats[(first + index) % 6]!.base][index % 4]!
      const shape = polygon([
        [x - 24, y - 4],
        [x + 24, y - 4],
        [x, y + 44]
      ])
      return part(brush, shape, is_dark ? mix(color, palette.ink, 0.12) : color, { gloss: 0.2, line: 3.5, shade: 4 })
    })
    return stroke(rope, is_dark ? lighten(palette.ink, 0.3) : darken(palette.distant[1], 0.25), 5) + flags.join("")
  }
  return span(-30, 610, 18, 62, 0) + span(590, 1_230, 18, 62, 3)
}

const step = (brush: Brush, x: number, top: number, color: string, rank: number, look: CardLook): string => {
  const half = 150
  const box: Shape = polygon([
    [x - half, top],
    [x + half, top],
    [x + half, 700],
    [x - half, 700]
  ])
  const face = mix(look.palette.emblem, look.accent, 0.5)
  const lid = polygon([
    [x - half - 10, top - 14],
    [x + half + 10, top - 14],
    [x + half + 10, top + 14],
    [x - half - 10, top + 14]
  ])
  const stars = Array.from({ length: 4 - rank }, (_, index) =>
    part(brush, star(x + (index - (3 - rank) / 2) * 50, top + 72, 21, 5, 0.52), color, { line: 4, shade: 3 })
  )
  return (
    part(brush, box, rank === 1 ? face : mix(face, "#ffffff", 0.18), { line: 6, shade: 12, gloss: 0.16 }) +
    part(brush, lid, color, { line: 6, shade: 6 }) +
    stars.join("")
  )
}

const steps = [
  [600, 392, gold],
  [295, 440, silver],
  [905, 470, bronze]
] as const

/** A step for each winner, the highest in the middle. */
export const podium = (brush: Brush, look: CardLook, winners: number): string =>
  steps
    .slice(0, winners)
    .map(([x, top, metal], index) => step(brush, x, top, metal, index + 1, look))
    .toReversed()
    .join("")

/** A picture somebody else painted, in a ring whose lowest point is (x, y). */
export const medallion = (brush: Brush, look: CardLook, href: string, x: number, y: number, radius: number): string => {
  const rim_width = 16
  const middle = y - radius - rim_width
  const side = Math.round(radius * 2)
  const image =
    `<image href="${href}" x="${Math.round(x - radius)}" y="${Math.round(middle - radius)}"` +
    ` width="${side}" height="${side}"/>`
  const rim = ellipse(x, middle, radius, radius)
  return (
    part(brush, ellipse(x, middle, radius + rim_width, radius + rim_width), look.accent, { line: 6, shade: 10 }) +
    clipped(brush, rim, image) +
    stroke(rim, "#ffffff", 8, 0.95)
  )
}
