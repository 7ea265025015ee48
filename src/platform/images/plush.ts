/** The shared build of creatures with a head on a sitting body: measures per stage and the anchors they give. */
import type { Eyes } from "./face.ts"
import type { Anchors, Kit } from "./figure.ts"
import { type Point, round, type Roundness, type Shape } from "./geometry.ts"
import { type Arm, handOf, type Pose } from "./limbs.ts"

/** Pairs are [hatchling, grown]; heads shrink against the body as creatures grow up. */
export interface Build {
  readonly bodyRx: readonly [number, number]
  readonly bodyHeight: readonly [number, number]
  readonly headRx: readonly [number, number]
  readonly headUp: readonly [number, number]
  readonly headDown: readonly [number, number]
  readonly eye: readonly [number, number]
  readonly eyeApart: number
  /** Eye line below the head's widest line, in pixels. */
  readonly eyeDrop: number
  readonly eyeStyle: Eyes["style"]
  readonly iris: string
  readonly lashes?: boolean
  readonly pose: Pose
  readonly foot: readonly [number, number]
}

export interface Plush {
  readonly rx: number
  readonly height: number
  readonly headRx: number
  readonly headUp: number
  readonly headDown: number
  readonly headY: number
  readonly look: Eyes
  readonly arm: Arm
  readonly foot: number
  readonly footApart: number
  readonly anchors: Anchors
}

export const plush = (kit: Kit, build: Build): Plush => {
  const { coat, grow } = kit
  const rx = grow(...build.bodyRx)
  const height = grow(...build.bodyHeight)
  const headRx = grow(...build.headRx)
  const headUp = grow(...build.headUp)
  const headDown = grow(...build.headDown)
  const headY = -height - headDown * 0.45
  const foot = grow(...build.foot)
  const footApart = rx * 0.58
  const look: Eyes = {
    apart: headRx * build.eyeApart,
    iris: build.iris,
    lashes: build.lashes ?? false,
    radius: grow(...build.eye),
    skin: coat.base,
    style: build.eyeStyle,
    x: 0,
    y: headY + build.eyeDrop
  }
  const arm: Arm = {
    color: coat.base,
    length: height * 0.4 + 14,
    pose: build.pose,
    shoulder: [rx * 0.64, -height * 0.71],
    width: rx * 0.42
  }
  const hand = handOf(arm)
  return {
    anchors: {
      accessory: { width: 96, x: -headRx - 112, y: headY - headUp * 0.7 },
      body: { height: height * 0.78, width: rx * 1.5, x: 0, y: -height * 0.5 },
      face: { width: look.apart * 2, x: 0, y: look.y },
      feet: [-1, 1].map((side) => ({ width: foot, x: side * footApart, y: 0 })),
      hand: { width: arm.width, x: hand[0], y: hand[1] },
      head: { width: headRx * 1.3, x: 0, y: headY - headUp * 0.72 },
      neck: { width: rx * 1.24, x: 0, y: headY + headDown * 0.92 }
    },
    arm,
    foot,
    footApart,
    headDown,
    headRx,
    headUp,
    headY,
    height,
    look,
    rx
  }
}

export const headShape = (body: Plush, how: Roundness): Shape =>
  round(0, body.headY, body.headRx, body.headUp, body.headDown, how)

/** A point given in shares of the head: x of its half width, y of its upper (negative) or lower half. */
export const onHead = (body: Plush, x: number, y: number): Point => [
  x * body.headRx,
  body.headY + y * (y < 0 ? body.headUp : body.headDown)
]
