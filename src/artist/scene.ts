/**
 * The place a creature stands in: sky, something far away, something near, the ground. All of it in pale tones without
 * outlines, so that the outlined and saturated creature always stays in front. Canvas coordinates, 1024 x 1024.
 */
import { type Brush, fill, linear, radial } from "./brush.ts"
import { darken, lighten, mix } from "./color.ts"
import { ellipse, polygon, smooth, turn } from "./geometry.ts"
import { sequence } from "./hash.ts"
import { motif, sparkle } from "./motif.ts"
import type { Motif, Palette } from "./palette.ts"
import { community } from "./places/community.ts"
import { ecommerce } from "./places/ecommerce.ts"
import { fitness, track } from "./places/fitness.ts"
import { learning } from "./places/learning.ts"
import { neutral } from "./places/neutral.ts"
import { productivity } from "./places/productivity.ts"
import { saasOnboarding } from "./places/saasOnboarding.ts"
import { rect, type View } from "./places/view.ts"

export const groundY = 862

const places: Record<Motif, (view: View) => string> = {
  bolt: fitness,
  book: learning,
  bubble: community,
  check: productivity,
  gift: ecommerce,
  rocket: saasOnboarding,
  star: neutral
}

/** Free air in each place, away from its windows, awnings and flags. */
const air: Record<Motif, ReadonlyArray<readonly [number, number]>> = {
  bolt: [
    [130, 150],
    [330, 96],
    [560, 130],
    [80, 470],
    [950, 470],
    [930, 110]
  ],
  book: [
    [120, 140],
    [360, 100],
    [680, 96],
    [890, 170],
    [70, 560],
    [950, 540]
  ],
  bubble: [
    [96, 300],
    [930, 300],
    [240, 330],
    [790, 340],
    [60, 500],
    [966, 490]
  ],
  check: [
    [500, 110],
    [600, 200],
    [440, 210],
    [60, 600],
    [964, 570],
    [56, 80]
  ],
  gift: [
    [270, 200],
    [760, 200],
    [512, 160],
    [110, 250],
    [916, 250],
    [512, 250]
  ],
  rocket: [
    [90, 140],
    [330, 120],
    [720, 110],
    [940, 120],
    [150, 690],
    [900, 720]
  ],
  star: [
    [120, 140],
    [340, 110],
    [660, 100],
    [910, 120],
    [80, 520],
    [950, 520]
  ]
}

const signs = (palette: Palette, seed: string): string => {
  const next = sequence(`${seed}:signs`)
  const color = darken(palette.distant[1], 0.04)
  return air[palette.motif]
    .map(([x, y]) => {
      const size = 20 + next() * 12
      const [dx, dy] = [next() * 40 - 20, next() * 40 - 20]
      return `<g transform="rotate(${Math.round(next() * 40 - 20)} ${x} ${y})">${motif(
        palette.motif,
        x + dx,
        y + dy,
        size,
        color,
        palette.sky[0],
        0.8
      )}</g>`
    })
    .join("")
}

/** The mound the creature stands on. */
export const ground = (brush: Brush, colors: readonly [string, string]): string => {
  const shape = smooth([
    [-60, 1090],
    [-60, 858],
    [230, 822],
    [512, 812],
    [794, 822],
    [1084, 858],
    [1084, 1090]
  ])
  const paint = linear(brush, [
    { at: 0, color: lighten(colors[0], 0.2) },
    { at: 0.3, color: colors[0] },
    { at: 1, color: colors[1] }
  ])
  return fill(shape, paint) + fill(ellipse(512, groundY + 4, 330, 62), "#ffffff", 0.24)
}

const rays = (opacity: number): string =>
  Array.from({ length: 14 }, (_, index) => {
    const shape = polygon([
      [512, 540],
      [470, -320],
      [554, -320]
    ])
    return fill(turn(shape, (index * 360) / 14 + 13, [512, 540]), "#ffffff", opacity)
  }).join("")

const viewOf = (palette: Palette): View => ({
  far: palette.distant[0],
  haze: (coat, amount = 0.5) => mix(palette.coats[coat % 6]?.base ?? palette.emblem, palette.sky[1], amount),
  near: palette.distant[1]
})

/** The place alone, for pictures with a sky of their own. */
export const placeOf = (palette: Palette): string => places[palette.motif](viewOf(palette))

/** Sky and place of a theme. Grown creatures get light behind them. */
export const scene = (brush: Brush, palette: Palette, stage: number, seed: string): string => {
  const sky = linear(brush, [
    { at: 0, color: palette.sky[0] },
    { at: 1, color: palette.sky[1] }
  ])
  const glow = radial(brush, [
    { at: 0, color: "#ffffff", opacity: 0.92 },
    { at: 0.55, color: "#ffffff", opacity: 0.5 },
    { at: 1, color: "#ffffff", opacity: 0 }
  ])
  const front = palette.motif === "bolt" ? track() : ""
  return (
    rect(0, 0, 1024, 1024, sky, 0) +
    (stage >= 5 ? rays(0.34) : "") +
    signs(palette, seed) +
    placeOf(palette) +
    fill(ellipse(512, 540, 430, 430), glow) +
    ground(brush, palette.ground) +
    front +
    dust(palette, stage, seed)
  )
}

/** Glints on an arc over the creature, one per slice of it so that they never crowd. */
const dust = (palette: Palette, stage: number, seed: string): string => {
  const next = sequence(`${seed}:dust`)
  const count = 4 + stage * 2
  return Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (1.04 + ((index + 0.2 + next() * 0.6) / count) * 0.92)
    const reach = 340 + next() * 120
    const color = index % 2 === 0 ? "#ffffff" : palette.emblem
    return sparkle(512 + Math.cos(angle) * reach, 600 + Math.sin(angle) * reach, 9 + next() * 12, color, 0.85)
  }).join("")
}
