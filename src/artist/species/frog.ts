/** Variant 10, the frog: a tadpole in its shell, a froglet with a tail, and in the end a king before an open lotus. */
import { crease, fill, linear, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import {
  ellipse,
  leaf,
  move,
  onSide,
  type Point,
  round,
  type Shape,
  smooth,
  symmetric,
  tube,
  turn
} from "../geometry.ts"

const petalOf = (kit: Kit, x: number, y: number, degrees: number, length: number, color: string): string =>
  part(kit.brush, move(turn(leaf(length, length * 0.34, 0.45, 0.5), degrees), x, y), color, { line: 7, shade: 5 })

/** On its head: a sprout, a bud, then a flower. */
const lotus = (kit: Kit, y: number): string => {
  const { at, brush, coat, from } = kit
  const petal = (degrees: number, length: number, color: string): string => petalOf(kit, 0, y, degrees, length, color)
  const size = at([0, 70, 84, 116, 146])
  const pink = lighten(coat.accent, 0.35)
  if (!from(2)) return ""
  if (!from(3)) {
    const green = mix("#62b46a", brush.ink, 0.06)
    return petal(-48, size, green) + petal(44, size * 1.16, green)
  }
  const outer = from(4) ? petal(-78, size * 1.06, pink) + petal(78, size * 1.06, pink) : ""
  const spread = from(4) ? 1 : 0.62
  return (
    outer +
    petal(-52 * spread, size, pink) +
    petal(52 * spread, size, pink) +
    petal(-24 * spread, size * 1.04, coat.accent) +
    petal(24 * spread, size * 1.04, coat.accent) +
    petal(0, size * 1.08, pink)
  )
}

/** The open flower behind the king. */
const throne = (kit: Kit, y: number): string => {
  const { coat, from } = kit
  if (!from(5)) return ""
  const pink = lighten(coat.accent, 0.3)
  const back = [-72, -48, -24, 0, 24, 48, 72].map((degrees) => petalOf(kit, 0, y, degrees, 372, pink))
  const front = [-88, -60, -34, 34, 60, 88].map((degrees) => petalOf(kit, 0, y, degrees, 300, coat.accent))
  return back.join("") + front.join("")
}

/** The tadpole's tail, gone by stage 3. */
const tailOf = (kit: Kit, { height, rx }: Measures): string => {
  const { at, brush, coat, from } = kit
  if (from(3)) return ""
  const [reach, rise] = [at([rx + 128, rx + 92, 0, 0, 0]), at([176, 104, 0, 0, 0])]
  const fin = smooth([
    [rx * 0.4, -30],
    [reach * 0.76, -8],
    [reach, -rise * 0.5],
    [reach * 0.98, -rise],
    [reach * 0.78, -rise * 0.92],
    [rx * 0.8, -height * 0.42]
  ])
  const core = tube(
    [
      [rx * 0.5, -50],
      [reach * 0.78, -rise * 0.36],
      [reach * 0.93, -rise * 0.82]
    ],
    [66, 36, 8]
  )
  return part(brush, fin, lighten(coat.base, 0.4), { marks: fill(core, coat.base), shade: 9 })
}

const webbed = (kit: Kit, side: number, x: number, size: number): string => {
  const { brush, coat } = kit
  const toe = (dx: number, dy: number): string =>
    part(
      brush,
      onSide(
        tube(
          [
            [x, -size * 0.3],
            [x + dx * size, -size * dy]
          ],
          [size * 0.34, size * 0.42]
        ),
        side
      ),
      coat.base,
      { shade: 4 }
    )
  return toe(0.66, 0.18) + toe(-0.5, 0.16) + toe(0.1, 0.1)
}

const haunch = (kit: Kit, side: number, rx: number, size: number): string => {
  const shape = turn(round(rx * 0.86, -size * 0.5, size * 0.5, size * 0.62, size * 0.48, { bottom: 0.7 }), 14, [
    rx * 0.86,
    0
  ])
  return part(kit.brush, onSide(shape, side), kit.coat.base, { shade: 10 })
}

/** From stage 4 it rules its own pond: a lily pad to sit on, reeds behind. */
const pond = (kit: Kit): string => {
  const { brush, coat, from, grow } = kit
  if (!from(4)) return ""
  const green = mix("#62b46a", brush.ink, 0.06)
  const reed = (x: number, height: number, tilt: number): string => {
    const stem = turn(
      tube(
        [
          [x, 4],
          [x, -height * 0.5],
          [x, -height]
        ],
        [12, 10, 8]
      ),
      tilt,
      [x, 0]
    )
    const head = turn(round(x, -height, 17, 46, 40, { bottom: 0.7, top: 0.7 }), tilt, [x, 0])
    const blade = turn(move(leaf(height * 0.72, 17, 0.4, 0.5), x + 20, 4), tilt + 12, [x, 0])
    return (
      part(brush, blade, green, { shade: 4 }) +
      part(brush, stem, green, { shade: 0 }) +
      part(brush, head, mix("#a0673f", coat.accent, 0.2), { shade: 6 })
    )
  }
  const reeds = from(5) ? "" : reed(236, 340, 7) + reed(-232, 280, -7)
  return reeds + part(brush, ellipse(0, 2, grow(250, 306), 40), green, { shade: 10 })
}

const measure = ({ at }: Kit) => {
  const rx = at([142, 124, 152, 172, 180])
  const height = at([214, 208, 272, 352, 400])
  const headY = -height * at([0.68, 0.66, 0.68, 0.72, 0.73])
  return {
    apart: rx * at([0.58, 0.6, 0.57, 0.55, 0.55]),
    bumpY: headY - height * at([0.33, 0.34, 0.31, 0.26, 0.24]),
    cheeksY: headY + height * 0.06,
    haunch: at([96, 78, 126, 168, 186]),
    headY,
    height,
    rx
  }
}
type Measures = ReturnType<typeof measure>

const silhouette = ({ headY, height, rx }: Measures): Shape =>
  symmetric([
    [0, headY - height * 0.3],
    [rx * 0.6, headY - height * 0.27],
    [rx * 1.0, headY - height * 0.08],
    [rx * 1.04, headY + height * 0.12],
    [rx * 0.84, headY + height * 0.28],
    [rx * 0.84, -height * 0.22],
    [rx * 0.66, -height * 0.02],
    [0, 0]
  ])

const spots = [
  [-0.18, -0.2, 15],
  [0.14, -0.23, 10],
  [0.02, -0.14, 8],
  [0.9, 0, 11],
  [-0.92, 0.02, 9],
  [-0.86, 0.34, 12]
] as const

const skin = (kit: Kit, { headY, height, rx }: Measures): string => {
  const { brush, coat, from } = kit
  const paint = linear(brush, [
    { at: 0, color: lighten(coat.belly, 0.25) },
    { at: 1, color: darken(coat.belly, 0.05) }
  ])
  const front = round(0, -height * 0.24, rx * 0.64, height * 0.32, height * 0.28, { bottom: 0.7, top: 0.66 })
  const jaw = symmetric([
    [0, headY + height * 0.06],
    [rx * 0.5, headY + height * 0.03],
    [rx * 0.94, headY - height * 0.01],
    [rx * 1.1, headY + height * 0.1],
    [rx * 0.7, headY + height * 0.26],
    [0, headY + height * 0.3]
  ])
  const spotColor = mix(coat.base, darken(coat.base, 0.35), 0.6)
  const speckles = spots
    .slice(0, from(2) ? 6 : 3)
    .map(([x, y, size]) => fill(ellipse(x * rx, headY + y * height, size * 1.2, size), spotColor, 0.7))
  return fill(front, paint) + fill(jaw, paint, 0.55) + speckles.join("")
}

/** Where its right hand is: on the ground before it, or raised beside its cheek. */
const handAt = (kit: Kit, { height, rx }: Measures): Point =>
  kit.holds ? [rx * 1.34, -height * 0.46] : [rx * 0.42, -16]

const foreArms = (kit: Kit, size: Measures): string => {
  const { brush, coat, grow, holds } = kit
  const { height, rx } = size
  const limb = (elbow: Point, hand: Point): Shape =>
    tube([[rx * 0.6, -height * 0.38], elbow, hand], [grow(40, 52), grow(40, 48), grow(42, 52)])
  const resting = limb([rx * 0.64, -height * 0.16], [rx * 0.42, -16])
  const right = holds ? limb([rx * 0.96, -height * 0.34], handAt(kit, size)) : resting
  return part(brush, onSide(resting, -1), coat.base, { shade: 7 }) + part(brush, right, coat.base, { shade: 7 })
}

const smile = (kit: Kit, { cheeksY, rx }: Measures): string => {
  const { brush, coat, from } = kit
  if (!from(2)) return mouth(brush, "open", 0, cheeksY + 12, 24, coat.base)
  const line = smooth(
    [
      [-rx * 0.66, cheeksY - 8],
      [-rx * 0.36, cheeksY + 18],
      [0, cheeksY + 26],
      [rx * 0.36, cheeksY + 18],
      [rx * 0.66, cheeksY - 8]
    ],
    false
  )
  return crease(brush, line, coat.base, brush.line * 0.9)
}

export const frog: Species = (kit): Figure => {
  const { brush, coat, grow } = kit
  const size = measure(kit)
  const [handX, handY] = handAt(kit, size)
  const { apart, bumpY, cheeksY, haunch: hip, headY, height, rx } = size
  const bump = grow(54, 56)
  const look: Eyes = {
    apart,
    iris: coat.accent,
    radius: grow(38, 37),
    skin: coat.base,
    style: "ringed",
    x: 0,
    y: bumpY
  }
  const both = (draw: (side: number) => string): string => draw(-1) + draw(1)
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 120, y: bumpY - 40 },
      body: { height: height * 0.42, width: rx * 1.2, x: 0, y: -height * 0.26 },
      face: { width: apart * 2, x: 0, y: bumpY },
      feet: [-1, 1].map((side) => ({ width: grow(78, 100), x: side * rx * 0.86, y: 0 })),
      hand: { width: 50, x: handX, y: handY },
      head: { width: (apart + bump) * 1.7, x: 0, y: bumpY - bump - 10 },
      neck: { width: rx * 1.4, x: 0, y: -height * 0.44 }
    },
    arms: foreArms(kit, size),
    back: throne(kit, -height * 0.4) + pond(kit) + tailOf(kit, size) + both((side) => haunch(kit, side, rx, hip)),
    collar: true,
    crest: lotus(kit, headY - height * 0.27 - 14),
    face: eyes(brush, look) + blush(brush, 0, cheeksY - 4, rx * 0.8, 26) + smile(kit, size),
    head: both((side) => part(brush, ellipse(side * apart, bumpY, bump, bump), coat.base, { shade: 9 })),
    legs: both((side) => webbed(kit, side, rx * 0.88, grow(74, 100))),
    outline: silhouette(size),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.06 },
    torso: part(brush, silhouette(size), coat.base, { marks: skin(kit, size), shade: 18 })
  }
}
