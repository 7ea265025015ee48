/** Shoes, drawn over each foot; one unit is the width of the foot. */
import { type Brush, fill, group, part, stroke } from "../brush.ts"
import { ellipse, polygon, round, smooth, star } from "../geometry.ts"
import type { Design, ItemColors } from "./item.ts"

type Draw = (brush: Brush, unit: number, colors: ItemColors) => string

const pair =
  (draw: Draw): Design =>
  ({ anchors, brush, colors }) => ({
    front: anchors.feet
      .map((foot) =>
        group(draw(brush, foot.width * 1.12, colors), `translate(${Math.round(foot.x)} ${Math.round(foot.y)})`)
      )
      .join("")
  })

const shell = (unit: number, up: number): ReturnType<typeof round> =>
  round(0, -unit * 0.2, unit * 0.52, unit * up, unit * 0.24, { bottom: 0.8, top: 0.66 })

const sneaker = pair((brush, unit, colors) => {
  const sole = round(0, 0, unit * 0.56, unit * 0.12, unit * 0.1, {
    bottom: 0.85,
    lowerSide: 0.7,
    top: 0.9,
    upperSide: 0.7
  })
  const laces = [0.34, 0.22].map((y) =>
    stroke(
      polygon(
        [
          [-unit * 0.14, -unit * y],
          [unit * 0.14, -unit * y]
        ],
        false
      ),
      "#ffffff",
      7
    )
  )
  return (
    part(brush, shell(unit, 0.36), colors.main, {
      marks: fill(ellipse(0, unit * 0.02, unit * 0.34, unit * 0.2), "#fff8ea"),
      shade: 6
    }) +
    laces.join("") +
    part(brush, sole, "#fff8ea", { line: 6, shade: 3 })
  )
})

const boot = pair((brush, unit, colors) => {
  const cuff = round(0, -unit * 0.56, unit * 0.46, unit * 0.13, unit * 0.13, { bottom: 0.8, top: 0.8 })
  return (
    part(
      brush,
      round(0, -unit * 0.2, unit * 0.5, unit * 0.42, unit * 0.24, { bottom: 0.8, top: 0.8, upperSide: 0.8 }),
      colors.main,
      { shade: 7 }
    ) + part(brush, cuff, colors.trim, { shade: 4 })
  )
})

const slipper = pair((brush, unit, colors) => {
  const ear = (side: number): string =>
    part(brush, round(side * unit * 0.24, -unit * 0.52, unit * 0.1, unit * 0.2, unit * 0.22), colors.light, {
      line: 6,
      shade: 3
    })
  return (
    ear(-1) +
    ear(1) +
    part(brush, shell(unit, 0.3), colors.light, { shade: 6 }) +
    [-1, 1]
      .map((side) => fill(ellipse(side * unit * 0.15, -unit * 0.2, unit * 0.045, unit * 0.06), brush.ink))
      .join("") +
    fill(ellipse(0, -unit * 0.1, unit * 0.06, unit * 0.04), "#ff7f92")
  )
})

const sock = pair((brush, unit, colors) => {
  const bands = [0.34, 0.08].map((y) =>
    fill(
      smooth(
        [
          [-unit, -unit * y],
          [0, -unit * y + 7],
          [unit, -unit * y],
          [unit, -unit * y + unit * 0.13],
          [0, -unit * y + unit * 0.13 + 7],
          [-unit, -unit * y + unit * 0.13]
        ],
        true,
        0.6
      ),
      colors.trim
    )
  )
  return part(brush, shell(unit, 0.4), colors.main, { marks: bands.join(""), shade: 6 })
})

const skate = pair((brush, unit, colors) => {
  const wheels = [-0.34, 0, 0.34].map((x) =>
    part(brush, ellipse(x * unit, unit * 0.1, unit * 0.12, unit * 0.12), colors.trim, { line: 6, shade: 3 })
  )
  return (
    wheels.join("") +
    part(brush, shell(unit, 0.4), colors.main, {
      marks: fill(star(0, -unit * 0.22, unit * 0.2, 5, 0.5), colors.trim),
      shade: 6
    })
  )
})

export const footwear = { sneaker, boot, slipper, sock, skate } satisfies Record<string, Design>
