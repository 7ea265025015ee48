/** A street with bunting. */
import { fill, stroke } from "../brush.ts"
import { darken } from "../color.ts"
import { ellipse, polygon, smooth } from "../geometry.ts"
import { hills, rect, type View } from "./view.ts"

export const community = (view: View): string => {
  const house = (x: number, width: number, height: number, coat: number): string => {
    const top = 846 - height
    const wall = view.haze(coat, 0.62)
    return (
      rect(x, top, width, height + 60, wall, 8) +
      fill(
        polygon([
          [x - 20, top + 8],
          [x + width / 2, top - width * 0.5],
          [x + width + 20, top + 8]
        ]),
        darken(wall, 0.1)
      ) +
      rect(x + width * 0.16, top + 34, width * 0.26, width * 0.26, "#fff3c4", 8) +
      rect(x + width * 0.58, top + 34, width * 0.26, width * 0.26, "#fff3c4", 8)
    )
  }
  const line = smooth(
    [
      [-20, 96],
      [250, 196],
      [512, 128],
      [774, 196],
      [1044, 96]
    ],
    false
  )
  const flags = [
    [40, 124],
    [128, 158],
    [222, 186],
    [322, 182],
    [416, 150],
    [608, 150],
    [702, 182],
    [802, 186],
    [896, 158],
    [984, 124]
  ].map(([x = 0, y = 0], index) =>
    fill(
      polygon([
        [x - 30, y - 6],
        [x + 30, y - 6],
        [x, y + 56]
      ]),
      view.haze(index % 6, 0.3)
    )
  )
  return (
    fill(ellipse(512, 560, 300, 300), "#ffffff", 0.25) +
    hills(view.far, 770, 70) +
    house(20, 130, 210, 0) +
    house(170, 108, 150, 2) +
    house(770, 112, 168, 3) +
    house(890, 134, 236, 4) +
    hills(view.near, 842, 30) +
    stroke(line, darken(view.near, 0.12), 6) +
    flags.join("")
  )
}
