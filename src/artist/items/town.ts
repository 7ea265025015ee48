/** Background items people build: a shop, a catwalk, an office, a server room, a roof over the town. */
import { fill, stroke } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { ellipse, leaf, move, polygon, type Shape, turn } from "../geometry.ts"
import { sequence } from "../hash.ts"
import { glow, type Place, sky } from "./backdropParts.ts"
import { itemColors } from "./item.ts"

const box = (x: number, y: number, width: number, height: number): Shape =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height]
  ])

/** Houses with lit windows along a skyline. */
const skyline = (next: () => number, base: number, color: string): string =>
  Array.from({ length: 11 }, (_, index) => {
    const [x, height] = [index * 96 - 20, 120 + next() * 250]
    const windows = Array.from({ length: 6 }, (_unused, pane) =>
      fill(box(x + 16 + (pane % 2) * 34, base - height + 20 + Math.floor(pane / 2) * 36, 18, 20), "#fff2b8", 0.75)
    )
    return (
      fill(box(x, base - height, 86, height + 10), index % 2 === 0 ? color : darken(color, 0.08)) + windows.join("")
    )
  }).join("")

export const shop: Place = (brush, key) => {
  const { light, main } = itemColors(key)
  const stripes = Array.from(
    { length: 12 },
    (_, index) =>
      fill(box(index * 86, 60, 86, 130), index % 2 === 0 ? main : "#ffffff") +
      fill(ellipse(index * 86 + 43, 190, 43, 30), index % 2 === 0 ? main : "#ffffff")
  )
  const shelf = (x: number, y: number): string =>
    fill(box(x, y, 250, 16), "#b58554") +
    [0, 1, 2]
      .map((place) =>
        fill(
          box(x + 18 + place * 78, y - 66 - (place % 2) * 22, 54, 66 + (place % 2) * 22),
          [light, "#ffd463", "#9fd8f0"][place] ?? light
        )
      )
      .join("")
  return (
    sky(brush, "#ffe9d6", "#fff6ea", "#ffeede") +
    fill(box(60, 220, 904, 560), "#dff3fa") +
    shelf(80, 420) +
    shelf(694, 420) +
    shelf(80, 600) +
    shelf(694, 600) +
    stroke(box(60, 220, 904, 560), "#9a6a3f", 22) +
    stripes.join("") +
    glow(brush, "#ffffff", 512, 540, 400, 0.8) +
    fill(box(0, 790, 1024, 240), "#d8c3b0") +
    fill(ellipse(512, 866, 330, 62), "#ffffff", 0.35)
  )
}

export const runway: Place = (brush, key) => {
  const { main } = itemColors(key)
  const beam = (x: number, tilt: number): string =>
    fill(
      turn(
        polygon([
          [x - 20, -40],
          [x + 20, -40],
          [x + 150, 900],
          [x - 150, 900]
        ]),
        tilt,
        [x, -40]
      ),
      "#ffffff",
      0.16
    )
  const lamps = Array.from({ length: 7 }, (_, index) => fill(ellipse(90 + index * 141, 40, 26, 18), "#fff2c0"))
  return (
    sky(brush, "#2c1f4a", "#56336f", "#8a4a86") +
    beam(180, -16) +
    beam(512, 0) +
    beam(844, 16) +
    lamps.join("") +
    fill(box(0, 700, 1024, 330), "#35244f") +
    glow(brush, lighten(main, 0.4), 512, 560, 430, 0.5) +
    fill(
      polygon([
        [360, 690],
        [664, 690],
        [960, 1030],
        [64, 1030]
      ]),
      "#f3edf7"
    ) +
    [0, 1, 2, 3]
      .map((row) =>
        [-1, 1]
          .map((side) =>
            fill(ellipse(512 + side * (178 + row * 76), 730 + row * 86, 9 + row * 3, 7 + row * 2), "#ffd463")
          )
          .join("")
      )
      .join("")
  )
}

export const office: Place = (brush, key) => {
  const next = sequence(key)
  return (
    sky(brush, "#e9eef7", "#dfe7f3", "#d3deee") +
    fill(box(70, 90, 884, 470), "#bfe0f5") +
    skyline(next, 560, "#9fb7d6") +
    [0, 1, 2, 3].map((pane) => fill(box(62 + pane * 295, 82, 16, 486), "#ffffff")).join("") +
    fill(box(62, 74, 900, 18), "#ffffff") +
    fill(box(40, 556, 944, 24), "#ffffff") +
    fill(box(0, 640, 250, 26), "#a9764a") +
    fill(box(774, 640, 250, 26), "#a9764a") +
    fill(box(60, 540, 130, 84), "#3b4663") +
    fill(box(70, 550, 110, 64), "#9fd0f2") +
    fill(box(116, 624, 18, 18), "#3b4663") +
    [-40, 0, 40]
      .map((degrees) => fill(turn(move(leaf(110, 24, 0.5, 0.3), 890, 620), degrees, [890, 620]), "#62ad70"))
      .join("") +
    fill(box(862, 604, 56, 38), "#d9785f") +
    glow(brush, "#ffffff", 512, 560, 400, 0.75) +
    fill(box(0, 780, 1024, 250), "#b9c4d6") +
    fill(ellipse(512, 866, 330, 62), "#ffffff", 0.4)
  )
}

export const serverRoom: Place = (brush, key) => {
  const next = sequence(key)
  const rack = (x: number): string => {
    const units = Array.from({ length: 9 }, (_, row) => {
      const y = 110 + row * 72
      const lights = [0, 1, 2, 3].map((place) =>
        fill(
          ellipse(x + 22 + place * 24, y + 28, 6, 6),
          ["#6df2b0", "#6df2b0", "#ffd463", "#7fb8ff"][Math.floor(next() * 4)] ?? "#6df2b0"
        )
      )
      return fill(box(x + 8, y, 164, 58), "#35436b") + fill(box(x + 122, y + 18, 38, 20), "#25305a") + lights.join("")
    })
    return fill(box(x, 90, 180, 690), "#222b4d") + units.join("")
  }
  return (
    sky(brush, "#141b3a", "#1f2b57", "#2c3f73") +
    [10, 204, 640, 834].map(rack).join("") +
    fill(box(400, 90, 224, 690), "#1a2348") +
    glow(brush, "#6fc8ff", 512, 520, 420, 0.6) +
    fill(box(0, 780, 1024, 250), "#3a4a7a") +
    [0, 1, 2, 3].map((row) => fill(box(0, 820 + row * 56, 1024, 3), "#2a3763")).join("") +
    fill(ellipse(512, 866, 330, 62), "#9fd8ff", 0.28)
  )
}

export const roof: Place = (brush, key) => {
  const next = sequence(key)
  const shrub = (x: number, size: number): string =>
    [-54, -26, 0, 26, 54]
      .map((degrees) =>
        fill(
          turn(move(leaf(size, size * 0.24, 0.5, 0.4), x, 770), degrees, [x, 770]),
          degrees % 52 === 0 ? "#5fae6c" : "#79c27c"
        )
      )
      .join("")
  return (
    sky(brush, "#9fd4f7", "#d6eefb", "#fff0d8") +
    fill(ellipse(800, 190, 76, 76), "#fff0b8") +
    skyline(next, 700, "#a9b9d8") +
    glow(brush, "#ffffff", 512, 560, 400, 0.8) +
    fill(box(0, 690, 1024, 16), "#8f6a48") +
    Array.from({ length: 14 }, (_, index) => fill(box(20 + index * 76, 700, 12, 90), "#8f6a48")).join("") +
    shrub(110, 150) +
    shrub(910, 150) +
    fill(box(40, 764, 150, 60), "#c77f56") +
    fill(box(836, 764, 150, 60), "#c77f56") +
    fill(box(0, 800, 1024, 230), "#d9b48a") +
    fill(ellipse(512, 866, 330, 62), "#ffffff", 0.32)
  )
}
