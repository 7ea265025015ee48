/** The shared build of creatures with a head on a sitting body: measures per stage and the anchors they give. */
import type { Eyes } from "./face.ts"
import type { Anchors, Kit, PerStage } from "./figure.ts"
import { type Point, round, type Roundness, type Shape } from "./geometry.ts"
import { type Arm, handOf, type Pose, poseOf } from "./limbs.ts"

/** [hatchling, grown] with even steps between, or a value for each stage. */
export type Growth = readonly [number, number] | PerStage

/** Heads shrink against the body as creatures grow up. */
export interface Build {
  readonly bodyRx: Growth
  readonly bodyHeight: Growth
  readonly headRx: Growth
  readonly headUp: Growth
  readonly headDown: Growth
  readonly eye: Growth
  readonly eyeApart: number
  /** Eye line below the head's widest line, in pixels. */
  readonly eyeDrop: number
  readonly eyeStyle: Eyes["style"]
  readonly iris: string
  readonly lashes?: boolean
  readonly pose: Pose
  readonly foot: Growth
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
  const { coat } = kit
  const size = (growth: Growth): number => (growth.length === 2 ? kit.grow(...growth) : kit.at(growth))
  const rx = size(build.bodyRx)
  const height = size(build.bodyHeight)
  const headRx = size(build.headRx)
  const headUp = size(build.headUp)
  const headDown = size(build.headDown)
  const headY = -height - headDown * 0.45
  const foot = size(build.foot)
  const footApart = rx * 0.58
  const look: Eyes = {
    apart: headRx * build.eyeApart,
    iris: build.iris,
    lashes: build.lashes ?? false,
    radius: size(build.eye),
    skin: coat.base,
    style: build.eyeStyle,
    x: 0,
    y: headY + build.eyeDrop
  }
  const arm: Arm = {
    color: coat.base,
    length: height * 0.4 + 14,
    pose: poseOf(kit, build.pose),
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
