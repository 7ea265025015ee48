/** Variant 6, the moth: a fuzzy collar, feathered feelers and four patterned wings that open to full sails. */
import { crease, fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
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
} from "../geometry.ts"
import { arms, feet } from "../limbs.ts"
import { headShape, onHead, type Plush, plush } from "../plush.ts"

const upperWing = smooth([
  [0, 0],
  [0.16, -0.42],
  [0.56, -0.8],
  [1.02, -0.92],
  [1.16, -0.66],
  [1.06, -0.3],
  [0.82, 0.02],
  [0.4, 0.16]
])
const lowerWing = smooth([
  [0, 0.02],
  [0.46, -0.06],
  [0.8, 0.1],
  [0.86, 0.4],
  [0.66, 0.62],
  [0.36, 0.54],
  [0.1, 0.3]
])
const trailWing = smooth([
  [0, 0.02],
  [0.46, -0.06],
  [0.78, 0.1],
  [0.82, 0.36],
  [0.7, 0.56],
  [0.72, 0.8],
  [0.6, 0.92],
  [0.48, 0.74],
  [0.38, 0.5],
  [0.1, 0.3]
])

const wing = (kit: Kit, side: number, root: Point, size: number): string => {
  const { brush, coat, from } = kit
  const place = (shape: Shape, degrees: number): Shape =>
    onSide(move(turn(stretch(shape, size, size), degrees), root[0], root[1]), side)
  const spread = kit.grow(16, -4)
  const eyeSpot = (x: number, y: number, radius: number): string =>
    fill(place(ellipse(x, y, radius, radius), spread), lighten(coat.belly, 0.4)) +
    fill(place(ellipse(x, y, radius * 0.66, radius * 0.66), spread), mix(coat.base, brush.ink, 0.35)) +
    fill(place(ellipse(x - radius * 0.2, y - radius * 0.2, radius * 0.2, radius * 0.2), spread), "#ffffff")
  const border = (shape: Shape): string => {
    const inner = stretch(move(shape, -0.06, 0.02), 0.86, 0.86)
    return fill(place(inner, spread), lighten(coat.accent, 0.4))
  }
  const veins = [
    [0.9, -0.72],
    [0.98, -0.36],
    [0.7, -0.04]
  ].map(([x = 0, y = 0]) =>
    crease(
      brush,
      place(
        smooth(
          [
            [0.06, -0.04],
            [x * 0.5, y * 0.6],
            [x, y]
          ],
          false
        ),
        spread
      ),
      coat.accent,
      brush.line * 0.45
    )
  )
  const low = from(4) ? trailWing : lowerWing
  return (
    part(brush, place(low, spread), coat.accent, {
      marks: border(low) + (from(3) ? eyeSpot(0.54, 0.3, 0.12) : ""),
      shade: 9
    }) +
    part(brush, place(upperWing, spread), coat.accent, {
      marks: border(upperWing) + veins.join("") + (from(2) ? eyeSpot(0.78, -0.52, 0.17) : ""),
      shade: 10
    })
  )
}

const feelerPair = (kit: Kit, body: Plush): string => {
  const { brush, coat, grow } = kit
  const root = onHead(body, 0.26, -0.86)
  const length = grow(74, 150)
  const at = (share: number): Point => [
    root[0] + Math.sin(share * 1.1) * length * 0.78,
    root[1] - Math.sin(share * 1.35) * length * 0.92
  ]
  return [-1, 1]
    .map((side) => {
      const barbs = [0.36, 0.5, 0.64, 0.78, 0.92].map((share) => {
        const [x, y] = at(share)
        const reach = grow(15, 28) * (1.2 - share * 0.5)
        return part(
          brush,
          onSide(
            tube(
              [
                [x - reach * 0.5, y - reach * 0.8],
                [x, y],
                [x + reach * 0.8, y + reach * 0.5]
              ],
              [8, 10, 8]
            ),
            side
          ),
          coat.accent,
          {
            line: 5,
            shade: 0
          }
        )
      })
      const stalk = tube([at(0), at(0.4), at(0.75), at(1)], [14, 12, 10, 9])
      return barbs.join("") + part(brush, onSide(stalk, side), mix(coat.base, brush.ink, 0.2), { line: 6, shade: 0 })
    })
    .join("")
}

const collar = (kit: Kit, y: number, rx: number, ry: number): string => {
  const puffs = Array.from({ length: 13 }, (_, index): Point => {
    const angle = (index / 13) * Math.PI * 2
    return [Math.cos(angle) * rx, y + Math.sin(angle) * ry]
  })
  return part(kit.brush, arcs(puffs, 0.26), lighten(kit.coat.belly, 0.35), { shade: 10 })
}

export const moth: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const body = plush(kit, {
    bodyHeight: [142, 262],
    bodyRx: [88, 100],
    eye: [42, 38],
    eyeApart: 0.5,
    eyeDrop: 6,
    eyeStyle: "bead",
    foot: [60, 72],
    headDown: [98, 96],
    headRx: [142, 128],
    headUp: [114, 108],
    iris: coat.accent,
    pose: "belly"
  })
  const { headDown, headRx, headY, height, look, rx } = body
  const abdomen = round(0, -height * 0.38, rx, height * 0.5, height * 0.38, { bottom: 0.6, top: 0.6 })
  const bands = [0.12, 0.36, 0.6].map((share) => {
    const y = -height * share
    return fill(
      polygon([
        [-200, y],
        [200, y],
        [200, y - height * 0.11],
        [-200, y - height * 0.11]
      ]),
      mix(coat.base, brush.ink, 0.5)
    )
  })
  const root: Point = [rx * 0.3, -height * 0.66]
  const size = grow(140, 300)
  const fringe = from(2)
    ? arcs(
        [
          onHead(body, -0.42, -0.8),
          onHead(body, -0.2, -1.2),
          onHead(body, 0.02, -1.08),
          onHead(body, 0.24, -1.22),
          onHead(body, 0.42, -0.8)
        ],
        [0.2, 0.3, 0.3, 0.2, 0]
      )
    : undefined
  const face = headShape(body, { bottom: 0.62, lowerSide: 0.66, top: 0.6, upperSide: 0.6 })
  const maskShape = round(0, headY + headDown * 0.2, headRx * 0.84, headDown * 0.72, headDown * 0.7, {
    bottom: 0.62,
    top: 0.66
  })
  return {
    anchors: { ...body.anchors, accessory: { width: 90, x: -headRx - 130, y: headY - body.headUp - 70 } },
    arms: arms(brush, { ...body.arm, color: mix(coat.base, brush.ink, 0.2), width: rx * 0.34 }, "belly"),
    back: wing(kit, -1, root, size) + wing(kit, 1, root, size),
    face:
      eyes(brush, look) +
      blush(brush, 0, headY + headDown * 0.5, headRx * 0.66, 24) +
      mouth(brush, "small", 0, headY + headDown * 0.52, 26, coat.base),
    head:
      feelerPair(kit, body) +
      part(brush, face, coat.base, { marks: fill(maskShape, lighten(coat.belly, 0.2)) }) +
      (fringe === undefined ? "" : part(brush, fringe, coat.base, { shade: 5 })),
    legs: feet(brush, rx * 0.46, body.foot, mix(coat.base, brush.ink, 0.2), 0),
    collar: true,
    outline: abdomen,
    shell: { kind: "cup", paw: mix(coat.base, brush.ink, 0.2), rx: rx * 1.3 },
    torso:
      part(brush, abdomen, coat.base, { marks: bands.join("") }) +
      collar(kit, -height * 0.8, rx * grow(1.02, 1.24), grow(34, 56))
  }
}
