/**
 * All presets, completed with the defaults of the content schema. A preset that does not fit the schema stops the
 * start.
 */
import { Schema } from "effect"
import { PresetContent } from "../../../../wire/content/ConfigContent.ts"
import { community } from "./community.ts"
import { ecommerce } from "./ecommerce.ts"
import { fitness } from "./fitness.ts"
import { learning } from "./learning.ts"
import { productivity } from "./productivity.ts"
import { saasOnboarding } from "./saasOnboarding.ts"
import type { PresetDefinition } from "./Vocabulary.ts"

export interface CompletePreset extends Omit<PresetDefinition, "content"> {
  readonly content: PresetContent
}

const complete = Schema.decodeUnknownSync(PresetContent, { onExcessProperty: "error", errors: "all" })

export const presets: ReadonlyArray<CompletePreset> = [
  learning,
  fitness,
  saasOnboarding,
  ecommerce,
  community,
  productivity
].map((preset) => ({ ...preset, content: complete(preset.content) }))

export const presetOf = (key: string): CompletePreset | undefined => presets.find((preset) => preset.key === key)
