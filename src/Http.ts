/**
 * Every handler layer, the middleware they share, the reference pages and the probes. One name per domain, no logic.
 */
import { Layer } from "effect"
import { HttpMiddleware, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./Api.ts"
import { DemoPageLive, demoRoutes } from "./demo/Page.ts"
import { devMailRoutes, DevMailsLive } from "./edge/DevMails.ts"
import { AccountPagesLive, accountRoutes } from "./edge/account/Pages.ts"
import { EnvelopeLive } from "./edge/Envelope.ts"
import { Admission } from "./edge/Admission.ts"
import { AddressAuthorizationLive, AuthorizationLive } from "./edge/Authorization.ts"
import { DocsLive, docsRoutes } from "./edge/docs/Pages.ts"
import { themeRoutes, ThemesLive } from "./edge/pages/Theme.ts"
import { HomeLive, homeRoutes } from "./edge/Home.ts"
import { Exchange } from "./edge/Exchange.ts"
import { PublicFastPathLive } from "./edge/PublicFastPath.ts"
import { PublicAnswers } from "./edge/pages/PublicAnswers.ts"
import { IdempotentLive } from "./edge/Idempotency.ts"
import { probeRoutes, ProbesLive } from "./edge/Probes.ts"
import { DocumentLive, documentRoutes } from "./edge/reference/Served.ts"
import { RouteTable, routesOf } from "./edge/RouteTable.ts"
import { TaggedLive } from "./edge/EntityTags.ts"
import { ValidationLive } from "./edge/Validation.ts"
import { limits } from "./wire/Limits.ts"
import { StripeHttp, stripeRoutes } from "./features/tenant/billing/Http/Stripe.ts"
import { ReferralRedirect, referralRoutes } from "./features/tenant/referral/Http/Redirect.ts"
import { TenantHandlers } from "./features/tenant/Http.ts"
import { AuthoringHandlers } from "./features/authoring/Http.ts"
import { PlayersHandlers } from "./features/players/Http.ts"
import { CampaignsHandlers } from "./features/campaigns/Http.ts"
import { EconomyHandlers } from "./features/economy/Http.ts"
import { CommunityHandlers } from "./features/community/Http.ts"
import { SurfacesHandlers } from "./features/surfaces/Http.ts"
import { InsightHandlers } from "./features/insight/Http.ts"
import { assetRoutes, AssetsHttp } from "./features/surfaces/assets/Http.ts"
import { InboxReceiving, inboxRoutes } from "./features/insight/webhook-inboxes/Http/Receiving.ts"
import { HallPages, hallPageRoutes } from "./features/surfaces/hall-of-fame/Http/Page.ts"
import { WelcomePages, welcomePageRoutes } from "./features/surfaces/welcome-back/Http/Page.ts"
import { HostedPages, hostedPageRoutes } from "./features/surfaces/hosted-surfaces/Http/Page.ts"
import { SharePages, sharePageRoutes } from "./features/surfaces/buddy-share/Http/Page.ts"
import { ShowroomPages, showroomPageRoutes } from "./features/surfaces/showrooms/Http/Page.ts"
import { CdnHttp, cdnRoutes } from "./features/surfaces/cdn/Http.ts"
import { ConsolePages, consoleRoutes } from "./features/surfaces/console/Http.ts"
import { IngestFastPathLive } from "./features/players/events/Http/FastPath.ts"

const Domains = Layer.mergeAll(
  TenantHandlers,
  AuthoringHandlers,
  PlayersHandlers,
  EconomyHandlers,
  CampaignsHandlers,
  CommunityHandlers,
  SurfacesHandlers,
  InsightHandlers
)

const Shared = Layer.mergeAll(
  TaggedLive,
  ValidationLive,
  IdempotentLive,
  AuthorizationLive,
  AddressAuthorizationLive
).pipe(Layer.provide(Admission.layer))

const RoutesLive = Layer.succeed(
  RouteTable,
  routesOf(Api, [
    ...homeRoutes,
    ...accountRoutes,
    ...probeRoutes,
    ...devMailRoutes,
    ...demoRoutes,
    ...assetRoutes,
    ...cdnRoutes,
    ...consoleRoutes,
    ...themeRoutes,
    ...hostedPageRoutes,
    ...sharePageRoutes,
    ...hallPageRoutes,
    ...welcomePageRoutes,
    ...referralRoutes,
    ...showroomPageRoutes,
    ...inboxRoutes,
    ...stripeRoutes,
    ...docsRoutes,
    ...documentRoutes
  ])
)

/** RouteTable and middleware on the router; wants the platform's services and a server. */
export const HttpRoutes = Layer.mergeAll(
  HttpApiBuilder.layer(Api),
  DocumentLive,
  DocsLive,
  ProbesLive,
  DevMailsLive,
  DemoPageLive,
  HomeLive,
  AccountPagesLive,
  AssetsHttp,
  CdnHttp,
  ConsolePages,
  ThemesLive,
  HostedPages,
  SharePages,
  HallPages,
  WelcomePages,
  ReferralRedirect,
  ShowroomPages,
  InboxReceiving,
  StripeHttp
).pipe(
  Layer.provide(EnvelopeLive),
  Layer.provide(Domains.pipe(Layer.provide(Shared))),
  Layer.provide([Exchange.layer, Admission.layer, RoutesLive])
)

const quiet = { disableLogger: true, disableListenLog: true }

/** Probes come every few seconds and say the same; they are no traces. */
const Untraced = HttpMiddleware.layerTracerDisabledForUrls(probeRoutes.map(({ path }) => path))

/**
 * Whatever a client may call a thing has to fit into its address. Addresses are matched as they are written: a router
 * that looks at them in lower case misses what follows a name whose lower case is longer, as that of İ is.
 */
const AnyNames = Layer.succeed(HttpRouter.RouterConfig, {
  maxParamLength: limits.path_parameter_length_max,
  caseSensitive: true
})

export const HttpLive = Layer.mergeAll(
  HttpRouter.serve(HttpRoutes, quiet).pipe(Layer.provide([Untraced, AnyNames])),
  IngestFastPathLive.pipe(Layer.provide([Exchange.layer, Admission.layer])),
  PublicFastPathLive.pipe(Layer.provide([Exchange.layer, Admission.layer]))
).pipe(Layer.provide(PublicAnswers.layer))

/** A runner answers probes and metrics, nothing else: tenants never reach it. */
export const ProbesOnlyLive = HttpRouter.serve(
  ProbesLive.pipe(
    Layer.provide(EnvelopeLive),
    Layer.provide([Exchange.layer, Admission.layer, PublicAnswers.layer]),
    Layer.provide(Layer.succeed(RouteTable, routesOf({ groups: {} }, probeRoutes)))
  ),
  quiet
).pipe(Layer.provide(Untraced))
