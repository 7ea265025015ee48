/** Accessories that keep a creature company. Drawn around the origin, 96 units wide. */
import { type Brush, fill, part, stroke } from "../brush.ts"
import { ellipse, onSide, polygon, round, smooth, turn } from "../geometry.ts"
import { floating } from "./floating.ts"
import type { Design, ItemColors } from "./item.ts"

const eye = (brush: Brush, x: number, y: number, radius: number): string =>
  fill(ellipse(x, y, radius * 0.85, radius), brush.ink) +
  fill(ellipse(x - radius * 0.25, y - radius * 0.35, radius * 0.32, radius * 0.32), "#ffffff")

const drawDog = (brush: Brush, colors: ItemColors): string => {
  const coat = "#c98d55"
  const ear = turn(round(0, 22, 15, 20, 30, { bottom: 0.7 }), -16, [0, 0])
  const placed = { ...ear, points: ear.points.map(([x, y]): readonly [number, number] => [x + 42, y - 30]) }
  return (
    part(brush, round(0, 30, 38, 30, 32, { bottom: 0.8, top: 0.7 }), coat, { shade: 7 }) +
    part(brush, round(0, -10, 44, 38, 34, { bottom: 0.66, top: 0.66 }), coat, {
      marks: fill(round(0, 12, 24, 20, 24), "#fff0dc"),
      shade: 7
    }) +
    [-1, 1].map((side) => part(brush, onSide(placed, side), "#8a5a33", { line: 6, shade: 4 })).join("") +
    eye(brush, -17, -12, 7.5) +
    eye(brush, 17, -12, 7.5) +
    fill(ellipse(0, 3, 9, 6.5), brush.ink) +
    stroke(
      smooth(
        [
          [-10, 13],
          [0, 19],
          [10, 13]
        ],
        false
      ),
      brush.ink,
      4
    ) +
    stroke(
      smooth(
        [
          [-26, 29],
          [0, 37],
          [26, 29]
        ],
        false
      ),
      colors.main,
      10
    )
  )
}

const drawDuck = (brush: Brush): string => {
  const yellow = "#ffd43f"
  const tail = smooth([
    [-50, 6],
    [-62, -18],
    [-34, 0],
    [-30, 22]
  ])
  const bill = smooth([
    [30, -28],
    [60, -24],
    [58, -12],
    [30, -10]
  ])
  return (
    part(brush, tail, yellow, { line: 6, shade: 3 }) +
    part(brush, round(-6, 20, 52, 26, 32, { bottom: 0.8 }), yellow, { shade: 8 }) +
    part(brush, bill, "#ff8f3f", { line: 6, shade: 3 }) +
    part(brush, ellipse(14, -24, 29, 28), yellow, { shade: 6 }) +
    part(brush, turn(ellipse(-14, 18, 24, 14), -14, [-14, 18]), "#f7bf23", { line: 5, shade: 3 }) +
    eye(brush, 20, -30, 7)
  )
}

const drawBird = (brush: Brush, colors: ItemColors): string => {
  const tail = polygon([
    [-36, 10],
    [-74, 0],
    [-66, 24],
    [-34, 28]
  ])
  const wing = smooth([
    [-16, -4],
    [-52, -46],
    [-2, -40],
    [22, 2]
  ])
  const beak = polygon([
    [46, -26],
    [68, -18],
    [46, -10]
  ])
  return (
    part(brush, tail, colors.deep, { line: 6, shade: 3 }) +
    part(brush, beak, "#ffb23e", { line: 5, shade: 0 }) +
    part(brush, round(-2, 12, 44, 28, 30, { bottom: 0.66 }), colors.main, { shade: 8 }) +
    part(brush, ellipse(28, -18, 26, 25), colors.main, { shade: 6 }) +
    fill(ellipse(10, 20, 22, 14), colors.light) +
    part(brush, wing, colors.deep, { line: 6, shade: 4 }) +
    eye(brush, 34, -22, 6.5)
  )
}

export const pets = {
  bird: floating(drawBird),
  dog: floating(drawDog),
  duck: floating(drawDuck)
} satisfies Record<string, Design>
