/** Where accessories float: up to four of them, at different places beside the creature. */
import { type Brush, group } from "../brush.ts"
import type { Anchor } from "../figure.ts"
import type { Design, ItemColors, Wearing } from "./item.ts"

type Draw = (brush: Brush, colors: ItemColors) => string

const placeOf = ({ anchors, index }: Wearing): Anchor => {
  const { accessory, body, head } = anchors
  const mirrored = head.x * 2 - accessory.x
  const low = (body.y + head.y) / 2
  const places: ReadonlyArray<Anchor> = [
    accessory,
    { ...accessory, x: mirrored },
    { ...accessory, x: accessory.x - 26, y: low },
    { ...accessory, x: mirrored + 26, y: low }
  ]
  return places[index % places.length] ?? accessory
}

/** A drawing around the origin, 96 units wide, put beside the creature. */
export const floating =
  (draw: Draw): Design =>
  (wearing) => {
    const { width, x, y } = placeOf(wearing)
    const limit = 372
    const kept = Math.max(-limit, Math.min(limit, x))
    return {
      front: group(
        draw(wearing.brush, wearing.colors),
        `translate(${Math.round(kept)} ${Math.round(Math.max(-640, y))}) scale(${Math.round(width) / 96})`
      )
    }
  }
