/** Variant 9, the ram: a lamb that lies, stands on long legs and fills its fleece; four horns crown it in the end. */
import { crease, fill, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, leaf, onSide, type Point, round, smooth, tube } from "../geometry.ts"
import { ear, horn } from "../heads.ts"
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

/** The lamb lies on the ground; from stage 2 it stands, higher each time. */
const measure = ({ at }: Kit) => {
  const bodyY = -at([84, 152, 188, 226, 262])
  const headRx = at([98, 88, 92, 96, 98])
  const rx = at([138, 112, 146, 182, 200])
  return {
    bodyRy: at([80, 82, 112, 146, 164]),
    bodyY,
    headRx,
    headY: bodyY - at([86, 100, 122, 152, 190]),
    hoof: at([54, 46, 58, 66, 72]),
    inner: rx * at([0.28, 0.3, 0.28, 0.26, 0.26]),
    outer: rx * at([0.88, 0.78, 0.76, 0.72, 0.72]),
    rx
  }
}
type Measures = ReturnType<typeof measure>

const swirls = [
  [-0.56, 0.1, 24],
  [0.5, 0.3, 26],
  [-0.2, 0.56, 22],
  [0.66, -0.26, 20],
  [-0.72, -0.34, 18]
] as const

const legOf = (kit: Kit, { bodyRy, bodyY, hoof }: Measures, wool: string, x: number): string => {
  const { brush, coat, from, grow } = kit
  const top = bodyY + bodyRy * 0.6
  const shin = round(x, top / 2, grow(20, 30), -top / 2, -top / 2, { bottom: 0.8, top: 0.8 })
  const gaiter = cloud(x, -hoof * 0.72, hoof * 0.46, hoof * 0.26, 7)
  return (
    (from(2) ? part(brush, shin, coat.base, { shade: 6 }) : "") +
    foot(brush, x, hoof, mix(coat.base, brush.ink, 0.5), 0) +
    (from(5) ? part(brush, gaiter, wool, { shade: 6 }) : "")
  )
}

/** The bell of the half grown, then the mane it is worn in. */
const finery = (kit: Kit, { headRx, headY }: Measures, wool: string): string => {
  const { brush, at, from } = kit
  const reach = at([0, 0, 0, 1.3, 1.62])
  const mane = cloud(0, headY + headRx * 0.56, headRx * reach, headRx * reach * 0.92, 13, 0.2)
  const beard = cloud(0, headY + headRx * 1.7, headRx * 0.66, headRx * 0.84, 9, 0.2)
  const bell = round(0, headY + headRx * at([0, 0, 1.3, 1.4, 1.6]), 28, 26, 28, { bottom: 0.8 })
  const clapper = ellipse(0, headY + headRx * at([0, 0, 1.3, 1.4, 1.6]) + 22, 7, 7)
  return (
    (from(4) ? part(brush, mane, wool, { shade: 12 }) : "") +
    (from(5) ? part(brush, beard, wool, { shade: 10 }) : "") +
    (from(3) ? part(brush, bell, "#ffcc4d", { line: 6, shade: 6 }) + fill(clapper, brush.ink) : "")
  )
}

/** Buds, half a curl, a whole one, more than one. */
const hornsOf = (kit: Kit, { headRx, headY }: Measures): string => {
  const { at, from } = kit
  if (!from(2)) return ""
  const size = at([0, 30, 58, 88, 112])
  const turns = at([0, 0.34, 0.66, 1.06, 1.2])
  const place: Point = [headRx * 0.5 + size * 0.94, headY - headRx * 0.66 + size * at([0, 0.1, 0.4, 0.5, 0.52])]
  return [-1, 1].map((side) => curledHorn(kit, side, place, size, turns)).join("")
}

/** The last stage has a second, upright pair. */
const uprightHorns = ({ brush, coat, from }: Kit, { headRx, headY }: Measures): string => {
  if (!from(5)) return ""
  const [x, y] = [headRx * 0.3, headY - headRx * 0.8]
  const spine: ReadonlyArray<Point> = [
    [x, y],
    [x + 26, y - 74],
    [x + 70, y - 130],
    [x + 62, y - 196]
  ]
  return [-1, 1].map((side) => horn(brush, side, spine, 54, lighten(coat.accent, 0.2), 4)).join("")
}

const headOf = (kit: Kit, size: Measures, wool: string): string => {
  const { at, brush, coat } = kit
  const { headRx, headY } = size
  const face = round(0, headY, headRx, headRx * 0.86, headRx * 1.06, { bottom: 0.6, lowerSide: 0.7, top: 0.66 })
  const earShape = leaf(at([92, 96, 86, 78, 74]), at([32, 32, 30, 28, 28]), 0.45, 0.6)
  const ears = [-1, 1].map((side) =>
    ear(brush, side, earShape, [headRx * 0.84, headY + 4], at([122, 84, 98, 110, 116]), [coat.base, coat.belly])
  )
  const tuft = cloud(
    0,
    headY - headRx * 0.82,
    headRx * at([0.46, 0.5, 0.6, 0.66, 0.7]),
    at([24, 28, 36, 40, 46]),
    8,
    0.3
  )
  return (
    finery(kit, size, wool) +
    ears.join("") +
    part(brush, face, coat.base, { shade: 10 }) +
    hornsOf(kit, size) +
    part(brush, tuft, wool, { shade: 7 })
  )
}

export const ram: Species = (kit): Figure => {
  const { at, brush, coat, from, grow } = kit
  const size = measure(kit)
  const { bodyRy, bodyY, headRx, headY, hoof, inner, outer, rx } = size
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
  const fleece = cloud(0, bodyY, rx, bodyRy, from(4) ? 13 : 11, from(4) ? 0.1 : 0)
  const curls = swirls
    .slice(0, from(3) ? 5 : 3)
    .map(([x, y, wide]) => curl(kit, x * rx, bodyY + y * bodyRy, grow(wide * 0.8, wide)))
  const tailPuff = cloud(rx * 0.98, bodyY + 10, at([26, 34, 44, 56, 64]), at([24, 30, 40, 52, 60]), 7)
  const legs = (x: number): string => legOf(kit, size, darken(wool, 0.03), -x) + legOf(kit, size, darken(wool, 0.03), x)
  return {
    anchors: {
      accessory: { width: 96, x: -Math.max(rx, headRx * 2) - 96, y: headY - headRx },
      body: { height: bodyRy * 1.1, width: rx * 1.3, x: 0, y: bodyY + bodyRy * 0.3 },
      face: { width: look.apart * 2, x: 0, y: look.y },
      feet: [-outer, -inner, inner, outer].map((x) => ({ width: hoof, x, y: 0 })),
      hand: { width: 46, x: rx * 1.1, y: -52 },
      head: { width: headRx * 1.5, x: 0, y: headY - headRx * 0.86 },
      neck: { width: headRx * 1.6, x: 0, y: headY + headRx * 1.12 }
    },
    arms: "",
    back: part(brush, tailPuff, wool, { shade: 8 }) + legs(outer),
    collar: false,
    crest: uprightHorns(kit, size),
    face:
      eyes(brush, look) +
      blush(brush, 0, headY + headRx * 0.5, headRx * 0.66, 21) +
      mouth(brush, "cat", 0, headY + headRx * 0.66, 16, coat.base) +
      nose(brush, 0, headY + headRx * 0.52, 13, mix(brush.ink, coat.base, 0.25)),
    head: headOf(kit, size, wool),
    legs: legs(inner),
    outline: fleece,
    shell: { kind: "cap", rx },
    torso: part(brush, fleece, wool, { marks: curls.join(""), shade: 18 })
  }
}
