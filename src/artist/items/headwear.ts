/** Hats. The origin is the middle of the brim; one unit is half of the head's width there. */
import { fill, outlineOf, part, stroke } from "../brush.ts"
import { darken } from "../color.ts"
import { arcs, ellipse, type Point, polygon, round, smooth, star } from "../geometry.ts"
import { headband, party, wreath } from "./festiveHats.ts"
import { hat, sized } from "./hat.ts"
import type { Design } from "./item.ts"
import { beret, headset, hood } from "./softHats.ts"

const wizard = hat((brush, unit, { colors }) => {
  const cone = smooth(
    sized(
      [
        [-0.66, 0],
        [-0.5, -0.5],
        [-0.26, -1],
        [0.12, -1.46],
        [0.56, -1.5],
        [0.36, -1.28],
        [0.36, -0.86],
        [0.56, -0.4],
        [0.68, 0],
        [0, 0.12]
      ],
      unit
    ),
    true,
    0.8
  )
  const band = polygon(
    sized(
      [
        [-0.9, -0.32],
        [0.9, -0.32],
        [0.9, -0.06],
        [-0.9, -0.06]
      ],
      unit
    )
  )
  const stars = [
    [-0.12, -0.62, 0.12],
    [0.22, -0.94, 0.08],
    [0.3, -0.5, 0.07]
  ].map(([x = 0, y = 0, size = 0]) => fill(star(x * unit, y * unit, size * unit, 5, 0.5), colors.trim))
  return (
    part(brush, ellipse(0, 0, unit * 1.12, unit * 0.24), colors.deep, { shade: 8 }) +
    part(brush, cone, colors.main, { marks: fill(band, colors.trim) + stars.join("") })
  )
})

const crown = hat((brush, unit, { colors }) => {
  const gold = "#ffcb45"
  const shape = polygon(
    sized(
      [
        [-0.74, 0.1],
        [-0.84, -0.62],
        [-0.44, -0.26],
        [0, -0.86],
        [0.44, -0.26],
        [0.84, -0.62],
        [0.74, 0.1]
      ],
      unit
    )
  )
  const base = smooth(
    sized(
      [
        [-0.76, 0.02],
        [0, 0.12],
        [0.76, 0.02],
        [0.74, 0.2],
        [0, 0.3],
        [-0.74, 0.2]
      ],
      unit
    ),
    true,
    0.7
  )
  const balls = [
    [-0.84, -0.66],
    [0, -0.92],
    [0.84, -0.66]
  ].map(([x = 0, y = 0]) =>
    part(brush, ellipse(x * unit, y * unit, unit * 0.1, unit * 0.1), colors.main, { line: 6, shade: 4 })
  )
  const gems = [-0.42, 0, 0.42].map((x, index) =>
    part(
      brush,
      ellipse(x * unit, unit * (0.14 + (index === 1 ? 0.06 : 0)), unit * 0.09, unit * 0.09),
      index === 1 ? colors.main : colors.light,
      { line: 4, shade: 3 }
    )
  )
  return part(brush, shape, gold) + part(brush, base, darken(gold, 0.06), { shade: 5 }) + balls.join("") + gems.join("")
})

const beanie = hat((brush, unit, { colors }) => {
  const dome = round(0, 0, unit * 0.92, unit * 0.94, unit * 0.1, { top: 0.62 })
  const stripe = polygon(
    sized(
      [
        [-1, -0.5],
        [1, -0.5],
        [1, -0.3],
        [-1, -0.3]
      ],
      unit
    )
  )
  const cuff = smooth(
    sized(
      [
        [-0.98, -0.16],
        [0, -0.08],
        [0.98, -0.16],
        [1, 0.14],
        [0, 0.24],
        [-1, 0.14]
      ],
      unit
    ),
    true,
    0.7
  )
  const pom = arcs(
    Array.from({ length: 9 }, (_, index): Point => {
      const angle = (index / 9) * Math.PI * 2
      return [Math.cos(angle) * unit * 0.22, -unit * 1.02 + Math.sin(angle) * unit * 0.22]
    }),
    0.28
  )
  return (
    part(brush, dome, colors.main, { marks: fill(stripe, colors.trim) }) +
    part(brush, cuff, colors.light, { shade: 7 }) +
    part(brush, pom, colors.trim, { shade: 6 })
  )
})

const cap = hat((brush, unit, { colors }) => {
  const dome = round(0, 0, unit * 0.88, unit * 0.82, unit * 0.08, { top: 0.62 })
  const panel = round(0, 0, unit * 0.4, unit * 0.82, unit * 0.1, { top: 0.5 })
  const visor = smooth(
    sized(
      [
        [-0.34, -0.06],
        [0.4, -0.16],
        [1.1, -0.04],
        [1.46, 0.16],
        [0.9, 0.16],
        [0.2, 0.14],
        [-0.34, 0.12]
      ],
      unit
    )
  )
  const badge = star(0, -unit * 0.4, unit * 0.22, 5, 0.52)
  return (
    part(brush, dome, colors.main, { marks: fill(panel, colors.light) }) +
    part(brush, visor, colors.deep, { shade: 6 }) +
    part(brush, ellipse(0, -unit * 0.84, unit * 0.09, unit * 0.06), colors.deep, { line: 6, shade: 0 }) +
    fill(badge, colors.main)
  )
})

const mortarboard = hat((brush, unit, { colors }) => {
  const cloth = "#3a3560"
  const board = polygon(
    sized(
      [
        [0, -1.02],
        [1.24, -0.66],
        [0, -0.3],
        [-1.24, -0.66]
      ],
      unit
    )
  )
  const cord = smooth(
    sized(
      [
        [0, -0.66],
        [0.52, -0.56],
        [0.94, -0.5],
        [0.98, -0.1]
      ],
      unit
    ),
    false
  )
  return (
    part(brush, round(0, -unit * 0.1, unit * 0.8, unit * 0.5, unit * 0.16, { top: 0.7 }), darken(cloth, 0.2)) +
    part(brush, board, cloth, { shade: 8 }) +
    stroke(cord, outlineOf(brush, colors.trim), unit * 0.13) +
    stroke(cord, colors.trim, unit * 0.07) +
    part(brush, ellipse(0, -unit * 0.67, unit * 0.1, unit * 0.06), colors.trim, { line: 5, shade: 0 }) +
    part(brush, round(unit * 0.98, unit * 0.02, unit * 0.11, unit * 0.16, unit * 0.22), colors.trim, { line: 6 })
  )
})

export const headwear = {
  wizard,
  crown,
  beanie,
  cap,
  wreath,
  party,
  headband,
  mortarboard,
  beret,
  hood,
  headset
} satisfies Record<string, Design>
