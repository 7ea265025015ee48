/** Scarves, ties and chains. One unit is half of the neck's width. */
import { type Brush, fill, group, part } from "../brush.ts"
import { lighten } from "../color.ts"
import { ellipse, move, type Point, polygon, round, smooth, star, tube, turn } from "../geometry.ts"
import type { Design, ItemColors } from "./item.ts"

type Draw = (brush: Brush, unit: number, colors: ItemColors) => string

const worn =
  (draw: Draw): Design =>
  ({ anchors, brush, colors }) => ({
    front: group(
      draw(brush, anchors.neck.width / 2, colors),
      `translate(${Math.round(anchors.neck.x)} ${Math.round(anchors.neck.y)})`
    )
  })

const curve = (unit: number, sag: number, share: number): Point => [
  share * unit,
  sag * unit * (1 - share * share) - unit * 0.04
]

const along = (unit: number, sag: number): ReadonlyArray<Point> =>
  [-1, -0.5, 0, 0.5, 1].map((share) => curve(unit, sag, share))

const scarf = worn((brush, unit, colors) => {
  const hanging = (x: number, length: number, tilt: number): string => {
    const shape = turn(
      polygon([
        [x - unit * 0.19, 0],
        [x + unit * 0.19, 0],
        [x + unit * 0.22, length],
        [x - unit * 0.22, length]
      ]),
      tilt,
      [x, 0]
    )
    const bars = [0.5, 0.74].map((share) =>
      fill(
        turn(
          polygon([
            [x - unit * 0.3, length * share],
            [x + unit * 0.3, length * share],
            [x + unit * 0.3, length * (share + 0.12)],
            [x - unit * 0.3, length * (share + 0.12)]
          ]),
          tilt,
          [x, 0]
        ),
        colors.trim
      )
    )
    return part(brush, shape, colors.main, { marks: bars.join(""), shade: 6 })
  }
  const wrap = tube(along(unit * 1.04, 0.2), [unit * 0.3, unit * 0.36, unit * 0.38, unit * 0.36, unit * 0.3])
  const knot = round(unit * 0.42, unit * 0.18, unit * 0.22, unit * 0.2, unit * 0.2, { bottom: 0.7, top: 0.7 })
  return (
    hanging(unit * 0.5, unit * 0.98, -10) +
    hanging(unit * 0.36, unit * 0.82, 8) +
    part(brush, wrap, colors.main, { shade: 8 }) +
    part(brush, knot, colors.main, { shade: 5 })
  )
})

const bowTie = worn((brush, unit, colors) => {
  const band = tube(along(unit, 0.2), [14, 16, 16, 16, 14])
  const wing = (side: number): string => {
    const shape = smooth(
      [
        [0, -0.08],
        [0.34, -0.3],
        [0.66, -0.28],
        [0.68, 0.28],
        [0.34, 0.26],
        [0, 0.08]
      ].map(([x = 0, y = 0]): Point => [x * side * unit, y * unit]),
      true,
      0.8
    )
    const dots = [
      [0.36, -0.08],
      [0.5, 0.12],
      [0.54, -0.16]
    ].map(([x = 0, y = 0]) => fill(ellipse(x * side * unit, y * unit, unit * 0.05, unit * 0.05), colors.trim))
    return part(brush, move(shape, 0, unit * 0.2), colors.main, {
      marks: group(dots.join(""), `translate(0 ${Math.round(unit * 0.2)})`),
      shade: 7
    })
  }
  return (
    part(brush, band, colors.deep, { shade: 3 }) +
    wing(-1) +
    wing(1) +
    part(brush, round(0, unit * 0.2, unit * 0.15, unit * 0.16, unit * 0.16, { bottom: 0.7, top: 0.7 }), colors.deep, {
      shade: 4
    })
  )
})

const bandana = worn((brush, unit, colors) => {
  const cloth = smooth(
    [
      [-1, -0.06],
      [0, 0.16],
      [1, -0.06],
      [0.56, 0.46],
      [0, 1.02],
      [-0.56, 0.46]
    ].map(([x = 0, y = 0]): Point => [x * unit, y * unit]),
    true,
    0.5
  )
  const dots = [
    [-0.4, 0.3],
    [0.02, 0.36],
    [0.42, 0.28],
    [-0.18, 0.6],
    [0.22, 0.58],
    [0.02, 0.84]
  ].map(([x = 0, y = 0]) => fill(ellipse(x * unit, y * unit, unit * 0.065, unit * 0.065), colors.trim))
  return (
    part(brush, cloth, colors.main, { marks: dots.join(""), shade: 9 }) +
    part(brush, tube(along(unit, 0.18), [16, 20, 22, 20, 16]), colors.deep, { shade: 4 })
  )
})

const medal = worn((brush, unit, colors) => {
  const strap = (side: number): string =>
    part(
      brush,
      polygon([
        [side * unit * 0.74, -unit * 0.04],
        [side * unit * 0.98, -unit * 0.08],
        [side * unit * 0.12, unit * 0.7],
        [-side * unit * 0.08, unit * 0.56]
      ]),
      side < 0 ? colors.main : colors.light,
      { shade: 5 }
    )
  return (
    strap(-1) +
    strap(1) +
    part(brush, ellipse(0, unit * 0.86, unit * 0.34, unit * 0.34), "#ffcb45", { shade: 7 }) +
    fill(star(0, unit * 0.87, unit * 0.21, 5, 0.5), "#fff3c9")
  )
})

const lei = worn((brush, unit, colors) =>
  Array.from({ length: 9 }, (_, index) => {
    const [x, y] = curve(unit * 0.98, 0.52, -1 + index * 0.25)
    const tone = [colors.main, colors.trim, lighten(colors.main, 0.35)][index % 3] ?? colors.main
    const petals = [0, 72, 144, 216, 288].map((degrees) =>
      part(
        brush,
        turn(move(round(0, -unit * 0.12, unit * 0.09, unit * 0.1, unit * 0.1), x, y), degrees + index * 20, [x, y]),
        tone,
        { line: 4.5, shade: 3 }
      )
    )
    return petals.join("") + fill(ellipse(x, y, unit * 0.06, unit * 0.06), "#ffe08a")
  }).join("")
)

const beads = worn((brush, unit, colors) =>
  Array.from({ length: 11 }, (_, index) => {
    const share = -1 + index * 0.2
    const [x, y] = curve(unit * 0.96, 0.42, share)
    const size = unit * (0.16 - Math.abs(share) * 0.05)
    return part(brush, ellipse(x, y, size, size), index % 2 === 0 ? colors.main : colors.trim, { line: 5.5, shade: 4 })
  }).join("")
)

export const neckwear = { scarf, bowTie, bandana, medal, lei, beads } satisfies Record<string, Design>
