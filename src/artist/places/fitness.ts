/** Mountains, weights and a running track. */
import { fill, stroke } from "../brush.ts"
import { mix } from "../color.ts"
import { ellipse, polygon, smooth } from "../geometry.ts"
import { hills, rect, type View } from "./view.ts"

export const fitness = (view: View): string => {
  const peak = (x: number, y: number, width: number, color: string): string =>
    fill(
      polygon([
        [x - width, 880],
        [x, y],
        [x + width, 880]
      ]),
      color
    ) +
    fill(
      polygon([
        [x, y],
        [x + width * 0.24, y + (880 - y) * 0.24],
        [x + width * 0.08, y + (880 - y) * 0.19],
        [x - width * 0.06, y + (880 - y) * 0.27],
        [x - width * 0.24, y + (880 - y) * 0.24]
      ]),
      "#ffffff",
      0.75
    )
  const plates = [
    [58, 74],
    [84, 104],
    [246, 104],
    [272, 74]
  ].map(([x = 0, size = 0]) => rect(x, 776 - size / 2, 28, size, view.haze(0, 0.32), 11))
  const bar = rect(70, 766, 220, 20, view.haze(5, 0.32), 9) + plates.join("")
  const bell =
    fill(ellipse(904, 796, 56, 50), view.haze(2, 0.35)) +
    stroke(
      smooth(
        [
          [874, 756],
          [880, 712],
          [928, 712],
          [934, 756]
        ],
        false
      ),
      view.haze(2, 0.35),
      18
    )
  return (
    fill(ellipse(806, 226, 84, 84), "#ffe28a", 0.9) +
    peak(210, 330, 330, view.far) +
    peak(850, 390, 300, view.far) +
    peak(560, 470, 290, mix(view.far, view.near, 0.5)) +
    hills(view.near, 822, 40) +
    bar +
    bell
  )
}

/** The lanes, painted over the ground. */
export const track = (): string =>
  [0, 1, 2]
    .map((lane) =>
      stroke(
        smooth(
          [
            [-60, 930 + lane * 42],
            [512, 884 + lane * 52],
            [1084, 930 + lane * 42]
          ],
          false
        ),
        "#ffffff",
        7,
        0.55
      )
    )
    .join("")
