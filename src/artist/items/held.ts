/** How a thing is held: upright in the right hand, the grip at its origin. */
import { type Brush, group, part } from "../brush.ts"
import { tube } from "../geometry.ts"
import type { Design, ItemColors } from "./item.ts"

type Draw = (brush: Brush, colors: ItemColors) => string

/** How far to the right of its grip the widest thing, a flag, reaches. */
const span = 206
/** Sticks end this far under the grip. */
const stick_below = 52

/** `below` is how far a thing hangs under the grip: a low hand is raised so that nothing sinks into the ground. */
export const held =
  (draw: Draw, below = 0): Design =>
  ({ anchors, brush, colors, edge }) => {
    // What stands on the viewer's left is mirrored: it leans and waves away from the face as well.
    const side = anchors.hand.x < 0 ? -1 : 1
    const x = side * Math.min(Math.abs(anchors.hand.x) + 6, edge - span)
    const y = Math.min(anchors.hand.y, -Math.max(below, stick_below))
    const tilt = below > 0 ? 0 : 18
    return {
      front: group(draw(brush, colors), `translate(${Math.round(x)} ${Math.round(y)}) scale(${side} 1) rotate(${tilt})`)
    }
  }

export const stick = (brush: Brush, top: number, color: string, width = 15): string =>
  part(
    brush,
    tube(
      [
        [0, 44],
        [0, top / 2],
        [0, top]
      ],
      [width, width, width * 0.9]
    ),
    color,
    { shade: 4 }
  )
