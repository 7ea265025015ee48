/** Background items on the ground: a beach, a forest, the sea floor. */
import { fill, linear, stroke } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { arcs, ellipse, leaf, move, type Point, polygon, round, smooth, star, tube, turn } from "../geometry.ts"
import { sequence } from "../hash.ts"
import { ground } from "../scene.ts"
import { glow, hill, type Place, sky } from "./backdropParts.ts"
import { itemColors } from "./item.ts"

export const beach: Place = (brush, key) => {
  const { main } = itemColors(key)
  const palm = (x: number, facing: number): string => {
    const trunk = tube(
      [
        [x, 860],
        [x + facing * 24, 660],
        [x + facing * 74, 470]
      ],
      [40, 32, 24]
    )
    const crown: Point = [x + facing * 74, 470]
    const leaves = [-100, -60, -20, 24, 66, 104].map((degrees) =>
      fill(
        turn(move(leaf(190, 34, 0.5, 0.2), ...crown), degrees, crown),
        mix("#4fae7c", "#2c7f71", (degrees + 100) / 220)
      )
    )
    return fill(trunk, "#c98f5e") + leaves.join("")
  }
  const waves = [0, 1, 2].map((row) =>
    stroke(
      smooth(
        [
          [-40, 690 + row * 34],
          [230, 678 + row * 34],
          [512, 694 + row * 34],
          [800, 680 + row * 34],
          [1070, 692 + row * 34]
        ],
        false
      ),
      "#ffffff",
      6,
      0.5
    )
  )
  return (
    sky(brush, "#ff9f7a", "#ffc98a", "#ffe8b8") +
    fill(ellipse(512, 610, 190, 190), "#fff2c0", 0.95) +
    `<rect y="640" width="1024" height="400" fill="${linear(brush, [
      { at: 0, color: "#6fd0d6" },
      { at: 1, color: "#46aec9" }
    ])}"/>` +
    waves.join("") +
    palm(66, 1) +
    palm(968, -1) +
    glow(brush, "#ffffff", 512, 540, 400, 0.5) +
    ground(brush, ["#fbe3b0", "#eec48a"]) +
    fill(star(150, 930, 40, 5, 0.52, 14), main, 0.9) +
    fill(
      arcs(
        [
          [850, 950],
          [920, 950],
          [885, 900]
        ],
        0.2
      ),
      lighten(main, 0.5)
    )
  )
}

export const forest: Place = (brush, key) => {
  const next = sequence(key)
  const tree = (x: number, y: number, size: number, color: string): string =>
    fill(
      polygon([
        [x - size * 0.12, y],
        [x + size * 0.12, y],
        [x + size * 0.09, y - size * 0.6],
        [x - size * 0.09, y - size * 0.6]
      ]),
      "#8a6648"
    ) +
    [0, 1, 2]
      .map((tier) =>
        fill(
          arcs(
            [
              [x - size * (0.56 - tier * 0.12), y - size * (0.3 + tier * 0.36)],
              [x, y - size * (0.96 + tier * 0.34)],
              [x + size * (0.56 - tier * 0.12), y - size * (0.3 + tier * 0.36)]
            ],
            [-0.05, -0.05, -0.08]
          ),
          lighten(color, tier * 0.12)
        )
      )
      .join("")
  const far = Array.from({ length: 9 }, (_, index) =>
    tree(index * 128 + next() * 40, 790, 210 + next() * 60, "#9ccdb2")
  )
  const near = [
    [70, 860, 330],
    [950, 866, 350],
    [214, 850, 220],
    [826, 850, 230]
  ].map(([x = 0, y = 0, size = 0]) => tree(x, y, size, "#4f9f78"))
  const caps = [
    [120, 940],
    [900, 930]
  ].map(
    ([x = 0, y = 0]) =>
      fill(round(x, y, 12, 22, 16), "#fff4e0") +
      fill(round(x, y - 14, 32, 26, 8), "#e8645f") +
      fill(ellipse(x - 10, y - 26, 5, 4), "#ffffff") +
      fill(ellipse(x + 10, y - 22, 4, 3.5), "#ffffff")
  )
  return (
    sky(brush, "#cdefe4", "#f6f8d8") +
    far.join("") +
    hill(820, 50, "#86c59a") +
    near.join("") +
    glow(brush, "#fffbe0", 512, 540, 430, 0.8) +
    ground(brush, ["#8ccb84", "#5ca56f"]) +
    caps.join("")
  )
}

export const undersea: Place = (brush, key) => {
  const next = sequence(key)
  const bubbles = Array.from({ length: 20 }, () => {
    const [x, y, size] = [next() < 0.5 ? next() * 240 : 784 + next() * 240, 80 + next() * 700, 7 + next() * 20]
    return (
      fill(ellipse(x, y, size, size), "#ffffff", 0.2) +
      stroke(ellipse(x, y, size, size), "#ffffff", 3, 0.6) +
      fill(ellipse(x - size * 0.35, y - size * 0.35, size * 0.2, size * 0.2), "#ffffff", 0.9)
    )
  })
  const weed = (x: number, height: number, color: string): string =>
    fill(
      tube(
        [
          [x, 900],
          [x + 26, 900 - height * 0.34],
          [x - 22, 900 - height * 0.68],
          [x + 14, 900 - height]
        ],
        [34, 30, 24, 10]
      ),
      color
    )
  const beams = [150, 360, 620, 860].map((x) =>
    fill(
      polygon([
        [x, -20],
        [x + 110, -20],
        [x - 60, 860],
        [x - 260, 860]
      ]),
      "#ffffff",
      0.1
    )
  )
  const fish = (x: number, y: number, size: number, color: string): string =>
    fill(
      polygon([
        [x + size * 0.7, y],
        [x + size * 1.4, y - size * 0.5],
        [x + size * 1.4, y + size * 0.5]
      ]),
      darken(color, 0.1)
    ) +
    fill(ellipse(x, y, size, size * 0.62), color) +
    fill(ellipse(x - size * 0.5, y - size * 0.12, size * 0.13, size * 0.15), "#1e3558")
  const { main, light } = itemColors(key)
  return (
    sky(brush, "#7fdcea", "#3f9fd2", "#2c6fb4") +
    beams.join("") +
    weed(70, 420, "#3fae8f") +
    weed(140, 300, "#5fc79b") +
    weed(948, 460, "#3fae8f") +
    weed(880, 280, "#5fc79b") +
    fish(170, 300, 44, main) +
    fish(830, 420, 34, light) +
    bubbles.join("") +
    glow(brush, "#e8fbff", 512, 540, 420, 0.6) +
    ground(brush, ["#f4dca6", "#d9b27c"])
  )
}
