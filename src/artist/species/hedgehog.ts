/** Variant 7, the hedgehog: soft bristles become a crown of spines, then a great fan of banded quills. */
import { fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, leaf, move, onSide, type Point, round, type Shape, turn } from "../geometry.ts"
import { ear } from "../heads.ts"
import { type Arm, arms, feet, handOf, poseOf } from "../limbs.ts"

const spines = (kit: Kit, cy: number, rx: number, ry: number, length: number, count: number, color: string): string => {
  const start = 126
  const step = (360 - (start - 90) * 2) / count
  const corners: Array<Point> = []
  for (let index = 0; index <= count; index++) {
    const place = (degrees: number, reach: number): Point => [
      Math.cos((degrees * Math.PI) / 180) * (rx + reach),
      cy + Math.sin((degrees * Math.PI) / 180) * (ry + reach)
    ]
    const angle = start + index * step
    corners.push(place(angle, 0))
    if (index < count) corners.push(place(angle + step * 0.5, length))
  }
  return part(
    kit.brush,
    arcs(
      corners,
      corners.map((_, index) => (index === corners.length - 1 ? 0 : -0.06))
    ),
    color,
    { shade: 12 }
  )
}

const measure = ({ at }: Kit) => {
  const rx = at([116, 102, 118, 134, 144])
  const height = at([242, 262, 330, 392, 440])
  return {
    ballRx: at([128, 112, 150, 172, 182]),
    ballRy: at([108, 112, 156, 190, 206]),
    ballY: -height * at([0.6, 0.6, 0.58, 0.56, 0.55]),
    eyeY: -height * at([0.71, 0.7, 0.69, 0.67, 0.66]),
    foot: at([80, 76, 84, 92, 98]),
    height,
    /** of the inner spines, the outer ones and the quills behind them */
    spine: at([24, 26, 46, 52, 54]),
    outer: at([18, 30, 58, 66, 66]),
    quill: at([0, 0, 0, 132, 214]),
    rx
  }
}
type Measures = ReturnType<typeof measure>

/** Long banded quills fanned out behind everything, from stage 4. */
const fan = (kit: Kit, { ballRx, ballRy, ballY, quill }: Measures): string => {
  const { brush, coat, from } = kit
  if (!from(4)) return ""
  const count = from(5) ? 13 : 9
  const sweep = from(5) ? 208 : 184
  const blade = (index: number): string => {
    const degrees = -sweep / 2 + (index * sweep) / (count - 1)
    const angle = ((degrees - 90) * Math.PI) / 180
    const length = quill * (index % 2 === 0 ? 1 : 0.76) + 60
    const root: Point = [Math.cos(angle) * (ballRx - 50), ballY + Math.sin(angle) * (ballRy - 50)]
    const place = (shape: Shape): Shape => move(turn(shape, degrees), ...root)
    const tip = fill(place(move(leaf(length * 0.4, 40, 0.3, 0.9), 0, -length * 0.66)), lighten(coat.belly, 0.3))
    return part(brush, place(leaf(length, length * 0.1 + 14, 0.55, 0.7)), coat.accent, { marks: tip, shade: 7 })
  }
  const odd = Array.from({ length: count }, (_, index) => index).filter((index) => index % 2 === 1)
  const even = Array.from({ length: count }, (_, index) => index).filter((index) => index % 2 === 0)
  return [...odd, ...even].map(blade).join("")
}

const crown = (kit: Kit, size: Measures): string => {
  const { ballRx, ballRy, ballY, outer, spine } = size
  const { at, brush, coat, grow } = kit
  const inset = grow(22, 30)
  const dark = mix(coat.base, brush.ink, 0.42)
  return (
    fan(kit, size) +
    spines(kit, ballY, ballRx, ballRy, outer, at([17, 9, 13, 13, 13]), dark) +
    spines(kit, ballY + 6, ballRx - inset, ballRy - inset, spine, at([15, 9, 11, 11, 11]), coat.base)
  )
}

/** A quiff of the young: soft spines standing up on the head, longer with each stage. */
const quiff = (kit: Kit, { eyeY, rx }: Measures): string => {
  const { at, brush, coat, from } = kit
  if (!from(2)) return ""
  const length = at([0, 62, 84, 96, 112])
  const lean = from(4) ? [-34, 34, 0] : [-30, 16, -6]
  return lean
    .map((degrees, index) => {
      const blade = leaf(length * (index === 2 ? 1.2 : 0.94), 24, 0.3, 0.9)
      return part(
        brush,
        move(turn(blade, degrees), degrees * rx * 0.008, eyeY - at([0, 92, 108, 122, 136])),
        coat.base,
        {
          shade: 5
        }
      )
    })
    .join("")
}

/** Spines falling over the brow. */
const fringe = (kit: Kit, { eyeY, rx }: Measures): string => {
  const { brush, coat, grow } = kit
  const right: ReadonlyArray<Point> = [
    [rx * 0.24, eyeY - grow(66, 74)],
    [rx * 0.5, eyeY - grow(34, 42)],
    [rx * 0.66, eyeY - grow(54, 62)],
    [rx * 0.98, eyeY - 10]
  ]
  const left = right.map(([x, y]): Point => [-x, y]).toReversed()
  const crest: ReadonlyArray<Point> = [
    [rx * 0.7, eyeY - grow(112, 138)],
    [0, eyeY - grow(134, 166)],
    [-rx * 0.7, eyeY - grow(112, 138)]
  ]
  const teeth = Array.from({ length: 8 }, () => -0.08)
  const shape = arcs([...left, [0, eyeY - grow(36, 44)], ...right, ...crest], [...teeth, 0.14, 0.12, 0.12, 0.14])
  return part(brush, shape, coat.base, { shade: 8 })
}

const snout = (kit: Kit, { eyeY, rx }: Measures, skin: string): string => {
  const { brush, coat } = kit
  const cheeks = [-1, 1].map((side) => fill(onSide(ellipse(rx * 0.1, eyeY + 46, 22, 16), side), "#ffffff", 0.5))
  return (
    fill(ellipse(0, eyeY + 40, rx * 0.42, 34), "#ffffff", 0.35) +
    cheeks.join("") +
    blush(brush, 0, eyeY + 42, rx * 0.68, 25) +
    mouth(brush, "cat", 0, eyeY + 58, 18, skin) +
    nose(brush, 0, eyeY + 38, 17, mix(brush.ink, coat.base, 0.2))
  )
}

export const hedgehog: Species = (kit): Figure => {
  const { at, brush, coat, from, grow } = kit
  const size = measure(kit)
  const { ballRx, ballRy, ballY, eyeY, foot, height, rx } = size
  const skin = lighten(coat.belly, 0.1)
  const look: Eyes = {
    apart: rx * 0.44,
    iris: coat.accent,
    radius: grow(34, 32),
    skin,
    style: from(5) ? "proud" : "bead",
    x: 0,
    y: eyeY
  }
  const front = round(0, -height * 0.36, rx, height * at([0.6, 0.6, 0.57, 0.54, 0.52]), height * 0.36, {
    bottom: 0.7,
    lowerSide: 0.6,
    top: 0.66,
    upperSide: 0.7
  })
  const tummy = round(0, -height * 0.24, rx * 0.62, height * 0.24, height * 0.22, { bottom: 0.7, top: 0.64 })
  const arm: Arm = {
    color: skin,
    length: height * at([0.26, 0.26, 0.28, 0.28, 0.28]),
    pose: poseOf(kit, from(3) ? "wave" : "belly"),
    shoulder: [rx * 0.74, -height * 0.38],
    width: grow(40, 48)
  }
  const hand = handOf(arm)
  const ears = [-1, 1].map((side) =>
    ear(brush, side, round(0, -26, 30, 32, 26), [rx * 0.86, eyeY - grow(44, 52)], 34, [coat.base, coat.belly])
  )
  return {
    anchors: {
      accessory: { width: 96, x: -ballRx - 120, y: ballY - ballRy * 0.9 },
      body: { height: height * 0.36, width: rx * 1.3, x: 0, y: -height * 0.24 },
      face: { width: look.apart * 2, x: 0, y: eyeY },
      feet: [-1, 1].map((side) => ({ width: foot, x: side * rx * 0.52, y: 0 })),
      hand: { width: arm.width, x: hand[0], y: hand[1] },
      head: { width: rx * 1.4, x: 0, y: eyeY - grow(96, 116) },
      neck: { width: rx * 1.5, x: 0, y: -height * 0.38 }
    },
    arms: arms(brush, arm, from(5) ? "wave" : "belly"),
    back: crown(kit, size),
    collar: true,
    crest: quiff(kit, size),
    face: eyes(brush, look) + snout(kit, size, skin),
    head: ears.join("") + fringe(kit, size),
    legs: feet(brush, rx * 0.52, foot, skin),
    outline: front,
    shell: { kind: "cup", paw: skin, rx: rx * 1.16 },
    torso: part(brush, front, skin, { marks: fill(tummy, "#ffffff", 0.55) })
  }
}
