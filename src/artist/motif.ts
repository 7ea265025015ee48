/** One small flat sign per theme: on the collar of grown creatures, on eggs, and faintly in the air of the scene. */
import { fill, stroke } from "./brush.ts"
import {
  arcs,
  ellipse,
  glint,
  heart,
  move,
  polygon,
  round,
  type Shape,
  smooth,
  star,
  stretch,
  turn
} from "./geometry.ts"
import type { Motif } from "./palette.ts"

export interface Sign {
  readonly solid: ReadonlyArray<Shape>
  /** Cut out of the solid parts in the second colour. */
  readonly cut: ReadonlyArray<Shape>
  readonly lines: ReadonlyArray<Shape>
}

export const signs: Record<Motif, Sign> = {
  bolt: {
    cut: [],
    lines: [],
    solid: [
      polygon([
        [0.24, -1.05],
        [-0.72, 0.2],
        [-0.1, 0.2],
        [-0.26, 1.05],
        [0.74, -0.26],
        [0.1, -0.26]
      ])
    ]
  },
  book: {
    cut: [],
    lines: [
      smooth(
        [
          [0, -0.5],
          [0, 0.74]
        ],
        false
      ),
      smooth(
        [
          [-0.72, -0.2],
          [-0.42, -0.24],
          [-0.22, -0.14]
        ],
        false
      ),
      smooth(
        [
          [0.72, -0.2],
          [0.42, -0.24],
          [0.22, -0.14]
        ],
        false
      )
    ],
    solid: [
      arcs(
        [
          [0, -0.52],
          [1, -0.62],
          [1, 0.66],
          [0, 0.8],
          [-1, 0.66],
          [-1, -0.62]
        ],
        [0.1, 0, -0.08, -0.08, 0, 0.1]
      )
    ]
  },
  bubble: {
    cut: [heart(0, -0.12, 0.4)],
    lines: [],
    solid: [
      round(0, -0.14, 1, 0.78, 0.78, { bottom: 0.66, top: 0.66 }),
      polygon([
        [-0.6, 0.4],
        [-0.02, 0.56],
        [-0.62, 1.02]
      ])
    ]
  },
  check: {
    cut: [],
    lines: [
      polygon(
        [
          [-0.46, 0.02],
          [-0.1, 0.4],
          [0.5, -0.36]
        ],
        false
      )
    ],
    solid: [ellipse(0, 0, 0.98, 0.98)]
  },
  gift: {
    cut: [],
    lines: [
      polygon(
        [
          [-0.92, -0.08],
          [0.92, -0.08]
        ],
        false
      ),
      polygon(
        [
          [0, -0.44],
          [0, 1]
        ],
        false
      )
    ],
    solid: [
      polygon([
        [-0.82, -0.1],
        [0.82, -0.1],
        [0.82, 1],
        [-0.82, 1]
      ]),
      polygon([
        [-0.98, -0.46],
        [0.98, -0.46],
        [0.98, -0.04],
        [-0.98, -0.04]
      ]),
      turn(round(-0.42, -0.66, 0.44, 0.22, 0.22), 18, [0, -0.5]),
      turn(round(0.42, -0.66, 0.44, 0.22, 0.22), -18, [0, -0.5])
    ]
  },
  rocket: {
    cut: [ellipse(0, -0.24, 0.22, 0.22)],
    lines: [],
    solid: [
      smooth([
        [0, -1.1],
        [0.42, -0.58],
        [0.42, 0.3],
        [0.26, 0.56],
        [-0.26, 0.56],
        [-0.42, 0.3],
        [-0.42, -0.58]
      ]),
      polygon([
        [0.36, 0.02],
        [0.84, 0.5],
        [0.78, 0.84],
        [0.28, 0.52]
      ]),
      polygon([
        [-0.36, 0.02],
        [-0.84, 0.5],
        [-0.78, 0.84],
        [-0.28, 0.52]
      ]),
      smooth([
        [-0.16, 0.64],
        [0.16, 0.64],
        [0, 1.06]
      ])
    ]
  },
  star: { cut: [], lines: [], solid: [star(0, 0, 1.04, 5, 0.52)] }
}

/** A sign centred on (x, y), `size` from its middle to its edge. */
export const drawSign = (sign: Sign, x: number, y: number, size: number, color: string, second: string): string => {
  const place = (shape: Shape): Shape => move(stretch(shape, size, size), x, y)
  return (
    sign.solid.map((shape) => fill(place(shape), color)).join("") +
    sign.cut.map((shape) => fill(place(shape), second)).join("") +
    sign.lines.map((shape) => stroke(place(shape), second, Math.max(2, size * 0.15))).join("")
  )
}

/** The sign of a theme. */
export const motif = (
  kind: Motif,
  x: number,
  y: number,
  size: number,
  color: string,
  second: string,
  opacity = 1
): string => {
  const content = drawSign(signs[kind], x, y, size, color, second)
  return opacity < 1 ? `<g opacity="${opacity}">${content}</g>` : content
}

/** A glint of light. */
export const sparkle = (x: number, y: number, size: number, color: string, opacity = 1): string =>
  fill(glint(x, y, size), color, opacity)
