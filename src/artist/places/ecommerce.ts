/** A shop: awning, shelves and parcels. */
import { fill, stroke } from "../brush.ts"
import { arcs, round, smooth, turn } from "../geometry.ts"
import { hills, rect, type View } from "./view.ts"

export const ecommerce = (view: View): string => {
  const awning = Array.from({ length: 9 }, (_, index) => {
    const x = index * 128 - 64
    const color = index % 2 === 0 ? "#ffffff" : view.haze(0, 0.42)
    return fill(
      arcs(
        [
          [x, -10],
          [x + 128, -10],
          [x + 128, 96],
          [x, 96]
        ],
        [0, 0, 0.42, 0]
      ),
      color,
      0.95
    )
  })
  const parcel = (x: number, y: number, width: number, height: number, coat: number): string =>
    rect(x, y - height, width, height, view.haze(coat, 0.42), 12) +
    rect(x - 10, y - height - 6, width + 20, 42, view.haze(coat, 0.34), 10) +
    rect(x + width / 2 - 14, y - height, 28, height, "#ffffff", 0) +
    bow(x + width / 2, y - height - 8, 34, "#ffffff")
  const shelf = (y: number): string => rect(-20, y, 250, 20, view.near, 8) + rect(794, y, 250, 20, view.near, 8)
  const goods = [
    [70, 470, 3],
    [160, 470, 2],
    [880, 470, 4],
    [962, 470, 1]
  ].map(
    ([x = 0, y = 0, coat = 0]) =>
      rect(x - 36, y - 78, 72, 78, view.haze(coat, 0.6), 12) +
      stroke(
        smooth(
          [
            [x - 16, y - 74],
            [x - 12, y - 104],
            [x + 12, y - 104],
            [x + 16, y - 74]
          ],
          false
        ),
        view.haze(coat, 0.6),
        8
      )
  )
  return (
    awning.join("") +
    shelf(470) +
    goods.join("") +
    shelf(660) +
    hills(view.near, 846, 26) +
    parcel(40, 856, 150, 128, 3) +
    parcel(150, 866, 104, 84, 4) +
    parcel(842, 860, 148, 136, 1)
  )
}

const bow = (x: number, y: number, size: number, color: string): string =>
  fill(turn(round(x - size * 0.7, y, size * 0.7, size * 0.42, size * 0.42), 20, [x, y]), color) +
  fill(turn(round(x + size * 0.7, y, size * 0.7, size * 0.42, size * 0.42), -20, [x, y]), color)
