/** Variant 5, the mushling: a face on a stem under a broad spotted cap; small caps sprout beside it as it grows. */
import { clipped, crease, fill, linear, part } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { blush, type Eyes, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { ellipse, leaf, move, onSide, round, type Shape, smooth, symmetric, turn } from "../geometry.ts"
import { type Arm, arms, feet, handOf, poseOf } from "../limbs.ts"

const dome = (cx: number, y: number, rx: number, rise: number): Shape =>
  move(
    symmetric([
      [0, -rise],
      [rx * 0.5, -rise * 0.88],
      [rx * 0.88, -rise * 0.46],
      [rx, -rise * 0.04],
      [rx * 0.86, rise * 0.16],
      [rx * 0.4, rise * 0.08],
      [0, rise * 0.05]
    ]),
    cx,
    y
  )

const cap = (kit: Kit, cx: number, y: number, rx: number, rise: number, color: string): string => {
  const { brush, coat } = kit
  const shape = dome(cx, y, rx, rise)
  const dots = [
    [-0.1, -0.62, 0.17],
    [0.46, -0.44, 0.14],
    [-0.58, -0.34, 0.15],
    [0.12, -0.2, 0.1],
    [0.82, -0.12, 0.1],
    [-0.86, -0.02, 0.08],
    [0.2, -0.9, 0.09],
    [-0.34, -0.06, 0.07]
  ] as const
  const spots = dots.map(([x, up, size]) =>
    fill(ellipse(cx + x * rx, y + up * rise, size * rx, size * rx * 0.82), lighten(coat.belly, 0.4))
  )
  return part(brush, shape, color, { marks: spots.join(""), shade: rx > 100 ? 16 : 7 })
}

const gills = (kit: Kit, y: number, rx: number, rise: number): string => {
  const { brush, coat } = kit
  const under = ellipse(0, y + rise * 0.06, rx * 0.86, rise * 0.2)
  const paint = linear(brush, [
    { at: 0, color: darken(coat.belly, 0.2) },
    { at: 1, color: darken(coat.belly, 0.06) }
  ])
  const lines = [-0.62, -0.44, 0.44, 0.62].map((share) =>
    crease(
      brush,
      smooth(
        [
          [share * rx * 0.8, y],
          [share * rx, y + rise * 0.2]
        ],
        false
      ),
      coat.belly,
      4
    )
  )
  return part(brush, under, coat.belly, { gloss: 0, paint, shade: 4 }) + clipped(brush, under, lines.join(""))
}

const sprout = (kit: Kit, x: number, y: number, size: number, tilt: number): string => {
  const { brush, coat } = kit
  const stem = turn(round(x, y - size * 0.3, size * 0.3, size * 0.5, size * 0.4, { bottom: 0.7 }), tilt, [x, y])
  const top = turn(dome(x, y - size * 0.62, size * 0.72, size * 0.6), tilt, [x, y])
  const dot = turn(ellipse(x - size * 0.14, y - size * 0.88, size * 0.15, size * 0.12), tilt, [x, y])
  return (
    part(brush, stem, coat.belly, { shade: 5 }) +
    part(brush, top, coat.accent, { marks: fill(dot, lighten(coat.belly, 0.4)), shade: 6 })
  )
}

const measure = ({ grow }: Kit) => {
  const height = grow(214, 352)
  const capY = -height + grow(18, 34)
  return {
    capRise: grow(142, 190),
    capRx: grow(176, 262),
    capY,
    eyeY: capY + grow(92, 104),
    height,
    rx: grow(112, 128)
  }
}
type Measures = ReturnType<typeof measure>

const stemShape = ({ height, rx }: Measures): Shape =>
  symmetric([
    [0, -height],
    [rx * 0.66, -height * 0.96],
    [rx * 0.84, -height * 0.6],
    [rx, -height * 0.24],
    [rx * 0.82, -height * 0.03],
    [rx * 0.4, 0],
    [0, 0]
  ])

const skirt = (kit: Kit, { height, rx }: Measures): string => {
  if (!kit.from(3)) return ""
  const shape = symmetric([
    [0, -height * 0.38],
    [rx * 0.7, -height * 0.42],
    [rx * 1.12, -height * 0.27],
    [rx * 0.74, -height * 0.25],
    [rx * 0.36, -height * 0.21],
    [0, -height * 0.25]
  ])
  return part(kit.brush, shape, lighten(kit.coat.accent, 0.35), { shade: 6 })
}

/** Leaves at the foot and the little ones that come with the stages. */
const garden = (kit: Kit, { rx }: Measures): string => {
  const { brush, from, grow } = kit
  const blade = move(turn(leaf(grow(60, 104), grow(26, 36), 0.4, 0.4), 66), rx * 0.5, -14)
  const leaves = [-1, 1].map((side) => part(brush, onSide(blade, side), "#7fc466", { shade: 6 }))
  return (
    (from(3) ? sprout(kit, rx + 46, -2, grow(50, 96), 8) : "") +
    (from(4) ? sprout(kit, -rx - 50, -2, grow(30, 84), -10) : "") +
    (from(5) ? sprout(kit, rx + 112, -2, 62, 14) + sprout(kit, -rx - 108, -2, 54, -16) : "") +
    leaves.join("")
  )
}

const caps = (kit: Kit, { capRise, capRx, capY }: Measures): string => {
  const { brush, coat, from, grow } = kit
  const bobbleY = capY - capRise - (from(4) ? capRise * 0.36 : 0)
  const bobble = part(brush, ellipse(0, bobbleY, grow(10, 22), grow(12, 24)), coat.accent, { shade: 5 })
  return (
    gills(kit, capY, capRx, capRise) +
    (from(2) ? bobble : "") +
    cap(kit, 0, capY, capRx, capRise, coat.base) +
    (from(4) ? cap(kit, 0, capY - capRise * 0.8, capRx * 0.5, capRise * 0.56, coat.accent) : "")
  )
}

export const mushling: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const size = measure(kit)
  const { capRise, capRx, capY, eyeY, height, rx } = size
  const skin = lighten(coat.belly, 0.2)
  const look: Eyes = {
    apart: rx * 0.48,
    iris: coat.base,
    lashes: from(4),
    radius: grow(34, 31),
    skin,
    style: "bead",
    x: 0,
    y: eyeY
  }
  const arm: Arm = {
    color: skin,
    length: height * 0.26 + 14,
    pose: poseOf(kit, from(3) ? "wave" : "rest"),
    shoulder: [rx * 0.76, -height * 0.44],
    width: grow(38, 46)
  }
  const hand = handOf(arm)
  // Below the mouth: the young are hardly more than a face under a cap.
  const chest = eyeY + 58
  const smile = mouth(brush, from(4) ? "smile" : "open", 0, eyeY + 34, grow(17, 22), skin)
  return {
    anchors: {
      accessory: { width: 96, x: -capRx - 60, y: capY - capRise * 0.9 },
      body: { height: -chest - height * 0.06, width: rx * 1.3, x: 0, y: (chest - height * 0.06) / 2 },
      face: { width: look.apart * 2, x: 0, y: eyeY },
      feet: [-1, 1].map((side) => ({ width: grow(72, 88), x: side * rx * 0.5, y: 0 })),
      hand: { width: arm.width, x: hand[0], y: hand[1] },
      head: { width: capRx * 0.86, x: 0, y: capY - capRise * (from(4) ? 1.12 : 0.84) },
      neck: { width: rx * 1.5, x: 0, y: Math.max(-height * 0.42, chest) }
    },
    arms: arms(brush, arm),
    back: garden(kit, size),
    collar: true,
    face: eyes(brush, look) + blush(brush, 0, eyeY + 42, rx * 0.68, 24) + smile,
    head: caps(kit, size),
    legs: feet(brush, rx * 0.5, grow(72, 88), skin, 0),
    outline: stemShape(size),
    shell: { kind: "cap", rx },
    torso: part(brush, stemShape(size), skin) + skirt(kit, size)
  }
}
