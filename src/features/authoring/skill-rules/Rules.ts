/** Theme packs: the skills of a preset and what trains them, merged into a draft by key. */
import { Result } from "effect"
import type { AlreadyExists, NotFound, ValidationFailed } from "../../../wire/Failure.ts"
import type { ConfigContent } from "../../../wire/content/ConfigContent.ts"
import type { SkillRuleInput, SkillSetInput } from "../../../wire/content/Skill.ts"
import { addEntry, type Edited, findEntry, replaceEntry } from "../config-versions/Rules/Sections.ts"

export interface ThemePack {
  readonly skill_sets: ReadonlyArray<SkillSetInput>
  readonly skill_rules: ReadonlyArray<SkillRuleInput>
}

interface Merged {
  readonly added: Array<string>
  readonly updated: Array<string>
  readonly skipped: Array<string>
}
export interface PackApplied {
  readonly skill_sets: Merged
  readonly skill_rules: Merged
}

type Refusal = AlreadyExists | NotFound | ValidationFailed
const merged = (): Merged => ({ added: [], updated: [], skipped: [] })

/** A skill stands in one set of a version: one that another set holds already stays there. */
const withoutForeign = (content: ConfigContent, set: SkillSetInput): SkillSetInput => {
  const elsewhere = content.skill_sets.filter(({ skill_set_key }) => skill_set_key !== set.skill_set_key)
  const taken = new Set(elsewhere.flatMap(({ skills }) => skills.map(({ skill_key }) => skill_key)))
  return { ...set, skills: set.skills.filter(({ skill_key }) => !taken.has(skill_key)) }
}

type Put = (content: ConfigContent, nextId: () => string) => Result.Result<Edited<unknown>, Refusal>

interface Step {
  readonly section: "skill_sets" | "skill_rules"
  readonly key: string
  readonly add: Put
  readonly replace: Put
}

const stepsOf = (draft: ConfigContent, { skill_rules, skill_sets }: ThemePack): ReadonlyArray<Step> => [
  ...skill_sets.flatMap((whole): ReadonlyArray<Step> => {
    const set = withoutForeign(draft, whole)
    const section = "skill_sets"
    const key = set.skill_set_key
    if (set.skills.length === 0) return []
    const add: Put = (content, nextId) => addEntry(content, section, set, nextId())
    return [{ section, key, add, replace: (content) => replaceEntry(content, section, key, set) }]
  }),
  ...skill_rules.map((rule): Step => {
    const section = "skill_rules"
    const key = rule.rule_key
    const add: Put = (content, nextId) => addEntry(content, section, rule, nextId())
    return { section, key, add, replace: (content) => replaceEntry(content, section, key, rule) }
  })
]

/** `on_conflict` says what becomes of entries whose key the draft has; updated ones keep their identifier. */
export const applyPack = (
  draft: ConfigContent,
  pack: ThemePack,
  on_conflict: "skip" | "update",
  nextId: () => string
): Result.Result<Edited<PackApplied>, Refusal> => {
  const value: PackApplied = { skill_sets: merged(), skill_rules: merged() }
  let content = draft
  for (const { add, key, replace, section } of stepsOf(draft, pack)) {
    const isKnown = Result.isSuccess(findEntry(content, section, key))
    if (isKnown && on_conflict === "skip") value[section].skipped.push(key)
    else {
      const edited = isKnown ? replace(content, nextId) : add(content, nextId)
      if (Result.isFailure(edited)) return Result.fail(edited.failure)
      content = edited.success.content
      value[section][isKnown ? "updated" : "added"].push(key)
    }
  }
  const left = pack.skill_sets.map(({ skill_set_key }) => skill_set_key)
  const { added, skipped, updated } = value.skill_sets
  skipped.push(...left.filter((key) => ![...added, ...skipped, ...updated].includes(key)))
  return Result.succeed({ content, value })
}
