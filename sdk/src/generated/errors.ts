// Written by sdk/generate from contract/openapi.json.
/** What stands in `details`, by code. */
export interface ErrorDetails {
  active_egg_limit: {
    active: Array<{
      eggId: string
      status: "waiting" | "ready" | "hatching" | "hatched" | "cancelled"
      createdAt: string
    }>
    max: number
  }
  already_exists: {
    key: string
  }
  already_member: {
    role: "member" | "mentor"
  }
  asset_quota_exceeded: {
    unit: "pictures" | "bytes"
    max: number
    used: number
    required: number
  }
  audience_in_use: {
    audience: string
    buddies: number
    eggs: number
  }
  audience_mismatch: {
    buddies: number
  } | {
    audience: string
  }
  bad_gateway: Readonly<Record<string, unknown>>
  bad_request: Readonly<Record<string, unknown>>
  badge_not_earned: {
    badgeKey: string
    reason: "not_published" | "inactive" | "award_mode_api" | "no_criteria"
  }
  badge_not_ready: {
    badgeKey: string
  }
  balance_limit: {
    unit: string
    max: number
  }
  booster_limit: {
    max: number
  }
  box_exhausted: {
    boxKey: string
  }
  box_limit_reached: {
    limit: string
    used: number
    max: number
  }
  brag_disabled: Readonly<Record<string, unknown>>
  brag_not_earned: Readonly<Record<string, unknown>>
  buddy_archived: Readonly<Record<string, unknown>>
  buddy_private: Readonly<Record<string, unknown>>
  campaign_limit: {
    of: string
    max: number
  }
  capability_disabled: {
    capability: string
  }
  cause_active: {
    fields: string[]
  }
  ceremony_not_pending: {
    ceremony: string
    evolutionStage: number
  }
  config_changed: {
    expectedRevision: string
    revision: string
  }
  config_empty: Readonly<Record<string, unknown>>
  config_not_active: {
    status: string
  }
  config_not_draft: {
    status: string
  }
  credit_insufficient: {
    balance: number
    required: number
  }
  draft_exists: {
    configVersionId: string
  }
  egg_not_ready: {
    status: "waiting" | "ready" | "hatching" | "hatched" | "cancelled"
  }
  email_not_verified: Readonly<Record<string, unknown>>
  email_taken: Readonly<Record<string, unknown>>
  entry_automatic: Readonly<Record<string, unknown>>
  entry_limit_reached: {
    used: number
    max: number
  }
  equip_category_conflict: {
    category: string
    itemIds: string[]
  }
  equip_limit_exceeded: {
    max: number
    itemIds: string[]
  }
  event_quota_exceeded: {
    quota: number
    used: number
    resetsAt: string
  }
  evolution_max_stage: {
    stage: number
  }
  evolution_not_ready: {
    requirements: Array<{
      type: string
      key: string | null
      operator: string
      value: unknown
      current: unknown
      met: boolean
    }>
  }
  forbidden: {
    widget: string
  } | {
    requiredRole: "member" | "admin" | "owner"
  } | {
    origin: string
  } | {
    eventType: string
    allowed: string[]
  }
  forecast_no_data: {
    users: number
    events: number
    usersNeeded: number
    eventsNeeded: number
  }
  idempotency_key_conflict: Readonly<Record<string, unknown>>
  inbox_limit: {
    max: number
  }
  insufficient_coins: {
    balance: number
    required: number
  }
  insufficient_scope: {
    requiredScope: string
  }
  insufficient_tokens: {
    tokenKey: string
    balance: number
    required: number
  }
  internal_server_error: Readonly<Record<string, unknown>>
  invalid_access_code: Readonly<Record<string, unknown>>
  invalid_credentials: Readonly<Record<string, unknown>>
  invalid_token: Readonly<Record<string, unknown>>
  invalid_transition: {
    from: string
    to: string
  }
  item_already_owned: {
    itemId: string
  }
  item_gift_only: {
    itemId: string
  }
  item_not_owned: {
    itemIds: string[]
  }
  item_unavailable: {
    itemId: string
    reason: "inactive" | "not_yet" | "no_longer" | "marketplace_closed" | "other_audience"
  } | {
    boxKey: string
    reason: "inactive" | "not_yet" | "no_longer" | "other_audience"
  }
  kudo_limit_reached: {
    limit: "daily" | "pair" | "total"
    used: number
    max: number
    /** ISO 8601, UTC, milliseconds */
    resetsAt: string
  }
  kudo_not_allowed: {
    reason: "audience" | "team" | "type_archived"
  }
  last_owner: Readonly<Record<string, unknown>>
  lottery_not_open: {
    status: string
  }
  member_limit: {
    max: number
  }
  mentor_already_assigned: {
    mentorSessionId: string
  }
  mentor_full: {
    max: number
  }
  mentor_not_visible: {
    reason: "disabled" | "self_service" | "team" | "audience"
  }
  missing_audience: {
    audiences: string[]
  }
  no_billing_account: Readonly<Record<string, unknown>>
  no_freezes_left: {
    streakKey: string
  }
  no_published_config: {
    publishUrl: string
  }
  not_a_mentor: Readonly<Record<string, unknown>>
  not_found: Readonly<Record<string, unknown>>
  onboarding_busy: {
    kind: string
    operationId: string
  }
  onboarding_cap_reached: {
    cap: string
    max: number
    resetsAt: string
  }
  onboarding_not_planned: Readonly<Record<string, unknown>>
  onboarding_session_closed: {
    status: string
  }
  operation_finished: {
    status: "pending" | "processing" | "completed" | "failed" | "cancelled"
  }
  operation_in_progress: {
    type: string
  }
  operation_limit_reached: {
    type: string
    max: number
  }
  opt_out_not_allowed: Readonly<Record<string, unknown>>
  out_of_stock: {
    itemId: string
  } | {
    boxKey: string
  }
  outfit_limit: {
    max: number
  }
  path_too_long: {
    max: number
  }
  payload_too_large: Readonly<Record<string, unknown>>
  plan_feature_locked: {
    capability: string
    plan: string
    requiredPlan: string
  }
  plan_not_sold: {
    plan: "free" | "growth" | "pro" | "enterprise"
    interval: "month" | "year"
  }
  plan_unchanged: {
    plan: "free" | "growth" | "pro" | "enterprise"
  }
  player_disabled: Readonly<Record<string, unknown>>
  player_limit_reached: {
    max: number
  }
  player_not_ready: Readonly<Record<string, unknown>>
  price_changed: {
    priceCoins: number
  }
  profile_template_limit_reached: {
    max: number
  }
  progression_not_spendable: {
    tokenKey: string
  }
  proposal_limit: {
    max: number
  }
  quest_active: Readonly<Record<string, unknown>>
  quest_full: {
    max: number
  }
  quest_not_joinable: {
    reason: "draft" | "over" | "audience" | "team"
  }
  rate_limited: {
    retryAfter: number
  }
  recipe_disabled: Readonly<Record<string, unknown>>
  recipe_exhausted: {
    limit: "max_per_player_per_day" | "max_per_day"
    max: number
    /** ISO 8601, UTC, milliseconds */
    resetsAt: string
  }
  recipe_limit_reached: {
    max: number
  }
  requirements_not_met: {
    itemId: string
    requirements: Array<{
      type: string
      key: string | null
      operator: string
      value: unknown
      current: unknown
      met: boolean
    }>
  } | {
    requirements: Array<{
      type: string
      key: string | null
      operator: string
      value: unknown
      current: unknown
      met: boolean
    }>
  }
  season_overlap: {
    seasonId: string
  }
  service_unavailable: {
    retryAfter: number
  } | {
    reason: "no_provider"
  }
  sharing_disabled: Readonly<Record<string, unknown>>
  showroom_archived: Readonly<Record<string, unknown>>
  showroom_limit_reached: {
    max: number
  }
  six_d_incomplete: {
    missing: Array<"objectives" | "behaviors" | "players" | "loops" | "fun" | "tools">
  }
  slug_locked: Readonly<Record<string, unknown>>
  slug_taken: {
    slug: string
  }
  sso_domain_mismatch: Readonly<Record<string, unknown>>
  sso_domain_taken: {
    domain: string
  }
  sso_domain_unverified: {
    txtName: string
    txtValue: string
  }
  sso_login_failed: {
    reason: "access_denied" | "provider_error" | "id_token_invalid"
  }
  sso_not_configured: Readonly<Record<string, unknown>>
  sso_required: Readonly<Record<string, unknown>>
  sso_state_invalid: Readonly<Record<string, unknown>>
  sso_user_unknown: Readonly<Record<string, unknown>>
  streak_not_restorable: {
    streakKey: string
    reason: "not_broken" | "too_late"
    until: string | null
  }
  streak_not_running: {
    streakKey: string
  }
  sub_step_automatic: {
    subStepKey: string
  }
  sub_step_locked: {
    subStepKey: string
  }
  surface_archived: Readonly<Record<string, unknown>>
  surface_limit_reached: {
    max: number
  }
  surface_not_ready: {
    checks: Array<{
      key: "published_config" | "audience" | "modules_filled" | "players" | "logo" | "legal_url"
      status: "ok" | "missing" | "warning"
      required: boolean
      message: string
      /** of the API: where to mend it */
      fixUrl: string | null
    }>
  }
  team_full: {
    members: number
    max: number
  }
  team_limit: {
    max: number
  }
  test_clock_conflict: {
    userId: string
    testClockId: string
  }
  test_clock_limit: {
    max: number
    of: "clocks" | "users"
  }
  test_clock_user: Readonly<Record<string, unknown>>
  tier_in_use: {
    tierKey: string
    buddies: number
  }
  unauthorized: Readonly<Record<string, unknown>>
  unknown_audience: {
    audience: string
  }
  unsupported_media_type: Readonly<Record<string, unknown>>
  vacation_refused: {
    reason: "not_offered" | "in_the_past" | "too_far_ahead" | "too_long" | "overlaps" | "too_many"
    maxDays?: number | undefined
    maxPerYear?: number | undefined
  }
  validation_failed: {
    issues: Array<{
      path: Array<string | number>
      message: string
    }>
    truncated?: true | undefined
  }
  webhook_config_disabled: {
    webhookConfigId: string
  }
  webhook_config_limit: {
    max: number
  }
  webhook_not_configured: Readonly<Record<string, unknown>>
  webhook_not_subscribed: Readonly<Record<string, unknown>>
}

export type ErrorCode = keyof ErrorDetails
