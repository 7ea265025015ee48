/** Bodies, arms, feet, wings and tails that several species share. */
import { type Brush, crease, fill, linear, outlineOf, part, stroke } from "./brush.ts"
import { darken, lighten } from "./color.ts"
import type { Kit } from "./figure.ts"
import {
  arcs,
  ellipse,
  move,
  onSide,
  type Point,
  polygon,
  round,
  type Shape,
  smooth,
  stretch,
  tube,
  turn
} from "./geometry.ts"

/** A plush pear standing on the ground line. */
export const pear = (rx: number, height: number, shoulder = 0.46): Shape =>
  round(0, -height * 0.36, rx, height * 0.64, height * 0.36, {
    bottom: 0.72,
    lowerSide: 0.6,
    top: shoulder,
    upperSide: 0.5
  })

/** The light patch on a belly; goes into the torso's marks. */
export const belly = (brush: Brush, rx: number, height: number, color: string): string => {
  const paint = linear(brush, [
    { at: 0, color: lighten(color, 0.3) },
    { at: 1, color: darken(color, 0.06) }
  ])
  return fill(round(0, -height * 0.34, rx * 0.66, height * 0.42, height * 0.4, { bottom: 0.7, top: 0.6 }), paint)
}

/** A foot seen from the front with toe lines. */
export const foot = (brush: Brush, x: number, width: number, color: string, toes = 2): string => {
  const height = width * 0.52
  const shape = round(x, -height * 0.42, width * 0.5, height * 0.62, height * 0.5, { bottom: 0.75, top: 0.6 })
  const lines = Array.from({ length: toes }, (_, index) => {
    const at = x + (index - (toes - 1) / 2) * width * 0.26
    return crease(
      brush,
      polygon(
        [
          [at, -height * 0.08],
          [at, height * -0.32]
        ],
        false
      ),
      color,
      brush.line * 0.65
    )
  })
  return part(brush, shape, color, { shade: 8 }) + lines.join("")
}

export const feet = (brush: Brush, apart: number, width: number, color: string, toes = 2): string =>
  foot(brush, -apart, width, color, toes) + foot(brush, apart, width, color, toes)

export type Pose = "rest" | "wave" | "belly" | "hold"

/** The usual pose of a right arm, or one that keeps what it holds clear of the face. */
export const poseOf = (kit: Kit, usual: Pose): Pose => (kit.holds && usual !== "wave" ? "hold" : usual)

export interface Arm {
  readonly shoulder: Point
  /** Full length of the arm. */
  readonly length: number
  readonly width: number
  readonly color: string
  readonly pose: Pose
  readonly paw?: string
}

/** Where the hand of the right arm ends for each pose, as shares of the length. */
const reach: Record<Pose, readonly [elbow: Point, hand: Point]> = {
  belly: [
    [0.36, 0.52],
    [-0.16, 0.86]
  ],
  hold: [
    [0.62, 0.46],
    [1.18, 0.2]
  ],
  rest: [
    [0.34, 0.5],
    [0.4, 1]
  ],
  wave: [
    [0.72, 0.2],
    [1.24, -0.26]
  ]
}

export const handOf = (arm: Arm): Point => {
  const [, hand] = reach[arm.pose]
  return [arm.shoulder[0] + hand[0] * arm.length, arm.shoulder[1] + hand[1] * arm.length]
}

const armOn = (brush: Brush, side: number, arm: Arm): string => {
  const [elbow] = reach[arm.pose]
  const [x, y] = arm.shoulder
  const hand = handOf(arm)
  const spine: ReadonlyArray<Point> = [arm.shoulder, [x + elbow[0] * arm.length, y + elbow[1] * arm.length], hand]
  const limb = onSide(tube(spine, [arm.width * 0.92, arm.width, arm.width * 1.04]), side)
  const mitten =
    arm.paw === undefined
      ? ""
      : fill(ellipse(hand[0] * side, hand[1] + arm.width * 0.1, arm.width * 0.62, arm.width * 0.5), arm.paw)
  return part(brush, limb, arm.color, { marks: mitten, shade: 7 })
}

/** Both arms; the left one rests unless told otherwise. */
export const arms = (brush: Brush, right: Arm, left: Pose = "rest"): string =>
  armOn(brush, -1, { ...right, pose: left }) + armOn(brush, 1, right)

/** A webbed wing: scalloped edge, finger bones. `spread` turns it outwards, in degrees. */
export const batWing = (kit: Kit, side: number, root: Point, size: number, spread: number, color: string): string => {
  const { brush } = kit
  const web = ((): Shape => {
    const edge = arcs(
      [
        [1.18, -0.62],
        [1.12, -0.02],
        [0.74, 0.3],
        [0.2, 0.34]
      ],
      [-0.17, -0.2, -0.2],
      false
    )
    const front = smooth(
      [
        [0, 0],
        [0.12, -0.5],
        [0.42, -0.86],
        [0.78, -0.86],
        [1.18, -0.62]
      ],
      false
    )
    const back = smooth(
      [
        [0.2, 0.34],
        [0.04, 0.2],
        [0, 0]
      ],
      false
    )
    return { closed: true, points: [...front.points, ...edge.points.slice(1), ...back.points.slice(1)] }
  })()
  const place = (shape: Shape): Shape => onSide(move(turn(stretch(shape, size, size), spread), root[0], root[1]), side)
  const bone = (to: Point, bend: Point): string =>
    crease(brush, place(smooth([[0.42, -0.82], bend, to], false)), color, brush.line * 0.8)
  const arm = tube(
    [
      [0.02, 0.04],
      [0.14, -0.46],
      [0.42, -0.84]
    ],
    [0.16, 0.13, 0.1]
  )
  return (
    part(brush, place(web), color, { shade: 12 }) +
    bone([1.12, -0.02], [0.86, -0.5]) +
    bone([0.74, 0.3], [0.64, -0.3]) +
    part(brush, place(arm), kit.coat.base, { shade: 6 })
  )
}

/** A feathered wing of three fanned rows, for birds and for heralds of the last stages. */
export const featherWing = (
  brush: Brush,
  side: number,
  root: Point,
  size: number,
  spread: number,
  colors: readonly [string, string]
): string => {
  const place = (shape: Shape): Shape => onSide(move(turn(stretch(shape, size, size), spread), root[0], root[1]), side)
  const feather = (degrees: number, length: number, width: number, color: string): string =>
    part(
      brush,
      place(turn(round(0, -length * 0.5, width, length * 0.5, length * 0.5, { top: 0.75 }), degrees, [0, 0])),
      color,
      {
        shade: 7
      }
    )
  const long = [112, 96, 80, 64, 48].map((degrees, index) => feather(degrees, 0.82 + index * 0.07, 0.13, colors[1]))
  const short = [104, 84, 64, 46].map((degrees, index) => feather(degrees, 0.56 + index * 0.05, 0.13, colors[0]))
  const lead = part(
    brush,
    place(
      tube(
        [
          [0, 0],
          [0.2, -0.3],
          [0.52, -0.5]
        ],
        [0.3, 0.26, 0.14]
      )
    ),
    colors[0],
    { shade: 8 }
  )
  return long.join("") + short.join("") + lead
}

/** A tail whose tip may have another colour. */
export const tail = (
  brush: Brush,
  spine: ReadonlyArray<Point>,
  widths: ReadonlyArray<number>,
  color: string,
  marks = ""
): string => part(brush, tube(spine, widths), color, { marks, shade: 10 })

/** A bib of fur hanging from a neck: three big tufts, the middle one longest. */
export const ruff = (brush: Brush, cx: number, y: number, width: number, depth: number, color: string): string => {
  const half: ReadonlyArray<Point> = [
    [1.02, -0.16],
    [1.1, 0.22],
    [0.72, 0.62],
    [0.52, 0.46],
    [0.34, 0.84],
    [0.2, 0.68],
    [0, 1.06]
  ]
  const right = half.map(([x, down]): Point => [cx + x * width, y + down * depth])
  const left = half
    .slice(0, -1)
    .map(([x, down]): Point => [cx - x * width, y + down * depth])
    .reverse()
  const edge = [0.12, 0.16, -0.06, 0.14, -0.06, 0.12]
  return part(brush, arcs([...right, ...left], [...edge, ...edge.toReversed(), 0]), color, {
    line: brush.line * 0.8,
    shade: 8
  })
}

/** Rows of small arcs like scales or chest feathers, in a darker tone of the surface. */
export const scallops = (
  brush: Brush,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly rows: number },
  color: string
): string =>
  Array.from({ length: box.rows }, (_, row) => {
    const count = 4 - (row % 2)
    const step = box.width / 4
    return Array.from({ length: count }, (_unused, index) => {
      const cx = box.x + (index - (count - 1) / 2) * step
      const y = box.y + row * step * 0.62
      const arc = smooth(
        [
          [cx - step * 0.34, y],
          [cx, y + step * 0.3],
          [cx + step * 0.34, y]
        ],
        false
      )
      return stroke(arc, outlineOf(brush, color), brush.line * 0.6, 0.5)
    }).join("")
  }).join("")
