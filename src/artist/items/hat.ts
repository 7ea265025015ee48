/** How a hat is put on: its drawing is moved so that the middle of its brim rests on the head. */
import { type Brush, group } from "../brush.ts"
import type { Point } from "../geometry.ts"
import type { Design, Wearing } from "./item.ts"

type Draw = (brush: Brush, unit: number, wearing: Wearing) => string

export const sized = (points: ReadonlyArray<Point>, unit: number): ReadonlyArray<Point> =>
  points.map(([x, y]): Point => [x * unit, y * unit])

export const hat =
  (draw: Draw): Design =>
  (wearing) => {
    const { width, x, y } = wearing.anchors.head
    return { front: group(draw(wearing.brush, width / 2, wearing), `translate(${Math.round(x)} ${Math.round(y)})`) }
  }
