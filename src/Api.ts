/** The front door: one line per family, safe to bundle for a browser. */
import { HttpApi, OpenApi } from "effect/http-api"
import { ApiKeysApi } from "./features/api-keys/Api.ts"
import { AccountApi, AuthApi, PasswordApi } from "./features/auth/Api.ts"
import { BacktestsApi } from "./features/backtests/Api.ts"
import { BadgeDefinitionsApi } from "./features/badge-definitions/Api.ts"
import { BadgeReviewsApi } from "./features/badge-reviews/Api.ts"
import { BillingApi } from "./features/billing/Api.ts"
import { BuddiesApi } from "./features/buddies/Api.ts"
import { BuddyGrowthApi } from "./features/buddies/Api/Growth.ts"
import { BuddyPastApi } from "./features/buddies/Api/Past.ts"
import { BuddyItemsApi } from "./features/buddies/Api/Items.ts"
import { BuddyStreaksApi } from "./features/buddies/Api/Streaks.ts"
import { CoinRulesApi } from "./features/coin-rules/Api.ts"
import { CreditsApi, ImageUsageApi } from "./features/credits/Api.ts"
import { ConfigVersionsApi } from "./features/config-versions/Api.ts"
import { ConfigFilesApi } from "./features/config-versions/Api/Files.ts"
import { CustomersApi } from "./features/customers/Api.ts"
import { EconomyApi } from "./features/economy/Api.ts"
import { EggsApi } from "./features/eggs/Api.ts"
import { EventTypesApi } from "./features/event-types/Api.ts"
import { EventsApi } from "./features/events/Api.ts"
import { EvolutionRulesApi } from "./features/evolution-rules/Api.ts"
import { GatesApi } from "./features/gates/Api.ts"
import { HealthApi } from "./features/health/Api.ts"
import { MarketplacesApi } from "./features/marketplaces/Api.ts"
import { OperationsApi } from "./features/operations/Api.ts"
import { PathDefinitionsApi } from "./features/path-definitions/Api.ts"
import { PlayersApi } from "./features/players/Api.ts"
import { PresetsApi } from "./features/presets/Api.ts"
import { SchemasApi } from "./features/schemas/Api.ts"
import { SkillDecayRulesApi } from "./features/skill-decay-rules/Api.ts"
import { SkillRulesApi } from "./features/skill-rules/Api.ts"
import { SkillSetsApi } from "./features/skill-sets/Api.ts"
import { StreakRulesApi } from "./features/streak-rules/Api.ts"
import { TestClocksApi } from "./features/test-clocks/Api.ts"
import { TokenRulesApi } from "./features/token-rules/Api.ts"
import { TokenTypesApi } from "./features/token-types/Api.ts"
import { WebhookConfigsApi } from "./features/webhook-configs/Api.ts"
import { WidgetSessionsApi } from "./features/widget-sessions/Api.ts"
import { WidgetApi } from "./features/widget/Api.ts"
import { WidgetMarketplaceApi } from "./features/widget/Api/Marketplace.ts"
import { WidgetPathApi } from "./features/widget/Api/Path.ts"

export class Api extends HttpApi.make("hatchery")
  // tenant
  .add(ApiKeysApi)
  .add(AuthApi)
  .add(AccountApi)
  .add(PasswordApi)
  .add(CustomersApi)
  .add(BillingApi)
  // authoring
  .add(BacktestsApi)
  .add(BadgeDefinitionsApi)
  .add(CoinRulesApi)
  .add(CreditsApi)
  .add(ImageUsageApi)
  .add(ConfigVersionsApi)
  .add(ConfigFilesApi)
  .add(EventTypesApi)
  .add(EvolutionRulesApi)
  .add(GatesApi)
  .add(PathDefinitionsApi)
  .add(PresetsApi)
  .add(SchemasApi)
  .add(SkillDecayRulesApi)
  .add(SkillRulesApi)
  .add(SkillSetsApi)
  .add(StreakRulesApi)
  .add(TokenRulesApi)
  .add(TokenTypesApi)
  // players
  .add(EggsApi)
  .add(OperationsApi)
  .add(EventsApi)
  .add(BuddiesApi)
  .add(BuddyGrowthApi)
  .add(BuddyPastApi)
  .add(BuddyItemsApi)
  .add(BuddyStreaksApi)
  .add(BadgeReviewsApi)
  .add(EconomyApi)
  .add(PlayersApi)
  .add(TestClocksApi)
  // commerce
  .add(MarketplacesApi)
  // surfaces
  .add(WidgetSessionsApi)
  .add(WidgetApi)
  .add(WidgetMarketplaceApi)
  .add(WidgetPathApi)
  // delivery
  .add(WebhookConfigsApi)
  // insight
  .add(HealthApi)
  .annotateMerge(
    OpenApi.annotations({
      title: "Hatchery",
      version: "1",
      description:
        "Multi-tenant progression: send events, get coins, tokens, badges, streaks, skills and evolving buddies."
    })
  ) {}
