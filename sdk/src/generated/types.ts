// Written by sdk/generate from contract/openapi.json.
export interface AcceptedOperation {
  accepted: true
  /** opaque identifier (UUIDv7) */
  operationId: string
  status: "pending"
}

export interface AdvanceTestClock {
  to?: string | undefined
  bySeconds?: number | undefined
}

export interface AdvancedTestClock {
  /** opaque identifier (UUIDv7) */
  testClockId: string
  name: string | null
  /** the moment its users live at */
  now: string
  userIds: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  /** the operation decay that lets skills fade at the new moment */
  operationId: string
}

export interface ApiKey {
  /** opaque identifier (UUIDv7) */
  apiKeyId: string
  label: string
  type: "secret" | "publishable"
  mode: "live" | "test"
  last4: string
  scopes: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
}

export interface ApplyPreset {
  presetKey: string
  mode?: "replace_draft" | undefined
}

export interface ApplyProfile {
  profileTemplateId: string
  target: ProfileTarget
  /** fill, the default, writes only fields that are at their default */
  mode?: "fill" | "overwrite" | undefined
  dryRun?: boolean | undefined
}

export interface ApplyProfilePlan {
  /** active buddies */
  matched: number
  changed: number
  unchanged: number
  /** named, but archived or not there */
  skipped: number
}

export interface AttachUsers {
  userIds: string[]
}

export interface BackfillPreview {
  dryRun: true
  badgeKey: string
  /** false: there are more buddies than were looked at */
  isComplete: boolean
  /** active buddies looked at; each is in exactly one of the counts that follow */
  buddies: number
  /** met the criteria and got the badge, or would get it */
  awarded: number
  /** met the criteria of a badge in manual_review, which waits at GET /badge-reviews */
  awaitingReview: number
  /** held it before, and get it no second time, not even when it is repeatable */
  alreadyHeld: number
  /** do not meet the criteria now */
  notMet: number
  /** pinned to a config version without the badge, or where it cannot be earned */
  onOtherVersion: number
  /** in another audience, refused by a reviewer, lost it again, or archived meanwhile */
  skipped: number
  /** could not be judged or reached: start the backfill again */
  failed: number
  /** what the badge paid, or would pay */
  coins: number
  /** the first 20 of awarded */
  sample: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    userId: string
    coinReward: number
  }>
}

export interface BacktestInput {
  /** a config_version_id or number; default: the active version */
  compareWith?: string | undefined
  from?: string | undefined
  to?: string | undefined
  buddyIds?: string[] | undefined
  /** the oldest ones are taken; default 100000 */
  maxEvents?: number | undefined
}

export interface BadgeAward {
  badgeKey: string
  label: string
  times: number
  coinReward: number
  reason: string | null
  /** ISO 8601, UTC, milliseconds */
  awardedAt: string
}

export interface BadgeDefinition {
  badgeDefinitionId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  badgeKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
  isSecret?: boolean | undefined
  status?: "inactive" | "active" | "locked" | "archived" | undefined
  awardMode?: "auto" | "manual_review" | "api" | undefined
  repeatable?: boolean | undefined
  coinReward?: number | undefined
  audience?: string | null | undefined
  criteria?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
}

export interface BadgeDefinitionInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  badgeKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
  isSecret?: boolean | undefined
  status?: "inactive" | "active" | "locked" | "archived" | undefined
  awardMode?: "auto" | "manual_review" | "api" | undefined
  repeatable?: boolean | undefined
  coinReward?: number | undefined
  audience?: string | null | undefined
  criteria?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
}

export interface BadgeDefinitionInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  badgeKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
  isSecret?: boolean | undefined
  status?: "inactive" | "active" | "locked" | "archived" | undefined
  awardMode?: "auto" | "manual_review" | "api" | undefined
  repeatable?: boolean | undefined
  coinReward?: number | undefined
  audience?: string | null | undefined
  criteria?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
}

export interface BadgeDefinition_1 {
  badgeDefinitionId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  badgeKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
  isSecret?: boolean | undefined
  status?: "inactive" | "active" | "locked" | "archived" | undefined
  awardMode?: "auto" | "manual_review" | "api" | undefined
  repeatable?: boolean | undefined
  coinReward?: number | undefined
  audience?: string | null | undefined
  criteria?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
}

export interface BadgeRejected {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  badgeKey: string
  rejected: true
}

export interface BadgeReview {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  userId: string
  badgeKey: string
  /** ISO 8601, UTC, milliseconds */
  readySince: string
}

export interface BillingStatus {
  plan: "free" | "growth" | "pro" | "enterprise"
  /** `none` where nobody takes payments */
  provider: string
  /** null until a checkout was completed */
  interval: "month" | "year" | null
  /** ISO 8601, UTC, milliseconds */
  planSince: string
  capabilities: string[]
  usage: {
    /** accepted new events of this calendar month (UTC) */
    eventsUsed: number
    /** null is unlimited */
    eventsPerMonth: number | null
    /** ISO 8601, UTC, milliseconds */
    resetsAt: string
  }
}

export interface Buddy {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  userId: string
  /** opaque identifier (UUIDv7) */
  eggId: string
  name: string
  audience: string
  status: "active" | "archived"
  evolutionStage: number
  prestigeLevel: number
  coins: number
  tokens: Record<string, number>
  skills: Record<string, {
    level: number
    points: number
    nextLevelPoints: number | null
  }>
  equippedItems: Array<{
    /** opaque identifier (UUIDv7) */
    itemId: string
    category: string
  }>
  imageUrl: string | null
  thumbUrl: string | null
  baseImageUrl: string | null
  appearance: {
    status: string
    errorCode: string | null
    retryAt: string | null
  }
  isMentor: boolean
  isNaked: boolean
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** free-form JSON object */
  metadata: Record<string, unknown>
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  archivedAt: string | null
}

export interface BuddyAsOf {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** ISO 8601, UTC, milliseconds */
  asOf: string
  coins: number
  tokens: Record<string, number>
  evolutionStage: number
  prestigeLevel: number
  /** awards until then, by badge_key */
  badges: Record<string, number>
  /** acquired until then */
  items: string[]
  /** unlocked until then */
  gates: string[]
  /** rows the balances are the sum of */
  ledgerRows: number
}

export interface BuddyChange {
  /** opaque identifier (UUIDv7) */
  changeId: string
  kind: ChangeKind
  /** what was asked */
  input: Record<string, unknown>
  /** who asked; null when nobody said */
  origin: ChangeOrigin | null
  /** what it was decided under */
  configVersionId: string
  ledgerIds: string[]
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface BuddyPath {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** opaque identifier (UUIDv7) */
  pathDefinitionId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  pathKey: string
  title: string
  audience: string
  displayMode?: "straight" | "zigzag" | "stepper" | undefined
  icon?: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | undefined
  accentColor?: string | null | undefined
  isActive: boolean
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  progress: {
    completed: number
    total: number
  }
  completedAt: string | null
  steps: Array<{
    /** opaque identifier (UUIDv7) */
    stepId: string
    stepKey: string
    title: string
    order: number
    subSteps: Array<{
      /** opaque identifier (UUIDv7) */
      subStepId: string
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      subStepKey: string
      title: string
      contentUrl?: string | null | undefined
      ctaLabel?: string | undefined
      allowManualComplete?: boolean | undefined
      completionCondition?: CompletionCondition | null | undefined
      order: number
      state: "locked" | "available" | "completed"
      completedAt: string | null
    }>
    state: "locked" | "available" | "completed"
  }>
}

export interface BuddyStreak {
  streakKey: string
  name: string | null
  frequency: "daily" | "weekly" | "monthly"
  status: "running" | "at_risk" | "broken" | "not_started"
  currentStreak: number
  longestStreak: number
  periodKey: string | null
  freezesLeft: number
  /** end of the period it lacks, grace included; null when it does not run */
  expiresAt: string | null
  restorableUntil: string | null
  /** the next length that pays */
  nextMilestone: number | null
  calendar: Array<{
    date: string
    periodKey: string
    /** frozen: bridged by a freeze. pending: today, and the period before within the grace. none: before the first period that counted, or more than 400 periods ago. Days of a week or month share its status. */
    status: "done" | "missed" | "frozen" | "restored" | "vacation" | "pending" | "upcoming" | "none"
  }>
}

export interface BuddyStreaks {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** in the zone of the user */
  today: string
  /** the narrowest of all streaks that offer vacations; null: none does */
  vacationAllowance: {
    maxDays: number
    maxPerYear: number
    takenThisYear: number
  } | null
  vacations: Array<{
    startsOn: string
    endsOn: string
    days: number
    status: "planned" | "running" | "over"
  }>
  streaks: BuddyStreak[]
}

export interface BuildInfo {
  version: string
  gitSha: string
  builtAt: string
  nodeVersion: string
}

export interface Ceremony {
  ceremony: "hatch" | "evolution" | "prestige"
  evolutionStage: number
}

export interface CeremonyRecorded {
  recorded: true
  alreadyRecorded: boolean
}

export type ChangeKind = "earn_coins" | "spend_coins" | "earn_token" | "spend_token" | "award_badge" | "reject_badge" | "check_badge" | "update_skills" | "decay_skill" | "evolve" | "unlock_gate" | "buy_item" | "grant_item" | "refund_gift" | "equip_items" | "clear_equipment" | "complete_sub_step" | "complete_ceremony" | "reverse_event" | "take_vacation" | "end_vacation" | "restore_streak" | "freeze_streak" | "rename" | "archive"

export interface ChangeOrigin {
  type: "api_key" | "account" | "widget_session" | "operation" | "job"
  id: string
}

export interface CheckoutSession {
  /** opaque identifier (UUIDv7) */
  sessionId: string
  provider: string
  plan: "free" | "growth" | "pro" | "enterprise"
  interval: "month" | "year"
  status: "open" | "complete"
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  completedAt: string | null
}

/** what widgets call coins */
export interface CoinName {
  singular: string
  plural: string
}

export interface CoinName_1 {
  singular: string
  plural: string
}

export interface CoinRule {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  budget?: {
    maxCoins: number
    period?: "day" | "week" | "month" | "total" | undefined
  } | null | undefined
}

export interface CoinRuleInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  budget?: {
    maxCoins: number
    period?: "day" | "week" | "month" | "total" | undefined
  } | null | undefined
}

export interface CoinRuleInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  budget?: {
    maxCoins: number
    period?: "day" | "week" | "month" | "total" | undefined
  } | null | undefined
}

export interface CoinRule_1 {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  budget?: {
    maxCoins: number
    period?: "day" | "week" | "month" | "total" | undefined
  } | null | undefined
}

export interface CoinsChanged {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  amount: number
  balance: number
  /** opaque identifier (UUIDv7) */
  ledgerId: string
}

export type CompletionCondition = {
  type: "event_count"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  count?: number | undefined
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  since?: "available" | "ever" | undefined
} | {
  type: "badge_owned"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "gate_unlocked"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "item_owned"
  key: string
} | {
  type: "skill_level"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "token_lifetime"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "evolution_stage"
  value: number
}

export type CompletionCondition_1 = {
  type: "event_count"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  count?: number | undefined
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  since?: "available" | "ever" | undefined
} | {
  type: "badge_owned"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "gate_unlocked"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "item_owned"
  key: string
} | {
  type: "skill_level"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "token_lifetime"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "evolution_stage"
  value: number
}

export type CompletionCondition_2 = {
  type: "event_count"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  count?: number | undefined
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  since?: "available" | "ever" | undefined
} | {
  type: "badge_owned"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "gate_unlocked"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
} | {
  type: "item_owned"
  key: string
} | {
  type: "skill_level"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "token_lifetime"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  value: number
} | {
  type: "evolution_stage"
  value: number
}

export interface ConfigContent {
  tokenTypes?: TokenType[] | undefined
  coinRules?: CoinRule_1[] | undefined
  tokenRules?: TokenRule[] | undefined
  skillSets?: Array<{
    skillSetId: string
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillSetKey: string
    name: string
    skills: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      skillKey: string
      name: string
      iconUrl?: string | null | undefined
      startLevel?: number | undefined
      maxLevel?: number | undefined
    }>
    levelCurve: {
      mode: "linear" | "quadratic" | "exponential" | "table"
      base?: number | null | undefined
      factor?: number | null | undefined
      thresholds?: number[] | null | undefined
    }
  }> | undefined
  skillRules?: SkillRule[] | undefined
  skillDecayRules?: SkillDecayRule[] | undefined
  badgeDefinitions?: BadgeDefinition_1[] | undefined
  streakRules?: StreakRule[] | undefined
  evolutionRules?: {
    maxStage: number
    autoEvolve?: boolean | undefined
    stages: Array<{
      stage: number
      name: string
      description?: string | undefined
      requirements?: {
        match?: "all" | "any" | undefined
        conditions?: Array<{
          type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
          key?: string | null | undefined
          operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
          value: number | boolean
          windowDays?: number | null | undefined
        }> | undefined
      } | undefined
      reward?: {
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
      } | undefined
    }>
    prestige?: {
      enabled?: boolean | undefined
      requirements?: {
        match?: "all" | "any" | undefined
        conditions?: Array<{
          type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
          key?: string | null | undefined
          operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
          value: number | boolean
          windowDays?: number | null | undefined
        }> | undefined
      } | undefined
      resetToStage?: number | undefined
      keeps?: Array<"coins" | "tokens" | "badges" | "items" | "skills" | "streaks" | "gates"> | undefined
      maxLevel?: number | undefined
    } | null | undefined
  } | null | undefined
  marketplaceRequirements?: Record<string, {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  }> | undefined
}

export interface ConfigContentPatch {
  tokenTypes?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    tokenKey: string
    name: string
    kind: "primary" | "progression"
    systemToken?: "coin_shard" | "gem" | "xp" | "energy" | "ticket" | null | undefined
    maxBalance?: number | null | undefined
    tokenTypeId?: string | undefined
  }> | undefined
  coinRules?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    ruleKey: string
    name?: string | null | undefined
    enabled?: boolean | undefined
    priority?: number | undefined
    audience?: string | null | undefined
    trigger: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }
    conditions?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    amount: {
      mode: "fixed"
      value: number
    } | {
      mode: "per_property"
      property: string
      rate: number
      min?: number | undefined
      max?: number | null | undefined
      rounding?: "down" | "up" | "nearest" | undefined
    } | {
      mode: "pool"
      entries: Array<{
        value: number
        weight: number
        isLucky?: boolean | undefined
      }>
    }
    limits?: {
      cooldownSeconds?: number | undefined
      maxPerDay?: number | null | undefined
      maxPerWeek?: number | null | undefined
      maxPerMonth?: number | null | undefined
      maxTotal?: number | null | undefined
      uniqueBy?: string[] | undefined
      dayBoundary?: "user" | "tenant" | "utc" | undefined
    } | undefined
    budget?: {
      maxCoins: number
      period?: "day" | "week" | "month" | "total" | undefined
    } | null | undefined
    ruleId?: string | undefined
  }> | undefined
  tokenRules?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    ruleKey: string
    name?: string | null | undefined
    enabled?: boolean | undefined
    priority?: number | undefined
    audience?: string | null | undefined
    trigger: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }
    conditions?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    amount: {
      mode: "fixed"
      value: number
    } | {
      mode: "per_property"
      property: string
      rate: number
      min?: number | undefined
      max?: number | null | undefined
      rounding?: "down" | "up" | "nearest" | undefined
    } | {
      mode: "pool"
      entries: Array<{
        value: number
        weight: number
        isLucky?: boolean | undefined
      }>
    }
    limits?: {
      cooldownSeconds?: number | undefined
      maxPerDay?: number | null | undefined
      maxPerWeek?: number | null | undefined
      maxPerMonth?: number | null | undefined
      maxTotal?: number | null | undefined
      uniqueBy?: string[] | undefined
      dayBoundary?: "user" | "tenant" | "utc" | undefined
    } | undefined
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    tokenKey: string
    ruleId?: string | undefined
  }> | undefined
  skillSets?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillSetKey: string
    name: string
    skills: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      skillKey: string
      name: string
      iconUrl?: string | null | undefined
      startLevel?: number | undefined
      maxLevel?: number | undefined
    }>
    levelCurve: {
      mode: "linear" | "quadratic" | "exponential" | "table"
      base?: number | null | undefined
      factor?: number | null | undefined
      thresholds?: number[] | null | undefined
    }
    skillSetId?: string | undefined
  }> | undefined
  skillRules?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    ruleKey: string
    name?: string | null | undefined
    enabled?: boolean | undefined
    priority?: number | undefined
    audience?: string | null | undefined
    trigger: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }
    conditions?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    amount: {
      mode: "fixed"
      value: number
    } | {
      mode: "per_property"
      property: string
      rate: number
      min?: number | undefined
      max?: number | null | undefined
      rounding?: "down" | "up" | "nearest" | undefined
    } | {
      mode: "pool"
      entries: Array<{
        value: number
        weight: number
        isLucky?: boolean | undefined
      }>
    }
    limits?: {
      cooldownSeconds?: number | undefined
      maxPerDay?: number | null | undefined
      maxPerWeek?: number | null | undefined
      maxPerMonth?: number | null | undefined
      maxTotal?: number | null | undefined
      uniqueBy?: string[] | undefined
      dayBoundary?: "user" | "tenant" | "utc" | undefined
    } | undefined
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillKey: string
    ruleId?: string | undefined
  }> | undefined
  skillDecayRules?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    ruleKey: string
    name?: string | null | undefined
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillKey: string
    enabled?: boolean | undefined
    audience?: string | null | undefined
    idleDays: number
    period?: "day" | "week" | "month" | undefined
    amount?: number | undefined
    floorLevel?: number | undefined
    refreshOn?: {
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      match?: "all" | "any" | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    } | null | undefined
    pauseDuringVacation?: boolean | undefined
    ruleId?: string | undefined
  }> | undefined
  badgeDefinitions?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    badgeKey: string
    label: string
    description?: string | undefined
    iconUrl?: string | null | undefined
    tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
    isSecret?: boolean | undefined
    status?: "inactive" | "active" | "locked" | "archived" | undefined
    awardMode?: "auto" | "manual_review" | "api" | undefined
    repeatable?: boolean | undefined
    coinReward?: number | undefined
    audience?: string | null | undefined
    criteria?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    badgeDefinitionId?: string | undefined
  }> | undefined
  streakRules?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    streakKey: string
    name?: string | null | undefined
    enabled?: boolean | undefined
    audience?: string | null | undefined
    frequency?: "daily" | "weekly" | "monthly" | undefined
    qualifying: {
      match?: "all" | "any" | undefined
      events: Array<{
        /** The name of an event type, for example `lesson.completed`. */
        eventType: string
        minCount?: number | undefined
        filters?: Array<{
          property: string
          operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
          value: string | number | boolean | Array<string | number | boolean>
        }> | undefined
      }>
    }
    timezone?: {
      mode?: "user" | "tenant" | "utc" | undefined
      fallback?: string | null | undefined
    } | undefined
    graceMinutes?: number | undefined
    atRiskMinutes?: number | undefined
    freezes?: {
      initial?: number | undefined
      max?: number | undefined
      earnEveryDays?: number | null | undefined
      autoConsume?: boolean | undefined
    } | undefined
    vacation?: {
      maxDays: number
      maxPerYear: number
    } | null | undefined
    restoreWindowDays?: number | undefined
    milestones?: Array<{
      length: number
      reward?: {
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
      } | undefined
    } | {
      every: number
      reward?: {
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
      } | undefined
    }> | undefined
    ruleId?: string | undefined
  }> | undefined
  evolutionRules?: EvolutionRules | null | undefined
  marketplaceRequirements?: Record<string, {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  }> | undefined
}

export type ConfigFile = Record<string, unknown>

export interface ConfigImpact {
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** the active version */
  comparedWith: string | null
  affects: "new_buddies_only"
  changes: Array<{
    op: "added" | "removed" | "changed"
    type: string
    key: string
    field: string | null
    from: unknown
    to: unknown
  }>
  existingBuddies: {
    pinned: number
    changed: number
  }
  /** what the newest finished backtest of this version measured; its operation has the rest */
  backtest: {
    /** opaque identifier (UUIDv7) */
    operationId: string
    /** ISO 8601, UTC, milliseconds */
    finishedAt: string
    /** the version was edited since */
    isStale: boolean
    /** opaque identifier (UUIDv7) */
    comparedWith: string
    events: {
      replayed: number
      buddies: number
      /** false: more events were on record than max_events */
      isComplete: boolean
    }
    units: Array<{
      unit: string
      old: {
        total: number
        /** per buddy that sent events */
        p50: number
        p95: number
      }
      new: {
        total: number
        /** per buddy that sent events */
        p50: number
        p95: number
      }
      /** what these events paid when they came in */
      recorded: number
      /** buddies that would have more */
      winners: number
      losers: number
      unchanged: number
      largestGains: Array<{
        /** opaque identifier (UUIDv7) */
        buddyId: string
        old: number
        new: number
      }>
      largestLosses: Array<{
        /** opaque identifier (UUIDv7) */
        buddyId: string
        old: number
        new: number
      }>
    }>
  } | null
  /** worth knowing; publishing goes through all the same */
  warnings: string[]
  /** what publishing would refuse */
  errors: string[]
}

export interface ConfigPlan {
  /** the open draft, else the active version; null when there is neither */
  comparedWith: {
    /** opaque identifier (UUIDv7) */
    configVersionId: string
    number: number
    status: "draft" | "published"
  } | null
  /** names what the file was compared with; POST /config-versions/import takes it as expected_revision */
  revision: string
  /** importing the file would change nothing */
  inSync: boolean
  /** things that would come, change and go; a thing with several changed fields counts once */
  counts: {
    added: number
    changed: number
    removed: number
  }
  changes: Array<{
    op: "added" | "removed" | "changed"
    type: string
    key: string
    field: string | null
    from: unknown
    to: unknown
  }>
  /** event types, gates, marketplaces and items that the file does not name: an import leaves them alone */
  unmanaged: Array<{
    type: string
    key: string
  }>
  warnings: string[]
  /** what publishing would refuse; the import itself goes through */
  errors: string[]
}

export interface ConfigVersion {
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** counts the versions of the workspace from 1 */
  number: number
  name: string | null
  status: "draft" | "published" | "archived"
  /** new buddies are pinned to the active version */
  isActive: boolean
  /** `sha256:<hex>` of the frozen content */
  contentHash: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  publishedAt: string | null
  publishedBy: string | null
  content: ConfigContent
}

export interface ConfigVersionSummary {
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** counts the versions of the workspace from 1 */
  number: number
  name: string | null
  status: "draft" | "published" | "archived"
  /** new buddies are pinned to the active version */
  isActive: boolean
  /** `sha256:<hex>` of the frozen content */
  contentHash: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  publishedAt: string | null
  publishedBy: string | null
}

/** metadata is free-form; metadata.audience picks the audience, metadata.timezone (IANA name) is the user's time zone */
export interface CreateEgg {
  userId: string
  /** free-form JSON object */
  metadata?: Record<string, unknown> | undefined
}

export interface CreateTestClock {
  name?: string | null | undefined
  now?: string | undefined
  userIds?: string[] | undefined
}

export interface CreditBalance {
  balance: number
  monthlyAllowance: number
  /** what is left then ends, and the allowance is granted anew */
  resetsAt: string
  /** builtin draws for nothing */
  provider: string
  costs: {
    stageImage: number
    icon: number
  }
}

export interface CreditEntry {
  /** opaque identifier (UUIDv7) */
  entryId: string
  type: "grant" | "expiry" | "charge" | "refund"
  amount: number
  balanceAfter: number
  purpose: "stage_image" | "icon" | null
  imageId: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface Customer {
  /** opaque identifier (UUIDv7) */
  customerId: string
  name: string
  /** unique, made of the name at registration, never changes */
  slug: string
  plan: "free" | "growth" | "pro" | "enterprise"
  settings: {
    /** IANA zone; days and weeks of people without a zone of their own */
    timezone: string
    /** older events are stored, but pay nothing */
    maxLatenessDays: number
    /** BCP 47 tag; the language widgets start in */
    locale: string
    coinName: CoinName
    widgetTheme?: WidgetTheme | undefined
  }
  audiences: Array<{
    key: string
    name?: string | undefined
  }>
  activeConfigVersionId: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface DecayEntry {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  skillKey: string
  periodKey: string
  previousLevel: number
  newLevel: number
  delta: number
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface DecayPreview {
  /** opaque identifier (UUIDv7) */
  ruleId: string
  /** ISO 8601, UTC, milliseconds */
  asOf: string
  affectedBuddies: number
  totalDelta: number
  /** the first 20 */
  sample: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    previousLevel: number
    newLevel: number
  }>
}

export interface Effects {
  coins: number
  badgesAwarded: Array<{
    badgeKey: string
    label: string
    coinReward: number
  }>
  tokens: Array<{
    tokenKey: string
    amount: number
    balance: number
  }>
  evolutionReady: boolean
  streakUpdates: Array<{
    streakKey: string
    currentStreak: number
    longestStreak: number
    extended: boolean
    periodKey: string
    freezesLeft: number
    usedFreeze: boolean
    expiresAt: string | null
  }>
  pathUpdates: Array<{
    pathKey: string
    stepKey: string
    subStepKey: string
    state: "completed"
    completedAt: string
    pathCompleted: boolean
  }>
}

export interface Egg {
  /** opaque identifier (UUIDv7) */
  eggId: string
  userId: string
  status: "waiting" | "ready" | "hatching" | "hatched" | "cancelled"
  /** 0..11, which of the creatures will hatch */
  visualVariant: number
  audience: string
  /** the version in force at creation; the buddy is pinned to it */
  configVersionId: string
  /** null until status is hatched */
  buddyId: string | null
  /** free-form JSON object */
  metadata: Record<string, unknown>
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface EmbedToken {
  token: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
  scopes: string[]
}

export interface EquipmentChanged {
  accepted: true
  operationId: string | null
  status: "pending" | "completed"
  appearanceStatus: "ready" | "pending"
  cached: boolean
  equippedItems: string[]
}

export interface Event {
  eventId: string
  userId: string
  buddyId: string | null
  type: string
  audience: string
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
  /** ISO 8601, UTC, milliseconds */
  receivedAt: string
  /** free-form JSON object */
  properties: Record<string, unknown>
  mode: "live" | "backfill"
  effects: Effects
}

export interface EventBatch {
  events: EventInput[]
  mode?: "live" | "backfill" | undefined
}

export interface EventBatchAnswer {
  accepted: number
  duplicates: number
  rejected: number
  results: Array<{
    index: number
    eventId: string | null
    status: "accepted" | "duplicate" | "rejected"
    effects: Effects | null
    error: {
      code: string
      message: string
    } | null
    payloadMismatch?: true | undefined
  }>
}

/** One domain event; (customer, event_id) is unique and pays at most once. */
export interface EventInput {
  eventId: string
  userId: string
  type: string
  occurredAt: string
  audience?: string | undefined
  /** free-form JSON object */
  properties?: Record<string, unknown> | undefined
  buddyId?: string | undefined
}

export interface EventReversed {
  eventId: string
  buddyId: string | null
  mode: "clamp" | "debt" | "reject"
  alreadyReversed: boolean
  /** coins taken back */
  coins: number
  ledgerIds: string[]
  badgesRevoked: string[]
  /** spent before: left out (clamp) or owed (debt), over all units */
  missing: number
}

export interface EventType {
  eventTypeId: string
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  name?: string | null | undefined
  description?: string | undefined
  properties?: Array<{
    name: string
    type: "string" | "number" | "boolean" | "array" | "object"
    required?: boolean | undefined
  }> | undefined
  unknownProperties?: "allow" | "reject" | undefined
  status?: "active" | "archived" | undefined
}

export interface EventTypeInput {
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  name?: string | null | undefined
  description?: string | undefined
  properties?: Array<{
    name: string
    type: "string" | "number" | "boolean" | "array" | "object"
    required?: boolean | undefined
  }> | undefined
  unknownProperties?: "allow" | "reject" | undefined
  status?: "active" | "archived" | undefined
}

export interface EventTypeInput_1 {
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  name?: string | null | undefined
  description?: string | undefined
  properties?: Array<{
    name: string
    type: "string" | "number" | "boolean" | "array" | "object"
    required?: boolean | undefined
  }> | undefined
  unknownProperties?: "allow" | "reject" | undefined
  status?: "active" | "archived" | undefined
}

export interface Evolution {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  currentStage: number
  nextStage: number | null
  ready: boolean
  autoEvolve: boolean
  progress: number
  requirements: Array<{
    type: string
    key: string | null
    operator: string
    value: unknown
    current: unknown
    met: boolean
  }>
}

export interface EvolutionRules {
  maxStage: number
  autoEvolve?: boolean | undefined
  stages: Array<{
    stage: number
    name: string
    description?: string | undefined
    requirements?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    reward?: {
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
    } | undefined
  }>
  prestige?: {
    enabled?: boolean | undefined
    requirements?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    resetToStage?: number | undefined
    keeps?: Array<"coins" | "tokens" | "badges" | "items" | "skills" | "streaks" | "gates"> | undefined
    maxLevel?: number | undefined
  } | null | undefined
}

export interface ExplainedChange {
  /** opaque identifier (UUIDv7) */
  changeId: string
  kind: ChangeKind
  /** what was asked */
  input: Record<string, unknown>
  /** who asked; null when nobody said */
  origin: ChangeOrigin | null
  /** what it was decided under */
  configVersionId: string
  ledgerIds: string[]
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
  /** the facts it was answered with */
  reply: Record<string, unknown>
  effects: Effects
  trace: Array<{
    type: string
    key: string
    outcome: "fired" | "skipped"
    reason: string
    detail: Record<string, unknown>
    ledgerIds: string[]
  }>
}

export interface Gate {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  gateKey: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  cost: number
  metadata: Record<string, unknown>
}

export interface GateEntry {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  gateKey: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  cost: number
  metadata?: Record<string, unknown> | undefined
}

export interface GateInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  cost: number
  metadata?: Record<string, unknown> | undefined
}

export interface GateUnlock {
  unlocked: true
  alreadyUnlocked: boolean
  gateKey: string
  tokenKey: string
  cost: number
  balance: number
  /** ISO 8601, UTC, milliseconds */
  unlockedAt: string
}

export interface GenerateIcon {
  label: string
  description?: string | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | undefined
}

export interface HealthReport {
  status: "ok" | "degraded" | "down"
  components: {
    database: {
      status: "ok" | "degraded" | "down"
      latencyMs: number
    }
    cache: {
      status: "ok" | "degraded" | "down"
      latencyMs: number
    }
    cluster: {
      status: "ok" | "degraded" | "down"
      latencyMs: number
    }
    queues: {
      status: "ok" | "degraded" | "down"
      latencyMs: number
    }
    imageProvider: {
      status: "ok" | "degraded" | "down"
      latencyMs: number
    }
  }
}

export interface IconMade {
  iconUrl: string
}

export interface ImageReport {
  /** ISO 8601, UTC, milliseconds */
  from: string
  /** ISO 8601, UTC, milliseconds */
  to: string
  totals: {
    drawn: number
    failed: number
    credits: number
  }
  byPurpose: Array<{
    purpose: "stage_image" | "icon"
    drawn: number
    failed: number
    credits: number
  }>
  byProvider: Array<{
    provider: string
    drawn: number
    failed: number
    credits: number
  }>
  byDay: Array<{
    day: string
    drawn: number
    failed: number
    credits: number
  }>
}

export interface ImageUse {
  /** opaque identifier (UUIDv7) */
  imageId: string
  purpose: "stage_image" | "icon"
  provider: string
  status: "drawing" | "drawn" | "failed"
  credits: number
  durationMs: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface Ingested {
  accepted: boolean
  eventId: string
  effects: Effects
  payloadMismatch?: true | undefined
  trace?: Array<{
    type: string
    key: string
    outcome: "fired" | "skipped"
    reason: string
    detail: Record<string, unknown>
    ledgerIds: string[]
  }> | undefined
}

export interface ItemsImported {
  created: number
  updated: number
  skipped: number
  results: Array<{
    index: number
    itemKey: string
    /** opaque identifier (UUIDv7) */
    itemId: string
    status: "created" | "updated" | "skipped"
  }>
}

export type JsonSchemaDocument = Record<string, unknown>

export interface LedgerExplanation {
  entry: LedgerRow
  cause: {
    type: "event"
    eventId: string
    eventType: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  } | {
    type: "change"
    /** opaque identifier (UUIDv7) */
    changeId: string
    kind: ChangeKind
    origin: ChangeOrigin | null
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  } | null
  /** why there is no cause: the change was made before changes were recorded */
  unexplained: "before_recording" | null
  /** the rows of the cause's trace that booked it */
  trace: Array<{
    type: string
    key: string
    outcome: "fired" | "skipped"
    reason: string
    detail: Record<string, unknown>
    ledgerIds: string[]
  }>
  /** what else the same cause booked */
  siblings: LedgerRow[]
  /** the row this one takes back */
  reverses: LedgerRow | null
  /** rows that take this one back */
  reversedBy: LedgerRow[]
}

export interface LedgerProblem {
  seq: number
  unit: "coin" | "token"
  tokenKey: string | null
  /** changed: the row is not what was hashed; missing: rows before it are gone; cut: rows at the end are gone; rehashed: the rows look whole and are not those that were signed; balance: the sum is not what the buddy holds */
  kind: "changed" | "missing" | "cut" | "rehashed" | "balance"
}

export interface LedgerRow {
  /** opaque identifier (UUIDv7) */
  ledgerId: string
  seq: number
  /** opaque identifier (UUIDv7) */
  buddyId: string
  unit: "coin" | "token"
  tokenKey: string | null
  direction: "credit" | "debit"
  amount: number
  balanceAfter: number
  reason: string
  referenceType: string
  referenceId: string | null
  ruleId: string | null
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  reversesLedgerId: string | null
  isLucky: boolean
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  prevHash: string
  hash: string
}

export interface LedgerVerdict {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  valid: boolean
  rows: number
  /** sha256 over where every chain ends */
  head: string
  /** The same of what this service has signed; null while nothing is, or when the signature is not genuine. Until the next change it may be older than head where rows were booked by a release that did not sign. */
  signedHead: string | null
  /** the first hundred; valid says there are none */
  problems: LedgerProblem[]
  units: Array<{
    unit: "coin" | "token"
    tokenKey: string | null
    rows: number
    balance: number
    headHash: string
    firstBrokenSeq: number | null
  }>
}

export interface ListedBuddy {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  userId: string
  /** opaque identifier (UUIDv7) */
  eggId: string
  name: string
  audience: string
  status: "active" | "archived"
  evolutionStage: number
  prestigeLevel: number
  coins: number
  tokens: Record<string, number>
  skills: Record<string, {
    level: number
    points: number
    nextLevelPoints: number | null
  }>
  equippedItems: Array<{
    /** opaque identifier (UUIDv7) */
    itemId: string
    category: string
  }>
  imageUrl: string | null
  thumbUrl: string | null
  baseImageUrl: string | null
  appearance: {
    status: string
    errorCode: string | null
    retryAt: string | null
  }
  isMentor: boolean
  isNaked: boolean
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** null when it is larger than 2048 bytes: the single read has it */
  metadata: Record<string, unknown> | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  archivedAt: string | null
  metadataTruncated?: true | undefined
}

export interface ListedEgg {
  /** opaque identifier (UUIDv7) */
  eggId: string
  userId: string
  status: "waiting" | "ready" | "hatching" | "hatched" | "cancelled"
  /** 0..11, which of the creatures will hatch */
  visualVariant: number
  audience: string
  /** the version in force at creation; the buddy is pinned to it */
  configVersionId: string
  /** null until status is hatched */
  buddyId: string | null
  /** null when it is larger than 2048 bytes: the single read has it */
  metadata: Record<string, unknown> | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  metadataTruncated?: true | undefined
}

export interface MarketplaceInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  marketplaceKey: string
  name: string
  audience?: string | null | undefined
  isActive?: boolean | undefined
}

export interface MarketplaceItemInput {
  itemKey?: string | null | undefined
  name: string
  description?: string | undefined
  category: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory"
  priceCoins: number
  imageUrl?: string | null | undefined
  stageImages?: Record<string, string> | undefined
  isGiftOnly?: boolean | undefined
  stock?: {
    total?: number | null | undefined
    perBuddy?: number | null | undefined
  } | undefined
  availableFrom?: string | null | undefined
  availableUntil?: string | null | undefined
  status?: "active" | "inactive" | "archived" | undefined
  visibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  requirements?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
}

export interface MarketplaceItemRecord {
  itemKey: string
  name: string
  description?: string | undefined
  category: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory"
  priceCoins: number
  imageUrl?: string | null | undefined
  stageImages?: Record<string, string> | undefined
  isGiftOnly?: boolean | undefined
  stock?: {
    total?: number | null | undefined
    perBuddy?: number | null | undefined
  } | undefined
  availableFrom?: string | null | undefined
  availableUntil?: string | null | undefined
  status?: "active" | "inactive" | "archived" | undefined
  visibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  requirements?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  /** opaque identifier (UUIDv7) */
  itemId: string
  /** opaque identifier (UUIDv7) */
  marketplaceId: string
  position: number
  /** null: no end */
  stockLeft: number | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface MarketplaceRecord {
  marketplaceId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  marketplaceKey: string
  name: string
  audience?: string | null | undefined
  isActive?: boolean | undefined
  /** items that are not archived */
  items: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface MigrateBuddies {
  /** only buddies of this version */
  fromVersionId?: string | undefined
  buddyIds?: string[] | undefined
  dryRun?: boolean | undefined
}

export interface MigrationPlan {
  dryRun: true
  /** opaque identifier (UUIDv7) */
  configVersionId: string
  /** active buddies that would be moved */
  buddies: number
  fromVersions: Array<{
    /** opaque identifier (UUIDv7) */
    configVersionId: string
    number: number
    buddies: number
  }>
}

export interface NewApiKey {
  /** opaque identifier (UUIDv7) */
  apiKeyId: string
  label: string
  type: "secret" | "publishable"
  mode: "live" | "test"
  last4: string
  scopes: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  /** the key itself, shown only here */
  key: string
}

export interface NewPublishableKey {
  /** opaque identifier (UUIDv7) */
  apiKeyId: string
  label: string
  type: "secret" | "publishable"
  mode: "live" | "test"
  last4: string
  scopes: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  /** the key itself, shown only here */
  key: string
  permissions: string[]
  allowedOrigins: string[] | null
}

export interface NewWebhookConfig {
  /** opaque identifier (UUIDv7) */
  webhookConfigId: string
  url: string
  description: string
  events: string[]
  enabled: boolean
  status: "active" | "disabled"
  headers: Record<string, string>
  /** set while every attempt fails; five days of that disable the endpoint */
  failingSince: string | null
  disabledAt: string | null
  /** end of a rotation's grace, while it runs */
  previousSecretExpiresAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  /** whsec_...; shown only here */
  secret: string
}

export interface OpenDraft {
  name?: string | null | undefined
}

export interface Operation {
  /** opaque identifier (UUIDv7) */
  operationId: string
  type: "hatch" | "evolve" | "equip_item" | "rerender" | "regenerate" | "migrate" | "backtest" | "backfill" | "import" | "decay" | "apply_profile"
  status: "pending" | "processing" | "completed" | "failed" | "cancelled"
  /** what it works on: egg, buddy, config_version, ... */
  resourceType: string
  resourceId: string
  /** how often the work was tried */
  attempts: number
  /** counts of a long job while it runs; null for short ones */
  progress: Record<string, unknown> | null
  /** set when status is completed */
  result: Record<string, unknown> | null
  /** set when status is failed */
  error: {
    code: string
    message: string
  } | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

export interface OwnedItem {
  /** opaque identifier (UUIDv7) */
  purchaseId: string
  /** opaque identifier (UUIDv7) */
  itemId: string
  itemName: string
  category: string
  source: "purchase" | "unlock" | "reward" | "gift"
  pricePaid: number
  fromBuddyId: string | null
  reason: string | null
  equipped: boolean
  /** ISO 8601, UTC, milliseconds */
  acquiredAt: string
}

export interface PathDefinition {
  /** opaque identifier (UUIDv7) */
  pathDefinitionId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  pathKey: string
  title: string
  audience: string
  displayMode?: "straight" | "zigzag" | "stepper" | undefined
  icon?: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | undefined
  accentColor?: string | null | undefined
  isActive: boolean
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  steps: PathStep[]
}

export interface PathDefinitionInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  pathKey: string
  title: string
  audience?: string | null | undefined
  displayMode?: "straight" | "zigzag" | "stepper" | undefined
  icon?: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | undefined
  accentColor?: string | null | undefined
  steps?: PathStepInput[] | undefined
}

export interface PathStep {
  /** opaque identifier (UUIDv7) */
  stepId: string
  stepKey: string
  title: string
  order: number
  subSteps: PathSubStep[]
}

export interface PathStepInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  stepKey: string
  title: string
  subSteps?: PathSubStepInput[] | undefined
}

export interface PathStepInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  stepKey: string
  title: string
  subSteps?: PathSubStepInput_1[] | undefined
}

export interface PathSubStep {
  /** opaque identifier (UUIDv7) */
  subStepId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  subStepKey: string
  title: string
  contentUrl?: string | null | undefined
  ctaLabel?: string | undefined
  allowManualComplete?: boolean | undefined
  completionCondition?: CompletionCondition | null | undefined
  order: number
}

export interface PathSubStepInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  subStepKey: string
  title: string
  contentUrl?: string | null | undefined
  ctaLabel?: string | undefined
  allowManualComplete?: boolean | undefined
  completionCondition?: CompletionCondition_1 | null | undefined
}

export interface PathSubStepInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  subStepKey: string
  title: string
  contentUrl?: string | null | undefined
  ctaLabel?: string | undefined
  allowManualComplete?: boolean | undefined
  completionCondition?: CompletionCondition_2 | null | undefined
}

export interface PathSubStepInput_2 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  subStepKey: string
  title: string
  contentUrl?: string | null | undefined
  ctaLabel?: string | undefined
  allowManualComplete?: boolean | undefined
  completionCondition?: CompletionCondition | null | undefined
}

export interface PlayerZero {
  exists: boolean
  userId: "player-0"
  buddyId: string | null
  eggId: string | null
}

export interface Preset {
  key: string
  name: string
  description: string
  version: number
  content: PresetContent
}

export interface PresetContent {
  tokenTypes?: TokenTypeInput[] | undefined
  coinRules?: CoinRuleInput_1[] | undefined
  tokenRules?: TokenRuleInput[] | undefined
  skillSets?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillSetKey: string
    name: string
    skills: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      skillKey: string
      name: string
      iconUrl?: string | null | undefined
      startLevel?: number | undefined
      maxLevel?: number | undefined
    }>
    levelCurve: {
      mode: "linear" | "quadratic" | "exponential" | "table"
      base?: number | null | undefined
      factor?: number | null | undefined
      thresholds?: number[] | null | undefined
    }
  }> | undefined
  skillRules?: SkillRuleInput[] | undefined
  skillDecayRules?: SkillDecayRuleInput[] | undefined
  badgeDefinitions?: BadgeDefinitionInput_1[] | undefined
  streakRules?: StreakRuleInput[] | undefined
  evolutionRules?: {
    maxStage: number
    autoEvolve?: boolean | undefined
    stages: Array<{
      stage: number
      name: string
      description?: string | undefined
      requirements?: {
        match?: "all" | "any" | undefined
        conditions?: Array<{
          type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
          key?: string | null | undefined
          operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
          value: number | boolean
          windowDays?: number | null | undefined
        }> | undefined
      } | undefined
      reward?: {
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
      } | undefined
    }>
    prestige?: {
      enabled?: boolean | undefined
      requirements?: {
        match?: "all" | "any" | undefined
        conditions?: Array<{
          type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
          key?: string | null | undefined
          operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
          value: number | boolean
          windowDays?: number | null | undefined
        }> | undefined
      } | undefined
      resetToStage?: number | undefined
      keeps?: Array<"coins" | "tokens" | "badges" | "items" | "skills" | "streaks" | "gates"> | undefined
      maxLevel?: number | undefined
    } | null | undefined
  } | null | undefined
  eventTypes?: EventTypeInput[] | undefined
  gates?: GateEntry[] | undefined
  marketplaces?: PresetMarketplace[] | undefined
}

export interface PresetMarketplace {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  marketplaceKey: string
  name: string
  audience?: string | null | undefined
  isActive?: boolean | undefined
  items?: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    itemKey: string
    name: string
    description?: string | undefined
    category: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory"
    priceCoins: number
    imageUrl?: string | null | undefined
    stageImages?: Record<string, string> | undefined
    isGiftOnly?: boolean | undefined
    stock?: {
      total?: number | null | undefined
      perBuddy?: number | null | undefined
    } | undefined
    availableFrom?: string | null | undefined
    availableUntil?: string | null | undefined
    status?: "active" | "inactive" | "archived" | undefined
    visibility?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
    requirements?: {
      match?: "all" | "any" | undefined
      conditions?: Array<{
        type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
        key?: string | null | undefined
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
        value: number | boolean
        windowDays?: number | null | undefined
      }> | undefined
    } | undefined
  }> | undefined
}

export interface PresetSummary {
  key: string
  name: string
  description: string
  version: number
}

/** with the name and the stage of the moment in its tagline */
export interface Profile {
  /** `{name}` and `{stage_name}` stand for the buddy's */
  tagline: string | null
  accentColor: string | null
  /** true: the buddy is in no public answer */
  isPrivate: boolean
  show: ProfileShow
  /** the template that was applied last */
  profileTemplateId: string | null
  /** null: it was never changed */
  updatedAt: string | null
}

export interface ProfileInput {
  /** `{name}` and `{stage_name}` stand for the buddy's */
  tagline?: string | null | undefined
  accentColor?: string | null | undefined
  isPrivate?: boolean | undefined
  show?: ProfileShowInput_1 | undefined
}

export interface ProfileInput_1 {
  /** `{name}` and `{stage_name}` stand for the buddy's */
  tagline?: string | null | undefined
  accentColor?: string | null | undefined
  isPrivate?: boolean | undefined
  show?: ProfileShowInput_1 | undefined
}

export interface ProfilePatch {
  /** `{name}` and `{stage_name}` stand for the buddy's; null restores the default */
  tagline?: string | null | undefined
  /** #rrggbb; null restores the default */
  accentColor?: string | null | undefined
  /** true: the buddy is in no public answer; null restores the default */
  isPrivate?: boolean | null | undefined
  /** replaced as a whole; null restores the default */
  show?: ProfileShowInput | null | undefined
}

export interface ProfileShow {
  badges: boolean
  skills: boolean
  streak: boolean
  coins: boolean
}

export interface ProfileShowInput {
  badges?: boolean | undefined
  skills?: boolean | undefined
  streak?: boolean | undefined
  coins?: boolean | undefined
}

export interface ProfileShowInput_1 {
  badges?: boolean | undefined
  skills?: boolean | undefined
  streak?: boolean | undefined
  coins?: boolean | undefined
}

export interface ProfileTarget {
  buddyIds?: string[] | undefined
  audience?: string | undefined
  all?: true | undefined
}

export interface ProfileTemplate {
  /** opaque identifier (UUIDv7) */
  profileTemplateId: string
  profileTemplateKey: string
  name: string
  description: string
  audience: string | null
  profile: {
    /** `{name}` and `{stage_name}` stand for the buddy's */
    tagline: string | null
    accentColor: string | null
    /** true: the buddy is in no public answer */
    isPrivate: boolean
    show: ProfileShow
  }
  isDefault: boolean
  applied: {
    /** that bear it now */
    buddies: number
    lastAppliedAt: string | null
  }
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface ProfileTemplateInput {
  name: string
  profileTemplateKey?: string | null | undefined
  description?: string | undefined
  audience?: string | null | undefined
  profile?: ProfileInput | undefined
  isDefault?: boolean | undefined
}

export interface Profile_1 {
  /** `{name}` and `{stage_name}` stand for the buddy's */
  tagline: string | null
  accentColor: string | null
  /** true: the buddy is in no public answer */
  isPrivate: boolean
  show: ProfileShow
  /** the template that was applied last */
  profileTemplateId: string | null
  /** null: it was never changed */
  updatedAt: string | null
}

export interface Progression {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  evolution: {
    currentStage: number
    nextStage: number | null
    ready: boolean
    autoEvolve: boolean
    progress: number
    requirements: Array<{
      type: string
      key: string | null
      operator: string
      value: unknown
      current: unknown
      met: boolean
    }>
  }
  prestigeLevel: number
  coins: {
    balance: number
    lifetimeEarned: number
    lifetimeSpent: number
  }
  tokens: Tokens
  skills: Record<string, {
    level: number
    points: number
    nextLevelPoints: number | null
  }>
  streaks: StreakStanding[]
  badges: {
    owned: number
    total: number
  }
  gates: {
    unlocked: number
  }
  items: {
    owned: number
    equipped: number
  }
  /** events counted so far */
  events: number
}

export interface Purchase {
  /** opaque identifier (UUIDv7) */
  purchaseId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** opaque identifier (UUIDv7) */
  itemId: string
  itemName: string
  pricePaid: number
  balance: number
  count: number
  giftToBuddyId: string | null
}

export interface RegeneratePictures {
  scope?: "missing" | "all" | undefined
}

export interface RejectBadge {
  reason?: string | undefined
}

export interface RestoreStreak {
  reason?: string | undefined
}

export interface ReverseEvent {
  mode?: "clamp" | "debt" | "reject" | undefined
  reason?: string | undefined
}

export interface RewardPoolTelemetry {
  /** opaque identifier (UUIDv7) */
  ruleId: string
  windowDays: number
  draws: number
  coinsIssued: number
  /** coins of the budget's current period; null: no budget */
  budgetUsed: number | null
  entries: Array<{
    value: number
    weight: number
    expectedShare: number
    observedCount: number
    observedShare: number
  }>
}

export interface RotatedApiKey {
  /** opaque identifier (UUIDv7) */
  apiKeyId: string
  label: string
  type: "secret" | "publishable"
  mode: "live" | "test"
  last4: string
  scopes: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  /** the key itself, shown only here */
  key: string
  revokedIds: string[]
}

export interface RotatedWebhookSecret {
  /** opaque identifier (UUIDv7) */
  webhookConfigId: string
  /** whsec_...; shown only here */
  secret: string
  previousSecretExpiresAt: string | null
}

export interface RunDecay {
  ruleId?: string | undefined
  dryRun?: boolean | undefined
}

export interface SchemaPart {
  part: string
  description: string
  /** where the schema itself is, for `$schema` and editors */
  url: string
}

export interface Session {
  /** JWT for `Authorization: Bearer` */
  accessToken: string
  tokenType: "Bearer"
  /** seconds */
  expiresIn: number
  customer: Customer
  user: User
}

export interface SkillDecayRule {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
  enabled?: boolean | undefined
  audience?: string | null | undefined
  idleDays: number
  period?: "day" | "week" | "month" | undefined
  amount?: number | undefined
  floorLevel?: number | undefined
  refreshOn?: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  } | null | undefined
  pauseDuringVacation?: boolean | undefined
}

export interface SkillDecayRuleInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
  enabled?: boolean | undefined
  audience?: string | null | undefined
  idleDays: number
  period?: "day" | "week" | "month" | undefined
  amount?: number | undefined
  floorLevel?: number | undefined
  refreshOn?: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  } | null | undefined
  pauseDuringVacation?: boolean | undefined
}

export interface SkillDecayRuleInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
  enabled?: boolean | undefined
  audience?: string | null | undefined
  idleDays: number
  period?: "day" | "week" | "month" | undefined
  amount?: number | undefined
  floorLevel?: number | undefined
  refreshOn?: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  } | null | undefined
  pauseDuringVacation?: boolean | undefined
}

export interface SkillDecayRule_1 {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
  enabled?: boolean | undefined
  audience?: string | null | undefined
  idleDays: number
  period?: "day" | "week" | "month" | undefined
  amount?: number | undefined
  floorLevel?: number | undefined
  refreshOn?: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  } | null | undefined
  pauseDuringVacation?: boolean | undefined
}

export interface SkillRule {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
}

export interface SkillRuleInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
}

export interface SkillRuleInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
}

export interface SkillRule_1 {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillKey: string
}

export interface SkillSet {
  skillSetId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillSetKey: string
  name: string
  skills: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillKey: string
    name: string
    iconUrl?: string | null | undefined
    startLevel?: number | undefined
    maxLevel?: number | undefined
  }>
  levelCurve: {
    mode: "linear" | "quadratic" | "exponential" | "table"
    base?: number | null | undefined
    factor?: number | null | undefined
    thresholds?: number[] | null | undefined
  }
}

export interface SkillSetInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  skillSetKey: string
  name: string
  skills: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    skillKey: string
    name: string
    iconUrl?: string | null | undefined
    startLevel?: number | undefined
    maxLevel?: number | undefined
  }>
  levelCurve: {
    mode: "linear" | "quadratic" | "exponential" | "table"
    base?: number | null | undefined
    factor?: number | null | undefined
    thresholds?: number[] | null | undefined
  }
}

export interface SkillsUpdated {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  updates: Record<string, {
    level: number
    previous: number
    change: number
  }>
}

export interface StageChange {
  type: "evolution" | "prestige"
  previousStage: number
  newStage: number
  /** the level reached; null for an evolution */
  prestigeLevel: number | null
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface StreakAtRiskAnalytics {
  windowDays: number
  warned: number
  /** extended in the period the warning was about */
  rescued: number
  /** not extended in time, but a freeze, a vacation or a restore kept it */
  kept: number
  /** begun anew since, or over without anything having come */
  lost: number
  /** there is still time */
  open: number
  /** rescued of all that are decided */
  rescueRate: number | null
  streaks: Array<{
    streakKey: string
    warned: number
    /** extended in the period the warning was about */
    rescued: number
    /** not extended in time, but a freeze, a vacation or a restore kept it */
    kept: number
    /** begun anew since, or over without anything having come */
    lost: number
    /** there is still time */
    open: number
    /** rescued of all that are decided */
    rescueRate: number | null
  }>
}

export interface StreakKept {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  streakKey: string
  currentStreak: number
  longestStreak: number
  freezesLeft: number
  expiresAt: string | null
  /** the periods restored or frozen */
  periods: string[]
}

export interface StreakRule {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  streakKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  audience?: string | null | undefined
  frequency?: "daily" | "weekly" | "monthly" | undefined
  qualifying: {
    match?: "all" | "any" | undefined
    events: Array<{
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      minCount?: number | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }>
  }
  timezone?: {
    mode?: "user" | "tenant" | "utc" | undefined
    fallback?: string | null | undefined
  } | undefined
  graceMinutes?: number | undefined
  atRiskMinutes?: number | undefined
  freezes?: {
    initial?: number | undefined
    max?: number | undefined
    earnEveryDays?: number | null | undefined
    autoConsume?: boolean | undefined
  } | undefined
  vacation?: {
    maxDays: number
    maxPerYear: number
  } | null | undefined
  restoreWindowDays?: number | undefined
  milestones?: Array<{
    length: number
    reward?: {
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
    } | undefined
  } | {
    every: number
    reward?: {
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
    } | undefined
  }> | undefined
}

export interface StreakRuleInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  streakKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  audience?: string | null | undefined
  frequency?: "daily" | "weekly" | "monthly" | undefined
  qualifying: {
    match?: "all" | "any" | undefined
    events: Array<{
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      minCount?: number | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }>
  }
  timezone?: {
    mode?: "user" | "tenant" | "utc" | undefined
    fallback?: string | null | undefined
  } | undefined
  graceMinutes?: number | undefined
  atRiskMinutes?: number | undefined
  freezes?: {
    initial?: number | undefined
    max?: number | undefined
    earnEveryDays?: number | null | undefined
    autoConsume?: boolean | undefined
  } | undefined
  vacation?: {
    maxDays: number
    maxPerYear: number
  } | null | undefined
  restoreWindowDays?: number | undefined
  milestones?: Array<{
    length: number
    reward?: {
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
    } | undefined
  } | {
    every: number
    reward?: {
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
    } | undefined
  }> | undefined
}

export interface StreakRuleInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  streakKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  audience?: string | null | undefined
  frequency?: "daily" | "weekly" | "monthly" | undefined
  qualifying: {
    match?: "all" | "any" | undefined
    events: Array<{
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      minCount?: number | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }>
  }
  timezone?: {
    mode?: "user" | "tenant" | "utc" | undefined
    fallback?: string | null | undefined
  } | undefined
  graceMinutes?: number | undefined
  atRiskMinutes?: number | undefined
  freezes?: {
    initial?: number | undefined
    max?: number | undefined
    earnEveryDays?: number | null | undefined
    autoConsume?: boolean | undefined
  } | undefined
  vacation?: {
    maxDays: number
    maxPerYear: number
  } | null | undefined
  restoreWindowDays?: number | undefined
  milestones?: Array<{
    length: number
    reward?: {
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
    } | undefined
  } | {
    every: number
    reward?: {
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
    } | undefined
  }> | undefined
}

export interface StreakRule_1 {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  streakKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  audience?: string | null | undefined
  frequency?: "daily" | "weekly" | "monthly" | undefined
  qualifying: {
    match?: "all" | "any" | undefined
    events: Array<{
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      minCount?: number | undefined
      filters?: Array<{
        property: string
        operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
        value: string | number | boolean | Array<string | number | boolean>
      }> | undefined
    }>
  }
  timezone?: {
    mode?: "user" | "tenant" | "utc" | undefined
    fallback?: string | null | undefined
  } | undefined
  graceMinutes?: number | undefined
  atRiskMinutes?: number | undefined
  freezes?: {
    initial?: number | undefined
    max?: number | undefined
    earnEveryDays?: number | null | undefined
    autoConsume?: boolean | undefined
  } | undefined
  vacation?: {
    maxDays: number
    maxPerYear: number
  } | null | undefined
  restoreWindowDays?: number | undefined
  milestones?: Array<{
    length: number
    reward?: {
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
    } | undefined
  } | {
    every: number
    reward?: {
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
    } | undefined
  }> | undefined
}

export interface StreakStanding {
  streakKey: string
  /** 0 once the streak has lapsed */
  currentStreak: number
  longestStreak: number
  /** the last day, week or month that counted */
  periodKey: string | null
  freezesLeft: number
  expiresAt: string | null
}

export interface SubStepCompleted {
  completed: true
  alreadyCompleted: boolean
  /** ISO 8601, UTC, milliseconds */
  completedAt: string
  path: BuddyPath
}

export interface TestClock {
  /** opaque identifier (UUIDv7) */
  testClockId: string
  name: string | null
  /** the moment its users live at */
  now: string
  userIds: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface ThemePackApplied {
  themePackKey: string
  skillSets: {
    added: string[]
    updated: string[]
    skipped: string[]
  }
  skillRules: {
    added: string[]
    updated: string[]
    skipped: string[]
  }
}

export interface TokenRule {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
}

export interface TokenRuleInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
}

export interface TokenRuleInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
}

export interface TokenRule_1 {
  ruleId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  ruleKey: string
  name?: string | null | undefined
  enabled?: boolean | undefined
  priority?: number | undefined
  audience?: string | null | undefined
  trigger: {
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    match?: "all" | "any" | undefined
    filters?: Array<{
      property: string
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
      value: string | number | boolean | Array<string | number | boolean>
    }> | undefined
  }
  conditions?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  amount: {
    mode: "fixed"
    value: number
  } | {
    mode: "per_property"
    property: string
    rate: number
    min?: number | undefined
    max?: number | null | undefined
    rounding?: "down" | "up" | "nearest" | undefined
  } | {
    mode: "pool"
    entries: Array<{
      value: number
      weight: number
      isLucky?: boolean | undefined
    }>
  }
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
}

export interface TokenType {
  tokenTypeId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  name: string
  kind: "primary" | "progression"
  systemToken?: "coin_shard" | "gem" | "xp" | "energy" | "ticket" | null | undefined
  maxBalance?: number | null | undefined
}

export interface TokenTypeInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  name: string
  kind: "primary" | "progression"
  systemToken?: "coin_shard" | "gem" | "xp" | "energy" | "ticket" | null | undefined
  maxBalance?: number | null | undefined
}

export interface TokenTypeInput_1 {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  name: string
  kind: "primary" | "progression"
  systemToken?: "coin_shard" | "gem" | "xp" | "energy" | "ticket" | null | undefined
  maxBalance?: number | null | undefined
}

export interface TokenType_1 {
  tokenTypeId: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  name: string
  kind: "primary" | "progression"
  systemToken?: "coin_shard" | "gem" | "xp" | "energy" | "ticket" | null | undefined
  maxBalance?: number | null | undefined
}

export interface Tokens {
  primary: Array<{
    tokenKey: string
    balance: number
    lifetimeEarned: number
    lifetimeSpent: number
  }>
  progression: Array<{
    tokenKey: string
    balance: number
    lifetimeEarned: number
    lifetimeSpent: number
  }>
}

export interface TokensChanged {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  amount: number
  balance: number
  /** opaque identifier (UUIDv7) */
  ledgerId: string
  tokenKey: string
}

export interface Trace {
  eventId: string
  configVersionId: string | null
  /** ISO 8601, UTC, milliseconds */
  evaluatedAt: string
  rules: Array<{
    type: string
    key: string
    outcome: "fired" | "skipped"
    reason: string
    detail: Record<string, unknown>
    ledgerIds: string[]
  }>
}

export interface TriggerInput {
  userId: string
  type: string
  occurredAt: string
  audience?: string | undefined
  /** free-form JSON object */
  properties?: Record<string, unknown> | undefined
  buddyId?: string | undefined
}

export interface UnlockedGate {
  gateKey: string
  /** ISO 8601, UTC, milliseconds */
  unlockedAt: string
}

export interface UpdateDraft {
  name?: string | null | undefined
  content?: ConfigContentPatch | undefined
}

export interface UploadPicture {
  /** a PNG, JPEG or WebP picture in base64 or as a data URL: at most 5 MB, sides of 16 to 4096 pixels */
  image: string
}

export interface User {
  /** opaque identifier (UUIDv7) */
  accountId: string
  email: string
  name: string | null
  emailVerified: boolean
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface UserSummary {
  userId: string
  buddies: number
  activeBuddies: number
  coins: number
  badges: number
}

export interface Vacation {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  startsOn: string
  endsOn: string
  days: number
}

export interface VacationAnalytics {
  windowDays: number
  taken: number
  cancelled: number
  endedEarly: number
  buddies: number
  averageDays: number
  /** by the calendar of the workspace */
  runningNow: number
  planned: number
}

export interface WebhookAttempt {
  attempt: number
  /** ISO 8601, UTC, milliseconds */
  attemptedAt: string
  responseStatus: number | null
  responseMs: number
  error: string | null
  responseExcerpt: string | null
}

export interface WebhookConfig {
  /** opaque identifier (UUIDv7) */
  webhookConfigId: string
  url: string
  description: string
  events: string[]
  enabled: boolean
  status: "active" | "disabled"
  headers: Record<string, string>
  /** set while every attempt fails; five days of that disable the endpoint */
  failingSince: string | null
  disabledAt: string | null
  /** end of a rotation's grace, while it runs */
  previousSecretExpiresAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface WebhookDelivery {
  /** opaque identifier (UUIDv7) */
  deliveryId: string
  /** opaque identifier (UUIDv7) */
  webhookConfigId: string
  event: string
  /** failed: will be tried again; exhausted: will not */
  status: "pending" | "delivered" | "failed" | "exhausted"
  attempts: number
  responseStatus: number | null
  responseMs: number | null
  nextAttemptAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  finishedAt: string | null
}

export interface WebhookDeliveryDetail {
  /** opaque identifier (UUIDv7) */
  deliveryId: string
  /** opaque identifier (UUIDv7) */
  webhookConfigId: string
  event: string
  /** failed: will be tried again; exhausted: will not */
  status: "pending" | "delivered" | "failed" | "exhausted"
  attempts: number
  responseStatus: number | null
  responseMs: number | null
  nextAttemptAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  finishedAt: string | null
  /** what is sent */
  body: unknown
  attemptLog: WebhookAttempt[]
}

export interface WebhookEvent {
  event: string
  description: string
  /** endpoints: whoever subscribes; cause: only the webhook_url configured on the cause */
  sentTo: "endpoints" | "cause"
  /** JSON Schema of the body */
  payloadSchema: Record<string, unknown>
  example: unknown
}

export interface WhoAmI {
  /** opaque identifier (UUIDv7) */
  customerId: string
  customerName: string
  plan: "free" | "growth" | "pro" | "enterprise"
  capabilities: string[]
  credential: {
    /** opaque identifier (UUIDv7) */
    id: string
    label: string
    type: "secret" | "publishable" | "dashboard"
    scopes: string[]
  }
  authMethod: "api_key" | "dashboard_jwt"
}

export interface WidgetBuddy {
  buddy: Buddy
  badges: Array<{
    badgeKey: string
    label: string
    description: string
    iconUrl: string | null
    tier: string | null
    times: number
    /** ISO 8601, UTC, milliseconds */
    awardedAt: string
  }>
  streaks: Array<{
    streakKey: string
    currentStreak: number
    longestStreak: number
    freezesLeft: number
    expiresAt: string | null
  }>
  evolution: {
    currentStage: number
    stageName: string
    nextStage: number | null
    nextStageName: string | null
    ready: boolean
    progress: number
  }
  /** the newest one reached and not watched; null as well for tokens without events:track */
  pendingCeremony: Ceremony | null
  profile: Profile
  scopes: string[]
}

export interface WidgetConfig {
  theme: WidgetTheme_1
  /** BCP 47 tag */
  locale: string
  modules: Array<"buddy" | "badges" | "streak" | "marketplace" | "path" | "leaderboard" | "brag">
  /** how long a widget waits before it asks again */
  pollSeconds: number
  /** what may be told to others, and where; null: nothing */
  brag: {
    moments: string[]
    channels: string[]
  } | null
  copy: WidgetCopy
  token: WidgetToken
  labels: WidgetLabels
}

export interface WidgetCopy {
  hatchCopy?: string | undefined
  levelUpCopy?: Record<string, string> | undefined
  badgeCopy?: string | undefined
  emptyCopy?: string | undefined
}

export interface WidgetEvent {
  eventId?: string | undefined
  type: string
  occurredAt?: string | undefined
  /** free-form JSON object */
  properties?: Record<string, unknown> | undefined
}

export interface WidgetItem {
  /** opaque identifier (UUIDv7) */
  itemId: string
  itemKey: string
  /** opaque identifier (UUIDv7) */
  marketplaceId: string
  name: string
  description: string
  category: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory"
  /** the picture for the buddy's stage */
  imageUrl: string | null
  priceCoins: number
  isGiftOnly: boolean
  /** null: no end */
  stockLeft: number | null
  availableUntil: string | null
  /** pieces the buddy has */
  owned: number
  equipped: boolean
  requirements: Array<{
    type: string
    key: string | null
    operator: string
    value: unknown
    current: unknown
    met: boolean
  }>
  canBuy: boolean
  /** the code POST /widget/purchases would answer with; null when nothing stands in the way */
  refusal: "item_gift_only" | "item_already_owned" | "requirements_not_met" | "out_of_stock" | "insufficient_coins" | null
}

export interface WidgetLabels {
  coin: CoinName_1
  /** what the buddy's config version calls its tokens, by token_key */
  tokens: Record<string, string>
  /** what the buddy's config version calls its skills, by skill_key */
  skills: Record<string, string>
  /** what the buddy's config version calls its stages, by number */
  stages: Record<string, string>
}

export interface WidgetLeaderboard {
  leaderboard: {
    period: "daily" | "weekly" | "monthly" | "all_time"
    scope: "audience" | "tenant" | "team"
    metric: {
      type: "coins_earned" | "token_earned" | "event_count" | "skill_level" | "streak_current"
      key: string | null
    }
    startsAt: string | null
    endsAt: string | null
    /** the moment the rows were read, at most 10 s ago */
    asOf: string
  }
  /** how many are ranked */
  total: number
  /** the token's own buddy; null: it is not ranked */
  me: {
    /** 1 is the first */
    rank: number
    value: number
    /** places gained since the period before; null: none then */
    rankChange: number | null
  } | null
  entries: Array<{
    /** 1 is the first */
    rank: number
    name: string
    thumbUrl: string | null
    value: number
    /** places gained since the period before; null: none then */
    rankChange: number | null
    isMe: boolean
  }>
  league: {
    seasonName: string
    tierKey: string
    tierName: string
    /** ISO 8601, UTC, milliseconds */
    endsAt: string
    promoteRank: number | null
    demoteRank: number | null
  } | null
  scopes: string[]
}

export interface WidgetMarketplace {
  data: WidgetItem[]
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
}

export interface WidgetOwnedItem {
  /** opaque identifier (UUIDv7) */
  itemId: string
  name: string
  category: "background" | "body" | "feet" | "hand" | "neck" | "face" | "head" | "accessory"
  imageUrl: string | null
  count: number
  equipped: boolean
}

export interface WidgetSession {
  token: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
  scopes: string[]
  /** opaque identifier (UUIDv7) */
  sessionId: string
}

/** absent: the widgets' own look */
export interface WidgetTheme {
  mode: "auto" | "light" | "dark"
  accentColor: string
  radius: "none" | "sm" | "md" | "lg"
  font: "system" | "rounded" | "serif" | "mono"
}

export interface WidgetThemeInput {
  mode?: "auto" | "light" | "dark" | undefined
  accentColor?: string | undefined
  radius?: "none" | "sm" | "md" | "lg" | undefined
  font?: "system" | "rounded" | "serif" | "mono" | undefined
}

export interface WidgetTheme_1 {
  mode: "auto" | "light" | "dark"
  accentColor: string
  radius: "none" | "sm" | "md" | "lg"
  font: "system" | "rounded" | "serif" | "mono"
}

export interface WidgetToken {
  kind: "session" | "embed"
  /** the only one it opens; null: all of them */
  widget: "buddy" | "leaderboard" | "path" | "marketplace" | null
  scopes: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip">
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
}
