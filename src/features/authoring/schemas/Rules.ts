/** The parts that have a schema, and their JSON Schemas, made once from the wire's own. */
import { Schema } from "effect"
import { BadgeDefinitionInput } from "../../../wire/content/BadgeDefinition.ts"
import { CoinRuleInput } from "../../../wire/content/CoinRule.ts"
import { PresetContent } from "../../../wire/content/ConfigContent.ts"
import { EventTypeInput } from "../../../wire/content/EventType.ts"
import { EvolutionRules } from "../../../wire/content/EvolutionRules.ts"
import { Gate } from "../../../wire/content/Gate.ts"
import { MarketplaceItemInput, PresetMarketplace } from "../../../wire/content/Marketplace.ts"
import { PathInput } from "../../../wire/content/PathDefinition.ts"
import { SkillDecayRuleInput, SkillRuleInput, SkillSetInput } from "../../../wire/content/Skill.ts"
import { StreakRuleInput } from "../../../wire/content/StreakRule.ts"
import { TokenRuleInput, TokenTypeInput } from "../../../wire/content/Token.ts"
import { ConfigFile } from "../../../wire/content/ConfigFile.ts"

interface Part {
  readonly description: string
  readonly schema: Schema.Constraint
}

const parts: Readonly<Record<string, Part>> = {
  "config-file": { description: "a whole configuration as export writes and import reads it", schema: ConfigFile },
  "config-content": { description: "the content of such a file and of a preset", schema: PresetContent },
  "token-type": { description: "an entry of token_types", schema: TokenTypeInput },
  "coin-rule": { description: "an entry of coin_rules", schema: CoinRuleInput },
  "token-rule": { description: "an entry of token_rules", schema: TokenRuleInput },
  "skill-set": { description: "an entry of skill_sets", schema: SkillSetInput },
  "skill-rule": { description: "an entry of skill_rules", schema: SkillRuleInput },
  "skill-decay-rule": { description: "an entry of skill_decay_rules", schema: SkillDecayRuleInput },
  "badge-definition": { description: "an entry of badge_definitions", schema: BadgeDefinitionInput },
  "streak-rule": { description: "an entry of streak_rules", schema: StreakRuleInput },
  "evolution-rules": { description: "evolution_rules", schema: EvolutionRules },
  "event-type": { description: "an entry of event_types", schema: EventTypeInput },
  gate: { description: "an entry of gates", schema: Gate },
  marketplace: { description: "an entry of marketplaces, with its items", schema: PresetMarketplace },
  "marketplace-item": { description: "the body of an item's POST and PUT", schema: MarketplaceItemInput },
  "path-definition": { description: "the body of a path definition's POST and PUT", schema: PathInput }
}

export const partNames: ReadonlyArray<string> = Object.keys(parts)

export const describePart = (part: string): string => parts[part]!.description

type JsonObject = Readonly<Record<string, Schema.Json>>

const documentOf = (part: string): JsonObject => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(parts[part]!.schema, { onExcessProperty: "error" })
  const document = { $schema: "https://json-schema.org/draft/2020-12/schema", title: part, ...schema }
  return (Object.keys(definitions).length === 0 ? document : { ...document, $defs: definitions }) as JsonObject
}

const made = new Map<string, JsonObject>()

/** undefined when there is no such part */
export const schemaOf = (part: string): JsonObject | undefined => {
  if (!Object.hasOwn(parts, part)) return undefined
  const known = made.get(part) ?? documentOf(part)
  made.set(part, known)
  return known
}
