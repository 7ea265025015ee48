/** Variant 3, the axolotl: a wide smiling head on little legs; gills become plumes, the tail a banner over its back. */
import { crease, fill, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, move, onSide, type Point, smooth, tube } from "../geometry.ts"
import { type Arm, arms, belly, feet, handOf, pear } from "../limbs.ts"
import { headShape, onHead, type Plush, plush } from "../plush.ts"

const gill = (kit: Kit, body: Plush, side: number, index: number): string => {
  const { at, brush, coat, from, grow } = kit
  const tilt = ([-50, -16, 20][index] ?? 0) - at([-26, -6, 0, 4, 8])
  const root = onHead(body, 0.86 - Math.abs(index - 1) * 0.08, [-0.42, -0.02, 0.42][index] ?? 0)
  const length = at([44, 84, 128, 186, 250]) * ([1.04, 1.06, 0.78][index] ?? 1)
  const direction = (degrees: number, reach: number): Point => [
    root[0] + Math.cos((degrees * Math.PI) / 180) * reach,
    root[1] + Math.sin((degrees * Math.PI) / 180) * reach
  ]
  const stalk: ReadonlyArray<Point> = [root, direction(tilt + 8, length * 0.55), direction(tilt - 10, length)]
  const tufts = from(4) ? [0.26, 0.4, 0.54, 0.68, 0.82, 0.94] : [0.34, 0.52, 0.7, 0.88]
  const fringe = tufts.flatMap((share) => {
    const foot = direction(tilt + 4 - share * 12, length * share)
    return [-1, 1].map((edge): string => {
      const angle = ((tilt + edge * 52 - 10) * Math.PI) / 180
      const reach = at([14, 24, 34, 48, 62]) * (1.15 - share * 0.5)
      const end: Point = [foot[0] + Math.cos(angle) * reach, foot[1] + Math.sin(angle) * reach]
      const thick = grow(11, 17)
      return part(brush, onSide(tube([foot, end], [thick, thick * 0.9]), side), coat.accent, { line: 6, shade: 0 })
    })
  })
  const flat = fringe.join("")
  return flat + part(brush, onSide(tube(stalk, [grow(28, 36), grow(22, 28), 16]), side), coat.accent, { shade: 6 })
}

/** A stump, a paddle, and from stage 4 a finned banner that rises beside the head. */
const paddle = (kit: Kit, body: Plush): string => {
  const { at, brush, coat } = kit
  const reach = body.rx + at([56, 104, 138, 170, 196])
  const rise = at([60, 84, 178, 290, 404])
  const broad = at([0.16, 0.2, 0.24, 0.27, 0.3]) * reach
  const fin = smooth([
    [body.rx * 0.3, -20],
    [reach * 0.72, -4],
    [reach * 1.02, -rise * 0.42],
    [reach * 0.98 + broad * 0.3, -rise * 0.86],
    [reach * 0.98, -rise * 1.1],
    [reach * 0.98 - broad, -rise * 0.9],
    [reach * 0.98 - broad * 1.1, -rise * 0.56],
    [body.rx * 0.9, -Math.min(rise * 0.56, 120)]
  ])
  const core = tube(
    [
      [body.rx * 0.4, -46],
      [reach * 0.74, -rise * 0.26],
      [reach * 0.92, -rise * 0.6],
      [reach * 0.95, -rise * 0.94]
    ],
    [at([56, 60, 68, 74, 80]), at([34, 40, 46, 50, 54]), 30, 8]
  )
  return part(brush, fin, lighten(coat.accent, 0.25), { marks: fill(core, coat.base), shade: 10 })
}

const freckles = [
  [-0.34, -0.62, 13],
  [-0.12, -0.76, 9],
  [0.38, -0.6, 11],
  [0.2, -0.78, 8],
  [-0.56, -0.5, 8]
] as const

const headOf = (kit: Kit, body: Plush): string => {
  const { brush, coat, from } = kit
  const freckle = mix(coat.base, darken(coat.base, 0.3), 0.6)
  const spots = freckles
    .slice(0, from(3) ? 5 : 3)
    .map(([x, y, size]) => fill(ellipse(...onHead(body, x, y), size * 1.2, size), freckle, 0.75))
  const shape = headShape(body, { bottom: 0.66, lowerSide: 0.66, top: 0.62, upperSide: 0.62 })
  return part(brush, shape, coat.base, { marks: spots.join("") })
}

/** A fin with three soft points, standing on the brow from stage 3. */
const crest = (kit: Kit, body: Plush): string => {
  const { at, brush, coat, from } = kit
  if (!from(3)) return ""
  const [tall, low, wide] = [at([0, 0, 52, 88, 132]), at([0, 0, 30, 56, 84]), at([0, 0, 50, 64, 80])]
  const right: ReadonlyArray<Point> = [
    [0, -tall],
    [wide * 0.34, -low * 0.5],
    [wide * 0.78, -low],
    [wide, 22]
  ]
  const left = right
    .slice(1)
    .map(([x, y]): Point => [-x, y])
    .toReversed()
  const fin = arcs([...left, ...right], [0.12, -0.12, 0.12, 0.12, -0.12, 0.12, 0])
  return part(brush, move(fin, 0, body.headY - body.headUp), lighten(coat.accent, 0.25), { shade: 6 })
}

const ribs = (kit: Kit, rx: number, height: number): string => {
  if (!kit.from(4)) return ""
  const rib = (share: number): string => {
    const y = -height * share
    return crease(
      kit.brush,
      arcs(
        [
          [-rx * 0.3, y],
          [rx * 0.3, y]
        ],
        -0.16,
        false
      ),
      kit.coat.belly,
      4
    )
  }
  return rib(0.3) + rib(0.42) + rib(0.54)
}

export const axolotl: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const body = plush(kit, {
    bodyHeight: [112, 138, 196, 256, 306],
    bodyRx: [96, 84, 96, 108, 118],
    eye: [34, 30],
    eyeApart: 0.62,
    eyeDrop: -6,
    eyeStyle: "bead",
    foot: [78, 76, 84, 92, 98],
    headDown: [92, 84, 88, 92, 94],
    headRx: [174, 150, 158, 164, 166],
    headUp: [106, 92, 98, 104, 108],
    iris: coat.accent,
    pose: from(3) ? "wave" : "rest"
  })
  const { headDown, headRx, headUp, headY, height, look, rx } = body
  const gills = [-1, 1].flatMap((side) => [2, 0, 1].map((index) => gill(kit, body, side, index)))
  const arm: Arm = { ...body.arm, shoulder: [rx * 0.7, -height * 0.6] }
  const hand = handOf(arm)
  const smile = mouth(
    brush,
    from(2) ? "smile" : "open",
    0,
    headY + headDown * 0.34,
    from(2) ? grow(34, 42) : 24,
    coat.base
  )
  return {
    anchors: {
      ...body.anchors,
      accessory: { width: 96, x: -headRx - 96, y: headY - headUp - 60 },
      // A hatchling's arm is behind the shell, and shorter than its head is wide.
      hand: { width: arm.width, x: Math.max(hand[0], headRx * 0.93), y: hand[1] }
    },
    arms: arms(brush, arm, from(5) ? "wave" : "rest"),
    back: paddle(kit, body) + gills.join(""),
    collar: true,
    crest: crest(kit, body),
    face: eyes(brush, look) + blush(brush, 0, headY + headDown * 0.34, headRx * 0.68, 30) + smile,
    head: headOf(kit, body),
    legs: feet(brush, body.footApart, body.foot, coat.base),
    outline: pear(rx, height),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.24 },
    torso: part(brush, pear(rx, height), coat.base, {
      marks: belly(brush, rx, height, coat.belly) + ribs(kit, rx, height)
    })
  }
}
