/** What a change of the narrative comes to, slot by slot. */
import { Schema } from "effect"
import { defaultTone, isSlot, type Slot, slots, type Texts, Tone } from "../../../wire/content/Narrative.ts"
import type { Narrative, NarrativePatch } from "./Api.ts"

export const Source = Schema.Literals(["patch", "council"])

/** A workspace's row; none: nothing was ever said. */
export const Kept = Schema.Struct({
  tone: Tone,
  texts: Schema.Record(
    Schema.String,
    Schema.Struct({ text: Schema.String, source: Source, updated_at: Schema.String })
  ),
  changes: Schema.Int
})
export type Kept = typeof Kept.Type

export const nothingSaid: Kept = { tone: defaultTone, texts: {}, changes: 0 }

/** What somebody wants a text to be, or the tone; null: the default. */
export interface Wish {
  readonly slot: Slot | "tone"
  readonly next: string | null
}

/** The tone is what it is: null stands for none. */
const heldOf = ({ texts, tone }: Kept, slot: Wish["slot"]): string | null =>
  slot === "tone" ? tone : (texts[slot]?.text ?? null)

const groups = ["level_up_copy", "streak_copy"] as const
const places = slots.map((slot) => slot.split(".") as [keyof NarrativePatch, string?])

/** Every text a body speaks of; null for a group of texts speaks of all of them. */
export const wishesOf = (patch: NarrativePatch): ReadonlyArray<Wish> => {
  const { tone } = patch
  const asked = places.flatMap(([field, name]): ReadonlyArray<Wish> => {
    const slot = (name === undefined ? field : `${field}.${name}`) as Slot
    const given: unknown = patch[field]
    if (name === undefined || given === null || given === undefined) {
      return given === undefined ? [] : [{ slot, next: given as string | null }]
    }
    const next = (given as Readonly<Record<string, string | null | undefined>>)[name]
    return next === undefined ? [] : [{ slot, next }]
  })
  return tone === undefined ? asked : [{ slot: "tone", next: tone ?? defaultTone }, ...asked]
}

export interface Step extends Wish {
  readonly previous: string | null
}

/** Only what is not so already. */
export const stepsOf = (kept: Kept, wishes: ReadonlyArray<Wish>): ReadonlyArray<Step> =>
  wishes.flatMap((wish) => {
    const previous = heldOf(kept, wish.slot)
    return previous === wish.next ? [] : [{ ...wish, previous }]
  })

/** The row after these steps. */
export const after = (
  kept: Kept,
  steps: ReadonlyArray<Step>,
  { source, updated_at }: { readonly source: typeof Source.Type; readonly updated_at: string }
): Kept => {
  const texts = { ...kept.texts }
  let { tone } = kept
  for (const { next, slot } of steps) {
    if (slot === "tone") tone = next as Tone
    else if (next === null) delete texts[slot]
    else texts[slot] = { text: next, source, updated_at }
  }
  return { tone, texts, changes: kept.changes + steps.length }
}

/** The texts that somebody wants as they are already, but not by its authority: they are its own from now on. */
export const adopted = (
  { texts }: Kept,
  wishes: ReadonlyArray<Wish>,
  by: { readonly source: typeof Source.Type; readonly updated_at: string }
): Kept["texts"] =>
  Object.fromEntries(
    wishes.flatMap(({ next, slot }) => {
      const held = texts[slot]
      return held !== undefined && held.text === next && held.source !== by.source ? [[slot, { ...held, ...by }]] : []
    })
  )

/** What is set, by slot. */
export const textsOf = ({ texts }: Kept): Texts =>
  Object.fromEntries(Object.entries(texts).flatMap(([slot, { text }]) => (isSlot(slot) ? [[slot, text]] : [])))

export const narrativeOf = (kept: Kept): Narrative => {
  const shown: Record<string, unknown> = { tone: kept.tone }
  for (const group of groups) shown[group] = {}
  for (const [field, name] of places) {
    const line = heldOf(kept, (name === undefined ? field : `${field}.${name}`) as Slot)
    if (name === undefined) shown[field] = line
    else (shown[field] as Record<string, unknown>)[name] = line
  }
  return shown as unknown as Narrative
}
