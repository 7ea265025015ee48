/** Variant 11, the kirin: a long-necked foal that becomes a crowned stag, with a mane of clouds and a tufted tail. */
import { fill, part } from "../brush.ts"
import { darken, lighten, mix } from "../color.ts"
import { blush, type Eyes, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, leaf, move, onSide, type Point, round, type Shape, smooth, tube, turn } from "../geometry.ts"
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

const maneOf = (kit: Kit, spine: ReadonlyArray<Point>, depth: number): Shape => {
  const outer = spine.map(([x, y]): Point => [x - depth, y - depth * 0.1])
  const inner = [...spine].reverse()
  return arcs([...outer, ...inner], [...outer.slice(1).map(() => -0.36), ...inner.map(() => 0.05), 0])
}

export const kirin: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const bodyRx = grow(112, 150)
  const bodyY = -grow(112, 176)
  const bodyRy = grow(76, 96)
  const bodyX = grow(30, 46)
  const headX = -grow(34, 62)
  const headY = -grow(268, 436)
  const headRx = grow(112, 104)
  const headUp = grow(96, 88)
  const headDown = grow(88, 88)
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
  const neckSpine: ReadonlyArray<Point> = [
    [bodyX - bodyRx * 0.42, bodyY + 6],
    [headX - 8, (bodyY + headY) / 2],
    [headX, headY + 20]
  ]
  const neck = tube(neckSpine, [grow(112, 138), grow(88, 92), grow(80, 84)])
  const barrel = round(bodyX, bodyY, bodyRx, bodyRy, bodyRy, { bottom: 0.62, top: 0.62 })
  const spots = (
    [
      [0.3, -0.5, 15],
      [0.62, -0.2, 12],
      [0.1, -0.2, 10],
      [0.44, 0.06, 9],
      [0.78, -0.46, 8],
      [-0.1, -0.56, 9]
    ] as const
  ).map(([x, y, size]) =>
    fill(ellipse(bodyX + x * bodyRx, bodyY + y * bodyRy, size * 1.15, size), lighten(coat.belly, 0.2), 0.85)
  )
  const rump: Point = [bodyX + bodyRx * 0.9, bodyY - bodyRy * 0.2]
  const tip: Point = [rump[0] + grow(52, 128), rump[1] - grow(30, 96)]
  const tailTuft = move(turn(leaf(grow(62, 128), grow(30, 52), 0.45, 0.3), 24), tip[0] - 8, tip[1] + 14)
  const tailLine = tube([rump, [rump[0] + grow(40, 84), rump[1] + 8], tip], [30, 24, 16])
  const head = round(headX, headY, headRx, headUp, headDown, { bottom: 0.58, lowerSide: 0.74, top: 0.62 })
  const muzzle = round(headX, headY + headDown * 0.6, headRx * 0.62, headDown * 0.36, headDown * 0.44, {
    bottom: 0.66,
    top: 0.7
  })
  const shifted = (svgOf: (side: number) => Shape): ReadonlyArray<Shape> =>
    [-1, 1].map((side) => move(svgOf(side), headX, 0))
  const nostrils = shifted((side) => onSide(ellipse(headRx * 0.16, headY + headDown * 0.48, 6, 5), side)).map((shape) =>
    fill(shape, darken(coat.belly, 0.45))
  )
  const crownOf = (side: number): string =>
    `<g transform="translate(${Math.round(headX)} 0)">${ear(
      brush,
      side,
      leaf(grow(74, 92), grow(28, 32), 0.4, 0.6),
      [headRx * 0.82, headY - headUp * 0.46],
      62,
      [coat.base, coat.belly]
    )}${antler(brush, side, [headRx * 0.36, headY - headUp * 0.8], grow(48, 158), [1, 1, 2, 3, 3][kit.stage - 1] ?? 1, lighten(coat.accent, 0.15))}</g>`
  const maneSpine: ReadonlyArray<Point> = [
    [headX - headRx * 0.2, headY - headUp * 0.9],
    [headX - headRx * 0.66, headY - headUp * 0.1],
    [headX - grow(52, 56), headY + headDown * 0.9],
    [(bodyX - bodyRx * 0.42 + headX) / 2 - grow(50, 60), (bodyY + headY) / 2 + grow(24, 60)],
    [bodyX - bodyRx * 0.8, bodyY - bodyRy * 0.3]
  ]
  const mane = part(brush, maneOf(kit, maneSpine, grow(26, 66)), coat.accent, { shade: 8 })
  const forelock = part(
    brush,
    move(
      arcs(
        [
          [-40, -headUp * 0.74],
          [-18, -headUp * 1.2],
          [14, -headUp * 1.16],
          [38, -headUp * 0.74],
          [8, -headUp * 0.5]
        ],
        [0.2, 0.3, 0.2, 0.1, 0.1]
      ),
      headX,
      headY
    ),
    coat.accent,
    { shade: 5 }
  )
  const chest = from(3)
    ? part(brush, leafChest(headX - 4, (bodyY + headY) / 2 + grow(40, 86), grow(40, 74)), lighten(coat.belly, 0.3), {
        shade: 6
      })
    : ""
  const legWidth = grow(46, 52)
  const far = mix(coat.base, brush.ink, 0.16)
  return {
    anchors: {
      accessory: { width: 96, x: headX - headRx - 150, y: headY - headUp * 0.4 },
      body: { height: bodyRy * 1.7, width: bodyRx * 1.5, x: bodyX, y: bodyY - bodyRy * 0.12 },
      face: { width: look.apart * 2, x: headX, y: look.y },
      feet: [bodyX - bodyRx * 0.62, bodyX + bodyRx * 0.58].map((x) => ({ width: legWidth * 1.34, x, y: 0 })),
      hand: { width: 44, x: bodyX - bodyRx - grow(46, 92), y: -50 },
      head: { width: headRx * 1.2, x: headX, y: headY - headUp * 0.76 },
      neck: { width: grow(96, 104), x: headX - 4, y: (bodyY + headY) / 2 + grow(6, 20) }
    },
    arms: "",
    back:
      part(brush, tailTuft, coat.accent, { shade: 7 }) +
      part(brush, tailLine, coat.base, { shade: 6 }) +
      legOf(kit, bodyX - bodyRx * 0.26, bodyY, legWidth, far) +
      legOf(kit, bodyX + bodyRx * 0.86, bodyY, legWidth, far),
    face:
      eyes(brush, look) +
      blush(brush, headX, headY + headDown * 0.42, headRx * 0.8, 21) +
      nostrils.join("") +
      mouth(brush, from(3) ? "smile" : "open", headX, headY + headDown * 0.66, 17, coat.belly),
    head:
      [-1, 1].map(crownOf).join("") +
      part(brush, head, coat.base, { marks: fill(muzzle, lighten(coat.belly, 0.2)), shade: 10 }) +
      forelock,
    legs:
      legOf(kit, bodyX - bodyRx * 0.62, bodyY, legWidth, coat.base) +
      legOf(kit, bodyX + bodyRx * 0.58, bodyY, legWidth, coat.base),
    collar: true,
    outline: barrel,
    shell: { kind: "cap", rx: bodyRx },
    torso:
      mane +
      part(brush, barrel, coat.base, { marks: spots.join("") }) +
      part(brush, neck, coat.base, { shade: 10 }) +
      chest
  }
}

const leafChest = (x: number, y: number, size: number): Shape =>
  smooth([
    [x - size * 0.6, y - size * 0.5],
    [x + size * 0.6, y - size * 0.5],
    [x + size * 0.5, y + size * 0.3],
    [x + size * 0.1, y + size * 0.9],
    [x - size * 0.4, y + size * 0.4]
  ])
