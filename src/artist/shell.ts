/** Eggshell, whole or broken, with a pattern per variant: a hatchling still sits in the egg it came from. */
import { type Brush, clipped, crease, fill, part, stroke } from "./brush.ts"
import { lighten, mix } from "./color.ts"
import {
  arcs,
  ellipse,
  glint,
  heart,
  move,
  type Point,
  polygon,
  round,
  type Shape,
  smooth,
  star,
  turn
} from "./geometry.ts"
import type { Coat } from "./palette.ts"

export interface ShellColors {
  readonly ground: string
  readonly mark: string
  readonly second: string
}

export const shellColors = (coat: Coat): ShellColors => ({
  ground: lighten(mix(coat.belly, coat.base, 0.16), 0.2),
  mark: mix(coat.base, coat.belly, 0.18),
  second: mix(coat.accent, coat.belly, 0.12)
})

/** A whole egg standing on (0, 0). */
export const eggShape = (rx: number, height: number): Shape =>
  round(0, -height * 0.4, rx, height * 0.6, height * 0.4, { bottom: 0.56, lowerSide: 0.56, top: 0.46, upperSide: 0.62 })

/** Places on the egg in staggered rows, in shares of its half width and of its height. */
const rows = (count: number, across: number): ReadonlyArray<Point> =>
  Array.from({ length: count }, (_, row) =>
    Array.from({ length: across }, (_unused, index): Point => [
      (index - (across - 1) / 2 + (row % 2) * 0.5) * (2.3 / across),
      -0.08 - (row * 0.88) / count
    ])
  ).flat()

const repeated = (
  places: ReadonlyArray<Point>,
  rx: number,
  height: number,
  draw: (x: number, y: number, index: number) => string
): string => places.map(([x, y], index) => draw(x * rx, y * height, index)).join("")

const zigzagBand = (rx: number, y: number, depth: number, thickness: number): Shape => {
  const teeth = 8
  const edge = (shift: number): ReadonlyArray<Point> =>
    Array.from({ length: teeth + 1 }, (_, index): Point => [
      -rx * 1.1 + (index * rx * 2.2) / teeth,
      y + shift + (index % 2 === 0 ? depth : -depth)
    ])
  return polygon([...edge(0), ...[...edge(thickness)].reverse()])
}

const waveBand = (rx: number, y: number, depth: number, thickness: number): Shape => {
  const edge = (shift: number): ReadonlyArray<Point> =>
    Array.from({ length: 9 }, (_, index): Point => [
      -rx * 1.2 + index * rx * 0.3,
      y + shift + (index % 2 === 0 ? depth : -depth)
    ])
  return smooth([...edge(0), ...[...edge(thickness)].reverse()], true, 0.9)
}

type Pattern = (rx: number, height: number, colors: ShellColors) => string

const patterns: ReadonlyArray<Pattern> = [
  (rx, height, { mark, second }) =>
    repeated(rows(6, 5), rx, height, (x, y, index) =>
      stroke(
        arcs(
          [
            [x - rx * 0.23, y - 8],
            [x + rx * 0.23, y - 8]
          ],
          -0.5,
          false
        ),
        index % 3 === 0 ? second : mark,
        rx * 0.075
      )
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(5, 4), rx, height, (x, y, index) =>
      fill(heart(x, y, rx * (index % 2 === 0 ? 0.13 : 0.09)), index % 2 === 0 ? mark : second)
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(7, 6), rx, height, (x, y, index) =>
      fill(turn(round(x, y, rx * 0.1, rx * 0.12, rx * 0.2, { bottom: 0.2 }), 0), index % 4 === 0 ? second : mark)
    ),
  (rx, height, { mark, second }) =>
    [-0.16, -0.38, -0.6, -0.82]
      .map((y, index) => fill(waveBand(rx, y * height, rx * 0.07, rx * 0.15), index % 2 === 0 ? mark : second))
      .join(""),
  (rx, height, { mark, second }) =>
    fill(zigzagBand(rx, -height * 0.24, rx * 0.13, height), mark) +
    fill(zigzagBand(rx, -height * 0.7, rx * 0.1, rx * 0.16), second),
  (rx, height, { mark, second }) =>
    repeated(
      [
        [-0.4, -0.3],
        [0.42, -0.44],
        [-0.28, -0.66],
        [0.16, -0.16],
        [0.2, -0.8],
        [-0.8, -0.5],
        [0.84, -0.2]
      ],
      rx,
      height,
      (x, y, index) =>
        fill(
          ellipse(x, y, rx * (0.24 - (index % 3) * 0.05), rx * (0.21 - (index % 3) * 0.045)),
          index % 3 === 2 ? second : mark
        )
    ),
  (rx, height, { mark, second }) =>
    repeated(
      [
        [-0.5, -0.3],
        [0.5, -0.3],
        [0, -0.52],
        [-0.56, -0.72],
        [0.56, -0.72],
        [0, -0.12]
      ],
      rx,
      height,
      (x, y, index) =>
        fill(ellipse(x, y, rx * 0.22, rx * 0.22), mark) +
        fill(ellipse(x, y, rx * 0.13, rx * 0.13), "#ffffff", 0.8) +
        fill(ellipse(x, y, rx * 0.075, rx * 0.075), index % 2 === 0 ? second : mark)
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(5, 5), rx, height, (x, y, index) =>
      fill(
        polygon([
          [x - rx * 0.13, y],
          [x, y - rx * 0.28],
          [x + rx * 0.13, y]
        ]),
        index % 3 === 1 ? second : mark
      )
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(6, 5), rx, height, (x, y, index) =>
      stroke(
        ellipse(x, y, rx * (0.07 + (index % 3) * 0.025), rx * (0.07 + (index % 3) * 0.025)),
        index % 2 === 0 ? mark : second,
        rx * 0.05
      )
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(4, 3), rx, height, (x, y, index) =>
      stroke(
        smooth(
          [
            [x - rx * 0.22, y],
            [x - rx * 0.04, y + rx * 0.17],
            [x + rx * 0.17, y],
            [x, y - rx * 0.15],
            [x - rx * 0.07, y + rx * 0.01]
          ],
          false
        ),
        index % 2 === 0 ? mark : second,
        rx * 0.07
      )
    ),
  (rx, height, { mark, second }) =>
    repeated(
      [
        [-0.44, -0.34],
        [0.4, -0.24],
        [0.1, -0.6],
        [-0.5, -0.76],
        [0.62, -0.66]
      ],
      rx,
      height,
      (x, y, index) =>
        [0, 72, 144, 216, 288]
          .map((degrees) =>
            fill(
              turn(move(round(0, -rx * 0.13, rx * 0.085, rx * 0.12, rx * 0.12), x, y), degrees, [x, y]),
              index % 2 === 0 ? mark : second
            )
          )
          .join("") + fill(ellipse(x, y, rx * 0.06, rx * 0.06), "#fff6d8")
    ),
  (rx, height, { mark, second }) =>
    repeated(rows(5, 4), rx, height, (x, y, index) =>
      fill(index % 2 === 0 ? glint(x, y, rx * 0.16) : star(x, y, rx * 0.11, 5, 0.5), index % 2 === 0 ? mark : second)
    )
]

export const shellPattern = (variant: number, rx: number, height: number, colors: ShellColors): string =>
  patterns[variant % patterns.length]?.(rx, height, colors) ?? ""

/** The jagged edge of a broken shell from (-rx, y) to (rx, y). */
const jagged = (rx: number, y: number, depth: number, teeth = 7): ReadonlyArray<Point> =>
  Array.from({ length: teeth * 2 + 1 }, (_, index): Point => [
    -rx + (index * rx) / teeth,
    y + (index % 2 === 0 ? depth * 0.5 : -depth * (index % 4 === 1 ? 0.9 : 0.5))
  ])

const withCurve = (edge: ReadonlyArray<Point>, curve: ReadonlyArray<Point>): Shape => {
  const straight = polygon(edge, false)
  return { closed: true, points: [...straight.points, ...curve] }
}

/** The lower part of a broken egg: its rim is `depth` above the ground and 2 * rx wide. */
export const lowerShell = (rx: number, depth: number): Shape => {
  const edge = jagged(rx, -depth, 26)
  const [x, y] = edge[0] ?? [-rx, -depth]
  return withCurve(edge, [
    [rx * 0.98, -depth * 0.36],
    [rx * 0.58, 0],
    [0, 0],
    [-rx * 0.58, 0],
    [-rx * 0.98, -depth * 0.36],
    [x, y]
  ])
}

/** The upper part, with its jagged edge at y = 0. */
export const upperShell = (rx: number, rise: number, depth = 26, teeth = 7): Shape => {
  const edge = jagged(rx, 0, depth, teeth)
  const [x, y] = edge[0] ?? [-rx, 0]
  return withCurve(edge, [
    [rx * 0.98, -rise * 0.55],
    [rx * 0.5, -rise],
    [0, -rise],
    [-rx * 0.5, -rise],
    [-rx * 0.98, -rise * 0.55],
    [x, y]
  ])
}

/** A piece of shell painted with the egg's pattern; `lift` says how high on the egg the piece was. */
export const shellPart = (
  brush: Brush,
  shape: Shape,
  variant: number,
  rx: number,
  lift: number,
  colors: ShellColors
): string => {
  const pattern = `<g transform="translate(0 ${Math.round(lift)})">${shellPattern(variant, rx, rx * 2.5, colors)}</g>`
  return part(brush, shape, colors.ground, { marks: pattern, shade: 12 })
}

/** Small broken pieces lying about. */
export const shards = (brush: Brush, places: ReadonlyArray<Point>, colors: ShellColors): string =>
  places
    .map(([x, y], index) => {
      const size = 17 + (index % 3) * 6
      const shape = turn(
        polygon([
          [x - size, y + 6],
          [x - size * 0.2, y - size * 0.8],
          [x + size * 0.9, y - size * 0.2],
          [x + size * 0.5, y + 8]
        ]),
        index * 37,
        [x, y]
      )
      return part(brush, shape, index % 2 === 0 ? colors.ground : colors.mark, { line: brush.line * 0.75, shade: 4 })
    })
    .join("")

/** A crack across an egg. */
export const crack = (brush: Brush, egg: Shape, rx: number, y: number, colors: ShellColors): string =>
  clipped(brush, egg, crease(brush, polygon(jagged(rx * 1.02, y, 46, 5), false), colors.ground, brush.line * 0.8))
