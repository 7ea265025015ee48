/** Variant 7, the hedgehog: a great round crown of spines, row upon row, around a small bright face. */
import { fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, onSide, type Point, round } from "../geometry.ts"
import { ear } from "../heads.ts"
import { type Arm, arms, feet, handOf } from "../limbs.ts"

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

const measure = ({ grow }: Kit) => {
  const rx = grow(118, 142)
  const height = grow(250, 430)
  return {
    ballRx: grow(150, 196),
    ballRy: grow(128, 214),
    ballY: -height * grow(0.6, 0.54),
    eyeY: -height * grow(0.71, 0.66),
    height,
    rx
  }
}
type Measures = ReturnType<typeof measure>

const crown = (kit: Kit, { ballRx, ballRy, ballY }: Measures): string => {
  const { brush, coat, from, grow } = kit
  const inset = grow(22, 30)
  const dark = mix(coat.base, brush.ink, 0.42)
  return (
    (from(4) ? spines(kit, ballY, ballRx + 34, ballRy + 34, grow(30, 62), 15, coat.accent) : "") +
    spines(kit, ballY, ballRx, ballRy, grow(30, 64), 13, dark) +
    spines(kit, ballY + 6, ballRx - inset, ballRy - inset, grow(26, 52), 11, coat.base)
  )
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
  const { brush, coat, grow } = kit
  const size = measure(kit)
  const { ballRx, ballRy, ballY, eyeY, height, rx } = size
  const skin = lighten(coat.belly, 0.1)
  const look: Eyes = { apart: rx * 0.44, iris: coat.accent, radius: grow(34, 32), skin, style: "bead", x: 0, y: eyeY }
  const front = round(0, -height * 0.36, rx, height * grow(0.6, 0.52), height * 0.36, {
    bottom: 0.7,
    lowerSide: 0.6,
    top: 0.66,
    upperSide: 0.7
  })
  const tummy = round(0, -height * 0.24, rx * 0.62, height * 0.24, height * 0.22, { bottom: 0.7, top: 0.64 })
  const arm: Arm = {
    color: skin,
    length: height * 0.26,
    pose: "belly",
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
      feet: [-1, 1].map((side) => ({ width: grow(80, 98), x: side * rx * 0.52, y: 0 })),
      hand: { width: arm.width, x: hand[0], y: hand[1] },
      head: { width: rx * 1.4, x: 0, y: eyeY - grow(96, 116) },
      neck: { width: rx * 1.5, x: 0, y: -height * 0.38 }
    },
    arms: arms(brush, arm, "belly"),
    back: crown(kit, size),
    collar: true,
    face: eyes(brush, look) + snout(kit, size, skin),
    head: ears.join("") + fringe(kit, size),
    legs: feet(brush, rx * 0.52, grow(80, 98), skin),
    outline: front,
    shell: { kind: "cup", paw: skin, rx: rx * 1.16 },
    torso: part(brush, front, skin, { marks: fill(tummy, "#ffffff", 0.55) })
  }
}
