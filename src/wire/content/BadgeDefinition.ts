import { Schema } from "effect"
import { absentAs, Amount, AudienceKey, Group, Id, Key, Label, LongText, orNull, ResourceUrl } from "./Shared.ts"

export const BadgeTier = Schema.Literals(["bronze", "silver", "gold", "platinum"])

/**
 * `award_mode`: `auto` awards when the criteria become true, `manual_review` then only announces `badge.ready`, `api`
 * waits for a call. Without any condition nothing is ever awarded by itself.
 */
export const BadgeDefinitionInput = Schema.Struct({
  badge_key: Key,
  label: Label,
  description: absentAs(LongText, ""),
  icon_url: orNull(ResourceUrl),
  tier: orNull(BadgeTier),
  is_secret: absentAs(Schema.Boolean, false),
  status: absentAs(Schema.Literals(["inactive", "active", "locked", "archived"]), "active"),
  award_mode: absentAs(Schema.Literals(["auto", "manual_review", "api"]), "auto"),
  repeatable: absentAs(Schema.Boolean, false),
  coin_reward: absentAs(Amount, 0),
  audience: AudienceKey,
  criteria: absentAs(Group, {})
}).annotate({ identifier: "BadgeDefinitionInput" })
export type BadgeDefinitionInput = typeof BadgeDefinitionInput.Type

export const BadgeDefinition = Schema.Struct({ badge_definition_id: Id, ...BadgeDefinitionInput.fields }).annotate({
  identifier: "BadgeDefinition"
})
export type BadgeDefinition = typeof BadgeDefinition.Type
