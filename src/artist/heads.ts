/** What stands on heads: ears, horns, antlers. */
import { type Brush, crease, fill, linear, part } from "./brush.ts"
import { darken, lighten } from "./color.ts"
import { leaf, lobe, move, onSide, type Point, type Shape, smooth, stretch, tube, turn } from "./geometry.ts"

/** An outer and a smaller inner shape, as ears have. */
export const ear = (
  brush: Brush,
  side: number,
  shape: Shape,
  at: Point,
  tilt: number,
  colors: readonly [string, string],
  tip?: string
): string => {
  const place = (what: Shape): Shape => onSide(move(turn(what, tilt), at[0], at[1]), side)
  const paint = linear(brush, [
    { at: 0, color: lighten(colors[1], 0.15) },
    { at: 1, color: darken(colors[1], 0.08) }
  ])
  const inner = fill(place(move(stretch(shape, 0.58, 0.74), 0, -4)), paint)
  const top = Math.min(...shape.points.map(([, y]) => y))
  const cap = tip === undefined ? "" : fill(place(move(stretch(shape, 1.4, 0.6), 0, top * 0.68)), tip)
  return part(brush, place(shape), colors[0], { marks: inner + cap, shade: 8 })
}

export const longEar = (length: number, width: number): Shape => lobe(length, width, 0.62, 0.62)

export const pointedEar = (length: number, width: number): Shape => leaf(length, width, 0.34, 0.95)

/** A tapering horn along a curve, with growth rings. */
export const horn = (
  brush: Brush,
  side: number,
  spine: ReadonlyArray<Point>,
  width: number,
  color: string,
  rings: number
): string => {
  const widths = spine.map((_, index) => Math.max(4, width * (1 - index / (spine.length - 0.75))))
  const shape = onSide(tube(spine, widths), side)
  const lines = Array.from({ length: rings }, (_, index) => {
    const place = ((index + 1) / (rings + 1.6)) * (spine.length - 1)
    const low = spine[Math.floor(place)] ?? [0, 0]
    const high = spine[Math.ceil(place)] ?? low
    const share = place - Math.floor(place)
    const [x, y] = [low[0] + (high[0] - low[0]) * share, low[1] + (high[1] - low[1]) * share]
    const length = Math.hypot(high[0] - low[0], high[1] - low[1]) || 1
    const half = (width * (1 - place / (spine.length - 0.75))) / 2
    const [nx, ny] = [(-(high[1] - low[1]) / length) * half, ((high[0] - low[0]) / length) * half]
    const bow: Point = [x - (ny / half) * half * 0.3, y + (nx / half) * half * 0.3]
    return crease(
      brush,
      onSide(smooth([[x - nx, y - ny], bow, [x + nx, y + ny]], false), side),
      color,
      brush.line * 0.55
    )
  })
  return part(brush, shape, color, { shade: 6 }) + lines.join("")
}

/** An antler with `tines` side branches. */
export const antler = (brush: Brush, side: number, root: Point, size: number, tines: number, color: string): string => {
  const beam: ReadonlyArray<Point> = [
    [0, 0],
    [0.2, -0.3],
    [0.46, -0.56],
    [0.44, -1]
  ]
  const branches: ReadonlyArray<ReadonlyArray<Point>> = [
    [
      [0.18, -0.26],
      [0.02, -0.44],
      [0.04, -0.64]
    ],
    [
      [0.44, -0.54],
      [0.7, -0.62],
      [0.82, -0.86]
    ],
    [
      [0.47, -0.74],
      [0.3, -0.88],
      [0.24, -1.06]
    ]
  ]
  const place = (spine: ReadonlyArray<Point>, widths: ReadonlyArray<number>): Shape =>
    onSide(move(stretch(tube(spine, widths), size, size), root[0], root[1]), side)
  const sides = branches
    .slice(0, tines)
    .map((spine) => part(brush, place(spine, [0.14, 0.12, 0.07]), color, { shade: 5 }))
  return sides.join("") + part(brush, place(beam, [0.19, 0.17, 0.15, 0.08]), color, { shade: 6 })
}
