/** Books, hills and a paper plane. */
import { fill, stroke } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { polygon, smooth } from "../geometry.ts"
import { hills, rect, type View } from "./view.ts"

const books = (view: View, x: number, y: number, widths: ReadonlyArray<number>, lean: number): string =>
  widths
    .map((width, index) => {
      const top = y - (index + 1) * 44
      const shift = x + (index % 2 === 0 ? lean : -lean)
      const color = view.haze((index * 2 + (lean > 0 ? 0 : 1)) % 6)
      return (
        rect(shift - width / 2, top, width, 40, color, 9) +
        rect(shift - width / 2 + 14, top + 9, width - 14, 22, lighten(color, 0.72), 5) +
        rect(shift - width / 2 + 26, top, 12, 40, darken(color, 0.08), 0)
      )
    })
    .join("")

export const learning = (view: View): string => {
  const plane = (x: number, y: number, size: number): string =>
    fill(
      polygon([
        [x, y],
        [x + size, y - size * 0.42],
        [x + size * 0.42, y + size * 0.36]
      ]),
      "#ffffff",
      0.95
    ) +
    fill(
      polygon([
        [x + size, y - size * 0.42],
        [x + size * 0.42, y + size * 0.36],
        [x + size * 0.34, y + size * 0.02]
      ]),
      view.near,
      0.9
    )
  const trail = smooth(
    [
      [70, 330],
      [130, 250],
      [196, 268],
      [226, 216]
    ],
    false
  )
  return (
    hills(view.far, 760, 90) +
    hills(view.near, 830, 60) +
    books(view, 130, 838, [220, 190, 204, 150], 10) +
    books(view, 906, 838, [210, 176, 190], -12) +
    stroke(trail, "#ffffff", 6, 0.7).replace("/>", ` stroke-dasharray="2 18"/>`) +
    plane(226, 206, 96)
  )
}
