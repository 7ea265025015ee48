/**
 * The lists of a config version and how one entry of them is added, replaced or removed. Every versioned family (coin
 * rules, token types, badges, ...) is this and nothing else; what differs stands in one table. Contract part 4,
 * authoring endpoints.
 */
import { Result } from "effect"
import { AlreadyExists, NotFound, ValidationFailed } from "../../../../wire/Failure.ts"
import { isUuid } from "../../../../wire/Ids.ts"
import type { BadgeDefinition, BadgeDefinitionInput } from "../../../../wire/content/BadgeDefinition.ts"
import type { CoinRule, CoinRuleInput } from "../../../../wire/content/CoinRule.ts"
import { type ConfigContent, type ConfigContentPatch, sectionMax } from "../../../../wire/content/ConfigContent.ts"
import type {
  SkillDecayRule,
  SkillDecayRuleInput,
  SkillRule,
  SkillRuleInput,
  SkillSet,
  SkillSetInput
} from "../../../../wire/content/Skill.ts"
import type { StreakRule, StreakRuleInput } from "../../../../wire/content/StreakRule.ts"
import type { TokenRule, TokenRuleInput, TokenType, TokenTypeInput } from "../../../../wire/content/Token.ts"

/** Stored form and body of POST and PUT of every list. */
export interface Sections {
  readonly token_types: { readonly entry: TokenType; readonly input: TokenTypeInput }
  readonly coin_rules: { readonly entry: CoinRule; readonly input: CoinRuleInput }
  readonly token_rules: { readonly entry: TokenRule; readonly input: TokenRuleInput }
  readonly skill_sets: { readonly entry: SkillSet; readonly input: SkillSetInput }
  readonly skill_rules: { readonly entry: SkillRule; readonly input: SkillRuleInput }
  readonly skill_decay_rules: { readonly entry: SkillDecayRule; readonly input: SkillDecayRuleInput }
  readonly badge_definitions: { readonly entry: BadgeDefinition; readonly input: BadgeDefinitionInput }
  readonly streak_rules: { readonly entry: StreakRule; readonly input: StreakRuleInput }
}
export type Section = keyof Sections
export type Entry<S extends Section> = Sections[S]["entry"]
export type Input<S extends Section> = Sections[S]["input"]

/**
 * Names of the identifier and the key of an entry, and what an entry is called in messages and in an impact summary.
 */
export const sections: Readonly<Record<Section, { readonly id: string; readonly key: string; readonly type: string }>> =
  {
    token_types: { id: "token_type_id", key: "token_key", type: "token_type" },
    coin_rules: { id: "rule_id", key: "rule_key", type: "coin_rule" },
    token_rules: { id: "rule_id", key: "rule_key", type: "token_rule" },
    skill_sets: { id: "skill_set_id", key: "skill_set_key", type: "skill_set" },
    skill_rules: { id: "rule_id", key: "rule_key", type: "skill_rule" },
    skill_decay_rules: { id: "rule_id", key: "rule_key", type: "skill_decay_rule" },
    badge_definitions: { id: "badge_definition_id", key: "badge_key", type: "badge_definition" },
    streak_rules: { id: "rule_id", key: "streak_key", type: "streak_rule" }
  }
export const sectionNames = Object.keys(sections) as ReadonlyArray<Section>

export const emptyContent: ConfigContent = {
  token_types: [],
  coin_rules: [],
  token_rules: [],
  skill_sets: [],
  skill_rules: [],
  skill_decay_rules: [],
  badge_definitions: [],
  streak_rules: [],
  evolution_rules: null,
  marketplace_requirements: {}
}

/** Nothing that could ever give anything: such a draft cannot be published. */
export const isEmpty = (content: ConfigContent): boolean =>
  sectionNames.every((section) => content[section].length === 0) && content.evolution_rules === null

export const resourceName = (section: Section): string => sections[section].type.replaceAll("_", " ")

const field = (entry: object, name: string): string => String((entry as Readonly<Record<string, unknown>>)[name])
export const idOf = (section: Section, entry: object): string => field(entry, sections[section].id)
export const keyOf = (section: Section, entry: object): string => field(entry, sections[section].key)

const entriesOf = <S extends Section>(content: ConfigContent, section: S) =>
  content[section] as ReadonlyArray<Entry<Section>> as ReadonlyArray<Entry<S>>

/** `reference` is the identifier or the key of an entry. */
export const findEntry = <S extends Section>(
  content: ConfigContent,
  section: S,
  reference: string
): Result.Result<Entry<S>, NotFound> => {
  const entries = entriesOf(content, section)
  const found =
    entries.find((entry) => idOf(section, entry) === reference.toLowerCase()) ??
    entries.find((entry) => keyOf(section, entry) === reference)
  return found === undefined ? Result.fail(new NotFound({ resource: resourceName(section) })) : Result.succeed(found)
}

export interface Edited<A> {
  readonly content: ConfigContent
  readonly value: A
}

const withEntries = (content: ConfigContent, section: Section, entries: ReadonlyArray<object>): ConfigContent => ({
  ...content,
  [section]: entries
})

const taken = (section: Section, key: string) =>
  Result.fail(new AlreadyExists({ resource: resourceName(section), key }))

export const addEntry = <S extends Section>(
  content: ConfigContent,
  section: S,
  input: Input<S>,
  id: string
): Result.Result<Edited<Entry<S>>, AlreadyExists | ValidationFailed> => {
  const entries = entriesOf(content, section)
  const key = keyOf(section, input)
  if (entries.some((entry) => keyOf(section, entry) === key)) return taken(section, key)
  if (entries.length >= sectionMax) {
    return Result.fail(ValidationFailed.at([], tooMany(section)))
  }
  const value = { [sections[section].id]: id, ...input } as unknown as Entry<S>
  return Result.succeed({ content: withEntries(content, section, [...entries, value]), value })
}

/** The identifier stays, everything else becomes what was sent; the entry keeps its place in the list. */
export const replaceEntry = <S extends Section>(
  content: ConfigContent,
  section: S,
  reference: string,
  input: Input<S>
): Result.Result<Edited<Entry<S>>, AlreadyExists | NotFound> => {
  const found = findEntry(content, section, reference)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const entries = entriesOf(content, section)
  const key = keyOf(section, input)
  if (entries.some((entry) => entry !== found.success && keyOf(section, entry) === key)) return taken(section, key)
  const value = { [sections[section].id]: idOf(section, found.success), ...input } as unknown as Entry<S>
  const replaced = entries.map((entry) => (entry === found.success ? value : entry))
  return Result.succeed({ content: withEntries(content, section, replaced), value })
}

export const removeEntry = (
  content: ConfigContent,
  section: Section,
  reference: string
): Result.Result<Edited<void>, NotFound> =>
  Result.map(findEntry(content, section, reference), (found) => ({
    content: withEntries(
      content,
      section,
      entriesOf(content, section).filter((entry) => entry !== found)
    ),
    value: undefined
  }))

type Issue = ValidationFailed["issues"][number]

const tooMany = (section: Section) => `a config version holds at most ${sectionMax} of ${section}`

/**
 * A section sent whole: entries keep the identifier they came with, else that of the old entry with their key, else
 * get a new one.
 */
const replaceSection = (
  old: ReadonlyArray<object>,
  section: Section,
  sent: ReadonlyArray<object>,
  nextId: () => string
): { readonly entries: ReadonlyArray<object>; readonly issues: ReadonlyArray<Issue> } => {
  const { id, key } = sections[section]
  const issues: Array<Issue> = []
  const given = new Set(sent.flatMap((entry) => (Object.hasOwn(entry, id) ? [field(entry, id).toLowerCase()] : [])))
  const byKey = new Map(old.map((entry) => [keyOf(section, entry), idOf(section, entry)]))
  const keys = new Set<string>()
  // What is sent has its bound; what is added to what is there has none before this.
  if (sent.length > sectionMax) issues.push({ path: ["content", section], message: tooMany(section) })
  const entries = sent.map((entry, index) => {
    const name = keyOf(section, entry)
    if (keys.has(name)) issues.push({ path: ["content", section, index, key], message: `${key} ${name} appears twice` })
    keys.add(name)
    if (Object.hasOwn(entry, id)) {
      if (!isUuid(idOf(section, entry))) {
        issues.push({ path: ["content", section, index, id], message: `${id} is none of this service` })
      }
      return { ...entry, [id]: idOf(section, entry).toLowerCase() }
    }
    const known = byKey.get(name)
    return { [id]: known === undefined || given.has(known) ? nextId() : known, ...entry }
  })
  return { entries, issues }
}

/** Limits and budgets are counted per identifier, so no two entries of a version may share one. */
const sharedIds = (content: ConfigContent): ReadonlyArray<Issue> => {
  const seen = new Set<string>()
  return sectionNames.flatMap((section) =>
    content[section].flatMap((entry, index) => {
      const id = idOf(section, entry)
      const isShared = seen.has(id)
      seen.add(id)
      const name = sections[section].id
      return isShared ? [{ path: ["content", section, index, name], message: `${name} ${id} is used twice` }] : []
    })
  )
}

/**
 * Sections that are sent replace the old ones whole, the others stay. Presets and imports send all of them, without
 * identifiers.
 */
export const applyPatch = (
  content: ConfigContent,
  patch: ConfigContentPatch,
  nextId: () => string
): Result.Result<ConfigContent, ValidationFailed> => {
  const issues: Array<Issue> = []
  let next = patch.evolution_rules === undefined ? content : { ...content, evolution_rules: patch.evolution_rules }
  for (const section of sectionNames) {
    const sent = patch[section]
    if (sent === undefined) continue
    const replaced = replaceSection(content[section], section, sent, nextId)
    issues.push(...replaced.issues)
    next = withEntries(next, section, replaced.entries)
  }
  issues.push(...sharedIds(next))
  return issues.length === 0 ? Result.succeed(next) : Result.fail(new ValidationFailed({ issues }))
}
