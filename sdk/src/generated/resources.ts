// Written by sdk/generate from contract/openapi.json.
import type { Call, List, Page } from "../calls.ts"
import type { CallOptions, ConditionalOptions } from "../transport.ts"
import type { AcceptedOperation, AdvanceTestClock, AdvancedTestClock, ApiKey, ApplyPreset, ApplyProfile, ApplyProfilePlan, AttachUsers, BackfillPreview, BacktestInput, BadgeAward, BadgeDefinition, BadgeDefinitionInput, BadgeRejected, BadgeReview, BillingStatus, Buddy, BuddyAsOf, BuddyChange, BuddyPath, BuddyStreaks, BuildInfo, ChangeKind, CheckoutSession, CoinName_1, CoinRule, CoinRuleInput, CoinsChanged, ConfigFile, ConfigImpact, ConfigPlan, ConfigVersion, ConfigVersionSummary, CreateEgg, CreateTestClock, CreditBalance, CreditEntry, Customer, DecayEntry, DecayPreview, Egg, EmbedToken, EquipmentChanged, Event, EventBatch, EventBatchAnswer, EventInput, EventReversed, EventType, EventTypeInput_1, Evolution, EvolutionRules, ExplainedChange, Gate, GateInput, GateUnlock, GenerateIcon, HealthReport, IconMade, ImageReport, ImageUse, Ingested, ItemsImported, JsonSchemaDocument, LedgerExplanation, LedgerRow, LedgerVerdict, ListedBuddy, ListedEgg, MarketplaceInput, MarketplaceItemInput, MarketplaceItemRecord, MarketplaceRecord, MigrateBuddies, MigrationPlan, NewApiKey, NewPublishableKey, NewWebhookConfig, OpenDraft, Operation, OwnedItem, PathDefinition, PathDefinitionInput, PathStep, PathStepInput_1, PathSubStep, PathSubStepInput_2, PlayerZero, Preset, PresetSummary, ProfileInput_1, ProfilePatch, ProfileTemplate, ProfileTemplateInput, Profile_1, Progression, Purchase, RegeneratePictures, RejectBadge, RestoreStreak, ReverseEvent, RewardPoolTelemetry, RotatedApiKey, RotatedWebhookSecret, RunDecay, SchemaPart, Session, SkillDecayRuleInput_1, SkillDecayRule_1, SkillRuleInput_1, SkillRule_1, SkillSet, SkillSetInput, SkillsUpdated, StageChange, StreakAtRiskAnalytics, StreakKept, StreakRuleInput_1, StreakRule_1, SubStepCompleted, TestClock, ThemePackApplied, TokenRuleInput_1, TokenRule_1, TokenTypeInput_1, TokenType_1, Tokens, TokensChanged, Trace, TriggerInput, UnlockedGate, UpdateDraft, UploadPicture, User, UserSummary, Vacation, VacationAnalytics, WebhookConfig, WebhookDelivery, WebhookDeliveryDetail, WebhookEvent, WhoAmI, WidgetBuddy, WidgetConfig, WidgetEvent, WidgetItem, WidgetLeaderboard, WidgetOwnedItem, WidgetSession, WidgetThemeInput } from "./types.ts"

export interface AuthResource {
  /** `GET /auth/api-keys` */
  listApiKeys(options?: CallOptions): Call<{
    data: ApiKey[]
  }>
  /** `POST /auth/api-keys` */
  createApiKey(body: {
    label: string
    mode: "live" | "test"
    expiresAt?: string | null | undefined
  }, options?: CallOptions): Call<NewApiKey>
  /** `DELETE /auth/api-keys/{id}` */
  deleteApiKey(id: string, options?: CallOptions): Call<void>
  /** `POST /auth/api-keys/rotate` */
  rotateApiKeys(body?: {
    label?: string | undefined
    mode?: "live" | "test" | undefined
  } | null, options?: CallOptions): Call<RotatedApiKey>
  /** `GET /auth/api-keys/whoami` */
  whoami(options?: CallOptions): Call<WhoAmI>
  /** `POST /auth/publishable-keys` */
  createPublishableKey(body: {
    label: string
    permissions: Array<"buddy:read" | "leaderboard:read" | "badges:read" | "marketplace:read" | "paths:read" | "embed_tokens:mint">
    allowedOrigins?: string[] | null | undefined
  }, options?: CallOptions): Call<NewPublishableKey>
  /**
   * A new workspace with its first account, signed in at once. An address that has an account: 409 email_taken.
   *
   * `POST /auth/register`
   */
  register(body: {
    email: string
    password: string
    companyName: string
    name?: string | undefined
  }, options?: CallOptions): Call<Session>
  /**
   * Wrong e-mail and wrong password get one answer. Ten failures in 15 minutes per account and address: 429; after a hundred from all addresses together, two of each.
   *
   * `POST /auth/login`
   */
  login(body: {
    email: string
    password: string
  }, options?: CallOptions): Call<Session>
  /**
   * Always 202. An address with an account gets a token for a new password; it lives 30 minutes, older ones end.
   *
   * `POST /auth/password/reset/request`
   */
  requestPasswordReset(body: {
    email: string
  }, options?: CallOptions): Call<{
    accepted: true
  }>
  /**
   * Ends every session of the account.
   *
   * `POST /auth/password/reset`
   */
  resetPassword(body: {
    token: string
    newPassword: string
  }, options?: CallOptions): Call<{
    passwordChanged: true
  }>
  /** `POST /auth/email/verify` */
  verifyEmail(body: {
    token: string
  }, options?: CallOptions): Call<{
    emailVerified: true
  }>
  /** `GET /auth/me` */
  getMe(options?: CallOptions): Call<{
    customer: Customer
    /** null for API keys, which belong to no person */
    user: User | null
  }>
  /**
   * Mails a token that lives 24 hours and voids older ones. Nothing is sent when the address is verified already.
   *
   * `POST /auth/email/verification/request`
   */
  requestEmailVerification(options?: CallOptions): Call<{
    accepted: true
  }>
  /**
   * Ends every session of the account and answers with a new one. Takes no Idempotency-Key.
   *
   * `POST /auth/password/change`
   */
  changePassword(body: {
    currentPassword: string
    newPassword: string
  }, options?: CallOptions): Call<Session>
}

export interface CustomersMeResource {
  /** `GET /customers/me` */
  get(options?: CallOptions): Call<Customer>
  /** `PATCH /customers/me` */
  update(body: {
    name?: string | undefined
  }, options?: CallOptions): Call<Customer>
  /** `PATCH /customers/me/settings` */
  updateSettings(body: {
    /** IANA zone, default UTC; null restores the default */
    timezone?: string | null | undefined
    /** 0..30, default 7; null restores the default */
    maxLatenessDays?: number | null | undefined
    /** BCP 47 tag, default en; null restores the default */
    locale?: string | null | undefined
    /** what widgets call coins, 1..30 characters each; default coin and coins; null restores the default */
    coinName?: CoinName_1 | null | undefined
    /** replaced as a whole; null restores the default */
    widgetTheme?: WidgetThemeInput | null | undefined
  }, options?: CallOptions): Call<Customer>
  /**
   * Replaces the whole list. When the list was empty, the eggs and buddies of the implicit audience `default` move to the first entry, unless `default` is itself on the list. An audience that has active buddies or open eggs cannot be taken off the list: 409 audience_in_use.
   *
   * `PATCH /customers/me/audiences`
   */
  updateAudiences(body: {
    audiences: Array<{
      /** stable key, unique per tenant */
      key: string
      name?: string | undefined
    }>
  }, options?: CallOptions): Call<Customer>
  /**
   * Draws the pictures of active buddies: of those without the one they should have (`missing`, the default), or of `all`, with what they wear. The operation counts the buddies drawn, failed and awaiting credits.
   *
   * `POST /customers/me/assets/regenerate`
   */
  regenerateAssets(body?: RegeneratePictures | null, options?: CallOptions): Call<AcceptedOperation>
  /** `GET /customers/me/vacation/analytics` */
  getVacationAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<VacationAnalytics>
  /** `GET /customers/me/streak-at-risk/analytics` */
  getStreakAtRiskAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<StreakAtRiskAnalytics>
}

export interface BillingResource {
  /**
   * Starts a change of plan; `interval` is `month` when omitted. Nothing changes before the session is complete. Where no provider is set up: 503 with the reason `no_provider`.
   *
   * `POST /billing/checkout`
   */
  checkout(body: {
    plan: "free" | "growth" | "pro" | "enterprise"
    interval?: "month" | "year" | undefined
  }, options?: CallOptions): Call<{
    /** opaque identifier (UUIDv7) */
    sessionId: string
    url: string
  }>
  /**
   * Asks the provider whether the session is paid. The first time it is, the plan changes; later, nothing does.
   *
   * `GET /billing/checkout/session/{id}`
   */
  getCheckoutSession(id: string, options?: CallOptions): Call<CheckoutSession>
  /** `POST /billing/portal` */
  portal(options?: CallOptions): Call<{
    url: string
  }>
  /** `GET /billing/status` */
  getStatus(options?: CallOptions): Call<BillingStatus>
}

export interface CreditsResource {
  /** `GET /credits/balance` */
  getBalance(options?: CallOptions): Call<CreditBalance>
  /** `GET /credits/ledger` */
  listLedger(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<CreditEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
}

export interface ImageUsageResource {
  /** `GET /image-usage` */
  list(query?: { page?: number | undefined; limit?: number | undefined; purpose?: "stage_image" | "icon" | undefined; status?: "drawing" | "drawn" | "failed" | undefined }, options?: CallOptions): List<ImageUse, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `GET /image-usage/report` */
  getReport(query?: { from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<ImageReport>
}

export interface ConfigVersionsResource {
  /**
   * Replays recorded events, in the order of their arrival and at the time they came in, under this version and under the one it is compared with. Every buddy starts as newly hatched on both sides, whatever it did before `from`, and walks the path that is active now, so the two differ by the rules alone. Nothing is written and nobody is told. Runs as an operation of the type backtest: `progress` counts events, a cancel ends it between two batches, `result` is a BacktestReport. `not_replayed` says what was left out.
   *
   * `POST /config-versions/{id}/backtest`
   */
  backtest(id: string, body?: BacktestInput | null, options?: CallOptions): Call<AcceptedOperation>
  /** `GET /config-versions` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<ConfigVersionSummary, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /config-versions` */
  create(body?: OpenDraft | null, options?: CallOptions): Call<ConfigVersion>
  /** `GET /config-versions/{id}` */
  get(id: string, options?: CallOptions): Call<ConfigVersion>
  /** `PATCH /config-versions/{id}` */
  update(id: string, body: UpdateDraft, options?: CallOptions): Call<ConfigVersion>
  /** `POST /config-versions/{id}/clone` */
  clone(id: string, query?: { replace?: boolean | undefined }, options?: CallOptions): Call<ConfigVersion>
  /** `POST /config-versions/{id}/publish` */
  publish(id: string, options?: CallOptions): Call<ConfigVersion>
  /** `GET /config-versions/{id}/impact` */
  getImpact(id: string, options?: CallOptions): Call<ConfigImpact>
  /**
   * Moves existing buddies to the active version; without a selection all active buddies that are not there yet. Runs as an operation of the type migrate, whose result counts `migrated`, `skipped` (archived meanwhile) and `failed` (not reachable; run it again). `dry_run: true` answers 200 with the counts and writes nothing. Without a body everybody is moved.
   *
   * `POST /config-versions/{id}/migrate-buddies`
   */
  migrateBuddies(id: string, body?: MigrateBuddies | null, options?: CallOptions): Call<MigrationPlan | AcceptedOperation>
  /**
   * The version as a file in canonical form: without identifiers, lists of keyed things in the order of their keys, properties in the order of their names, defaults written out. Exporting the same content twice gives the same bytes. Event types, gates, marketplaces and items that are not archived are as they are now, whichever version is exported. Rules name items by item key, or by `marketplace_key/item_key` where two marketplaces share the key.
   *
   * `GET /config-versions/{id}/export`
   */
  export(id: string, options?: CallOptions): Call<ConfigFile>
  /**
   * What importing this file would change, compared by key with the open draft, else with the active version. Writes nothing.
   *
   * `POST /config-versions/plan`
   */
  plan(body: ConfigFile, options?: CallOptions): Call<ConfigPlan>
  /**
   * Writes the file into the workspace, all or nothing, and answers the draft (201 when it was opened for this). The rules of the draft become those of the file, sections left out included; things whose key is known keep their identifier. Event types, gates, marketplaces and items, which are live, are created or updated by key; those the file does not name stay. Items of the file come first in their marketplace, in the order of the file. Nothing of the rules changes for buddies until the draft is published. With expected_revision, the revision of a plan, the import happens only if the configuration is still what the plan was made against: else 409 config_changed.
   *
   * `POST /config-versions/import`
   */
  import(body: ConfigFile, options?: CallOptions & { query?: { expectedRevision?: string | undefined } | undefined }): Call<ConfigVersion>
}

export interface BadgeDefinitionsResource {
  /** `GET /badge-definitions` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<BadgeDefinition, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /badge-definitions` */
  create(body: BadgeDefinitionInput, options?: CallOptions): Call<BadgeDefinition>
  /** `GET /badge-definitions/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<BadgeDefinition>
  /** `PUT /badge-definitions/{id}` */
  replace(id: string, body: BadgeDefinitionInput, options?: CallOptions): Call<BadgeDefinition>
  /** `DELETE /badge-definitions/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** `POST /badge-definitions/generate-icon` */
  generateIcon(body: GenerateIcon, options?: CallOptions): Call<IconMade>
  /** `POST /badge-definitions/upload-icon` */
  uploadIcon(body: UploadPicture, options?: CallOptions): Call<IconMade>
  /** `POST /badge-definitions/{id}/regenerate-icon` */
  regenerateIcon(id: string, options?: CallOptions): Call<BadgeDefinition>
  /**
   * Gives a published badge to every active buddy who has met its criteria already, by the rules that give it otherwise: coins, limits, webhooks, review by hand. Each buddy is judged by its own config version; those whose version lacks the badge are counted and left alone until they are migrated. A count of events over a window of days begins where a version of the buddy first asked for one. With dry_run nothing is given. The operation has the counts as its progress, and figures as its result: dry_run, badge_key and those of the preview. Cancelling it keeps what was given so far; starting it again gives nothing twice.
   *
   * `POST /badge-definitions/{id}/backfill`
   */
  backfill(id: string, body?: {
    /** only counts; default false */
    dryRun?: boolean | undefined
  } | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * What a backfill would give now, for the first 1,000 active buddies by id; is_complete is false when there are more. A backfill with dry_run looks at all of them.
   *
   * `GET /badge-definitions/{id}/backfill/preview`
   */
  previewBackfill(id: string, options?: CallOptions): Call<BackfillPreview>
}

export interface CoinRulesResource {
  /** `GET /coin-rules` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<CoinRule, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /coin-rules` */
  create(body: CoinRuleInput, options?: CallOptions): Call<CoinRule>
  /** `GET /coin-rules/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<CoinRule>
  /** `PUT /coin-rules/{id}` */
  replace(id: string, body: CoinRuleInput, options?: CallOptions): Call<CoinRule>
  /** `DELETE /coin-rules/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * How often each entry of the rule's pool was drawn in the last `window_days` (default 30), beside how often it should be. 404 when the rule has no pool.
   *
   * `GET /coin-rules/{id}/reward-pool/telemetry`
   */
  getRewardPoolTelemetry(id: string, query?: { windowDays?: number | undefined }, options?: CallOptions): Call<RewardPoolTelemetry>
}

export interface EventTypesResource {
  /** `GET /event-types` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<EventType, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /event-types` */
  create(body: EventTypeInput_1, options?: CallOptions): Call<EventType>
  /** `GET /event-types/{id}` */
  get(id: string, options?: CallOptions): Call<EventType>
  /** `PUT /event-types/{id}` */
  replace(id: string, body: EventTypeInput_1, options?: CallOptions): Call<EventType>
  /** `DELETE /event-types/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EvolutionRulesResource {
  /** `GET /evolution-rules` */
  get(query?: { version?: string | undefined }, options?: CallOptions): Call<EvolutionRules>
  /** `PUT /evolution-rules` */
  replace(body: EvolutionRules, options?: CallOptions): Call<EvolutionRules>
}

export interface PathDefinitionsResource {
  /** `GET /path-definitions` */
  list(query?: { page?: number | undefined; limit?: number | undefined; audience?: string | undefined }, options?: CallOptions): List<PathDefinition, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /path-definitions` */
  create(body: PathDefinitionInput, options?: CallOptions): Call<PathDefinition>
  /** `GET /path-definitions/buddies/{buddy_id}/paths/{path_key}` */
  getBuddyPath(buddyId: string, pathKey: string, options?: CallOptions): Call<BuddyPath>
  /** `POST /path-definitions/buddies/{buddy_id}/paths/{path_key}/sub-steps/{sub_step_key}/complete` */
  completeSubStep(buddyId: string, pathKey: string, subStepKey: string, options?: CallOptions): Call<SubStepCompleted>
  /** `GET /path-definitions/{id}` */
  get(id: string, options?: CallOptions): Call<PathDefinition>
  /** `PUT /path-definitions/{id}` */
  replace(id: string, body: {
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    pathKey: string
    title: string
    audience?: string | null | undefined
    displayMode?: "straight" | "zigzag" | "stepper" | undefined
    icon?: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | undefined
    accentColor?: string | null | undefined
    steps?: PathStepInput_1[] | undefined
  }, options?: CallOptions): Call<PathDefinition>
  /** `DELETE /path-definitions/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** `POST /path-definitions/{id}/activate` */
  activate(id: string, options?: CallOptions): Call<PathDefinition>
  /** `POST /path-definitions/{id}/deactivate` */
  deactivate(id: string, options?: CallOptions): Call<PathDefinition>
  /** `GET /path-definitions/{id}/steps` */
  listSteps(id: string, options?: CallOptions): Call<{
    data: PathStep[]
  }>
  /** `POST /path-definitions/{id}/steps` */
  createStep(id: string, body: PathStepInput_1, options?: CallOptions): Call<PathStep>
  /** `PUT /path-definitions/{id}/steps/reorder` */
  reorderSteps(id: string, body: {
    ids: string[]
  }, options?: CallOptions): Call<{
    data: PathStep[]
  }>
  /** `PUT /path-definitions/{id}/steps/{step_id}` */
  replaceStep(id: string, stepId: string, body: {
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    stepKey: string
    title: string
  }, options?: CallOptions): Call<PathStep>
  /** `DELETE /path-definitions/{id}/steps/{step_id}` */
  deleteStep(id: string, stepId: string, options?: CallOptions): Call<void>
  /** `GET /path-definitions/{id}/steps/{step_id}/sub-steps` */
  listSubSteps(id: string, stepId: string, options?: CallOptions): Call<{
    data: PathSubStep[]
  }>
  /** `POST /path-definitions/{id}/steps/{step_id}/sub-steps` */
  createSubStep(id: string, stepId: string, body: PathSubStepInput_2, options?: CallOptions): Call<PathSubStep>
  /** `PUT /path-definitions/{id}/steps/{step_id}/sub-steps/reorder` */
  reorderSubSteps(id: string, stepId: string, body: {
    ids: string[]
  }, options?: CallOptions): Call<{
    data: PathSubStep[]
  }>
  /** `PUT /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}` */
  replaceSubStep(id: string, stepId: string, subStepId: string, body: PathSubStepInput_2, options?: CallOptions): Call<PathSubStep>
  /** `DELETE /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}` */
  deleteSubStep(id: string, stepId: string, subStepId: string, options?: CallOptions): Call<void>
}

export interface PresetsResource {
  /** `GET /presets` */
  list(options?: CallOptions): Call<{
    data: PresetSummary[]
  }>
  /** `GET /presets/{key}` */
  get(key: string, options?: CallOptions): Call<Preset>
  /**
   * Replaces the rules of the open draft (opening one when there is none) and answers that draft. Event types, gates, marketplaces and items of the preset are created, or updated where one with the same key exists; others stay. Entries whose key is known keep their identifier. Nothing changes for buddies until the draft is published.
   *
   * `POST /customers/me/apply-preset`
   */
  apply(body: ApplyPreset, options?: CallOptions): Call<ConfigVersion>
}

export interface SchemasResource {
  /**
   * The parts of a configuration that have a schema.
   *
   * `GET /schemas`
   */
  list(options?: CallOptions): Call<{
    data: SchemaPart[]
  }>
  /**
   * The JSON Schema (draft 2020-12) of one part, complete in itself. A property it does not name is refused by the service too; rules between two fields are in no schema and show when a file is planned.
   *
   * `GET /schemas/{part}`
   */
  get(part: string, options?: CallOptions): Call<JsonSchemaDocument>
}

export interface SkillDecayRulesResource {
  /** `GET /skill-decay-rules` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillDecayRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /skill-decay-rules` */
  create(body: SkillDecayRuleInput_1, options?: CallOptions): Call<SkillDecayRule_1>
  /** `GET /skill-decay-rules/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillDecayRule_1>
  /** `PUT /skill-decay-rules/{id}` */
  replace(id: string, body: SkillDecayRuleInput_1, options?: CallOptions): Call<SkillDecayRule_1>
  /** `DELETE /skill-decay-rules/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** `GET /skill-decay-rules/{id}/preview` */
  preview(id: string, options?: CallOptions): Call<DecayPreview>
  /** `GET /skill-decay-rules/{id}/history` */
  listHistory(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<DecayEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /** `POST /skill-decay-rules/run-now` */
  runNow(body?: RunDecay | null, options?: CallOptions): Call<AcceptedOperation>
}

export interface SkillRulesResource {
  /** `GET /skill-rules` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /skill-rules` */
  create(body: SkillRuleInput_1, options?: CallOptions): Call<SkillRule_1>
  /** `GET /skill-rules/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillRule_1>
  /** `PUT /skill-rules/{id}` */
  replace(id: string, body: SkillRuleInput_1, options?: CallOptions): Call<SkillRule_1>
  /** `DELETE /skill-rules/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Merges the skills of a preset and the rules that train them into the open draft, opening one when there is none. Entries whose key the draft has already stay as they are (`skip`, the default) or become those of the pack (`update`) and keep their identifier; skills that stand in another set stay there. Everything else is untouched.
   *
   * `POST /skill-rules/apply-theme-pack`
   */
  applyThemePack(body: {
    /** the key of a preset, see GET /presets */
    themePackKey: string
    onConflict?: "skip" | "update" | undefined
  }, options?: CallOptions): Call<ThemePackApplied>
}

export interface SkillSetsResource {
  /** `GET /skill-sets` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillSet, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /skill-sets` */
  create(body: SkillSetInput, options?: CallOptions): Call<SkillSet>
  /** `GET /skill-sets/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillSet>
  /** `PUT /skill-sets/{id}` */
  replace(id: string, body: SkillSetInput, options?: CallOptions): Call<SkillSet>
  /** `DELETE /skill-sets/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** `POST /skill-sets/generate-icon` */
  generateIcon(body: GenerateIcon, options?: CallOptions): Call<IconMade>
}

export interface StreakRulesResource {
  /** `GET /streak-rules` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<StreakRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /streak-rules` */
  create(body: StreakRuleInput_1, options?: CallOptions): Call<StreakRule_1>
  /** `GET /streak-rules/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<StreakRule_1>
  /** `PUT /streak-rules/{id}` */
  replace(id: string, body: StreakRuleInput_1, options?: CallOptions): Call<StreakRule_1>
  /** `DELETE /streak-rules/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface TokenRulesResource {
  /** `GET /token-rules` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<TokenRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /token-rules` */
  create(body: TokenRuleInput_1, options?: CallOptions): Call<TokenRule_1>
  /** `GET /token-rules/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<TokenRule_1>
  /** `PUT /token-rules/{id}` */
  replace(id: string, body: TokenRuleInput_1, options?: CallOptions): Call<TokenRule_1>
  /** `DELETE /token-rules/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface TokenTypesResource {
  /** `GET /token-types` */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<TokenType_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /token-types` */
  create(body: TokenTypeInput_1, options?: CallOptions): Call<TokenType_1>
  /** `GET /token-types/{id}` */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<TokenType_1>
  /** `PUT /token-types/{id}` */
  replace(id: string, body: TokenTypeInput_1, options?: CallOptions): Call<TokenType_1>
  /** `DELETE /token-types/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EggsResource {
  /**
   * Lays an egg (201). With ensure=true the user's most recent waiting or ready egg is answered instead (200), if there is one.
   *
   * `POST /eggs`
   */
  create(body: CreateEgg, options?: CallOptions & { query?: { ensure?: boolean | undefined } | undefined }): Call<Egg>
  /** `GET /eggs` */
  list(query?: { page?: number | undefined; limit?: number | undefined; userId?: string | undefined; status?: "waiting" | "ready" | "hatching" | "hatched" | "cancelled" | undefined }, options?: CallOptions): List<ListedEgg, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `GET /eggs/{id}` */
  get(id: string, options?: CallOptions): Call<Egg>
  /** `PATCH /eggs/{id}/status` */
  updateStatus(id: string, body: {
    status: "ready" | "cancelled"
  }, options?: CallOptions): Call<Egg>
  /**
   * Starts the hatch of an egg that is ready. The result is the buddy: poll the operation or wait for the webhook buddy.hatched.
   *
   * `POST /eggs/{id}/hatch`
   */
  hatch(id: string, options?: CallOptions): Call<AcceptedOperation>
}

export interface OperationsResource {
  /** `GET /operations` */
  list(query?: { page?: number | undefined; limit?: number | undefined; type?: "hatch" | "evolve" | "equip_item" | "rerender" | "regenerate" | "migrate" | "backtest" | "backfill" | "import" | "decay" | "apply_profile" | undefined; status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | undefined }, options?: CallOptions): List<Operation, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `GET /operations/{id}` */
  get(id: string, options?: CallOptions): Call<Operation>
  /**
   * Cancels an operation that is pending or processing. A change that was committed is never undone: if the work finished first, the answer is 409 operation_finished. Cancelling a hatch puts its egg back to ready.
   *
   * `POST /operations/{id}/cancel`
   */
  cancel(id: string, options?: CallOptions): Call<Operation>
}

export interface EventsResource {
  /**
   * Stores the event, applies the rules of the buddy's config version and answers what it earned. Repeating an event_id is a no-op that answers the first effects with Idempotency-Replayed: true. With dry_run=true nothing is written and a trace comes along; now and config_version_id need it.
   *
   * `POST /events`
   */
  create(body: EventInput, options?: CallOptions & { query?: { dryRun?: boolean | undefined; now?: string | undefined; configVersionId?: string | undefined } | undefined }): Call<Ingested>
  /** `GET /events` */
  list(query?: { cursor?: string | undefined; limit?: number | undefined; userId?: string | undefined; type?: string | undefined; audience?: string | undefined; from?: string | undefined; to?: string | undefined }, options?: CallOptions): List<Event, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /** `POST /events/batch` */
  batch(body: EventBatch, options?: CallOptions): Call<EventBatchAnswer>
  /** `POST /events/admin-trigger` */
  adminTrigger(body: TriggerInput, options?: CallOptions): Call<Ingested>
  /** `GET /events/active-users` */
  listActiveUsers(query?: { cursor?: string | undefined; limit?: number | undefined; windowDays?: number | undefined }, options?: CallOptions): List<{
    userId: string
    events: number
    /** ISO 8601, UTC, milliseconds */
    lastSeenAt: string
  }, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /** `GET /events/types` */
  listTypes(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<{
    eventType: string
    defined: boolean
    events: number
    lastSeenAt: string | null
  }, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `GET /events/{id}` */
  get(id: string, options?: CallOptions): Call<Event>
  /**
   * Takes back what an event brought: coins and tokens by compensating ledger rows, badges whose criteria no longer hold, its day of a streak where nothing else earned it. What another event earns as well stays, and goes once that is taken back too. What is spent already: `clamp` (default) takes what is there, `debt` lets later credits pay the rest, `reject` refuses. Once per event.
   *
   * `POST /events/{id}/reverse`
   */
  reverse(id: string, body?: ReverseEvent | null, options?: CallOptions): Call<EventReversed>
  /** `GET /events/{id}/trace` */
  getTrace(id: string, options?: CallOptions): Call<Trace>
}

export interface BuddiesResource {
  /** `GET /buddies` */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "archived" | undefined; userId?: string | undefined; audience?: string | undefined }, options?: CallOptions): List<ListedBuddy, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `GET /buddies/{id}` */
  get(id: string, options?: CallOptions): Call<Buddy>
  /** `PATCH /buddies/{id}` */
  update(id: string, body: {
    name: string
  }, options?: CallOptions): Call<Buddy>
  /** `PATCH /buddies/{id}/archive` */
  archive(id: string, options?: CallOptions): Call<Buddy>
  /** `GET /buddies/users/{user_id}/summary` */
  getUserSummary(userId: string, options?: CallOptions): Call<UserSummary>
  /** `GET /buddies/{id}/evolution` */
  getEvolution(id: string, options?: CallOptions): Call<Evolution>
  /** `GET /buddies/{id}/progression-metrics` */
  getProgressionMetrics(id: string, options?: CallOptions): Call<Progression>
  /** `GET /buddies/{id}/progression` */
  getProgression(id: string, options?: CallOptions): Call<Progression>
  /** `PATCH /buddies/{id}/skills` */
  updateSkills(id: string, body: {
    updates: Array<{
      /** stable key, unique per tenant */
      skillKey: string
      operation: "increase" | "decrease" | "set"
      value: number
    }>
  }, options?: CallOptions): Call<SkillsUpdated>
  /** `POST /buddies/{id}/coins` */
  earnCoins(id: string, body: {
    amount: number
    reason?: string | undefined
    referenceId?: string | undefined
  }, options?: CallOptions): Call<CoinsChanged>
  /** `POST /buddies/{id}/coins/spend` */
  spendCoins(id: string, body: {
    amount: number
    reason?: string | undefined
    referenceId?: string | undefined
  }, options?: CallOptions): Call<CoinsChanged>
  /** `GET /buddies/{id}/badges` */
  listBadges(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<BadgeAward, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /buddies/{id}/badges` */
  awardBadge(id: string, body: {
    /** stable key, unique per tenant */
    badgeKey: string
    reason?: string | undefined
  }, options?: CallOptions): Call<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    badgeKey: string
    label: string
    coinReward: number
    /** ISO 8601, UTC, milliseconds */
    awardedAt: string
    alreadyAwarded: true
  } | {
    /** opaque identifier (UUIDv7) */
    buddyId: string
    badgeKey: string
    label: string
    coinReward: number
    /** ISO 8601, UTC, milliseconds */
    awardedAt: string
    alreadyAwarded: false
  }>
  /** `GET /buddies/{id}/tokens` */
  getTokens(id: string, options?: CallOptions): Call<Tokens>
  /** `POST /buddies/{id}/tokens` */
  changeTokens(id: string, body: {
    /** stable key, unique per tenant */
    tokenKey: string
    operation: "earn" | "spend"
    amount: number
    reason?: string | undefined
  }, options?: CallOptions): Call<TokensChanged>
  /** `POST /buddies/{id}/evolve` */
  evolve(id: string, options?: CallOptions): Call<AcceptedOperation>
  /** `GET /buddies/{id}/evolutions` */
  listEvolutions(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<StageChange, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /** `POST /buddies/{id}/appearance/rerender` */
  rerenderAppearance(id: string, options?: CallOptions): Call<AcceptedOperation>
  /** `PATCH /buddies/{id}/equipped-items` */
  updateEquippedItems(id: string, body: {
    equip?: string[] | undefined
    unequip?: string[] | undefined
  }, options?: CallOptions): Call<EquipmentChanged>
  /**
   * The buddy at a moment since its birth. Balances are exact: they are those of its ledger. Badges, items and gates are what had been won until then, also if a prestige or a reversal has taken it back. Skills and streaks are kept as they are now only.
   *
   * `GET /buddies/{id}/as-of`
   */
  getAsOf(id: string, query?: { at?: string | undefined }, options?: CallOptions): Call<BuddyAsOf>
  /**
   * Changes no event caused (manual, scheduled, reversals), newest first. They are kept as long as events.
   *
   * `GET /buddies/{id}/changes`
   */
  listChanges(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; kind?: ChangeKind | undefined }, options?: CallOptions): List<BuddyChange, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * The change with what it brought and why, told like the trace of an event.
   *
   * `GET /buddies/{id}/changes/{change_id}`
   */
  getChange(id: string, changeId: string, options?: CallOptions): Call<ExplainedChange>
  /** `POST /buddies/{id}/purchase-item` */
  purchaseItem(id: string, body: {
    itemId: string
    giftToBuddyId?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /** `POST /buddies/{id}/gifts` */
  createGift(id: string, body: {
    itemId: string
    giftToBuddyId: string
  }, options?: CallOptions): Call<Purchase>
  /** `POST /buddies/{id}/unlock-item` */
  unlockItem(id: string, body: {
    itemId: string
    reason?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /** `GET /buddies/{id}/purchased-items` */
  listPurchasedItems(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<OwnedItem, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /buddies/{id}/gates/{gate_key}/unlock` */
  unlockGate(id: string, gateKey: string, options?: CallOptions): Call<GateUnlock>
  /** `GET /buddies/{id}/unlocks` */
  listUnlocks(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<UnlockedGate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Every streak of the buddy's config version with one entry per local day from `from` to `to` (default: the last 30 days; at most 366).
   *
   * `GET /buddies/{id}/streaks`
   */
  getStreaks(id: string, query?: { from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<BuddyStreaks>
  /** `POST /buddies/{id}/streaks/{streak_key}/restore` */
  restoreStreak(id: string, streakKey: string, body?: RestoreStreak | null, options?: CallOptions): Call<StreakKept>
  /** `POST /buddies/{id}/streaks/{streak_key}/freeze` */
  freezeStreak(id: string, streakKey: string, options?: CallOptions): Call<StreakKept>
  /** `POST /buddies/{id}/vacation` */
  startVacation(id: string, body: {
    /** a local day, `2026-11-20` */
    startsOn?: string | undefined
    /** a local day, `2026-11-20` */
    endsOn: string
  }, options?: CallOptions): Call<Vacation>
  /**
   * Ends the present vacation with yesterday, else calls off the next one.
   *
   * `DELETE /buddies/{id}/vacation`
   */
  endVacation(id: string, options?: CallOptions): Call<void>
  /**
   * The badge is not given, and it asks again only after its criteria have been false in between. It can still be given by hand.
   *
   * `POST /buddies/{id}/badges/{badge_key}/reject`
   */
  rejectBadge(id: string, badgeKey: string, body?: RejectBadge | null, options?: CallOptions): Call<BadgeRejected>
  /**
   * Its tagline is as it was written, placeholders included.
   *
   * `GET /buddies/{id}/profile`
   */
  getProfile(id: string, options?: CallOptions): Call<Profile_1>
  /** `PATCH /buddies/{id}/profile` */
  updateProfile(id: string, body: ProfilePatch, options?: CallOptions): Call<Profile_1>
}

export interface BadgeReviewsResource {
  /**
   * What waits for a review, longest waiting first.
   *
   * `GET /badge-reviews`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; badgeKey?: string | undefined; buddyId?: string | undefined }, options?: CallOptions): List<BadgeReview, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
}

export interface PlayersZeroResource {
  /** `GET /players/zero` */
  get(options?: CallOptions): Call<PlayerZero>
  /** `POST /players/zero` */
  create(options?: CallOptions): Call<PlayerZero>
}

export interface TestClocksResource {
  /** `GET /test/clocks` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<TestClock, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Makes a clock, at the present or later, and puts users on it. It stands still until it is advanced. Takes a test key. A user may be attached before anything of that user exists.
   *
   * `POST /test/clocks`
   */
  create(body?: CreateTestClock | null, options?: CallOptions): Call<TestClock>
  /** `GET /test/clocks/{id}` */
  get(id: string, options?: CallOptions): Call<TestClock>
  /**
   * Ends the clock. Its users live in the present again; what happened to their buddies in virtual time stays.
   *
   * `DELETE /test/clocks/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Puts users on the clock; those already on it stay. From then on the times of their buddies come from it: limits and cooldowns, days and streaks, decay, what an event's occurred_at may be, readiness that counts days, what is for sale, and when a picture that failed is tried again. So do the dates of their ledger and history, and the month whose quota an event counts in. Webhooks, keys and tokens stay in the present.
   *
   * `POST /test/clocks/{id}/users`
   */
  attachUsers(id: string, body: AttachUsers, options?: CallOptions): Call<TestClock>
  /**
   * Moves the clock forward, `to` a moment or `by_seconds`, one of the two; at most 366 days at once. Skills fade as at the new moment: the answer names the operation; of streaks that are at risk then you are told. Rules that work by periods see one period per step; to see several, advance several times.
   *
   * `POST /test/clocks/{id}/advance`
   */
  advance(id: string, body: AdvanceTestClock, options?: CallOptions): Call<AdvancedTestClock>
}

export interface GatesResource {
  /** `GET /gates` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<Gate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `PUT /gates/{gate_key}` */
  replace(gateKey: string, body: GateInput, options?: CallOptions): Call<Gate>
  /** `DELETE /gates/{gate_key}` */
  delete(gateKey: string, options?: CallOptions): Call<void>
}

export interface EconomyResource {
  /**
   * The buddy's coin ledger, newest first; with token_key that token's. Each row's hash covers the row and the one before.
   *
   * `GET /economy/buddies/{buddyId}/ledger`
   */
  listLedger(buddyId: string, query?: { cursor?: string | undefined; limit?: number | undefined; tokenKey?: string | undefined }, options?: CallOptions): List<LedgerRow, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Recomputes every row's hash from its content and the hash before it, and every running balance, and compares the end with what the buddy holds and with the head this service signed. Keep head outside of this service to notice a history that somebody with its keys has written anew.
   *
   * `GET /economy/buddies/{buddyId}/ledger/verify`
   */
  verifyLedger(buddyId: string, options?: CallOptions): Call<LedgerVerdict>
  /**
   * The event or the change a row was booked for, what decided it, what else was booked with it, and what took it back.
   *
   * `GET /economy/buddies/{buddyId}/ledger/{ledger_id}/explain`
   */
  explainLedgerEntry(buddyId: string, ledgerId: string, options?: CallOptions): Call<LedgerExplanation>
}

export interface MarketplacesResource {
  /** `GET /marketplaces` */
  list(query?: { page?: number | undefined; limit?: number | undefined; audience?: string | undefined }, options?: CallOptions): List<MarketplaceRecord, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /marketplaces` */
  create(body: MarketplaceInput, options?: CallOptions): Call<MarketplaceRecord>
  /** `GET /marketplaces/{id}` */
  get(id: string, options?: CallOptions): Call<MarketplaceRecord>
  /** `PUT /marketplaces/{id}` */
  replace(id: string, body: MarketplaceInput, options?: CallOptions): Call<MarketplaceRecord>
  /** `GET /marketplaces/{id}/items` */
  listItems(id: string, query?: { page?: number | undefined; limit?: number | undefined; category?: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory" | undefined; status?: "active" | "inactive" | "archived" | undefined }, options?: CallOptions): List<MarketplaceItemRecord, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /marketplaces/{id}/items` */
  createItem(id: string, body: MarketplaceItemInput, options?: CallOptions): Call<MarketplaceItemRecord>
  /** `POST /marketplaces/{id}/items/import` */
  importItems(id: string, body: {
    items: MarketplaceItemInput[]
    onConflict?: "skip" | "update" | undefined
  }, options?: CallOptions): Call<ItemsImported>
  /** `POST /marketplaces/{id}/items/reorder` */
  reorderItems(id: string, body: {
    itemIds: string[]
  }, options?: CallOptions): Call<{
    itemIds: string[]
  }>
  /** `GET /marketplaces/{id}/items/{item_id}` */
  getItem(id: string, itemId: string, options?: CallOptions): Call<MarketplaceItemRecord>
  /** `PUT /marketplaces/{id}/items/{item_id}` */
  replaceItem(id: string, itemId: string, body: MarketplaceItemInput, options?: CallOptions): Call<MarketplaceItemRecord>
  /** `DELETE /marketplaces/{id}/items/{item_id}` */
  deleteItem(id: string, itemId: string, options?: CallOptions): Call<void>
  /** `POST /marketplaces/{id}/items/{item_id}/regenerate-image` */
  regenerateItemImage(id: string, itemId: string, options?: CallOptions): Call<MarketplaceItemRecord>
  /** `POST /marketplaces/{id}/items/{item_id}/upload-image` */
  uploadItemImage(id: string, itemId: string, body: UploadPicture, options?: CallOptions): Call<MarketplaceItemRecord>
}

export interface WidgetSessionsResource {
  /** `POST /widget-sessions` */
  create(body: {
    buddyId: string
    userId: string
    scopes?: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip"> | undefined
    ttlSeconds?: number | undefined
  }, options?: CallOptions): Call<WidgetSession>
  /** `DELETE /widget-sessions/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EmbedTokensResource {
  /** `POST /embed-tokens` */
  create(body: {
    buddyId: string
    widget?: "buddy" | "leaderboard" | "path" | "marketplace" | undefined
    ttlSeconds?: number | undefined
  }, options?: CallOptions): Call<EmbedToken>
}

export interface WidgetRuntimeResource {
  /** `GET /widget/buddy` */
  getBuddy(options?: CallOptions): Call<WidgetBuddy>
  getBuddy(options: ConditionalOptions): Call<WidgetBuddy | undefined>
  /** `POST /widget/events` */
  createEvent(body: WidgetEvent, options?: CallOptions): Call<Ingested>
  /** `PATCH /widget/equipped-items` */
  updateEquippedItems(body: {
    equip?: string[] | undefined
    unequip?: string[] | undefined
  }, options?: CallOptions): Call<EquipmentChanged>
  /** `GET /widget/config` */
  getConfig(options?: CallOptions): Call<WidgetConfig>
  getConfig(options: ConditionalOptions): Call<WidgetConfig | undefined>
  /** `GET /widget/leaderboard` */
  getLeaderboard(query?: { limit?: number | undefined }, options?: CallOptions): Call<WidgetLeaderboard>
  getLeaderboard(query: { limit?: number | undefined } | undefined, options: ConditionalOptions): Call<WidgetLeaderboard | undefined>
  /** `GET /widget/marketplace` */
  listMarketplace(query?: { page?: number | undefined; limit?: number | undefined; category?: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory" | undefined }, options?: CallOptions): List<WidgetItem, {
    meta: {
      total: number
      page: number
      limit: number
    }
    /** coins the buddy can spend */
    balance: number
    /** everything the buddy owns, also what is not for sale any more; newest first */
    ownedItems: WidgetOwnedItem[]
    scopes: string[]
  }>
  listMarketplace(query: { page?: number | undefined; limit?: number | undefined; category?: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory" | undefined } | undefined, options: ConditionalOptions): Call<Page<WidgetItem, {
    meta: {
      total: number
      page: number
      limit: number
    }
    /** coins the buddy can spend */
    balance: number
    /** everything the buddy owns, also what is not for sale any more; newest first */
    ownedItems: WidgetOwnedItem[]
    scopes: string[]
  }> | undefined>
  /** `POST /widget/purchases` */
  createPurchase(body: {
    itemId: string
    giftToBuddyId?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /** `GET /widget/path` */
  getActivePath(options?: CallOptions): Call<{
    path: BuddyPath | null
  }>
  getActivePath(options: ConditionalOptions): Call<{
    path: BuddyPath | null
  } | undefined>
  /** `GET /widget/path/{path_key}` */
  getPath(pathKey: string, options?: CallOptions): Call<{
    path: BuddyPath
  }>
  getPath(pathKey: string, options: ConditionalOptions): Call<{
    path: BuddyPath
  } | undefined>
  /** `POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete` */
  completeSubStep(pathKey: string, subStepKey: string, options?: CallOptions): Call<SubStepCompleted>
}

export interface ProfileTemplatesResource {
  /** `GET /customers/me/profile-templates` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<ProfileTemplate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /** `POST /customers/me/profile-templates` */
  create(body: ProfileTemplateInput, options?: CallOptions): Call<ProfileTemplate>
  /** `PATCH /customers/me/profile-templates/{id}` */
  update(id: string, body: {
    name?: string | undefined
    profileTemplateKey?: string | null | undefined
    description?: string | null | undefined
    audience?: string | null | undefined
    profile?: ProfileInput_1 | null | undefined
    isDefault?: boolean | null | undefined
  }, options?: CallOptions): Call<ProfileTemplate>
  /** `DELETE /customers/me/profile-templates/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Applies a template to buddies: those named, the active ones of an audience, or all active ones. Runs as an operation of the type apply_profile, whose result has the counts of the dry run and `skipped_buddies` (20 at most). Cancelling keeps what was written; applying again changes nothing.
   *
   * `POST /customers/me/profile-templates/apply-bulk`
   */
  applyBulk(body: ApplyProfile, options?: CallOptions): Call<ApplyProfilePlan | AcceptedOperation>
}

export interface WebhooksResource {
  /** `GET /webhook-configs` */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<WebhookConfig, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Adds an endpoint: https and public addresses only. The answer shows its secret, once.
   *
   * `POST /webhook-configs`
   */
  create(body: {
    url: string
    events: string[]
    description?: string | undefined
    enabled?: boolean | undefined
    /** at most 20 headers sent along with every delivery */
    headers?: Record<string, string> | undefined
  }, options?: CallOptions): Call<NewWebhookConfig>
  /**
   * Every outbound event with the JSON Schema and an example of its body.
   *
   * `GET /webhook-configs/events`
   */
  listEvents(options?: CallOptions): Call<{
    data: WebhookEvent[]
  }>
  /** `GET /webhook-configs/{id}` */
  get(id: string, options?: CallOptions): Call<WebhookConfig>
  /** `PATCH /webhook-configs/{id}` */
  update(id: string, body: {
    url?: string | undefined
    events?: string[] | undefined
    description?: string | undefined
    enabled?: boolean | undefined
    /** at most 20 headers sent along with every delivery */
    headers?: Record<string, string> | undefined
  }, options?: CallOptions): Call<WebhookConfig>
  /**
   * Removes an endpoint. What waits for it is not sent any more.
   *
   * `DELETE /webhook-configs/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Sends the example of an event to this endpoint, subscribed or not, signed like any other delivery.
   *
   * `POST /webhook-configs/{id}/test`
   */
  test(id: string, body: {
    event: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached"
  }, options?: CallOptions): Call<WebhookDelivery>
  /**
   * Replaces the secret; the answer shows the new one, once. During `grace_hours` (default 0) X-Svc-Signature is still signed with the old secret and webhook-signature carries a signature of each.
   *
   * `POST /webhook-configs/{id}/rotate-secret`
   */
  rotateSecret(id: string, body?: {
    graceHours?: number | undefined
  } | null, options?: CallOptions): Call<RotatedWebhookSecret>
  /**
   * Sends every delivery of the period again that has not succeeded, under its old X-Svc-Delivery.
   *
   * `POST /webhook-configs/{id}/recover`
   */
  recover(id: string, body: {
    since: string
    until?: string | null | undefined
  }, options?: CallOptions): Call<{
    /** opaque identifier (UUIDv7) */
    webhookConfigId: string
    /** deliveries that will be sent again */
    recovered: number
  }>
  /**
   * Deliveries of this endpoint, newest first.
   *
   * `GET /webhook-configs/{id}/deliveries`
   */
  listDeliveries(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; status?: "pending" | "delivered" | "failed" | "exhausted" | undefined; event?: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached" | undefined }, options?: CallOptions): List<WebhookDelivery, {
    nextCursor: string | null
  }>
  /** `GET /webhook-deliveries/{id}` */
  getDelivery(id: string, options?: CallOptions): Call<WebhookDeliveryDetail>
  /**
   * Sends a delivery again: same X-Svc-Delivery and body, current secret, new timestamp.
   *
   * `POST /webhook-deliveries/{id}/replay`
   */
  replayDelivery(id: string, options?: CallOptions): Call<WebhookDelivery>
}

export interface HealthResource {
  /** `GET /health` */
  get(options?: CallOptions): Call<HealthReport>
  /** `GET /health/live` */
  getLive(options?: CallOptions): Call<{
    alive: true
    uptime: number
  }>
  /** `GET /health/ready` */
  getReady(options?: CallOptions): Call<{
    ready: true
    checks: Record<string, boolean>
  }>
  /** `GET /health/version` */
  getVersion(options?: CallOptions): Call<BuildInfo>
}
