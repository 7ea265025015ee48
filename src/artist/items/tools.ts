/** Things held in the hand that stand on no stick; the origin is the grip. */
import { fill, part, stroke } from "../brush.ts"
import { darken } from "../color.ts"
import { ellipse, heart, polygon, round, smooth, star, tube } from "../geometry.ts"
import { held } from "./held.ts"
import type { Design } from "./item.ts"

const mug = held((brush, colors) => {
  const handle = smooth(
    [
      [44, -56],
      [80, -56],
      [80, -8],
      [44, -4]
    ],
    false
  )
  const body = round(0, -30, 50, 46, 50, { bottom: 0.86, lowerSide: 0.85, top: 0.92, upperSide: 0.9 })
  return (
    stroke(handle, brush.ink, 22) +
    stroke(handle, colors.main, 12) +
    part(brush, body, colors.main, { shade: 8 }) +
    fill(ellipse(0, -68, 38, 8), "#6b3f22") +
    fill(heart(0, -22, 18), colors.trim)
  )
})

const megaphone = held((brush, colors) => {
  const horn = polygon([
    [-30, -78],
    [84, -138],
    [84, -18],
    [-30, -46]
  ])
  return (
    part(
      brush,
      tube(
        [
          [0, -40],
          [2, 0],
          [0, 34]
        ],
        [20, 20, 18]
      ),
      colors.deep,
      { shade: 4 }
    ) +
    part(brush, horn, colors.main, { shade: 9 }) +
    part(brush, ellipse(84, -78, 20, 62), colors.light, { shade: 5 }) +
    part(brush, round(-38, -62, 15, 22, 22, { bottom: 0.8, top: 0.8 }), colors.deep, { line: 6, shade: 3 })
  )
})

const bag = held((brush, colors) => {
  const handle = smooth(
    [
      [-24, 22],
      [-20, -22],
      [20, -22],
      [24, 22]
    ],
    false
  )
  const body = polygon([
    [-48, 18],
    [48, 18],
    [56, 116],
    [-56, 116]
  ])
  return (
    stroke(handle, brush.ink, 15) +
    stroke(handle, colors.trim, 8) +
    part(brush, body, colors.main, { shade: 8 }) +
    fill(star(0, 70, 26, 5, 0.52), colors.trim)
  )
}, 116)

const kettlebell = held((brush, colors) => {
  const grip = smooth(
    [
      [-34, 40],
      [-36, -8],
      [0, -22],
      [36, -8],
      [34, 40]
    ],
    false
  )
  const iron = "#56607a"
  return (
    stroke(grip, brush.ink, 34) +
    stroke(grip, iron, 22) +
    part(brush, round(0, 70, 56, 48, 46, { bottom: 0.72 }), iron, { shade: 10 }) +
    part(brush, ellipse(0, 72, 24, 24), colors.main, { line: 6, shade: 4 })
  )
}, 118)

const pen = held((brush, colors) => {
  const barrel = tube(
    [
      [0, 40],
      [0, -40],
      [0, -120]
    ],
    [26, 30, 28]
  )
  const nib = polygon([
    [-14, -130],
    [14, -130],
    [0, -186]
  ])
  return (
    part(brush, nib, "#ffcb45", { line: 6, shade: 3 }) +
    part(brush, barrel, colors.main, { shade: 7 }) +
    fill(
      polygon([
        [-16, -122],
        [16, -122],
        [16, -106],
        [-16, -106]
      ]),
      darken("#ffcb45", 0.05)
    ) +
    stroke(
      polygon(
        [
          [0, -138],
          [0, -160]
        ],
        false
      ),
      brush.ink,
      4
    )
  )
})

export const tools = { bag, kettlebell, megaphone, mug, pen } satisfies Record<string, Design>
