/** The handlers of authoring, one line per group. */
import { Layer } from "effect"
import { BacktestsHttp } from "./backtests/Http.ts"
import { BadgeDefinitionsHttp } from "./badge-definitions/Http.ts"
import { CoinRulesHttp } from "./coin-rules/Http.ts"
import { ConfigVersionsHttp } from "./config-versions/Http.ts"
import { ConfigFilesHttp } from "./config-versions/Http/Files.ts"
import { EventTypesHttp } from "./event-types/Http.ts"
import { EvolutionRulesHttp } from "./evolution-rules/Http.ts"
import { PathDefinitionsHttp } from "./path-definitions/Http.ts"
import { PresetsHttp } from "./presets/Http.ts"
import { SchemasHttp } from "./schemas/Http.ts"
import { SkillDecayRulesHttp } from "./skill-decay-rules/Http.ts"
import { SkillRulesHttp } from "./skill-rules/Http.ts"
import { SkillSetsHttp } from "./skill-sets/Http.ts"
import { StreakRulesHttp } from "./streak-rules/Http.ts"
import { TokenRulesHttp } from "./token-rules/Http.ts"
import { TokenTypesHttp } from "./token-types/Http.ts"

export const AuthoringHandlers = Layer.mergeAll(
  BacktestsHttp,
  BadgeDefinitionsHttp,
  CoinRulesHttp,
  ConfigVersionsHttp,
  ConfigFilesHttp,
  EventTypesHttp,
  EvolutionRulesHttp,
  PathDefinitionsHttp,
  PresetsHttp,
  SchemasHttp,
  SkillDecayRulesHttp,
  SkillRulesHttp,
  SkillSetsHttp,
  StreakRulesHttp,
  TokenRulesHttp,
  TokenTypesHttp
)
