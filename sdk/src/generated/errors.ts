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
  buddy_archived: Readonly<Record<string, unknown>>
  capability_disabled: {
    capability: string
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
    origin: string
  } | {
    eventType: string
    allowed: string[]
  }
  idempotency_key_conflict: Readonly<Record<string, unknown>>
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
  }
  missing_audience: {
    audiences: string[]
  }
  no_freezes_left: {
    streakKey: string
  }
  no_published_config: {
    publishUrl: string
  }
  not_found: Readonly<Record<string, unknown>>
  operation_finished: {
    status: "pending" | "processing" | "completed" | "failed" | "cancelled"
  }
  operation_in_progress: {
    type: string
  }
  out_of_stock: {
    itemId: string
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
  profile_template_limit_reached: {
    max: number
  }
  progression_not_spendable: {
    tokenKey: string
  }
  rate_limited: {
    retryAfter: number
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
  }
  service_unavailable: {
    retryAfter: number
  } | {
    reason: "no_provider"
  }
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
  test_clock_conflict: {
    userId: string
    testClockId: string
  }
  test_clock_limit: {
    max: number
    of: "clocks" | "users"
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
}

export type ErrorCode = keyof ErrorDetails
