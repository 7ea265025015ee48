/** Variant 9, the ram: a cloud of wool with a face in it, and horns that wind once more with every stage. */
import { crease, fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, leaf, onSide, type Point, round, smooth, tube } from "../geometry.ts"
import { ear } from "../heads.ts"
import { foot } from "../limbs.ts"

const cloud = (cx: number, cy: number, rx: number, ry: number, puffs: number, offset = 0): ReturnType<typeof arcs> =>
  arcs(
    Array.from({ length: puffs }, (_, index): Point => {
      const angle = (index / puffs) * Math.PI * 2 + offset
      return [cx + Math.cos(angle) * rx, cy + Math.sin(angle) * ry]
    }),
    0.27
  )

const curledHorn = (kit: Kit, side: number, at: Point, size: number, turns: number): string => {
  const { brush, coat } = kit
  const steps = Math.max(5, Math.round(turns * 9))
  const spine = Array.from({ length: steps + 1 }, (_, index): Point => {
    const share = index / steps
    const angle = -2.5 + share * turns * Math.PI * 2
    const radius = size * (1 - share * 0.66)
    return [at[0] + Math.cos(angle) * radius, at[1] + Math.sin(angle) * radius * 0.95]
  })
  const widths = spine.map((_, index) => size * 0.66 * (1 - (index / steps) * 0.78))
  const ridges = spine.slice(1, -2).map((point, index) => {
    const next = spine[index + 2] ?? point
    const length = Math.hypot(next[0] - point[0], next[1] - point[1]) || 1
    const half = (widths[index + 1] ?? 0) * 0.44
    const [nx, ny] = [(-(next[1] - point[1]) / length) * half, ((next[0] - point[0]) / length) * half]
    return crease(
      brush,
      onSide(
        smooth(
          [
            [point[0] - nx, point[1] - ny],
            [point[0] + nx, point[1] + ny]
          ],
          false
        ),
        side
      ),
      coat.accent,
      4
    )
  })
  return part(brush, onSide(tube(spine, widths), side), coat.accent, { shade: 7 }) + ridges.join("")
}

const curl = (kit: Kit, x: number, y: number, size: number): string =>
  crease(
    kit.brush,
    smooth(
      [
        [x - size, y],
        [x - size * 0.2, y + size * 0.7],
        [x + size * 0.6, y],
        [x, y - size * 0.4],
        [x - size * 0.2, y + size * 0.1]
      ],
      false
    ),
    kit.coat.belly,
    4.5
  )

const measure = ({ grow }: Kit) => {
  const bodyY = -grow(134, 232)
  const headRx = grow(94, 98)
  const headY = bodyY - grow(68, 148)
  return { bodyRy: grow(104, 166), bodyY, headRx, headY, rx: grow(146, 204) }
}
type Measures = ReturnType<typeof measure>

const swirls = [
  [-0.56, 0.1, 24],
  [0.5, 0.3, 26],
  [-0.2, 0.56, 22],
  [0.66, -0.26, 20],
  [-0.72, -0.34, 18]
] as const

const legOf = (kit: Kit, x: number): string => {
  const { brush, coat, grow } = kit
  const shin = round(x, -40, grow(24, 30), 60, 36, { bottom: 0.8 })
  return part(brush, shin, coat.base, { shade: 6 }) + foot(brush, x, grow(60, 74), mix(coat.base, brush.ink, 0.5), 0)
}

/** The mane of the last stages and the bell worn in it. */
const finery = (kit: Kit, { headRx, headY }: Measures, wool: string): string => {
  const { brush, from } = kit
  const mane = cloud(0, headY + headRx * 0.5, headRx * 1.34, headRx * 1.22, 13, 0.2)
  const bell = round(0, headY + headRx * 1.34, 24, 22, 24, { bottom: 0.8 })
  return (
    (from(4) ? part(brush, mane, wool, { shade: 12 }) : "") +
    (from(3)
      ? part(brush, bell, "#ffcc4d", { line: 6, shade: 6 }) + fill(round(0, headY + headRx * 1.52, 6, 6, 6), brush.ink)
      : "")
  )
}

const headOf = (kit: Kit, size: Measures, wool: string): string => {
  const { brush, coat, grow } = kit
  const { headRx, headY } = size
  const face = round(0, headY, headRx, headRx * 0.86, headRx * 1.06, { bottom: 0.6, lowerSide: 0.7, top: 0.66 })
  const hornSize = grow(36, 80)
  const hornAt: Point = [headRx * 0.56 + hornSize * 0.94, headY - headRx * 0.72 + hornSize * 0.5]
  const earShape = leaf(grow(66, 84), grow(26, 30), 0.45, 0.6)
  const ears = [-1, 1].map((side) =>
    ear(brush, side, earShape, [headRx * 0.84, headY + 8], 104, [coat.base, coat.belly])
  )
  const tuft = cloud(0, headY - headRx * 0.82, headRx * grow(0.6, 0.7), grow(28, 42), 8, 0.3)
  return (
    finery(kit, size, wool) +
    ears.join("") +
    part(brush, face, coat.base, { shade: 10 }) +
    part(brush, tuft, wool, { shade: 7 }) +
    [-1, 1].map((side) => curledHorn(kit, side, hornAt, hornSize, grow(0.6, 1.08))).join("")
  )
}

export const ram: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const size = measure(kit)
  const { bodyRy, bodyY, headRx, headY, rx } = size
  const wool = lighten(coat.belly, 0.3)
  const look: Eyes = {
    apart: headRx * 0.5,
    iris: coat.accent,
    lashes: from(2),
    radius: grow(32, 29),
    skin: coat.base,
    style: from(5) ? "proud" : "bead",
    x: 0,
    y: headY + 8
  }
  const fleece = cloud(0, bodyY, rx, bodyRy, from(4) ? 13 : 11)
  const curls = swirls
    .slice(0, from(3) ? 5 : 3)
    .map(([x, y, wide]) => curl(kit, x * rx, bodyY + y * bodyRy, grow(wide * 0.8, wide)))
  const tailPuff = cloud(rx * 0.98, bodyY + 10, grow(30, 48), grow(28, 44), 7)
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 84, y: headY - headRx },
      body: { height: bodyRy * 1.2, width: rx * 1.3, x: 0, y: bodyY + bodyRy * 0.12 },
      face: { width: look.apart * 2, x: 0, y: look.y },
      feet: [-1, 1].map((side) => ({ width: grow(60, 74), x: side * rx * 0.36, y: 0 })),
      hand: { width: 46, x: rx * 1.1, y: -52 },
      head: { width: headRx * 1.5, x: 0, y: headY - headRx * 0.86 },
      neck: { width: headRx * 1.6, x: 0, y: headY + headRx * 1.12 }
    },
    arms: "",
    back: part(brush, tailPuff, wool, { shade: 8 }) + legOf(kit, -rx * 0.72) + legOf(kit, rx * 0.72),
    collar: false,
    face:
      eyes(brush, look) +
      blush(brush, 0, headY + headRx * 0.5, headRx * 0.66, 21) +
      mouth(brush, "cat", 0, headY + headRx * 0.66, 16, coat.base) +
      nose(brush, 0, headY + headRx * 0.52, 13, mix(brush.ink, coat.base, 0.25)),
    head: headOf(kit, size, wool),
    legs: legOf(kit, -rx * 0.36) + legOf(kit, rx * 0.36),
    outline: fleece,
    shell: { kind: "cap", rx },
    torso: part(brush, fleece, wool, { marks: curls.join(""), shade: 18 })
  }
}
