/** Clothes, cut to the silhouette of the trunk so that they fit every species. */
import { clipped, crease, fill, linear, outlineOf, part, shading, stroke } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { ellipse, heart, type Point, polygon, round, type Shape, smooth, star, symmetric } from "../geometry.ts"
import type { Anchor } from "../figure.ts"
import type { Design, Wearing } from "./item.ts"

interface Cut {
  readonly top: number
  readonly bottom: number
  readonly half: number
  readonly x: number
}

const cutOf = ({ anchors }: Wearing): Cut => {
  const { body } = anchors
  return { bottom: body.y + body.height / 2, half: body.width / 2, top: body.y - body.height / 2, x: body.x }
}

/** Cloth between two heights, shaded like every part and outlined again along the silhouette. */
const cloth = (wearing: Wearing, color: string, marks: (cut: Cut) => string): string => {
  const { brush, figure } = wearing
  const cut = cutOf(wearing)
  const { bottom, half, top, x } = cut
  const wide = half * 2.4
  const sheet = smooth(
    [
      [x - wide, top],
      [x, top + 26],
      [x + wide, top],
      [x + wide, bottom - 8],
      [x, bottom + 14],
      [x - wide, bottom - 8]
    ],
    true,
    0.5
  )
  const paint = linear(brush, [
    { at: 0, color: lighten(color, 0.2) },
    { at: 1, color: darken(color, 0.06) }
  ])
  const inside =
    clipped(brush, sheet, fill(sheet, paint) + marks(cut) + shading(brush, figure.outline, 16)) +
    stroke(sheet, outlineOf(brush, color), brush.line * 0.9)
  return (
    clipped(brush, figure.outline, inside) +
    clipped(brush, sheet, stroke(figure.outline, outlineOf(brush, color), brush.line))
  )
}

const stripe = ({ half, x }: Cut, y: number, height: number, color: string): string =>
  fill(
    smooth(
      [
        [x - half * 2.4, y - 8],
        [x, y + 10],
        [x + half * 2.4, y - 8],
        [x + half * 2.4, y + height - 8],
        [x, y + height + 10],
        [x - half * 2.4, y + height - 8]
      ],
      true,
      0.6
    ),
    color
  )

const jumper: Design = (wearing) => ({
  front: cloth(wearing, wearing.colors.main, (cut) => {
    const step = (cut.bottom - cut.top) / 6
    return [1.4, 3, 4.6].map((row) => stripe(cut, cut.top + step * row, step * 0.8, wearing.colors.trim)).join("")
  })
})

const vest: Design = (wearing) => ({
  front: cloth(wearing, wearing.colors.main, (cut) => {
    const { brush, colors } = wearing
    const open = polygon([
      [cut.x - cut.half * 0.5, cut.top - 20],
      [cut.x + cut.half * 0.5, cut.top - 20],
      [cut.x + cut.half * 0.1, cut.bottom + 40],
      [cut.x - cut.half * 0.1, cut.bottom + 40]
    ])
    const pocket = (side: number): string =>
      stroke(
        polygon(
          [
            [cut.x + side * cut.half * 0.36, cut.bottom - 46],
            [cut.x + side * cut.half * 0.62, cut.bottom - 50]
          ],
          false
        ),
        outlineOf(brush, colors.main),
        6
      )
    return (
      fill(open, "#fffaf0") +
      stroke(open, outlineOf(brush, colors.main), 6) +
      pocket(-1) +
      pocket(1) +
      [0.4, 0.62, 0.84]
        .map((share) =>
          part(brush, ellipse(cut.x, cut.top + (cut.bottom - cut.top) * share, 8, 8), colors.trim, {
            line: 4,
            shade: 0
          })
        )
        .join("")
    )
  })
})

const emblemShirt: Design = (wearing) => ({
  front: cloth(wearing, wearing.colors.main, (cut) => {
    const y = (cut.top + cut.bottom) / 2 + 16
    return (
      stripe(cut, cut.bottom - 18, 40, wearing.colors.trim) +
      part(wearing.brush, heart(cut.x, y, cut.half * 0.26), wearing.colors.trim, { line: 6, shade: 5 })
    )
  })
})

const overalls: Design = (wearing) => ({
  front: cloth(wearing, "#5b86cf", (cut) => {
    const { brush, colors } = wearing
    const chest = cut.top + (cut.bottom - cut.top) * 0.42
    const shirt = polygon([
      [cut.x - cut.half * 2.4, cut.top - 60],
      [cut.x + cut.half * 2.4, cut.top - 60],
      [cut.x + cut.half * 2.4, chest],
      [cut.x - cut.half * 2.4, chest]
    ])
    const strap = (side: number): string =>
      part(
        brush,
        polygon([
          [cut.x + side * cut.half * 0.36, cut.top - 10],
          [cut.x + side * cut.half * 0.56, cut.top - 14],
          [cut.x + side * cut.half * 0.46, chest + 18],
          [cut.x + side * cut.half * 0.26, chest + 18]
        ]),
        "#5b86cf",
        { line: 6, shade: 3 }
      ) + part(brush, ellipse(cut.x + side * cut.half * 0.36, chest + 14, 9, 9), "#ffcb45", { line: 4, shade: 0 })
    const pocket = round(cut.x, chest + 40, cut.half * 0.26, 18, 34, { bottom: 0.8, top: 0.9, upperSide: 0.9 })
    return (
      fill(shirt, colors.light) +
      stripe(cut, cut.top + 26, 12, colors.main) +
      strap(-1) +
      strap(1) +
      crease(brush, pocket, "#5b86cf", 6)
    )
  })
})

const armor: Design = (wearing) => ({
  front: cloth(wearing, "#b9c4d6", (cut) => {
    const { brush, colors } = wearing
    const y = cut.top + (cut.bottom - cut.top) * 0.5
    const ridge = smooth(
      [
        [cut.x, cut.top - 20],
        [cut.x + 4, y],
        [cut.x, cut.bottom + 30]
      ],
      false
    )
    const rivets = [-0.62, -0.36, 0.36, 0.62].map((share) =>
      part(brush, ellipse(cut.x + share * cut.half, cut.bottom - 20, 7, 7), "#ffcb45", { line: 4, shade: 0 })
    )
    return (
      stripe(cut, cut.bottom - 34, 60, darken("#b9c4d6", 0.14)) +
      crease(brush, ridge, "#b9c4d6", 5) +
      rivets.join("") +
      part(brush, star(cut.x, y + 8, cut.half * 0.3, 4, 0.5), colors.main, { line: 6, shade: 5 })
    )
  })
})

const sash: Design = (wearing) => {
  const { brush, colors, figure } = wearing
  const { bottom, half, top, x } = cutOf(wearing)
  const band: ReadonlyArray<Point> = [
    [x - half * 1.2, top + 6],
    [x - half * 0.5, top - 10],
    [x + half * 1.3, bottom - 30],
    [x + half * 0.9, bottom + 26]
  ]
  const shape = polygon(band)
  return {
    front:
      clipped(brush, figure.outline, part(brush, shape, colors.main, { shade: 7 })) +
      part(brush, star(x + half * 0.2, (top + bottom) / 2 + 4, half * 0.28, 8, 0.72), "#ffcb45", { line: 6, shade: 5 })
  }
}

/** Moved under the neck, its hem under the body. */
const hangingFrom = (neck: Anchor, body: Anchor, shape: Shape): Shape => {
  const lean = (y: number): number => (body.x - neck.x) * (1 - y / neck.y)
  return { ...shape, points: shape.points.map(([x, y]): Point => [x + neck.x + lean(y), y]) }
}

/** A cape hangs behind; its shoulders lie in front, so that it shows on creatures with wings and broad tails too. */
const cape: Design = ({ anchors, brush, colors }) => {
  const { body, neck } = anchors
  const half = Math.max(body.width, neck.width) / 2
  const middle = neck.y / 2
  const hung = symmetric(
    [
      [0, neck.y - 8],
      [half * 0.9, neck.y - 2],
      [half * 1.8, middle],
      [half * 2.3, -22],
      [half * 1.4, -4],
      [half * 0.7, -16],
      [0, 0]
    ],
    0.8
  )
  const folds = [-1, 1].map((side) =>
    crease(
      brush,
      smooth(
        [
          [side * half * 1, neck.y + 30],
          [side * half * 1.6, middle + 30],
          [side * half * 1.8, -26]
        ],
        false
      ),
      colors.main,
      5
    )
  )
  const shoulders = smooth(
    [
      [-1.08, -12],
      [-0.5, 12],
      [0, 18],
      [0.5, 12],
      [1.08, -12],
      [1.2, 26],
      [0.62, 46],
      [0, 36],
      [-0.62, 46],
      [-1.2, 26]
    ].map(([x = 0, y = 0]): Point => [neck.x + half * x, neck.y + y]),
    true,
    0.9
  )
  return {
    behind: part(brush, hangingFrom(neck, body, hung), colors.main, {
      marks: folds.join(""),
      shade: 16
    }),
    front:
      part(brush, shoulders, colors.main, { shade: 6 }) +
      part(brush, ellipse(neck.x, neck.y + 27, 18, 18), "#ffcb45", { line: 6, shade: 4 })
  }
}

export const bodywear = { jumper, vest, emblemShirt, overalls, armor, sash, cape } satisfies Record<string, Design>
