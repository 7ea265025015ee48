/** Variant 0, the dragon: horns, webbed wings and a spade tail that all grow with the stages. */
import { crease, fill, linear, part } from "../brush.ts"
import { darken, lighten } from "../color.ts"
import { blush, brows, eyes, mouth } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { ellipse, leaf, move, onSide, round, smooth, turn } from "../geometry.ts"
import { horn } from "../heads.ts"
import { arms, batWing, feet, pear, tail } from "../limbs.ts"
import { headShape, onHead, type Plush, plush } from "../plush.ts"

const plates = (kit: Kit, rx: number, height: number): string => {
  const { brush, coat } = kit
  const paint = linear(brush, [
    { at: 0, color: lighten(coat.belly, 0.3) },
    { at: 1, color: darken(coat.belly, 0.05) }
  ])
  const lines = [0.22, 0.36, 0.5, 0.64].map((share) => {
    const y = -height * share
    return crease(
      brush,
      smooth(
        [
          [-rx * 0.6, y - 4],
          [0, y + 8],
          [rx * 0.6, y - 4]
        ],
        false
      ),
      coat.belly,
      brush.line * 0.5
    )
  })
  return fill(round(0, -height * 0.34, rx * 0.6, height * 0.5, height * 0.4, { bottom: 0.7 }), paint) + lines.join("")
}

const tailOf = (kit: Kit, body: Plush): string => {
  const { brush, coat, grow } = kit
  const [x, y] = [body.rx + grow(84, 170), -grow(70, 130)]
  const spade = move(turn(leaf(grow(48, 92), grow(30, 54), 0.3, 0.3), 24), x - 5, y + 10)
  const spine = [
    [body.rx * 0.3, -34],
    [body.rx + grow(20, 60), -26],
    [x, y + 28]
  ] as const
  return part(brush, spade, coat.accent, { shade: 6 }) + tail(brush, spine, [grow(62, 84), grow(40, 56), 14], coat.base)
}

const crown = (kit: Kit, body: Plush): string => {
  const { brush, coat, from, grow } = kit
  const both = (draw: (side: number) => string): string => draw(-1) + draw(1)
  const fin = move(turn(leaf(grow(58, 92), grow(26, 36), 0.35, 0.6), 74), ...onHead(body, 0.88, -0.04))
  const lowFin = move(turn(leaf(grow(40, 62), grow(18, 26), 0.35, 0.6), 104), ...onHead(body, 0.86, 0.2))
  const fins = both(
    (side) =>
      (from(4) ? part(brush, onSide(lowFin, side), coat.accent, { shade: 5 }) : "") +
      part(brush, onSide(fin, side), coat.accent, { shade: 6 })
  )
  const [x, y] = onHead(body, 0.5, -0.76)
  const spine = [
    [x, y],
    [x + grow(16, 52), y - grow(24, 66)],
    [x + grow(8, 38), y - grow(46, 140)]
  ] as const
  return fins + both((side) => horn(brush, side, spine, grow(34, 48), lighten(coat.belly, 0.1), from(3) ? 3 : 1))
}

export const dragon: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const body = plush(kit, {
    bodyHeight: [150, 290],
    bodyRx: [104, 132],
    eye: [40, 33],
    eyeApart: 0.5,
    eyeDrop: 4,
    eyeStyle: from(5) ? "proud" : "bead",
    foot: [84, 106],
    headDown: [106, 104],
    headRx: [154, 140],
    headUp: [136, 126],
    iris: coat.accent,
    pose: "rest"
  })
  const { headDown, headRx, headY, height, look, rx } = body
  const snout = round(0, headY + headDown * 0.5, headRx * 0.56, headDown * 0.36, headDown * 0.42, {
    bottom: 0.65,
    top: 0.65
  })
  const nostrils = [-1, 1].map((side) =>
    fill(ellipse(side * headRx * 0.14, headY + headDown * 0.33, 6, 5), darken(coat.belly, 0.45))
  )
  const spike = move(leaf(grow(26, 46), grow(15, 24), 0.2, 0.9), 0, headY - body.headUp + 9)
  const wings = [-1, 1].map((side) =>
    batWing(kit, side, [rx * 0.4, -height * 0.62], grow(78, 208), grow(24, -4), coat.accent)
  )
  return {
    anchors: body.anchors,
    arms: arms(brush, body.arm),
    back: wings.join("") + tailOf(kit, body),
    face:
      eyes(brush, look) +
      (from(3) ? brows(brush, look, 4, coat.base) : "") +
      blush(brush, 0, headY + headDown * 0.42, headRx * 0.74, 26) +
      nostrils.join("") +
      mouth(brush, from(3) ? "fang" : "open", 0, headY + headDown * 0.52, grow(22, 26), coat.belly),
    head:
      crown(kit, body) +
      part(brush, spike, coat.accent, { shade: 4 }) +
      part(brush, headShape(body, { bottom: 0.62, lowerSide: 0.72, top: 0.6, upperSide: 0.58 }), coat.base, {
        marks: fill(snout, lighten(coat.belly, 0.1))
      }),
    legs: feet(brush, body.footApart, body.foot, coat.base),
    collar: true,
    outline: pear(rx, height),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.2 },
    torso: part(brush, pear(rx, height), coat.base, { marks: plates(kit, rx, height) })
  }
}
