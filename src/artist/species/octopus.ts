/** Variant 8, the octopus: a small bulb on four arms gains two pairs more, fins and coral, and lifts its arms high. */
import { crease, fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, brows, type Eyes, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, onSide, type Point, type Shape, smooth, symmetric, tube, turn } from "../geometry.ts"

/**
 * Arms of the right half, as shares of the reach. The first two stand on the ground; the others are free, and are
 * raised about their roots as the creature grows.
 */
const curls: ReadonlyArray<ReadonlyArray<Point>> = [
  [
    [0.14, -0.5],
    [0.2, -0.16],
    [0.3, -0.06],
    [0.4, -0.06]
  ],
  [
    [0.34, -0.52],
    [0.52, -0.16],
    [0.76, -0.06],
    [0.9, -0.07]
  ],
  [
    [0.4, -0.6],
    [0.82, -0.42],
    [1.16, -0.44],
    [1.3, -0.7],
    [1.14, -0.82]
  ],
  [
    [0.34, -0.7],
    [0.86, -0.76],
    [1.08, -1.02],
    [0.98, -1.26],
    [0.8, -1.16]
  ]
]

const measure = ({ at }: Kit) => {
  const height = at([292, 336, 410, 470, 520])
  return {
    eyeY: -height * at([0.58, 0.56, 0.56, 0.57, 0.57]),
    height,
    /** how far the ground arms reach, then the free ones */
    reach: at([182, 182, 198, 216, 230]),
    free: at([0, 140, 196, 262, 316]),
    rx: at([134, 128, 140, 152, 158])
  }
}
type Measures = ReturnType<typeof measure>

const spineOf = (kit: Kit, index: number, { free, reach }: Measures): ReadonlyArray<Point> => {
  const size = index < 2 ? reach : free
  // A free arm grows out of the same place whatever its length.
  const shift = index < 2 ? 0 : (size - reach) * 0.62
  const points = (curls[index] ?? []).map(([x, y]): Point => [x * size - shift * 0.5, y * size + shift])
  const lift = kit.at([0, index === 2 ? 14 : 26, index === 2 ? 6 : 14, index === 2 ? -8 : 0, index === 2 ? -16 : -8])
  return index < 2 ? points : turn({ closed: false, points }, lift, points[0]).points
}

const armCurl = (kit: Kit, side: number, index: number, size: Measures): string => {
  const { at, brush, coat } = kit
  const spine = spineOf(kit, index, size)
  const thick = at([56, 50, 56, 64, 70])
  const widths = spine.map((_, place) => thick * (1 - (place / (spine.length - 1)) * (index < 2 ? 0.46 : 0.68)))
  const under = spine.slice(1).map(([x, y], place): Point => [x + 2, y + thick * (0.22 - place * 0.03)])
  const cups = under.slice(0, -1).flatMap(([x, y], place) => {
    const next = under[place + 1] ?? [x, y]
    return [0.2, 0.7].map((share) => {
      const cup = 8.5 - place * 1.4
      return fill(
        onSide(ellipse(x + (next[0] - x) * share, y + (next[1] - y) * share, cup, cup * 0.85), side),
        lighten(coat.belly, 0.1)
      )
    })
  })
  const color = index > 2 ? mix(coat.base, brush.ink, 0.14) : coat.base
  return part(brush, onSide(tube(spine, widths), side), color, { marks: cups.join(""), shade: 9 })
}

const branches: ReadonlyArray<ReadonlyArray<Point>> = [
  [
    [0.06, -0.3],
    [-0.2, -0.5],
    [-0.24, -0.8]
  ],
  [
    [0.12, -0.5],
    [0.42, -0.64],
    [0.5, -0.94]
  ],
  [
    [0, 0.1],
    [0.12, -0.5],
    [0.1, -1.1]
  ]
]

const coral = (kit: Kit, x: number, y: number, size: number, side: number): string => {
  const { brush, coat } = kit
  const line = Math.min(brush.line * 0.85, size * 0.08)
  return branches
    .map((spine, index) => {
      const width = size * (index === 2 ? 0.24 : 0.2)
      const placed = spine.map(([dx, dy]): Point => [x + dx * size, y + dy * size])
      const shape = onSide(tube(placed, [width, width * 0.9, width * 0.8]), side)
      return part(brush, shape, coat.accent, { line, shade: 4 })
    })
    .join("")
}

/** Fins on the sides of the mantle from stage 3, ribbed like fans. */
const fins = (kit: Kit, { height, rx }: Measures): string => {
  const { at, brush, coat, from } = kit
  if (!from(3)) return ""
  const size = at([0, 0, 74, 112, 150])
  const edge: ReadonlyArray<Point> = [
    [0, 40],
    [size * 0.3, -size * 0.7],
    [size * 0.86, -size * 0.86],
    [size * 1.04, -size * 0.3],
    [size * 0.72, size * 0.16]
  ]
  const root: Point = [rx * 0.88, -height * 0.7]
  const fin: Shape = arcs(
    edge.map(([x, y]): Point => [root[0] + x, root[1] + y]),
    [0.06, 0.14, 0.16, 0.14, 0]
  )
  const color = lighten(coat.accent, 0.3)
  const ribs = [edge[1], edge[2], edge[3]].map(([x, y] = [0, 0]) => {
    const rib = smooth([root, [root[0] + x * 0.5, root[1] + y * 0.6], [root[0] + x * 0.86, root[1] + y * 0.86]], false)
    return (side: number): string => crease(brush, onSide(rib, side), color, brush.line * 0.55)
  })
  return [-1, 1]
    .map((side) => part(brush, onSide(fin, side), color, { shade: 9 }) + ribs.map((rib) => rib(side)).join(""))
    .join("")
}

/** The skin stretched between the arms of the grown. */
const web = (kit: Kit, size: Measures): string => {
  const { at, brush, coat, from } = kit
  if (!from(4)) return ""
  const [low = [0, 0], high = [0, 0]] = [spineOf(kit, 2, size)[2], spineOf(kit, 3, size)[2]]
  const right: ReadonlyArray<Point> = [
    [0, -size.height * 0.72],
    [high[0] * at([0, 0, 0, 0.8, 0.94]), high[1] * 0.9],
    [low[0] * at([0, 0, 0, 0.78, 0.92]), low[1]],
    [size.reach * 0.86, -30]
  ]
  const left = right.slice(1).map(([x, y]): Point => [-x, y])
  const shape = arcs([...right, ...left.toReversed()], [-0.04, -0.2, -0.14, -0.06, -0.14, -0.2, -0.04])
  return part(brush, shape, mix(coat.base, coat.belly, 0.5), { shade: 12 })
}

const blotches = [
  [-0.42, 0.84, 20],
  [-0.14, 0.92, 13],
  [0.5, 0.78, 17],
  [0.3, 0.88, 9],
  [-0.66, 0.72, 11],
  [0.7, 0.66, 9]
] as const

const domeOf = ({ height, rx }: Measures): Shape =>
  symmetric([
    [0, -height],
    [rx * 0.62, -height * 0.94],
    [rx * 1.06, -height * 0.68],
    [rx * 1.0, -height * 0.46],
    [rx * 0.82, -height * 0.3],
    [rx * 0.74, -height * 0.14],
    [rx * 0.4, -height * 0.08],
    [0, -height * 0.07]
  ])

const crestOf = (kit: Kit, { height, rx }: Measures): string => {
  const { at, from } = kit
  if (!from(2)) return ""
  const size = at([0, 58, 78, 106, 132])
  const both = [-1, 1].map((side) => coral(kit, rx * 0.5, -height * 0.92, size, side)).join("")
  return both + (from(5) ? coral(kit, -8, -height * 0.98, 96, 1) : "")
}

const faceOf = (kit: Kit, look: Eyes, { rx }: Measures): string => {
  const { brush, coat, from, grow } = kit
  return (
    eyes(brush, look) +
    (from(4) ? brows(brush, look, 3, coat.base) : "") +
    blush(brush, 0, look.y + 42, rx * 0.74, 26) +
    mouth(brush, from(3) ? "grin" : "open", 0, look.y + 40, grow(20, 24), coat.base)
  )
}

export const octopus: Species = (kit): Figure => {
  const { at, brush, coat, from, grow } = kit
  const size = measure(kit)
  const { eyeY, height, reach, rx } = size
  const look: Eyes = {
    apart: rx * 0.48,
    iris: coat.accent,
    radius: grow(40, 35),
    skin: coat.base,
    style: from(5) ? "proud" : "bead",
    x: 0,
    y: eyeY
  }
  const spotted = blotches
    .slice(0, from(3) ? 6 : 3)
    .map(([x, y, wide]) => fill(ellipse(x * rx, -height * y, wide * 1.2, wide), mix(coat.base, coat.belly, 0.42), 0.9))
  const both = (index: number): string => armCurl(kit, -1, index, size) + armCurl(kit, 1, index, size)
  const jewel = from(4)
    ? part(brush, ellipse(0, -height * 0.76, at([0, 0, 0, 14, 18]), at([0, 0, 0, 18, 23])), coat.accent, {
        line: 6,
        shade: 5
      })
    : ""
  // The long arms of the grown hold things at the elbow: their tips would carry them out of the picture.
  const hand = spineOf(kit, 2, size).at(from(4) ? 1 : -2) ?? [reach, -reach]
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 120, y: -height },
      body: { height: height * 0.26, width: rx * 1.5, x: 0, y: -height * 0.25 },
      face: { width: look.apart * 2, x: 0, y: eyeY },
      feet: [-0.86, -0.36, 0.36, 0.86].map((x) => ({ width: grow(58, 74), x: x * reach, y: 0 })),
      hand: from(2) ? { width: 40, x: hand[0], y: hand[1] } : { width: 40, x: reach * 0.88, y: -reach * 0.3 },
      head: { width: rx * 1.4, x: 0, y: -height * 0.9 },
      neck: { width: rx * 1.5, x: 0, y: eyeY + 86 }
    },
    arms: from(2) ? both(2) : "",
    back: web(kit, size) + (from(3) ? both(3) : "") + fins(kit, size),
    face: faceOf(kit, look, size),
    crest: crestOf(kit, size),
    head: jewel,
    legs: both(1) + both(0),
    collar: false,
    outline: domeOf(size),
    shell: { kind: "cap", rx },
    tentacled: true,
    torso: part(brush, domeOf(size), coat.base, { marks: spotted.join(""), shade: 18 })
  }
}
