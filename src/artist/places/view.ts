/** What the places of the themes share: the hazy colours and the plainest shapes. */
import { fill } from "../brush.ts"
import { arcs, smooth } from "../geometry.ts"

/** Colours of a theme as they look from afar. */
export interface View {
  readonly far: string
  readonly near: string
  /** A coat colour as it looks through the haze. */
  readonly haze: (coat: number, amount?: number) => string
}

export const rect = (x: number, y: number, width: number, height: number, color: string, corner = 10): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${corner}" fill="${color}"/>`

export const cloud = (x: number, y: number, size: number, color: string, opacity = 1): string =>
  fill(
    arcs(
      [
        [x - size, y],
        [x - size * 0.62, y - size * 0.34],
        [x - size * 0.06, y - size * 0.5],
        [x + size * 0.5, y - size * 0.32],
        [x + size, y]
      ],
      [0.3, 0.3, 0.32, 0.3, 0.03]
    ),
    color,
    opacity
  )

export const hills = (color: string, y: number, rise: number): string =>
  fill(
    smooth([
      [-80, 1100],
      [-80, y],
      [150, y - rise],
      [380, y - rise * 0.2],
      [640, y - rise * 1.1],
      [900, y - rise * 0.3],
      [1110, y - rise],
      [1110, 1100]
    ]),
    color
  )
