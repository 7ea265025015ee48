/** What is said of a moment. */
import type { Ceremony } from "../../../engine/core/State.ts"
import { type Slot, spokenLine, type Texts, type Tone } from "../../../wire/content/Narrative.ts"
import { momentsOf } from "../narrative/Rules/Defaults.ts"

interface Words {
  readonly texts: Texts
  readonly tone: Tone
  /** BCP 47 */
  readonly locale: string
}

/** The workspace's text where it has set one; of a new life it cannot. A hatching and a stage count the stage. */
export const textOf = (
  { ceremony, evolution_stage, prestige_level }: Ceremony,
  { locale, texts, tone }: Words,
  told: { readonly name: string; readonly stage: string }
): string => {
  const own = {
    hatch: texts.hatch_copy,
    evolution: texts[`level_up_copy.stage_${evolution_stage}` as Slot],
    prestige: undefined
  }[ceremony]
  const count = ceremony === "prestige" ? prestige_level : evolution_stage
  return spokenLine(own ?? momentsOf(locale, tone)[ceremony], { ...told, count })
}
