/**
 * Every handler layer, the middleware they share, the reference pages and the probes. One line per family, no logic.
 */
import { Layer } from "effect"
import { HttpMiddleware, HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { Api } from "./Api.ts"
import { DemoPageLive, demoRoutes } from "./edge/DemoPage.ts"
import { devMailRoutes, DevMailsLive } from "./edge/DevMails.ts"
import { EnvelopeLive } from "./edge/Envelope.ts"
import { Admission } from "./edge/Admission.ts"
import { AddressGateLive, GateLive } from "./edge/Gate.ts"
import { GuidePagesLive, guideRoutes } from "./edge/GuidePages.ts"
import { HomeLive, homeRoutes } from "./edge/Home.ts"
import { Exchange } from "./edge/Exchange.ts"
import { IdempotentLive } from "./edge/Idempotency.ts"
import { probeRoutes, ProbesLive } from "./edge/Probes.ts"
import { Routes, routesOf } from "./edge/Routes.ts"
import { ValidationLive } from "./edge/Validation.ts"
import { limits } from "./wire/Limits.ts"
import { ApiKeysHttp } from "./features/api-keys/Http.ts"
import { assetRoutes, AssetsHttp } from "./features/assets/Http.ts"
import { AuthHttp } from "./features/auth/Http.ts"
import { BacktestsHttp } from "./features/backtests/Http.ts"
import { BadgeDefinitionsHttp } from "./features/badge-definitions/Http.ts"
import { BadgeReviewsHttp } from "./features/badge-reviews/Http.ts"
import { BillingHttp } from "./features/billing/Http.ts"
import { BuddiesHttp } from "./features/buddies/Http.ts"
import { BuddyGrowthHttp } from "./features/buddies/Http/Growth.ts"
import { BuddyPastHttp } from "./features/buddies/Http/Past.ts"
import { BuddyItemsHttp } from "./features/buddies/Http/Items.ts"
import { BuddyStreaksHttp } from "./features/buddies/Http/Streaks.ts"
import { CoinRulesHttp } from "./features/coin-rules/Http.ts"
import { CreditsHttp, ImageUsageHttp } from "./features/credits/Http.ts"
import { ConfigVersionsHttp } from "./features/config-versions/Http.ts"
import { ConfigFilesHttp } from "./features/config-versions/Http/Files.ts"
import { CustomersHttp } from "./features/customers/Http.ts"
import { EconomyHttp } from "./features/economy/Http.ts"
import { EggsHttp } from "./features/eggs/Http.ts"
import { EventTypesHttp } from "./features/event-types/Http.ts"
import { IngestFastPathLive } from "./features/events/Http/FastPath.ts"
import { EventsHttp } from "./features/events/Http/Handlers.ts"
import { EvolutionRulesHttp } from "./features/evolution-rules/Http.ts"
import { GatesHttp } from "./features/gates/Http.ts"
import { HealthHttp } from "./features/health/Http.ts"
import { MarketplacesHttp } from "./features/marketplaces/Http.ts"
import { OperationsHttp } from "./features/operations/Http.ts"
import { PathDefinitionsHttp } from "./features/path-definitions/Http.ts"
import { PlayersHttp } from "./features/players/Http.ts"
import { PresetsHttp } from "./features/presets/Http.ts"
import { SchemasHttp } from "./features/schemas/Http.ts"
import { SkillDecayRulesHttp } from "./features/skill-decay-rules/Http.ts"
import { SkillRulesHttp } from "./features/skill-rules/Http.ts"
import { SkillSetsHttp } from "./features/skill-sets/Http.ts"
import { StreakRulesHttp } from "./features/streak-rules/Http.ts"
import { TestClocksHttp } from "./features/test-clocks/Http.ts"
import { TokenRulesHttp } from "./features/token-rules/Http.ts"
import { TokenTypesHttp } from "./features/token-types/Http.ts"
import { WebhookConfigsHttp } from "./features/webhook-configs/Http.ts"
import { WidgetSessionsHttp } from "./features/widget-sessions/Http.ts"
import { WidgetHttp } from "./features/widget/Http.ts"
import { WidgetMarketplaceHttp } from "./features/widget/Http/Marketplace.ts"
import { WidgetPathHttp } from "./features/widget/Http/Path.ts"

const Families = Layer.mergeAll(
  // tenant
  ApiKeysHttp,
  AuthHttp,
  BillingHttp,
  CustomersHttp,
  // authoring
  BacktestsHttp,
  BadgeDefinitionsHttp,
  CoinRulesHttp,
  CreditsHttp,
  ImageUsageHttp,
  ConfigVersionsHttp,
  ConfigFilesHttp,
  EventTypesHttp,
  EvolutionRulesHttp,
  GatesHttp,
  PathDefinitionsHttp,
  PresetsHttp,
  SchemasHttp,
  SkillDecayRulesHttp,
  SkillRulesHttp,
  SkillSetsHttp,
  StreakRulesHttp,
  TokenRulesHttp,
  TokenTypesHttp,
  // players
  EggsHttp,
  OperationsHttp,
  EventsHttp,
  BuddiesHttp,
  BuddyGrowthHttp,
  BuddyPastHttp,
  BuddyItemsHttp,
  BuddyStreaksHttp,
  BadgeReviewsHttp,
  EconomyHttp,
  PlayersHttp,
  TestClocksHttp,
  // commerce
  MarketplacesHttp,
  // surfaces
  WidgetSessionsHttp,
  WidgetHttp,
  WidgetMarketplaceHttp,
  WidgetPathHttp,
  // delivery
  WebhookConfigsHttp,
  // insight
  HealthHttp
)

const Shared = Layer.mergeAll(ValidationLive, IdempotentLive, GateLive, AddressGateLive).pipe(
  Layer.provide(Admission.layer)
)

const RoutesLive = Layer.succeed(
  Routes,
  routesOf(Api, [
    ...homeRoutes,
    ...probeRoutes,
    ...devMailRoutes,
    ...demoRoutes,
    ...assetRoutes,
    ...guideRoutes,
    { method: "GET", path: "/openapi.json" },
    { method: "GET", path: "/docs" }
  ])
)

/** Routes and middleware on the router; wants the platform's services and a server. */
export const HttpRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api, { openapiPath: "/openapi.json" }),
  HttpApiScalar.layer(Api, { path: "/docs" }),
  ProbesLive,
  DevMailsLive,
  DemoPageLive,
  GuidePagesLive,
  HomeLive,
  AssetsHttp
).pipe(
  Layer.provide(EnvelopeLive),
  Layer.provide(Families.pipe(Layer.provide(Shared))),
  Layer.provide([Exchange.layer, Admission.layer, RoutesLive])
)

const quiet = { disableLogger: true, disableListenLog: true }

/** Probes come every few seconds and say the same; they are no traces. */
const Untraced = HttpMiddleware.layerTracerDisabledForUrls(probeRoutes.map(({ path }) => path))

/** Whatever a client may call a thing has to fit into its address. */
const LongNames = Layer.succeed(HttpRouter.RouterConfig, { maxParamLength: limits.path_parameter_length_max })

export const HttpLive = Layer.merge(
  HttpRouter.serve(HttpRoutes, quiet).pipe(Layer.provide([Untraced, LongNames])),
  IngestFastPathLive.pipe(Layer.provide([Exchange.layer, Admission.layer]))
)

/** A runner answers probes and metrics, nothing else: tenants never reach it. */
export const ProbesOnlyLive = HttpRouter.serve(
  ProbesLive.pipe(
    Layer.provide(EnvelopeLive),
    Layer.provide([Exchange.layer, Admission.layer, Layer.succeed(Routes, routesOf({ groups: {} }, probeRoutes))])
  ),
  quiet
).pipe(Layer.provide(Untraced))
