/** Things held upright in the right hand; the origin is the grip. */
import { fill, part, radial, stroke } from "../brush.ts"
import { lighten } from "../color.ts"
import { arcs, ellipse, glint, leaf, move, type Point, polygon, round, smooth, star, turn } from "../geometry.ts"
import { held, stick } from "./held.ts"
import type { Design } from "./item.ts"
import { tools } from "./tools.ts"

const wand = held((brush, colors) => {
  const glow = radial(brush, [
    { at: 0, color: "#fff6c4", opacity: 0.95 },
    { at: 1, color: "#ffe07a", opacity: 0 }
  ])
  return (
    fill(ellipse(0, -142, 84, 84), glow) +
    stick(brush, -104, colors.deep) +
    part(brush, star(0, -140, 50, 5, 0.54), colors.trim, { shade: 7 }) +
    fill(glint(58, -196, 15), "#ffffff") +
    fill(glint(-56, -180, 11), "#ffffff")
  )
})

const flag = held((brush, colors) => {
  const cloth = smooth(
    [
      [4, -190],
      [50, -204],
      [100, -184],
      [142, -196],
      [138, -120],
      [98, -106],
      [50, -126],
      [4, -112]
    ],
    true,
    0.8
  )
  return (
    stick(brush, -196, "#b98a5c", 13) +
    part(brush, cloth, colors.main, { marks: fill(star(70, -154, 25, 5, 0.5), colors.trim), shade: 9 }) +
    part(brush, ellipse(0, -204, 13, 13), "#ffcb45", { line: 6, shade: 3 })
  )
})

const flower = held((brush, colors) => {
  const petals = [0, 60, 120, 180, 240, 300].map((degrees) =>
    part(brush, turn(move(leaf(56, 26, 0.55, 0.35), 0, -150), degrees, [0, -150]), colors.main, { line: 6.5, shade: 4 })
  )
  return (
    stick(brush, -130, "#5fae66", 11) +
    part(brush, turn(move(leaf(50, 18), 4, -44), 52, [4, -44]), "#6fbf6b", { shade: 4 }) +
    petals.join("") +
    part(brush, ellipse(0, -150, 22, 22), "#ffd463", { line: 6, shade: 4 })
  )
})

const lantern = held((brush, colors) => {
  const glow = radial(brush, [
    { at: 0, color: "#fff2b0", opacity: 0.9 },
    { at: 1, color: "#ffd766", opacity: 0 }
  ])
  const glass = round(56, -96, 36, 40, 44, { bottom: 0.75, top: 0.75 })
  const hook = smooth(
    [
      [0, -150],
      [14, -186],
      [48, -186],
      [56, -152]
    ],
    false
  )
  return (
    stick(brush, -150, "#a5744a", 13) +
    stroke(hook, "#7a5233", 9) +
    fill(ellipse(56, -96, 96, 96), glow) +
    part(brush, glass, "#ffe38c", { shade: 8 }) +
    fill(ellipse(56, -88, 13, 20), "#ff9d3c", 0.9) +
    part(
      brush,
      polygon([
        [22, -136],
        [90, -136],
        [76, -156],
        [36, -156]
      ]),
      colors.main,
      { shade: 4 }
    ) +
    part(
      brush,
      polygon([
        [26, -58],
        [86, -58],
        [80, -42],
        [32, -42]
      ]),
      colors.main,
      { shade: 4 }
    )
  )
})

const lollipop = held((brush, colors) => {
  const disc = ellipse(0, -140, 58, 58)
  const swirl = smooth(
    [
      [0, -140],
      [14, -152],
      [28, -138],
      [14, -116],
      [-18, -116],
      [-36, -144],
      [-14, -176],
      [26, -178],
      [48, -146]
    ],
    false
  )
  return (
    stick(brush, -96, "#fff6e6", 13) +
    part(brush, disc, colors.main, { marks: stroke(swirl, lighten(colors.trim, 0.3), 13), shade: 9 })
  )
})

const magnifier = held((brush, colors) => {
  const glass = ellipse(0, -132, 52, 52)
  return (
    stick(brush, -86, colors.deep, 20) +
    fill(glass, "#d6f1ff", 0.75) +
    fill(turn(ellipse(-16, -152, 12, 22), 30, [-16, -152]), "#ffffff", 0.9) +
    stroke(glass, brush.ink, 24) +
    stroke(glass, colors.main, 13)
  )
})

const book = held((brush, colors) => {
  const cover = round(0, -34, 62, 56, 52, { bottom: 0.92, lowerSide: 0.92, top: 0.92, upperSide: 0.92 })
  const pages: ReadonlyArray<Point> = [
    [56, -76],
    [70, -70],
    [70, 14],
    [56, 12]
  ]
  return (
    part(brush, polygon(pages), "#fffaf0", { line: 6, shade: 0 }) +
    part(brush, cover, colors.main, {
      marks: fill(
        polygon([
          [-62, -100],
          [-38, -100],
          [-38, 30],
          [-62, 30]
        ]),
        colors.deep
      ),
      shade: 8
    }) +
    part(brush, star(12, -34, 25, 5, 0.52), colors.trim, { line: 5, shade: 3 })
  )
})

const shield = held((brush, colors) => {
  const rim = arcs(
    [
      [-64, -86],
      [0, -104],
      [64, -86],
      [48, 10],
      [0, 52],
      [-48, 10]
    ],
    [0.04, 0.04, 0.08, 0.1, 0.1, 0.08]
  )
  const inner = arcs(
    [
      [-44, -68],
      [0, -82],
      [44, -68],
      [32, 2],
      [0, 30],
      [-32, 2]
    ],
    [0.04, 0.04, 0.08, 0.1, 0.1, 0.08]
  )
  return (
    part(brush, rim, "#ffcb45", { shade: 8 }) +
    part(brush, inner, colors.main, { line: 6, shade: 7 }) +
    fill(star(0, -28, 24, 4, 0.45), colors.trim)
  )
})

export const handheld = {
  wand,
  flag,
  flower,
  lantern,
  lollipop,
  magnifier,
  book,
  shield,
  ...tools
} satisfies Record<string, Design>
