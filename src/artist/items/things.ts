/** Accessories that are things. Drawn around the origin, 96 units wide. */
import { type Brush, fill, part, radial, stroke } from "../brush.ts"
import { lighten } from "../color.ts"
import { arcs, ellipse, leaf, move, polygon, round, smooth, turn } from "../geometry.ts"
import { floating } from "./floating.ts"
import type { Design, ItemColors } from "./item.ts"

const box = (x: number, y: number, width: number, height: number) =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height]
  ])

const gift = (brush: Brush, colors: ItemColors): string => {
  const loop = (side: number): string =>
    part(brush, turn(ellipse(side * 20, -46, 20, 12), side * -24, [side * 20, -46]), colors.trim, { line: 5, shade: 3 })
  return (
    part(brush, box(-42, -16, 84, 66), colors.main, { marks: fill(box(-10, -16, 20, 70), colors.trim), shade: 7 }) +
    part(brush, box(-50, -34, 100, 26), colors.main, { marks: fill(box(-10, -34, 20, 26), colors.trim), shade: 4 }) +
    loop(-1) +
    loop(1) +
    part(brush, ellipse(0, -40, 9, 9), colors.trim, { line: 5, shade: 0 })
  )
}

const bottle = (brush: Brush, colors: ItemColors): string =>
  part(brush, box(-14, -66, 28, 18), colors.deep, { line: 6, shade: 3 }) +
  part(brush, round(0, 6, 32, 52, 48, { bottom: 0.86, lowerSide: 0.9, top: 0.6, upperSide: 0.6 }), "#bfe8fb", {
    marks: fill(box(-40, -6, 80, 30), colors.main) + fill(ellipse(-14, -22, 5, 14), "#ffffff", 0.8),
    shade: 7
  })

const hourglass = (brush: Brush, colors: ItemColors): string => {
  const glass = smooth([
    [-34, -48],
    [34, -48],
    [26, -20],
    [6, 0],
    [26, 20],
    [34, 48],
    [-34, 48],
    [-26, 20],
    [-6, 0],
    [-26, -20]
  ])
  const sand =
    fill(
      polygon([
        [-40, 52],
        [0, 18],
        [40, 52]
      ]),
      "#f2b84b"
    ) +
    fill(box(-26, -24, 52, 14), "#f2b84b") +
    fill(box(-2, -10, 4, 44), "#f2b84b")
  return (
    part(brush, glass, "#e4f5fb", { marks: sand, shade: 5 }) +
    [-58, 44].map((y) => part(brush, box(-44, y, 88, 14), colors.main, { line: 6, shade: 3 })).join("")
  )
}

const teacup = (brush: Brush, colors: ItemColors): string => {
  const handle = smooth(
    [
      [36, -8],
      [62, -8],
      [58, 18],
      [32, 24]
    ],
    false
  )
  const steam = (x: number): string =>
    stroke(
      smooth(
        [
          [x, -36],
          [x + 8, -48],
          [x - 6, -58],
          [x + 4, -70]
        ],
        false
      ),
      lighten(brush.ink, 0.55),
      5,
      0.7
    )
  return (
    steam(-12) +
    steam(12) +
    stroke(handle, brush.ink, 14) +
    stroke(handle, colors.main, 7) +
    part(brush, round(0, -14, 42, 10, 56, { bottom: 0.7, top: 0.9 }), colors.main, { shade: 7 }) +
    fill(ellipse(0, -16, 33, 7), "#a9652f") +
    part(brush, ellipse(0, 48, 52, 9), colors.light, { line: 6, shade: 0 })
  )
}

const plant = (brush: Brush, colors: ItemColors): string => {
  const blades = [-52, -26, 0, 28, 54].map((degrees, index) =>
    part(brush, move(turn(leaf(index === 2 ? 78 : 66, 17, 0.5, 0.4), degrees), 0, 12), "#63b568", { line: 6, shade: 4 })
  )
  const pot = polygon([
    [-34, 8],
    [34, 8],
    [24, 56],
    [-24, 56]
  ])
  return (
    blades.join("") +
    part(brush, pot, colors.main, { shade: 6 }) +
    part(brush, box(-39, 2, 78, 15), colors.light, { line: 6, shade: 3 })
  )
}

const rocket = (brush: Brush, colors: ItemColors): string => {
  const flame = smooth([
    [-14, 34],
    [14, 34],
    [8, 56],
    [0, 76],
    [-8, 56]
  ])
  const hull = smooth([
    [0, -74],
    [26, -34],
    [28, 20],
    [16, 38],
    [-16, 38],
    [-28, 20],
    [-26, -34]
  ])
  const fin = (side: number) =>
    polygon([
      [side * 24, 2],
      [side * 50, 36],
      [side * 46, 54],
      [side * 18, 34]
    ])
  const drawn =
    part(brush, flame, "#ffb23e", { line: 5, shade: 0 }) +
    [-1, 1].map((side) => part(brush, fin(side), colors.main, { line: 6, shade: 3 })).join("") +
    part(brush, hull, "#f4f6fb", { marks: fill(box(-40, -90, 80, 44), colors.main), shade: 7 }) +
    part(brush, ellipse(0, -16, 13, 13), "#8fd4f5", { line: 6, shade: 3 })
  return `<g transform="rotate(18)">${drawn}</g>`
}

const paperLantern = (brush: Brush, colors: ItemColors): string => {
  const glow = radial(brush, [
    { at: 0, color: "#fff2b0", opacity: 0.85 },
    { at: 1, color: "#ffd766", opacity: 0 }
  ])
  const ribs = [-26, -9, 9, 26].map((y) =>
    stroke(
      smooth(
        [
          [-50, y],
          [0, y + 7],
          [50, y]
        ],
        false
      ),
      "#ffffff",
      4,
      0.65
    )
  )
  return (
    fill(ellipse(0, 0, 84, 84), glow) +
    stroke(box(0, -72, 0.5, 26), brush.ink, 5) +
    part(brush, ellipse(0, 0, 48, 44), colors.main, { marks: ribs.join(""), shade: 8 }) +
    [-52, 40].map((y) => part(brush, box(-22, y, 44, 11), colors.deep, { line: 5, shade: 0 })).join("") +
    part(
      brush,
      arcs(
        [
          [-9, 52],
          [9, 52],
          [6, 74],
          [-6, 74]
        ],
        0.04
      ),
      colors.trim,
      { line: 5, shade: 0 }
    )
  )
}

export const things = {
  bottle: floating(bottle),
  gift: floating(gift),
  hourglass: floating(hourglass),
  paperLantern: floating(paperLantern),
  plant: floating(plant),
  rocket: floating(rocket),
  teacup: floating(teacup)
} satisfies Record<string, Design>
