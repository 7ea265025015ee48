// Written by sdk/generate from contract/openapi.json.
import type { Call, List, Page } from "../calls.ts"
import type { CallOptions, ConditionalOptions } from "../transport.ts"
import type { AcceptedOperation, AddTeamMember, AdvanceTestClock, AdvancedTestClock, AlertConfig, AnalyticsActivitySummary, AnalyticsAudiences, AnalyticsCustomEvents, AnalyticsEconomyHealth, AnalyticsEconomySummary, AnalyticsEngagement, AnalyticsEventCounts, AnalyticsEvolution, AnalyticsFeatureActivity, AnalyticsMarketplaceFunnel, AnalyticsOverview, AnalyticsPopularBadges, AnalyticsPopularItems, AnalyticsRetention, AnalyticsRoi, AnalyticsShareFunnel, AnalyticsStreaks, AnalyticsTokens, AnalyticsWebhooks, AnswerOnboarding, ApiKey, ApplyKudoTemplate, ApplyPlan, ApplyPreset, ApplyProfile, ApplyProfilePlan, AttachUsers, AuditEntry, Award, AwardGiven, AwardHeld, AwardInput, BackfillPreview, BacktestInput, BadgeAward, BadgeDefinitionInput_1, BadgeDefinition_1, BadgeRejected, BadgeReview, BeginnersLuck, BillingStatus, BillingUsage, BoosterGrant, BoosterGranted, BoosterInput, BragChannels, BragConfig, BragConfigPatch, BragFunnel, BragTest, Bragged, BrandingInput, Buddy, BuddyAsOf, BuddyBooster, BuddyChange, BuddyPath, BuddyStreaks, BuddyTeam, BuildInfo, Cause, CauseAnalytics, CauseAuditEntry, CauseCrossing, CauseInput, CausePatch, CausePreview, CauseWebhook, CauseWebhookPatch, Ceremony, CeremonyRecorded, ChangeKind, CheckoutSession, ChooseMentor, CoinNameInput, CoinRuleInput_1, CoinRule_1, CoinsChanged, ComeIn, ConfigFile, ConfigImpact, ConfigPlan, ConfigVersion, ConfigVersionSummary, CouncilVote, CreateEgg, CreateHostedPlayer, CreateTestClock, CreateWebhookInbox, CreditBalance, CreditEntry, Customer, DecayEntry, DecayPreview, EconomyAlert, Egg, EmbedToken, EnterLottery, EquipmentChanged, Erasure, ErasureBegun, Event, EventBadge, EventBadgeInput, EventBatch, EventBatchAnswer, EventInput, EventReversed, EventType, EventTypeInput_1, Evolution, EvolutionRules, ExplainedChange, FairnessReport, Feature, FeaturePatch, FeatureToggles, FeatureTogglesPatch, FlashSale, FlashSaleInput, ForceCloseSeason, ForceResolveQuest, ForecastInput, FoundingAuditEntry, FoundingBackfill, FoundingCohort, FoundingCohortPatch, FoundingPreview, FreeLunch, FreeLunchCard, FreeLunchInput, FreeLunchesGiven, Gate, GateInput, GateUnlock, GenerateGuide, GenerateIcon, GeneratePlan, GiveKudos, GroupQuest, GroupQuestInput, GroupQuestJoined, GroupQuestLeft, GroupQuestMember, GroupQuestPatch, HallOfFame, HallOfFameInput, HallOfFameSeason, HallOfFameSeasonPage, HealthReport, HostedAccessCode, HostedPlayer, HostedSession, HostedSurface, HostedSurfaceInput, HostedSurfaceReadiness, IconMade, ImageReport, ImageUse, InferredEventSchemas, InferredEventTypes, Ingested, ItemsImported, JoinWaitlist, JsonSchemaDocument, KudoReorder, KudoTemplateApplied, KudoType, KudoTypeInput, Kudos, KudosAnalytics, KudosAnswer, KudosReceiver, Leaderboard, LeaderboardConfig, LeaderboardEntry, LeaderboardVisibility, LeagueConfig, LeagueSeason, LeagueSeasonInput, LeagueSeasonPreview, LeagueStanding, LeagueTier, LedgerExplanation, LedgerRow, LedgerVerdict, ListedBuddy, ListedEgg, ListedTeam, Lottery, LotteryDraw, LotteryDrawPreview, LotteryDrawProof, LotteryEntry, LotteryEntryTerms, LotteryInput, LotterySchedule, LotterySimulation, MakeWelcomeBack, MarketingClick, MarketingClicked, MarketplaceInput, MarketplaceItemInput, MarketplaceItemRecord, MarketplaceRecord, Member, Mentor, MentorConfig, MentorConfigPatch, MentorSession, Metric, MigrateBuddies, MigrationPlan, MissionAnchor, MissionAnchorPatch, MysteryBox, MysteryBoxInput, MysteryBoxOpening, MysteryBoxPrice, MysteryBoxReward, Narrative, NarrativeChange, NarrativePatch, NarrativeSlot, NewApiKey, NewHostedPlayer, NewMentorSession, NewPublishableKey, NewWebhookConfig, Notification, OctalysisState, OnboardingMessage, OnboardingPreparing, OnboardingPreparingStatus, OnboardingReset, OnboardingSession, OpenDraft, OpenOnboarding, Operation, Outfit, OwnedItem, PatchHostedPlayer, PathDefinition, PathDefinitionInput, PathStep, PathStepInput_1, PathSubStep, PathSubStepInput_2, PauseNotifications, PendingCeremony, PlayerZero, Preset, PresetSummary, ProfileInput_1, ProfilePatch, ProfileTemplate, ProfileTemplateInput, Profile_1, Progression, Proposal, Propose, PublicHostedSurface, PublicLotteryDraw, PublicShareEvent, PublicShowroom, PublishedFeatureToggles, Purchase, ReadNotifications, Recipe, RecipeInput, RecipeRun, ReengagementConfig, ReengagementPatch, Referral, RegeneratePictures, RejectBadge, ReplaceLeagueTiers, RestoreStreak, ReverseEvent, RewardPoolTelemetry, RoiSettingsInput, RotatedApiKey, RotatedWebhookSecret, RunDecay, RunRecipe, SaveOutfit, SchemaPart, SeedFromDescription, SeedFromRepo, SeedFromUrl, Session, SetTeamRole, ShareEvent, ShareLink, ShareRecorded, ShareSettings, ShareSettingsPatch, ShareStats, SharedBuddy, SharedBuddyEntry, Showroom, ShowroomCtaInput_1, ShowroomInput, ShowroomSelectionInput, ShowroomShowInput_1, SimulateLeagueSeason, SimulateLotteryDraw, SixD, SixDAnswer, SixDChange, SixDDrift, SixDSkip, SkillDecayRuleInput_1, SkillDecayRule_1, SkillRuleInput_1, SkillRule_1, SkillSet, SkillSetInput, SkillsUpdated, SsoCode, SsoConfig, SsoConnection, SsoSession, StageChange, StreakAtRiskAnalytics, StreakKept, StreakRuleInput_1, StreakRule_1, SubStepCompleted, SuggestWidgetTheme, SurpriseDrop, SurpriseDropInput, Team, TeamEvent, TeamImportResult, TeamInput, TeamMember, TeamPatch, TestClock, ThemePackApplied, TokenRuleInput_1, TokenRule_1, TokenTypeInput_1, TokenType_1, Tokens, TokensChanged, Trace, TriggerInput, UnlockedGate, UpdateAlertConfig, UpdateDraft, UpdateEconomyAlert, UpdateWebhookInbox, UploadPicture, User, UserOverview, UserSummary, Vacation, VacationAnalytics, WaitlistJoined, WebhookConfig, WebhookDelivery, WebhookDeliveryDetail, WebhookEvent, WebhookInbox, WebhookInboxRequest, WelcomeBack, WelcomeBackLink, WhoAmI, WidgetBrag, WidgetBuddy, WidgetCampaigns, WidgetCommunity, WidgetConfig, WidgetEvent, WidgetGiveKudos, WidgetItem, WidgetKudosAnswer, WidgetLeaderboard, WidgetMentorSession, WidgetOwnedItem, WidgetProposal, WidgetSession, WidgetThemeInput, WidgetThemeSuggestion } from "./types.ts"

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
   * The key is refused from now on, everywhere. What was made with it stays; embed tokens that a publishable key has minted end with it.
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
   * A key that may be seen in a browser: it reads what its `permissions` name, from `allowed_origins` (null: from anywhere). At most 50 origins. A test key makes one that is a test key too: `mode`.
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
    referralCode?: string | undefined
  }, options?: CallOptions): Call<Session>
  /**
   * Sign in
   *
   * Wrong e-mail and wrong password get one answer. Ten failures in 15 minutes per account and address: 429; after a hundred from all addresses together, two of each. Where single sign-on is enforced the right password gets 403 sso_required, except an owner's.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_credentials` (401), `sso_required` (403).
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
   * Accept an invitation
   *
   * Takes the token of the mail, which works once and lives 7 days, and signs the person in with the password that is set here. The token opens nothing once the invitation or whoever sent it was removed. Where single sign-on is enforced: 403 sso_required, the invited sign in there instead; owners are excepted.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_token` (400), `sso_required` (403).
   *
   * `POST /auth/invitations/accept`
   */
  acceptInvitation(body: {
    token: string
    password: string
    name?: string | undefined
  }, options?: CallOptions): Call<Session>
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
   * Refusals of its own: `invalid_credentials` (401), `sso_required` (403).
   *
   * `POST /auth/password/change`
   */
  changePassword(body: {
    currentPassword: string
    newPassword: string
  }, options?: CallOptions): Call<Session>
  /**
   * Sign out
   *
   * Ends the session this is asked with, on every node: its token gets 401 from then on. Other sessions of the account go on; a new password ends them all. Takes no Idempotency-Key.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `POST /auth/logout`
   */
  signOut(options?: CallOptions): Call<{
    signedOut: true
  }>
  /**
   * Ask for single sign-on
   *
   * Whether people of an e-mail, a domain or a workspace (its slug) sign in at an identity provider, and where that begins. The first of the three that is given counts.
   *
   * Limits: by address.
   *
   * `GET /auth/sso/config`
   */
  getSsoConfig(query?: { email?: string | undefined; domain?: string | undefined; customer?: string | undefined }, options?: CallOptions): Call<SsoConfig>
  /**
   * Begin single sign-on
   *
   * Leads a browser to the identity provider, with a cookie that the rest of the sign-in wants; it lives ten minutes. `return_to` is a path of this service that is handed back at the end.
   *
   * Limits: by address.
   *
   * Refusals of its own: `sso_not_configured` (404), `bad_gateway` (502).
   *
   * `GET /auth/sso/start`
   */
  startSso(query?: { email?: string | undefined; domain?: string | undefined; customer?: string | undefined; returnTo?: string | undefined }, options?: CallOptions): Call<string>
  /**
   * Come back from the identity provider
   *
   * The provider sends browsers here, with `state`, with `code` or `error`, and with `iss`, which says whose answer it is. Each state works once, for ten minutes, in the browser that began. Whoever accepts text/html is led on to the page /sso-complete, with a code or an error behind the #.
   *
   * Limits: by address.
   *
   * Refusals of its own: `sso_state_invalid` (400), `sso_login_failed` (401), `bad_gateway` (502), `sso_not_configured` (404), `sso_domain_mismatch` (403), `email_not_verified` (403), `sso_user_unknown` (403), `email_taken` (409), `member_limit` (409).
   *
   * `GET /auth/sso/callback`
   */
  arriveFromSso(options?: CallOptions): Call<SsoCode>
  /**
   * Come back from a provider that does not name itself
   *
   * As the callback that all share, for a provider whose answers have no `iss` (RFC 9207): its connection has this address of its own, so that no provider can pass on what another one answered.
   *
   * Limits: by address.
   *
   * Refusals of its own: `sso_state_invalid` (400), `sso_login_failed` (401), `bad_gateway` (502), `sso_not_configured` (404), `sso_domain_mismatch` (403), `email_not_verified` (403), `sso_user_unknown` (403), `email_taken` (409), `member_limit` (409).
   *
   * `GET /auth/sso/callback/{customer_id}`
   */
  returnFromSso(customerId: string, options?: CallOptions): Call<SsoCode>
  /**
   * Finish single sign-on
   *
   * Takes the code of the callback, once and within a minute, with the cookie of the browser that began, and answers as signing in with a password does.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `invalid_token` (400).
   *
   * `POST /auth/sso/token`
   */
  finishSso(body: {
    code: string
  }, options?: CallOptions): Call<SsoSession>
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
   * Fields left out stay; null restores a default. `max_lateness_days` decides how late an event may come and still pay. `roi.holdout_audience` is one that is listed, or had users once.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/settings`
   */
  updateSettings(body: {
    /** IANA zone, default UTC; null restores the default */
    timezone?: string | null | undefined
    /** 1..30, default 7; null restores the default */
    maxLatenessDays?: number | null | undefined
    /** 3..365, default 14; null restores the default */
    lapsedAfterDays?: number | null | undefined
    /** BCP 47 tag, default en; null restores the default */
    locale?: string | null | undefined
    /** what widgets call coins, 1..30 characters each; default coin and coins; null restores the default */
    coinName?: CoinNameInput | null | undefined
    /** https; hosted pages lead back to it, default none; null restores the default */
    websiteUrl?: string | null | undefined
    /** whom players of hosted pages write to, default nobody; null restores the default */
    supportEmail?: string | null | undefined
    /** the best of past seasons in public, replaced as a whole; default off, top 10; null restores the default */
    hallOfFame?: HallOfFameInput | null | undefined
    /** replaced as a whole; null restores the default */
    widgetTheme?: WidgetThemeInput | null | undefined
    /** what the report on return reckons with, replaced as a whole; null restores the default */
    roi?: RoiSettingsInput | null | undefined
  }, options?: CallOptions): Call<Customer>
  /**
   * Replace the list of audiences
   *
   * Replaces the whole list. When the list was empty, the eggs and buddies of the implicit audience `default` move to the first entry, and with them what names it: paths, marketplaces, boosters, mystery boxes, surprise drops, event badges, lotteries, group quests, causes, teams, hosted surfaces, showrooms and profile templates. Rules of a configuration keep the name, as what is published never changes, and count for that first entry from then on. So it is unless `default` is itself on the list. An audience that has active buddies or open eggs cannot be taken off the list: 409 audience_in_use.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `audience_in_use` (409).
   *
   * `PATCH /customers/me/audiences`
   */
  updateAudiences(body: {
    audiences: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      key: string
      name?: string | undefined
    }>
  }, options?: CallOptions): Call<Customer>
  /**
   * Erase a user
   *
   * Forgets a user for good. From the answer on its buddies and eggs are gone; the operation then takes it out of everything else. Balances and ledgers keep their amounts, without words of yours. What the user sends from now on is that of somebody new, and an erased event sent again pays nothing. 204 when nothing is stored of the user. Repeating is safe, cancelling is not possible.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/users/{user_id}/data`
   */
  deleteData(userId: string, options?: CallOptions): Call<ErasureBegun>
  /**
   * List erasures
   *
   * Newest first. They are kept for good and name nobody.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/erasures`
   */
  listErasures(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<Erasure, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show an erasure
   *
   * What was erased, and the hashes that prove it: each one names that of the one before.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/erasures/{id}`
   */
  getErasure(id: string, options?: CallOptions): Call<Erasure>
  /**
   * Export a user
   *
   * Writes down every row an erasure of the user would touch. The operation's result has the `export_id` to fetch it with, for 24 hours. 429 while 50 exports of the workspace are under way.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /customers/me/users/{user_id}/export`
   */
  exportUser(userId: string, options?: CallOptions): Call<ErasureBegun>
  /**
   * Fetch an export
   *
   * One line of JSON for each row: `{table, row}`.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/exports/{id}`
   */
  getExport(id: string, options?: CallOptions): Call<string>
  /**
   * Show your referral code
   *
   * The code is made at the first look and stays. When a workspace that registered with it pays for the first time, both are given 200 credits for three months. A workspace of the own mail domain does not count.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/referral`
   */
  getReferral(options?: CallOptions): Call<Referral>
  /**
   * Suggest a look for widgets
   *
   * From the brand's colour, else the colours and words of a site, else a description. Nothing is changed: apply one as `widget_theme` of the settings. A site is read over https and within 15 s; one that cannot be read counts as not sent.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /customers/me/widget-theme/suggest`
   */
  suggestWidgetTheme(body?: SuggestWidgetTheme | null, options?: CallOptions): Call<WidgetThemeSuggestion>
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
   * How many were taken, cancelled and ended early in the window, and how many of those run now or are to come.
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
  /**
   * Give an award
   *
   * 201 when it is new. 200 with `already_awarded` and the first one when the buddy has an award of this key and it is not repeatable.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /customers/me/players/{buddyId}/award`
   */
  awardPlayer(buddyId: string, body: AwardInput, options?: CallOptions): Call<AwardHeld | AwardGiven>
  /**
   * List awards of a buddy
   *
   * Newest first. Narrow them down by key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/players/{buddyId}/awards`
   */
  listPlayerAwards(buddyId: string, query?: { page?: number | undefined; limit?: number | undefined; awardKey?: string | undefined }, options?: CallOptions): List<Award, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * List awards
   *
   * Newest first. Narrow them down by key or buddy.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/awards`
   */
  listAwards(query?: { page?: number | undefined; limit?: number | undefined; awardKey?: string | undefined; buddyId?: string | undefined }, options?: CallOptions): List<Award, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Sum up a user
   *
   * Buddies, eggs, balances, streaks and events of one of your users. One you never told of is no error: `exists` is false and everything is zero. Balances, badges and items are those of the first 200 buddies.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/users/{user_id}/summary`
   */
  getUserSummary(userId: string, options?: CallOptions): Call<UserOverview>
  /**
   * Grant a booster
   *
   * To named buddies, all of them or none, or to an audience, also to those who come later. What coin, token and skill rules pay for events within the window is multiplied, by 10 at most. A buddy has at most 10 boosters that run or are about to, a workspace 20 of audiences.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `booster_limit` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/boosters/grant`
   */
  grantBoosters(body: BoosterInput, options?: CallOptions): Call<BoosterGranted>
  /**
   * List grants of boosters
   *
   * Newest first. Narrow them down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/boosters`
   */
  listBoosters(query?: { page?: number | undefined; limit?: number | undefined; status?: "scheduled" | "running" | "ended" | undefined }, options?: CallOptions): List<BoosterGrant, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * End the booster of an audience
   *
   * At once, also for events that come late. What it has brought stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/boosters/{id}`
   */
  deleteBooster(id: string, options?: CallOptions): Call<void>
  /**
   * Show the leaderboard's settings
   *
   * What it counts, over which period, and since when.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/leaderboard-config`
   */
  getLeaderboardConfig(options?: CallOptions): Call<LeaderboardConfig>
  /**
   * Change the leaderboard's settings
   *
   * Fields left out stay; null restores a default. Another value of enabled, metric, period or scope starts a new count from zero.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/leaderboard-config`
   */
  updateLeaderboardConfig(body: {
    enabled?: boolean | null | undefined
    metric?: Metric | null | undefined
    period?: "daily" | "weekly" | "monthly" | "all_time" | null | undefined
    scope?: "audience" | "tenant" | "team" | null | undefined
    maxEntries?: number | null | undefined
    tieBreak?: "first_to_reach" | "shared_rank" | null | undefined
    allowOptOut?: boolean | null | undefined
  }, options?: CallOptions): Call<LeaderboardConfig>
  /**
   * Show what luck beginners have
   *
   * No luck is hidden: only `beginner` and `pity_after` of a surprise drop move its chances. This tells what came of them, and whether those who were lucky stayed.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/beginners-luck/analytics`
   */
  getBeginnersLuckAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<BeginnersLuck>
  /**
   * Check whether chance was fair
   *
   * What rules with a pool, surprise drops and mystery boxes have drawn beside what their weights promise, with Pearson's test, and each draw of a lottery carried out again. Looks at the 100,000 newest events of the types such rules wait for. Of many fair ones, one in a hundred says watch.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/fairness-report`
   */
  getFairnessReport(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<FairnessReport>
  /**
   * Show the narrative
   *
   * The texts widgets say instead of their own, as they were written.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/narrative`
   */
  getNarrative(options?: CallOptions): Call<Narrative>
  /**
   * Change the narrative
   *
   * Text by text: what is left out stays, null restores the default. Widgets say it from their next read on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/narrative`
   */
  updateNarrative(body: NarrativePatch, options?: CallOptions): Call<Narrative>
  /**
   * List changes of the narrative
   *
   * A row for each text that changed, newest first. They are kept for good.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/narrative/audit`
   */
  listNarrativeAudit(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<NarrativeChange, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Show the mission anchor
   *
   * Why all this matters, in one sentence, and where it is shown.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/mission-anchor-config`
   */
  getMissionAnchorConfig(options?: CallOptions): Call<MissionAnchor>
  /**
   * Change the mission anchor
   *
   * What is left out stays, null clears. It is shown when it is enabled and has a statement.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/mission-anchor-config`
   */
  updateMissionAnchorConfig(body: MissionAnchorPatch, options?: CallOptions): Call<MissionAnchor>
  /**
   * Show which drives your game speaks to
   *
   * Eight drives, from meaning to avoidance, with the mechanics that serve each: what is set up now, and how many active users of the window touched it. `black_hat_heavy`: pressure outweighs (over 0.6); `single_drive`: one drive carries more than 0.7 of the use; `unused_mechanic`: something is set up that nobody touched.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /customers/me/octalysis-state`
   */
  getOctalysisState(query?: { windowDays?: number | undefined; audience?: string | undefined }, options?: CallOptions): Call<OctalysisState>
}

export interface MembersResource {
  /**
   * List members
   *
   * Everybody who can sign in, and who is invited; the first one comes first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/members`
   */
  list(options?: CallOptions): Call<{
    data: Member[]
  }>
  /**
   * Invite a member
   *
   * Mails a link that sets a password, for 7 days. Only owners invite owners. An address that has an account anywhere is taken; to send an invitation again, delete the member and invite again. Ten mails an hour go to one address.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `email_not_verified` (403), `email_taken` (409), `member_limit` (409).
   *
   * `POST /customers/me/members`
   */
  invite(body: {
    email: string
    role: "member" | "admin" | "owner"
    name?: string | undefined
  }, options?: CallOptions): Call<Member>
  /**
   * Change a member's role
   *
   * Holds from the member's next request on; sessions go on. Only owners make owners and change them, and the last one who can sign in stays.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `last_owner` (409).
   *
   * `PATCH /customers/me/members/{account_id}`
   */
  update(accountId: string, body: {
    role: "member" | "admin" | "owner"
  }, options?: CallOptions): Call<Member>
  /**
   * Remove a member
   *
   * Ends the member's sessions, and the invitations the member has sent that nobody has accepted yet. API keys the member made go on. Only owners remove owners, and the last one who can sign in stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `last_owner` (409).
   *
   * `DELETE /customers/me/members/{account_id}`
   */
  remove(accountId: string, options?: CallOptions): Call<void>
}

export interface SsoResource {
  /**
   * Show single sign-on
   *
   * The connection to the identity provider, without its secret. 404 without one.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/sso`
   */
  get(options?: CallOptions): Call<SsoConnection>
  /**
   * Set up single sign-on
   *
   * Reads what the issuer publishes first: when it does not answer, or is another one, nothing is saved (502). Domains that stay keep their proof. Sign-ins that are under way have to begin again.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `bad_gateway` (502), `email_not_verified` (403).
   *
   * `PUT /customers/me/sso`
   */
  replace(body: {
    issuer: string
    clientId: string
    /** absent keeps the one there is, as long as the issuer stays; null is a public client */
    clientSecret?: string | null | undefined
    tokenAuth: "client_secret_basic" | "client_secret_post" | "none"
    scopes?: string[] | undefined
    domains: string[]
    jit: {
      /** whether whoever signs in first becomes a member */
      enabled: boolean
      role: "member" | "admin"
    }
    roleClaim?: {
      claim: string
      /** values that make an owner */
      owner: string[]
      /** values that make an admin */
      admin: string[]
    } | null | undefined
    /** false when absent */
    enforced?: boolean | undefined
  }, options?: CallOptions): Call<SsoConnection>
  /**
   * Remove single sign-on
   *
   * Passwords work again at once; members without one ask for a new password. Domains are free for others.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/sso`
   */
  delete(options?: CallOptions): Call<void>
  /**
   * Prove a domain
   *
   * Looks for the TXT record that `domains` names. One workspace can have a domain at a time. Name servers take minutes to hours to tell of a new record: ask again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `sso_domain_unverified` (409), `sso_domain_taken` (409).
   *
   * `POST /customers/me/sso/domains/{domain}/verify`
   */
  verifyDomain(domain: string, options?: CallOptions): Call<SsoConnection>
}

export interface AuditLogResource {
  /**
   * List the audit log
   *
   * What people changed, what keys changed of the workspace and its rules, sign-ins and changes of plan; the newest first. Requests that were refused are listed with their status, except those that came too often. Entries are kept 400 days.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/audit-log`
   */
  list(query?: { cursor?: string | undefined; limit?: number | undefined; actorId?: string | undefined; action?: string | undefined; targetId?: string | undefined; from?: string | undefined; to?: string | undefined }, options?: CallOptions): List<AuditEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Download the audit log
   *
   * created_at, audit_id, actor_type, actor_id, actor_label, action, method, path, target_type, target_id, status, request_id; the newest 50,000 entries. A cell that a spreadsheet would take for a formula begins with an apostrophe.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/audit-log.csv`
   */
  download(query?: { actorId?: string | undefined; action?: string | undefined; targetId?: string | undefined; from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<string>
}

export interface NotificationsResource {
  /**
   * List notifications
   *
   * What the people of the workspace should know, the newest first: an endpoint that was disabled, a quota that runs out, work that failed. Kept 90 days. Of a kind and its subject at most one is unread.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /notifications`
   */
  list(query?: { cursor?: string | undefined; limit?: number | undefined; unread?: boolean | undefined; kind?: string | undefined }, options?: CallOptions): List<Notification, {
    notifications: Notification[]
    nextCursor: string | null
    /** of the workspace, whatever was asked for */
    unreadCount: number
    /** nobody is mailed until then */
    pausedUntil: string | null
  }>
  /**
   * Mark a notification as read
   *
   * For everybody in the workspace; again changes nothing.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /notifications/{id}/read`
   */
  markRead(id: string, options?: CallOptions): Call<Notification>
  /**
   * Mark notifications as read
   *
   * Those of `ids`, or all from before a moment; others are passed over.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /notifications/read`
   */
  markManyRead(body: ReadNotifications, options?: CallOptions): Call<{
    read: number
    /** of the workspace, whatever was asked for */
    unreadCount: number
  }>
  /**
   * Pause mails about notifications
   *
   * Nobody is mailed until then, at most 90 days ahead. What happens meanwhile is listed all the same, and not mailed later.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /notifications/pause`
   */
  pause(body: PauseNotifications, options?: CallOptions): Call<{
    pausedUntil: string | null
  }>
}

export interface FeatureTogglesResource {
  /**
   * Show feature toggles
   *
   * What is on, what a draft would change, and what is paid for.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/feature-toggles`
   */
  get(options?: CallOptions): Call<FeatureToggles>
  /**
   * Draft feature toggles
   *
   * Adds to the draft; what is as published drops out of it. Nothing else changes.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/feature-toggles`
   */
  update(body: FeatureTogglesPatch, options?: CallOptions): Call<FeatureToggles>
  /**
   * Publish feature toggles
   *
   * On every node within a second: routes of what is off answer 403 capability_disabled, nothing starts, and what runs ends at its own time. No data goes; nothing is made up for once it is on again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `POST /customers/me/feature-toggles/publish`
   */
  publish(options?: CallOptions): Call<PublishedFeatureToggles>
  /**
   * Discard the draft of feature toggles
   *
   * Also where there is none.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `DELETE /customers/me/feature-toggles/draft`
   */
  discard(options?: CallOptions): Call<void>
}

export interface FeatureConfigResource {
  /**
   * List features and their settings
   *
   * One for each capability.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/feature-config`
   */
  get(options?: CallOptions): Call<{
    features: Feature[]
  }>
  /**
   * Change the settings of a feature
   *
   * Live at once. Whether it is on at all is the business of the toggles.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PATCH /customers/me/feature-config/{feature_key}`
   */
  update(featureKey: string, body: FeaturePatch, options?: CallOptions): Call<Feature>
}

export interface BillingResource {
  /**
   * Start a checkout
   *
   * For a plan (`interval` is `month` when omitted) or for a pack of credits. Nothing changes before the session is complete. Who has a subscription is sent to the provider's portal to agree. Where no provider is set up: 503 with the reason `no_provider`; where it does not answer: 502.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `bad_gateway` (502), `plan_unchanged` (409), `plan_not_sold` (409).
   *
   * `POST /billing/checkout`
   */
  checkout(body: {
    plan?: "free" | "growth" | "pro" | "enterprise" | undefined
    interval?: "month" | "year" | undefined
    /** of a pack that is sold */
    credits?: number | undefined
  }, options?: CallOptions): Call<{
    /** opaque identifier (UUIDv7) */
    sessionId: string
    url: string
  }>
  /**
   * Look at a checkout
   *
   * Asks the provider whether the session is paid. The first time it is, the plan changes or the credits are there; later, nothing does.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `bad_gateway` (502).
   *
   * `GET /billing/checkout/session/{id}`
   */
  getCheckoutSession(id: string, options?: CallOptions): Call<CheckoutSession>
  /**
   * Open the payment provider's portal
   *
   * A link where a person changes cards and reads invoices. Before the first checkout: 409. Where no provider is set up: 503 with the reason `no_provider`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `bad_gateway` (502), `no_billing_account` (409).
   *
   * `POST /billing/portal`
   */
  portal(options?: CallOptions): Call<{
    url: string
  }>
  /**
   * Show plan and state
   *
   * The plan, what it includes, and how many events of this month are used.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /billing/status`
   */
  getStatus(options?: CallOptions): Call<BillingStatus>
  /**
   * Show usage by month
   *
   * Events, users, webhooks and credits of the last months, 12 by default.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /billing/usage`
   */
  getUsage(query?: { months?: number | undefined }, options?: CallOptions): Call<BillingUsage>
}

export interface CreditsResource {
  /**
   * Show credits
   *
   * What is left, in which lots and until when, what pictures and texts cost, and when the plan grants anew.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /credits/balance`
   */
  getBalance(options?: CallOptions): Call<CreditBalance>
  /**
   * List changes of credits
   *
   * Grants, purchases, charges, refunds, chargebacks and ends of lots, newest first.
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

export interface OnboardingResource {
  /**
   * Begin an onboarding session
   *
   * 201 with a new session; 200 with the one that is open or planned, as it is.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `onboarding_cap_reached` (409).
   *
   * `POST /onboarding/sessions`
   */
  open(body?: OpenOnboarding | null, options?: CallOptions): Call<OnboardingSession>
  /**
   * Show the onboarding session
   *
   * The newest that was not abandoned, with its plan and its guide.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /onboarding/sessions/current`
   */
  getCurrent(options?: CallOptions): Call<OnboardingSession>
  /**
   * Show what the session prepares
   *
   * Ask every second or two while `status` is `preparing`.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /onboarding/sessions/preparing-status`
   */
  getPreparingStatus(options?: CallOptions): Call<OnboardingPreparingStatus>
  /**
   * Abandon onboarding sessions
   *
   * All of them, to begin anew. What was applied stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `POST /onboarding/sessions/reset`
   */
  reset(options?: CallOptions): Call<OnboardingReset>
  /**
   * Read a description
   *
   * Becomes what the open session, or a new one, plans by; it replaces what was read before.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `onboarding_busy` (409), `onboarding_cap_reached` (409).
   *
   * `POST /onboarding/sessions/seed-from-description`
   */
  seedFromDescription(body: SeedFromDescription, options?: CallOptions): Call<OnboardingSession>
  /**
   * Read a site
   *
   * Answers at once; ask GET /onboarding/sessions/preparing-status. What cannot be read fails with `onboarding_extract_failed` and a reason: unreachable, too_large, not_text, empty or limited. Public https pages only: the page itself and up to two of its pages on features, products or prices, 1 MB and 15 seconds in all.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `onboarding_busy` (409), `onboarding_cap_reached` (409).
   *
   * `POST /onboarding/sessions/seed-from-url`
   */
  seedFromUrl(body: SeedFromUrl, options?: CallOptions): Call<OnboardingPreparing>
  /**
   * Read a repository
   *
   * Answers at once; ask GET /onboarding/sessions/preparing-status. What cannot be read fails with `onboarding_extract_failed` and a reason: unreachable, too_large, not_text, empty or limited. A public one on GitHub: README, manifests and files named after events, analytics, tracking, routes or models. Names in track() and capture() become event types. Nothing is run.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `onboarding_busy` (409), `onboarding_cap_reached` (409).
   *
   * `POST /onboarding/sessions/seed-from-repo`
   */
  seedFromRepo(body: SeedFromRepo, options?: CallOptions): Call<OnboardingPreparing>
  /**
   * Answer questions
   *
   * Answers that are named are replaced, others stay; null takes one back.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409).
   *
   * `PUT /onboarding/sessions/{id}/answers`
   */
  answer(id: string, body: AnswerOnboarding, options?: CallOptions): Call<OnboardingSession>
  /**
   * Plan a configuration
   *
   * Makes a plan of what was read and answered: 200 with the session when it is done within 8 seconds, else 202; then ask GET /onboarding/sessions/preparing-status. A plan changes nothing until it is applied. When the provider fails, the builtin planner stands in (`fallback`), and costs nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409), `onboarding_cap_reached` (409), `credit_insufficient` (402).
   *
   * `POST /onboarding/sessions/{id}/generate-plan`
   */
  generatePlan(id: string, body?: GeneratePlan | null, options?: CallOptions): Call<OnboardingSession | OnboardingPreparing>
  /**
   * Plan anew
   *
   * Makes a plan of what was read and answered: 200 with the session when it is done within 8 seconds, else 202; then ask GET /onboarding/sessions/preparing-status. A plan changes nothing until it is applied. When the provider fails, the builtin planner stands in (`fallback`), and costs nothing. `instructions` say in words what should be different from the last plan.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409), `onboarding_cap_reached` (409), `credit_insufficient` (402).
   *
   * `POST /onboarding/sessions/{id}/regenerate-plan`
   */
  regeneratePlan(id: string, body?: GeneratePlan | null, options?: CallOptions): Call<OnboardingSession | OnboardingPreparing>
  /**
   * Write a guide to build it in
   *
   * For the stack that is named, else the one that was answered: code that sends the events of the plan, else of the workspace, else of the preset. Answered as a plan is; also for a session that was applied.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409), `onboarding_cap_reached` (409), `credit_insufficient` (402).
   *
   * `POST /onboarding/sessions/{id}/generate-guide`
   */
  generateGuide(id: string, body?: GenerateGuide | null, options?: CallOptions): Call<OnboardingSession | OnboardingPreparing>
  /**
   * Talk about the plan
   *
   * Answered as server-sent events: `start` {message_id}, `delta` {text} in pieces, `session` {answers_changed, plan_stale}, `done` {message_id, credits}, or `error` {code, message, requestId}; a comment every 15 seconds while a reply is thought of, for a minute at most. What is asked for changes answers; a plan made before is stale then. Where a model replies it costs a credit, which comes back when the builtin reply stands in for it; leaving stops it, and costs nothing. The same Idempotency-Key gets the same reply.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409), `onboarding_cap_reached` (409), `credit_insufficient` (402).
   *
   * `POST /onboarding/sessions/{id}/message`
   */
  message(id: string, body: OnboardingMessage, options?: CallOptions): Call<string>
  /**
   * Apply the plan to the draft
   *
   * As applying a preset does: rules into the draft, the live parts by key. Applying it again changes nothing. Publish the draft to make it count.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `onboarding_session_closed` (409), `onboarding_busy` (409), `onboarding_not_planned` (409).
   *
   * `POST /onboarding/sessions/{id}/apply`
   */
  apply(id: string, body?: ApplyPlan | null, options?: CallOptions): Call<ConfigVersion>
  /**
   * Join the waiting list
   *
   * The same answer whether or not the address was on it.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * `POST /onboarding/sessions/waitlist`
   */
  joinWaitlist(body: JoinWaitlist, options?: CallOptions): Call<WaitlistJoined>
}

export interface ConfigVersionsResource {
  /**
   * Try a version on recorded events
   *
   * Replays recorded events, in the order of their arrival and at the time they came in, under this version and under the one it is compared with. Every buddy starts as newly hatched on both sides, whatever it did before `from`, and walks the path that is active now, so the two differ by the rules alone. Nothing is written and nobody is told. Runs as an operation of the type backtest: `progress` counts events, a cancel ends it between two batches, `result` is a BacktestReport. `not_replayed` says what was left out.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `operation_limit_reached` (409).
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
   * Moves existing buddies to the active version; without a selection all active buddies that are not there yet. Runs as an operation of the type migrate, whose result counts `migrated`, `skipped` (archived or moved meanwhile) and `failed` (not reachable; run it again). When another version is published meanwhile it fails with `config_not_active`, and nobody is moved back. `dry_run: true` answers 200 with the counts and writes nothing. Without a body everybody is moved.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `config_not_active` (409), `operation_limit_reached` (409).
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
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<BadgeDefinition_1, {
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
  create(body: BadgeDefinitionInput_1, options?: CallOptions): Call<BadgeDefinition_1>
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
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<BadgeDefinition_1>
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
  replace(id: string, body: BadgeDefinitionInput_1, options?: CallOptions): Call<BadgeDefinition_1>
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
  regenerateIcon(id: string, options?: CallOptions): Call<BadgeDefinition_1>
  /**
   * Give a badge to who has earned it
   *
   * Gives a published badge to every active buddy who has met its criteria already, by the rules that give it otherwise: coins, limits, webhooks, review by hand. Each buddy is judged by its own config version; those whose version lacks the badge are counted and left alone until they are migrated. A count of events over a window of days begins where a version of the buddy first asked for one. With dry_run nothing is given. The operation has the counts as its progress, and figures as its result: dry_run, badge_key and those of the preview. Cancelling it keeps what was given so far; starting it again gives nothing twice.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `badge_not_earned` (409), `operation_limit_reached` (409).
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
  list(query?: { page?: number | undefined; limit?: number | undefined; version?: string | undefined }, options?: CallOptions): List<CoinRule_1, {
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
  create(body: CoinRuleInput_1, options?: CallOptions): Call<CoinRule_1>
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
  get(id: string, query?: { version?: string | undefined }, options?: CallOptions): Call<CoinRule_1>
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
  replace(id: string, body: CoinRuleInput_1, options?: CallOptions): Call<CoinRule_1>
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
   * How often each entry of the rule's pool was drawn in the last `window_days` (default 30), before boosters and whether the budget could pay it, beside how often it should be; and the coins that were paid. 404 when the rule has no pool.
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
   * Infer event types from what was sent
   *
   * What the newest events look like: types, formats and shares of their properties, what contradicts their definition, and a definition that would fit. `format=json_schema` answers one JSON Schema with a definition per type under `$defs`, `format=typescript` declarations as text. User ids are never read. At most 100 types of 50 properties, of their top level only.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /event-types/inferred`
   */
  infer(query: { format: "typescript"; eventType?: string | undefined; sample?: number | undefined }, options?: CallOptions): Call<string>
  infer(query: { format: "json_schema"; eventType?: string | undefined; sample?: number | undefined }, options?: CallOptions): Call<InferredEventSchemas>
  infer(query?: { eventType?: string | undefined; sample?: number | undefined; format?: "json" | undefined }, options?: CallOptions): Call<InferredEventTypes>
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
   * How many of the first 1,000 active buddies by id would lose how much, with the first 20. Writes nothing. A run with dry_run looks at all of them.
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
   * Starts the decay that otherwise runs by itself: of one rule, or of all. With `dry_run` it only counts. While the same is under way, the answer names that operation.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `operation_limit_reached` (409).
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
  list(query?: { page?: number | undefined; limit?: number | undefined; type?: "hatch" | "evolve" | "equip_item" | "rerender" | "regenerate" | "migrate" | "backtest" | "backfill" | "import" | "decay" | "apply_profile" | "team_dissolve" | "season_close" | "season_simulation" | "lottery_draw" | "quest_resolve" | "founding_backfill" | "onboarding" | "erase" | "user_export" | "forecast" | "analytics_rebuild" | undefined; status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | undefined }, options?: CallOptions): List<Operation, {
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
   * Refusals of its own: `not_found` (404), `operation_finished` (409), `invalid_transition` (409).
   *
   * `POST /operations/{id}/cancel`
   */
  cancel(id: string, options?: CallOptions): Call<Operation>
}

export interface EventsResource {
  /**
   * Send an event
   *
   * Stores the event, applies the rules of the buddy's config version and answers what it earned. Repeating an event_id is a no-op that answers the first effects with Idempotency-Replayed: true. With dry_run=true nothing is written and a trace comes along; an event_id that was sent before gets its first answer then too. now and config_version_id need dry_run=true and ask what the event would have done at that moment or under that version, whether it was sent or not.
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
   * Takes back what an event brought: coins and tokens by compensating ledger rows, badges whose criteria no longer hold, its day of a streak where nothing else earned it. What another event earns as well stays, and goes once that is taken back too. What is spent already: `clamp` (default) takes what is there, `debt` lets later credits pay the rest, `reject` refuses. What a prestige gave up since is not asked for again. Once per event.
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
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `price_changed` (409), `insufficient_coins` (400), `insufficient_coins` (402), `item_gift_only` (409).
   *
   * `POST /buddies/{id}/purchase-item`
   */
  purchaseItem(id: string, body: {
    itemId: string
    giftToBuddyId?: string | undefined
    /** 409 `price_changed` when the item costs more by now */
    maxPriceCoins?: number | undefined
  }, options?: CallOptions): Call<Purchase>
  /**
   * Give an item to another buddy
   *
   * The giver pays, the receiver owns. Also for items that are only ever given.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `price_changed` (409), `insufficient_coins` (400).
   *
   * `POST /buddies/{id}/gifts`
   */
  createGift(id: string, body: {
    itemId: string
    giftToBuddyId: string
    /** 409 `price_changed` when the item costs more by now */
    maxPriceCoins?: number | undefined
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
   * Bridges the period that is missing. The buddy needs a freeze that no period missed before takes.
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
   * List boosters of a buddy
   *
   * Those that run or are about to, its own and those of its audience.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/boosters`
   */
  listBoosters(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<BuddyBooster, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * End a booster of a buddy
   *
   * One that was granted to it. What it has brought stays.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `DELETE /buddies/{id}/boosters/{booster_id}`
   */
  deleteBooster(id: string, boosterId: string, options?: CallOptions): Call<void>
  /**
   * Open a mystery box
   *
   * Pays, draws and rewards at once. What the buddy cannot take, like a badge it holds, leaves the pool first; when nothing is left, nothing is paid.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402), `insufficient_tokens` (402), `progression_not_spendable` (400), `item_unavailable` (409), `out_of_stock` (409), `box_exhausted` (409), `box_limit_reached` (409), `requirements_not_met` (409).
   *
   * `POST /buddies/{buddy_id}/mystery-boxes/{box_key}/open`
   */
  openMysteryBox(buddyId: string, boxKey: string, options?: CallOptions): Call<MysteryBoxOpening>
  /**
   * Hide a buddy from the leaderboard
   *
   * Who is hidden keeps its rank, without name and picture. Where the workspace lets nobody hide, one can still be shown again.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `opt_out_not_allowed` (409).
   *
   * `PATCH /buddies/{id}/leaderboard`
   */
  updateLeaderboard(id: string, body: LeaderboardVisibility, options?: CallOptions): Call<LeaderboardVisibility>
  /**
   * Enter a lottery
   *
   * Buys tickets of the open draw. When that draw is being drawn they are for the next one: the answer says which.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402), `insufficient_tokens` (402), `progression_not_spendable` (400), `lottery_not_open` (409), `entry_limit_reached` (409), `entry_automatic` (409), `requirements_not_met` (409), `campaign_limit` (409), `test_clock_user` (409).
   *
   * `POST /buddies/{buddy_id}/lotteries/{id}/entries`
   */
  enterLottery(buddyId: string, id: string, body?: EnterLottery | null, options?: CallOptions): Call<LotteryEntry>
  /**
   * List the teams of a buddy
   *
   * At most five, in the order in which it joined them.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/teams`
   */
  listTeams(id: string, options?: CallOptions): Call<{
    data: BuddyTeam[]
  }>
  /**
   * Give kudos
   *
   * To a buddy of another user within reach: of the same audience, or of a common team. Limits count by the giver's local day. Told as kudos.given and in the feeds of the giver's teams; the receiver's reward follows by itself.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `kudo_not_allowed` (409), `kudo_limit_reached` (409), `test_clock_user` (409).
   *
   * `POST /buddies/{buddy_id}/kudos`
   */
  giveKudos(buddyId: string, body: GiveKudos, options?: CallOptions): Call<KudosAnswer>
  /**
   * List the kudos of a buddy
   *
   * Newest first: those it received, or those it gave.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{buddy_id}/kudos`
   */
  listKudos(buddyId: string, query?: { cursor?: string | undefined; limit?: number | undefined; direction?: "received" | "given" | undefined }, options?: CallOptions): List<Kudos, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * List outfits of a buddy
   *
   * At most twenty, the newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/outfits`
   */
  listOutfits(id: string, options?: CallOptions): Call<{
    data: Outfit[]
  }>
  /**
   * Save an outfit
   *
   * Items that can be worn together, under a name. 200 when it replaces one of that name.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409), `outfit_limit` (409).
   *
   * `POST /buddies/{id}/outfits`
   */
  createOutfit(id: string, body: SaveOutfit, options?: CallOptions): Call<Outfit>
  /**
   * Put an outfit on
   *
   * The buddy wears exactly this afterwards, or nothing changes. 200 when the picture is there already, 202 with an operation that draws it.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409).
   *
   * `POST /buddies/{id}/outfits/{outfit_id}/wear`
   */
  wearOutfit(id: string, outfitId: string, options?: CallOptions): Call<EquipmentChanged>
  /**
   * Delete an outfit
   *
   * What the buddy wears stays on.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `DELETE /buddies/{id}/outfits/{outfit_id}`
   */
  deleteOutfit(id: string, outfitId: string, options?: CallOptions): Call<void>
  /**
   * List ceremonies to be watched
   *
   * The newest ten at most, the newest first. Those that were watched are gone.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /buddies/{id}/ceremonies`
   */
  listCeremonies(id: string, options?: CallOptions): Call<{
    data: PendingCeremony[]
  }>
  /**
   * Record that a ceremony was watched
   *
   * As a widget does: the newest of that kind and stage that waits is told to webhooks as buddy.ceremony_completed. Where none waits and one was watched, `already_recorded` is true.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `ceremony_not_pending` (409).
   *
   * `POST /buddies/{id}/ceremonies`
   */
  completeCeremony(id: string, body: Ceremony, options?: CallOptions): Call<CeremonyRecorded>
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
  /**
   * Share a buddy
   *
   * A link to a page about it: 201 where it was made, 200 where there was one already.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `sharing_disabled` (409), `buddy_private` (409).
   *
   * `POST /buddies/{id}/share`
   */
  share(id: string, options?: CallOptions): Call<ShareLink>
  /**
   * Stop sharing a buddy
   *
   * Its link opens nothing any more. Sharing it again makes another.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /buddies/{id}/share`
   */
  stopSharing(id: string, options?: CallOptions): Call<void>
  /**
   * Record what a share dialog saw
   *
   * Counted each time it is sent; there need not be a link.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/share/events`
   */
  recordShare(id: string, body: ShareEvent, options?: CallOptions): Call<ShareRecorded>
  /**
   * Make a link to come back by
   *
   * For the mail to somebody who stayed away. It works for 30 days, as often as it is opened, while the buddy may be seen in public; a new one takes the place of the old.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/welcome-back`
   */
  welcomeBack(id: string, body?: MakeWelcomeBack | null, options?: CallOptions): Call<WelcomeBackLink>
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
   * Refusals of its own: `not_found` (404).
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

export interface FlashSalesResource {
  /**
   * List flash sales
   *
   * Newest first, with how many pieces were sold. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/flash-sales`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "scheduled" | "running" | "ended" | undefined }, options?: CallOptions): List<FlashSale, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a flash sale
   *
   * Items of one marketplace cost less from `starts_at` until before `ends_at`, while limit and stock last; then the list price counts again. Of several sales of an item the lowest price wins. At most 50 may be scheduled or running.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `campaign_limit` (409).
   *
   * `POST /customers/me/flash-sales`
   */
  create(body: FlashSaleInput, options?: CallOptions): Call<FlashSale>
  /**
   * Delete a flash sale
   *
   * A running one ends at once: the list price counts again. What was sold stays sold.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/flash-sales/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface MysteryBoxesResource {
  /**
   * List mystery boxes
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/mystery-boxes`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "inactive" | undefined }, options?: CallOptions): List<MysteryBox, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a mystery box
   *
   * Live at once. One that costs nothing needs a limit.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/mystery-boxes`
   */
  create(body: MysteryBoxInput, options?: CallOptions): Call<MysteryBox>
  /**
   * Change a mystery box
   *
   * Fields left out stay, lists are replaced; it counts for whoever opens it from now on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `PATCH /customers/me/mystery-boxes/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    price?: MysteryBoxPrice | undefined
    rewardPool?: Array<{
      weight: number
      reward: MysteryBoxReward
    }> | undefined
    limits?: {
      cooldownSeconds?: number | undefined
      maxPerDay?: number | null | undefined
      maxPerWeek?: number | null | undefined
      maxPerMonth?: number | null | undefined
      maxTotal?: number | null | undefined
      uniqueBy?: string[] | undefined
      dayBoundary?: "user" | "tenant" | "utc" | undefined
    } | null | undefined
    eligibility?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | null | undefined
    audience?: string | null | undefined
    stockTotal?: number | null | undefined
    availableFrom?: string | null | undefined
    availableUntil?: string | null | undefined
    status?: "active" | "inactive" | null | undefined
  }, options?: CallOptions): Call<MysteryBox>
  /**
   * Delete a mystery box
   *
   * At once. What was won stays, and its key is free again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/mystery-boxes/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface FreeLunchesResource {
  /**
   * Give coins for nothing
   *
   * Paid at once, to each buddy that is named and there; the others are told by `error`. Each gets a card that tells of it, twenty that are not dismissed at most: then the oldest goes. Send an Idempotency-Key: repeating the request after a 503 then pays only those who were not paid yet.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /customers/me/free-lunches`
   */
  give(body: FreeLunchInput, options?: CallOptions): Call<FreeLunchesGiven>
  /**
   * List free lunches
   *
   * Newest first. Narrow them down by buddy, or by the status of the card.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/free-lunches`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; buddyId?: string | undefined; status?: "granted" | "seen" | "dismissed" | "gone" | undefined }, options?: CallOptions): List<FreeLunch, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Say a gift's card was seen
   *
   * Told once, however often it is said. A card that is over or gone is 404.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/free-lunches/{grant_id}/seen`
   */
  markSeen(id: string, grantId: string, options?: CallOptions): Call<FreeLunchCard>
  /**
   * Dismiss a gift's card
   *
   * Seen before or not; the coins stay. Told once, however often it is said. A card that is over or gone is 404.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /buddies/{id}/free-lunches/{grant_id}/dismiss`
   */
  dismiss(id: string, grantId: string, options?: CallOptions): Call<FreeLunchCard>
}

export interface WidgetRuntimeResource {
  /**
   * Say in a widget that a gift's card was seen
   *
   * Told once, however often it is said.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /widget/free-lunches/{grant_id}/seen`
   */
  markFreeLunchSeen(grantId: string, options?: CallOptions): Call<FreeLunchCard>
  /**
   * Dismiss a gift's card in a widget
   *
   * Seen before or not; the coins stay.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `POST /widget/free-lunches/{grant_id}/dismiss`
   */
  dismissFreeLunch(grantId: string, options?: CallOptions): Call<FreeLunchCard>
  /**
   * Join a group quest
   *
   * What the buddy brings counts from now on, until the quest is over. Repeating it answers `already_joined`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `test_clock_user` (409), `quest_not_joinable` (409), `quest_full` (409).
   *
   * `POST /widget/group-quests/{questId}/join`
   */
  joinGroupQuest(questId: string, options?: CallOptions): Call<GroupQuestJoined>
  /**
   * Leave a group quest
   *
   * What the buddy has brought stays in the total, and pays nothing unless it joins again. Repeating it answers `already_left`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `test_clock_user` (409), `quest_not_joinable` (409).
   *
   * `POST /widget/group-quests/{questId}/leave`
   */
  leaveGroupQuest(questId: string, options?: CallOptions): Call<GroupQuestLeft>
  /**
   * Choose a mentor
   *
   * For the buddy of the token, where `self_service` is on; the mentor by its `ref`.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `not_a_mentor` (409), `mentor_full` (409), `mentor_already_assigned` (409), `mentor_not_visible` (409), `test_clock_user` (409).
   *
   * `POST /widget/mentor-sessions`
   */
  chooseMentor(body: ChooseMentor, options?: CallOptions): Call<WidgetMentorSession>
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
   * Refusals of its own: `not_found` (404), `event_quota_exceeded` (402).
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
   * At most 100 rows, and where the buddy of the token stands among all. Who has a place in the running season of the league sees its cohort, unless `view` asks for the board.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /widget/leaderboard`
   */
  getLeaderboard(query?: { limit?: number | undefined; view?: "league" | "board" | undefined }, options?: CallOptions): Call<WidgetLeaderboard>
  getLeaderboard(query: { limit?: number | undefined; view?: "league" | "board" | undefined } | undefined, options: ConditionalOptions): Call<WidgetLeaderboard | undefined>
  /**
   * Hide from the leaderboard
   *
   * Who is hidden keeps its rank, without name and picture, and is told none.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `opt_out_not_allowed` (409).
   *
   * `PATCH /widget/leaderboard`
   */
  updateLeaderboard(body: LeaderboardVisibility, options?: CallOptions): Call<LeaderboardVisibility>
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
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_unavailable` (409), `item_already_owned` (409), `requirements_not_met` (409), `out_of_stock` (409), `price_changed` (409), `insufficient_coins` (400), `insufficient_coins` (402), `item_gift_only` (409).
   *
   * `POST /widget/purchases`
   */
  createPurchase(body: {
    itemId: string
    giftToBuddyId?: string | undefined
    /** 409 `price_changed` when the item costs more by now */
    maxPriceCoins?: number | undefined
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
  /**
   * Show campaigns to the buddy
   *
   * What runs at this moment for the audience of the buddy and is open to it: boosters, sales, quests, lotteries, badges, boxes and gifts. What is switched off is empty.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/campaigns`
   */
  getCampaigns(options?: CallOptions): Call<WidgetCampaigns>
  getCampaigns(options: ConditionalOptions): Call<WidgetCampaigns | undefined>
  /**
   * Show the community of the buddy
   *
   * Its teams, kudos, mentors, causes and outfits, and why all this matters. Nobody else is named by more than a ref, a name and a picture. What is switched off is empty or null.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/community`
   */
  getCommunity(options?: CallOptions): Call<WidgetCommunity>
  getCommunity(options: ConditionalOptions): Call<WidgetCommunity | undefined>
  /**
   * Propose a text from a widget
   *
   * For the buddy of the token. Nobody sees it before it is approved.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `not_a_mentor` (409), `proposal_limit` (409).
   *
   * `POST /widget/council/proposals`
   */
  createProposal(body: WidgetProposal, options?: CallOptions): Call<Proposal>
  /**
   * Give kudos from a widget
   *
   * For the buddy of the token, to another one by its `ref`. The same limits.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `kudo_not_allowed` (409), `kudo_limit_reached` (409), `test_clock_user` (409).
   *
   * `POST /widget/kudos`
   */
  giveKudos(body: WidgetGiveKudos, options?: CallOptions): Call<WidgetKudosAnswer>
  /**
   * Find whom to give kudos
   *
   * At most 20 buddies of other users within reach of a kind that can be given.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/kudos/receivers`
   */
  listKudosReceivers(query?: { q?: string | undefined }, options?: CallOptions): Call<{
    data: KudosReceiver[]
  }>
  listKudosReceivers(query: { q?: string | undefined } | undefined, options: ConditionalOptions): Call<{
    data: KudosReceiver[]
  } | undefined>
  /**
   * List outfits of the buddy
   *
   * At most twenty, the newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /widget/outfits`
   */
  listOutfits(options?: CallOptions): Call<{
    data: Outfit[]
  }>
  listOutfits(options: ConditionalOptions): Call<{
    data: Outfit[]
  } | undefined>
  /**
   * Save an outfit from a widget
   *
   * Under a name; 200 when it replaces one of that name.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409), `outfit_limit` (409).
   *
   * `POST /widget/outfits`
   */
  createOutfit(body: SaveOutfit, options?: CallOptions): Call<Outfit>
  /**
   * Put an outfit on from a widget
   *
   * The buddy wears exactly this afterwards, or nothing changes.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `item_not_owned` (409), `equip_limit_exceeded` (409), `equip_category_conflict` (409).
   *
   * `POST /widget/outfits/{outfit_id}/wear`
   */
  wearOutfit(outfitId: string, options?: CallOptions): Call<EquipmentChanged>
  /**
   * Delete an outfit from a widget
   *
   * What the buddy wears stays on.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `DELETE /widget/outfits/{outfit_id}`
   */
  deleteOutfit(outfitId: string, options?: CallOptions): Call<void>
  /**
   * Enter a lottery
   *
   * Buys tickets of the open draw. When that draw is being drawn they are for the next one: the answer says which.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402), `insufficient_tokens` (402), `progression_not_spendable` (400), `lottery_not_open` (409), `entry_limit_reached` (409), `entry_automatic` (409), `requirements_not_met` (409), `campaign_limit` (409), `test_clock_user` (409).
   *
   * `POST /widget/lotteries/{id}/entries`
   */
  enterLottery(id: string, body?: EnterLottery | null, options?: CallOptions): Call<LotteryEntry>
  /**
   * Open a mystery box
   *
   * Pays, draws and rewards at once. What the buddy cannot take, like a badge it holds, leaves the pool first; when nothing is left, nothing is paid.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `insufficient_coins` (402), `insufficient_tokens` (402), `progression_not_spendable` (400), `item_unavailable` (409), `out_of_stock` (409), `box_exhausted` (409), `box_limit_reached` (409), `requirements_not_met` (409).
   *
   * `POST /widget/mystery-boxes/{box_key}/open`
   */
  openMysteryBox(boxKey: string, options?: CallOptions): Call<MysteryBoxOpening>
  /**
   * Tell of a great moment
   *
   * What somebody does with the brag button, of a moment of the last 7 days. 30 an hour for a buddy.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `brag_not_earned` (409), `brag_disabled` (409).
   *
   * `POST /widget/brags`
   */
  createBrag(body: WidgetBrag, options?: CallOptions): Call<Bragged>
}

export interface LeaderboardResource {
  /**
   * List the leaders of a period
   *
   * At most `max_entries` rows of the running period, or of the one `period_key` names: the last 30 days, 13 weeks or 13 months. Where several audiences are ranked apart, say which one. On a board of teams a row is a team with the sum of those who are in it now; `team_id` ranks its members instead.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `missing_audience` (400), `unknown_audience` (400), `not_found` (404).
   *
   * `GET /leaderboard`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; periodKey?: string | undefined; audience?: string | undefined; teamId?: string | undefined }, options?: CallOptions): List<LeaderboardEntry, {
    meta: {
      total: number
      page: number
      limit: number
    }
    /** null: the board is off */
    board: Leaderboard | null
  }>
}

export interface LeaguesResource {
  /**
   * Show the league's settings
   *
   * With its tiers, the season that runs and the next one.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/leagues/config`
   */
  getConfig(options?: CallOptions): Call<LeagueConfig>
  /**
   * Change the league's settings
   *
   * Fields left out stay; null restores a default. A season keeps what held when it began. While the league is off no season is written and no score moves.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/leagues/config`
   */
  updateConfig(body: {
    enabled?: boolean | null | undefined
    metric?: Metric | null | undefined
    seasonDays?: number | null | undefined
    startsOn?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined
    timezone?: string | null | undefined
    finalizeDelayHours?: number | null | undefined
    cohortSize?: number | null | undefined
    demoteIdle?: boolean | null | undefined
  }, options?: CallOptions): Call<LeagueConfig>
  /**
   * Replace the tiers
   *
   * From the next season on. A tier that buddies stand in can be removed when `moves` says where they go; one that the running season plays in cannot.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `tier_in_use` (409).
   *
   * `PUT /customers/me/leagues/tiers`
   */
  replaceTiers(body: ReplaceLeagueTiers, options?: CallOptions): Call<{
    data: LeagueTier[]
  }>
  /**
   * List seasons
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/leagues/seasons`
   */
  listSeasons(query?: { page?: number | undefined; limit?: number | undefined; status?: "scheduled" | "active" | "finalizing" | "closing" | "closed" | undefined }, options?: CallOptions): List<LeagueSeason, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a season
   *
   * Of 10 minutes to 92 days, begun at most 5 minutes ago. Seasons do not overlap; an automatic one that has not begun gives way.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `season_overlap` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/leagues/seasons`
   */
  createSeason(body: LeagueSeasonInput, options?: CallOptions): Call<LeagueSeason>
  /**
   * Show a season
   *
   * Its moments, the rules it is played by, and what it came to.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/leagues/seasons/{seasonId}`
   */
  getSeason(seasonId: string, options?: CallOptions): Call<LeagueSeason>
  /**
   * Delete a season
   *
   * Only one that has not begun.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `DELETE /customers/me/leagues/seasons/{seasonId}`
   */
  deleteSeason(seasonId: string, options?: CallOptions): Call<void>
  /**
   * Preview a season
   *
   * What it would come to if everybody who was active in the last 30 days played. Writes nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /customers/me/leagues/seasons/preview`
   */
  previewSeasons(body: LeagueSeasonInput, options?: CallOptions): Call<LeagueSeasonPreview>
  /**
   * Simulate a season on recorded events
   *
   * Plays what occurred in up to 31 days, at most 1,000,000 events in the order of their arrival, as a season under the league's present rules or others, from where buddies stand now. Only for metrics that add up. Writes nothing and pays nobody. Runs as an operation of the type season_simulation: `progress` counts events, `result` holds participants, cohorts, moves, idle buddies, what the ranks cost and the spread of scores, in all and for each tier. The same record gives the same result.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `operation_limit_reached` (409).
   *
   * `POST /customers/me/leagues/seasons/simulate`
   */
  simulateSeasons(body: SimulateLeagueSeason, options?: CallOptions): Call<AcceptedOperation>
  /**
   * Close a season now
   *
   * Its end becomes now and nothing counts any more. Ranks, moves and rewards follow as an operation of the type season_close, which cannot be cancelled.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/leagues/seasons/{seasonId}/force-close`
   */
  forceCloseSeason(seasonId: string, body?: ForceCloseSeason | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * List the standings of a season
   *
   * By cohort and rank. While it runs, zones and rewards are those of the present ranks; who has scored and waits for a place comes last. To publishable keys, who hides on boards keeps its rank without id and name.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/leagues/seasons/{seasonId}/standings`
   */
  listSeasonStandings(seasonId: string, query?: { page?: number | undefined; limit?: number | undefined; tierKey?: string | undefined; cohort?: number | undefined; buddyId?: string | undefined }, options?: CallOptions): List<LeagueStanding, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
}

export interface LotteriesResource {
  /**
   * List lotteries
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/lotteries`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "draft" | "active" | "paused" | "ended" | undefined }, options?: CallOptions): List<Lottery, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a lottery
   *
   * Active, it opens its first draw at once and publishes the hash of that draw's seed.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/lotteries`
   */
  create(body: LotteryInput, options?: CallOptions): Call<Lottery>
  /**
   * Show a lottery
   *
   * By its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/lotteries/{id}`
   */
  get(id: string, options?: CallOptions): Call<Lottery>
  /**
   * Change a lottery
   *
   * Name, status and schedule count at once. Entry, eligibility, audience and prizes of an open draw stay as they were when it opened; changes are for the next one. Paused, nobody enters and nothing is drawn.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409), `campaign_limit` (409).
   *
   * `PATCH /customers/me/lotteries/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    entry?: LotteryEntryTerms | undefined
    schedule?: LotterySchedule | undefined
    prizes?: Array<{
      rank: number
      winners?: number | undefined
      reward: {
        coins?: number | undefined
        tokens?: Array<{
          /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
          tokenKey: string
          amount: number
        }> | undefined
        badges?: string[] | undefined
        items?: string[] | undefined
        skills?: Array<{
          /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
          skillKey: string
          amount: number
        }> | undefined
        streakFreezes?: number | undefined
      }
    }> | undefined
    eligibility?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | null | undefined
    audience?: string | null | undefined
    publicProof?: boolean | null | undefined
    status?: "draft" | "active" | "paused" | null | undefined
    fairness?: "commit_reveal" | null | undefined
  }, options?: CallOptions): Call<Lottery>
  /**
   * Delete a lottery
   *
   * Cancels its open draw: every paid ticket is refunded. What was drawn stays, with its proof.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/lotteries/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * List draws of a lottery
   *
   * Those that were drawn or cancelled, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/lotteries/{id}/draws`
   */
  listDraws(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<LotteryDraw, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Draw now
   *
   * Draws the open draw before its time, as an operation of the type lottery_draw; the next one opens.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `lottery_not_open` (409).
   *
   * `POST /customers/me/lotteries/{id}/draws`
   */
  drawNow(id: string, body: {
    reason: string
  }, options?: CallOptions): Call<AcceptedOperation>
  /**
   * Show a draw
   *
   * Of any status; who has won, and whether it was paid.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/lotteries/{id}/draws/{draw_id}`
   */
  getDraw(id: string, drawId: string, options?: CallOptions): Call<LotteryDraw>
  /**
   * Verify a draw
   *
   * Computes it again from its seed and its list, and looks for the receipt of every place.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `GET /customers/me/lotteries/{id}/draws/{draw_id}/verify`
   */
  verifyDraw(id: string, drawId: string, options?: CallOptions): Call<LotteryDrawProof>
  /**
   * Preview the next draw
   *
   * When it is, and how many tickets of those who can win there are so far.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `lottery_not_open` (409).
   *
   * `GET /customers/me/lotteries/{id}/preview-next-draw`
   */
  previewNextDraw(id: string, options?: CallOptions): Call<LotteryDrawPreview>
  /**
   * Simulate the next draw
   *
   * Draws today's tickets many times with seeds of its own and tells who won how often. The same seed gives the same answer. Writes nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `lottery_not_open` (409).
   *
   * `POST /customers/me/lotteries/{id}/simulate-draw`
   */
  simulateDraw(id: string, body?: SimulateLotteryDraw | null, options?: CallOptions): Call<LotterySimulation>
}

export interface PublicResource {
  /**
   * Show the proof of a draw
   *
   * Hash, seed and winners, unless its lottery keeps them to itself. Seed and list are null until drawn.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/lottery-draws/{draw_id}`
   */
  getLotteryDraw(drawId: string, options?: CallOptions): Call<PublicLotteryDraw>
  /**
   * Show the entries of a draw
   *
   * The list its winners follow from: a line per entry, with its tickets.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/lottery-draws/{draw_id}/entries.txt`
   */
  getLotteryDrawEntries(drawId: string, options?: CallOptions): Call<string>
  /**
   * Show a hosted surface to anybody
   *
   * While it is published. May be kept for a minute.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/hosted-surfaces/{slug}`
   */
  getHostedSurface(slug: string, options?: CallOptions): Call<PublicHostedSurface>
  getHostedSurface(slug: string, options: ConditionalOptions): Call<PublicHostedSurface | undefined>
  /**
   * Come in with a code or a card
   *
   * Exchanges an access code, the token of a card, or the refresh token of an earlier answer for a widget session. Ten wrong tries of an address close this door to it for a quarter of an hour.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_access_code` (401), `player_not_ready` (409), `buddy_archived` (409).
   *
   * `POST /public/hosted-surfaces/{slug}/session`
   */
  createHostedSurfaceSession(slug: string, body: ComeIn, options?: CallOptions): Call<HostedSession>
  /**
   * Show a shared buddy to anybody
   *
   * What its profile shows. May be kept for a minute.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/b/{code}`
   */
  getShare(code: string, options?: CallOptions): Call<SharedBuddy>
  getShare(code: string, options: ConditionalOptions): Call<SharedBuddy | undefined>
  /**
   * Record a view or a click
   *
   * For pages of your own; counted once for each visitor, event and day.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `POST /public/b/{code}/events`
   */
  recordShare(code: string, body: PublicShareEvent, options?: CallOptions): Call<ShareRecorded>
  /**
   * Open the page of a shared buddy
   *
   * Leads on to the page.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /p/{code}`
   */
  openShare(code: string, query?: { c?: "copy_link" | "native_share" | "x" | "facebook" | "linkedin" | "whatsapp" | "email" | "other" | undefined }, options?: CallOptions): Call<string>
  /**
   * List shared buddies
   *
   * Of workspaces that let theirs be listed, newest first; the newest 5,000 at most.
   *
   * Limits: by address.
   *
   * `GET /public/share-index`
   */
  listShares(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<SharedBuddyEntry, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  listShares(query: { page?: number | undefined; limit?: number | undefined } | undefined, options: ConditionalOptions): Call<Page<SharedBuddyEntry, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }> | undefined>
  /**
   * List halls of fame
   *
   * Of workspaces that show theirs and have a season that is over, the newest first.
   *
   * Limits: by address.
   *
   * `GET /public/hall-of-fame-index`
   */
  listHallsOfFame(query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<HallOfFame, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  listHallsOfFame(query: { page?: number | undefined; limit?: number | undefined } | undefined, options: ConditionalOptions): Call<Page<HallOfFame, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }> | undefined>
  /**
   * List the seasons of a hall
   *
   * Those that are over, the newest first, each with its champion.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/hall-of-fame/{tenantSlug}`
   */
  listHallOfFameSeasons(tenantSlug: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<HallOfFameSeason, {
    tenantSlug: string
    tenantName: string
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  listHallOfFameSeasons(tenantSlug: string, query: { page?: number | undefined; limit?: number | undefined } | undefined, options: ConditionalOptions): Call<Page<HallOfFameSeason, {
    tenantSlug: string
    tenantName: string
    meta: {
      total: number
      page: number
      limit: number
    }
  }> | undefined>
  /**
   * Show the best of a season
   *
   * Ranks over all cohorts of a tier, as they were when it closed; names and pictures as they are today. Who is private, archived or erased, or hides on leaderboards, keeps its rank without them.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/hall-of-fame/{tenantSlug}/{seasonId}`
   */
  getHallOfFameSeason(tenantSlug: string, seasonId: string, options?: CallOptions): Call<HallOfFameSeasonPage>
  getHallOfFameSeason(tenantSlug: string, seasonId: string, options: ConditionalOptions): Call<HallOfFameSeasonPage | undefined>
  /**
   * Show what somebody comes back to
   *
   * By the token of the link. It opens nothing else, and changes nothing.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/returning-champion/welcome-back`
   */
  getWelcomeBack(query: { token: string }, options?: CallOptions): Call<WelcomeBack>
  /**
   * Show a showroom to anybody
   *
   * While it is published. Counts a visit. May be kept for a minute.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/showroom/{slug}`
   */
  getShowroom(slug: string, query?: { k?: string | undefined }, options?: CallOptions): Call<PublicShowroom>
  getShowroom(slug: string, query: { k?: string | undefined } | undefined, options: ConditionalOptions): Call<PublicShowroom | undefined>
  /**
   * Show the QR code of a showroom
   *
   * While it is published, as SVG or as PNG.
   *
   * Limits: by address.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /public/showroom/{slug}/qr`
   */
  getShowroomQr(slug: string, query: { format: "png" }, options?: CallOptions): Call<Uint8Array<ArrayBuffer>>
  getShowroomQr(slug: string, query: { format: "png" }, options: ConditionalOptions): Call<Uint8Array<ArrayBuffer> | undefined>
  getShowroomQr(slug: string, query?: { format?: "svg" | undefined }, options?: CallOptions): Call<string>
  getShowroomQr(slug: string, query: { format?: "svg" | undefined } | undefined, options: ConditionalOptions): Call<string | undefined>
}

export interface GroupQuestsResource {
  /**
   * List group quests
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/group-quests`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "draft" | "active" | "succeeded" | "failed" | "cancelled" | undefined }, options?: CallOptions): List<GroupQuest, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a group quest
   *
   * As a draft: nobody sees it until it is published.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/group-quests`
   */
  create(body: GroupQuestInput, options?: CallOptions): Call<GroupQuest>
  /**
   * Show a group quest
   *
   * With what all have brought, and how it ended.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/group-quests/{questId}`
   */
  get(questId: string, options?: CallOptions): Call<GroupQuest>
  /**
   * Change a group quest
   *
   * A draft changes as a whole; one that runs only in name, description and ends_at.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `quest_active` (409), `invalid_transition` (409).
   *
   * `PATCH /customers/me/group-quests/{questId}`
   */
  update(questId: string, body: GroupQuestPatch, options?: CallOptions): Call<GroupQuest>
  /**
   * Delete a group quest
   *
   * A draft, or one that was cancelled.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `quest_active` (409), `invalid_transition` (409).
   *
   * `DELETE /customers/me/group-quests/{questId}`
   */
  delete(questId: string, options?: CallOptions): Call<void>
  /**
   * Publish a group quest
   *
   * From now on buddies can join; it counts from its start.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/group-quests/{questId}/publish`
   */
  publish(questId: string, options?: CallOptions): Call<GroupQuest>
  /**
   * End a group quest by hand
   *
   * At once, as succeeded, failed or cancelled. Nothing is counted any more; rewards of a quest that succeeded are paid by the operation of its resolution.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/group-quests/{questId}/force-resolve`
   */
  forceResolve(questId: string, body: ForceResolveQuest, options?: CallOptions): Call<GroupQuest>
  /**
   * List who takes part in a group quest
   *
   * With what each has brought, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/group-quests/{questId}/members`
   */
  listMembers(questId: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<GroupQuestMember, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Join a group quest
   *
   * What the buddy brings counts from now on, until the quest is over. Repeating it answers `already_joined`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `test_clock_user` (409), `quest_not_joinable` (409), `quest_full` (409).
   *
   * `POST /buddies/{buddy_id}/group-quests/{questId}/join`
   */
  join(buddyId: string, questId: string, options?: CallOptions): Call<GroupQuestJoined>
  /**
   * Leave a group quest
   *
   * What the buddy has brought stays in the total, and pays nothing unless it joins again. Repeating it answers `already_left`.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `test_clock_user` (409), `quest_not_joinable` (409).
   *
   * `POST /buddies/{buddy_id}/group-quests/{questId}/leave`
   */
  leave(buddyId: string, questId: string, options?: CallOptions): Call<GroupQuestLeft>
}

export interface CausesResource {
  /**
   * List causes
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/causes`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "draft" | "active" | undefined }, options?: CallOptions): List<Cause, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a cause
   *
   * As a draft, or active at once. With a webhook_url the answer shows its secret, once.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/causes`
   */
  create(body: CauseInput, options?: CallOptions): Call<Cause>
  /**
   * Show a cause
   *
   * With all it has counted.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/causes/{id}`
   */
  get(id: string, options?: CallOptions): Call<Cause>
  /**
   * Change a cause
   *
   * Fields left out stay. `status` activates it or takes it back to draft. An active one keeps its counter, audience and threshold. With a new threshold counting crossings starts above the present total.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `cause_active` (409), `campaign_limit` (409).
   *
   * `PATCH /customers/me/causes/{id}`
   */
  update(id: string, body: CausePatch, options?: CallOptions): Call<Cause>
  /**
   * Archive a cause
   *
   * It counts no more and is shown no more. What was told stays told.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/causes/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Take a cause back to draft
   *
   * It stops counting and keeps its total.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/causes/{id}/draft`
   */
  draft(id: string, options?: CallOptions): Call<Cause>
  /**
   * Show the webhook of a cause
   *
   * Where thresholds are told. Without the secret.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/causes/{id}/webhook`
   */
  getWebhook(id: string, options?: CallOptions): Call<CauseWebhook>
  /**
   * Change the webhook of a cause
   *
   * At once, whatever the status. A new URL keeps the secret; `rotate_secret` replaces it and shows the new one.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `webhook_not_configured` (409).
   *
   * `PATCH /customers/me/causes/{id}/webhook`
   */
  updateWebhook(id: string, body: CauseWebhookPatch, options?: CallOptions): Call<CauseWebhook>
  /**
   * Send a test to the webhook of a cause
   *
   * A threshold that nobody has reached, with is_test true.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `webhook_not_configured` (409).
   *
   * `POST /customers/me/causes/{id}/webhook/test`
   */
  testWebhook(id: string, options?: CallOptions): Call<{
    /** opaque identifier (UUIDv7) */
    deliveryId: string
  }>
  /**
   * List deliveries of a cause
   *
   * What its webhook was sent, newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/causes/{id}/webhook/deliveries`
   */
  listDeliveries(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; status?: "pending" | "delivered" | "failed" | "exhausted" | undefined }, options?: CallOptions): List<WebhookDelivery, {
    nextCursor: string | null
  }>
  /**
   * List thresholds a cause has reached
   *
   * Newest first, chained by their hashes: none can be added or dropped.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/causes/{id}/crossings`
   */
  listCrossings(id: string, query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<CauseCrossing, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Preview what a cause would have counted
   *
   * As the preview of all causes, for one.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/causes/{id}/preview-30-days`
   */
  preview(id: string, options?: CallOptions): Call<CausePreview>
  /**
   * Preview what causes would have counted
   *
   * What recorded events of the last 30 days would have brought each cause, whatever its status. Looks at the 100,000 newest events of a type, and at 400,000 in all.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/causes/preview-30-days`
   */
  listPreviews(options?: CallOptions): Call<{
    data: CausePreview[]
  }>
  /**
   * Show what causes have counted
   *
   * By day, for up to 366 days; 30 when nothing is said.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/causes/analytics`
   */
  getAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<CauseAnalytics>
  /**
   * Download what causes have counted
   *
   * date, cause_key, units, cumulative_units.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/causes/analytics.csv`
   */
  downloadAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<string>
  /**
   * List what was done to causes
   *
   * Newest first, crossings among it.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/causes/audit`
   */
  listAudit(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<CauseAuditEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
}

export interface SurpriseDropsResource {
  /**
   * List surprise drops
   *
   * Newest first. Narrow it down by status: those that are enabled are active.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/surprise-drops`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "inactive" | undefined }, options?: CallOptions): List<SurpriseDrop, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a surprise drop
   *
   * Live at once. Each event that passes trigger, audience, conditions and limits wins it with its probability, and surely after `pity_after` misses in a row; what it brings is drawn by weight. At most 50 are enabled at once.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/surprise-drops`
   */
  create(body: SurpriseDropInput, options?: CallOptions): Call<SurpriseDrop>
  /**
   * Change a surprise drop
   *
   * Fields left out stay, lists are replaced; it counts for events from now on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `PATCH /customers/me/surprise-drops/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    enabled?: boolean | null | undefined
    priority?: number | null | undefined
    audience?: string | null | undefined
    trigger?: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    } | undefined
    conditions?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | null | undefined
    /** of an event that could win it */
    probability?: number | undefined
    pityAfter?: number | null | undefined
    beginner?: {
      days: number
      probability: number
    } | null | undefined
    rewardPool?: Array<{
      weight: number
      reward: {
        coins?: number | undefined
        tokens?: Array<{
          /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
          tokenKey: string
          amount: number
        }> | undefined
        badges?: string[] | undefined
        items?: string[] | undefined
        skills?: Array<{
          /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
          skillKey: string
          amount: number
        }> | undefined
        streakFreezes?: number | undefined
      }
    }> | undefined
    limits?: {
      cooldownSeconds?: number | undefined
      maxPerDay?: number | null | undefined
      maxPerWeek?: number | null | undefined
      maxPerMonth?: number | null | undefined
      maxTotal?: number | null | undefined
      uniqueBy?: string[] | undefined
      dayBoundary?: "user" | "tenant" | "utc" | undefined
    } | null | undefined
    budget?: {
      maxCoins: number
      period?: "day" | "week" | "month" | "total" | undefined
    } | null | undefined
  }, options?: CallOptions): Call<SurpriseDrop>
  /**
   * Delete a surprise drop
   *
   * At once. What was won stays, and its key is free again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/surprise-drops/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface EventBadgesResource {
  /**
   * List event badges
   *
   * Newest first. Narrow it down by status.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/event-badges`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "inactive" | undefined }, options?: CallOptions): List<EventBadge, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create an event badge
   *
   * Live at once, in no config version. A buddy gets it once, with the last of `required_count` events that occurred within the window. Its key may be that of no badge definition. At most 100 are active at once.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/event-badges`
   */
  create(body: EventBadgeInput, options?: CallOptions): Call<EventBadge>
  /**
   * Change an event badge
   *
   * Fields left out stay; it counts for events from now on. Badges given stay.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `PATCH /customers/me/event-badges/{id}`
   */
  update(id: string, body: {
    label?: string | undefined
    description?: string | null | undefined
    iconUrl?: string | null | undefined
    tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
    trigger?: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    } | undefined
    requiredCount?: number | null | undefined
    audience?: string | null | undefined
    conditions?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | null | undefined
    startsAt?: string | null | undefined
    endsAt?: string | null | undefined
    coinReward?: number | null | undefined
    maxAwards?: number | null | undefined
    status?: "active" | "inactive" | null | undefined
  }, options?: CallOptions): Call<EventBadge>
  /**
   * Delete an event badge
   *
   * At once. Badges given stay, and its key is free again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/event-badges/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface ReengagementResource {
  /**
   * Show what coming back pays
   *
   * Nothing, until it is set.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/reengagement-config`
   */
  get(options?: CallOptions): Call<ReengagementConfig>
  /**
   * Change what coming back pays
   *
   * Paid with the first live event of a buddy that occurred `settings.lapsed_after_days` days or more after the newest one before, once for each absence; `user.reengaged` is sent in any case.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/reengagement-config`
   */
  update(body: ReengagementPatch, options?: CallOptions): Call<ReengagementConfig>
}

export interface FoundingCohortResource {
  /**
   * Show the founding cohort
   *
   * Who belongs to it, and what they are given.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/founding-cohort/config`
   */
  getConfig(options?: CallOptions): Call<FoundingCohort>
  /**
   * Change the founding cohort
   *
   * What is left out stays. While it is enabled, users are enrolled within seconds: each with its first active buddy, in the order in which they hatched, those of before included. Members keep their numbers and what they were promised.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/founding-cohort/config`
   */
  updateConfig(body: FoundingCohortPatch, options?: CallOptions): Call<FoundingCohort>
  /**
   * Preview the founding cohort
   *
   * How many places are left, and who would be next.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/founding-cohort/preview`
   */
  preview(options?: CallOptions): Call<FoundingPreview>
  /**
   * Fill the founding cohort
   *
   * Enrols and rewards everybody there is a place for, also while it is not enabled. The result of the operation counts `enrolled`, `rewarded` and `void`; with `dry_run` it says how many would be enrolled and changes nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `POST /customers/me/founding-cohort/backfill`
   */
  backfill(body?: FoundingBackfill | null, options?: CallOptions): Call<AcceptedOperation>
  /**
   * List what happened in the founding cohort
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/founding-cohort/audit`
   */
  listAudit(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<FoundingAuditEntry, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Download what happened in the founding cohort
   *
   * number, buddy_id, user_id, action, origin, occurred_at; oldest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/founding-cohort/audit/export.csv`
   */
  downloadAudit(options?: CallOptions): Call<string>
}

export interface TeamsResource {
  /**
   * List teams
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/teams`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | undefined }, options?: CallOptions): List<ListedTeam, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a team
   *
   * At most 500 at once, 5,000 from the plan pro on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/teams`
   */
  create(body: TeamInput, options?: CallOptions): Call<Team>
  /**
   * Show a team
   *
   * With how many members and mentors it has now.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/teams/{teamId}`
   */
  get(teamId: string, options?: CallOptions): Call<Team>
  /**
   * Change a team
   *
   * Fields left out stay, null restores a default. Its key and its members stay as they are.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `team_full` (409), `audience_mismatch` (409).
   *
   * `PATCH /customers/me/teams/{teamId}`
   */
  update(teamId: string, body: TeamPatch, options?: CallOptions): Call<Team>
  /**
   * Delete a team
   *
   * At once gone from every list and read, and its key is free. An operation of the type team_dissolve takes its members out afterwards.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/teams/{teamId}`
   */
  delete(teamId: string, options?: CallOptions): Call<void>
  /**
   * List the members of a team
   *
   * Mentors first, then in the order in which they joined.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/teams/{teamId}/members`
   */
  listMembers(teamId: string, query?: { page?: number | undefined; limit?: number | undefined; role?: "member" | "mentor" | undefined }, options?: CallOptions): List<TeamMember, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Add a member to a team
   *
   * 201 for a new member. Already in with the same role: 200, nothing changes; with another: 409 already_member. The last place of a team goes to one of those who want it at the same moment. A buddy is in at most five teams.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `audience_mismatch` (409), `team_full` (409), `team_limit` (409), `already_member` (409).
   *
   * `POST /customers/me/teams/{teamId}/members`
   */
  addMember(teamId: string, body: AddTeamMember, options?: CallOptions): Call<TeamMember>
  /**
   * Change the role of a member
   *
   * The role it has already changes nothing. A rise from member to mentor is told as team_membership.role_upgraded; joining as mentor and becoming a member again tell nothing.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `PATCH /customers/me/teams/{teamId}/members/{buddyId}`
   */
  updateMember(teamId: string, buddyId: string, body: SetTeamRole, options?: CallOptions): Call<TeamMember>
  /**
   * Take a member out of a team
   *
   * Its place is free at once.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409).
   *
   * `DELETE /customers/me/teams/{teamId}/members/{buddyId}`
   */
  deleteMember(teamId: string, buddyId: string, options?: CallOptions): Call<void>
  /**
   * Import members of teams
   *
   * A CSV file in UTF-8 of at most 10 MiB and 10,000 rows below a header. Columns: `team_key` or `team_name`, `buddy_id` or `user_id`, and `role` (member). Of two the first wins; a `user_id` stands for the user's oldest active buddy of the team's audience. A team that is not there is made. A file that is no such table is refused as a whole (422, rows are counted from 1 below the header); a row that cannot be done is reported, and the others go on. 202 with an operation of the type import, or with `dry_run=true` 200 with what it would come to.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `campaign_limit` (409).
   *
   * `POST /customers/me/teams/import`
   */
  importMembers(body: string, options?: CallOptions & { query?: { dryRun?: boolean | undefined } | undefined }): Call<TeamImportResult | AcceptedOperation>
  /**
   * Read the feed of a team
   *
   * What members did, newest first: joining, leaving, roles, badges (not secret ones), evolutions, prestiges, streak milestones, and what leagues, quests and kudos brought. Kept 180 days; backfill and test clocks tell nothing.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/teams/{teamId}/feed`
   */
  getFeed(teamId: string, query?: { cursor?: string | undefined; limit?: number | undefined; type?: "member_joined" | "member_left" | "role_changed" | "badge_awarded" | "evolved" | "prestiged" | "streak_milestone" | "league_promoted" | "quest_succeeded" | "kudos_given" | undefined }, options?: CallOptions): List<TeamEvent, {
    events: TeamEvent[]
    /** null: that was all */
    nextCursor: string | null
  }>
}

export interface KudoTypesResource {
  /**
   * List kudo types
   *
   * By their place, then their key; archived ones only where asked for.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/kudo-types`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "archived" | "all" | undefined }, options?: CallOptions): List<KudoType, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a kudo type
   *
   * Live at once. At most 50 are active.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `campaign_limit` (409).
   *
   * `POST /customers/me/kudo-types`
   */
  create(body: KudoTypeInput, options?: CallOptions): Call<KudoType>
  /**
   * Reorder kudo types
   *
   * The ones that are named, by id or key, take the first places; the others follow as they were. One that is unknown, archived or named twice is refused.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/kudo-types/reorder`
   */
  reorder(body: KudoReorder, options?: CallOptions): Call<{
    data: KudoType[]
  }>
  /**
   * Add a ready-made kudo type
   *
   * One ready-made kind: thanks, great_work, team_player, welcome, mentor_star or creative. A key that is there already stays as it is.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `POST /customers/me/kudo-types/apply-template`
   */
  applyTemplate(body: ApplyKudoTemplate, options?: CallOptions): Call<KudoTemplateApplied>
  /**
   * Add the kudo types of a theme
   *
   * The ready-made kinds of a theme: learning, fitness, saas_onboarding, ecommerce, community or productivity. Keys that are there already stay as they are.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `POST /customers/me/kudo-types/apply-theme-template`
   */
  applyThemeTemplate(body: ApplyKudoTemplate, options?: CallOptions): Call<KudoTemplateApplied>
  /**
   * Change a kudo type
   *
   * Fields left out stay. With the status active an archived one is back.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `campaign_limit` (409).
   *
   * `PATCH /customers/me/kudo-types/{id}`
   */
  update(id: string, body: {
    label?: string | undefined
    emoji?: string | undefined
    description?: string | null | undefined
    receiverReward?: {
      coins?: number | undefined
      tokens?: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        tokenKey: string
        amount: number
      }> | undefined
      badges?: string[] | undefined
      items?: string[] | undefined
      skills?: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        skillKey: string
        amount: number
      }> | undefined
      streakFreezes?: number | undefined
    } | null | undefined
    giverReward?: {
      coins?: number | undefined
      tokens?: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        tokenKey: string
        amount: number
      }> | undefined
      badges?: string[] | undefined
      items?: string[] | undefined
      skills?: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        skillKey: string
        amount: number
      }> | undefined
      streakFreezes?: number | undefined
    } | null | undefined
    dailyLimitPerSender?: number | null | undefined
    pairLimitPerDay?: number | null | undefined
    reach?: "team" | "audience" | null | undefined
    allowMessage?: boolean | null | undefined
    audience?: string | null | undefined
    order?: number | null | undefined
    status?: "active" | "archived" | null | undefined
  }, options?: CallOptions): Call<KudoType>
  /**
   * Archive a kudo type
   *
   * Nobody can give it any more. What was given stays, and it can be brought back.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/kudo-types/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface KudosResource {
  /**
   * Take kudos out of every view
   *
   * With its message, for good. What it brought stays with both buddies.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/kudos/{kudo_id}`
   */
  delete(kudoId: string, options?: CallOptions): Call<void>
  /**
   * Show how kudos are given
   *
   * Of the last 30 days, unless `window_days` says otherwise. Two that only thank each other, to earn by it, show in the two shares, without a name.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/kudos/analytics`
   */
  getAnalytics(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<KudosAnalytics>
}

export interface MentorVisibilityResource {
  /**
   * Show who may find mentors
   *
   * Off by default.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/mentor-visibility/config`
   */
  getConfig(options?: CallOptions): Call<MentorConfig>
  /**
   * Change who may find mentors
   *
   * Fields left out stay, null restores a default. Switched off, nobody is visible and running sessions go on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/mentor-visibility/config`
   */
  updateConfig(body: MentorConfigPatch, options?: CallOptions): Call<MentorConfig>
  /**
   * List mentors
   *
   * Active buddies with that role in a team; those with most free places first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/mentor-visibility/directory`
   */
  listDirectory(query?: { page?: number | undefined; limit?: number | undefined; teamId?: string | undefined; available?: boolean | undefined }, options?: CallOptions): List<Mentor, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * List mentor sessions
   *
   * Newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/mentor-visibility/sessions`
   */
  listSessions(query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "ended" | "expired" | undefined }, options?: CallOptions): List<MentorSession, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Pair a mentor with a mentee
   *
   * For `session_days`. A mentee has one active session, a mentor at most `max_mentees_per_mentor`. Told as mentor.assigned. Losing the role, or the archiving of either, ends it; the time ends it by itself.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `not_a_mentor` (409), `mentor_full` (409), `mentor_already_assigned` (409), `mentor_not_visible` (409), `test_clock_user` (409).
   *
   * `POST /customers/me/mentor-visibility/sessions`
   */
  startSession(body: NewMentorSession, options?: CallOptions): Call<MentorSession>
  /**
   * End mentor sessions
   *
   * All active ones, or those of a mentor, of a mentee, or one. 204 also when none was.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * `DELETE /customers/me/mentor-visibility/sessions`
   */
  endSessions(query?: { mentorBuddyId?: string | undefined; menteeBuddyId?: string | undefined; mentorSessionId?: string | undefined }, options?: CallOptions): Call<void>
}

export interface CouncilResource {
  /**
   * List proposals
   *
   * Newest first, whatever became of them.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/council/proposals`
   */
  listProposals(query?: { page?: number | undefined; limit?: number | undefined; status?: "open" | "approved" | "rejected" | "withdrawn" | undefined; slot?: "intro" | "level_up_copy.stage_2" | "level_up_copy.stage_3" | "level_up_copy.stage_4" | "level_up_copy.stage_5" | "hatch_copy" | "streak_copy.milestone" | "streak_copy.at_risk" | "streak_copy.lost" | "badge_copy" | "empty_copy" | "welcome_back_copy" | undefined }, options?: CallOptions): List<Proposal, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Propose a text
   *
   * Nobody sees it before it is approved. A buddy has at most three open proposals.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `buddy_archived` (409), `not_a_mentor` (409), `proposal_limit` (409).
   *
   * `POST /customers/me/council/proposals`
   */
  createProposal(body: Propose, options?: CallOptions): Call<Proposal>
  /**
   * Vote on a proposal
   *
   * One vote of your account, or of all secret keys together; voting again replaces it. With as many equal votes as the quorum asks for the proposal is decided: an approved text stands in the narrative at once, and webhooks hear of it as council.proposal_approved.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `PATCH /customers/me/council/proposals/{id}`
   */
  updateProposal(id: string, body: CouncilVote, options?: CallOptions): Call<Proposal>
  /**
   * Set a text of the narrative
   *
   * Without a vote, as a change of the narrative would.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PUT /customers/me/council/narrative/slots/{slot}`
   */
  replaceSlot(slot: string, body: {
    text: string
  }, options?: CallOptions): Call<NarrativeSlot>
  /**
   * Take a text of the narrative back
   *
   * The default of tone and language is said again.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /customers/me/council/narrative/slots/{slot}`
   */
  deleteSlot(slot: string, options?: CallOptions): Call<void>
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
   * Refusals of its own: `not_found` (404), `unknown_audience` (400), `operation_limit_reached` (409).
   *
   * `POST /customers/me/profile-templates/apply-bulk`
   */
  applyBulk(body: ApplyProfile, options?: CallOptions): Call<ApplyProfilePlan | AcceptedOperation>
}

export interface HostedSurfacesResource {
  /**
   * List hosted surfaces
   *
   * Newest first. Archived ones only where they are asked for.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/hosted-surfaces`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "draft" | "published" | "archived" | undefined }, options?: CallOptions): List<HostedSurface, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a hosted surface
   *
   * A draft, with an address of its own. Players can be added before it is published.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `slug_taken` (409), `surface_limit_reached` (409), `unknown_audience` (400).
   *
   * `POST /customers/me/hosted-surfaces`
   */
  create(body: HostedSurfaceInput, options?: CallOptions): Call<HostedSurface>
  /**
   * Show a hosted surface
   *
   * By its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/hosted-surfaces/{id}`
   */
  get(id: string, options?: CallOptions): Call<HostedSurface>
  /**
   * Change a hosted surface
   *
   * Seen on the page within a minute. Fields left out stay; null restores the default of those that have one.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `slug_taken` (409), `slug_locked` (409), `surface_archived` (409), `unknown_audience` (400).
   *
   * `PATCH /customers/me/hosted-surfaces/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    hostedSurfaceKey?: string | null | undefined
    slug?: string | null | undefined
    audience?: string | null | undefined
    headline?: string | null | undefined
    intro?: string | null | undefined
    branding?: BrandingInput | null | undefined
    supportUrl?: string | null | undefined
    legalUrl?: string | null | undefined
    modules?: Array<"buddy" | "path" | "marketplace" | "leaderboard"> | null | undefined
    playerScopes?: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip"> | null | undefined
    eventTypes?: string[] | null | undefined
    sessionMinutes?: number | null | undefined
    locale?: string | null | undefined
    logoUrl?: null | undefined
  }, options?: CallOptions): Call<HostedSurface>
  /**
   * Publish a hosted surface
   *
   * Its page opens. From now on its slug stays as it is.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409), `surface_not_ready` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/publish`
   */
  publish(id: string, options?: CallOptions): Call<HostedSurface>
  /**
   * Unpublish a hosted surface
   *
   * Back to a draft: its page is gone and every session on it ends at once.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/unpublish`
   */
  unpublish(id: string, options?: CallOptions): Call<HostedSurface>
  /**
   * Archive a hosted surface
   *
   * For ever: sessions end, and its slug stays taken.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/archive`
   */
  archive(id: string, options?: CallOptions): Call<HostedSurface>
  /**
   * Upload its logo
   *
   * Drawn anew as a PNG of at most 512 pixels a side.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 10 MiB.
   *
   * Refusals of its own: `not_found` (404), `surface_archived` (409), `asset_quota_exceeded` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/logo`
   */
  uploadLogo(id: string, body: UploadPicture, options?: CallOptions): Call<HostedSurface>
  /**
   * Check a hosted surface
   *
   * What publishing asks for, and what players would miss. Where to mend it is said.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/hosted-surfaces/{id}/readiness`
   */
  getReadiness(id: string, options?: CallOptions): Call<HostedSurfaceReadiness>
  /**
   * List players of a hosted surface
   *
   * Newest first. Codes are shown one by one.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/hosted-surfaces/{id}/players`
   */
  listPlayers(id: string, query?: { page?: number | undefined; limit?: number | undefined; status?: "active" | "disabled" | undefined; userId?: string | undefined; q?: string | undefined }, options?: CallOptions): List<HostedPlayer, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Add a player to a hosted surface
   *
   * With a code and a card to come in with. Who has no buddy of its audience yet gets an egg that hatches; the answer waits some seconds for it, except under an Idempotency-Key.
   *
   * Limits: 60 a minute, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `surface_archived` (409), `already_exists` (409), `player_limit_reached` (409), `missing_audience` (400), `unknown_audience` (400), `no_published_config` (409), `active_egg_limit` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/players`
   */
  addPlayer(id: string, body: CreateHostedPlayer, options?: CallOptions): Call<NewHostedPlayer>
  /**
   * Change a player
   *
   * Its name, and whether code and card work. To remove one erase the user.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `surface_archived` (409).
   *
   * `PATCH /customers/me/hosted-surfaces/{id}/players/{playerId}`
   */
  updatePlayer(id: string, playerId: string, body: PatchHostedPlayer, options?: CallOptions): Call<HostedPlayer>
  /**
   * Show a player's code and card
   *
   * For 90 days after they were issued. They work beyond that.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/hosted-surfaces/{id}/players/{playerId}/access-code`
   */
  getAccessCode(id: string, playerId: string, options?: CallOptions): Call<HostedAccessCode>
  /**
   * Replace a player's code and card
   *
   * The old ones, and every session they opened, are void at once.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `surface_archived` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/players/{playerId}/regenerate-access`
   */
  regenerateAccess(id: string, playerId: string, options?: CallOptions): Call<HostedAccessCode>
  /**
   * List recipes of a hosted surface
   *
   * Newest first, with the runs of today.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/hosted-surfaces/{id}/recipes`
   */
  listRecipes(id: string, query?: { page?: number | undefined; limit?: number | undefined }, options?: CallOptions): List<Recipe, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create or replace a recipe
   *
   * 201 when its key is new, else 200. Runs of today count on under the same key. What its action names has to be there: a token or a badge in the published configuration or in the draft.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `surface_archived` (409), `recipe_limit_reached` (409).
   *
   * `POST /customers/me/hosted-surfaces/{id}/recipes`
   */
  saveRecipe(id: string, body: RecipeInput, options?: CallOptions): Call<Recipe>
  /**
   * Run a recipe for a player
   *
   * Gives what the recipe says. Send an Idempotency-Key, so that a second try gives nothing twice; a run that is refused does not count.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `surface_archived` (409), `recipe_disabled` (409), `recipe_exhausted` (409), `player_disabled` (409), `player_not_ready` (409), `not_found` (404), `buddy_archived` (409), `balance_limit` (409), `item_already_owned` (409), `sub_step_locked` (409), `sub_step_automatic` (409), `event_quota_exceeded` (402).
   *
   * `POST /customers/me/hosted-surfaces/{id}/recipes/{key}/run`
   */
  runRecipe(id: string, key: string, body: RunRecipe, options?: CallOptions): Call<RecipeRun>
}

export interface BuddyShareResource {
  /**
   * Show how buddies are shared
   *
   * Whether links open, and what their page shows.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /buddy-share/settings`
   */
  getSettings(options?: CallOptions): Call<ShareSettings>
  /**
   * Change how buddies are shared
   *
   * What is left out stays, null restores a default.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /buddy-share/settings`
   */
  updateSettings(body: ShareSettingsPatch, options?: CallOptions): Call<ShareSettings>
  /**
   * Show what became of shared buddies
   *
   * Views and clicks count once for each visitor and day, programs never; what share dialogs saw counts each time.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /buddy-share/stats`
   */
  getStats(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<ShareStats>
}

export interface BragResource {
  /**
   * Show the brag button
   *
   * After which moments it stands in the widget, and what it says.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/brag/config`
   */
  getConfig(options?: CallOptions): Call<BragConfig>
  /**
   * Change the brag button
   *
   * What is left out stays, null restores a default.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/brag/config`
   */
  updateConfig(body: BragConfigPatch, options?: CallOptions): Call<BragConfig>
  /**
   * Compare the channels of brags
   *
   * Views and clicks are those of links that were handed out for the channel.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/brag/by-channel`
   */
  getByChannel(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<BragChannels>
  /**
   * Show what becomes of brags
   *
   * From the button that was shown to whoever came because of it.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/brag/funnel`
   */
  getFunnel(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<BragFunnel>
  /**
   * Download what was done with the button
   *
   * Newest first, 100,000 rows at most.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/brag/telemetry.csv`
   */
  downloadTelemetry(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<string>
  /**
   * Send a sample of brag.shared
   *
   * To every enabled endpoint subscribed to it, signed as the real ones are.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `webhook_not_subscribed` (409).
   *
   * `POST /customers/me/brag/webhook-test`
   */
  testWebhook(options?: CallOptions): Call<BragTest>
}

export interface MarketingResource {
  /**
   * Count a press of a button
   *
   * Shown in `/metrics` by `cta` and nowhere else; nothing besides it is kept.
   *
   * Limits: by address; a body of 16 KiB.
   *
   * `POST /marketing/cta`
   */
  press(body: MarketingClick, options?: CallOptions): Call<MarketingClicked>
}

export interface ShowroomsResource {
  /**
   * List showrooms
   *
   * Newest first. Archived ones only where they are asked for.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/showrooms`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "draft" | "published" | "archived" | undefined }, options?: CallOptions): List<Showroom, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Create a showroom
   *
   * A draft, with an address of its own. A workspace has at most 50.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `already_exists` (409), `slug_taken` (409), `showroom_limit_reached` (409), `unknown_audience` (400).
   *
   * `POST /customers/me/showrooms`
   */
  create(body: ShowroomInput, options?: CallOptions): Call<Showroom>
  /**
   * Show a showroom
   *
   * By its id or its key.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /customers/me/showrooms/{id}`
   */
  get(id: string, options?: CallOptions): Call<Showroom>
  /**
   * Change a showroom
   *
   * Seen on the page within a minute. Fields left out stay; null restores the default of those that have one.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `already_exists` (409), `slug_taken` (409), `slug_locked` (409), `showroom_archived` (409), `unknown_audience` (400).
   *
   * `PATCH /customers/me/showrooms/{id}`
   */
  update(id: string, body: {
    name?: string | undefined
    showroomKey?: string | null | undefined
    slug?: string | null | undefined
    audience?: string | null | undefined
    headline?: string | null | undefined
    description?: string | null | undefined
    branding?: BrandingInput | null | undefined
    cta?: ShowroomCtaInput_1 | null | undefined
    listed?: boolean | null | undefined
    selection?: ShowroomSelectionInput | null | undefined
    show?: ShowroomShowInput_1 | null | undefined
  }, options?: CallOptions): Call<Showroom>
  /**
   * Publish a showroom
   *
   * Its page opens. From now on its slug stays as it is.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/showrooms/{id}/publish`
   */
  publish(id: string, options?: CallOptions): Call<Showroom>
  /**
   * Unpublish a showroom
   *
   * Back to a draft: nobody sees its page any more.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/showrooms/{id}/unpublish`
   */
  unpublish(id: string, options?: CallOptions): Call<Showroom>
  /**
   * Archive a showroom
   *
   * For ever: its page is gone, and its slug stays taken.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `POST /customers/me/showrooms/{id}/archive`
   */
  archive(id: string, options?: CallOptions): Call<Showroom>
  /**
   * Make its QR code anew
   *
   * Who comes by a code that was printed before still finds the page, and counts as come by link.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404), `showroom_archived` (409).
   *
   * `POST /customers/me/showrooms/{id}/regenerate-qr`
   */
  regenerateQr(id: string, options?: CallOptions): Call<Showroom>
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
    event: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "award.granted" | "user.erased" | "brag.shared" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "group_quest.resolved" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached" | "plan.changed" | "billing.past_due" | "economy.alert_opened" | "economy.alert_resolved" | "credits.low"
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
  listDeliveries(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; status?: "pending" | "delivered" | "failed" | "exhausted" | undefined; event?: "buddy.hatched" | "buddy.evolved" | "buddy.prestiged" | "buddy.ceremony_completed" | "evolution.ready" | "coins.earned" | "coins.spent" | "token.earned" | "token.spent" | "gate.unlocked" | "item.purchased" | "item.equipped" | "outfit.saved" | "outfit.worn" | "outfit.deleted" | "mystery_box.opened" | "booster.granted" | "free_lunch.granted" | "free_lunch.seen" | "free_lunch.dismissed" | "lottery.drawn" | "skill.level_up" | "skill.updated" | "skill.decayed" | "badge.ready" | "badge.awarded" | "streak.milestone" | "streak.at_risk" | "user.reengaged" | "team_membership.role_upgraded" | "mentor.assigned" | "award.granted" | "user.erased" | "brag.shared" | "kudos.given" | "group_quest.joined" | "group_quest.left" | "group_quest.resolved" | "league.tier_changed" | "league.season_closed" | "showroom.visited" | "council.proposal_approved" | "cause.threshold_reached" | "plan.changed" | "billing.past_due" | "economy.alert_opened" | "economy.alert_resolved" | "credits.low" | undefined }, options?: CallOptions): List<WebhookDelivery, {
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

export interface WebhookInboxesResource {
  /**
   * List webhook inboxes
   *
   * Those that live, the newest first.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /webhook-inboxes`
   */
  list(options?: CallOptions): Call<{
    data: WebhookInbox[]
  }>
  /**
   * Create a webhook inbox
   *
   * An address that takes whatever is sent to it, for 7 days: put its url into a webhook endpoint, let something happen, and read what was sent and whether its signature holds. `reply` plays a receiver that is slow or fails. At most 5 at a time.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `inbox_limit` (409).
   *
   * `POST /webhook-inboxes`
   */
  create(body?: CreateWebhookInbox | null, options?: CallOptions): Call<WebhookInbox>
  /**
   * Show a webhook inbox
   *
   * Its url, how it replies, and how many requests it lists.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /webhook-inboxes/{id}`
   */
  get(id: string, options?: CallOptions): Call<WebhookInbox>
  /**
   * Change a webhook inbox
   *
   * Its name, or how it replies from now on, as a whole; `fail_first` begins anew.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `PATCH /webhook-inboxes/{id}`
   */
  update(id: string, body: UpdateWebhookInbox, options?: CallOptions): Call<WebhookInbox>
  /**
   * Delete a webhook inbox
   *
   * With its requests. Its url answers 404 from now on.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /webhook-inboxes/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * List requests of a webhook inbox
   *
   * Newest first: the last 200 of the last 24 hours, each with what became of its signature. With `since` and `wait_ms` it waits for the next one.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /webhook-inboxes/{id}/requests`
   */
  listRequests(id: string, query?: { cursor?: string | undefined; limit?: number | undefined; since?: string | undefined; waitMs?: number | undefined }, options?: CallOptions): List<WebhookInboxRequest, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Empty a webhook inbox
   *
   * Forgets its requests; the inbox and its url stay.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `DELETE /webhook-inboxes/{id}/requests`
   */
  clear(id: string, options?: CallOptions): Call<void>
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

export interface AnalyticsResource {
  /**
   * Show the workspace at a glance
   *
   * Users, buddies, eggs, events, coins and deliveries. `total`, `active_*`, `open` and `outstanding` are of now, the rest is the window's. Stickiness: users of a mean day among those of 30.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/overview`
   */
  getOverview(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; compare?: "previous" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsOverview>
  /**
   * Show who is active, new, back or gone
   *
   * By period: active = new + returning + resurrected; dormant were active in the period before and are not in this one. A user is active who sent an event, by its local day.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/activity-summary`
   */
  getActivitySummary(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; compare?: "previous" | undefined }, options?: CallOptions): Call<string>
  getActivitySummary(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; compare?: "previous" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsActivitySummary>
  /**
   * Count events by type
   *
   * Accepted and new ones, on the local day they occurred. `unrewarded` were received and nothing came of them, `without_buddy` had nobody to receive them.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/event-counts`
   */
  getEventCounts(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined }, options?: CallOptions): Call<string>
  getEventCounts(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsEventCounts>
  /**
   * List event types and who listens to them
   *
   * Every type that was ever counted or is defined, with the rules, badges, streaks, paths and campaigns in force that wait for it.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/custom-events`
   */
  getCustomEvents(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; only?: "undefined" | "unused" | "silent" | undefined }, options?: CallOptions): Call<string>
  getCustomEvents(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; only?: "undefined" | "unused" | "silent" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsCustomEvents>
  /**
   * Compare audiences
   *
   * Users of two audiences count in both. `listed: false`: taken off the list since.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/audiences`
   */
  getAudiences(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined }, options?: CallOptions): Call<string>
  getAudiences(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsAudiences>
  /**
   * Show where coins and tokens come from and go
   *
   * `outstanding` is what buddies hold, `net` what the window has changed of it. Corrections are reversals and what they left owed.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/economy-summary`
   */
  getEconomySummary(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; compare?: "previous" | undefined }, options?: CallOptions): Call<string>
  getEconomySummary(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; compare?: "previous" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsEconomySummary>
  /**
   * List badges by awards
   *
   * Holders are of now, and archived buddies none; rarity is their share of all buddies. Secret ones are listed.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/popular-badges`
   */
  getPopularBadges(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; limit?: number | undefined }, options?: CallOptions): Call<string>
  getPopularBadges(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; limit?: number | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsPopularBadges>
  /**
   * List items by how many came to buddies
   *
   * Owners are of now, the rest is the window's.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/popular-items`
   */
  getPopularItems(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; limit?: number | undefined }, options?: CallOptions): Call<string>
  getPopularItems(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; limit?: number | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsPopularItems>
  /**
   * Show tokens and the gates they open
   *
   * `outstanding` is of now, the rest is the window's.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/tokens`
   */
  getTokens(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined }, options?: CallOptions): Call<string>
  getTokens(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsTokens>
  /**
   * Show how deliveries fare
   *
   * By endpoint, those of causes included; `pending` is of now. Of an address only the host is told.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/webhooks`
   */
  getWebhooks(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; granularity?: "day" | "week" | "month" | undefined }, options?: CallOptions): Call<string>
  getWebhooks(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsWebhooks>
  /**
   * Show how often users come
   *
   * On how many days of the window, with how many events, and what they used. Kept for a minute, as `as_of` says.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/engagement`
   */
  getEngagement(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; compare?: "previous" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsEngagement>
  /**
   * Show who comes back
   *
   * A cohort is who was new in a period; offset k is the k-th one after it. A running period is not complete and left out of `overall`.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/retention`
   */
  getRetention(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; mode?: "on" | "on_or_after" | undefined; cohorts?: number | undefined }, options?: CallOptions): Call<string>
  getRetention(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; mode?: "on" | "on_or_after" | undefined; cohorts?: number | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsRetention>
  /**
   * Show which features are used
   *
   * By whom and how often, whether the plan has them and whether they are on.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/feature-activity`
   */
  getFeatureActivity(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined }, options?: CallOptions): Call<string>
  getFeatureActivity(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsFeatureActivity>
  /**
   * Show the way from a visit to something worn
   *
   * A step holds users who did it and all steps before in the window, in any order. `unaffordable_share`: tries that were refused for coins.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/marketplace-funnel`
   */
  getMarketplaceFunnel(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsMarketplaceFunnel>
  /**
   * Show how buddies grow
   *
   * Stages are of `snapshot_at`; days to a stage are of those who came to it in the window.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/evolution`
   */
  getEvolution(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsEvolution>
  /**
   * Show how streaks hold
   *
   * Running ones are of `snapshot_at`. A loss counts once the user's next event shows it; until then it is `lapsed`.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/streaks`
   */
  getStreaks(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined }, options?: CallOptions): Call<string>
  getStreaks(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsStreaks>
  /**
   * Judge the economy
   *
   * What is spent of what is issued, how balances spread, and findings where a figure passes its threshold. None below 20 buddies that hold coins.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/economy-health`
   */
  getEconomyHealth(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsEconomyHealth>
  /**
   * Reckon what the program is worth
   *
   * With what `settings.roi` says of values and costs. A figure without its input is null; `unknown` names what cannot be seen from here. Only a randomised holdout shows a cause.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /analytics/roi-metrics`
   */
  getRoiMetrics(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsRoi>
  /**
   * Show what became of shared buddies
   *
   * By days of UTC, whatever the workspace's time zone is: the figures of `GET /buddy-share/stats` for the same days. With an audience, those of the buddies that are in it now.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `unknown_audience` (400).
   *
   * `GET /customers/me/analytics/share-funnel`
   */
  getShareFunnel(query: { format: "csv"; windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined }, options?: CallOptions): Call<string>
  getShareFunnel(query?: { windowDays?: number | undefined; from?: string | undefined; to?: string | undefined; audience?: string | undefined; granularity?: "day" | "week" | "month" | undefined; format?: "json" | undefined }, options?: CallOptions): Call<AnalyticsShareFunnel>
}

export interface AlertsResource {
  /**
   * List alerts
   *
   * The newest first: a rule that pays much more than it used to, a buddy far ahead of all others, an event type that has gone silent, a budget or quota that runs out. Nothing is paused and nobody is blocked.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /economy/alerts`
   */
  list(query?: { page?: number | undefined; limit?: number | undefined; status?: "open" | "acknowledged" | "resolved" | "dismissed" | undefined; kind?: "rule_spike" | "user_farming" | "budget" | "silence" | "unknown_types" | "no_sinks" | "quota" | "webhook_failing" | "refusals" | undefined; severity?: "info" | "warning" | "critical" | undefined }, options?: CallOptions): List<EconomyAlert, {
    meta: {
      total: number
      page: number
      limit: number
    }
  }>
  /**
   * Show an alert
   *
   * What was seen and what was expected, with routes that tell more.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * Refusals of its own: `not_found` (404).
   *
   * `GET /economy/alerts/{alert_id}`
   */
  get(alertId: string, options?: CallOptions): Call<EconomyAlert>
  /**
   * Acknowledge or dismiss an alert
   *
   * An open one is acknowledged; an open or acknowledged one dismissed: then the same is not told for seven days. It resolves by itself a day after it was last seen.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `invalid_transition` (409).
   *
   * `PATCH /economy/alerts/{alert_id}`
   */
  update(alertId: string, body: UpdateEconomyAlert, options?: CallOptions): Call<EconomyAlert>
  /**
   * Show what alerts look for
   *
   * By kind: whether, from which factor and which amount on.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /economy/alert-config`
   */
  getConfig(options?: CallOptions): Call<AlertConfig>
  /**
   * Change what alerts look for
   *
   * Merged by kind. It holds from the next look on; alerts there are stay.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /economy/alert-config`
   */
  updateConfig(body: UpdateAlertConfig, options?: CallOptions): Call<AlertConfig>
}

export interface SixDResource {
  /**
   * Show the six steps
   *
   * What was answered of objectives, behaviors, players, loops, fun and tools.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/onboarding/six-d`
   */
  get(options?: CallOptions): Call<SixD>
  /**
   * Answer one step
   *
   * Replaces the answers of the step as a whole. After a revision was frozen the first answer begins the next one, with all other answers as they were; after a skip it goes on.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * `PATCH /customers/me/onboarding/six-d`
   */
  save(body: SixDAnswer, options?: CallOptions): Call<SixD>
  /**
   * Freeze the answers
   *
   * Makes them a revision that drift is measured against. Steps without an answer: 409 six_d_incomplete. The last 100 revisions are kept.
   *
   * Limits: 60 writes a second, more on larger plans.
   *
   * Refusals of its own: `six_d_incomplete` (409), `invalid_transition` (409).
   *
   * `POST /customers/me/onboarding/six-d`
   */
  complete(options?: CallOptions): Call<SixD>
  /**
   * Do without the six steps
   *
   * What was answered stays, and answering a step goes on with it.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `invalid_transition` (409).
   *
   * `POST /customers/me/onboarding/six-d/skip`
   */
  skip(body?: SixDSkip | null, options?: CallOptions): Call<SixD>
  /**
   * List who answered what when
   *
   * Newest first; what is so already leaves no row. The newest 1,000 are kept.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/onboarding/six-d/audit`
   */
  listChanges(query?: { cursor?: string | undefined; limit?: number | undefined }, options?: CallOptions): List<SixDChange, {
    pagination: {
      nextCursor: string | null
      hasMore: boolean
      limit: number
    }
  }>
  /**
   * Compare the answers with what users do
   *
   * Of the newest frozen revision. A behavior is on_track within 0.3 of what was expected; an objective from 0.7 of its target on. Below 20 active users nothing is said.
   *
   * Limits: 300 reads a second, more on larger plans.
   *
   * `GET /customers/me/onboarding/six-d/drift-stats`
   */
  getDrift(query?: { windowDays?: number | undefined }, options?: CallOptions): Call<SixDDrift>
}

export interface ForecastsResource {
  /**
   * Forecast the economy
   *
   * Lives the coming days many times over: each simulated user begins as the buddy of somebody who was active, and lives on whole recorded days of that user, drawn by weekday, under the version that is named; it leaves and others come as the record says, and it buys what it can afford as its model did. `assumed` takes figures of yours instead of the record. Nothing is written and nobody is told. Runs as an operation of the type forecast: `progress` counts runs, a cancel ends it between two, `result` has `daily` bands over all runs, `items`, `stages`, `rules` and `warnings`. The same input, seed and record give the same result. At most 20,000,000 decisions are made: where more are asked for, fewer users are lived, then fewer runs, and `warnings` say so. One at a time; `not_modelled` says what it knows nothing of.
   *
   * Limits: 60 writes a second, more on larger plans; a body of 1 MiB.
   *
   * Refusals of its own: `not_found` (404), `unknown_audience` (400), `operation_in_progress` (409), `forecast_no_data` (409).
   *
   * `POST /economy/forecasts`
   */
  start(body?: ForecastInput | null, options?: CallOptions): Call<AcceptedOperation>
}
