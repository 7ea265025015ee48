/** Variant 8, the octopus: a tall dome on curling arms; coral grows on its brow as the arms grow longer. */
import { fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, brows, type Eyes, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { ellipse, onSide, type Point, symmetric, tube } from "../geometry.ts"

/** Arms of the right half, as shares of the reach; the first three lie in front of the others. */
const curls: ReadonlyArray<ReadonlyArray<Point>> = [
  [
    [0.14, -0.5],
    [0.2, -0.12],
    [0.36, -0.05],
    [0.46, -0.17]
  ],
  [
    [0.36, -0.52],
    [0.56, -0.13],
    [0.82, -0.07],
    [0.92, -0.26],
    [0.8, -0.32]
  ],
  [
    [0.46, -0.62],
    [0.86, -0.4],
    [1.16, -0.42],
    [1.28, -0.68],
    [1.12, -0.8]
  ],
  [
    [0.42, -0.72],
    [0.92, -0.76],
    [1.1, -1],
    [0.98, -1.2],
    [0.82, -1.1]
  ]
]

const armCurl = (kit: Kit, side: number, index: number, reach: number): string => {
  const { brush, coat, grow } = kit
  const spine = (curls[index] ?? []).map(([x, y]): Point => [x * reach, y * reach])
  const thick = grow(52, 66)
  const widths = spine.map((_, place) => thick * (1 - (place / (spine.length - 1)) * 0.68))
  const under = spine.slice(1).map(([x, y], place): Point => [x + 2, y + thick * (0.22 - place * 0.03)])
  const cups = under.slice(0, -1).flatMap(([x, y], place) => {
    const next = under[place + 1] ?? [x, y]
    return [0.2, 0.7].map((share) => {
      const size = 8.5 - place * 1.4
      return fill(
        onSide(ellipse(x + (next[0] - x) * share, y + (next[1] - y) * share, size, size * 0.85), side),
        lighten(coat.belly, 0.1)
      )
    })
  })
  const color = index > 2 ? mix(coat.base, brush.ink, 0.14) : coat.base
  return part(brush, onSide(tube(spine, widths), side), color, { marks: cups.join(""), shade: 9 })
}

const coral = (kit: Kit, x: number, y: number, size: number, side: number): string => {
  const { brush, coat } = kit
  const branch = (spine: ReadonlyArray<Point>, width: number): string =>
    part(
      brush,
      onSide(
        tube(
          spine.map(([dx, dy]): Point => [x + dx * size, y + dy * size]),
          [width, width * 0.9, width * 0.8]
        ),
        side
      ),
      coat.accent,
      {
        line: brush.line * 0.85,
        shade: 4
      }
    )
  return (
    branch(
      [
        [0.06, -0.3],
        [-0.2, -0.5],
        [-0.24, -0.8]
      ],
      size * 0.2
    ) +
    branch(
      [
        [0.12, -0.5],
        [0.42, -0.64],
        [0.5, -0.94]
      ],
      size * 0.2
    ) +
    branch(
      [
        [0, 0.1],
        [0.12, -0.5],
        [0.1, -1.1]
      ],
      size * 0.24
    )
  )
}

const blotches = [
  [-0.42, 0.84, 20],
  [-0.14, 0.92, 13],
  [0.5, 0.78, 17],
  [0.3, 0.88, 9],
  [-0.66, 0.72, 11],
  [0.7, 0.66, 9]
] as const

export const octopus: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const rx = grow(138, 158)
  const height = grow(330, 500)
  const reach = grow(176, 268)
  const eyeY = -height * grow(0.54, 0.57)
  const look: Eyes = {
    apart: rx * 0.48,
    iris: coat.accent,
    radius: grow(40, 35),
    skin: coat.base,
    style: from(5) ? "proud" : "bead",
    x: 0,
    y: eyeY
  }
  const dome = symmetric([
    [0, -height],
    [rx * 0.62, -height * 0.94],
    [rx * 1.06, -height * 0.68],
    [rx * 1.0, -height * 0.46],
    [rx * 0.82, -height * 0.3],
    [rx * 0.74, -height * 0.14],
    [rx * 0.4, -height * 0.08],
    [0, -height * 0.07]
  ])
  const spotted = blotches
    .slice(0, from(3) ? 6 : 3)
    .map(([x, y, size]) => fill(ellipse(x * rx, -height * y, size * 1.2, size), mix(coat.base, coat.belly, 0.42), 0.9))
  const both = (index: number): string => armCurl(kit, -1, index, reach) + armCurl(kit, 1, index, reach)
  const brow = from(2)
    ? coral(kit, rx * 0.58, -height * 0.9, grow(40, 116), 1) +
      coral(kit, rx * 0.58, -height * 0.9, grow(40, 116), -1) +
      (from(5) ? coral(kit, -8, -height * 0.98, 74, 1) : "")
    : ""
  const jewel = from(4)
    ? part(brush, ellipse(0, -height * 0.76, grow(10, 17), grow(13, 22)), coat.accent, { line: 6, shade: 5 })
    : ""
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 120, y: -height },
      body: { height: height * 0.36, width: rx * 1.5, x: 0, y: -height * 0.86 },
      face: { width: look.apart * 2, x: 0, y: eyeY },
      feet: [-1, 1].map((side) => ({ width: grow(64, 78), x: side * reach * 0.42, y: 0 })),
      hand: { width: 40, x: reach * 1.12, y: -reach * 0.8 },
      head: { width: rx * 1.4, x: 0, y: -height * 0.9 },
      neck: { width: rx * 1.5, x: 0, y: eyeY + 86 }
    },
    arms: both(2),
    back: from(2) ? both(3) : "",
    face:
      eyes(brush, look) +
      (from(4) ? brows(brush, look, 3, coat.base) : "") +
      blush(brush, 0, eyeY + 42, rx * 0.74, 26) +
      mouth(brush, from(3) ? "grin" : "open", 0, eyeY + 40, grow(20, 24), coat.base),
    head: jewel,
    legs: both(1) + both(0),
    collar: false,
    outline: dome,
    shell: { kind: "cap", rx },
    torso: brow + part(brush, dome, coat.base, { marks: spotted.join(""), shade: 18 })
  }
}
