/** Variant 10, the frog: eyes above its head, a mouth as wide as its face, folded legs; a lotus blooms on its crown. */
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

const lotus = (kit: Kit, y: number, size: number): string => {
  const { brush, coat, from } = kit
  const petal = (degrees: number, length: number, color: string): string =>
    part(brush, move(turn(leaf(length, length * 0.34, 0.45, 0.5), degrees), 0, y), color, { line: 7, shade: 5 })
  const pink = lighten(coat.accent, 0.35)
  const outer = from(4) ? petal(-78, size * 1.06, pink) + petal(78, size * 1.06, pink) : ""
  return (
    outer +
    petal(-52, size, pink) +
    petal(52, size, pink) +
    petal(-24, size * 1.04, coat.accent) +
    petal(24, size * 1.04, coat.accent) +
    petal(0, size * 1.08, pink)
  )
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
  const reeds = from(5) ? reed(-236, 348, -7) + reed(236, 320, 8) + reed(196, 420, 5) : reed(220, 300, 7)
  return reeds + part(brush, ellipse(0, 2, grow(250, 306), 40), green, { shade: 10 })
}

const measure = ({ grow }: Kit) => {
  const rx = grow(150, 184)
  const height = grow(226, 372)
  const headY = -height * 0.7
  return {
    apart: rx * 0.56,
    bumpY: headY - height * grow(0.32, 0.26),
    cheeksY: headY + height * 0.06,
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
    [rx * 0.86, -height * 0.22],
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

const foreArms = (kit: Kit, { height, rx }: Measures): string => {
  const { brush, coat, grow } = kit
  const spine: ReadonlyArray<Point> = [
    [rx * 0.6, -height * 0.38],
    [rx * 0.64, -height * 0.16],
    [rx * 0.42, -16]
  ]
  const limb = tube(spine, [grow(40, 52), grow(40, 48), grow(42, 52)])
  return [-1, 1].map((side) => part(brush, onSide(limb, side), coat.base, { shade: 7 })).join("")
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
  const { brush, coat, from, grow } = kit
  const size = measure(kit)
  const { apart, bumpY, cheeksY, headY, height, rx } = size
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
  const crown = from(2) ? lotus(kit, headY - height * 0.27, grow(34, 138)) : ""
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 120, y: bumpY - 40 },
      body: { height: height * 0.42, width: rx * 1.2, x: 0, y: -height * 0.26 },
      face: { width: apart * 2, x: 0, y: bumpY },
      feet: [-1, 1].map((side) => ({ width: grow(78, 100), x: side * rx * 0.86, y: 0 })),
      hand: { width: 50, x: rx * 0.62, y: -height * 0.16 },
      head: { width: rx * 0.9, x: 0, y: headY - height * 0.29 },
      neck: { width: rx * 1.4, x: 0, y: -height * 0.44 }
    },
    arms: foreArms(kit, size),
    back: pond(kit) + both((side) => haunch(kit, side, rx, grow(104, 168))),
    collar: true,
    face: eyes(brush, look) + blush(brush, 0, cheeksY - 4, rx * 0.8, 26) + smile(kit, size),
    head: crown + both((side) => part(brush, ellipse(side * apart, bumpY, bump, bump), coat.base, { shade: 9 })),
    legs: both((side) => webbed(kit, side, rx * 0.88, grow(74, 100))),
    outline: silhouette(size),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.06 },
    torso: part(brush, silhouette(size), coat.base, { marks: skin(kit, size), shade: 18 })
  }
}
