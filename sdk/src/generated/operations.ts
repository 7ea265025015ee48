// Written by sdk/generate from contract/openapi.json.
import type { Resources } from "../calls.ts"
import type { AuthResource, CustomersMeResource, BillingResource, CreditsResource, ImageUsageResource, ConfigVersionsResource, BadgeDefinitionsResource, CoinRulesResource, EventTypesResource, EvolutionRulesResource, PathDefinitionsResource, PresetsResource, SchemasResource, SkillDecayRulesResource, SkillRulesResource, SkillSetsResource, StreakRulesResource, TokenRulesResource, TokenTypesResource, EggsResource, OperationsResource, EventsResource, BuddiesResource, BadgeReviewsResource, PlayersZeroResource, TestClocksResource, GatesResource, EconomyResource, MarketplacesResource, WidgetSessionsResource, EmbedTokensResource, WidgetRuntimeResource, ProfileTemplatesResource, WebhooksResource, HealthResource } from "./resources.ts"

export interface AllResources {
  readonly auth: AuthResource
  readonly customersMe: CustomersMeResource
  readonly billing: BillingResource
  readonly credits: CreditsResource
  readonly imageUsage: ImageUsageResource
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
  readonly widgetSessions: WidgetSessionsResource
  readonly embedTokens: EmbedTokensResource
  readonly widgetRuntime: WidgetRuntimeResource
  readonly profileTemplates: ProfileTemplatesResource
  readonly webhooks: WebhooksResource
  readonly health: HealthResource
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
    verifyEmail: { route: "POST /auth/email/verify", takes: "body" },
    getMe: { route: "GET /auth/me" },
    requestEmailVerification: { route: "POST /auth/email/verification/request" },
    changePassword: { route: "POST /auth/password/change", takes: "body" }
  },
  customersMe: {
    get: { route: "GET /customers/me" },
    update: { route: "PATCH /customers/me", takes: "body" },
    updateSettings: { route: "PATCH /customers/me/settings", takes: "body" },
    updateAudiences: { route: "PATCH /customers/me/audiences", takes: "body" },
    regenerateAssets: { route: "POST /customers/me/assets/regenerate", takes: "body" },
    getVacationAnalytics: { route: "GET /customers/me/vacation/analytics", takes: "query" },
    getStreakAtRiskAnalytics: { route: "GET /customers/me/streak-at-risk/analytics", takes: "query" }
  },
  billing: {
    checkout: { route: "POST /billing/checkout", takes: "body" },
    getCheckoutSession: { route: "GET /billing/checkout/session/{id}" },
    portal: { route: "POST /billing/portal" },
    getStatus: { route: "GET /billing/status" }
  },
  credits: {
    getBalance: { route: "GET /credits/balance" },
    listLedger: { route: "GET /credits/ledger", takes: "query", pages: "cursor" }
  },
  imageUsage: {
    list: { route: "GET /image-usage", takes: "query", pages: "offset" },
    getReport: { route: "GET /image-usage/report", takes: "query" }
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
    list: { route: "GET /operations", takes: "query", pages: "offset", answer: { "data": { "progress": 0, "result": 0 } } },
    get: { route: "GET /operations/{id}", answer: { "progress": 0, "result": 0 } },
    cancel: { route: "POST /operations/{id}/cancel", answer: { "progress": 0, "result": 0 } }
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
    getProfile: { route: "GET /buddies/{id}/profile" },
    updateProfile: { route: "PATCH /buddies/{id}/profile", takes: "body" }
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
  widgetSessions: {
    create: { route: "POST /widget-sessions", takes: "body" },
    delete: { route: "DELETE /widget-sessions/{id}" }
  },
  embedTokens: {
    create: { route: "POST /embed-tokens", takes: "body" }
  },
  widgetRuntime: {
    getBuddy: { route: "GET /widget/buddy", answer: { "buddy": { "tokens": [], "skills": [], "metadata": 0 } } },
    createEvent: { route: "POST /widget/events", takes: "body", body: { "properties": 0 }, answer: { "trace": { "detail": 0 } } },
    updateEquippedItems: { route: "PATCH /widget/equipped-items", takes: "body" },
    createCeremony: { route: "POST /widget/ceremonies", takes: "body" },
    getConfig: { route: "GET /widget/config", answer: { "copy": { "level_up_copy": [] }, "labels": { "tokens": [], "skills": [], "stages": [] } } },
    getLeaderboard: { route: "GET /widget/leaderboard", takes: "query" },
    listMarketplace: { route: "GET /widget/marketplace", takes: "query", pages: "offset", answer: { "data": { "requirements": { "value": 0, "current": 0 } } } },
    createPurchase: { route: "POST /widget/purchases", takes: "body" },
    getActivePath: { route: "GET /widget/path" },
    getPath: { route: "GET /widget/path/{path_key}" },
    completeSubStep: { route: "POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete" }
  },
  profileTemplates: {
    list: { route: "GET /customers/me/profile-templates", takes: "query", pages: "offset" },
    create: { route: "POST /customers/me/profile-templates", takes: "body" },
    update: { route: "PATCH /customers/me/profile-templates/{id}", takes: "body" },
    delete: { route: "DELETE /customers/me/profile-templates/{id}" },
    applyBulk: { route: "POST /customers/me/profile-templates/apply-bulk", takes: "body" }
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
  health: {
    get: { route: "GET /health" },
    getLive: { route: "GET /health/live" },
    getReady: { route: "GET /health/ready", answer: { "checks": [] } },
    getVersion: { route: "GET /health/version" }
  }
} as const satisfies Resources
