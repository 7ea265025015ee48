/** Eyes, mouths, cheeks. Faces carry the charm: large glossy eyes set low and wide, small mouth, warm cheeks. */
import { type Brush, clipped, crease, fill, outlineOf, part, radial, stroke } from "./brush.ts"
import { darken, lighten, mix } from "./color.ts"
import { ellipse, type Point, polygon, round, smooth } from "./geometry.ts"

export interface Eyes {
  readonly x: number
  readonly y: number
  /** Distance of each eye from the middle. */
  readonly apart: number
  readonly radius: number
  readonly iris: string
  /** Colour of the skin around the eyes, for lid lines. */
  readonly skin: string
  /** bead: all dark and glossy; ringed: white with a coloured iris; proud: bead under a calm lid line. */
  readonly style: "bead" | "ringed" | "proud"
  readonly lashes?: boolean
}

const bead = (brush: Brush, cx: number, cy: number, radius: number, iris: string): string => {
  const rx = radius * 0.84
  const dark = mix(brush.ink, "#0d0820", 0.45)
  const shape = ellipse(cx, cy, rx, radius)
  const glow = radial(brush, [
    { at: 0, color: lighten(iris, 0.25) },
    { at: 0.55, color: iris, opacity: 0.75 },
    {
      at: 1,
      color: iris,
      opacity: 0
    }
  ])
  return (
    fill(shape, dark) +
    clipped(brush, shape, fill(ellipse(cx, cy + radius * 0.82, rx * 1.05, radius * 0.72), glow, 0.95)) +
    fill(ellipse(cx - rx * 0.3, cy - radius * 0.4, radius * 0.3, radius * 0.34), "#ffffff") +
    fill(ellipse(cx + rx * 0.36, cy + radius * 0.34, radius * 0.13, radius * 0.13), "#ffffff", 0.9) +
    fill(ellipse(cx + rx * 0.42, cy - radius * 0.32, radius * 0.07, radius * 0.07), "#ffffff", 0.7)
  )
}

const ringed = (brush: Brush, cx: number, cy: number, radius: number, iris: string): string => {
  const white = ellipse(cx, cy, radius * 1.02, radius * 1.08)
  const dark = mix(brush.ink, "#0d0820", 0.45)
  const color = radial(brush, [
    { at: 0, color: lighten(iris, 0.3) },
    { at: 1, color: darken(iris, 0.12) }
  ])
  const inner =
    fill(ellipse(cx, cy + radius * 0.1, radius * 0.78, radius * 0.84), color) +
    fill(ellipse(cx, cy + radius * 0.08, radius * 0.5, radius * 0.56), dark) +
    fill(ellipse(cx, cy - radius * 1.05, radius * 1.2, radius * 0.42), brush.ink, 0.2)
  return (
    fill(white, "#ffffff") +
    clipped(brush, white, inner) +
    stroke(white, mix(brush.ink, iris, 0.15), brush.line * 0.8) +
    fill(ellipse(cx - radius * 0.26, cy - radius * 0.3, radius * 0.27, radius * 0.3), "#ffffff") +
    fill(ellipse(cx + radius * 0.3, cy + radius * 0.42, radius * 0.12, radius * 0.12), "#ffffff", 0.9)
  )
}

/** A calm upper lid line that runs out past the outer corner: dignity without a bored look. */
const liner = (brush: Brush, cx: number, cy: number, radius: number, skin: string, side: number): string => {
  const rx = radius * 0.92
  const line = smooth(
    [
      [cx - side * rx * 0.94, cy - radius * 0.5],
      [cx - side * rx * 0.45, cy - radius * 1],
      [cx + side * rx * 0.3, cy - radius * 1.04],
      [cx + side * rx * 0.92, cy - radius * 0.68],
      [cx + side * rx * 1.34, cy - radius * 0.84]
    ],
    false
  )
  return stroke(line, outlineOf(brush, skin), brush.line * 1.15)
}

const lash = (brush: Brush, cx: number, cy: number, radius: number, side: number): string => {
  const flick = (angle: number, length: number): string => {
    const turnTo = (angle * Math.PI) / 180
    const [dx, dy] = [Math.cos(turnTo) * side, -Math.sin(turnTo)]
    const from: Point = [cx + dx * radius * 0.84, cy + dy * radius]
    const to: Point = [cx + dx * radius * (0.84 + length), cy + dy * radius * (1 + length * 0.8)]
    return stroke(polygon([from, to], false), mix(brush.ink, "#0d0820", 0.3), brush.line * 0.75)
  }
  return flick(52, 0.34) + flick(22, 0.34)
}

export const eyes = (brush: Brush, look: Eyes): string =>
  [-1, 1]
    .map((side) => {
      const cx = look.x + side * look.apart
      const ball =
        look.style === "ringed"
          ? ringed(brush, cx, look.y, look.radius, look.iris)
          : bead(brush, cx, look.y, look.radius, look.iris)
      const cover = look.style === "proud" ? liner(brush, cx, look.y, look.radius, look.skin, side) : ""
      return ball + cover + (look.lashes === true ? lash(brush, cx, look.y, look.radius, side) : "")
    })
    .join("")

export const brows = (brush: Brush, look: Eyes, tilt: number, color: string): string =>
  [-1, 1]
    .map((side) => {
      const cx = look.x + side * look.apart
      const y = look.y - look.radius * 1.42
      const width = look.radius * 0.62
      const shape = smooth(
        [
          [cx - side * width, y + tilt],
          [cx, y - look.radius * 0.14],
          [cx + side * width, y + look.radius * 0.1 - tilt * 0.3]
        ],
        false
      )
      return stroke(shape, outlineOf(brush, color), brush.line)
    })
    .join("")

export const blush = (brush: Brush, x: number, y: number, apart: number, radius: number): string => {
  const pink = radial(brush, [
    { at: 0, color: "#ff7089", opacity: 0.72 },
    { at: 0.6, color: "#ff7089", opacity: 0.44 },
    {
      at: 1,
      color: "#ff6f87",
      opacity: 0
    }
  ])
  return [-1, 1].map((side) => fill(ellipse(x + side * apart, y, radius * 1.25, radius * 0.82), pink)).join("")
}

export type Mouth = "smile" | "cat" | "open" | "grin" | "fang" | "buck" | "small"

const openMouth = (brush: Brush, x: number, y: number, width: number, skin: string, depth: number): string => {
  const shape = round(x, y, width, width * 0.16, width * depth, { bottom: 0.6, top: 0.75 })
  const tongue = fill(ellipse(x, y + width * depth * 0.95, width * 0.68, width * depth * 0.55), "#ff8f96")
  const inside = mix(brush.ink, "#7d1f3d", 0.6)
  return fill(shape, inside) + clipped(brush, shape, tongue) + stroke(shape, outlineOf(brush, skin), brush.line * 0.75)
}

/** A mouth centred on x with its corners at y; `width` is half the distance between the corners. */
export const mouth = (brush: Brush, kind: Mouth, x: number, y: number, width: number, skin: string): string => {
  const line = (points: ReadonlyArray<Point>): string => crease(brush, smooth(points, false), skin, brush.line * 0.85)
  const arc = (half: number, drop: number): string =>
    line([
      [x - half, y],
      [x, y + drop],
      [x + half, y]
    ])
  switch (kind) {
    case "smile":
      return arc(width, width * 0.55)
    case "small":
      return arc(width * 0.5, width * 0.32)
    case "cat":
      return (
        line([
          [x - width, y],
          [x - width * 0.52, y + width * 0.5],
          [x, y - width * 0.08]
        ]) +
        line([
          [x, y - width * 0.08],
          [x + width * 0.52, y + width * 0.5],
          [x + width, y]
        ])
      )
    case "open":
      return openMouth(brush, x, y, width, skin, 1.05)
    case "grin":
      return openMouth(brush, x, y, width * 0.9, skin, 0.62)
    case "fang": {
      const tooth = polygon([
        [x + width * 0.3, y + width * 0.42],
        [x + width * 0.66, y + width * 0.3],
        [x + width * 0.52, y + width * 0.78]
      ])
      return part(brush, tooth, "#fffdf6", { line: brush.line * 0.6, shade: 0 }) + arc(width, width * 0.55)
    }
    case "buck": {
      const teeth = round(x, y + width * 0.2, width * 0.34, width * 0.12, width * 0.62, { bottom: 0.8, top: 0.8 })
      const split = polygon(
        [
          [x, y + width * 0.2],
          [x, y + width * 0.76]
        ],
        false
      )
      return (
        part(brush, teeth, "#fffdf6", { line: brush.line * 0.65, shade: 0 }) +
        crease(brush, split, skin, brush.line * 0.45) +
        mouth(brush, "cat", x, y, width, skin)
      )
    }
  }
}

/** A soft triangular nose with a shine on it. */
export const nose = (brush: Brush, x: number, y: number, width: number, color: string): string => {
  const shape = round(x, y, width, width * 0.6, width * 0.85, { bottom: 0.3, lowerSide: 0.2, top: 0.7 })
  return (
    fill(shape, color) +
    stroke(shape, outlineOf(brush, color), brush.line * 0.5) +
    fill(ellipse(x - width * 0.28, y - width * 0.24, width * 0.3, width * 0.17), "#ffffff", 0.75)
  )
}
