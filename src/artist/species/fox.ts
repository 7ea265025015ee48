/** Variant 4, the fox: great ears, a mask, and bushy tails: one at first, four when grown. */
import { fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, brows, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { leaf, move, type Point, type Shape, smooth, symmetric, turn } from "../geometry.ts"
import { ear, pointedEar } from "../heads.ts"
import { arms, belly, feet, pear, ruff } from "../limbs.ts"
import { onHead, type Plush, plush } from "../plush.ts"

/** A flame-shaped tail standing on the origin. */
const flame = (length: number, width: number): Shape =>
  smooth([
    [0, 0],
    [width * 0.62, -length * 0.16],
    [width * 1.02, -length * 0.46],
    [width * 0.8, -length * 0.76],
    [width * 0.34, -length * 1],
    [width * 0.16, -length * 0.86],
    [-width * 0.42, -length * 0.7],
    [-width * 0.66, -length * 0.36],
    [-width * 0.36, -length * 0.08]
  ])

const tails = (kit: Kit, body: Plush): string => {
  const { brush, coat, grow, stage } = kit
  const fans: Record<number, ReadonlyArray<number>> = {
    1: [62],
    2: [60],
    3: [-56, 54],
    4: [-62, 62, 30],
    5: [-74, 74, -42, 42]
  }
  return (fans[stage] ?? [60])
    .map((degrees) => {
      const length = grow(150, 330) * (Math.abs(degrees) < 46 ? 1.26 : 1)
      const width = grow(58, 86)
      const facing = degrees < 0 ? -1 : 1
      const shape: Shape = { closed: true, points: flame(length, width).points.map(([x, y]): Point => [x * facing, y]) }
      const place = (what: Shape): Shape => move(turn(what, degrees), facing * body.rx * 0.3, -body.height * 0.22)
      const tipEdge = smooth(
        (
          [
            [-2, -0.62],
            [-0.3, -0.56],
            [0, -0.66],
            [0.3, -0.54],
            [0.6, -0.66],
            [2, -0.58],
            [2, -1.3],
            [-2, -1.3]
          ] satisfies ReadonlyArray<Point>
        ).map(([x, y]): Point => [x * width * facing, y * length]),
        true,
        0.5
      )
      return part(brush, place(shape), coat.base, { marks: fill(place(tipEdge), lighten(coat.belly, 0.35)), shade: 12 })
    })
    .join("")
}

const masked = (kit: Kit, body: Plush): string => {
  const { brush, coat } = kit
  const at = (x: number, y: number): Point => onHead(body, x, y)
  const head = smooth([
    at(0, -1),
    at(0.56, -0.88),
    at(0.94, -0.22),
    at(1.02, 0.22),
    at(1.2, 0.52),
    at(0.86, 0.7),
    at(0.44, 0.94),
    at(0, 1.06),
    at(-0.44, 0.94),
    at(-0.86, 0.7),
    at(-1.2, 0.52),
    at(-1.02, 0.22),
    at(-0.94, -0.22),
    at(-0.56, -0.88)
  ])
  const cheek = smooth([
    at(0, 0.3),
    at(0.3, 0.14),
    at(0.66, 0.3),
    at(1.1, 0.34),
    at(1.3, 0.6),
    at(0.7, 1.2),
    at(0, 1.3),
    at(-0.7, 1.2),
    at(-1.3, 0.6),
    at(-1.1, 0.34),
    at(-0.66, 0.3),
    at(-0.3, 0.14)
  ])
  const blaze = symmetric([
    [0, -0.62],
    [0.13, -0.3],
    [0.08, 0.1],
    [0, 0.32]
  ])
  const stripe: Shape = { closed: true, points: blaze.points.map(([x, y]) => at(x, y)) }
  const mark = kit.from(3) ? fill(stripe, coat.accent) : ""
  return part(brush, head, coat.base, { marks: fill(cheek, lighten(coat.belly, 0.4)) + mark })
}

export const fox: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const body = plush(kit, {
    bodyHeight: [136, 272],
    bodyRx: [96, 112],
    eye: [36, 30],
    eyeApart: 0.46,
    eyeDrop: 4,
    eyeStyle: from(4) ? "proud" : "bead",
    foot: [76, 92],
    headDown: [100, 98],
    headRx: [150, 138],
    headUp: [116, 112],
    iris: coat.accent,
    pose: "rest"
  })
  const { headDown, headRx, headY, height, look, rx } = body
  const dark = mix(coat.base, brush.ink, 0.55)
  const ears = [-1, 1].map((side) =>
    ear(
      brush,
      side,
      pointedEar(grow(112, 150), grow(50, 54)),
      onHead(body, 0.58, -0.58),
      grow(24, 20),
      [coat.base, coat.belly],
      dark
    )
  )
  const forelock = from(2)
    ? [-16, 14]
        .map((degrees, index) =>
          part(
            brush,
            move(
              turn(leaf(grow(34, 62) - index * 10, 17, 0.3, 0.9), degrees),
              index * 14 - 6,
              headY - body.headUp + 10
            ),
            coat.base,
            {
              shade: 4
            }
          )
        )
        .join("")
    : ""
  const chest = from(2) ? ruff(brush, 0, -height * 0.8, rx * 0.66, grow(56, 128), lighten(coat.belly, 0.4)) : ""
  const sock = { ...body.arm, paw: dark }
  return {
    anchors: body.anchors,
    arms: arms(brush, sock),
    back: tails(kit, body),
    face:
      eyes(brush, look) +
      (from(3) ? brows(brush, look, 3, coat.base) : "") +
      blush(brush, 0, headY + headDown * 0.44, headRx * 0.74, 24) +
      mouth(brush, "cat", 0, headY + headDown * 0.62, 20, coat.belly) +
      nose(brush, 0, headY + headDown * 0.46, 15, dark),
    head: ears.join("") + forelock + masked(kit, body),
    legs: feet(brush, body.footApart, body.foot, dark),
    collar: true,
    outline: pear(rx, height),
    shell: { kind: "cup", paw: dark, rx: rx * 1.22 },
    torso:
      part(brush, pear(rx, height), coat.base, {
        marks: belly(brush, rx, height, coat.belly)
      }) + chest
  }
}
