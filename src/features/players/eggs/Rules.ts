/** Pure rules of eggs: who they belong to, where they may go, what will come out of them. */
import { type MissingAudience, UnknownAudience } from "../../../wire/refusals/Intake.ts"
import { resolveAudience } from "../events/Rules.ts"
import type { EggTarget } from "./Api.ts"
import type { EggStatus } from "../../../wire/refusals/Eggs.ts"

type Metadata = Readonly<Record<string, unknown>>

/** Eggs that count against the plan's cap. */
export const activeStatuses: ReadonlyArray<EggStatus> = ["waiting", "ready", "hatching"]

/** Eggs that `ensure=true` reuses. */
export const reusableStatuses: ReadonlyArray<EggStatus> = ["waiting", "ready"]

/** Contract part 3, egg: the moves a tenant makes; the others belong to the hatch. */
const movesTo: Readonly<Record<EggTarget, ReadonlyArray<EggStatus>>> = {
  ready: ["waiting"],
  cancelled: ["waiting", "ready"]
}

export const mayMove = (from: EggStatus, to: EggTarget): boolean => movesTo[to].includes(from)

/** The audience an egg is laid for: `metadata.audience`, else the only one there is. */
export const audienceOf = (
  configured: ReadonlyArray<{ readonly key: string }>,
  { audience }: Metadata
): string | MissingAudience | UnknownAudience =>
  audience === undefined || audience === null || typeof audience === "string"
    ? resolveAudience(configured, audience ?? undefined)
    : new UnknownAudience({ audience: JSON.stringify(audience) })

export const timezoneOf = ({ timezone }: Metadata): string | null => (typeof timezone === "string" ? timezone : null)

/** How many creatures there are. */
const variants = 12

/** `seed` is a hash of the egg's id: the same egg always holds the same creature. */
export const variantOf = (seed: number): number => seed % variants

const names = `
  Pip Mochi Biscuit Nimbus Clover Pixel Waffles Juniper Tofu Bramble Sprout Comet Pickle Maple Noodle Ziggy
  Poppy Dumpling Ember Fable Gizmo Hazel Indigo Jellybean Kiwi Luna Marble Nutmeg Olive Pebble Quill Rolo
  Saffron Twig Umi Velvet Willow Yuzu Acorn Bubbles Cricket Doodle Echo Fern Ginger Honey Iris Jasper Kumquat
  Lumen Mango Nova Orbit Peaches Quince Ripple Sunny Thistle Truffle Wren Zephyr Cosmo Domino Figaro
`
  .trim()
  .split(/\s+/)

/** A friendly first name, by a hash of the egg's id; the user may change it. */
export const nameOf = (seed: number): string => names[seed % names.length]!
