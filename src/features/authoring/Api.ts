/** The contract of authoring: what a tenant configures, tries out and publishes. One line per group. */
import { BacktestsApi } from "./backtests/Api.ts"
import { BadgeDefinitionsApi } from "./badge-definitions/Api.ts"
import { CoinRulesApi } from "./coin-rules/Api.ts"
import { ConfigVersionsApi } from "./config-versions/Api.ts"
import { ConfigFilesApi } from "./config-versions/Api/Files.ts"
import { EventTypesApi } from "./event-types/Api.ts"
import { EvolutionRulesApi } from "./evolution-rules/Api.ts"
import { PathDefinitionsApi } from "./path-definitions/Api.ts"
import { PresetsApi } from "./presets/Api.ts"
import { SchemasApi } from "./schemas/Api.ts"
import { SkillDecayRulesApi } from "./skill-decay-rules/Api.ts"
import { SkillRulesApi } from "./skill-rules/Api.ts"
import { SkillSetsApi } from "./skill-sets/Api.ts"
import { StreakRulesApi } from "./streak-rules/Api.ts"
import { TokenRulesApi } from "./token-rules/Api.ts"
import { TokenTypesApi } from "./token-types/Api.ts"

export const authoring = [
  BacktestsApi,
  BadgeDefinitionsApi,
  CoinRulesApi,
  ConfigVersionsApi,
  ConfigFilesApi,
  EventTypesApi,
  EvolutionRulesApi,
  PathDefinitionsApi,
  PresetsApi,
  SchemasApi,
  SkillDecayRulesApi,
  SkillRulesApi,
  SkillSetsApi,
  StreakRulesApi,
  TokenRulesApi,
  TokenTypesApi
] as const
