/** Variant 3, the axolotl: a very wide smiling head with feathery gills and a paddle tail. */
import { crease, fill, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, move, onSide, type Point, smooth, tube } from "../geometry.ts"
import { arms, belly, feet, pear } from "../limbs.ts"
import { headShape, onHead, type Plush, plush } from "../plush.ts"

const gill = (kit: Kit, body: Plush, side: number, index: number): string => {
  const { brush, coat, grow } = kit
  const tilt = [-46, -14, 20][index] ?? 0
  const root = onHead(body, 0.86 - Math.abs(index - 1) * 0.08, [-0.42, -0.02, 0.42][index] ?? 0)
  const length = grow(66, 172) * ([1, 1.06, 0.78][index] ?? 1)
  const direction = (degrees: number, reach: number): Point => [
    root[0] + Math.cos((degrees * Math.PI) / 180) * reach,
    root[1] + Math.sin((degrees * Math.PI) / 180) * reach
  ]
  const stalk: ReadonlyArray<Point> = [root, direction(tilt + 8, length * 0.55), direction(tilt - 10, length)]
  const fringe = [0.34, 0.52, 0.7, 0.88].flatMap((share) => {
    const at = direction(tilt + 4 - share * 12, length * share)
    return [-1, 1].map((edge): string => {
      const angle = ((tilt + edge * 52 - 10) * Math.PI) / 180
      const reach = grow(17, 36) * (1.15 - share * 0.5)
      const end: Point = [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach]
      return part(brush, onSide(tube([at, end], [12, 11]), side), coat.accent, { line: 6, shade: 0 })
    })
  })
  const flat = fringe.join("")
  return flat + part(brush, onSide(tube(stalk, [grow(28, 36), grow(22, 28), 16]), side), coat.accent, { shade: 6 })
}

const paddle = (kit: Kit, body: Plush): string => {
  const { brush, coat, grow } = kit
  const reach = body.rx + grow(96, 190)
  const rise = grow(92, 210)
  const fin = smooth([
    [body.rx * 0.3, -20],
    [reach * 0.72, -4],
    [reach * 1.02, -rise * 0.42],
    [reach * 0.98, -rise * 1.1],
    [reach * 0.78, -rise * 0.86],
    [body.rx * 0.9, -rise * 0.66]
  ])
  const core = tube(
    [
      [body.rx * 0.4, -46],
      [reach * 0.76, -rise * 0.3],
      [reach * 0.9, -rise * 0.8]
    ],
    [70, 44, 10]
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
  const { brush, coat, from, grow } = kit
  if (!from(3)) return ""
  const right: ReadonlyArray<Point> = [
    [0, -grow(26, 92)],
    [20, -grow(4, 26)],
    [46, -grow(14, 46)],
    [60, 22]
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
    bodyHeight: [132, 250],
    bodyRx: [92, 112],
    eye: [34, 30],
    eyeApart: 0.62,
    eyeDrop: -6,
    eyeStyle: "bead",
    foot: [78, 96],
    headDown: [92, 92],
    headRx: [180, 172],
    headUp: [110, 108],
    iris: coat.accent,
    pose: "wave"
  })
  const { headDown, headRx, headUp, headY, height, look, rx } = body
  const gills = [-1, 1].flatMap((side) => [2, 0, 1].map((index) => gill(kit, body, side, index)))
  const smile = mouth(
    brush,
    from(2) ? "smile" : "open",
    0,
    headY + headDown * 0.34,
    from(2) ? grow(34, 42) : 24,
    coat.base
  )
  return {
    anchors: { ...body.anchors, accessory: { width: 96, x: -headRx - 96, y: headY - headUp - 60 } },
    arms: arms(brush, { ...body.arm, shoulder: [rx * 0.7, -height * 0.6] }),
    back: paddle(kit, body) + gills.join(""),
    collar: true,
    face: eyes(brush, look) + blush(brush, 0, headY + headDown * 0.34, headRx * 0.68, 30) + smile,
    head: crest(kit, body) + headOf(kit, body),
    legs: feet(brush, body.footApart, body.foot, coat.base),
    outline: pear(rx, height),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.24 },
    torso: part(brush, pear(rx, height), coat.base, {
      marks: belly(brush, rx, height, coat.belly) + ribs(kit, rx, height)
    })
  }
}
