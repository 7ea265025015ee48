/** What rank adds to a creature: the hatchling's shell, the collar of the grown, the light and stars of prestige. */
import { type Brush, fill, part, radial, stroke } from "./brush.ts"
import { darken, lighten } from "./color.ts"
import type { Anchors, Figure } from "./figure.ts"
import { arcs, ellipse, move, type Point, round, smooth, star, tube, turn } from "./geometry.ts"
import { motif } from "./motif.ts"
import type { Coat, Palette } from "./palette.ts"
import { lowerShell, shards, shellColors, shellPart, upperShell } from "./shell.ts"

const gold = "#ffc83d"

export interface ShellLayers {
  /** In front of the body, under the arms. */
  readonly cup: string
  /** On top of the head. */
  readonly cap: string
}

/** Stage 1 sits in its egg or wears a piece of it; an item worn at that place takes precedence. */
export const hatchlingShell = (
  brush: Brush,
  coat: Coat,
  variant: number,
  figure: Figure,
  free: { readonly head: boolean; readonly feet: boolean }
): ShellLayers => {
  const colors = shellColors(coat)
  const { kind, paw, rx } = figure.shell
  const reach = Math.max(rx, 120) + 46
  const around = shards(
    brush,
    [
      [-reach - 18, 6],
      [reach + 6, 14],
      [reach + 46, -2]
    ],
    colors
  )
  const { head } = figure.anchors
  const capRx = head.width * 0.46
  const cap = turn(upperShell(capRx, capRx * 0.9, capRx * 0.26, 4), -9)
  const depth = rx * 0.68
  const paws =
    paw === undefined
      ? ""
      : [-1, 1]
          .map((side) =>
            part(brush, round(side * rx * 0.5, -depth - 2, 23, 20, 24, { bottom: 0.7 }), paw, { shade: 5 })
          )
          .join("")
  const cup =
    kind === "cup" && free.feet ? shellPart(brush, lowerShell(rx, depth), variant, rx, rx * 0.2, colors) + paws : ""
  return {
    cap:
      kind === "cap" && free.head
        ? `<g transform="translate(${Math.round(head.x)} ${Math.round(head.y + 8)})">${shellPart(
            brush,
            cap,
            variant,
            capRx,
            capRx * 1.1,
            colors
          )}</g>`
        : "",
    cup: cup + around
  }
}

/** A collar with the theme's sign, worn from stage 4 when no neck item is equipped. */
export const collar = (brush: Brush, palette: Palette, anchors: Anchors, stage: number): string => {
  const { width, x, y } = anchors.neck
  const half = width * 0.5
  const spine: ReadonlyArray<Point> = [
    [x - half, y - 6],
    [x - half * 0.5, y + 16],
    [x, y + 23],
    [x + half * 0.5, y + 16],
    [x + half, y - 6]
  ]
  const band = part(brush, tube(spine, [15, 18, 19, 18, 15]), palette.emblem, { shade: 5 })
  const size = stage >= 5 ? 35 : 28
  const cy = y + 26 + size * 0.72
  const rim =
    stage >= 5 ? part(brush, ellipse(x, cy, size * 1.24, size * 1.24), gold, { line: brush.line * 0.8, shade: 5 }) : ""
  const disc = part(brush, ellipse(x, cy, size, size), stage >= 5 ? "#fffaf0" : gold, {
    line: brush.line * (stage >= 5 ? 0.45 : 0.8),
    shade: 6
  })
  const color = stage >= 5 ? palette.emblem : darken(palette.emblem, 0.25)
  return band + rim + disc + motif(palette.motif, x, cy, size * 0.56, color, "#fffdf5")
}

const laurel = (brush: Brush, cx: number, cy: number, radius: number): string =>
  [-1, 1]
    .map((side) =>
      Array.from({ length: 11 }, (_, index) => {
        const degrees = 90 - side * (30 + index * 9.5)
        const angle = (degrees * Math.PI) / 180
        const lane = radius + (index % 2 === 0 ? 15 : -15)
        const [x, y] = [cx + Math.cos(angle) * lane, cy + Math.sin(angle) * lane]
        const size = 36 - index * 1.2
        const leaf = arcs(
          [
            [x - size, y],
            [x + size, y]
          ],
          0.24
        )
        const lean = index % 2 === 0 ? 26 : -26
        return part(brush, turn(leaf, degrees + 90 - side * lean, [x, y]), lighten(gold, 0.12), { line: 4.5, shade: 4 })
      }).join("")
    )
    .join("")

/**
 * Prestige, behind the creature: warm light from level 1, one star per level on an arc, a ring from 4 and a laurel at
 * 8 and above. Canvas coordinates.
 */
export const prestigeAura = (brush: Brush, level: number): string => {
  if (level <= 0) return ""
  const [cx, cy, radius] = [512, 540, 424]
  const warm = radial(brush, [
    { at: 0.35, color: gold, opacity: 0.16 + level * 0.022 },
    { at: 0.75, color: gold, opacity: 0.14 },
    {
      at: 1,
      color: gold,
      opacity: 0
    }
  ])
  const ring =
    level >= 4
      ? stroke(ellipse(cx, cy, radius - 44, radius - 44), gold, 5, 0.55) +
        (level >= 6 ? stroke(ellipse(cx, cy, radius - 60, radius - 60), gold, 2.5, 0.5) : "")
      : ""
  const stars = Array.from({ length: level }, (_, index) => {
    const degrees = -90 + (index - (level - 1) / 2) * 13.5
    const angle = (degrees * Math.PI) / 180
    const size = 27 - Math.abs(index - (level - 1) / 2) * 1.5
    return part(
      brush,
      turn(star(cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius, size, 5, 0.52), degrees + 90, [
        cx + Math.cos(angle) * radius,
        cy + Math.sin(angle) * radius
      ]),
      gold,
      { line: 5, shade: 4 }
    )
  })
  return (
    fill(ellipse(cx, cy, 480, 480), warm) +
    ring +
    (level >= 8 ? laurel(brush, cx, cy, radius - 52) : "") +
    stars.join("")
  )
}

/** A soft oval where a creature touches the ground. */
export const groundShadow = (brush: Brush, ink: string, width: number): string => {
  const paint = radial(brush, [
    { at: 0, color: ink, opacity: 0.36 },
    { at: 0.65, color: ink, opacity: 0.2 },
    { at: 1, color: ink, opacity: 0 }
  ])
  return fill(
    move(
      smooth([
        [-width, 0],
        [0, -34],
        [width, 0],
        [0, 34]
      ]),
      0,
      4
    ),
    paint
  )
}
