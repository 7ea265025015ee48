/**
 * How every part is painted: a soft vertical gradient, a shadow crescent at the lower right, a light crescent at the
 * upper left and an outline in a darker tone of the part's own colour. One treatment for all parts is what makes
 * twelve very different creatures look drawn by one hand.
 */
import { darken, lighten, mix } from "./color.ts"
import { path, type Shape } from "./geometry.ts"

/** Ids are prefixed per picture: many pictures can stand in one page without stealing each other's gradients. */
export interface Brush {
  readonly ink: string
  /** Outline width in pixels of the 1024 picture. */
  readonly line: number
  readonly identifier: (kind: string) => string
  /** Registers a definition once and returns the `url(#...)` that paints with it. */
  readonly paint: (key: string, build: (id: string) => string) => string
  readonly definitions: () => string
}

export const makeBrush = (prefix: string, ink: string, line: number): Brush => {
  const known = new Map<string, { readonly id: string; readonly svg: string }>()
  let count = 0
  const identifier = (kind: string): string => `${prefix}-${kind}${count++}`
  return {
    definitions: () => [...known.values()].map((entry) => entry.svg).join(""),
    identifier,
    ink,
    line,
    paint: (key, build) => {
      const entry = known.get(key) ?? ((id) => ({ id, svg: build(id) }))(identifier("p"))
      known.set(key, entry)
      return `url(#${entry.id})`
    }
  }
}

const stop = (offset: number, color: string, opacity = 1): string =>
  `<stop offset="${offset}" stop-color="${color}"${opacity < 1 ? ` stop-opacity="${opacity}"` : ""}/>`

export interface Stop {
  readonly at: number
  readonly color: string
  readonly opacity?: number
}

/** A top-to-bottom gradient; with `slant` it runs from the upper left to the lower right. */
export const linear = (brush: Brush, stops: ReadonlyArray<Stop>, slant = false): string =>
  brush.paint(`linear${slant}${JSON.stringify(stops)}`, (id) => {
    const end = slant ? `x2="0.7" y2="1"` : `x2="0" y2="1"`
    const body = stops.map(({ at, color, opacity }) => stop(at, color, opacity)).join("")
    return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${body}</linearGradient>`
  })

export const radial = (brush: Brush, stops: ReadonlyArray<Stop>): string =>
  brush.paint(`radial${JSON.stringify(stops)}`, (id) => {
    const body = stops.map(({ at, color, opacity }) => stop(at, color, opacity)).join("")
    return `<radialGradient id="${id}">${body}</radialGradient>`
  })

/** The usual volume of a part in this colour. */
export const tone = (brush: Brush, color: string): string =>
  linear(
    brush,
    [
      { at: 0, color: lighten(color, 0.26) },
      { at: 0.45, color },
      { at: 1, color: mix(darken(color, 0.1), brush.ink, 0.06) }
    ],
    true
  )

export const outlineOf = (brush: Brush, color: string): string => mix(darken(color, 0.3), brush.ink, 0.62)

export const fill = (shape: Shape, paint: string, opacity = 1): string =>
  `<path d="${path(shape)}" fill="${paint}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}/>`

export const stroke = (shape: Shape, paint: string, width: number, opacity = 1): string =>
  `<path d="${path(shape)}" fill="none" stroke="${paint}" stroke-width="${Math.round(width * 10) / 10}"` +
  ` stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` stroke-opacity="${opacity}"` : ""}/>`

export const clipped = (brush: Brush, shape: Shape, content: string): string => {
  const id = brush.identifier("c")
  return `<clipPath id="${id}"><path d="${path(shape)}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

export interface Finish {
  /** Marks painted on the surface, under the shading: belly, spots, inner ear. */
  readonly marks?: string
  /** Width of the shadow crescent in pixels; 0 for flat parts. */
  readonly shade?: number
  readonly gloss?: number
  readonly line?: number
  readonly paint?: string
}

const outside = "M-2000-2000H2000V2000H-2000Z"

const crescent = (d: string, dx: number, dy: number, color: string, opacity: number): string =>
  `<path transform="translate(${dx} ${dy})" d="${outside}${d}" fill="${color}" fill-opacity="${opacity}"` +
  ` fill-rule="evenodd"/>`

/** The shadow along the lower right inside of a shape; to be clipped by it. */
export const shading = (brush: Brush, shape: Shape, width: number): string =>
  crescent(path(shape), -width, -width * 1.1, brush.ink, 0.17)

/** A finished part: volume, marks, shadow, light, outline. */
export const part = (brush: Brush, shape: Shape, color: string, finish: Finish = {}): string => {
  const { gloss = 0.34, line = brush.line, marks = "", paint = tone(brush, color), shade = 14 } = finish
  const d = path(shape)
  const shadow = shade > 0 ? shading(brush, shape, shade) : ""
  const light = gloss > 0 && shade > 0 ? crescent(d, shade * 0.62, shade * 0.8, "#ffffff", gloss) : ""
  const surface = marks + shadow + light
  return (
    fill(shape, paint) +
    (surface === "" ? "" : clipped(brush, shape, surface)) +
    (line > 0 ? stroke(shape, outlineOf(brush, color), line) : "")
  )
}

/** A thin drawn line (mouths, folds, toes) in the tone of the part it lies on. */
export const crease = (brush: Brush, shape: Shape, color: string, width = brush.line * 0.7): string =>
  stroke(shape, outlineOf(brush, color), width)

export const group = (content: string, transform: string): string =>
  content === "" ? "" : `<g transform="${transform}">${content}</g>`

/** A self-contained picture of 1024 x 1024. */
export const document = (picture: string, definitions: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 1024 1024">` +
  `<defs>${definitions}</defs>${picture}</svg>`
