/** Background items made of sky: night, a rainbow, deep space. */
import { fill, stroke } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { arcs, ellipse, turn } from "../geometry.ts"
import { sequence } from "../hash.ts"
import { sparkle } from "../motif.ts"
import { ground } from "../scene.ts"
import { glow, hill, type Place, sky } from "./backdropParts.ts"
import { itemColors } from "./item.ts"

export const night: Place = (brush, key) => {
  const next = sequence(key)
  const stars = Array.from({ length: 46 }, () => {
    const [x, y, size] = [next() * 1024, next() * 640, 2 + next() * 4]
    return next() > 0.82
      ? sparkle(x, y, size * 4, "#fff6d0")
      : fill(ellipse(x, y, size, size), "#fff6d0", 0.5 + next() * 0.5)
  })
  const moon =
    fill(ellipse(820, 190, 92, 92), "#fff0bd") +
    fill(ellipse(850, 168, 16, 14), "#f1d996") +
    fill(ellipse(796, 222, 22, 18), "#f1d996") +
    fill(ellipse(840, 226, 10, 9), "#f1d996")
  return (
    sky(brush, "#2b2f77", "#5d4fa8", "#b07cc6") +
    stars.join("") +
    glow(brush, "#fff0bd", 820, 190, 220, 0.5) +
    moon +
    hill(760, 120, "#4b4394") +
    hill(830, 70, "#3d3a83", 60) +
    glow(brush, "#d9c4ff", 512, 560, 430, 0.55) +
    ground(brush, ["#6a5fb5", "#454091"])
  )
}

export const rainbow: Place = (brush) => {
  const colors = ["#ff8f8f", "#ffc078", "#ffe58a", "#9fe0a4", "#8fc7ff", "#c2a6ff"]
  const bands = colors.map((color, index) =>
    stroke(ellipse(512, 800, 560 - index * 38, 640 - index * 38), color, 39, 0.85)
  )
  const puff = (x: number, y: number, size: number): string =>
    fill(
      arcs(
        [
          [x - size, y],
          [x - size * 0.6, y - size * 0.4],
          [x, y - size * 0.56],
          [x + size * 0.6, y - size * 0.36],
          [x + size, y],
          [x, y + size * 0.2]
        ],
        [0.3, 0.3, 0.3, 0.3, 0.25, 0.25]
      ),
      "#ffffff",
      0.95
    )
  return (
    sky(brush, "#bfe6ff", "#eef9ff", "#fff1f6") +
    bands.join("") +
    puff(40, 820, 150) +
    puff(984, 820, 150) +
    puff(190, 190, 80) +
    puff(846, 130, 66) +
    glow(brush, "#ffffff", 512, 560, 400, 0.85) +
    ground(brush, ["#a9df9f", "#78c08c"])
  )
}

export const clouds: Place = (brush) => {
  const puff = (x: number, y: number, size: number, opacity: number): string =>
    fill(
      arcs(
        [
          [x - size, y],
          [x - size * 0.6, y - size * 0.4],
          [x, y - size * 0.56],
          [x + size * 0.6, y - size * 0.36],
          [x + size, y],
          [x, y + size * 0.2]
        ],
        [0.3, 0.3, 0.3, 0.3, 0.25, 0.25]
      ),
      "#ffffff",
      opacity
    )
  return (
    sky(brush, "#6fbdf2", "#b5e0fb", "#e9f7ff") +
    fill(ellipse(190, 180, 84, 84), "#ffe79a") +
    glow(brush, "#fff3c4", 190, 180, 260, 0.6) +
    puff(760, 170, 150, 0.95) +
    puff(420, 300, 90, 0.8) +
    puff(110, 470, 120, 0.85) +
    puff(930, 520, 130, 0.85) +
    glow(brush, "#ffffff", 512, 560, 400, 0.7) +
    [-20, 190, 420, 640, 860, 1050].map((x, index) => puff(x, 800 + (index % 2) * 26, 170, 1)).join("") +
    ground(brush, ["#f4fbff", "#cfe9fa"])
  )
}

export const cosmos: Place = (brush, key) => {
  const next = sequence(key)
  const { main, trim } = itemColors(key)
  const stars = Array.from({ length: 54 }, () =>
    fill(ellipse(next() * 1024, next() * 860, 1.5 + next() * 3.5, 1.5 + next() * 3.5), "#ffffff", 0.4 + next() * 0.6)
  )
  const ring = turn(ellipse(210, 240, 170, 40), -18, [210, 240])
  const planet =
    fill(ellipse(210, 240, 100, 100), main) +
    fill(turn(ellipse(240, 270, 84, 76), 20), darken(main, 0.12), 0.6) +
    fill(ellipse(176, 206, 26, 22), lighten(main, 0.35), 0.7) +
    stroke(ring, trim, 13, 0.9)
  return (
    sky(brush, "#1c1b4f", "#47307f", "#8a4f9e") +
    glow(brush, "#ff8fc7", 830, 300, 360, 0.42) +
    glow(brush, "#6fd3ff", 240, 640, 380, 0.3) +
    stars.join("") +
    planet +
    fill(ellipse(880, 190, 44, 44), "#ffe6b0") +
    glow(brush, "#d7c8ff", 512, 560, 420, 0.6) +
    ground(brush, ["#8f7cc9", "#5a4a9c"])
  )
}
