/** What is pulled or clipped over the head: a beret, a hood, a headset. One unit is half of the head's width. */
import { fill, part, stroke } from "../brush.ts"
import { darken } from "../color.ts"
import { ellipse, polygon, round, smooth } from "../geometry.ts"
import { hat, sized } from "./hat.ts"
import type { Design } from "./item.ts"

export const beret = hat((brush, unit, { colors }) => {
  const cloth = smooth(
    sized(
      [
        [-1, -0.1],
        [-0.76, -0.5],
        [0, -0.72],
        [0.86, -0.62],
        [1.24, -0.24],
        [0.96, 0.02],
        [0, 0.06]
      ],
      unit
    )
  )
  const band = smooth(
    sized(
      [
        [-0.92, -0.1],
        [0, 0],
        [0.92, -0.1],
        [0.9, 0.12],
        [0, 0.2],
        [-0.9, 0.12]
      ],
      unit
    ),
    true,
    0.7
  )
  const stalk = polygon(
    sized(
      [
        [0.02, -0.68],
        [0.1, -0.92],
        [0.2, -0.9],
        [0.14, -0.66]
      ],
      unit
    )
  )
  return (
    part(brush, stalk, colors.deep, { line: 6, shade: 0 }) +
    part(brush, cloth, colors.main, { shade: 12 }) +
    part(brush, band, colors.deep, { shade: 4 })
  )
})

const cowl = hat((brush, unit, { colors }) => {
  const cloth = smooth(
    sized(
      [
        [-1.06, 0.42],
        [-1.02, -0.3],
        [-0.5, -0.86],
        [0.1, -1.24],
        [0.34, -0.92],
        [0.86, -0.5],
        [1.06, 0.1],
        [1.06, 0.42],
        [0.82, 0.16],
        [0, -0.14],
        [-0.82, 0.16]
      ],
      unit
    ),
    true,
    0.8
  )
  const hem = smooth(
    sized(
      [
        [-1, 0.38],
        [-0.78, 0.12],
        [0, -0.12],
        [0.78, 0.12],
        [1, 0.38]
      ],
      unit
    ),
    false
  )
  return (
    part(brush, cloth, colors.main, { shade: 12 }) +
    stroke(hem, darken(colors.main, 0.4), 13) +
    stroke(hem, colors.trim, 6)
  )
})

/** With a lining behind, for heads that leave a gap under it. */
export const hood: Design = (wearing) => {
  const { width, x, y } = wearing.anchors.head
  const lining = round(x, y, width * 0.42, width * 0.2, width * 0.4)
  return { ...cowl(wearing), behind: fill(lining, darken(wearing.colors.main, 0.45)) }
}

/** The cups lie outside the eyes, or on the cap of a creature that has one. */
export const headset: Design = ({ anchors, brush, colors }) => {
  const { face, head } = anchors
  const unit = head.width / 2
  const near = face.y - head.y < unit * 2.2
  const half = near ? Math.max(unit * 1.06, face.width * 0.9, face.width / 2 + 64) : unit * 1.06
  const ear = near ? face.y : head.y + unit * 0.4
  const top = head.y - unit * 0.34
  const [x, low] = [near ? face.x : head.x, ear + unit * 0.5]
  const bow = smooth(
    [
      [x - half, ear],
      [x - half * 0.84, top + (ear - top) * 0.3],
      [x, top],
      [x + half * 0.84, top + (ear - top) * 0.3],
      [x + half, ear]
    ],
    false
  )
  const boom = smooth(
    [
      [x - half, ear + 30],
      [x - half * 0.94, low],
      [x - half * 0.7, low + 14]
    ],
    false
  )
  const cup = (side: number): string =>
    part(brush, round(x + side * half, ear, 25, 37, 37, { bottom: 0.75, top: 0.75 }), colors.main, { shade: 6 })
  return {
    front:
      stroke(bow, brush.ink, 25) +
      stroke(bow, colors.deep, 13) +
      stroke(boom, brush.ink, 12) +
      stroke(boom, colors.deep, 5) +
      part(brush, ellipse(x - half * 0.68, low + 14, 13, 11), colors.trim, { line: 5, shade: 0 }) +
      cup(-1) +
      cup(1)
  }
}
