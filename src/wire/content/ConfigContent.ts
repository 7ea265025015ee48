/**
 * The whole of a config version (Contract part 2) and the file form of presets and exports. The parts stored in a
 * version carry their identifiers; the file form goes by keys alone, so that it can be applied to any tenant.
 */
import { Schema } from "effect"
import { BadgeDefinition, BadgeDefinitionInput } from "./BadgeDefinition.ts"
import { CoinRule, CoinRuleInput } from "./CoinRule.ts"
import { EventTypeInput } from "./EventType.ts"
import { EvolutionRules } from "./EvolutionRules.ts"
import { GateEntry } from "./Gate.ts"
import { PresetMarketplace } from "./Marketplace.ts"
import { absentAs, Group, Id, orNull } from "./Shared.ts"
import {
  SkillDecayRule,
  SkillDecayRuleInput,
  SkillRule,
  SkillRuleInput,
  SkillSet,
  SkillSetInput,
  SkillSetPatch
} from "./Skill.ts"
import { entry } from "../Turns.ts"
import { StreakRule, StreakRuleInput } from "./StreakRule.ts"
import { TokenRule, TokenRuleInput, TokenType, TokenTypeInput } from "./Token.ts"

/** How many of one kind a version may hold. */
export const sectionMax = 500

const section = <S extends Schema.Constraint>(item: S) =>
  absentAs(Schema.Array(entry(item)).check(Schema.isMaxLength(sectionMax)), [])

/** Requirements of every item at the moment of publishing, by item id. */
const MarketplaceRequirements = Schema.Record(Id, entry(Group))
const requirementsMax = 10_000

const MaybeId = Schema.optionalKey(Id)
const replacing = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.optionalKey(Schema.Array(entry(Schema.Struct(fields))).check(Schema.isMaxLength(sectionMax)))

export const ConfigContent = Schema.Struct({
  token_types: section(TokenType),
  coin_rules: section(CoinRule),
  token_rules: section(TokenRule),
  skill_sets: section(SkillSet),
  skill_rules: section(SkillRule),
  skill_decay_rules: section(SkillDecayRule),
  badge_definitions: section(BadgeDefinition),
  streak_rules: section(StreakRule),
  evolution_rules: orNull(EvolutionRules),
  marketplace_requirements: absentAs(MarketplaceRequirements, {})
}).annotate({ identifier: "ConfigContent" })
export type ConfigContent = typeof ConfigContent.Type

/** The versioned sections without identifiers, as a preset, an export file or an import carries them. */
export const versionedFields = {
  token_types: section(TokenTypeInput),
  coin_rules: section(CoinRuleInput),
  token_rules: section(TokenRuleInput),
  skill_sets: section(SkillSetInput),
  skill_rules: section(SkillRuleInput),
  skill_decay_rules: section(SkillDecayRuleInput),
  badge_definitions: section(BadgeDefinitionInput),
  streak_rules: section(StreakRuleInput),
  evolution_rules: orNull(EvolutionRules)
}

export const PresetContent = Schema.Struct({
  ...versionedFields,
  event_types: section(EventTypeInput),
  gates: section(GateEntry),
  marketplaces: section(PresetMarketplace)
}).annotate({ identifier: "PresetContent" })
export type PresetContent = typeof PresetContent.Type

/**
 * What PATCH of a draft accepts: sections given are replaced whole, sections left out stay. An entry may carry the
 * identifier it was read with; one without is matched by its key.
 */
export const ConfigContentPatch = Schema.Struct({
  token_types: replacing({ ...TokenTypeInput.fields, token_type_id: MaybeId }),
  coin_rules: replacing({ ...CoinRuleInput.fields, rule_id: MaybeId }),
  token_rules: replacing({ ...TokenRuleInput.fields, rule_id: MaybeId }),
  skill_sets: Schema.optionalKey(Schema.Array(entry(SkillSetPatch)).check(Schema.isMaxLength(sectionMax))),
  skill_rules: replacing({ ...SkillRuleInput.fields, rule_id: MaybeId }),
  skill_decay_rules: replacing({ ...SkillDecayRuleInput.fields, rule_id: MaybeId }),
  badge_definitions: replacing({ ...BadgeDefinitionInput.fields, badge_definition_id: MaybeId }),
  streak_rules: replacing({ ...StreakRuleInput.fields, rule_id: MaybeId }),
  evolution_rules: Schema.optionalKey(Schema.NullOr(EvolutionRules)),
  marketplace_requirements: Schema.optionalKey(MarketplaceRequirements.check(Schema.isMaxProperties(requirementsMax)))
}).annotate({ identifier: "ConfigContentPatch" })
export type ConfigContentPatch = typeof ConfigContentPatch.Type
