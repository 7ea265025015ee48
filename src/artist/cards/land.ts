/** The ground of a wide picture: the place of a theme as wide as it gets, by day or in the evening. */
import { type Brush, fill, group, linear, radial } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { ellipse, polygon, smooth, turn } from "../geometry.ts"
import { sequence } from "../hash.ts"
import { motif, sparkle } from "../motif.ts"
import type { Palette } from "../palette.ts"
import { placeOf } from "../scene.ts"
import { rect } from "../places/view.ts"

export interface CardLook {
  readonly palette: Palette
  readonly accent: string
  readonly is_dark: boolean
  readonly seed: string
}

const width = 1_200
const height = 630
const horizon = 470

/** Something drawn elsewhere, moved and scaled. */
export const over = (content: string, x: number, y: number, scale: number): string =>
  group(content, `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}) scale(${scale})`)

/** A picture of 1024 x 1024 fills the card by its width; its ground comes to lie under the feet. */
const wide = width / 1_024

const skyOf = ({ accent, is_dark, palette }: CardLook): readonly [string, string] =>
  is_dark
    ? [mix(palette.ink, "#0b0d1c", 0.45), mix(mix(palette.ink, accent, 0.3), palette.sky[1], 0.16)]
    : [mix(palette.sky[0], accent, 0.06), mix(palette.sky[1], accent, 0.12)]

const groundOf = ({ is_dark, palette }: CardLook): readonly [string, string] =>
  is_dark ? [mix(palette.ground[0], palette.ink, 0.55), mix(palette.ground[1], palette.ink, 0.72)] : palette.ground

/** Signs of the theme and glints in the air: the same for the same picture, never behind a face. */
const air = ({ accent, is_dark, palette, seed }: CardLook): string => {
  const next = sequence(`${seed}:air`)
  const tint = is_dark ? lighten(palette.distant[1], 0.2) : darken(palette.distant[1], 0.05)
  const columns = [78, 168, 268, 352, 848, 936, 1_030, 1_122]
  const drifting = columns.map((x, index) => {
    const y = 96 + next() * 70 + (index % 2) * 120
    const size = 17 + next() * 15
    const sign = motif(palette.motif, x, y, size, tint, is_dark ? palette.ink : palette.sky[0], is_dark ? 0.3 : 0.75)
    return `<g transform="rotate(${Math.round(next() * 44 - 22)} ${x} ${Math.round(y)})">${sign}</g>`
  })
  const glints = Array.from({ length: 22 }, (_, index) => {
    const x = 40 + ((index + next() * 0.8) / 22) * 1_120
    const color = index % 3 === 0 ? accent : index % 3 === 1 ? "#ffffff" : palette.emblem
    return sparkle(x, 50 + next() * 330, 5 + next() * 11, color, is_dark ? 0.8 : 0.9)
  })
  return drifting.join("") + glints.join("")
}

const mound = (brush: Brush, look: CardLook): string => {
  const [top, bottom] = groundOf(look)
  const paint = linear(brush, [
    { at: 0, color: lighten(top, look.is_dark ? 0.12 : 0.24) },
    { at: 0.4, color: top },
    { at: 1, color: bottom }
  ])
  const shape = smooth([
    [-60, 700],
    [-60, horizon + 42],
    [260, horizon + 8],
    [600, horizon],
    [940, horizon + 8],
    [1_260, horizon + 42],
    [1_260, 700]
  ])
  return fill(shape, paint)
}

const beams = (x: number, y: number, opacity: number): string =>
  Array.from({ length: 18 }, (_, index) =>
    fill(
      turn(
        polygon([
          [x, y],
          [x - 46, y - 900],
          [x + 46, y - 900]
        ]),
        index * 20 + 7,
        [x, y]
      ),
      "#ffffff",
      opacity
    )
  ).join("")

/** With a backdrop it is that; it is dimmed in the evening. */
export const land = (brush: Brush, look: CardLook, backdrop: string | undefined): string => {
  const { is_dark, palette } = look
  const [above, below] = skyOf(look)
  if (backdrop !== undefined) {
    const dusk = is_dark ? `<rect width="${width}" height="${height}" fill="${palette.ink}" fill-opacity="0.35"/>` : ""
    return over(backdrop, 0, 548 - 862 * wide, wide) + dusk
  }
  const sky = linear(brush, [
    { at: 0, color: above },
    { at: 1, color: below }
  ])
  const glow = radial(brush, [
    { at: 0, color: "#ffffff", opacity: is_dark ? 0.34 : 0.95 },
    { at: 0.5, color: "#ffffff", opacity: is_dark ? 0.14 : 0.5 },
    { at: 1, color: "#ffffff", opacity: 0 }
  ])
  const place = over(placeOf(palette), 0, 540 - 862 * wide, wide)
  return (
    rect(0, 0, width, height, sky, 0) +
    beams(600, 330, is_dark ? 0.035 : 0.2) +
    (is_dark ? `<g opacity="0.22">${place}</g>` : place) +
    fill(ellipse(600, 330, 480, 350), glow) +
    air(look) +
    mound(brush, look)
  )
}
