/** Variant 2, the owl: one egg-shaped body with a heart-shaped face; ear tufts and wings open with the stages. */
import { crease, fill, linear, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, brows, type Eyes, eyes } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { leaf, move, onSide, polygon, round, smooth, symmetric, turn } from "../geometry.ts"
import { featherWing, scallops } from "../limbs.ts"

interface Measures {
  readonly rx: number
  readonly height: number
  readonly eyeY: number
}

const tufts = (kit: Kit, { height, rx }: Measures): string => {
  const { brush, coat, from, grow } = kit
  return [-1, 1]
    .map((side) => {
      const big = move(turn(leaf(grow(74, 128), grow(34, 42), 0.3, 0.9), 30), rx * 0.56, -height * 0.86)
      const small = move(turn(leaf(grow(60, 96), grow(24, 30), 0.3, 0.9), 54), rx * 0.7, -height * 0.82)
      return (
        (from(3) ? part(brush, onSide(small, side), coat.accent, { shade: 5 }) : "") +
        part(brush, onSide(big, side), coat.base, { shade: 6 })
      )
    })
    .join("")
}

const mask = (kit: Kit, { eyeY, rx }: Measures): string => {
  const { brush, coat } = kit
  const paint = linear(brush, [
    { at: 0, color: lighten(coat.belly, 0.4) },
    { at: 1, color: darken(coat.belly, 0.03) }
  ])
  const disc = symmetric([
    [0, -rx * 0.36],
    [rx * 0.44, -rx * 0.62],
    [rx * 0.86, -rx * 0.32],
    [rx * 0.84, rx * 0.24],
    [rx * 0.44, rx * 0.58],
    [0, rx * 0.72]
  ])
  return fill(move(disc, 0, eyeY), paint)
}

const beak = (kit: Kit, y: number, size: number): string => {
  const shape = round(0, y, size * 0.62, size * 0.42, size * 0.95, { bottom: 0.14, lowerSide: 0.3, top: 0.7 })
  const line = smooth(
    [
      [-size * 0.5, y + size * 0.12],
      [0, y + size * 0.3],
      [size * 0.5, y + size * 0.12]
    ],
    false
  )
  return part(kit.brush, shape, "#ffb23e", { line: 6, shade: 5 }) + crease(kit.brush, line, "#ffb23e", 4)
}

const talons = (kit: Kit, rx: number): string =>
  [-1, 1]
    .map((side) =>
      [-1, 0, 1]
        .map((toe) => {
          const claw = round(side * rx * 0.42 + toe * 22, -8, 14, 18, 14, { bottom: 0.7 })
          return part(kit.brush, claw, "#ffb23e", { line: 6, shade: 4 })
        })
        .join("")
    )
    .join("")

const foldedWing = (kit: Kit, { height, rx }: Measures, side: number): string => {
  const { brush, coat } = kit
  const shape = round(0, 0, rx * 0.27, height * 0.3, height * 0.26, { bottom: 0.2, lowerSide: 0.7, top: 0.7 })
  const placed = move(turn(shape, kit.grow(-16, -8), [0, -height * 0.28]), rx * 0.9, -height * 0.32)
  const quill = (share: number): string =>
    crease(
      brush,
      onSide(
        polygon(
          [
            [rx * (0.86 + share * 0.1), -height * 0.24],
            [rx * (0.9 + share * 0.06), -height * 0.14]
          ],
          false
        ),
        side
      ),
      coat.base,
      brush.line * 0.6
    )
  return part(brush, onSide(placed, side), mix(coat.base, kit.brush.ink, 0.16), { shade: 8 }) + quill(0) + quill(1)
}

export const owl: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const rx = grow(142, 176)
  const height = grow(288, 478)
  const eyeY = -height * grow(0.6, 0.68)
  const size: Measures = { eyeY, height, rx }
  const look: Eyes = {
    apart: rx * 0.42,
    iris: coat.accent,
    radius: grow(50, 46),
    skin: coat.base,
    style: "ringed",
    x: 0,
    y: eyeY
  }
  const body = round(0, -height * 0.42, rx, height * 0.58, height * 0.42, {
    bottom: 0.68,
    lowerSide: 0.6,
    top: 0.68,
    upperSide: 0.62
  })
  const bellyPatch = round(0, -height * 0.22, rx * 0.66, height * 0.28, height * 0.24, { bottom: 0.7 })
  const marks =
    fill(bellyPatch, lighten(coat.belly, 0.1)) +
    mask(kit, size) +
    scallops(brush, { rows: from(3) ? 3 : 2, width: rx * 1.1, x: 0, y: -height * 0.28 }, coat.belly)
  const dark = mix(coat.base, brush.ink, 0.2)
  const spread = from(4)
    ? [-1, 1].map((side) =>
        featherWing(brush, side, [rx * 0.6, -height * 0.42], grow(150, 330), grow(6, -16), [coat.base, coat.accent])
      )
    : []
  const tailFeathers = [-24, 0, 24].map((degrees) =>
    part(brush, turn(round(0, 10, 26, 60, 34), degrees, [0, -60]), dark)
  )
  const wings = from(4) ? "" : foldedWing(kit, size, -1) + foldedWing(kit, size, 1)
  return {
    anchors: {
      accessory: { width: 96, x: -rx - 110, y: -height * 1.02 },
      body: { height: height * 0.36, width: rx * 1.3, x: 0, y: -height * 0.23 },
      face: { width: look.apart * 2, x: 0, y: eyeY },
      feet: [-1, 1].map((side) => ({ width: 92, x: side * rx * 0.42, y: 0 })),
      hand: { width: 50, x: rx * 1.2, y: -height * 0.24 },
      head: { width: rx * 1.24, x: 0, y: -height * 0.9 },
      neck: { width: rx * 1.5, x: 0, y: -height * 0.37 }
    },
    arms: wings,
    back: spread.join("") + tailFeathers.join(""),
    face:
      eyes(brush, look) +
      (from(3) ? brows(brush, look, 4, coat.base) : "") +
      blush(brush, 0, eyeY + rx * 0.4, rx * 0.58, 24) +
      beak(kit, eyeY + rx * 0.3, grow(30, 36)),
    head: "",
    legs: talons(kit, rx),
    collar: true,
    outline: body,
    shell: { kind: "cup", rx: rx * 1.04 },
    torso: tufts(kit, size) + part(brush, body, coat.base, { marks })
  }
}
