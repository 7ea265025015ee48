/** Signs of learning. */
import { ellipse, polygon, round, smooth } from "../geometry.ts"
import type { Sign } from "../motif.ts"
import { both, box, curve, line } from "./signParts.ts"

export const learning = {
  cap: {
    cut: [],
    lines: [line([0, -0.42], [0.72, -0.24], [0.72, 0.56])],
    solid: [
      polygon([
        [0, -0.92],
        [1.16, -0.4],
        [0, 0.12],
        [-1.16, -0.4]
      ]),
      smooth(
        [
          [-0.62, 0.02],
          [0, 0.32],
          [0.62, 0.02],
          [0.58, 0.5],
          [0, 0.74],
          [-0.58, 0.5]
        ],
        true,
        0.6
      ),
      ellipse(0.72, 0.68, 0.13, 0.2)
    ]
  },
  bulb: {
    cut: [],
    lines: [curve([-0.22, 0.2], [-0.14, -0.16], [0, 0.06], [0.14, -0.16], [0.22, 0.2])],
    solid: [round(0, -0.3, 0.66, 0.7, 0.74, { bottom: 0.3 }), box(-0.3, 0.52, 0.6, 0.18), box(-0.24, 0.78, 0.48, 0.16)]
  },
  scroll: {
    cut: [],
    lines: [line([-0.34, -0.42], [0.42, -0.42]), line([-0.34, -0.06], [0.42, -0.06]), line([-0.34, 0.3], [0.2, 0.3])],
    solid: [
      box(-0.58, -0.78, 1.18, 1.5),
      ellipse(-0.58, -0.78, 0.2, 0.2),
      ellipse(0.6, 0.74, 0.2, 0.2),
      box(-0.4, 0.54, 1, 0.4)
    ]
  },
  owl: {
    cut: [
      ellipse(-0.36, -0.3, 0.3, 0.3),
      ellipse(0.36, -0.3, 0.3, 0.3),
      polygon([
        [-0.16, 0.06],
        [0.16, 0.06],
        [0, 0.4]
      ])
    ],
    lines: [],
    solid: [
      round(0, 0.1, 0.82, 0.86, 0.86, { bottom: 0.7, top: 0.7 }),
      ...both(
        polygon([
          [0.2, -0.62],
          [0.78, -1.06],
          [0.8, -0.3]
        ])
      )
    ]
  },
  pen: {
    cut: [],
    lines: [line([0.34, -0.62], [0.62, -0.34])],
    solid: [
      polygon([
        [-0.86, 0.86],
        [-0.7, 0.26],
        [0.5, -0.94],
        [0.94, -0.5],
        [-0.26, 0.7]
      ])
    ]
  }
} satisfies Record<string, Sign>
