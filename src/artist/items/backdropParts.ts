/** What the background items share. Canvas coordinates. */
import { type Brush, fill, linear, radial } from "../brush.ts"
import { ellipse, smooth } from "../geometry.ts"

/** The picture of a place for one item key. */
export type Place = (brush: Brush, key: string) => string

export const sky = (brush: Brush, ...colors: ReadonlyArray<string>): string => {
  const stops = colors.map((color, index) => ({ at: Math.round((index / (colors.length - 1)) * 100) / 100, color }))
  return `<rect width="1024" height="1024" fill="${linear(brush, stops)}"/>`
}

export const glow = (brush: Brush, color: string, x: number, y: number, radius: number, opacity: number): string =>
  fill(
    ellipse(x, y, radius, radius),
    radial(brush, [
      { at: 0, color, opacity },
      { at: 0.5, color, opacity: opacity * 0.45 },
      { at: 1, color, opacity: 0 }
    ])
  )

export const hill = (y: number, rise: number, color: string, shift = 0): string =>
  fill(
    smooth([
      [-80, 1100],
      [-80, y],
      [180 + shift, y - rise],
      [430 + shift, y - rise * 0.15],
      [700 + shift, y - rise * 0.9],
      [960, y - rise * 0.2],
      [1110, y - rise * 0.6],
      [1110, 1100]
    ]),
    color
  )
