/**
 * Looks a buddy keeps to put them on again. An outfit names items and holds none: what is given up in between is
 * missing from it until it is owned again.
 */
import { limits } from "../../wire/Limits.ts"
import { isoTime } from "../calendar/zones.ts"
import type { ManualOutcome } from "../core/Decision.ts"
import { type Draft, fired, read, skipped, write } from "../core/Draft.ts"
import { type BuddyState, own } from "../core/State.ts"
import { equippedOf, misfit, wear } from "../items/equipment.ts"
import type { Outfit, OutfitCommand, SaveOutfitCommand } from "./OutfitTerms.ts"

/** Names that differ in nothing but their case are one. First made small: a large ß has no other large letter. */
const folded = (name: string): string => name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase()

const isSame = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): boolean =>
  left.length === right.length && left.every((item_id) => right.includes(item_id))

/** All of them with what is missing, the newest first. */
export const outfitsOf = ({ items, outfits = {} }: BuddyState) => {
  const worn = equippedOf(items)
  return Object.entries(outfits)
    .map(([outfit_id, { created_at, item_ids, name }]) => ({
      outfit_id,
      name,
      item_ids,
      is_worn: isSame(worn, item_ids),
      missing_item_ids: item_ids.filter((item_id) => own(items, item_id) === undefined),
      created_at
    }))
    .sort((left, right) => right.created_at - left.created_at || (left.outfit_id < right.outfit_id ? 1 : -1))
}

export const applyOutfit = (draft: Draft, command: OutfitCommand): ManualOutcome => {
  if (command._tag === "SaveOutfit") return save(draft, command)
  const { outfit_id } = command
  const outfit = read(draft, "outfits", outfit_id)
  if (outfit === undefined) return { error: { code: "unknown_outfit", outfit_id } }
  return command._tag === "WearOutfit" ? putOn(draft, outfit_id, outfit) : remove(draft, outfit_id, outfit)
}

const tell = (
  draft: Draft,
  event: "outfit.saved" | "outfit.worn" | "outfit.deleted",
  outfit_id: string,
  { item_ids, name }: Pick<Outfit, "name" | "item_ids">
): void => {
  const { buddy_id } = draft.context.buddy
  const occurred_at = isoTime(draft.context.now)
  draft.outbound.push({ event, body: { buddy_id, outfit_id, name, item_ids, occurred_at } })
}

/** Under a name that is taken: in place of the one that has it. */
const save = (draft: Draft, { item_ids: named, name, outfit_id: fresh_id }: SaveOutfitCommand): ManualOutcome => {
  const item_ids = [...new Set(named)]
  const error = misfit(draft, item_ids)
  if (error !== null) return { error }
  const all = Object.entries(draft.state.outfits ?? {})
  const [outfit_id, before] = all.find(([, outfit]) => folded(outfit.name) === folded(name)) ?? [fresh_id, undefined]
  if (before === undefined && all.length >= limits.outfits_max) {
    return { error: { code: "outfit_limit", max: limits.outfits_max } }
  }
  const outfit = { name, item_ids, created_at: before?.created_at ?? draft.context.now }
  if (before?.name === name && isSame(before.item_ids, item_ids)) {
    skipped(draft, "outfit", outfit_id, "limit_reached", { limit: "once", name })
  } else {
    write(draft, "outfits", outfit_id, outfit)
    tell(draft, "outfit.saved", outfit_id, outfit)
    fired(draft, "outfit", outfit_id, { name, item_ids, replaced: before !== undefined })
  }
  const is_worn = isSame(equippedOf(draft.state.items), item_ids)
  return { reply: { _tag: "Outfit", outfit_id, ...outfit, is_worn, is_new: before === undefined } }
}

/** What is worn is exactly this afterwards, or nothing has changed. */
const putOn = (draft: Draft, outfit_id: string, { item_ids, name }: Outfit): ManualOutcome => {
  const error = misfit(draft, item_ids)
  if (error !== null) return { error }
  const before = equippedOf(draft.state.items)
  if (isSame(before, item_ids)) {
    skipped(draft, "outfit", outfit_id, "limit_reached", { limit: "once", name })
    return { reply: { _tag: "Equipment", equipped: before, is_changed: false } }
  }
  const off = before.filter((item_id) => !item_ids.includes(item_id))
  const on = item_ids.filter((item_id) => !before.includes(item_id))
  tell(draft, "outfit.worn", outfit_id, { item_ids, name })
  wear(draft, on, off)
  fired(draft, "outfit", outfit_id, { name, equipped: on, unequipped: off })
  return { reply: { _tag: "Equipment", equipped: item_ids, is_changed: true } }
}

const remove = (draft: Draft, outfit_id: string, outfit: Outfit): ManualOutcome => {
  const { [outfit_id]: _, ...others } = draft.state.outfits!
  draft.state.outfits = others
  tell(draft, "outfit.deleted", outfit_id, outfit)
  fired(draft, "outfit", outfit_id, { name: outfit.name, deleted: true })
  return { reply: { _tag: "Done" } }
}
