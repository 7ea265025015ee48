/** What widgets are told that follows from the config version and the words of the workspace. */
import type { Snapshot } from "../../../engine/core/Snapshot.ts"
import { nameOfStage } from "../../../engine/views/views.ts"
import { type Slot, spokenLine, type Texts } from "../../../wire/content/Narrative.ts"
import type { WidgetCopy, WidgetLabels } from "./Api/Config.ts"

/** What the config version calls tokens, skills and stages. */
export const labelsOf = ({ skills, stages, tokens }: Snapshot): Omit<WidgetLabels, "coin"> => ({
  tokens: Object.fromEntries([...tokens].map(([key, { name }]) => [key, name])),
  skills: Object.fromEntries([...skills].map(([key, { skill }]) => [key, skill.name])),
  stages: Object.fromEntries([...stages].map(([stage, { name }]) => [String(stage), name]))
})

interface Speaker {
  readonly name: string
  readonly stage: number
  readonly snapshot: Snapshot
}

/**
 * The texts a widget shows, where they are set, with the buddy's name and stage in them. A text about a stage names and
 * counts that one; where nothing is to be shown, nothing is counted. How many badges were won only the widget knows.
 */
export const copyOf = (texts: Texts, { name, snapshot, stage }: Speaker): typeof WidgetCopy.Type => {
  const said = (slot: Slot, of: { readonly stage: number; readonly count?: number }) => {
    const line = texts[slot]
    if (line === undefined) return undefined
    return spokenLine(line, { ...of, name, stage: nameOfStage(snapshot, of.stage) })
  }
  const level_up_copy = Object.fromEntries(
    ([2, 3, 4, 5] as const).flatMap((reached) => {
      const line = said(`level_up_copy.stage_${reached}`, { stage: reached, count: reached })
      return line === undefined ? [] : [[`stage_${reached}`, line]]
    })
  )
  const [hatch_copy, badge_copy, empty_copy] = [
    said("hatch_copy", { stage: 1, count: 1 }),
    said("badge_copy", { stage }),
    said("empty_copy", { stage, count: 0 })
  ]
  return {
    ...(hatch_copy === undefined ? {} : { hatch_copy }),
    ...(Object.keys(level_up_copy).length === 0 ? {} : { level_up_copy }),
    ...(badge_copy === undefined ? {} : { badge_copy }),
    ...(empty_copy === undefined ? {} : { empty_copy })
  }
}
