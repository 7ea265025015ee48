// Written by sdk/generate from contract/openapi.json.
import type { Resources } from "../calls.ts"
import type { AuthResource, CustomersMeResource, MembersResource, SsoResource, AuditLogResource, NotificationsResource, FeatureTogglesResource, FeatureConfigResource, BillingResource, CreditsResource, ImageUsageResource, OnboardingResource, ConfigVersionsResource, BadgeDefinitionsResource, CoinRulesResource, EventTypesResource, EvolutionRulesResource, PathDefinitionsResource, PresetsResource, SchemasResource, SkillDecayRulesResource, SkillRulesResource, SkillSetsResource, StreakRulesResource, TokenRulesResource, TokenTypesResource, EggsResource, OperationsResource, EventsResource, BuddiesResource, BadgeReviewsResource, PlayersZeroResource, TestClocksResource, GatesResource, EconomyResource, MarketplacesResource, FlashSalesResource, MysteryBoxesResource, FreeLunchesResource, WidgetRuntimeResource, LeaderboardResource, LeaguesResource, LotteriesResource, PublicResource, GroupQuestsResource, CausesResource, SurpriseDropsResource, EventBadgesResource, ReengagementResource, FoundingCohortResource, TeamsResource, KudoTypesResource, KudosResource, MentorVisibilityResource, CouncilResource, WidgetSessionsResource, EmbedTokensResource, ProfileTemplatesResource, HostedSurfacesResource, BuddyShareResource, BragResource, MarketingResource, ShowroomsResource, WebhooksResource, WebhookInboxesResource, HealthResource, AnalyticsResource, AlertsResource, SixDResource, ForecastsResource } from "./resources.ts"

export interface AllResources {
  readonly auth: AuthResource
  readonly customersMe: CustomersMeResource
  readonly members: MembersResource
  readonly sso: SsoResource
  readonly auditLog: AuditLogResource
  readonly notifications: NotificationsResource
  readonly featureToggles: FeatureTogglesResource
  readonly featureConfig: FeatureConfigResource
  readonly billing: BillingResource
  readonly credits: CreditsResource
  readonly imageUsage: ImageUsageResource
  readonly onboarding: OnboardingResource
  readonly configVersions: ConfigVersionsResource
  readonly badgeDefinitions: BadgeDefinitionsResource
  readonly coinRules: CoinRulesResource
  readonly eventTypes: EventTypesResource
  readonly evolutionRules: EvolutionRulesResource
  readonly pathDefinitions: PathDefinitionsResource
  readonly presets: PresetsResource
  readonly schemas: SchemasResource
  readonly skillDecayRules: SkillDecayRulesResource
  readonly skillRules: SkillRulesResource
  readonly skillSets: SkillSetsResource
  readonly streakRules: StreakRulesResource
  readonly tokenRules: TokenRulesResource
  readonly tokenTypes: TokenTypesResource
  readonly eggs: EggsResource
  readonly operations: OperationsResource
  readonly events: EventsResource
  readonly buddies: BuddiesResource
  readonly badgeReviews: BadgeReviewsResource
  readonly playersZero: PlayersZeroResource
  readonly testClocks: TestClocksResource
  readonly gates: GatesResource
  readonly economy: EconomyResource
  readonly marketplaces: MarketplacesResource
  readonly flashSales: FlashSalesResource
  readonly mysteryBoxes: MysteryBoxesResource
  readonly freeLunches: FreeLunchesResource
  readonly widgetRuntime: WidgetRuntimeResource
  readonly leaderboard: LeaderboardResource
  readonly leagues: LeaguesResource
  readonly lotteries: LotteriesResource
  readonly public: PublicResource
  readonly groupQuests: GroupQuestsResource
  readonly causes: CausesResource
  readonly surpriseDrops: SurpriseDropsResource
  readonly eventBadges: EventBadgesResource
  readonly reengagement: ReengagementResource
  readonly foundingCohort: FoundingCohortResource
  readonly teams: TeamsResource
  readonly kudoTypes: KudoTypesResource
  readonly kudos: KudosResource
  readonly mentorVisibility: MentorVisibilityResource
  readonly council: CouncilResource
  readonly widgetSessions: WidgetSessionsResource
  readonly embedTokens: EmbedTokensResource
  readonly profileTemplates: ProfileTemplatesResource
  readonly hostedSurfaces: HostedSurfacesResource
  readonly buddyShare: BuddyShareResource
  readonly brag: BragResource
  readonly marketing: MarketingResource
  readonly showrooms: ShowroomsResource
  readonly webhooks: WebhooksResource
  readonly webhookInboxes: WebhookInboxesResource
  readonly health: HealthResource
  readonly analytics: AnalyticsResource
  readonly alerts: AlertsResource
  readonly sixD: SixDResource
  readonly forecasts: ForecastsResource
}


export const operations = {
  auth: {
    listApiKeys: { route: "GET /auth/api-keys" },
    createApiKey: { route: "POST /auth/api-keys", takes: "body" },
    deleteApiKey: { route: "DELETE /auth/api-keys/{id}" },
    rotateApiKeys: { route: "POST /auth/api-keys/rotate", takes: "body" },
    whoami: { route: "GET /auth/api-keys/whoami" },
    createPublishableKey: { route: "POST /auth/publishable-keys", takes: "body" },
    register: { route: "POST /auth/register", takes: "body" },
    login: { route: "POST /auth/login", takes: "body" },
    requestPasswordReset: { route: "POST /auth/password/reset/request", takes: "body" },
    resetPassword: { route: "POST /auth/password/reset", takes: "body" },
    acceptInvitation: { route: "POST /auth/invitations/accept", takes: "body" },
    verifyEmail: { route: "POST /auth/email/verify", takes: "body" },
    getMe: { route: "GET /auth/me" },
    requestEmailVerification: { route: "POST /auth/email/verification/request" },
    changePassword: { route: "POST /auth/password/change", takes: "body" },
    signOut: { route: "POST /auth/logout" },
    getSsoConfig: { route: "GET /auth/sso/config", takes: "query" },
    startSso: { route: "GET /auth/sso/start", takes: "query", leads: true },
    arriveFromSso: { route: "GET /auth/sso/callback" },
    returnFromSso: { route: "GET /auth/sso/callback/{customer_id}" },
    finishSso: { route: "POST /auth/sso/token", takes: "body" }
  },
  customersMe: {
    get: { route: "GET /customers/me" },
    update: { route: "PATCH /customers/me", takes: "body" },
    updateSettings: { route: "PATCH /customers/me/settings", takes: "body" },
    updateAudiences: { route: "PATCH /customers/me/audiences", takes: "body" },
    deleteData: { route: "DELETE /customers/me/users/{user_id}/data" },
    listErasures: { route: "GET /customers/me/erasures", takes: "query", pages: "offset", answer: { "data": { "rows": [] } } },
    getErasure: { route: "GET /customers/me/erasures/{id}", answer: { "rows": [] } },
    exportUser: { route: "POST /customers/me/users/{user_id}/export" },
    getExport: { route: "GET /customers/me/exports/{id}", isText: true },
    getReferral: { route: "GET /customers/me/referral" },
    suggestWidgetTheme: { route: "POST /customers/me/widget-theme/suggest", takes: "body" },
    regenerateAssets: { route: "POST /customers/me/assets/regenerate", takes: "body" },
    getVacationAnalytics: { route: "GET /customers/me/vacation/analytics", takes: "query" },
    getStreakAtRiskAnalytics: { route: "GET /customers/me/streak-at-risk/analytics", takes: "query" },
    awardPlayer: { route: "POST /customers/me/players/{buddyId}/award", takes: "body" },
    listPlayerAwards: { route: "GET /customers/me/players/{buddyId}/awards", takes: "query", pages: "offset" },
    listAwards: { route: "GET /customers/me/awards", takes: "query", pages: "offset" },
    getUserSummary: { route: "GET /customers/me/users/{user_id}/summary" },
    grantBoosters: { route: "POST /customers/me/boosters/grant", takes: "body" },
    listBoosters: { route: "GET /customers/me/boosters", takes: "query", pages: "offset" },
    deleteBooster: { route: "DELETE /customers/me/boosters/{id}" },
    getLeaderboardConfig: { route: "GET /customers/me/leaderboard-config" },
    updateLeaderboardConfig: { route: "PATCH /customers/me/leaderboard-config", takes: "body" },
    getBeginnersLuckAnalytics: { route: "GET /customers/me/beginners-luck/analytics", takes: "query" },
    getFairnessReport: { route: "GET /customers/me/fairness-report", takes: "query" },
    getNarrative: { route: "GET /customers/me/narrative", answer: { "level_up_copy": [] } },
    updateNarrative: { route: "PATCH /customers/me/narrative", takes: "body", body: { "level_up_copy": [] }, answer: { "level_up_copy": [] } },
    listNarrativeAudit: { route: "GET /customers/me/narrative/audit", takes: "query", pages: "cursor" },
    getMissionAnchorConfig: { route: "GET /customers/me/mission-anchor-config" },
    updateMissionAnchorConfig: { route: "PATCH /customers/me/mission-anchor-config", takes: "body" },
    getOctalysisState: { route: "GET /customers/me/octalysis-state", takes: "query" }
  },
  members: {
    list: { route: "GET /customers/me/members" },
    invite: { route: "POST /customers/me/members", takes: "body" },
    update: { route: "PATCH /customers/me/members/{account_id}", takes: "body" },
    remove: { route: "DELETE /customers/me/members/{account_id}" }
  },
  sso: {
    get: { route: "GET /customers/me/sso" },
    replace: { route: "PUT /customers/me/sso", takes: "body" },
    delete: { route: "DELETE /customers/me/sso" },
    verifyDomain: { route: "POST /customers/me/sso/domains/{domain}/verify" }
  },
  auditLog: {
    list: { route: "GET /customers/me/audit-log", takes: "query", pages: "cursor" },
    download: { route: "GET /customers/me/audit-log.csv", takes: "query", isText: true }
  },
  notifications: {
    list: { route: "GET /notifications", takes: "query", pages: {"items":"notifications","cursor":"nextCursor"}, answer: { "notifications": { "details": 0 } } },
    markRead: { route: "POST /notifications/{id}/read", answer: { "details": 0 } },
    markManyRead: { route: "POST /notifications/read", takes: "body" },
    pause: { route: "PATCH /notifications/pause", takes: "body" }
  },
  featureToggles: {
    get: { route: "GET /customers/me/feature-toggles", answer: { "draft": [] } },
    update: { route: "PATCH /customers/me/feature-toggles", takes: "body", answer: { "draft": [] } },
    publish: { route: "POST /customers/me/feature-toggles/publish", answer: { "draft": [] } },
    discard: { route: "DELETE /customers/me/feature-toggles/draft" }
  },
  featureConfig: {
    get: { route: "GET /customers/me/feature-config", answer: { "features": { "config": 0 } } },
    update: { route: "PATCH /customers/me/feature-config/{feature_key}", takes: "body", answer: { "config": 0 } }
  },
  billing: {
    checkout: { route: "POST /billing/checkout", takes: "body" },
    getCheckoutSession: { route: "GET /billing/checkout/session/{id}" },
    portal: { route: "POST /billing/portal" },
    getStatus: { route: "GET /billing/status" },
    getUsage: { route: "GET /billing/usage", takes: "query" }
  },
  credits: {
    getBalance: { route: "GET /credits/balance" },
    listLedger: { route: "GET /credits/ledger", takes: "query", pages: "cursor" }
  },
  imageUsage: {
    list: { route: "GET /image-usage", takes: "query", pages: "offset" },
    getReport: { route: "GET /image-usage/report", takes: "query" }
  },
  onboarding: {
    open: { route: "POST /onboarding/sessions", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    getCurrent: { route: "GET /onboarding/sessions/current", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    getPreparingStatus: { route: "GET /onboarding/sessions/preparing-status" },
    reset: { route: "POST /onboarding/sessions/reset" },
    seedFromDescription: { route: "POST /onboarding/sessions/seed-from-description", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    seedFromUrl: { route: "POST /onboarding/sessions/seed-from-url", takes: "body" },
    seedFromRepo: { route: "POST /onboarding/sessions/seed-from-repo", takes: "body" },
    answer: { route: "PUT /onboarding/sessions/{id}/answers", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    generatePlan: { route: "POST /onboarding/sessions/{id}/generate-plan", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    regeneratePlan: { route: "POST /onboarding/sessions/{id}/regenerate-plan", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    generateGuide: { route: "POST /onboarding/sessions/{id}/generate-guide", takes: "body", answer: { "plan": { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } }, "assumptions": { "events_per_user_week": [] } } } },
    message: { route: "POST /onboarding/sessions/{id}/message", takes: "body", isText: true },
    apply: { route: "POST /onboarding/sessions/{id}/apply", takes: "body", answer: { "content": { "marketplace_requirements": [] } } },
    joinWaitlist: { route: "POST /onboarding/sessions/waitlist", takes: "body" }
  },
  configVersions: {
    backtest: { route: "POST /config-versions/{id}/backtest", takes: "body" },
    list: { route: "GET /config-versions", takes: "query", pages: "offset" },
    create: { route: "POST /config-versions", takes: "body", answer: { "content": { "marketplace_requirements": [] } } },
    get: { route: "GET /config-versions/{id}", answer: { "content": { "marketplace_requirements": [] } } },
    update: { route: "PATCH /config-versions/{id}", takes: "body", body: { "content": { "marketplace_requirements": [] } }, answer: { "content": { "marketplace_requirements": [] } } },
    clone: { route: "POST /config-versions/{id}/clone", takes: "query", answer: { "content": { "marketplace_requirements": [] } } },
    publish: { route: "POST /config-versions/{id}/publish", answer: { "content": { "marketplace_requirements": [] } } },
    getImpact: { route: "GET /config-versions/{id}/impact", answer: { "changes": { "from": 0, "to": 0 } } },
    migrateBuddies: { route: "POST /config-versions/{id}/migrate-buddies", takes: "body" },
    export: { route: "GET /config-versions/{id}/export", answer: 0 },
    plan: { route: "POST /config-versions/plan", takes: "body", body: 0, answer: { "changes": { "from": 0, "to": 0 } } },
    import: { route: "POST /config-versions/import", takes: "body", body: 0, answer: { "content": { "marketplace_requirements": [] } } }
  },
  badgeDefinitions: {
    list: { route: "GET /badge-definitions", takes: "query", pages: "offset" },
    create: { route: "POST /badge-definitions", takes: "body" },
    get: { route: "GET /badge-definitions/{id}", takes: "query" },
    replace: { route: "PUT /badge-definitions/{id}", takes: "body" },
    delete: { route: "DELETE /badge-definitions/{id}" },
    generateIcon: { route: "POST /badge-definitions/generate-icon", takes: "body" },
    uploadIcon: { route: "POST /badge-definitions/upload-icon", takes: "body" },
    regenerateIcon: { route: "POST /badge-definitions/{id}/regenerate-icon" },
    backfill: { route: "POST /badge-definitions/{id}/backfill", takes: "body" },
    previewBackfill: { route: "GET /badge-definitions/{id}/backfill/preview" }
  },
  coinRules: {
    list: { route: "GET /coin-rules", takes: "query", pages: "offset" },
    create: { route: "POST /coin-rules", takes: "body" },
    get: { route: "GET /coin-rules/{id}", takes: "query" },
    replace: { route: "PUT /coin-rules/{id}", takes: "body" },
    delete: { route: "DELETE /coin-rules/{id}" },
    getRewardPoolTelemetry: { route: "GET /coin-rules/{id}/reward-pool/telemetry", takes: "query" }
  },
  eventTypes: {
    infer: { route: "GET /event-types/inferred", takes: "query", isText: true, answer: { "types": { "properties": { "types": [] } }, "$defs": 0 } },
    list: { route: "GET /event-types", takes: "query", pages: "offset" },
    create: { route: "POST /event-types", takes: "body" },
    get: { route: "GET /event-types/{id}" },
    replace: { route: "PUT /event-types/{id}", takes: "body" },
    delete: { route: "DELETE /event-types/{id}" }
  },
  evolutionRules: {
    get: { route: "GET /evolution-rules", takes: "query" },
    replace: { route: "PUT /evolution-rules", takes: "body" }
  },
  pathDefinitions: {
    list: { route: "GET /path-definitions", takes: "query", pages: "offset" },
    create: { route: "POST /path-definitions", takes: "body" },
    getBuddyPath: { route: "GET /path-definitions/buddies/{buddy_id}/paths/{path_key}" },
    completeSubStep: { route: "POST /path-definitions/buddies/{buddy_id}/paths/{path_key}/sub-steps/{sub_step_key}/complete" },
    get: { route: "GET /path-definitions/{id}" },
    replace: { route: "PUT /path-definitions/{id}", takes: "body" },
    delete: { route: "DELETE /path-definitions/{id}" },
    activate: { route: "POST /path-definitions/{id}/activate" },
    deactivate: { route: "POST /path-definitions/{id}/deactivate" },
    listSteps: { route: "GET /path-definitions/{id}/steps" },
    createStep: { route: "POST /path-definitions/{id}/steps", takes: "body" },
    reorderSteps: { route: "PUT /path-definitions/{id}/steps/reorder", takes: "body" },
    replaceStep: { route: "PUT /path-definitions/{id}/steps/{step_id}", takes: "body" },
    deleteStep: { route: "DELETE /path-definitions/{id}/steps/{step_id}" },
    listSubSteps: { route: "GET /path-definitions/{id}/steps/{step_id}/sub-steps" },
    createSubStep: { route: "POST /path-definitions/{id}/steps/{step_id}/sub-steps", takes: "body" },
    reorderSubSteps: { route: "PUT /path-definitions/{id}/steps/{step_id}/sub-steps/reorder", takes: "body" },
    replaceSubStep: { route: "PUT /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}", takes: "body" },
    deleteSubStep: { route: "DELETE /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}" }
  },
  presets: {
    list: { route: "GET /presets" },
    get: { route: "GET /presets/{key}", answer: { "content": { "gates": { "metadata": 0 }, "marketplaces": { "items": { "stage_images": [] } } } } },
    apply: { route: "POST /customers/me/apply-preset", takes: "body", answer: { "content": { "marketplace_requirements": [] } } }
  },
  schemas: {
    list: { route: "GET /schemas" },
    get: { route: "GET /schemas/{part}", answer: 0 }
  },
  skillDecayRules: {
    list: { route: "GET /skill-decay-rules", takes: "query", pages: "offset" },
    create: { route: "POST /skill-decay-rules", takes: "body" },
    get: { route: "GET /skill-decay-rules/{id}", takes: "query" },
    replace: { route: "PUT /skill-decay-rules/{id}", takes: "body" },
    delete: { route: "DELETE /skill-decay-rules/{id}" },
    preview: { route: "GET /skill-decay-rules/{id}/preview" },
    listHistory: { route: "GET /skill-decay-rules/{id}/history", takes: "query", pages: "cursor" },
    runNow: { route: "POST /skill-decay-rules/run-now", takes: "body" }
  },
  skillRules: {
    list: { route: "GET /skill-rules", takes: "query", pages: "offset" },
    create: { route: "POST /skill-rules", takes: "body" },
    get: { route: "GET /skill-rules/{id}", takes: "query" },
    replace: { route: "PUT /skill-rules/{id}", takes: "body" },
    delete: { route: "DELETE /skill-rules/{id}" },
    applyThemePack: { route: "POST /skill-rules/apply-theme-pack", takes: "body" }
  },
  skillSets: {
    list: { route: "GET /skill-sets", takes: "query", pages: "offset" },
    create: { route: "POST /skill-sets", takes: "body" },
    get: { route: "GET /skill-sets/{id}", takes: "query" },
    replace: { route: "PUT /skill-sets/{id}", takes: "body" },
    delete: { route: "DELETE /skill-sets/{id}" },
    generateIcon: { route: "POST /skill-sets/generate-icon", takes: "body" }
  },
  streakRules: {
    list: { route: "GET /streak-rules", takes: "query", pages: "offset" },
    create: { route: "POST /streak-rules", takes: "body" },
    get: { route: "GET /streak-rules/{id}", takes: "query" },
    replace: { route: "PUT /streak-rules/{id}", takes: "body" },
    delete: { route: "DELETE /streak-rules/{id}" }
  },
  tokenRules: {
    list: { route: "GET /token-rules", takes: "query", pages: "offset" },
    create: { route: "POST /token-rules", takes: "body" },
    get: { route: "GET /token-rules/{id}", takes: "query" },
    replace: { route: "PUT /token-rules/{id}", takes: "body" },
    delete: { route: "DELETE /token-rules/{id}" }
  },
  tokenTypes: {
    list: { route: "GET /token-types", takes: "query", pages: "offset" },
    create: { route: "POST /token-types", takes: "body" },
    get: { route: "GET /token-types/{id}", takes: "query" },
    replace: { route: "PUT /token-types/{id}", takes: "body" },
    delete: { route: "DELETE /token-types/{id}" }
  },
  eggs: {
    create: { route: "POST /eggs", takes: "body", body: { "metadata": 0 }, answer: { "metadata": 0 } },
    list: { route: "GET /eggs", takes: "query", pages: "offset", answer: { "data": { "metadata": 0 } } },
    get: { route: "GET /eggs/{id}", answer: { "metadata": 0 } },
    updateStatus: { route: "PATCH /eggs/{id}/status", takes: "body", answer: { "metadata": 0 } },
    hatch: { route: "POST /eggs/{id}/hatch" }
  },
  operations: {
    list: { route: "GET /operations", takes: "query", pages: "offset", answer: { "data": { "progress": 0, "result": 0, "error": { "details": 0 } } } },
    get: { route: "GET /operations/{id}", answer: { "progress": 0, "result": 0, "error": { "details": 0 } } },
    cancel: { route: "POST /operations/{id}/cancel", answer: { "progress": 0, "result": 0, "error": { "details": 0 } } }
  },
  events: {
    create: { route: "POST /events", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    list: { route: "GET /events", takes: "query", pages: "cursor", answer: { "data": { "properties": 0 } } },
    batch: { route: "POST /events/batch", takes: "body", body: { "events": { "properties": 0 } } },
    adminTrigger: { route: "POST /events/admin-trigger", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    listActiveUsers: { route: "GET /events/active-users", takes: "query", pages: "cursor" },
    listTypes: { route: "GET /events/types", takes: "query", pages: "offset" },
    get: { route: "GET /events/{id}", answer: { "properties": 0 } },
    reverse: { route: "POST /events/{id}/reverse", takes: "body" },
    getTrace: { route: "GET /events/{id}/trace", answer: { "rules": { "detail": 0 } } }
  },
  buddies: {
    list: { route: "GET /buddies", takes: "query", pages: "offset", answer: { "data": { "tokens": [], "skills": [], "metadata": 0 } } },
    get: { route: "GET /buddies/{id}", answer: { "tokens": [], "skills": [], "metadata": 0 } },
    update: { route: "PATCH /buddies/{id}", takes: "body", answer: { "tokens": [], "skills": [], "metadata": 0 } },
    archive: { route: "PATCH /buddies/{id}/archive", answer: { "tokens": [], "skills": [], "metadata": 0 } },
    getUserSummary: { route: "GET /buddies/users/{user_id}/summary" },
    getEvolution: { route: "GET /buddies/{id}/evolution", answer: { "requirements": { "value": 0, "current": 0 } } },
    getProgressionMetrics: { route: "GET /buddies/{id}/progression-metrics", answer: { "evolution": { "requirements": { "value": 0, "current": 0 } }, "skills": [] } },
    getProgression: { route: "GET /buddies/{id}/progression", answer: { "evolution": { "requirements": { "value": 0, "current": 0 } }, "skills": [] } },
    updateSkills: { route: "PATCH /buddies/{id}/skills", takes: "body", answer: { "updates": [] } },
    earnCoins: { route: "POST /buddies/{id}/coins", takes: "body" },
    spendCoins: { route: "POST /buddies/{id}/coins/spend", takes: "body" },
    listBadges: { route: "GET /buddies/{id}/badges", takes: "query", pages: "offset" },
    awardBadge: { route: "POST /buddies/{id}/badges", takes: "body" },
    getTokens: { route: "GET /buddies/{id}/tokens" },
    changeTokens: { route: "POST /buddies/{id}/tokens", takes: "body" },
    evolve: { route: "POST /buddies/{id}/evolve" },
    listEvolutions: { route: "GET /buddies/{id}/evolutions", takes: "query", pages: "cursor" },
    rerenderAppearance: { route: "POST /buddies/{id}/appearance/rerender" },
    updateEquippedItems: { route: "PATCH /buddies/{id}/equipped-items", takes: "body" },
    getAsOf: { route: "GET /buddies/{id}/as-of", takes: "query", answer: { "tokens": [], "badges": [] } },
    listChanges: { route: "GET /buddies/{id}/changes", takes: "query", pages: "cursor", answer: { "data": { "input": 0 } } },
    getChange: { route: "GET /buddies/{id}/changes/{change_id}", answer: { "input": 0, "reply": 0, "trace": { "detail": 0 } } },
    purchaseItem: { route: "POST /buddies/{id}/purchase-item", takes: "body" },
    createGift: { route: "POST /buddies/{id}/gifts", takes: "body" },
    unlockItem: { route: "POST /buddies/{id}/unlock-item", takes: "body" },
    listPurchasedItems: { route: "GET /buddies/{id}/purchased-items", takes: "query", pages: "offset" },
    unlockGate: { route: "POST /buddies/{id}/gates/{gate_key}/unlock" },
    listUnlocks: { route: "GET /buddies/{id}/unlocks", takes: "query", pages: "offset" },
    getStreaks: { route: "GET /buddies/{id}/streaks", takes: "query" },
    restoreStreak: { route: "POST /buddies/{id}/streaks/{streak_key}/restore", takes: "body" },
    freezeStreak: { route: "POST /buddies/{id}/streaks/{streak_key}/freeze" },
    startVacation: { route: "POST /buddies/{id}/vacation", takes: "body" },
    endVacation: { route: "DELETE /buddies/{id}/vacation" },
    rejectBadge: { route: "POST /buddies/{id}/badges/{badge_key}/reject", takes: "body" },
    listBoosters: { route: "GET /buddies/{id}/boosters", takes: "query", pages: "offset" },
    deleteBooster: { route: "DELETE /buddies/{id}/boosters/{booster_id}" },
    openMysteryBox: { route: "POST /buddies/{buddy_id}/mystery-boxes/{box_key}/open" },
    updateLeaderboard: { route: "PATCH /buddies/{id}/leaderboard", takes: "body" },
    enterLottery: { route: "POST /buddies/{buddy_id}/lotteries/{id}/entries", takes: "body" },
    listTeams: { route: "GET /buddies/{id}/teams" },
    giveKudos: { route: "POST /buddies/{buddy_id}/kudos", takes: "body" },
    listKudos: { route: "GET /buddies/{buddy_id}/kudos", takes: "query", pages: "cursor" },
    listOutfits: { route: "GET /buddies/{id}/outfits" },
    createOutfit: { route: "POST /buddies/{id}/outfits", takes: "body" },
    wearOutfit: { route: "POST /buddies/{id}/outfits/{outfit_id}/wear" },
    deleteOutfit: { route: "DELETE /buddies/{id}/outfits/{outfit_id}" },
    listCeremonies: { route: "GET /buddies/{id}/ceremonies" },
    completeCeremony: { route: "POST /buddies/{id}/ceremonies", takes: "body" },
    getProfile: { route: "GET /buddies/{id}/profile" },
    updateProfile: { route: "PATCH /buddies/{id}/profile", takes: "body" },
    share: { route: "POST /buddies/{id}/share" },
    stopSharing: { route: "DELETE /buddies/{id}/share" },
    recordShare: { route: "POST /buddies/{id}/share/events", takes: "body" },
    welcomeBack: { route: "POST /buddies/{id}/welcome-back", takes: "body" }
  },
  badgeReviews: {
    list: { route: "GET /badge-reviews", takes: "query", pages: "offset" }
  },
  playersZero: {
    get: { route: "GET /players/zero" },
    create: { route: "POST /players/zero" }
  },
  testClocks: {
    list: { route: "GET /test/clocks", takes: "query", pages: "offset" },
    create: { route: "POST /test/clocks", takes: "body" },
    get: { route: "GET /test/clocks/{id}" },
    delete: { route: "DELETE /test/clocks/{id}" },
    attachUsers: { route: "POST /test/clocks/{id}/users", takes: "body" },
    advance: { route: "POST /test/clocks/{id}/advance", takes: "body" }
  },
  gates: {
    list: { route: "GET /gates", takes: "query", pages: "offset", answer: { "data": { "metadata": 0 } } },
    replace: { route: "PUT /gates/{gate_key}", takes: "body", body: { "metadata": 0 }, answer: { "metadata": 0 } },
    delete: { route: "DELETE /gates/{gate_key}" }
  },
  economy: {
    listLedger: { route: "GET /economy/buddies/{buddyId}/ledger", takes: "query", pages: "cursor" },
    verifyLedger: { route: "GET /economy/buddies/{buddyId}/ledger/verify" },
    explainLedgerEntry: { route: "GET /economy/buddies/{buddyId}/ledger/{ledger_id}/explain", answer: { "trace": { "detail": 0 } } }
  },
  marketplaces: {
    list: { route: "GET /marketplaces", takes: "query", pages: "offset" },
    create: { route: "POST /marketplaces", takes: "body" },
    get: { route: "GET /marketplaces/{id}" },
    replace: { route: "PUT /marketplaces/{id}", takes: "body" },
    listItems: { route: "GET /marketplaces/{id}/items", takes: "query", pages: "offset", answer: { "data": { "stage_images": [] } } },
    createItem: { route: "POST /marketplaces/{id}/items", takes: "body", body: { "stage_images": [] }, answer: { "stage_images": [] } },
    importItems: { route: "POST /marketplaces/{id}/items/import", takes: "body", body: { "items": { "stage_images": [] } } },
    reorderItems: { route: "POST /marketplaces/{id}/items/reorder", takes: "body" },
    getItem: { route: "GET /marketplaces/{id}/items/{item_id}", answer: { "stage_images": [] } },
    replaceItem: { route: "PUT /marketplaces/{id}/items/{item_id}", takes: "body", body: { "stage_images": [] }, answer: { "stage_images": [] } },
    deleteItem: { route: "DELETE /marketplaces/{id}/items/{item_id}" },
    regenerateItemImage: { route: "POST /marketplaces/{id}/items/{item_id}/regenerate-image", answer: { "stage_images": [] } },
    uploadItemImage: { route: "POST /marketplaces/{id}/items/{item_id}/upload-image", takes: "body", answer: { "stage_images": [] } }
  },
  flashSales: {
    list: { route: "GET /customers/me/flash-sales", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/flash-sales", takes: "body" },
    delete: { route: "DELETE /customers/me/flash-sales/{id}" }
  },
  mysteryBoxes: {
    list: { route: "GET /customers/me/mystery-boxes", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/mystery-boxes", takes: "body" },
    update: { route: "PATCH /customers/me/mystery-boxes/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/mystery-boxes/{id}" }
  },
  freeLunches: {
    give: { route: "POST /customers/me/free-lunches", takes: "body" },
    list: { route: "GET /customers/me/free-lunches", takes: "query", pages: "offset" },
    markSeen: { route: "POST /buddies/{id}/free-lunches/{grant_id}/seen" },
    dismiss: { route: "POST /buddies/{id}/free-lunches/{grant_id}/dismiss" }
  },
  widgetRuntime: {
    markFreeLunchSeen: { route: "POST /widget/free-lunches/{grant_id}/seen" },
    dismissFreeLunch: { route: "POST /widget/free-lunches/{grant_id}/dismiss" },
    joinGroupQuest: { route: "POST /widget/group-quests/{questId}/join" },
    leaveGroupQuest: { route: "POST /widget/group-quests/{questId}/leave" },
    chooseMentor: { route: "POST /widget/mentor-sessions", takes: "body" },
    getBuddy: { route: "GET /widget/buddy", answer: { "buddy": { "tokens": [], "skills": [], "metadata": 0 } } },
    createEvent: { route: "POST /widget/events", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    updateEquippedItems: { route: "PATCH /widget/equipped-items", takes: "body" },
    createCeremony: { route: "POST /widget/ceremonies", takes: "body" },
    getConfig: { route: "GET /widget/config", answer: { "copy": { "level_up_copy": [] }, "labels": { "tokens": [], "skills": [], "stages": [] } } },
    getLeaderboard: { route: "GET /widget/leaderboard", takes: "query" },
    updateLeaderboard: { route: "PATCH /widget/leaderboard", takes: "body" },
    listMarketplace: { route: "GET /widget/marketplace", takes: "query", pages: "offset", answer: { "data": { "requirements": { "value": 0, "current": 0 } } } },
    createPurchase: { route: "POST /widget/purchases", takes: "body" },
    getActivePath: { route: "GET /widget/path" },
    getPath: { route: "GET /widget/path/{path_key}" },
    completeSubStep: { route: "POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete" },
    getCampaigns: { route: "GET /widget/campaigns" },
    getCommunity: { route: "GET /widget/community" },
    createProposal: { route: "POST /widget/council/proposals", takes: "body" },
    giveKudos: { route: "POST /widget/kudos", takes: "body" },
    listKudosReceivers: { route: "GET /widget/kudos/receivers", takes: "query" },
    listOutfits: { route: "GET /widget/outfits" },
    createOutfit: { route: "POST /widget/outfits", takes: "body" },
    wearOutfit: { route: "POST /widget/outfits/{outfit_id}/wear" },
    deleteOutfit: { route: "DELETE /widget/outfits/{outfit_id}" },
    enterLottery: { route: "POST /widget/lotteries/{id}/entries", takes: "body" },
    openMysteryBox: { route: "POST /widget/mystery-boxes/{box_key}/open" },
    createBrag: { route: "POST /widget/brags", takes: "body" }
  },
  leaderboard: {
    list: { route: "GET /leaderboard", takes: "query", pages: "offset" }
  },
  leagues: {
    getConfig: { route: "GET /customers/me/leagues/config" },
    updateConfig: { route: "PATCH /customers/me/leagues/config", takes: "body" },
    replaceTiers: { route: "PUT /customers/me/leagues/tiers", takes: "body", body: { "moves": [] } },
    listSeasons: { route: "GET /customers/me/leagues/seasons", takes: "query", pages: "offset" },
    createSeason: { route: "POST /customers/me/leagues/seasons", takes: "body" },
    getSeason: { route: "GET /customers/me/leagues/seasons/{seasonId}" },
    deleteSeason: { route: "DELETE /customers/me/leagues/seasons/{seasonId}" },
    previewSeasons: { route: "POST /customers/me/leagues/seasons/preview", takes: "body" },
    simulateSeasons: { route: "POST /customers/me/leagues/seasons/simulate", takes: "body" },
    forceCloseSeason: { route: "POST /customers/me/leagues/seasons/{seasonId}/force-close", takes: "body" },
    listSeasonStandings: { route: "GET /customers/me/leagues/seasons/{seasonId}/standings", takes: "query", pages: "offset" }
  },
  lotteries: {
    list: { route: "GET /customers/me/lotteries", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/lotteries", takes: "body" },
    get: { route: "GET /customers/me/lotteries/{id}" },
    update: { route: "PATCH /customers/me/lotteries/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/lotteries/{id}" },
    listDraws: { route: "GET /customers/me/lotteries/{id}/draws", takes: "query", pages: "cursor" },
    drawNow: { route: "POST /customers/me/lotteries/{id}/draws", takes: "body" },
    getDraw: { route: "GET /customers/me/lotteries/{id}/draws/{draw_id}" },
    verifyDraw: { route: "GET /customers/me/lotteries/{id}/draws/{draw_id}/verify" },
    previewNextDraw: { route: "GET /customers/me/lotteries/{id}/preview-next-draw" },
    simulateDraw: { route: "POST /customers/me/lotteries/{id}/simulate-draw", takes: "body" }
  },
  public: {
    getLotteryDraw: { route: "GET /public/lottery-draws/{draw_id}" },
    getLotteryDrawEntries: { route: "GET /public/lottery-draws/{draw_id}/entries.txt", isText: true },
    getHostedSurface: { route: "GET /public/hosted-surfaces/{slug}" },
    createHostedSurfaceSession: { route: "POST /public/hosted-surfaces/{slug}/session", takes: "body" },
    getShare: { route: "GET /public/b/{code}" },
    recordShare: { route: "POST /public/b/{code}/events", takes: "body" },
    openShare: { route: "GET /p/{code}", takes: "query", leads: true },
    listShares: { route: "GET /public/share-index", takes: "query", pages: "offset" },
    listHallsOfFame: { route: "GET /public/hall-of-fame-index", takes: "query", pages: "offset" },
    listHallOfFameSeasons: { route: "GET /public/hall-of-fame/{tenantSlug}", takes: "query", pages: "offset" },
    getHallOfFameSeason: { route: "GET /public/hall-of-fame/{tenantSlug}/{seasonId}" },
    getWelcomeBack: { route: "GET /public/returning-champion/welcome-back", takes: "query" },
    getShowroom: { route: "GET /public/showroom/{slug}", takes: "query" },
    getShowroomQr: { route: "GET /public/showroom/{slug}/qr", takes: "query", isText: true, bytes: "image/png" }
  },
  groupQuests: {
    list: { route: "GET /customers/me/group-quests", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/group-quests", takes: "body" },
    get: { route: "GET /customers/me/group-quests/{questId}" },
    update: { route: "PATCH /customers/me/group-quests/{questId}", takes: "body" },
    delete: { route: "DELETE /customers/me/group-quests/{questId}" },
    publish: { route: "POST /customers/me/group-quests/{questId}/publish" },
    forceResolve: { route: "POST /customers/me/group-quests/{questId}/force-resolve", takes: "body" },
    listMembers: { route: "GET /customers/me/group-quests/{questId}/members", takes: "query", pages: "offset" },
    join: { route: "POST /buddies/{buddy_id}/group-quests/{questId}/join" },
    leave: { route: "POST /buddies/{buddy_id}/group-quests/{questId}/leave" }
  },
  causes: {
    list: { route: "GET /customers/me/causes", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/causes", takes: "body" },
    get: { route: "GET /customers/me/causes/{id}" },
    update: { route: "PATCH /customers/me/causes/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/causes/{id}" },
    draft: { route: "POST /customers/me/causes/{id}/draft" },
    getWebhook: { route: "GET /customers/me/causes/{id}/webhook" },
    updateWebhook: { route: "PATCH /customers/me/causes/{id}/webhook", takes: "body" },
    testWebhook: { route: "POST /customers/me/causes/{id}/webhook/test" },
    listDeliveries: { route: "GET /customers/me/causes/{id}/webhook/deliveries", takes: "query", pages: {"items":"data","cursor":"nextCursor"} },
    listCrossings: { route: "GET /customers/me/causes/{id}/crossings", takes: "query", pages: "cursor" },
    preview: { route: "GET /customers/me/causes/{id}/preview-30-days" },
    listPreviews: { route: "GET /customers/me/causes/preview-30-days" },
    getAnalytics: { route: "GET /customers/me/causes/analytics", takes: "query" },
    downloadAnalytics: { route: "GET /customers/me/causes/analytics.csv", takes: "query", isText: true },
    listAudit: { route: "GET /customers/me/causes/audit", takes: "query", pages: "cursor", answer: { "data": { "changes": 0 } } }
  },
  surpriseDrops: {
    list: { route: "GET /customers/me/surprise-drops", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/surprise-drops", takes: "body" },
    update: { route: "PATCH /customers/me/surprise-drops/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/surprise-drops/{id}" }
  },
  eventBadges: {
    list: { route: "GET /customers/me/event-badges", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/event-badges", takes: "body" },
    update: { route: "PATCH /customers/me/event-badges/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/event-badges/{id}" }
  },
  reengagement: {
    get: { route: "GET /customers/me/reengagement-config" },
    update: { route: "PATCH /customers/me/reengagement-config", takes: "body" }
  },
  foundingCohort: {
    getConfig: { route: "GET /customers/me/founding-cohort/config" },
    updateConfig: { route: "PATCH /customers/me/founding-cohort/config", takes: "body" },
    preview: { route: "GET /customers/me/founding-cohort/preview" },
    backfill: { route: "POST /customers/me/founding-cohort/backfill", takes: "body" },
    listAudit: { route: "GET /customers/me/founding-cohort/audit", takes: "query", pages: "cursor" },
    downloadAudit: { route: "GET /customers/me/founding-cohort/audit/export.csv", isText: true }
  },
  teams: {
    list: { route: "GET /customers/me/teams", takes: "query", pages: "offset", answer: { "data": { "metadata": 0 } } },
    create: { route: "POST /customers/me/teams", takes: "body", body: { "metadata": 0 }, answer: { "metadata": 0 } },
    get: { route: "GET /customers/me/teams/{teamId}", answer: { "metadata": 0 } },
    update: { route: "PATCH /customers/me/teams/{teamId}", takes: "body", body: { "metadata": 0 }, answer: { "metadata": 0 } },
    delete: { route: "DELETE /customers/me/teams/{teamId}" },
    listMembers: { route: "GET /customers/me/teams/{teamId}/members", takes: "query", pages: "offset" },
    addMember: { route: "POST /customers/me/teams/{teamId}/members", takes: "body" },
    updateMember: { route: "PATCH /customers/me/teams/{teamId}/members/{buddyId}", takes: "body" },
    deleteMember: { route: "DELETE /customers/me/teams/{teamId}/members/{buddyId}" },
    importMembers: { route: "POST /customers/me/teams/import", takes: "body", sends: "text/csv" },
    getFeed: { route: "GET /customers/me/teams/{teamId}/feed", takes: "query", pages: {"items":"events","cursor":"next_cursor"}, answer: { "events": { "data": 0 } } }
  },
  kudoTypes: {
    list: { route: "GET /customers/me/kudo-types", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/kudo-types", takes: "body" },
    reorder: { route: "PATCH /customers/me/kudo-types/reorder", takes: "body" },
    applyTemplate: { route: "POST /customers/me/kudo-types/apply-template", takes: "body" },
    applyThemeTemplate: { route: "POST /customers/me/kudo-types/apply-theme-template", takes: "body" },
    update: { route: "PATCH /customers/me/kudo-types/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/kudo-types/{id}" }
  },
  kudos: {
    delete: { route: "DELETE /customers/me/kudos/{kudo_id}" },
    getAnalytics: { route: "GET /customers/me/kudos/analytics", takes: "query" }
  },
  mentorVisibility: {
    getConfig: { route: "GET /customers/me/mentor-visibility/config" },
    updateConfig: { route: "PATCH /customers/me/mentor-visibility/config", takes: "body" },
    listDirectory: { route: "GET /customers/me/mentor-visibility/directory", takes: "query", pages: "offset" },
    listSessions: { route: "GET /customers/me/mentor-visibility/sessions", takes: "query", pages: "offset" },
    startSession: { route: "POST /customers/me/mentor-visibility/sessions", takes: "body" },
    endSessions: { route: "DELETE /customers/me/mentor-visibility/sessions", takes: "query" }
  },
  council: {
    listProposals: { route: "GET /customers/me/council/proposals", takes: "query", pages: "offset" },
    createProposal: { route: "POST /customers/me/council/proposals", takes: "body" },
    updateProposal: { route: "PATCH /customers/me/council/proposals/{id}", takes: "body" },
    replaceSlot: { route: "PUT /customers/me/council/narrative/slots/{slot}", takes: "body" },
    deleteSlot: { route: "DELETE /customers/me/council/narrative/slots/{slot}" }
  },
  widgetSessions: {
    create: { route: "POST /widget-sessions", takes: "body" },
    delete: { route: "DELETE /widget-sessions/{id}" }
  },
  embedTokens: {
    create: { route: "POST /embed-tokens", takes: "body" }
  },
  profileTemplates: {
    list: { route: "GET /customers/me/profile-templates", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/profile-templates", takes: "body" },
    update: { route: "PATCH /customers/me/profile-templates/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/profile-templates/{id}" },
    applyBulk: { route: "POST /customers/me/profile-templates/apply-bulk", takes: "body" }
  },
  hostedSurfaces: {
    list: { route: "GET /customers/me/hosted-surfaces", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/hosted-surfaces", takes: "body" },
    get: { route: "GET /customers/me/hosted-surfaces/{id}" },
    update: { route: "PATCH /customers/me/hosted-surfaces/{id}", takes: "body" },
    publish: { route: "POST /customers/me/hosted-surfaces/{id}/publish" },
    unpublish: { route: "POST /customers/me/hosted-surfaces/{id}/unpublish" },
    archive: { route: "POST /customers/me/hosted-surfaces/{id}/archive" },
    uploadLogo: { route: "POST /customers/me/hosted-surfaces/{id}/logo", takes: "body" },
    getReadiness: { route: "GET /customers/me/hosted-surfaces/{id}/readiness" },
    listPlayers: { route: "GET /customers/me/hosted-surfaces/{id}/players", takes: "query", pages: "offset" },
    addPlayer: { route: "POST /customers/me/hosted-surfaces/{id}/players", takes: "body" },
    updatePlayer: { route: "PATCH /customers/me/hosted-surfaces/{id}/players/{playerId}", takes: "body" },
    getAccessCode: { route: "GET /customers/me/hosted-surfaces/{id}/players/{playerId}/access-code" },
    regenerateAccess: { route: "POST /customers/me/hosted-surfaces/{id}/players/{playerId}/regenerate-access" },
    listRecipes: { route: "GET /customers/me/hosted-surfaces/{id}/recipes", takes: "query", pages: "offset", answer: { "data": { "action": { "properties": 0 } } } },
    saveRecipe: { route: "POST /customers/me/hosted-surfaces/{id}/recipes", takes: "body", body: { "action": { "properties": 0 } }, answer: { "action": { "properties": 0 } } },
    runRecipe: { route: "POST /customers/me/hosted-surfaces/{id}/recipes/{key}/run", takes: "body" }
  },
  buddyShare: {
    getSettings: { route: "GET /buddy-share/settings" },
    updateSettings: { route: "PATCH /buddy-share/settings", takes: "body" },
    getStats: { route: "GET /buddy-share/stats", takes: "query" }
  },
  brag: {
    getConfig: { route: "GET /customers/me/brag/config" },
    updateConfig: { route: "PATCH /customers/me/brag/config", takes: "body" },
    getByChannel: { route: "GET /customers/me/brag/by-channel", takes: "query" },
    getFunnel: { route: "GET /customers/me/brag/funnel", takes: "query" },
    downloadTelemetry: { route: "GET /customers/me/brag/telemetry.csv", takes: "query", isText: true },
    testWebhook: { route: "POST /customers/me/brag/webhook-test" }
  },
  marketing: {
    press: { route: "POST /marketing/cta", takes: "body" }
  },
  showrooms: {
    list: { route: "GET /customers/me/showrooms", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/showrooms", takes: "body" },
    get: { route: "GET /customers/me/showrooms/{id}" },
    update: { route: "PATCH /customers/me/showrooms/{id}", takes: "body" },
    publish: { route: "POST /customers/me/showrooms/{id}/publish" },
    unpublish: { route: "POST /customers/me/showrooms/{id}/unpublish" },
    archive: { route: "POST /customers/me/showrooms/{id}/archive" },
    regenerateQr: { route: "POST /customers/me/showrooms/{id}/regenerate-qr" }
  },
  webhooks: {
    list: { route: "GET /webhook-configs", takes: "query", pages: "offset", answer: { "data": { "headers": [] } } },
    create: { route: "POST /webhook-configs", takes: "body", body: { "headers": [] }, answer: { "headers": [] } },
    listEvents: { route: "GET /webhook-configs/events", answer: { "data": { "payload_schema": 0, "example": 0 } } },
    get: { route: "GET /webhook-configs/{id}", answer: { "headers": [] } },
    update: { route: "PATCH /webhook-configs/{id}", takes: "body", body: { "headers": [] }, answer: { "headers": [] } },
    delete: { route: "DELETE /webhook-configs/{id}" },
    test: { route: "POST /webhook-configs/{id}/test", takes: "body" },
    rotateSecret: { route: "POST /webhook-configs/{id}/rotate-secret", takes: "body" },
    recover: { route: "POST /webhook-configs/{id}/recover", takes: "body" },
    listDeliveries: { route: "GET /webhook-configs/{id}/deliveries", takes: "query", pages: {"items":"data","cursor":"nextCursor"} },
    getDelivery: { route: "GET /webhook-deliveries/{id}", answer: { "body": 0 } },
    replayDelivery: { route: "POST /webhook-deliveries/{id}/replay" }
  },
  webhookInboxes: {
    list: { route: "GET /webhook-inboxes" },
    create: { route: "POST /webhook-inboxes", takes: "body" },
    get: { route: "GET /webhook-inboxes/{id}" },
    update: { route: "PATCH /webhook-inboxes/{id}", takes: "body" },
    delete: { route: "DELETE /webhook-inboxes/{id}" },
    listRequests: { route: "GET /webhook-inboxes/{id}/requests", takes: "query", pages: "cursor", answer: { "data": { "headers": [] } } },
    clear: { route: "DELETE /webhook-inboxes/{id}/requests" }
  },
  health: {
    get: { route: "GET /health" },
    getLive: { route: "GET /health/live" },
    getReady: { route: "GET /health/ready", answer: { "checks": [] } },
    getVersion: { route: "GET /health/version" }
  },
  analytics: {
    getOverview: { route: "GET /analytics/overview", takes: "query" },
    getActivitySummary: { route: "GET /analytics/activity-summary", takes: "query", isText: true },
    getEventCounts: { route: "GET /analytics/event-counts", takes: "query", isText: true },
    getCustomEvents: { route: "GET /analytics/custom-events", takes: "query", isText: true },
    getAudiences: { route: "GET /analytics/audiences", takes: "query", isText: true },
    getEconomySummary: { route: "GET /analytics/economy-summary", takes: "query", isText: true },
    getPopularBadges: { route: "GET /analytics/popular-badges", takes: "query", isText: true },
    getPopularItems: { route: "GET /analytics/popular-items", takes: "query", isText: true },
    getTokens: { route: "GET /analytics/tokens", takes: "query", isText: true },
    getWebhooks: { route: "GET /analytics/webhooks", takes: "query", isText: true },
    getEngagement: { route: "GET /analytics/engagement", takes: "query" },
    getRetention: { route: "GET /analytics/retention", takes: "query", isText: true },
    getFeatureActivity: { route: "GET /analytics/feature-activity", takes: "query", isText: true },
    getMarketplaceFunnel: { route: "GET /analytics/marketplace-funnel", takes: "query" },
    getEvolution: { route: "GET /analytics/evolution", takes: "query" },
    getStreaks: { route: "GET /analytics/streaks", takes: "query", isText: true },
    getEconomyHealth: { route: "GET /analytics/economy-health", takes: "query" },
    getRoiMetrics: { route: "GET /analytics/roi-metrics", takes: "query" },
    getShareFunnel: { route: "GET /customers/me/analytics/share-funnel", takes: "query", isText: true }
  },
  alerts: {
    list: { route: "GET /economy/alerts", takes: "query", pages: "offset" },
    get: { route: "GET /economy/alerts/{alert_id}" },
    update: { route: "PATCH /economy/alerts/{alert_id}", takes: "body" },
    getConfig: { route: "GET /economy/alert-config" },
    updateConfig: { route: "PATCH /economy/alert-config", takes: "body" }
  },
  sixD: {
    get: { route: "GET /customers/me/onboarding/six-d" },
    save: { route: "PATCH /customers/me/onboarding/six-d", takes: "body" },
    complete: { route: "POST /customers/me/onboarding/six-d" },
    skip: { route: "POST /customers/me/onboarding/six-d/skip", takes: "body" },
    listChanges: { route: "GET /customers/me/onboarding/six-d/audit", takes: "query", pages: "cursor" },
    getDrift: { route: "GET /customers/me/onboarding/six-d/drift-stats", takes: "query" }
  },
  forecasts: {
    start: { route: "POST /economy/forecasts", takes: "body", body: { "behaviour": { "events_per_user_week": [] } } }
  }
} as const satisfies Resources
