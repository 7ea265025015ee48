/**
 * Wide pictures for links that are shared, 1200 x 630: who lives behind the link, on the ground of its theme. No words:
 * there are no fonts to rely on. What matters stays clear of the edges, which some networks cut off.
 */
import { type Brush, makeBrush } from "../brush.ts"
import { type CreatureRequest, poseCreature, type Posed } from "../creature.ts"
import { hash } from "../hash.ts"
import { prestigeAura } from "../ornament.ts"
import { type Palette, paletteOf } from "../palette.ts"
import { type CardLook, land, over } from "./land.ts"
import { frame, garland, medallion, podium, rosette } from "./trimmings.ts"

/** Whoever is on the picture: as our artist draws it, or as somebody else has painted it (a `data:` URI). */
export type Sitter = { readonly creature: CreatureRequest } | { readonly painted: string; readonly prestige: number }

export interface CardRequest {
  readonly kind: "buddy" | "showroom" | "hall_of_fame"
  readonly theme: string
  /** `#rrggbb`, of the page behind the link */
  readonly accent_color: string
  readonly is_dark: boolean
  /** the most important first; a showroom shows six, a hall of fame three */
  readonly sitters: ReadonlyArray<Sitter>
}

export const card_width = 1_200
export const card_height = 630

/** Where somebody stands, and how large compared with a picture of its own. */
interface Spot {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

const alone: Spot = { x: 600, y: 572, zoom: 0.72 }
/** The light of rank around it keeps clear of the frame. */
const light = { x: 600, y: 346, zoom: 0.64 } as const

const front_y = 576

/** By number of sitters: from the back to the front, each with the rank of who stands there. */
const rows: ReadonlyArray<ReadonlyArray<readonly [rank: number, x: number, y: number, zoom: number]>> = [
  [],
  [[0, 600, 564, 0.64]],
  [
    [0, 410, 560, 0.58],
    [1, 790, 560, 0.58]
  ],
  [
    [1, 282, 530, 0.5],
    [2, 918, 530, 0.5],
    [0, 600, 568, 0.6]
  ],
  [
    [2, 208, 520, 0.46],
    [3, 992, 520, 0.46],
    [0, 448, 566, 0.52],
    [1, 752, 566, 0.52]
  ],
  [
    [3, 436, 448, 0.42],
    [4, 764, 448, 0.42],
    [1, 244, 564, 0.48],
    [2, 956, 564, 0.48],
    [0, 600, 574, 0.5]
  ],
  [
    [4, 318, 446, 0.42],
    [5, 882, 446, 0.42],
    [2, 166, 562, 0.42],
    [3, 1034, 562, 0.42],
    [0, 458, 576, 0.46],
    [1, 742, 576, 0.46]
  ]
]

const steps: (typeof rows)[number] = [
  [2, 905, 470, 0.4],
  [1, 295, 440, 0.4],
  [0, 600, 392, 0.42]
]

interface Placed extends Spot {
  readonly sitter: Sitter
}

const placed = (spots: (typeof rows)[number], sitters: ReadonlyArray<Sitter>): ReadonlyArray<Placed> =>
  spots.flatMap(([rank, x, y, zoom]) => {
    const sitter = sitters[rank]
    return sitter === undefined ? [] : [{ sitter, x, y, zoom }]
  })

const spotsOf = ({ kind, sitters }: CardRequest): ReadonlyArray<Placed> => {
  if (kind === "hall_of_fame") return placed(steps, sitters)
  const shown = sitters.slice(0, kind === "buddy" ? 1 : rows.length - 1)
  if (kind === "buddy") return shown.map((sitter) => ({ sitter, ...alone }))
  return placed(rows[shown.length] ?? [], shown)
}

/** Light of rank behind somebody who has the picture alone. */
const auraOf = (brush: Brush, { sitter }: Placed): string => {
  const level = "creature" in sitter ? sitter.creature.prestige : sitter.prestige
  return over(prestigeAura(brush, level), light.x - 512 * light.zoom, light.y - 540 * light.zoom, light.zoom)
}

/** Rings in the second row hang higher than figures stand there, so that no face is hidden. */
const ring = (brush: Brush, look: CardLook, { kind }: CardRequest, { sitter, x, y, zoom }: Placed): string => {
  if ("creature" in sitter) return ""
  const lift = kind === "showroom" ? Math.max(0, front_y - y) * 0.6 + 8 : 0
  return medallion(brush, look, sitter.painted, x, y - lift, zoom * (kind === "buddy" ? 340 : 250))
}

const poseOf = (brush: Brush, palette: Palette, sitter: Sitter): Posed | undefined =>
  "creature" in sitter ? poseCreature(brush, palette, sitter.creature) : undefined

export const drawCard = (request: CardRequest): string => {
  const palette = paletteOf(request.theme)
  const seed = JSON.stringify([request.kind, request.accent_color, request.is_dark, palette.name])
  const brush = makeBrush(`o${hash(seed).toString(36)}`, palette.ink, 8)
  const spots = spotsOf(request)
  const posed = spots.map((spot) => ({ ...spot, pose: poseOf(brush, palette, spot.sitter) }))
  const only = request.kind === "buddy" ? posed[0] : undefined
  const { accent_color, is_dark } = request
  const look: CardLook = { accent: accent_color, is_dark, palette, seed }
  const figures = posed.map(({ pose, ...spot }) =>
    pose === undefined ? ring(brush, look, request, spot) : pose.at(spot.x, spot.y, spot.zoom)
  )
  const picture =
    land(brush, look, only?.pose?.backdrop) +
    (only === undefined ? garland(brush, look) : rosette(brush, look, light.x, light.y)) +
    (only === undefined ? "" : auraOf(brush, only)) +
    (request.kind === "hall_of_fame" ? podium(brush, look, spots.length) : "") +
    figures.join("") +
    frame(brush, look)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${card_width}" height="${card_height}"` +
    ` viewBox="0 0 ${card_width} ${card_height}"><defs>${brush.definitions()}</defs>${picture}</svg>`
  )
}
