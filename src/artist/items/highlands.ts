/** Background items on high ground: mountains, a camp at the edge of a wood. */
import { fill, stroke } from "../brush.ts"
import { darken, mix } from "../color.ts"
import { ellipse, polygon, smooth } from "../geometry.ts"
import { ground } from "../scene.ts"
import { glow, hill, type Place, sky } from "./backdropParts.ts"
import { itemColors } from "./item.ts"

/** Snow on the tops, flags on the highest. */
export const mountains: Place = (brush, key) => {
  const { main } = itemColors(key)
  const peak = (x: number, y: number, half: number, color: string): string => {
    const snow = polygon([
      [x, y],
      [x + half * 0.3, y + half * 0.42],
      [x + half * 0.1, y + half * 0.34],
      [x - half * 0.04, y + half * 0.48],
      [x - half * 0.16, y + half * 0.34],
      [x - half * 0.3, y + half * 0.42]
    ])
    const rock = polygon([
      [x, y],
      [x + half, y + half * 1.4],
      [x - half, y + half * 1.4]
    ])
    const shade = polygon([
      [x, y],
      [x + half, y + half * 1.4],
      [x + half * 0.16, y + half * 1.4]
    ])
    return fill(rock, color) + fill(shade, darken(color, 0.12)) + fill(snow, "#ffffff")
  }
  const flag = polygon([
    [806, 116],
    [862, 132],
    [806, 152]
  ])
  return (
    sky(brush, "#8fcdf5", "#cfeafb", "#fdf3e3") +
    fill(ellipse(180, 180, 72, 72), "#fff2b8") +
    peak(190, 330, 360, "#a7b7d8") +
    peak(560, 390, 330, "#b4c2df") +
    peak(800, 190, 440, "#8c9fc8") +
    stroke(
      polygon(
        [
          [804, 192],
          [804, 112]
        ],
        false
      ),
      "#5a4a3a",
      8
    ) +
    fill(flag, main) +
    glow(brush, "#ffffff", 512, 560, 420, 0.75) +
    hill(800, 60, "#9fcf97") +
    ground(brush, ["#a9d79b", "#7cb985"])
  )
}

const pine = (x: number, height: number): string =>
  [0, 1, 2]
    .map((row) =>
      fill(
        polygon([
          [x, 780 - height + row * height * 0.2],
          [x + 70 + row * 18, 780 - height * 0.5 + row * height * 0.22],
          [x - 70 - row * 18, 780 - height * 0.5 + row * height * 0.22]
        ]),
        mix("#2f5d5a", "#4b8068", row / 2)
      )
    )
    .join("")

/** A fire between tents at the edge of a wood. */
export const camp: Place = (brush, key) => {
  const { main } = itemColors(key)
  const tent =
    fill(
      polygon([
        [80, 800],
        [210, 560],
        [340, 800]
      ]),
      main
    ) +
    fill(
      polygon([
        [170, 800],
        [210, 610],
        [250, 800]
      ]),
      darken(main, 0.4)
    )
  const flame = (size: number, color: string): string =>
    fill(
      smooth([
        [850, 800 - size * 2.3],
        [850 + size * 0.72, 800 - size],
        [850 + size * 0.4, 800],
        [850 - size * 0.4, 800],
        [850 - size * 0.72, 800 - size]
      ]),
      color
    )
  return (
    sky(brush, "#33356f", "#7a5a93", "#f0a184") +
    [60, 190, 330, 690, 830, 970].map((x, index) => pine(x, 380 + (index % 3) * 70)).join("") +
    glow(brush, "#ffb75e", 850, 740, 330, 0.8) +
    glow(brush, "#ffe2c0", 512, 560, 420, 0.6) +
    ground(brush, ["#8a9a6a", "#5f7355"]) +
    tent +
    flame(78, "#ff8f3f") +
    flame(48, "#ffd463") +
    stroke(
      polygon(
        [
          [780, 822],
          [920, 800]
        ],
        false
      ),
      "#6b4527",
      22
    ) +
    stroke(
      polygon(
        [
          [780, 800],
          [920, 822]
        ],
        false
      ),
      "#7d5330",
      22
    )
  )
}
