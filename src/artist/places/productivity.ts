/** A tidy room: window, list and plants. */
import { fill, stroke } from "../brush.ts"
import { mix } from "../color.ts"
import { ellipse, polygon, round, turn } from "../geometry.ts"
import { cloud, rect, type View } from "./view.ts"

export const productivity = (view: View): string => {
  const pane =
    rect(90, 120, 300, 380, "#ffffff", 26) +
    rect(108, 138, 264, 344, "#d9eef2", 16) +
    fill(ellipse(296, 232, 46, 46), "#ffe08f") +
    cloud(200, 330, 70, "#ffffff", 0.9) +
    rect(232, 130, 16, 360, "#ffffff", 0) +
    rect(100, 302, 280, 16, "#ffffff", 0)
  const board =
    rect(690, 176, 252, 300, "#ffffff", 22) +
    [0, 1, 2, 3]
      .map(
        (row) =>
          rect(716, 210 + row * 62, 40, 40, view.haze(row, 0.4), 12) +
          stroke(
            polygon(
              [
                [726, 230 + row * 62],
                [734, 239 + row * 62],
                [748, 222 + row * 62]
              ],
              false
            ),
            "#ffffff",
            6
          ) +
          rect(776, 222 + row * 62, [138, 108, 128, 92][row] ?? 100, 16, view.far, 8)
      )
      .join("")
  const plant = (x: number, y: number, size: number): string =>
    [-56, -28, 0, 28, 56]
      .map((degrees) =>
        fill(
          turn(round(x, y - size * 1.5, size * 0.24, size * 0.62, size * 0.6, { bottom: 0.4, top: 0.4 }), degrees, [
            x,
            y - size * 0.8
          ]),
          view.haze(0, 0.3)
        )
      )
      .join("") +
    fill(
      polygon([
        [x - size * 0.62, y - size],
        [x + size * 0.62, y - size],
        [x + size * 0.46, y],
        [x - size * 0.46, y]
      ]),
      view.haze(1, 0.35)
    ) +
    rect(x - size * 0.7, y - size * 1.08, size * 1.4, size * 0.26, view.haze(1, 0.28), 8)
  return (
    pane +
    board +
    rect(-20, 806, 1064, 300, mix(view.near, "#ffffff", 0.25), 0) +
    plant(104, 858, 104) +
    plant(926, 858, 86)
  )
}
