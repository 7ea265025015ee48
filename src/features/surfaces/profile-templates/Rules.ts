/** Whom a template is applied to, and what becomes of it, batch by batch. */
import { Schema } from "effect"
import { isUuid } from "../../../wire/Ids.ts"
import { KeptProfile } from "../buddy-profiles/Rules.ts"
import type { Target } from "./Api.ts"

/** What an operation is started with: running ones find it in this form, which may only grow. */
export const Plan = Schema.Struct({
  profile_template_id: Schema.String,
  /** what of the template is not at its default */
  profile: KeptProfile,
  mode: Schema.Literals(["fill", "overwrite"]),
  target: Schema.Union([
    Schema.Struct({ buddy_ids: Schema.Array(Schema.String) }),
    Schema.Struct({ audience: Schema.NullOr(Schema.String) })
  ]),
  /** named, and of a form no buddy has */
  strangers: Schema.Array(Schema.String)
})
export type Plan = typeof Plan.Type

/** Each of those named once, in the order in which batches go through them. */
export const targetOf = ({ audience, buddy_ids }: Target): Pick<Plan, "target" | "strangers"> => {
  if (buddy_ids === undefined) return { target: { audience: audience ?? null }, strangers: [] }
  const [known, strangers] = [buddy_ids.filter(isUuid), buddy_ids.filter((id) => !isUuid(id))]
  const named = [...new Set(known.map((id) => id.toLowerCase()))].sort()
  return { target: { buddy_ids: named }, strangers: [...new Set(strangers)] }
}

const Skipped = Schema.Struct({ buddy_id: Schema.String, reason: Schema.Literals(["archived", "not_found"]) })
export const Counts = Schema.Struct({
  changed: Schema.Int,
  unchanged: Schema.Int,
  skipped: Schema.Int,
  skipped_buddies: Schema.Array(Skipped)
})
export type Counts = typeof Counts.Type

export const nothing: Counts = { changed: 0, unchanged: 0, skipped: 0, skipped_buddies: [] }

const shown_max = 20

export const plus = (left: Counts, right: Counts): Counts => ({
  changed: left.changed + right.changed,
  unchanged: left.unchanged + right.unchanged,
  skipped: left.skipped + right.skipped,
  skipped_buddies: [...left.skipped_buddies, ...right.skipped_buddies].slice(0, shown_max)
})

interface Applied {
  readonly buddy_id: string
  readonly is_active: boolean
  readonly is_changed: boolean
}

/** `asked`: those that were named; none where buddies were selected. */
export const countsOf = (found: ReadonlyArray<Applied>, asked: ReadonlyArray<string>): Counts => {
  const there = new Set(found.map(({ buddy_id }) => buddy_id))
  const active = found.filter(({ is_active }) => is_active)
  const changed = active.filter(({ is_changed }) => is_changed).length
  const skipped_buddies = [
    ...found.flatMap(({ buddy_id, is_active }) => (is_active ? [] : [{ buddy_id, reason: "archived" as const }])),
    ...asked.flatMap((buddy_id) => (there.has(buddy_id) ? [] : [{ buddy_id, reason: "not_found" as const }]))
  ]
  return {
    changed,
    unchanged: active.length - changed,
    skipped: skipped_buddies.length,
    skipped_buddies: skipped_buddies.slice(0, shown_max)
  }
}

export const matchedOf = ({ changed, unchanged }: Counts): number => changed + unchanged
