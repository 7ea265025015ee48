/** Places under a roof that replace the theme's scene. Canvas coordinates. */
import { type Brush, fill } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { ellipse, polygon, round, type Shape } from "../geometry.ts"
import { sequence } from "../hash.ts"
import { glow, type Place, sky } from "./backdropParts.ts"

const box = (x: number, y: number, width: number, height: number): Shape =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height]
  ])

const floor = (color: string): string => {
  const boards = Array.from({ length: 5 }, (_, index) => fill(box(0, 800 + index * 46, 1024, 4), darken(color, 0.14)))
  return fill(box(0, 780, 1024, 244), color) + fill(box(0, 780, 1024, 14), darken(color, 0.2)) + boards.join("")
}

/** Spines of books between two boards of a shelf. */
const books = (next: () => number, x: number, y: number, width: number, height: number): string => {
  const colors = ["#c0504d", "#4f7cac", "#5b9a68", "#d9a441", "#8064a2", "#b5654a", "#3f8f8f"]
  const spines: Array<string> = []
  for (let left = x + 6; left < x + width - 24;) {
    const thick = 18 + Math.floor(next() * 18)
    const tall = height * (0.62 + next() * 0.32)
    const color = colors[Math.floor(next() * colors.length)] ?? "#c0504d"
    spines.push(fill(box(left, y + height - tall, thick, tall), color))
    spines.push(fill(box(left, y + height - tall * 0.8, thick, 8), lighten(color, 0.45), 0.8))
    left += thick + 3
  }
  return spines.join("")
}

const shelf = (next: () => number, x: number, width: number): string => {
  const wood = "#6d4a31"
  const rows = Array.from({ length: 5 }, (_, index) => {
    const y = 70 + index * 142
    return (
      fill(box(x, y, width, 128), darken(wood, 0.45)) +
      books(next, x, y, width, 128) +
      fill(box(x - 10, y + 128, width + 20, 14), wood)
    )
  })
  return fill(box(x - 12, 40, width + 24, 744), wood) + rows.join("")
}

export const library: Place = (brush, key) => {
  const next = sequence(key)
  return (
    sky(brush, "#4b3527", "#6a4a35", "#7d5a40") +
    shelf(next, 20, 270) +
    shelf(next, 734, 270) +
    fill(round(512, 560, 150, 420, 220, { top: 0.6 }), "#f7dfa8", 0.9) +
    fill(box(506, 150, 12, 630), "#7d5a40") +
    fill(box(362, 440, 300, 12), "#7d5a40") +
    glow(brush, "#ffe9b0", 512, 420, 420, 0.75) +
    floor("#8a6242") +
    fill(ellipse(512, 900, 420, 90), "#a8404a", 0.75) +
    fill(ellipse(512, 900, 350, 70), "#c35a5f", 0.75)
  )
}

/** Chalk on a blackboard: lines that look like writing. */
const chalk = (next: () => number): string =>
  Array.from({ length: 4 }, (_, row) => fill(box(420, 190 + row * 52, 160 + next() * 220, 7), "#f4f7f2", 0.75)).join("")

const windowAt = (brush: Brush, x: number): string =>
  fill(box(x - 14, 106, 248, 388), "#ffffff") +
  fill(box(x, 120, 220, 360), "#a8dcf7") +
  fill(ellipse(x + 150, 200, 46, 46), "#ffd864") +
  fill(ellipse(x + 104, 486, 96, 60), "#8fcf8a") +
  fill(box(x, 480, 220, 60), "#fdf3dd") +
  fill(box(x + 105, 120, 10, 360), "#ffffff") +
  fill(box(x, 290, 220, 10), "#ffffff") +
  glow(brush, "#fff3c4", x + 110, 300, 320, 0.5)

export const classroom: Place = (brush, key) => {
  const next = sequence(key)
  return (
    sky(brush, "#fff3d8", "#fde6c0", "#f9dcae") +
    windowAt(brush, 60) +
    fill(box(374, 126, 592, 328), "#a06f43") +
    fill(box(392, 144, 556, 292), "#3f6b58") +
    chalk(next) +
    fill(ellipse(840, 330, 62, 62), "#ffe28a", 0.35) +
    fill(box(392, 444, 556, 16), "#8a5c36") +
    floor("#d9a873") +
    books(next, 720, 640, 240, 120) +
    fill(box(700, 760, 280, 20), "#a06f43")
  )
}
