/** Accessories: everything that floats beside a creature. */
import { type Brush, fill, group, part, stroke } from "../brush.ts"
import { lighten } from "../color.ts"
import { blush, mouth } from "../face.ts"
import { arcs, ellipse, type Point, polygon, round, smooth, star, stretch, tube } from "../geometry.ts"
import { apple, owl, quill } from "./keepsakes.ts"
import { floating } from "./floating.ts"
import type { Design } from "./item.ts"
import { pets } from "./pets.ts"
import { things } from "./things.ts"

const dotEyes = (brush: Brush, apart: number, y: number, radius: number): string =>
  [-1, 1]
    .map(
      (side) =>
        fill(ellipse(side * apart, y, radius * 0.85, radius), brush.ink) +
        fill(ellipse(side * apart - radius * 0.25, y - radius * 0.35, radius * 0.3, radius * 0.3), "#ffffff")
    )
    .join("")

const butterfly = floating((brush, colors) => {
  const wing = (side: number, points: ReadonlyArray<Point>, color: string): string =>
    part(brush, stretch(smooth(points), side, 1), color, {
      marks: fill(ellipse(side * 40, -22, 12, 12), colors.trim),
      shade: 6
    })
  const both = (points: ReadonlyArray<Point>, color: string): string => wing(-1, points, color) + wing(1, points, color)
  const feelers = [-1, 1].map((side) =>
    stroke(
      smooth(
        [
          [0, -34],
          [side * 14, -58],
          [side * 26, -62]
        ],
        false
      ),
      brush.ink,
      5
    )
  )
  return group(
    both(
      [
        [4, 6],
        [38, 8],
        [50, 34],
        [28, 48],
        [8, 28]
      ],
      colors.light
    ) +
      both(
        [
          [4, -4],
          [22, -50],
          [62, -56],
          [68, -18],
          [40, 8]
        ],
        colors.main
      ) +
      part(
        brush,
        tube(
          [
            [0, -30],
            [0, 0],
            [0, 32]
          ],
          [14, 17, 10]
        ),
        colors.deep,
        { line: 6, shade: 0 }
      ) +
      feelers.join(""),
    "rotate(-14)"
  )
})

const balloon = floating((brush, colors) => {
  const string = smooth(
    [
      [0, 50],
      [10, 84],
      [-8, 116],
      [4, 150]
    ],
    false
  )
  return (
    stroke(string, brush.ink, 4.5, 0.7) +
    part(
      brush,
      polygon([
        [-9, 58],
        [9, 58],
        [0, 44]
      ]),
      colors.deep,
      { line: 6, shade: 0 }
    ) +
    part(brush, round(0, -10, 48, 52, 58, { bottom: 0.4 }), colors.main, { shade: 10 }) +
    fill(ellipse(-18, -34, 9, 15), "#ffffff", 0.65)
  )
})

const cloudlet = floating((brush, colors) => {
  const bands = [46, 36, 26].map((radius, index) =>
    stroke(
      smooth(
        [
          [-radius, 6],
          [-radius * 0.72, -radius * 0.7 + 6],
          [0, -radius + 6],
          [radius * 0.72, -radius * 0.7 + 6],
          [radius, 6]
        ],
        false
      ),
      [colors.main, "#ffd463", "#6fc3ef"][index] ?? colors.main,
      10
    )
  )
  const puff = arcs(
    [
      [-58, 22],
      [-36, -4],
      [0, -14],
      [36, -4],
      [58, 22],
      [20, 34],
      [-20, 34]
    ],
    [0.3, 0.3, 0.3, 0.3, 0.28, 0.1, 0.28]
  )
  return (
    group(bands.join(""), "translate(0 -14)") +
    part(brush, puff, "#ffffff", { shade: 8 }) +
    dotEyes(brush, 17, 10, 6) +
    blush(brush, 0, 20, 30, 9) +
    mouth(brush, "small", 0, 17, 10, "#ffffff")
  )
})

const robot = floating((brush, colors) => {
  const head = round(0, 0, 46, 36, 36, { bottom: 0.82, lowerSide: 0.8, top: 0.82, upperSide: 0.8 })
  const screen = round(0, 0, 33, 23, 23, { bottom: 0.8, lowerSide: 0.8, top: 0.8, upperSide: 0.8 })
  const lamps = [-1, 1].map((side) => fill(ellipse(side * 13, -2, 6.5, 8.5), "#8ff5e6")).join("")
  return (
    stroke(
      polygon(
        [
          [0, -36],
          [0, -56]
        ],
        false
      ),
      brush.ink,
      6
    ) +
    part(brush, ellipse(0, -60, 10, 10), colors.trim, { line: 5, shade: 3 }) +
    [-1, 1].map((side) => part(brush, ellipse(side * 52, 0, 12, 17), colors.deep, { line: 6, shade: 3 })).join("") +
    part(brush, head, lighten(colors.main, 0.2), { shade: 8 }) +
    part(brush, screen, "#25305a", { gloss: 0.15, line: 5, shade: 4 }) +
    lamps +
    stroke(
      smooth(
        [
          [-9, 11],
          [0, 15],
          [9, 11]
        ],
        false
      ),
      "#8ff5e6",
      4
    ) +
    part(
      brush,
      polygon([
        [-18, 40],
        [18, 40],
        [10, 56],
        [-10, 56]
      ]),
      "#ffb84d",
      { line: 5, shade: 0 }
    )
  )
})

const starling = floating(
  (brush, colors) =>
    part(brush, star(0, 0, 58, 5, 0.62), "#ffd34f", { shade: 9 }) +
    dotEyes(brush, 14, -2, 7.5) +
    blush(brush, 0, 10, 25, 9) +
    mouth(brush, "open", 0, 9, 9, "#ffd34f") +
    fill(ellipse(48, -48, 8, 8), colors.main, 0.9) +
    fill(ellipse(-54, -30, 6, 6), colors.light)
)

const spirit = floating((brush, colors) => {
  const sheet = smooth(
    [
      [0, -52],
      [34, -42],
      [46, -8],
      [48, 40],
      [32, 30],
      [16, 44],
      [0, 30],
      [-16, 44],
      [-32, 30],
      [-48, 40],
      [-46, -8],
      [-34, -42]
    ],
    true,
    0.9
  )
  return (
    part(brush, sheet, lighten(colors.light, 0.45), { shade: 9 }) +
    dotEyes(brush, 15, -12, 8) +
    blush(brush, 0, 2, 28, 10) +
    mouth(brush, "open", 0, 2, 8, colors.light) +
    part(
      brush,
      smooth([
        [-20, -50],
        [0, -62],
        [20, -50],
        [0, -44]
      ]),
      colors.main,
      { line: 5, shade: 3 }
    )
  )
})

export const companions = {
  butterfly,
  balloon,
  cloudlet,
  robot,
  starling,
  spirit,
  owl: floating(owl),
  apple: floating(apple),
  quill: floating(quill),
  ...pets,
  ...things
} satisfies Record<string, Design>
