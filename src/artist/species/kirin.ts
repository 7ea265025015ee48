/** Variant 11, the kirin: a long-necked foal that becomes a crowned stag, with a mane of clouds and a tufted tail. */
import { fill, group, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth } from "../face.ts"
import type { Anchors, Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, leaf, move, type Point, round, type Shape, smooth, stretch, tube, turn } from "../geometry.ts"
import { antler, ear } from "../heads.ts"
import { foot } from "../limbs.ts"

const legOf = (kit: Kit, x: number, top: number, width: number, color: string): string => {
  const { brush, coat } = kit
  const shape = tube(
    [
      [x, top],
      [x, top * 0.5],
      [x, -18]
    ],
    [width * 1.2, width, width * 1.04]
  )
  return part(brush, shape, color, { shade: 7 }) + foot(brush, x, width * 1.34, mix(coat.accent, brush.ink, 0.15), 0)
}

/** Places of the legs along the barrel: the two far ones, then the near ones. */
const legs = [-0.22, 0.9, -0.66, 0.54] as const

const measure = ({ grow }: Kit) => ({
  bodyRx: grow(112, 150),
  bodyRy: grow(76, 96),
  bodyX: grow(30, 46),
  bodyY: -grow(112, 176),
  headDown: 88,
  headRx: grow(112, 104),
  headUp: grow(96, 88),
  headX: -grow(34, 62),
  headY: -grow(268, 436),
  legWidth: grow(46, 52)
})
type Measures = ReturnType<typeof measure>

const tailOf = (kit: Kit, { bodyRx, bodyRy, bodyX, bodyY }: Measures): string => {
  const { brush, coat, grow } = kit
  const rump: Point = [bodyX + bodyRx * 0.9, bodyY - bodyRy * 0.2]
  const tip: Point = [rump[0] + grow(52, 128), rump[1] - grow(30, 96)]
  const tuft = move(turn(leaf(grow(62, 128), grow(30, 52), 0.45, 0.3), 24), tip[0] - 8, tip[1] + 14)
  const line = tube([rump, [rump[0] + grow(40, 84), rump[1] + 8], tip], [30, 24, 16])
  return part(brush, tuft, coat.accent, { shade: 7 }) + part(brush, line, coat.base, { shade: 6 })
}

const maneOf = (kit: Kit, size: Measures): string => {
  const { bodyRx, bodyRy, bodyX, bodyY, headDown, headRx, headUp, headX, headY } = size
  const depth = kit.grow(26, 66)
  const inner: ReadonlyArray<Point> = [
    [headX - headRx * 0.2, headY - headUp * 0.9],
    [headX - headRx * 0.66, headY - headUp * 0.1],
    [headX - kit.grow(52, 56), headY + headDown * 0.9],
    [(bodyX - bodyRx * 0.42 + headX) / 2 - kit.grow(50, 60), (bodyY + headY) / 2 + kit.grow(24, 60)],
    [bodyX - bodyRx * 0.8, bodyY - bodyRy * 0.3]
  ]
  const outer = inner.map(([x, y]): Point => [x - depth, y - depth * 0.1])
  const puffs = [...outer.slice(1).map(() => -0.36), ...inner.map(() => 0.05), 0]
  return part(kit.brush, arcs([...outer, ...inner.toReversed()], puffs), kit.coat.accent, { shade: 8 })
}

const spots = [
  [0.3, -0.5, 15],
  [0.62, -0.2, 12],
  [0.1, -0.2, 10],
  [0.44, 0.06, 9],
  [0.78, -0.46, 8],
  [-0.1, -0.56, 9]
] as const

const barrelOf = ({ bodyRx, bodyRy, bodyX, bodyY }: Measures): Shape =>
  round(bodyX, bodyY, bodyRx, bodyRy, bodyRy, { bottom: 0.62, top: 0.62 })

const trunk = (kit: Kit, size: Measures): string => {
  const { brush, coat, from, grow } = kit
  const { bodyRx, bodyRy, bodyX, bodyY, headX, headY } = size
  const middle = (bodyY + headY) / 2
  const spine: ReadonlyArray<Point> = [
    [bodyX - bodyRx * 0.42, bodyY + 6],
    [headX - 8, middle],
    [headX, headY + 20]
  ]
  const neck = tube(spine, [grow(112, 138), grow(88, 92), grow(80, 84)])
  const fawn = spots.map(([x, y, wide]) =>
    fill(ellipse(bodyX + x * bodyRx, bodyY + y * bodyRy, wide * 1.15, wide), lighten(coat.belly, 0.2), 0.85)
  )
  const bib = move(stretch(bibShape, grow(40, 74), grow(40, 74)), headX - 4, middle + grow(40, 86))
  return (
    maneOf(kit, size) +
    part(brush, barrelOf(size), coat.base, { marks: fawn.join("") }) +
    part(brush, neck, coat.base, { shade: 10 }) +
    (from(3) ? part(brush, bib, lighten(coat.belly, 0.3), { shade: 6 }) : "")
  )
}

const bibShape = smooth([
  [-0.6, -0.5],
  [0.6, -0.5],
  [0.5, 0.3],
  [0.1, 0.9],
  [-0.4, 0.4]
])

/** Drawn around x = 0 and moved onto the neck. */
const headOf = (kit: Kit, { headDown, headRx, headUp, headX, headY }: Measures): string => {
  const { brush, coat, grow, stage } = kit
  const tines = [1, 1, 2, 3, 3][stage - 1] ?? 1
  const earShape = leaf(grow(74, 92), grow(28, 32), 0.4, 0.6)
  const crown = [-1, 1].map(
    (side) =>
      ear(brush, side, earShape, [headRx * 0.82, headY - headUp * 0.46], 62, [coat.base, coat.belly]) +
      antler(brush, side, [headRx * 0.36, headY - headUp * 0.8], grow(48, 158), tines, lighten(coat.accent, 0.15))
  )
  const head = round(0, headY, headRx, headUp, headDown, { bottom: 0.58, lowerSide: 0.74, top: 0.62 })
  const muzzle = round(0, headY + headDown * 0.6, headRx * 0.62, headDown * 0.36, headDown * 0.44, {
    bottom: 0.66,
    top: 0.7
  })
  const forelock = arcs(
    [
      [-40, headY - headUp * 0.74],
      [-18, headY - headUp * 1.2],
      [14, headY - headUp * 1.16],
      [38, headY - headUp * 0.74],
      [8, headY - headUp * 0.5]
    ],
    [0.2, 0.3, 0.2, 0.1, 0.1]
  )
  const drawn =
    crown.join("") +
    part(brush, head, coat.base, { marks: fill(muzzle, lighten(coat.belly, 0.2)), shade: 10 }) +
    part(brush, forelock, coat.accent, { shade: 5 })
  return group(drawn, `translate(${Math.round(headX)} 0)`)
}

const faceOf = (kit: Kit, look: Eyes, { headDown, headRx, headX, headY }: Measures): string => {
  const { brush, coat, from } = kit
  const nostrils = [-1, 1].map((side) =>
    fill(ellipse(headX + side * headRx * 0.16, headY + headDown * 0.48, 6, 5), darken(coat.belly, 0.45))
  )
  return (
    eyes(brush, look) +
    blush(brush, headX, headY + headDown * 0.42, headRx * 0.8, 21) +
    nostrils.join("") +
    mouth(brush, from(3) ? "smile" : "open", headX, headY + headDown * 0.66, 17, coat.belly)
  )
}

const anchorsOf = (kit: Kit, look: Eyes, size: Measures): Anchors => {
  const { bodyRx, bodyRy, bodyX, bodyY, headRx, headUp, headX, headY, legWidth } = size
  return {
    accessory: { width: 96, x: headX - headRx - 150, y: headY - headUp * 0.4 },
    body: { height: bodyRy * 1.7, width: bodyRx * 1.5, x: bodyX, y: bodyY - bodyRy * 0.12 },
    face: { width: look.apart * 2, x: headX, y: look.y },
    feet: legs.map((share) => ({ width: legWidth * 1.34, x: bodyX + bodyRx * share, y: 0 })),
    hand: { width: 44, x: bodyX - bodyRx - kit.grow(76, 104), y: -50 },
    head: { width: headRx * 1.2, x: headX, y: headY - headUp * 0.76 },
    neck: { width: kit.grow(96, 104), x: headX - 4, y: (bodyY + headY) / 2 + kit.grow(6, 20) }
  }
}

export const kirin: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const size = measure(kit)
  const { bodyRx, bodyX, bodyY, headRx, headX, headY, legWidth } = size
  const look: Eyes = {
    apart: headRx * 0.52,
    iris: coat.accent,
    lashes: from(3),
    radius: grow(34, 28),
    skin: coat.base,
    style: from(5) ? "proud" : "bead",
    x: headX,
    y: headY + 2
  }
  const leg = (index: number, color: string): string =>
    legOf(kit, bodyX + bodyRx * (legs[index] ?? 0), bodyY, legWidth, color)
  const far = mix(coat.base, brush.ink, 0.16)
  return {
    anchors: anchorsOf(kit, look, size),
    arms: "",
    back: tailOf(kit, size) + leg(0, far) + leg(1, far),
    collar: true,
    face: faceOf(kit, look, size),
    head: headOf(kit, size),
    legs: leg(2, coat.base) + leg(3, coat.base),
    outline: barrelOf(size),
    shell: { kind: "cap", rx: bodyRx },
    torso: trunk(kit, size)
  }
}
