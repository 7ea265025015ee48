/** Variant 1, the rabbit: ears taller than its head, tufted cheeks, a cotton tail; later a chest ruff and a star. */
import { fill, part } from "../brush.ts"
import { lighten, mix } from "../color.ts"
import { blush, eyes, mouth, nose } from "../face.ts"
import type { Figure, Kit, Species } from "../figure.ts"
import { arcs, ellipse, glint, move, type Point, smooth, symmetric } from "../geometry.ts"
import { ear, longEar } from "../heads.ts"
import { arms, belly, feet, pear, ruff } from "../limbs.ts"
import { onHead, type Plush, plush } from "../plush.ts"

const cheeky = (body: Plush): ReturnType<typeof symmetric> =>
  move(
    symmetric([
      [0, -body.headUp],
      [body.headRx * 0.6, -body.headUp * 0.86],
      [body.headRx * 0.96, -body.headUp * 0.2],
      [body.headRx * 0.98, body.headDown * 0.18],
      [body.headRx * 1.16, body.headDown * 0.42],
      [body.headRx * 0.92, body.headDown * 0.64],
      [body.headRx * 0.52, body.headDown * 0.96],
      [0, body.headDown]
    ]),
    0,
    body.headY
  )

const earsOf = (kit: Kit, body: Plush): string => {
  const { brush, coat, from, grow } = kit
  const shape = longEar(grow(152, 236), grow(37, 44))
  const tip = from(3) ? mix(coat.base, brush.ink, 0.4) : undefined
  const at = onHead(body, 0.4, -0.76)
  return (
    ear(brush, -1, shape, at, grow(14, 12), [coat.base, coat.belly], tip) +
    ear(brush, 1, shape, at, grow(34, 24), [coat.base, coat.belly], tip)
  )
}

/** The moon rabbit's crescent, behind the head from stage 4. */
const moon = (kit: Kit, body: Plush): string => {
  if (!kit.from(4)) return ""
  const radius = kit.grow(170, 244)
  const arc = (from: number, to: number, reach: number, shift = 0): ReadonlyArray<Point> =>
    Array.from({ length: 9 }, (_, index): Point => {
      const angle = ((from + ((to - from) * index) / 8) * Math.PI) / 180
      return [Math.cos(angle) * reach + shift - 6, body.headY - 30 + Math.sin(angle) * reach]
    })
  const shape = smooth([...arc(58, 292, radius), ...arc(286, 64, radius * 0.84, radius * 0.26).slice(1, -1)], true, 0.9)
  return part(kit.brush, shape, lighten("#ffd15c", 0.12), { shade: 12 })
}

const cotton = (kit: Kit, body: Plush): string => {
  const radius = kit.grow(40, 64)
  const puffs = Array.from({ length: 9 }, (_, index): Point => {
    const angle = (index / 9) * Math.PI * 2
    return [body.rx + Math.cos(angle) * radius, -kit.grow(54, 78) + Math.sin(angle) * radius]
  })
  return part(kit.brush, arcs(puffs, 0.3), lighten(kit.coat.belly, 0.3), { shade: 8 })
}

export const bunny: Species = (kit): Figure => {
  const { brush, coat, from, grow } = kit
  const body = plush(kit, {
    bodyHeight: [138, 288],
    bodyRx: [100, 130],
    eye: [38, 33],
    eyeApart: 0.48,
    eyeDrop: 2,
    eyeStyle: "bead",
    foot: [92, 118],
    headDown: [108, 106],
    headRx: [156, 140],
    headUp: [124, 118],
    iris: coat.accent,
    lashes: from(3),
    pose: "belly"
  })
  const { headDown, headRx, headUp, headY, height, look, rx } = body
  const crest = arcs(
    [
      [-38, headY - headUp * 0.84],
      [-14, headY - headUp * 1.28],
      [4, headY - headUp * 1.04],
      [28, headY - headUp * 1.22],
      [40, headY - headUp * 0.82]
    ],
    [0.12, -0.15, 0.12, 0.12, 0.2]
  )
  const muzzle = [-1, 1].map((side) =>
    fill(
      ellipse(side * headRx * 0.17, headY + headDown * 0.54, headRx * 0.22, headDown * 0.26),
      lighten(coat.belly, 0.3)
    )
  )
  const mark = from(4)
    ? part(brush, glint(0, headY - headUp * 0.5, grow(10, 30)), coat.accent, { line: 5, shade: 0 })
    : ""
  const chest = from(3) ? ruff(brush, 0, -height * 0.8, rx * 0.62, grow(50, 104), lighten(coat.belly, 0.4)) : ""
  return {
    anchors: body.anchors,
    arms: arms(brush, { ...body.arm, paw: coat.belly }, "belly"),
    back: moon(kit, body) + cotton(kit, body),
    face:
      muzzle.join("") +
      eyes(brush, look) +
      blush(brush, 0, headY + headDown * 0.44, headRx * 0.74, 27) +
      mouth(brush, "buck", 0, headY + headDown * 0.5, 22, coat.base) +
      nose(brush, 0, headY + headDown * 0.36, 15, mix("#ff7f92", coat.accent, 0.2)) +
      mark,
    head:
      earsOf(kit, body) +
      part(brush, cheeky(body), coat.base) +
      (from(2) ? part(brush, crest, coat.base, { shade: 4 }) : ""),
    legs: feet(brush, body.footApart, body.foot, coat.base),
    collar: true,
    outline: pear(rx, height),
    shell: { kind: "cup", paw: coat.base, rx: rx * 1.2 },
    torso: part(brush, pear(rx, height), coat.base, { marks: belly(brush, rx, height, coat.belly) }) + chest
  }
}
