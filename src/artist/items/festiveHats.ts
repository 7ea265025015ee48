/** Hats for feasts: a wreath of flowers, a party hat, a bow. One unit is half of the head's width. */
import { type Brush, fill, group, part } from "../brush.ts"
import { lighten } from "../color.ts"
import { ellipse, move, type Point, polygon, round, type Shape, smooth, star, stretch, turn } from "../geometry.ts"
import { hat, sized } from "./hat.ts"

const flower = (brush: Brush, x: number, y: number, size: number, color: string, heart: string): string => {
  const petals = [0, 72, 144, 216, 288].map((degrees) =>
    turn(move(round(0, -size * 0.62, size * 0.42, size * 0.46, size * 0.5), x, y), degrees, [x, y])
  )
  return (
    petals.map((shape) => part(brush, shape, color, { line: 5, shade: 3 })).join("") +
    part(brush, ellipse(x, y, size * 0.34, size * 0.34), heart, { line: 4, shade: 0 })
  )
}

export const wreath = hat((brush, unit, { colors }) => {
  const places = [-1, -0.66, -0.33, 0, 0.33, 0.66, 1]
  const at = (share: number): Point => [share * unit * 0.92, -unit * 0.3 * (1 - share * share) + unit * 0.08]
  const leaves = places.slice(0, -1).flatMap((share) => {
    const [x, y] = at(share + 0.165)
    return [-38, 38].map((degrees) =>
      part(
        brush,
        turn(round(x, y - unit * 0.16, unit * 0.08, unit * 0.14, unit * 0.14, { bottom: 0.3, top: 0.2 }), degrees, [
          x,
          y
        ]),
        "#6fbf6b",
        { line: 5, shade: 3 }
      )
    )
  })
  return (
    leaves.join("") +
    places
      .map((share, index) => {
        const [x, y] = at(share)
        return flower(
          brush,
          x,
          y,
          unit * (index % 2 === 0 ? 0.19 : 0.25),
          index % 2 === 0 ? colors.trim : colors.main,
          "#ffd463"
        )
      })
      .join("")
  )
})

export const party = hat((brush, unit, { colors }) => {
  const cone = polygon(
    sized(
      [
        [-0.5, 0.02],
        [0.06, -1.22],
        [0.56, 0.02]
      ],
      unit
    )
  )
  const stripes = [-0.16, -0.5, -0.84].map((y) =>
    fill(
      polygon(
        sized(
          [
            [-1, y],
            [1, y - 0.3],
            [1, y - 0.16],
            [-1, y + 0.14]
          ],
          unit
        )
      ),
      colors.trim
    )
  )
  const rim = Array.from({ length: 5 }, (_, index) =>
    part(
      brush,
      ellipse((-0.46 + index * 0.24) * unit, unit * 0.04, unit * 0.13, unit * 0.11),
      lighten(colors.trim, 0.2),
      { line: 5, shade: 3 }
    )
  )
  const pom = star(unit * 0.06, -unit * 1.24, unit * 0.24, 8, 0.6)
  return group(
    part(brush, cone, colors.main, { marks: stripes.join("") }) +
      rim.join("") +
      part(brush, pom, colors.trim, { line: 5, shade: 4 }),
    "rotate(-8)"
  )
})

export const headband = hat((brush, unit, { colors }) => {
  const bow = (side: number): Shape =>
    stretch(
      smooth(
        sized(
          [
            [0.02, -0.02],
            [0.34, -0.34],
            [0.68, -0.3],
            [0.66, 0.16],
            [0.34, 0.16]
          ],
          unit
        )
      ),
      side,
      1
    )
  const band = smooth(
    sized(
      [
        [-0.98, 0.08],
        [0, -0.2],
        [0.98, 0.08],
        [0.98, 0.22],
        [0, -0.04],
        [-0.98, 0.22]
      ],
      unit
    ),
    true,
    0.8
  )
  const loops = [-1, 1].map((side) => part(brush, move(bow(side), 0, -unit * 0.14), colors.main, { shade: 7 })).join("")
  return (
    part(brush, band, colors.deep, { shade: 4 }) +
    group(
      loops + part(brush, ellipse(0, -unit * 0.14, unit * 0.15, unit * 0.17), colors.trim, { shade: 4 }),
      "rotate(-6)"
    )
  )
})
