/** What the signs are made of. */
import { onSide, type Point, polygon, type Shape, smooth } from "../geometry.ts"
import type { Sign } from "../motif.ts"

export const box = (x: number, y: number, width: number, height: number): Shape =>
  polygon([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height]
  ])

export const line = (...points: ReadonlyArray<Point>): Shape => polygon(points, false)
export const curve = (...points: ReadonlyArray<Point>): Shape => smooth(points, false)
export const both = (shape: Shape): ReadonlyArray<Shape> => [onSide(shape, -1), shape]
export const flat = (...solid: ReadonlyArray<Shape>): Sign => ({ cut: [], lines: [], solid })
