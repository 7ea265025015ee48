/** Accessories that are no toys: drawn around the origin, 96 units wide. */
import { type Brush, fill, part, stroke } from "../brush.ts"
import { ellipse, polygon, round, smooth, turn } from "../geometry.ts"
import type { ItemColors } from "./item.ts"

export const owl = (brush: Brush, colors: ItemColors): string => {
  const eye = (side: number) =>
    part(brush, ellipse(side * 20, -22, 19, 19), "#fffaf0", { line: 5, shade: 0 }) +
    fill(ellipse(side * 18, -21, 9, 9), brush.ink) +
    fill(ellipse(side * 18 + 3, -25, 3, 3), "#ffffff")
  const ear = (side: number) =>
    polygon([
      [side * 42, -70],
      [side * 14, -46],
      [side * 46, -34]
    ])
  const wing = (side: number) => ellipse(side * 46, 14, 14, 34)
  return (
    [-1, 1].map((side) => part(brush, ear(side), colors.deep, { line: 6, shade: 0 })).join("") +
    part(brush, round(0, 0, 50, 58, 54), colors.main) +
    fill(ellipse(0, 22, 30, 28), colors.light) +
    [-1, 1].map((side) => part(brush, wing(side), colors.deep, { line: 6, shade: 4 }) + eye(side)).join("") +
    part(
      brush,
      polygon([
        [-7, -12],
        [7, -12],
        [0, 2]
      ]),
      "#ffb84d",
      { line: 4, shade: 0 }
    )
  )
}

export const apple = (brush: Brush): string =>
  part(
    brush,
    polygon([
      [-4, -36],
      [2, -66],
      [10, -64],
      [5, -36]
    ]),
    "#7a5230",
    { line: 5, shade: 0 }
  ) +
  part(brush, round(0, 0, 50, 44, 50, { top: 0.72 }), "#e5484d", { shade: 10 }) +
  part(brush, turn(ellipse(28, -54, 22, 10), -24, [28, -54]), "#6bbf59", { line: 5, shade: 3 }) +
  fill(ellipse(-22, -16, 9, 15), "#ffffff", 0.55)

export const quill = (brush: Brush, colors: ItemColors): string => {
  const feather = smooth([
    [-30, 34],
    [-34, 4],
    [-12, -34],
    [42, -66],
    [40, -20],
    [8, 22]
  ])
  const shaft = smooth(
    [
      [-52, 62],
      [-24, 24],
      [34, -54]
    ],
    false
  )
  return part(brush, feather, colors.main, { shade: 8 }) + stroke(shaft, brush.ink, 9) + stroke(shaft, "#fff4df", 4)
}
