// Written by sdk/generate from contract/openapi.json.
import type { Call, List, Page } from "../calls.ts"
import type { CallOptions, ConditionalOptions } from "../transport.ts"
import type { AcceptedOperation, AdvanceTestClock, AdvancedTestClock, ApiKey, ApplyPreset, ApplyProfile, ApplyProfilePlan, AttachUsers, BackfillPreview, BacktestInput, BadgeAward, BadgeDefinition, BadgeDefinitionInput, BadgeRejected, BadgeReview, BillingStatus, Buddy, BuddyAsOf, BuddyChange, BuddyPath, BuddyStreaks, BuildInfo, Ceremony, CeremonyRecorded, ChangeKind, CheckoutSession, CoinName_1, CoinRule, CoinRuleInput, CoinsChanged, ConfigFile, ConfigImpact, ConfigPlan, ConfigVersion, ConfigVersionSummary, CreateEgg, CreateTestClock, CreditBalance, CreditEntry, Customer, DecayEntry, DecayPreview, Egg, EmbedToken, EquipmentChanged, Event, EventBatch, EventBatchAnswer, EventInput, EventReversed, EventType, EventTypeInput_1, Evolution, EvolutionRules, ExplainedChange, Gate, GateInput, GateUnlock, GenerateIcon, HealthReport, IconMade, ImageReport, ImageUse, Ingested, ItemsImported, JsonSchemaDocument, LedgerExplanation, LedgerRow, LedgerVerdict, ListedBuddy, ListedEgg, MarketplaceInput, MarketplaceItemInput, MarketplaceItemRecord, MarketplaceRecord, MigrateBuddies, MigrationPlan, NewApiKey, NewPublishableKey, NewWebhookConfig, OpenDraft, Operation, OwnedItem, PathDefinition, PathDefinitionInput, PathStep, PathStepInput_1, PathSubStep, PathSubStepInput_2, PlayerZero, Preset, PresetSummary, ProfileInput_1, ProfilePatch, ProfileTemplate, ProfileTemplateInput, Profile_1, Progression, Purchase, RegeneratePictures, RejectBadge, RestoreStreak, ReverseEvent, RewardPoolTelemetry, RotatedApiKey, RotatedWebhookSecret, RunDecay, SchemaPart, Session, SkillDecayRuleInput_1, SkillDecayRule_1, SkillRuleInput_1, SkillRule_1, SkillSet, SkillSetInput, SkillsUpdated, StageChange, StreakAtRiskAnalytics, StreakKept, StreakRuleInput_1, StreakRule_1, SubStepCompleted, TestClock, ThemePackApplied, TokenRuleInput_1, TokenRule_1, TokenTypeInput_1, TokenType_1, Tokens, TokensChanged, Trace, TriggerInput, UnlockedGate, UpdateDraft, UploadPicture, User, UserSummary, Vacation, VacationAnalytics, WebhookConfig, WebhookDelivery, WebhookDeliveryDetail, WebhookEvent, WhoAmI, WidgetBuddy, WidgetConfig, WidgetEvent, WidgetItem, WidgetLeaderboard, WidgetOwnedItem, WidgetSession, WidgetThemeInput } from "./types.ts"

export interface AuthResource {
  /**
   * List API keys
   *
   * All keys of the workspace, secret and publishable, without the keys themselves. A test key sees test keys only.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /auth/api-keys`
   */
  listApiKeys(options?: CallOptions): Call<{
    data: ApiKey[]
  }>
  /**
   * Create a secret key
   *
   * The key stands in this answer and nowhere else: keep it. A live key wants a confirmed e-mail; a test key makes test keys only. Give the key an `expires_at` when it is not meant to last.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `email_not_verified` (403).
   *
   * `POST /auth/api-keys`
   */
  createApiKey(body: {
    label: string
    mode: "live" | "test"
    expiresAt?: string | null | undefined
  }, options?: CallOptions): Call<NewApiKey>
  /**
   * Revoke an API key
   *
   * The key is refused from now on, everywhere. What was made with it stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /auth/api-keys/{id}`
   */
  deleteApiKey(id: string, options?: CallOptions): Call<void>
  /**
   * Replace a secret key
   *
   * Makes a new secret key and revokes every other one, `revoked_ids`; a test key revokes test keys only. The new key stands in this answer only: put it in place before the next request.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `email_not_verified` (403).
   *
   * `POST /auth/api-keys/rotate`
   */
  rotateApiKeys(body?: {
    label?: string | undefined
    mode?: "live" | "test" | undefined
  } | null, options?: CallOptions): Call<RotatedApiKey>
  /**
   * Show whose credential this is
   *
   * The workspace, its plan and capabilities, and what the credential may do. Good for checking a key at start-up.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /auth/api-keys/whoami`
   */
  whoami(options?: CallOptions): Call<WhoAmI>
  /**
   * Create a publishable key
   *
   * A key that may be seen in a browser: it reads what its `permissions` name, from `allowed_origins` (null: from anywhere). At most 50 origins.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `email_not_verified` (403).
   *
   * `POST /auth/publishable-keys`
   */
  createPublishableKey(body: {
    label: string
    permissions: Array<"buddy:read" | "leaderboard:read" | "badges:read" | "marketplace:read" | "paths:read" | "embed_tokens:mint">
    allowedOrigins?: string[] | null | undefined
  }, options?: CallOptions): Call<NewPublishableKey>
  /**
   * Register a workspace
   *
   * A new workspace with its first account, signed in at once. An address that has an account: 409 email_taken.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `email_taken` (409).
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
   * Sign in
   *
   * Wrong e-mail and wrong password get one answer. Ten failures in 15 minutes per account and address: 429; after a hundred from all addresses together, two of each.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_credentials` (401).
   *
   * `POST /auth/login`
   */
  login(body: {
    email: string
    password: string
  }, options?: CallOptions): Call<Session>
  /**
   * Ask for a new password
   *
   * Always 202. An address with an account gets a token for a new password; it lives 30 minutes, older ones end.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * `POST /auth/password/reset/request`
   */
  requestPasswordReset(body: {
    email: string
  }, options?: CallOptions): Call<{
    accepted: true
  }>
  /**
   * Set a new password with a token
   *
   * Takes the token of the mail, which works once. Ends every session of the account.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_token` (400).
   *
   * `POST /auth/password/reset`
   */
  resetPassword(body: {
    token: string
    newPassword: string
  }, options?: CallOptions): Call<{
    passwordChanged: true
  }>
  /**
   * Confirm an e-mail with a token
   *
   * Takes the token of the mail, which works once and lives 24 hours.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_token` (400).
   *
   * `POST /auth/email/verify`
   */
  verifyEmail(body: {
    token: string
  }, options?: CallOptions): Call<{
    emailVerified: true
  }>
  /**
   * Show the signed-in account
   *
   * The workspace, and the person behind a session. For API keys `user` is null: they belong to nobody.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /auth/me`
   */
  getMe(options?: CallOptions): Call<{
    customer: Customer
    /** null for API keys, which belong to no person */
    user: User | null
  }>
  /**
   * Ask for a mail to confirm the address
   *
   * Mails a token that lives 24 hours and voids older ones. Nothing is sent when the address is verified already.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `POST /auth/email/verification/request`
   */
  requestEmailVerification(options?: CallOptions): Call<{
    accepted: true
  }>
  /**
   * Change your password
   *
   * Ends every session of the account and answers with a new one. Takes no Idempotency-Key.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `invalid_credentials` (401).
   *
   * `POST /auth/password/change`
   */
  changePassword(body: {
    currentPassword: string
    newPassword: string
  }, options?: CallOptions): Call<Session>
}

export interface CustomersMeResource {
  /**
   * Show your workspace
   *
   * Its name, plan, settings, audiences and active config version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me`
   */
  get(options?: CallOptions): Call<Customer>
  /**
   * Rename your workspace
   *
   * The slug stays: it was made of the first name.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me`
   */
  update(body: {
    name?: string | undefined
  }, options?: CallOptions): Call<Customer>
  /**
   * Change settings
   *
   * Fields left out stay; null restores a default. `max_lateness_days` decides how late an event may come and still pay.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/settings`
   */
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
   * Replace the list of audiences
   *
   * Replaces the whole list. When the list was empty, the eggs and buddies of the implicit audience `default` move to the first entry, unless `default` is itself on the list. An audience that has active buddies or open eggs cannot be taken off the list: 409 audience_in_use.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `audience_in_use` (409).
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
   * Draw the pictures of all buddies
   *
   * Draws the pictures of active buddies: of those without the one they should have (`missing`, the default), or of `all`, with what they wear. The operation counts the buddies drawn, failed and awaiting credits.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `operation_in_progress` (409).
   *
   * `POST /customers/me/assets/regenerate`
   */
  regenerateAssets(body?: RegeneratePictures | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * Sum up vacations
   *
   * How many were taken, cancelled and ended early in the window, and how many run now.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/vacation/analytics`
   */
  getVacationAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<VacationAnalytics>
  /**
   * Sum up streaks at risk
   *
   * How many were warned about in the window, and what became of them, by streak.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/streak-at-risk/analytics`
   */
  getStreakAtRiskAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<StreakAtRiskAnalytics>
}

export interface BillingResource {
  /**
   * Start a change of plan
   *
   * Starts a change of plan; `interval` is `month` when omitted. Nothing changes before the session is complete. Where no provider is set up: 503 with the reason `no_provider`.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
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
   * Look at a checkout
   *
   * Asks the provider whether the session is paid. The first time it is, the plan changes; later, nothing does.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /billing/checkout/session/{id}`
   */
  getCheckoutSession(id: string, options?: CallOptions): Call<CheckoutSession>
  /**
   * Open the payment provider's portal
   *
   * A link where a person changes cards and reads invoices. Where no provider is set up: 503 with the reason `no_provider`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `POST /billing/portal`
   */
  portal(options?: CallOptions): Call<{
    url: string
  }>
  /**
   * Show plan and usage
   *
   * The plan, what it includes, and how many events of this month are used.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /billing/status`
   */
  getStatus(options?: CallOptions): Call<BillingStatus>
}

export interface CreditsResource {
  /**
   * Show image credits
   *
   * What is left this month, what a picture costs, and when the allowance is granted anew.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /credits/balance`
   */
  getBalance(options?: CallOptions): Call<CreditBalance>
  /**
   * List changes of image credits
   *
   * Grants, charges, refunds and expiries, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /credits/ledger`
   */
  listLedger(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<CreditEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
}

export interface ImageUsageResource {
  /**
   * List pictures that were drawn
   *
   * Newest first, with what each took in credits and time.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /image-usage`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; purpose?: "stage_image" | "icon" | undefined; status?: "drawing" | "drawn" | "failed" | undefined }, options?: CallOptions): List<ImageUse, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Sum up pictures by day and purpose
   *
   * From `from` to `to`; without them the last 30 days. At most 366 days.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /image-usage/report`
   */
  getReport(query?: { from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<ImageReport>
}

export interface ConfigVersionsResource {
  /**
   * Try a version on recorded events
   *
   * Replays recorded events, in the order of their arrival and at the time they came in, under this version and under the one it is compared with. Every buddy starts as newly hatched on both sides, whatever it did before `from`, and walks the path that is active now, so the two differ by the rules alone. Nothing is written and nobody is told. Runs as an operation of the type backtest: `progress` counts events, a cancel ends it between two batches, `result` is a BacktestReport. `not_replayed` says what was left out.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /config-versions/{id}/backtest`
   */
  backtest(id: string, body?: BacktestInput | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * List config versions
   *
   * Newest first, without their content.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /config-versions`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<ConfigVersionSummary, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Open a draft
   *
   * 201 with a draft made of the active version; 200 with the open one when there is one. There is at most one draft.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /config-versions`
   */
  create(body?: OpenDraft | null, options?: CallOptions): Call<ConfigVersion>
  /**
   * Show a config version
   *
   * With its whole content.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /config-versions/{id}`
   */
  get(id: string, options?: CallOptions): Call<ConfigVersion>
  /**
   * Change the draft
   *
   * Sections that are named are replaced as a whole, the others stay. Only a draft can be changed.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `not_found` (404), `config_not_draft` (409).
   *
   * `PATCH /config-versions/{id}`
   */
  update(id: string, body: UpdateDraft, options?: CallOptions): Call<ConfigVersion>
  /**
   * Make a draft of a version
   *
   * The open draft stands in the way unless `replace=true`, which writes it over.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `draft_exists` (409).
   *
   * `POST /config-versions/{id}/clone`
   */
  clone(id: string, query?: { replace?: boolean | undefined }, options?: CallOptions): Call<ConfigVersion>
  /**
   * Publish the draft
   *
   * Freezes it and makes it the active version: new buddies live by it at once, existing ones when you migrate them. Look at its impact first.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `config_empty` (400), `config_not_draft` (409).
   *
   * `POST /config-versions/{id}/publish`
   */
  publish(id: string, options?: CallOptions): Call<ConfigVersion>
  /**
   * Show what publishing would change
   *
   * The changes against the active version, warnings, what publishing would refuse, and the newest backtest.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /config-versions/{id}/impact`
   */
  getImpact(id: string, options?: CallOptions): Call<ConfigImpact>
  /**
   * Move buddies to the active version
   *
   * Moves existing buddies to the active version; without a selection all active buddies that are not there yet. Runs as an operation of the type migrate, whose result counts `migrated`, `skipped` (archived meanwhile) and `failed` (not reachable; run it again). `dry_run: true` answers 200 with the counts and writes nothing. Without a body everybody is moved.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `config_not_active` (409).
   *
   * `POST /config-versions/{id}/migrate-buddies`
   */
  migrateBuddies(id: string, body?: MigrateBuddies | null, options?: CallOptions): Call<MigrationPlan | AcceptedOperation>
  /**
   * Export a version as a file
   *
   * The version as a file in canonical form: without identifiers, lists of keyed things in the order of their keys, properties in the order of their names, defaults written out. Exporting the same content twice gives the same bytes. Event types, gates, marketplaces and items that are not archived are as they are now, whichever version is exported. Rules name items by item key, or by `marketplace_key/item_key` where two marketplaces share the key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /config-versions/{id}/export`
   */
  export(id: string, options?: CallOptions): Call<ConfigFile>
  /**
   * Compare a file with the workspace
   *
   * What importing this file would change, compared by key with the open draft, else with the active version. Writes nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * `POST /config-versions/plan`
   */
  plan(body: ConfigFile, options?: CallOptions): Call<ConfigPlan>
  /**
   * Import a file into the draft
   *
   * Writes the file into the workspace, all or nothing, and answers the draft (201 when it was opened for this). The rules of the draft become those of the file, sections left out included; things whose key is known keep their identifier. Event types, gates, marketplaces and items, which are live, are created or updated by key; those the file does not name stay. Items of the file come first in their marketplace, in the order of the file. Nothing of the rules changes for buddies until the draft is published. With expected_revision, the revision of a plan, the import happens only if the configuration is still what the plan was made against: else 409 config_changed.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `config_changed` (409).
   *
   * `POST /config-versions/import`
   */
  import(body: ConfigFile, options?: CallOptions & { query?: { expectedRevision?: string | undefined } | undefined }): Call<ConfigVersion>
}

export interface BadgeDefinitionsResource {
  /**
   * List badges
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /badge-definitions`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<BadgeDefinition, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a badge
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /badge-definitions`
   */
  create(body: BadgeDefinitionInput, options?: CallOptions): Call<BadgeDefinition>
  /**
   * Show a badge
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /badge-definitions/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<BadgeDefinition>
  /**
   * Replace a badge
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /badge-definitions/{id}`
   */
  replace(id: string, body: BadgeDefinitionInput, options?: CallOptions): Call<BadgeDefinition>
  /**
   * Delete a badge
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /badge-definitions/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Draw an icon for a badge
   *
   * Answers with the picture's address, within seconds; put it into `icon_url`. Costs image credits unless the built-in artist draws.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `credit_insufficient` (402).
   *
   * `POST /badge-definitions/generate-icon`
   */
  generateIcon(body: GenerateIcon, options?: CallOptions): Call<IconMade>
  /**
   * Upload an icon for a badge
   *
   * PNG, JPEG or WebP as base64 in JSON. It is decoded, bounded in size and kept as PNG; put its address into `icon_url`.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `asset_quota_exceeded` (409).
   *
   * `POST /badge-definitions/upload-icon`
   */
  uploadIcon(body: UploadPicture, options?: CallOptions): Call<IconMade>
  /**
   * Draw a badge's icon again
   *
   * In the open draft. Costs image credits unless the built-in artist draws.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `credit_insufficient` (402).
   *
   * `POST /badge-definitions/{id}/regenerate-icon`
   */
  regenerateIcon(id: string, options?: CallOptions): Call<BadgeDefinition>
  /**
   * Give a badge to who has earned it
   *
   * Gives a published badge to every active buddy who has met its criteria already, by the rules that give it otherwise: coins, limits, webhooks, review by hand. Each buddy is judged by its own config version; those whose version lacks the badge are counted and left alone until they are migrated. A count of events over a window of days begins where a version of the buddy first asked for one. With dry_run nothing is given. The operation has the counts as its progress, and figures as its result: dry_run, badge_key and those of the preview. Cancelling it keeps what was given so far; starting it again gives nothing twice.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `badge_not_earned` (409).
   *
   * `POST /badge-definitions/{id}/backfill`
   */
  backfill(id: string, body?: {
    /** only counts; default false */
    dryRun?: boolean | undefined
  } | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * Show who has earned a badge already
   *
   * What a backfill would give now, for the first 1,000 active buddies by id; is_complete is false when there are more. A backfill with dry_run looks at all of them.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `badge_not_earned` (409).
   *
   * `GET /badge-definitions/{id}/backfill/preview`
   */
  previewBackfill(id: string, options?: CallOptions): Call<BackfillPreview>
}

export interface CoinRulesResource {
  /**
   * List coin rules
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /coin-rules`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<CoinRule, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a coin rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /coin-rules`
   */
  create(body: CoinRuleInput, options?: CallOptions): Call<CoinRule>
  /**
   * Show a coin rule
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /coin-rules/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<CoinRule>
  /**
   * Replace a coin rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /coin-rules/{id}`
   */
  replace(id: string, body: CoinRuleInput, options?: CallOptions): Call<CoinRule>
  /**
   * Delete a coin rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /coin-rules/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Show how a reward pool pays
   *
   * How often each entry of the rule's pool was drawn in the last `window_days` (default 30), beside how often it should be. 404 when the rule has no pool.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /coin-rules/{id}/reward-pool/telemetry`
   */
  getRewardPoolTelemetry(id: string, query?: { windowDays?: number | undefined }, options?: CallOptions): Call<RewardPoolTelemetry>
}

export interface EventTypesResource {
  /**
   * List event types
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /event-types`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<EventType, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create an event type
   *
   * Live: it counts at once, and belongs to no version. Its key is unique.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /event-types`
   */
  create(body: EventTypeInput_1, options?: CallOptions): Call<EventType>
  /**
   * Show an event type
   *
   * By its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /event-types/{id}`
   */
  get(id: string, options?: CallOptions): Call<EventType>
  /**
   * Replace an event type
   *
   * Live: it counts at once, and belongs to no version. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /event-types/{id}`
   */
  replace(id: string, body: EventTypeInput_1, options?: CallOptions): Call<EventType>
  /**
   * Delete an event type
   *
   * At once. What it has brought stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /event-types/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EvolutionRulesResource {
  /**
   * Show the evolution rules
   *
   * The stages, what each needs, and prestige; of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /evolution-rules`
   */
  get(query?: { version?: string | undefined }, options?: CallOptions): Call<EvolutionRules>
  /**
   * Replace the evolution rules
   *
   * In the open draft, which is opened when there is none. One to five stages. They count for buddies once the draft is published.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PUT /evolution-rules`
   */
  replace(body: EvolutionRules, options?: CallOptions): Call<EvolutionRules>
}

export interface PathDefinitionsResource {
  /**
   * List paths
   *
   * With their steps. Narrow it down by audience.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /path-definitions`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; audience?: string | undefined }, options?: CallOptions): List<PathDefinition, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a path
   *
   * With its steps, or without. It shows once it is activated.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `missing_audience` (400), `unknown_audience` (400).
   *
   * `POST /path-definitions`
   */
  create(body: PathDefinitionInput, options?: CallOptions): Call<PathDefinition>
  /**
   * Show a path as a buddy sees it
   *
   * What is locked, available and completed, and how far the buddy is.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /path-definitions/buddies/{buddy_id}/paths/{path_key}`
   */
  getBuddyPath(buddyId: string, pathKey: string, options?: CallOptions): Call<BuddyPath>
  /**
   * Complete a sub-step for a buddy
   *
   * For sub-steps that allow it and are available. Repeating it answers `already_completed`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `sub_step_locked` (409), `sub_step_automatic` (409).
   *
   * `POST /path-definitions/buddies/{buddy_id}/paths/{path_key}/sub-steps/{sub_step_key}/complete`
   */
  completeSubStep(buddyId: string, pathKey: string, subStepKey: string, options?: CallOptions): Call<SubStepCompleted>
  /**
   * Show a path
   *
   * `{id}` is its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /path-definitions/{id}`
   */
  get(id: string, options?: CallOptions): Call<PathDefinition>
  /**
   * Replace a path
   *
   * Steps stay when the body does not name them.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `missing_audience` (400), `unknown_audience` (400).
   *
   * `PUT /path-definitions/{id}`
   */
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
  /**
   * Delete a path
   *
   * With its steps. Nobody sees it any more.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /path-definitions/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Activate a path
   *
   * Shows it to its audience; the one that was active before is deactivated.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /path-definitions/{id}/activate`
   */
  activate(id: string, options?: CallOptions): Call<PathDefinition>
  /**
   * Deactivate a path
   *
   * Shows it to nobody. What buddies have done of it stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /path-definitions/{id}/deactivate`
   */
  deactivate(id: string, options?: CallOptions): Call<PathDefinition>
  /**
   * List steps of a path
   *
   * In order, with their sub-steps.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /path-definitions/{id}/steps`
   */
  listSteps(id: string, options?: CallOptions): Call<{
    data: PathStep[]
  }>
  /**
   * Create a step
   *
   * It stands last. A path has at most 50.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `path_too_long` (409).
   *
   * `POST /path-definitions/{id}/steps`
   */
  createStep(id: string, body: PathStepInput_1, options?: CallOptions): Call<PathStep>
  /**
   * Reorder steps
   *
   * The steps named come first, in this order; the others follow as they stood.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PUT /path-definitions/{id}/steps/reorder`
   */
  reorderSteps(id: string, body: {
    ids: string[]
  }, options?: CallOptions): Call<{
    data: PathStep[]
  }>
  /**
   * Replace a step
   *
   * Its key and title; its sub-steps stay.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /path-definitions/{id}/steps/{step_id}`
   */
  replaceStep(id: string, stepId: string, body: {
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    stepKey: string
    title: string
  }, options?: CallOptions): Call<PathStep>
  /**
   * Delete a step
   *
   * With its sub-steps.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /path-definitions/{id}/steps/{step_id}`
   */
  deleteStep(id: string, stepId: string, options?: CallOptions): Call<void>
  /**
   * List sub-steps
   *
   * In order, as the path shows them.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /path-definitions/{id}/steps/{step_id}/sub-steps`
   */
  listSubSteps(id: string, stepId: string, options?: CallOptions): Call<{
    data: PathSubStep[]
  }>
  /**
   * Create a sub-step
   *
   * It stands last. A step has at most 50.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `path_too_long` (409).
   *
   * `POST /path-definitions/{id}/steps/{step_id}/sub-steps`
   */
  createSubStep(id: string, stepId: string, body: PathSubStepInput_2, options?: CallOptions): Call<PathSubStep>
  /**
   * Reorder sub-steps
   *
   * The sub-steps named come first, in this order; the others follow as they stood.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PUT /path-definitions/{id}/steps/{step_id}/sub-steps/reorder`
   */
  reorderSubSteps(id: string, stepId: string, body: {
    ids: string[]
  }, options?: CallOptions): Call<{
    data: PathSubStep[]
  }>
  /**
   * Replace a sub-step
   *
   * Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}`
   */
  replaceSubStep(id: string, stepId: string, subStepId: string, body: PathSubStepInput_2, options?: CallOptions): Call<PathSubStep>
  /**
   * Delete a sub-step
   *
   * Nobody sees it any more.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /path-definitions/{id}/steps/{step_id}/sub-steps/{sub_step_id}`
   */
  deleteSubStep(id: string, stepId: string, subStepId: string, options?: CallOptions): Call<void>
}

export interface PresetsResource {
  /**
   * List presets
   *
   * Whole configurations to start from.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /presets`
   */
  list(options?: CallOptions): Call<{
    data: PresetSummary[]
  }>
  /**
   * Show a preset
   *
   * With everything it would bring.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /presets/{key}`
   */
  get(key: string, options?: CallOptions): Call<Preset>
  /**
   * Apply a preset to the draft
   *
   * Replaces the rules of the open draft (opening one when there is none) and answers that draft. Event types, gates, marketplaces and items of the preset are created, or updated where one with the same key exists; others stay. Entries whose key is known keep their identifier. Nothing changes for buddies until the draft is published.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /customers/me/apply-preset`
   */
  apply(body: ApplyPreset, options?: CallOptions): Call<ConfigVersion>
}

export interface SchemasResource {
  /**
   * List schemas of configuration
   *
   * The parts of a configuration that have a schema.
   *
   * Limits: by address.
   *
   * `GET /schemas`
   */
  list(options?: CallOptions): Call<{
    data: SchemaPart[]
  }>
  /**
   * Show the schema of a part
   *
   * The JSON Schema (draft 2020-12) of one part, complete in itself. A property it does not name is refused by the service too; rules between two fields are in no schema and show when a file is planned.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /schemas/{part}`
   */
  get(part: string, options?: CallOptions): Call<JsonSchemaDocument>
}

export interface SkillDecayRulesResource {
  /**
   * List skill decay rules
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-decay-rules`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillDecayRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a skill decay rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /skill-decay-rules`
   */
  create(body: SkillDecayRuleInput_1, options?: CallOptions): Call<SkillDecayRule_1>
  /**
   * Show a skill decay rule
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-decay-rules/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillDecayRule_1>
  /**
   * Replace a skill decay rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /skill-decay-rules/{id}`
   */
  replace(id: string, body: SkillDecayRuleInput_1, options?: CallOptions): Call<SkillDecayRule_1>
  /**
   * Delete a skill decay rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /skill-decay-rules/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Show what a decay rule would take now
   *
   * How many buddies would lose how much, with the first 20. Writes nothing.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-decay-rules/{id}/preview`
   */
  preview(id: string, options?: CallOptions): Call<DecayPreview>
  /**
   * List what a decay rule took
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-decay-rules/{id}/history`
   */
  listHistory(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<DecayEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Run skill decay now
   *
   * Starts the decay that otherwise runs by itself: of one rule, or of all. With `dry_run` it only counts.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /skill-decay-rules/run-now`
   */
  runNow(body?: RunDecay | null, options?: CallOptions): Call<AcceptedOperation>
}

export interface SkillRulesResource {
  /**
   * List skill rules
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-rules`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a skill rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /skill-rules`
   */
  create(body: SkillRuleInput_1, options?: CallOptions): Call<SkillRule_1>
  /**
   * Show a skill rule
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-rules/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillRule_1>
  /**
   * Replace a skill rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /skill-rules/{id}`
   */
  replace(id: string, body: SkillRuleInput_1, options?: CallOptions): Call<SkillRule_1>
  /**
   * Delete a skill rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /skill-rules/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Merge the skills of a preset
   *
   * Merges the skills of a preset and the rules that train them into the open draft, opening one when there is none. Entries whose key the draft has already stay as they are (`skip`, the default) or become those of the pack (`update`) and keep their identifier; skills that stand in another set stay there. Everything else is untouched.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
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
  /**
   * List skill sets
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-sets`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<SkillSet, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a skill set
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /skill-sets`
   */
  create(body: SkillSetInput, options?: CallOptions): Call<SkillSet>
  /**
   * Show a skill set
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /skill-sets/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<SkillSet>
  /**
   * Replace a skill set
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /skill-sets/{id}`
   */
  replace(id: string, body: SkillSetInput, options?: CallOptions): Call<SkillSet>
  /**
   * Delete a skill set
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /skill-sets/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Draw an icon for a skill
   *
   * Answers with the picture's address, within seconds. Costs image credits unless the built-in artist draws.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `credit_insufficient` (402).
   *
   * `POST /skill-sets/generate-icon`
   */
  generateIcon(body: GenerateIcon, options?: CallOptions): Call<IconMade>
}

export interface StreakRulesResource {
  /**
   * List streak rules
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /streak-rules`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<StreakRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a streak rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /streak-rules`
   */
  create(body: StreakRuleInput_1, options?: CallOptions): Call<StreakRule_1>
  /**
   * Show a streak rule
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /streak-rules/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<StreakRule_1>
  /**
   * Replace a streak rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /streak-rules/{id}`
   */
  replace(id: string, body: StreakRuleInput_1, options?: CallOptions): Call<StreakRule_1>
  /**
   * Delete a streak rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /streak-rules/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface TokenRulesResource {
  /**
   * List token rules
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /token-rules`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<TokenRule_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a token rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /token-rules`
   */
  create(body: TokenRuleInput_1, options?: CallOptions): Call<TokenRule_1>
  /**
   * Show a token rule
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /token-rules/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<TokenRule_1>
  /**
   * Replace a token rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /token-rules/{id}`
   */
  replace(id: string, body: TokenRuleInput_1, options?: CallOptions): Call<TokenRule_1>
  /**
   * Delete a token rule
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /token-rules/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface TokenTypesResource {
  /**
   * List token types
   *
   * In their order. Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /token-types`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<TokenType_1, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a token type
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Keys are unique in the list.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /token-types`
   */
  create(body: TokenTypeInput_1, options?: CallOptions): Call<TokenType_1>
  /**
   * Show a token type
   *
   * Of the open draft, else of the active version.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /token-types/{id}`
   */
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<TokenType_1>
  /**
   * Replace a token type
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. Fields left out take their defaults.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /token-types/{id}`
   */
  replace(id: string, body: TokenTypeInput_1, options?: CallOptions): Call<TokenType_1>
  /**
   * Delete a token type
   *
   * The change goes to the open draft, which is opened when there is none, and counts once it is published. What it has paid or given stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /token-types/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EggsResource {
  /**
   * Lay an egg for a user
   *
   * Lays an egg (201). With ensure=true the user's most recent waiting or ready egg is answered instead (200), if there is one.
   *
   * Limits: 60 a minute, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `missing_audience` (400), `unknown_audience` (400), `no_published_config` (409), `active_egg_limit` (409).
   *
   * `POST /eggs`
   */
  create(body: CreateEgg, options?: CallOptions & { query?: { ensure?: boolean | undefined } | undefined }): Call<Egg>
  /**
   * List eggs
   *
   * Newest first. Narrow it down by user or status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /eggs`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; userId?: string | undefined; status?: "waiting" | "ready" | "hatching" | "hatched" | "cancelled" | undefined }, options?: CallOptions): List<ListedEgg, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show an egg
   *
   * Its state, and the buddy once it has hatched.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /eggs/{id}`
   */
  get(id: string, options?: CallOptions): Call<Egg>
  /**
   * Make an egg ready, or cancel it
   *
   * `waiting` becomes `ready`, and either becomes `cancelled`; nothing else is possible. A ready egg can hatch.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `PATCH /eggs/{id}/status`
   */
  updateStatus(id: string, body: {
    status: "ready" | "cancelled"
  }, options?: CallOptions): Call<Egg>
  /**
   * Hatch an egg
   *
   * Starts the hatch of an egg that is ready. The result is the buddy: poll the operation or wait for the webhook buddy.hatched.
   *
   * Limits: 60 a minute, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `egg_not_ready` (409).
   *
   * `POST /eggs/{id}/hatch`
   */
  hatch(id: string, options?: CallOptions): Call<AcceptedOperation>
}

export interface OperationsResource {
  /**
   * List operations
   *
   * Newest first. Narrow it down by type or status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /operations`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; type?: "hatch" | "evolve" | "equip_item" | "rerender" | "regenerate" | "migrate" | "backtest" | "backfill" | "import" | "decay" | "apply_profile" | undefined; status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | undefined }, options?: CallOptions): List<Operation, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show an operation
   *
   * Ask until `status` is `completed`, `failed` or `cancelled`; these are final. Every second or two is enough.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /operations/{id}`
   */
  get(id: string, options?: CallOptions): Call<Operation>
  /**
   * Cancel an operation
   *
   * Cancels an operation that is pending or processing. A change that was committed is never undone: if the work finished first, the answer is 409 operation_finished. Cancelling a hatch puts its egg back to ready.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `operation_finished` (409).
   *
   * `POST /operations/{id}/cancel`
   */
  cancel(id: string, options?: CallOptions): Call<Operation>
}

export interface EventsResource {
  /**
   * Send an event
   *
   * Stores the event, applies the rules of the buddy's config version and answers what it earned. Repeating an event_id is a no-op that answers the first effects with Idempotency-Replayed: true. With dry_run=true nothing is written and a trace comes along; now and config_version_id need it.
   *
   * Limits: as many a second as the plan has for events; a body of 1 MiB.
   *
   * Refusals of its own: `missing_audience` (400), `unknown_audience` (400), `event_quota_exceeded` (402), `not_found` (404).
   *
   * `POST /events`
   */
  create(body: EventInput, options?: CallOptions & { query?: { dryRun?: boolean | undefined; now?: string | undefined; configVersionId?: string | undefined } | undefined }): Call<Ingested>
  /**
   * List events
   *
   * Newest arrival first, with what each brought. Narrow it down by user, type, audience and time.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /events`
   */
  list(query?: { cursor?: string | undefined; limit?: number | undefined; userId?: string | undefined; type?: string | undefined; audience?: string | undefined; from?: string | undefined; to?: string | undefined }, options?: CallOptions): List<Event, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Send up to 1,000 events
   *
   * Every event is judged by itself: `results` says of each whether it was accepted, was there before, or why it was rejected. In `backfill` mode the past is brought in without webhooks.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * `POST /events/batch`
   */
  batch(body: EventBatch, options?: CallOptions): Call<EventBatchAnswer>
  /**
   * Send an event as an operator
   *
   * As `POST /events`, under an `event_id` the service makes up: for support and trying things out.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `missing_audience` (400), `unknown_audience` (400), `event_quota_exceeded` (402).
   *
   * `POST /events/admin-trigger`
   */
  adminTrigger(body: TriggerInput, options?: CallOptions): Call<Ingested>
  /**
   * List users with recent events
   *
   * Who sent events in the last `window_days`, with their count and the last time.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /events/active-users`
   */
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
  /**
   * List event types in use
   *
   * Every type that was sent or defined, how often, and whether it is defined.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /events/types`
   */
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
  /**
   * Show an event
   *
   * As it was stored, with the effects it was answered with.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /events/{id}`
   */
  get(id: string, options?: CallOptions): Call<Event>
  /**
   * Take back an event
   *
   * Takes back what an event brought: coins and tokens by compensating ledger rows, badges whose criteria no longer hold, its day of a streak where nothing else earned it. What another event earns as well stays, and goes once that is taken back too. What is spent already: `clamp` (default) takes what is there, `debt` lets later credits pay the rest, `reject` refuses. Once per event.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402), `insufficient_tokens` (402).
   *
   * `POST /events/{id}/reverse`
   */
  reverse(id: string, body?: ReverseEvent | null, options?: CallOptions): Call<EventReversed>
  /**
   * Explain an event
   *
   * Every rule that was looked at: what fired, what did not, and which condition stood in the way.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /events/{id}/trace`
   */
  getTrace(id: string, options?: CallOptions): Call<Trace>
}

export interface BuddiesResource {
  /**
   * List buddies
   *
   * Newest first. Narrow it down by user, status and audience. Large `metadata` is left to the single read.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /buddies`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "archived" | undefined; userId?: string | undefined; audience?: string | undefined }, options?: CallOptions): List<ListedBuddy, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show a buddy
   *
   * Its balances, skills, pictures and what it wears.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}`
   */
  get(id: string, options?: CallOptions): Call<Buddy>
  /**
   * Rename a buddy
   *
   * One to 60 characters. An archived buddy keeps its name.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `PATCH /buddies/{id}`
   */
  update(id: string, body: {
    name: string
  }, options?: CallOptions): Call<Buddy>
  /**
   * Archive a buddy
   *
   * It can be read and no longer changes; its user may have another. There is no way back.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `PATCH /buddies/{id}/archive`
   */
  archive(id: string, options?: CallOptions): Call<Buddy>
  /**
   * Sum up a user's buddies
   *
   * How many there are, and their coins and badges together.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/users/{user_id}/summary`
   */
  getUserSummary(userId: string, options?: CallOptions): Call<UserSummary>
  /**
   * Show what the next stage needs
   *
   * Every requirement of the next stage, whether it is met, and how far the buddy is.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/evolution`
   */
  getEvolution(id: string, options?: CallOptions): Call<Evolution>
  /**
   * Show everything a buddy has reached
   *
   * Evolution, coins, tokens, skills, streaks, and counts of badges, gates and items in one answer.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/progression-metrics`
   */
  getProgressionMetrics(id: string, options?: CallOptions): Call<Progression>
  /**
   * Show everything a buddy has reached (old)
   *
   * The same as `GET /buddies/{id}/progression-metrics`: use that.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/progression`
   */
  getProgression(id: string, options?: CallOptions): Call<Progression>
  /**
   * Change skills by hand
   *
   * Up to 50 updates, all or nothing. No level leaves the range of its skill.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `PATCH /buddies/{id}/skills`
   */
  updateSkills(id: string, body: {
    updates: Array<{
      /** stable key, unique per tenant */
      skillKey: string
      operation: "increase" | "decrease" | "set"
      value: number
    }>
  }, options?: CallOptions): Call<SkillsUpdated>
  /**
   * Give coins by hand
   *
   * Books a credit with your reason. Name what it is for in `reference_id`.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `balance_limit` (409).
   *
   * `POST /buddies/{id}/coins`
   */
  earnCoins(id: string, body: {
    amount: number
    reason?: string | undefined
    referenceId?: string | undefined
  }, options?: CallOptions): Call<CoinsChanged>
  /**
   * Take coins by hand
   *
   * Books a debit; the balance never falls below zero.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402).
   *
   * `POST /buddies/{id}/coins/spend`
   */
  spendCoins(id: string, body: {
    amount: number
    reason?: string | undefined
    referenceId?: string | undefined
  }, options?: CallOptions): Call<CoinsChanged>
  /**
   * List badges of a buddy
   *
   * Newest first, each with how often it was won.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/badges`
   */
  listBadges(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<BadgeAward, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Give a badge by hand
   *
   * 201 when it is new. 200 with `already_awarded` when the buddy has it and it is not repeatable. Also approves a badge that awaits review.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/badges`
   */
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
  /**
   * Show token balances
   *
   * Spendable tokens (`primary`) and progress such as XP (`progression`), with what was earned and spent in all.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/tokens`
   */
  getTokens(id: string, options?: CallOptions): Call<Tokens>
  /**
   * Give or take tokens by hand
   *
   * `earn` or `spend`. Progress such as XP is earned and never spent.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_tokens` (402), `progression_not_spendable` (400), `balance_limit` (409).
   *
   * `POST /buddies/{id}/tokens`
   */
  changeTokens(id: string, body: {
    /** stable key, unique per tenant */
    tokenKey: string
    operation: "earn" | "spend"
    amount: number
    reason?: string | undefined
  }, options?: CallOptions): Call<TokensChanged>
  /**
   * Evolve a buddy
   *
   * Starts the evolution of a buddy that meets every requirement of its next stage. Follow the operation, or wait for the webhook buddy.evolved.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `evolution_not_ready` (409), `evolution_max_stage` (409), `operation_in_progress` (409).
   *
   * `POST /buddies/{id}/evolve`
   */
  evolve(id: string, options?: CallOptions): Call<AcceptedOperation>
  /**
   * List evolutions of a buddy
   *
   * Stages and prestiges it has been through, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/evolutions`
   */
  listEvolutions(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<StageChange, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Draw a buddy's picture again
   *
   * Starts a new drawing of the buddy with what it wears. The old picture stays until the new one is there. Costs image credits unless the built-in artist draws.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/appearance/rerender`
   */
  rerenderAppearance(id: string, options?: CallOptions): Call<AcceptedOperation>
  /**
   * Change what a buddy wears
   *
   * Puts on and takes off in one step: at most four items, one of a category. 200 when the picture is there already, 202 with an operation that draws it.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409).
   *
   * `PATCH /buddies/{id}/equipped-items`
   */
  updateEquippedItems(id: string, body: {
    equip?: string[] | undefined
    unequip?: string[] | undefined
  }, options?: CallOptions): Call<EquipmentChanged>
  /**
   * Show a buddy at a past moment
   *
   * The buddy at a moment since its birth. Balances are exact: they are those of its ledger. Badges, items and gates are what had been won until then, also if a prestige or a reversal has taken it back. Skills and streaks are kept as they are now only.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/as-of`
   */
  getAsOf(id: string, query?: { at?: string | undefined }, options?: CallOptions): Call<BuddyAsOf>
  /**
   * List changes no event caused
   *
   * Changes no event caused (manual, scheduled, reversals), newest first. They are kept as long as events.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
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
   * Explain a change
   *
   * The change with what it brought and why, told like the trace of an event.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/changes/{change_id}`
   */
  getChange(id: string, changeId: string, options?: CallOptions): Call<ExplainedChange>
  /**
   * Buy an item for a buddy
   *
   * Takes the price from the buddy's coins; with `gift_to_buddy_id` the item goes to another buddy.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `insufficient_coins` (400), `insufficient_coins` (402), `item_gift_only` (409).
   *
   * `POST /buddies/{id}/purchase-item`
   */
  purchaseItem(id: string, body: {
    itemId: string
    giftToBuddyId?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /**
   * Give an item to another buddy
   *
   * The giver pays, the receiver owns. Also for items that are only ever given.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `insufficient_coins` (400).
   *
   * `POST /buddies/{id}/gifts`
   */
  createGift(id: string, body: {
    itemId: string
    giftToBuddyId: string
  }, options?: CallOptions): Call<Purchase>
  /**
   * Give an item without payment
   *
   * For support and campaigns: no coins move and requirements are not asked for.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_already_owned` (409).
   *
   * `POST /buddies/{id}/unlock-item`
   */
  unlockItem(id: string, body: {
    itemId: string
    reason?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /**
   * List items of a buddy
   *
   * What it bought, won and was given, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/purchased-items`
   */
  listPurchasedItems(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<OwnedItem, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Unlock a gate
   *
   * Spends the gate's tokens. Unlocking it again changes nothing and answers `already_unlocked`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_tokens` (402), `progression_not_spendable` (400).
   *
   * `POST /buddies/{id}/gates/{gate_key}/unlock`
   */
  unlockGate(id: string, gateKey: string, options?: CallOptions): Call<GateUnlock>
  /**
   * List unlocked gates
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/unlocks`
   */
  listUnlocks(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<UnlockedGate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show streaks day by day
   *
   * Every streak of the buddy's config version with one entry per local day from `from` to `to` (default: the last 30 days; at most 366).
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/streaks`
   */
  getStreaks(id: string, query?: { from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<BuddyStreaks>
  /**
   * Restore a broken streak
   *
   * Mends the last break as if its periods had counted, within the days the rule allows.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `streak_not_restorable` (409).
   *
   * `POST /buddies/{id}/streaks/{streak_key}/restore`
   */
  restoreStreak(id: string, streakKey: string, body?: RestoreStreak | null, options?: CallOptions): Call<StreakKept>
  /**
   * Spend a freeze on a streak
   *
   * Bridges the period that is missing. The buddy needs a freeze of that streak.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `streak_not_running` (409), `no_freezes_left` (409).
   *
   * `POST /buddies/{id}/streaks/{streak_key}/freeze`
   */
  freezeStreak(id: string, streakKey: string, options?: CallOptions): Call<StreakKept>
  /**
   * Start or plan a vacation
   *
   * Streaks rest from `starts_on` (today, when left out) to `ends_on`, both included, as far as their rules offer vacations.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `vacation_refused` (409).
   *
   * `POST /buddies/{id}/vacation`
   */
  startVacation(id: string, body: {
    /** a local day, `2026-11-20` */
    startsOn?: string | undefined
    /** a local day, `2026-11-20` */
    endsOn: string
  }, options?: CallOptions): Call<Vacation>
  /**
   * End or call off a vacation
   *
   * Ends the present vacation with yesterday, else calls off the next one.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `DELETE /buddies/{id}/vacation`
   */
  endVacation(id: string, options?: CallOptions): Call<void>
  /**
   * Reject a badge awaiting review
   *
   * The badge is not given, and it asks again only after its criteria have been false in between. It can still be given by hand.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `badge_not_ready` (409).
   *
   * `POST /buddies/{id}/badges/{badge_key}/reject`
   */
  rejectBadge(id: string, badgeKey: string, body?: RejectBadge | null, options?: CallOptions): Call<BadgeRejected>
  /**
   * Show a buddy's profile
   *
   * Its tagline is as it was written, placeholders included.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/profile`
   */
  getProfile(id: string, options?: CallOptions): Call<Profile_1>
  /**
   * Change a buddy's profile
   *
   * Fields left out stay; null restores a default.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `PATCH /buddies/{id}/profile`
   */
  updateProfile(id: string, body: ProfilePatch, options?: CallOptions): Call<Profile_1>
}

export interface BadgeReviewsResource {
  /**
   * List badges awaiting review
   *
   * What waits for a review, longest waiting first.
   *
   * Limits: 300 reads a second, more on larger plans.
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
  /**
   * Show player zero
   *
   * The player of your own workspace, `player-0`: whether it is there, and its egg or buddy.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /players/zero`
   */
  get(options?: CallOptions): Call<PlayerZero>
  /**
   * Create player zero
   *
   * Lays the egg of `player-0` when there is none; repeating it changes nothing. Needs a published config version.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `no_published_config` (409), `active_egg_limit` (409), `missing_audience` (400).
   *
   * `POST /players/zero`
   */
  create(options?: CallOptions): Call<PlayerZero>
}

export interface TestClocksResource {
  /**
   * List test clocks
   *
   * With the moment each stands at and its users. Takes a test key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /test/clocks`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<TestClock, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a test clock
   *
   * Makes a clock, at the present or later, and puts users on it. It stands still until it is advanced. Takes a test key. A user may be attached before anything of that user exists.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `test_clock_limit` (409), `test_clock_conflict` (409).
   *
   * `POST /test/clocks`
   */
  create(body?: CreateTestClock | null, options?: CallOptions): Call<TestClock>
  /**
   * Show a test clock
   *
   * Where it stands and who lives on it. Takes a test key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /test/clocks/{id}`
   */
  get(id: string, options?: CallOptions): Call<TestClock>
  /**
   * Delete a test clock
   *
   * Ends the clock. Its users live in the present again; what happened to their buddies in virtual time stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /test/clocks/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Put users on a test clock
   *
   * Puts users on the clock; those already on it stay. From then on the times of their buddies come from it: limits and cooldowns, days and streaks, decay, what an event's occurred_at may be, readiness that counts days, what is for sale, and when a picture that failed is tried again. So do the dates of their ledger and history, and the month whose quota an event counts in. Webhooks, keys and tokens stay in the present.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `test_clock_limit` (409), `test_clock_conflict` (409).
   *
   * `POST /test/clocks/{id}/users`
   */
  attachUsers(id: string, body: AttachUsers, options?: CallOptions): Call<TestClock>
  /**
   * Move a test clock forward
   *
   * Moves the clock forward, `to` a moment or `by_seconds`, one of the two; at most 366 days at once. Skills fade as at the new moment: the answer names the operation; of streaks that are at risk then you are told. Rules that work by periods see one period per step; to see several, advance several times.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /test/clocks/{id}/advance`
   */
  advance(id: string, body: AdvanceTestClock, options?: CallOptions): Call<AdvancedTestClock>
}

export interface GatesResource {
  /**
   * List gates
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /gates`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<Gate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create or replace a gate
   *
   * Live: it counts at once, and belongs to no version. 201 when its key is new, else 200.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PUT /gates/{gate_key}`
   */
  replace(gateKey: string, body: GateInput, options?: CallOptions): Call<Gate>
  /**
   * Delete a gate
   *
   * At once. What it has brought stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /gates/{gate_key}`
   */
  delete(gateKey: string, options?: CallOptions): Call<void>
}

export interface EconomyResource {
  /**
   * List the ledger of a buddy
   *
   * The buddy's coin ledger, newest first; with token_key that token's. Each row's hash covers the row and the one before.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
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
   * Check the ledger of a buddy
   *
   * Recomputes every row's hash from its content and the hash before it, and every running balance, and compares the end with what the buddy holds and with the head this service signed. Keep head outside of this service to notice a history that somebody with its keys has written anew.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /economy/buddies/{buddyId}/ledger/verify`
   */
  verifyLedger(buddyId: string, options?: CallOptions): Call<LedgerVerdict>
  /**
   * Explain a row of the ledger
   *
   * The event or the change a row was booked for, what decided it, what else was booked with it, and what took it back.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /economy/buddies/{buddyId}/ledger/{ledger_id}/explain`
   */
  explainLedgerEntry(buddyId: string, ledgerId: string, options?: CallOptions): Call<LedgerExplanation>
}

export interface MarketplacesResource {
  /**
   * List marketplaces
   *
   * Newest first. Narrow it down by audience.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /marketplaces`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; audience?: string | undefined }, options?: CallOptions): List<MarketplaceRecord, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a marketplace
   *
   * At once and without a version. Add items with `POST /marketplaces/{id}/items`.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409).
   *
   * `POST /marketplaces`
   */
  create(body: MarketplaceInput, options?: CallOptions): Call<MarketplaceRecord>
  /**
   * Show a marketplace
   *
   * `{id}` is its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /marketplaces/{id}`
   */
  get(id: string, options?: CallOptions): Call<MarketplaceRecord>
  /**
   * Replace a marketplace
   *
   * Fields left out take their defaults. Its items stay.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /marketplaces/{id}`
   */
  replace(id: string, body: MarketplaceInput, options?: CallOptions): Call<MarketplaceRecord>
  /**
   * List items of a marketplace
   *
   * In the order of the shop. Narrow it down by category and status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /marketplaces/{id}/items`
   */
  listItems(id: string, query?: { page?: number | undefined; limit?: number | undefined; category?: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory" | undefined; status?: "active" | "inactive" | "archived" | undefined }, options?: CallOptions): List<MarketplaceItemRecord, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create an item
   *
   * It is for sale at once unless its status says otherwise. It stands last in the shop.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `POST /marketplaces/{id}/items`
   */
  createItem(id: string, body: MarketplaceItemInput, options?: CallOptions): Call<MarketplaceItemRecord>
  /**
   * Import up to 500 items
   *
   * All are written or none. Known keys are skipped or updated, as `on_conflict` says; `results` tells of each.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /marketplaces/{id}/items/import`
   */
  importItems(id: string, body: {
    items: MarketplaceItemInput[]
    onConflict?: "skip" | "update" | undefined
  }, options?: CallOptions): Call<ItemsImported>
  /**
   * Reorder items
   *
   * The items named come first, in this order; the others follow as they stood.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /marketplaces/{id}/items/reorder`
   */
  reorderItems(id: string, body: {
    itemIds: string[]
  }, options?: CallOptions): Call<{
    itemIds: string[]
  }>
  /**
   * Show an item
   *
   * With its stock and its place in the shop.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /marketplaces/{id}/items/{item_id}`
   */
  getItem(id: string, itemId: string, options?: CallOptions): Call<MarketplaceItemRecord>
  /**
   * Replace an item
   *
   * Fields left out take their defaults. What buddies own stays theirs.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409).
   *
   * `PUT /marketplaces/{id}/items/{item_id}`
   */
  replaceItem(id: string, itemId: string, body: MarketplaceItemInput, options?: CallOptions): Call<MarketplaceItemRecord>
  /**
   * Delete an item
   *
   * It is no longer for sale. One that buddies own is archived, so that they keep it.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /marketplaces/{id}/items/{item_id}`
   */
  deleteItem(id: string, itemId: string, options?: CallOptions): Call<void>
  /**
   * Draw an item's picture again
   *
   * Answers when the picture is there, within seconds. Costs image credits unless the built-in artist draws.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `credit_insufficient` (402).
   *
   * `POST /marketplaces/{id}/items/{item_id}/regenerate-image`
   */
  regenerateItemImage(id: string, itemId: string, options?: CallOptions): Call<MarketplaceItemRecord>
  /**
   * Upload an item's picture
   *
   * PNG, JPEG or WebP as base64 in JSON. It is decoded, bounded in size and kept as PNG.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `not_found` (404), `asset_quota_exceeded` (409).
   *
   * `POST /marketplaces/{id}/items/{item_id}/upload-image`
   */
  uploadItemImage(id: string, itemId: string, body: UploadPicture, options?: CallOptions): Call<MarketplaceItemRecord>
}

export interface WidgetSessionsResource {
  /**
   * Create a widget session
   *
   * A token with which a widget acts for one buddy: 60 to 3,600 seconds, 900 without a word. Mint it on your server for the user who is signed in there, and only with the scopes the widget needs.
   *
   * Limits: 300 a minute, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /widget-sessions`
   */
  create(body: {
    buddyId: string
    userId: string
    scopes?: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip"> | undefined
    /** types POST /widget/events takes with this token; absent: all of them. What a browser sends is a claim: list only what a player may invent without harm */
    eventTypes?: string[] | undefined
    /** pages the token works on; absent: all, or those of the publishable key that mints it */
    allowedOrigins?: string[] | undefined
    ttlSeconds?: number | undefined
  }, options?: CallOptions): Call<WidgetSession>
  /**
   * Revoke a widget session
   *
   * Its token is refused from now on.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /widget-sessions/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EmbedTokensResource {
  /**
   * Create an embed token
   *
   * A token with which a page shows one buddy and changes nothing: 60 seconds to 30 days, a day without a word.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /embed-tokens`
   */
  create(body: {
    buddyId: string
    widget?: "buddy" | "leaderboard" | "path" | "marketplace" | undefined
    /** pages the token works on; absent: all, or those of the publishable key that mints it */
    allowedOrigins?: string[] | undefined
    ttlSeconds?: number | undefined
  }, options?: CallOptions): Call<EmbedToken>
}

export interface WidgetRuntimeResource {
  /**
   * Show the widget's buddy
   *
   * The buddy of the token, its badges, streaks, evolution and profile, and what the token may do.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/buddy`
   */
  getBuddy(options?: CallOptions): Call<WidgetBuddy>
  getBuddy(options: ConditionalOptions): Call<WidgetBuddy | undefined>
  /**
   * Send an event from a widget
   *
   * As `POST /events`, for the buddy of the token. An event from a browser is a claim: pay only for what a player may claim.
   *
   * Limits: as many a second as the plan has for events; a body of 1 MiB.
   *
   * Refusals of its own: `event_quota_exceeded` (402).
   *
   * `POST /widget/events`
   */
  createEvent(body: WidgetEvent, options?: CallOptions): Call<Ingested>
  /**
   * Change what the buddy wears
   *
   * At most four items, one of a category. 200 when the picture is there already, 202 with an operation that draws it.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409).
   *
   * `PATCH /widget/equipped-items`
   */
  updateEquippedItems(body: {
    equip?: string[] | undefined
    unequip?: string[] | undefined
  }, options?: CallOptions): Call<EquipmentChanged>
  /**
   * Record that a ceremony was watched
   *
   * Once per ceremony, stage and prestige level, however often it is sent: only the first one is told to webhooks as buddy.ceremony_completed.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `ceremony_not_pending` (409).
   *
   * `POST /widget/ceremonies`
   */
  createCeremony(body: Ceremony, options?: CallOptions): Call<CeremonyRecorded>
  /**
   * Show how the widget looks
   *
   * Theme, language, modules, what things are called, and how long to wait before asking again.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/config`
   */
  getConfig(options?: CallOptions): Call<WidgetConfig>
  getConfig(options: ConditionalOptions): Call<WidgetConfig | undefined>
  /**
   * List the leaders of the period
   *
   * At most 100 rows, and where the buddy of the token stands among all.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /widget/leaderboard`
   */
  getLeaderboard(query?: { limit?: number | undefined }, options?: CallOptions): Call<WidgetLeaderboard>
  getLeaderboard(query: { limit?: number | undefined } | undefined, options: ConditionalOptions): Call<WidgetLeaderboard | undefined>
  /**
   * Show the shop to the buddy
   *
   * What is for sale, what the buddy owns, its coins, and of each item whether it can buy it now.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/marketplace`
   */
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
  /**
   * Buy an item from a widget
   *
   * Takes the price from the coins of the token's buddy.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `insufficient_coins` (400), `insufficient_coins` (402), `item_gift_only` (409).
   *
   * `POST /widget/purchases`
   */
  createPurchase(body: {
    itemId: string
    giftToBuddyId?: string | undefined
  }, options?: CallOptions): Call<Purchase>
  /**
   * Show the active path
   *
   * The active path of the buddy's audience, with how far the buddy is; null when there is none.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/path`
   */
  getActivePath(options?: CallOptions): Call<{
    path: BuddyPath | null
  }>
  getActivePath(options: ConditionalOptions): Call<{
    path: BuddyPath | null
  } | undefined>
  /**
   * Show a path
   *
   * With how far the buddy is.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/path/{path_key}`
   */
  getPath(pathKey: string, options?: CallOptions): Call<{
    path: BuddyPath
  }>
  getPath(pathKey: string, options: ConditionalOptions): Call<{
    path: BuddyPath
  } | undefined>
  /**
   * Complete a sub-step from a widget
   *
   * For sub-steps that allow it and are available. Repeating it answers `already_completed`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `sub_step_locked` (409), `sub_step_automatic` (409).
   *
   * `POST /widget/path/{path_key}/sub-steps/{sub_step_key}/complete`
   */
  completeSubStep(pathKey: string, subStepKey: string, options?: CallOptions): Call<SubStepCompleted>
}

export interface ProfileTemplatesResource {
  /**
   * List profile templates
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/profile-templates`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<ProfileTemplate, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a profile template
   *
   * Live: it counts at once, and belongs to no version. Its key is unique. A workspace has at most 100.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `profile_template_limit_reached` (409), `unknown_audience` (400).
   *
   * `POST /customers/me/profile-templates`
   */
  create(body: ProfileTemplateInput, options?: CallOptions): Call<ProfileTemplate>
  /**
   * Change a profile template
   *
   * Live: it counts at once, and belongs to no version. Fields left out stay; null restores the default of those that have one.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `unknown_audience` (400).
   *
   * `PATCH /customers/me/profile-templates/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    profileTemplateKey?: string | null | undefined
    description?: string | null | undefined
    audience?: string | null | undefined
    profile?: ProfileInput_1 | null | undefined
    isDefault?: boolean | null | undefined
  }, options?: CallOptions): Call<ProfileTemplate>
  /**
   * Delete a profile template
   *
   * At once. What it has brought stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/profile-templates/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Apply a profile template to many
   *
   * Applies a template to buddies: those named, the active ones of an audience, or all active ones. Runs as an operation of the type apply_profile, whose result has the counts of the dry run and `skipped_buddies` (20 at most). Cancelling keeps what was written; applying again changes nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `unknown_audience` (400).
   *
   * `POST /customers/me/profile-templates/apply-bulk`
   */
  applyBulk(body: ApplyProfile, options?: CallOptions): Call<ApplyProfilePlan | AcceptedOperation>
}

export interface WebhooksResource {
  /**
   * List webhook endpoints
   *
   * Without their secrets.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /webhook-configs`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<WebhookConfig, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a webhook endpoint
   *
   * Adds an endpoint: https and public addresses only. The answer shows its secret, once.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `webhook_config_limit` (409).
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
   * List events you can hear of
   *
   * Every outbound event with the JSON Schema and an example of its body.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /webhook-configs/events`
   */
  listEvents(options?: CallOptions): Call<{
    data: WebhookEvent[]
  }>
  /**
   * Show a webhook endpoint
   *
   * Whether it is active, and since when it fails. Its secret is shown only when it is made or rotated.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /webhook-configs/{id}`
   */
  get(id: string, options?: CallOptions): Call<WebhookConfig>
  /**
   * Change a webhook endpoint
   *
   * Fields left out stay. `enabled: true` switches it on again after failures switched it off.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PATCH /webhook-configs/{id}`
   */
  update(id: string, body: {
    url?: string | undefined
    events?: string[] | undefined
    description?: string | undefined
    enabled?: boolean | undefined
    /** at most 20 headers sent along with every delivery */
    headers?: Record<string, string> | undefined
  }, options?: CallOptions): Call<WebhookConfig>
  /**
   * Delete a webhook endpoint
   *
   * Removes an endpoint. What waits for it is not sent any more.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /webhook-configs/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Send a test delivery
   *
   * Sends the example of an event to this endpoint, subscribed or not, signed like any other delivery.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `webhook_config_disabled` (409).
   *
   * `POST /webhook-configs/{id}/test`
   */
  test(id: string, body: {
    event: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached"
  }, options?: CallOptions): Call<WebhookDelivery>
  /**
   * Replace an endpoint's secret
   *
   * Replaces the secret; the answer shows the new one, once. During `grace_hours` (default 0) X-Svc-Signature is still signed with the old secret and webhook-signature carries a signature of each.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /webhook-configs/{id}/rotate-secret`
   */
  rotateSecret(id: string, body?: {
    graceHours?: number | undefined
  } | null, options?: CallOptions): Call<RotatedWebhookSecret>
  /**
   * Send missed deliveries again
   *
   * Sends every delivery of the period again that has not succeeded, under its old X-Svc-Delivery.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `webhook_config_disabled` (409).
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
   * List deliveries of an endpoint
   *
   * Deliveries of this endpoint, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /webhook-configs/{id}/deliveries`
   */
  listDeliveries(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; status?: "pending" | "delivered" | "failed" | "exhausted" | undefined; event?: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached" | undefined }, options?: CallOptions): List<WebhookDelivery, {
    nextCursor: string | null
  }>
  /**
   * Show a delivery
   *
   * Its body and every attempt, with what your endpoint answered.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /webhook-deliveries/{id}`
   */
  getDelivery(id: string, options?: CallOptions): Call<WebhookDeliveryDetail>
  /**
   * Send a delivery again
   *
   * Sends a delivery again: same X-Svc-Delivery and body, current secret, new timestamp.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `webhook_config_disabled` (409).
   *
   * `POST /webhook-deliveries/{id}/replay`
   */
  replayDelivery(id: string, options?: CallOptions): Call<WebhookDelivery>
}

export interface HealthResource {
  /**
   * Show the health of the parts
   *
   * `ok`, `degraded` or `down`, over all and for each part, with how long it took to answer.
   *
   * Limits: by address.
   *
   * `GET /health`
   */
  get(options?: CallOptions): Call<HealthReport>
  /**
   * Check that the process lives
   *
   * 200 for as long as the process answers at all.
   *
   * Limits: by address.
   *
   * `GET /health/live`
   */
  getLive(options?: CallOptions): Call<{
    alive: true
    uptime: number
  }>
  /**
   * Check that this node is ready
   *
   * 200 when it takes requests, 503 in the same shape while it does not.
   *
   * Limits: by address.
   *
   * `GET /health/ready`
   */
  getReady(options?: CallOptions): Call<{
    ready: true
    checks: Record<string, boolean>
  }>
  /**
   * Show the build
   *
   * The version, the commit and the runtime of this node.
   *
   * Limits: by address.
   *
   * `GET /health/version`
   */
  getVersion(options?: CallOptions): Call<BuildInfo>
}
