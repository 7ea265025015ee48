/**
 * What a species returns and what it is given. Origin of all coordinates: the middle of the ground line under the
 * creature; y is negative upwards. One unit is one pixel of the 1024 picture at stage scale 1.
 */
import type { Brush } from "./brush.ts"
import type { Shape } from "./geometry.ts"
import { clampInteger } from "./hash.ts"
import type { Coat, Palette } from "./palette.ts"

export const variantCount = 12
export const stageMax = 5
export const prestigeMax = 10

/** One value for each stage, where growth is no straight line. */
export type PerStage = readonly [number, number, number, number, number]

/** A place an item is fixed to. `width` is that of the body part there, so that hats fit wide and narrow heads. */
export interface Anchor {
  readonly x: number
  readonly y: number
  readonly width: number
}

export interface Anchors {
  /** Where the brim of a hat rests. */
  readonly head: Anchor
  /** Between the eyes; width is the distance between the eye centres. */
  readonly face: Anchor
  readonly neck: Anchor
  /** The part of the trunk that clothes cover, from its middle. */
  readonly body: Anchor & { readonly height: number }
  readonly hand: Anchor
  readonly feet: ReadonlyArray<Anchor>
  /** Free air beside the head. */
  readonly accessory: Anchor
}

/** Layers in painting order; items and ornaments are laid between them. */
export interface Figure {
  readonly back: string
  /** What grows out of the top of the head; left out under a hat. */
  readonly crest?: string
  readonly torso: string
  readonly legs: string
  readonly head: string
  readonly face: string
  readonly arms: string
  readonly anchors: Anchors
  /** Silhouette of the trunk; clothes are cut to it. */
  readonly outline: Shape
  /** Whether limbs grow out of the chest: clothes, and what is held, then go over them. */
  readonly tentacled?: boolean
  /**
   * How a hatchling keeps its eggshell: sitting in a cup of this half width with its paws on the rim, or with a piece
   * of it on the head.
   */
  readonly shell: { readonly kind: "cup" | "cap"; readonly rx: number; readonly paw?: string }
  /** False where fur, arms or a bell leave no room for the collar of the late stages. */
  readonly collar: boolean
}

/** Everything a species needs to know about the picture at hand. */
export interface Kit {
  readonly brush: Brush
  readonly coat: Coat
  readonly palette: Palette
  readonly stage: number
  /** From the hatchling's value to the grown creature's, in even steps over the five stages. */
  readonly grow: (young: number, grown: number) => number
  /** The value of this stage. */
  readonly at: (values: PerStage) => number
  /** Whether this stage has reached the given one. */
  readonly from: (stage: number) => boolean
  /** Whether something is to be held, away from the face. */
  readonly holds: boolean
}

export const makeKit = (brush: Brush, palette: Palette, coat: Coat, stage: number, holds = false): Kit => {
  const step = clampInteger(stage, 1, stageMax) - 1
  const age = step / (stageMax - 1)
  return {
    at: (values) => values[step] ?? values[0],
    brush,
    coat,
    from: (first) => stage >= first,
    grow: (young, grown) => young + (grown - young) * age,
    holds,
    palette,
    stage
  }
}

export type Species = (kit: Kit) => Figure
