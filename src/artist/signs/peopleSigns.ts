/** Signs of being together. */
import { ellipse, heart, polygon, round, type Shape, turn } from "../geometry.ts"
import type { Sign } from "../motif.ts"
import { flat } from "./signParts.ts"

const person = (x: number, y: number, size: number): ReadonlyArray<Shape> => [
  ellipse(x, y - size * 0.62, size * 0.34, size * 0.36),
  round(x, y + size * 0.5, size * 0.6, size * 0.66, size * 0.36, { bottom: 0.9, top: 0.62 })
]

export const together = {
  heart: flat(heart(0, 0.04, 0.92)),
  people: flat(...person(-0.5, 0.1, 0.78), ...person(0.5, 0.1, 0.78), ...person(0, 0.2, 0.98)),
  hand: {
    cut: [heart(0, 0.28, 0.3)],
    lines: [],
    solid: [
      round(0, 0.34, 0.6, 0.5, 0.62, { bottom: 0.8, top: 0.8 }),
      ...[-0.44, -0.15, 0.15, 0.44].map((x, index) =>
        round(x, -0.36, 0.135, [0.36, 0.56, 0.56, 0.4][index] ?? 0.4, 0.6, { bottom: 0.9, top: 0.7 })
      ),
      turn(round(-0.72, 0.16, 0.16, 0.42, 0.4, { top: 0.7 }), -38, [-0.6, 0.4])
    ]
  },
  megaphone: flat(
    polygon([
      [-0.5, -0.3],
      [0.72, -0.86],
      [0.72, 0.74],
      [-0.5, 0.2]
    ]),
    round(-0.66, -0.05, 0.3, 0.28, 0.28, { bottom: 0.85, top: 0.85 }),
    polygon([
      [-0.4, 0.24],
      [-0.08, 0.36],
      [0.04, 0.92],
      [-0.26, 0.92]
    ]),
    ellipse(0.78, -0.06, 0.14, 0.8)
  ),
  link: {
    cut: [
      turn(round(-0.46, 0, 0.34, 0.13, 0.13, { bottom: 0.8, top: 0.8 }), -45),
      turn(round(0.46, 0, 0.34, 0.13, 0.13, { bottom: 0.8, top: 0.8 }), -45)
    ],
    lines: [],
    solid: [
      turn(round(-0.5, 0, 0.62, 0.38, 0.38, { bottom: 0.8, top: 0.8 }), -45),
      turn(round(0.5, 0, 0.62, 0.38, 0.38, { bottom: 0.8, top: 0.8 }), -45),
      turn(round(0, 0, 0.36, 0.12, 0.12), -45)
    ]
  }
} satisfies Record<string, Sign>
