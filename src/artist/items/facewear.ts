/** Glasses and masks. The origin lies between the eyes; one unit is the distance between the eye centres. */
import { type Brush, fill, group, part, stroke } from "../brush.ts"
import { darken } from "../color.ts"
import { ellipse, heart, onSide, type Point, polygon, round, type Shape, smooth, star } from "../geometry.ts"
import type { Design, ItemColors } from "./item.ts"

type Draw = (brush: Brush, unit: number, colors: ItemColors) => string

const worn =
  (draw: Draw): Design =>
  ({ anchors, brush, colors }) => ({
    front: group(
      draw(brush, anchors.face.width, colors),
      `translate(${Math.round(anchors.face.x)} ${Math.round(anchors.face.y)})`
    )
  })

const glasses = (lens: (cx: number, unit: number) => Shape, tint: number): Design =>
  worn((brush, unit, colors) => {
    const bridge = smooth(
      [
        [-unit * 0.13, -unit * 0.06],
        [0, -unit * 0.13],
        [unit * 0.13, -unit * 0.06]
      ],
      false
    )
    const arms = [-1, 1].map((side) =>
      stroke(
        polygon(
          [
            [side * unit * 0.86, -unit * 0.1],
            [side * unit * 1.06, -unit * 0.16]
          ],
          false
        ),
        darken(colors.main, 0.2),
        11
      )
    )
    const lenses = [-1, 1].map((side) => {
      const shape = lens(side * unit * 0.5, unit)
      const shine: ReadonlyArray<Point> = [
        [-0.2, 0.02],
        [-0.04, -0.24],
        [0.06, -0.24],
        [-0.1, 0.06]
      ]
      return (
        fill(shape, tint > 0.5 ? colors.deep : colors.light, tint) +
        fill(polygon(shine.map(([x, y]): Point => [side * unit * 0.5 + x * unit, y * unit])), "#ffffff", 0.5) +
        stroke(shape, darken(colors.main, 0.5), 15) +
        stroke(shape, colors.main, 8)
      )
    })
    return (
      arms.join("") + stroke(bridge, darken(colors.main, 0.5), 13) + stroke(bridge, colors.main, 6) + lenses.join("")
    )
  })

const roundGlasses = glasses((cx, unit) => ellipse(cx, 0, unit * 0.37, unit * 0.38), 0.22)
const squareShades = glasses(
  (cx, unit) =>
    round(cx, -unit * 0.02, unit * 0.39, unit * 0.28, unit * 0.34, {
      bottom: 0.8,
      lowerSide: 0.75,
      top: 0.85,
      upperSide: 0.85
    }),
  0.72
)
const starGlasses = glasses((cx, unit) => star(cx, unit * 0.02, unit * 0.5, 5, 0.66), 0.34)
const heartGlasses = glasses((cx, unit) => heart(cx, 0, unit * 0.4), 0.34)

const heroMask = worn((brush, unit, colors) => {
  const outer = smooth([
    [0, -unit * 0.3],
    [unit * 0.5, -unit * 0.44],
    [unit * 1.02, -unit * 0.3],
    [unit * 0.9, unit * 0.26],
    [unit * 0.5, unit * 0.46],
    [0, unit * 0.22],
    [-unit * 0.5, unit * 0.46],
    [-unit * 0.9, unit * 0.26],
    [-unit * 1.02, -unit * 0.3],
    [-unit * 0.5, -unit * 0.44]
  ])
  const hole = (side: number): Shape => ellipse(side * unit * 0.5, 0, unit * 0.35, unit * 0.37)
  const rings = [-1, 1].map((side) => stroke(hole(side), colors.trim, 8)).join("")
  const id = brush.identifier("m")
  const field = `x="-600" y="-600" width="1200" height="1200"`
  const cut = [-1, 1].map((side) => fill(hole(side), "#000000")).join("")
  return (
    `<mask id="${id}" maskUnits="userSpaceOnUse" ${field}><rect ${field} fill="#ffffff"/>${cut}</mask>` +
    `<g mask="url(#${id})">${part(brush, outer, colors.main, { shade: 8 })}</g>${rings}`
  )
})

const monocle = worn((_brush, unit, colors) => {
  const glass = ellipse(unit * 0.5, 0, unit * 0.39, unit * 0.4)
  const chain = smooth(
    [
      [unit * 0.86, unit * 0.16],
      [unit * 1, unit * 0.6],
      [unit * 0.78, unit * 1]
    ],
    false
  )
  return (
    stroke(chain, darken("#ffcb45", 0.3), 6) +
    fill(glass, colors.light, 0.24) +
    stroke(glass, darken("#ffcb45", 0.5), 15) +
    stroke(glass, "#ffcb45", 8) +
    fill(ellipse(unit * 0.36, -unit * 0.16, unit * 0.07, unit * 0.1), "#ffffff", 0.6)
  )
})

/** Below the nose, half way between the eyes and the chin. */
const moustache = worn((brush, unit) => {
  const half = (side: number): Shape => {
    const shape = smooth([
      [0, unit * 0.46],
      [unit * 0.3, unit * 0.4],
      [unit * 0.62, unit * 0.56],
      [unit * 0.86, unit * 0.38],
      [unit * 0.66, unit * 0.76],
      [unit * 0.26, unit * 0.72],
      [0, unit * 0.58]
    ])
    return onSide(shape, side)
  }
  return [-1, 1].map((side) => part(brush, half(side), "#5d3d2a", { line: 6, shade: 4 })).join("")
})

export const facewear = {
  roundGlasses,
  squareShades,
  starGlasses,
  heartGlasses,
  heroMask,
  monocle,
  moustache
} satisfies Record<string, Design>
