/** The words a workspace gives its widgets: one text per slot, a slot being the dot path of its place. */
import { Schema } from "effect"
import { text } from "../Ids.ts"

export const tones = ["playful", "calm", "epic", "professional"] as const
export const Tone = Schema.Literals(tones)
export type Tone = typeof Tone.Type
/** Of a workspace that has not chosen. */
export const defaultTone: Tone = "playful"

export const slots = [
  "intro",
  "level_up_copy.stage_2",
  "level_up_copy.stage_3",
  "level_up_copy.stage_4",
  "level_up_copy.stage_5",
  "hatch_copy",
  "streak_copy.milestone",
  "streak_copy.at_risk",
  "streak_copy.lost",
  "badge_copy",
  "empty_copy",
  "welcome_back_copy"
] as const
export const Slot = Schema.Literals(slots)
export type Slot = typeof Slot.Type

export const isSlot = (name: string): name is Slot => (slots as ReadonlyArray<string>).includes(name)

/** What is set, and nothing else. */
export type Texts = { readonly [S in Slot]?: string }

const strayBraces = Schema.makeFilter<string>((line) =>
  /[{}]/.test(line.replace(/\{(?:name|stage|count)\}/g, ""))
    ? "may hold {name}, {stage} and {count}, and no other braces"
    : undefined
)

export const NarrativeText = text({ min: 1, max: 500 })
  .check(strayBraces)
  .annotate({ description: "{name} and {stage} stand for the buddy's, {count} for what the text counts" })

/** A line as a buddy says it; what is not told stays as it is written. */
export const spokenLine = (
  line: string,
  told: { readonly name?: string; readonly stage?: string; readonly count?: number }
): string =>
  line.replace(/\{(name|stage|count)\}/g, (written, of: "name" | "stage" | "count") => String(told[of] ?? written))
