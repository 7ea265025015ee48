// Written by sdk/generate from contract/openapi.json.
export interface AcceptedOperation {
  accepted: true
  /** opaque identifier (UUIDv7) */
  operationId: string
  status: "pending"
}

export interface AddTeamMember {
  buddyId: string
  role?: "member" | "mentor" | undefined
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

export interface AlertConfig {
  ruleSpike: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  userFarming: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  budget: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  silence: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  unknownTypes: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  noSinks: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  quota: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  webhookFailing: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
  refusals: {
    enabled: boolean
    /** times what is expected */
    factor: number | null
    /** less is no sign */
    min: number | null
  }
}

export interface AnalyticsActivitySummary {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  totals: {
    active: number
    new: number
    resurrected: number
    events: number
  }
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    active: number
    new: number
    returning: number
    resurrected: number
    dormant: number
    events: number
  }>
  previous?: {
    active: number
    new: number
    resurrected: number
    events: number
  } | undefined
}

export interface AnalyticsAudiences {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  audiences: Array<{
    key: string
    name: string | null
    listed: boolean
    users: number
    activeUsers: number
    newUsers: number
    buddies: number
    events: number
    coinsIssued: number
    coinsSpent: number
    outstanding: number
    /** four decimals; null: of nothing */
    retentionW1: number | null
  }>
  truncated?: true | undefined
}

export interface AnalyticsCustomEvents {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  types: Array<{
    eventType: string
    events: number
    users: number
    defined: boolean
    usedBy: Array<{
      type: string
      key: string
    }>
    firstDay: string | null
    lastDay: string | null
    silentDays: number | null
  }>
  /** where there are over a million events: the share of users whose events were looked at for `users` */
  sampleRate?: number | undefined
  truncated?: true | undefined
}

export interface AnalyticsEconomyHealth {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  sinkRatio: number | null
  velocity: number | null
  inflation_30d: number | null
  issuedPerActiveUser: number | null
  balances: {
    p10: number | null
    p50: number | null
    p90: number | null
    p99: number | null
    /** four decimals; null: of nothing */
    gini: number | null
    /** four decimals; null: of nothing */
    top_1pctShare: number | null
    holders: number | null
  }
  /** four decimals; null: of nothing */
  idleShare: number | null
  daysToMedianItem: number | null
  topRule: {
    ruleKey: string
    /** four decimals; null: of nothing */
    share: number | null
    deleted?: true | undefined
  } | null
  findings: Array<{
    code: "few_sinks" | "draining" | "inflating" | "hoarding" | "one_rule" | "nothing_affordable" | "idle_coins"
    severity: "info" | "warning"
    value: number
    threshold: number
  }>
  /** when the buddies were looked at; null: they were not yet */
  snapshotAt: string | null
}

export interface AnalyticsEconomySummary {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  coins: {
    issued: number
    spent: number
    corrected: number
    net: number
    outstanding: number
  }
  sources: Array<{
    source: string
    key: string | null
    coins: number
    rows: number
    /** four decimals; null: of nothing */
    share: number | null
    deleted?: true | undefined
  }>
  sinks: Array<{
    sink: string
    key: string | null
    coins: number
    rows: number
    /** four decimals; null: of nothing */
    share: number | null
    deleted?: true | undefined
  }>
  tokens: Array<{
    tokenKey: string
    kind: string | null
    earned: number
    spent: number
    outstanding: number
  }>
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    issued: number
    spent: number
    corrected: number
    outstanding: number
  }>
  truncated?: true | undefined
  previous?: {
    issued: number
    spent: number
    corrected: number
    net: number
    outstanding: number
  } | undefined
}

export interface AnalyticsEngagement {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  activeUsers: number
  /** four decimals; null: of nothing */
  eventsPerUser: number | null
  activeDays: {
    mean: number | null
    p50: number | null
    p90: number | null
    histogram: Array<{
      from: number
      to: number | null
      users: number
    }>
  }
  /** four decimals; null: of nothing */
  stickiness: number | null
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    active: number
    /** four decimals; null: of nothing */
    eventsPerUser: number | null
  }>
  features: Array<{
    feature: string
    users: number
    /** four decimals; null: of nothing */
    share: number | null
  }>
  /** where there are over a million users: the share of them that was looked at; counts are made up to all */
  sampleRate?: number | undefined
  previous?: {
    activeUsers: number
    /** four decimals; null: of nothing */
    eventsPerUser: number | null
    activeDays: {
      mean: number | null
      p50: number | null
      p90: number | null
      histogram: Array<{
        from: number
        to: number | null
        users: number
      }>
    }
    /** four decimals; null: of nothing */
    stickiness: number | null
  } | undefined
}

export interface AnalyticsEventCounts {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  total: number
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    events: number
  }>
  types: Array<{
    eventType: string
    events: number
    /** four decimals; null: of nothing */
    share: number | null
    defined: boolean
    backfilled: number
    reversed: number
    withoutBuddy: number
    unrewarded: number
    coins: number
  }>
  truncated?: true | undefined
}

export interface AnalyticsEvolution {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  stages: Array<{
    stage: number
    name: string | null
    buddies: number | null
    /** four decimals; null: of nothing */
    share: number | null
    p50DaysToReach: number | null
  }>
  readyNow: number | null
  evolved: number
  prestiged: number
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    evolved: number
    prestiged: number
  }>
  /** when the buddies were looked at; null: they were not yet */
  snapshotAt: string | null
}

export interface AnalyticsFeatureActivity {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  features: Array<{
    feature: string
    capability: string | null
    entitled: boolean
    enabled: boolean
    users: number
    /** four decimals; null: of nothing */
    share: number | null
    actions: number
    lastDay: string | null
  }>
  /** where there are over a million users: the share of them that was looked at; counts are made up to all */
  sampleRate?: number | undefined
}

export interface AnalyticsMarketplaceFunnel {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  steps: Array<{
    step: "active" | "viewed" | "purchased" | "equipped"
    /** null: nobody loaded a shop here, and the step is skipped */
    users: number | null
    /** four decimals; null: of nothing */
    ofPrevious: number | null
  }>
  byItem: Array<{
    itemId: string
    name: string | null
    /** null: shops are loaded whole */
    viewedUsers: number | null
    purchases: number
    equips: number
    deleted?: true | undefined
  }>
  /** four decimals; null: of nothing */
  unaffordableShare: number | null
  truncated?: true | undefined
  /** where there are over a million users: the share of them that was looked at; counts are made up to all */
  sampleRate?: number | undefined
}

export interface AnalyticsOverview {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  users: {
    total: number
    new: number
    active_1d: number
    active_7d: number
    active_30d: number
    /** four decimals; null: of nothing */
    stickiness: number | null
  }
  buddies: {
    total: number
    active: number
    archived: number
    hatched: number
  }
  eggs: {
    created: number
    hatched: number
    cancelled: number
    open: number
  }
  events: {
    count: number
    /** four decimals; null: of nothing */
    perActiveUser: number | null
    backfilled: number
    reversed: number
  }
  coins: {
    issued: number
    spent: number
    corrected: number
    outstanding: number
  }
  badgesAwarded: number
  itemsAcquired: number
  evolutions: number
  webhooks: {
    delivered: number
    exhausted: number
  }
  previous?: {
    users: {
      total: number
      new: number
      active_1d: number
      active_7d: number
      active_30d: number
      /** four decimals; null: of nothing */
      stickiness: number | null
    }
    buddies: {
      total: number
      active: number
      archived: number
      hatched: number
    }
    eggs: {
      created: number
      hatched: number
      cancelled: number
      open: number
    }
    events: {
      count: number
      /** four decimals; null: of nothing */
      perActiveUser: number | null
      backfilled: number
      reversed: number
    }
    coins: {
      issued: number
      spent: number
      corrected: number
      outstanding: number
    }
    badgesAwarded: number
    itemsAcquired: number
    evolutions: number
    webhooks: {
      delivered: number
      exhausted: number
    }
  } | undefined
}

export interface AnalyticsPopularBadges {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  badges: Array<{
    badgeKey: string
    label: string | null
    tier: string | null
    awarded: number
    holders: number
    /** four decimals; null: of nothing */
    rarity: number | null
    coins: number
    revoked: number
    deleted?: true | undefined
  }>
  truncated?: true | undefined
}

export interface AnalyticsPopularItems {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  items: Array<{
    itemId: string
    itemKey: string | null
    name: string | null
    category: string | null
    status: string | null
    acquired: number
    purchases: number
    gifts: number
    unlocks: number
    rewards: number
    coins: number
    owners: number
    equips: number
    deleted?: true | undefined
  }>
  truncated?: true | undefined
}

export interface AnalyticsRetention {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  granularity: "day" | "week" | "month"
  mode: "on" | "on_or_after"
  cohorts: Array<{
    cohort: string
    size: number
    periods: Array<{
      offset: number
      users: number
      /** four decimals; null: of nothing */
      rate: number | null
      complete: boolean
    }>
  }>
  overall: Array<{
    offset: number
    users: number
    of: number
    /** four decimals; null: of nothing */
    rate: number | null
  }>
}

export interface AnalyticsRoi {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  value: {
    currency: string | null
    byType: Array<{
      eventType: string
      events: number
      valueMinor: number
    }>
    totalMinor: number | null
  }
  cost: {
    programMinor: number | null
    coinsRedeemedMinor: number | null
    coinLiabilityMinor: number | null
  }
  comparisons: Array<{
    kind: "holdout" | "early_reward" | "streak_3"
    /** with it: outside the holdout, rewarded early, with a streak */
    a: {
      users: number
      value: number | null
    }
    b: {
      users: number
      value: number | null
    }
    metric: "retention_w4" | "value_per_user"
    difference: number | null
    /** two figures: from, to */
    ci95: number[] | null
    isCausal: boolean
    caveat: "self_selection" | "not_randomised" | "too_few_users" | null
  }>
  roi: number | null
  unknown: Array<"revenue_not_sent" | "no_holdout" | "not_randomised" | "no_costs" | "too_few_users" | "margin" | "cannibalisation">
  /** where there are over a million users: the share of them that was looked at; counts are made up to all */
  sampleRate?: number | undefined
}

export interface AnalyticsShareFunnel {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  /** made in the window */
  links: number
  opened: number
  shared: number
  viewed: number
  ctaClicked: number
  rates: {
    /** four decimals; null: of nothing */
    open: number | null
    /** four decimals; null: of nothing */
    view: number | null
    /** four decimals; null: of nothing */
    cta: number | null
  }
  channels: Array<{
    channel: "copy_link" | "native_share" | "x" | "facebook" | "linkedin" | "whatsapp" | "email" | "other"
    opened: number
    shared: number
    viewed: number
    ctaClicked: number
  }>
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    links: number
    opened: number
    shared: number
    viewed: number
    ctaClicked: number
  }>
}

export interface AnalyticsStreaks {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  streaks: Array<{
    streakKey: string
    running: number | null
    atLeast: {
      "3": number
      "7": number
      "30": number
      "100": number
    } | null
    meanCurrent: number | null
    longest: number | null
    lapsed: number | null
    started: number
    extended: number
    lost: number
    restored: number
    frozen: number
    milestones: number
    /** four decimals; null: of nothing */
    lossRate: number | null
    deleted?: true | undefined
  }>
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    extended: number
    lost: number
  }>
  /** when the buddies were looked at; null: they were not yet */
  snapshotAt: string | null
  truncated?: true | undefined
}

export interface AnalyticsTokens {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  tokens: Array<{
    tokenKey: string
    name: string | null
    kind: string | null
    earned: number
    spent: number
    corrected: number
    outstanding: number
    holders: number
    sources: Array<{
      source: string
      key: string | null
      amount: number
      deleted?: true | undefined
    }>
    deleted?: true | undefined
  }>
  gates: Array<{
    gateKey: string
    tokenKey: string | null
    cost: number | null
    unlocks: number
    amount: number
    deleted?: true | undefined
  }>
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    tokenKey: string
    earned: number
    spent: number
  }>
  truncated?: true | undefined
}

export interface AnalyticsWebhooks {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  endpoints: Array<{
    webhookConfigId: string
    host: string | null
    enabled: boolean
    status: "healthy" | "failing" | "disabled" | "deleted"
    delivered: number
    failedAttempts: number
    exhausted: number
    pending: number
    /** four decimals; null: of nothing */
    successRate: number | null
    p50Ms: number | null
    p95Ms: number | null
    lastSuccessAt: string | null
    failingSince: string | null
  }>
  events: Array<{
    event: string
    /** delivered or given up */
    deliveries: number
  }>
  series: Array<{
    /** `2026-11-22`, `2026-W47` or `2026-11` */
    period: string
    /** false: the window or today cuts it */
    complete: boolean
    delivered: number
    failedAttempts: number
  }>
  truncated?: true | undefined
}

export interface AnswerOnboarding {
  answers: OnboardingAnswersPatch
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

export interface ApplyKudoTemplate {
  templateKey: string
}

export interface ApplyPlan {
  /** merge adds what has a new key and leaves the rest as it is */
  mode?: "replace_draft" | "merge" | undefined
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

export interface AuditEntry {
  /** opaque identifier (UUIDv7) */
  auditId: string
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  actor: {
    type: "account" | "api_key" | "sso" | "system"
    /** null for the service itself */
    id: string | null
    /** e-mail or label; `former member` once the person was removed */
    label: string
  }
  /** `<group>.<endpoint>`, such as `members.invite` */
  action: string
  /** null where no request did it */
  method: string | null
  /** the route, without the ids it was called with */
  path: string | null
  target: {
    type: string
    id: string
  } | null
  /** of the answer */
  status: number | null
  requestId: string
}

export interface Award {
  /** opaque identifier (UUIDv7) */
  awardId: string
  awardKey: string
  label: string
  description: string
  iconUrl: string | null
  /** opaque identifier (UUIDv7) */
  buddyId: string
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
  reason: string | null
  ledgerIds: string[]
  awardedBy: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  awardedAt: string
}

export interface AwardGiven {
  /** opaque identifier (UUIDv7) */
  awardId: string
  awardKey: string
  label: string
  description: string
  iconUrl: string | null
  /** opaque identifier (UUIDv7) */
  buddyId: string
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
  reason: string | null
  ledgerIds: string[]
  awardedBy: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  awardedAt: string
  alreadyAwarded: false
}

export interface AwardHeld {
  /** opaque identifier (UUIDv7) */
  awardId: string
  awardKey: string
  label: string
  description: string
  iconUrl: string | null
  /** opaque identifier (UUIDv7) */
  buddyId: string
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
  reason: string | null
  ledgerIds: string[]
  awardedBy: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  awardedAt: string
  alreadyAwarded: true
}

export interface AwardInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  awardKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
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
  reason?: string | null | undefined
  repeatable?: boolean | undefined
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

export interface BeginnersLuck {
  /** UTC days, today included */
  windowDays: number
  drops: Array<{
    dropKey: string
    /** in the days the drop has a probability of its own for */
    beginners: {
      /** events that could have won it */
      rolls: number
      hits: number
      /** null: there were no rolls */
      hitShare: number | null
    }
    others: {
      /** events that could have won it */
      rolls: number
      hits: number
      /** null: there were no rolls */
      hitShare: number | null
    }
  }>
  beginners: {
    /** hatched within the window, the 10,000 newest of them */
    buddies: number
    /** won a drop in their first 7 days */
    lucky: number
    /** did something more than 7 days after they hatched */
    activeAfter_7Days: number
    /** both */
    luckyActiveAfter_7Days: number
  }
}

export interface BillingStatus {
  plan: "free" | "growth" | "pro" | "enterprise"
  /** `none` where nobody takes payments */
  provider: string
  /** null where the plan was not bought */
  interval: "month" | "year" | null
  /** ISO 8601, UTC, milliseconds */
  planSince: string
  /** of the subscription; active where there is none */
  state: "active" | "canceling" | "past_due" | "pending" | "suspended" | "canceled"
  subscription: {
    currentPeriodEnd: string | null
    cancelAtPeriodEnd: boolean
    pastDueSince: string | null
    /** until then the plan stays */
    graceEndsAt: string | null
    /** when the period ends, if another one */
    nextPlan: "free" | "growth" | "pro" | "enterprise" | null
  } | null
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

export interface BillingUsage {
  /** the newest first */
  months: Array<{
    /** UTC, as in 2026-11 */
    month: string
    events: number
    /** of the present plan; null is unlimited */
    eventsQuota: number | null
    /** users with an event in the month of the workspace's time zone; some seconds late */
    activeUsers: number
    /** in the same month; some seconds late */
    webhooksDelivered: number
    creditsUsed: number
  }>
}

export interface BoosterGrant {
  /** opaque identifier (UUIDv7) */
  boosterGrantId: string
  boosterKey: string
  appliesTo: Array<"coins" | "tokens" | "skills">
  multiplier: number
  stacking: "max" | "multiply" | "add"
  rounding: "down" | "up" | "nearest"
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  target: {
    buddyIds: string[] | null
    audience: string | null
  }
  /** that were named; 0 for an audience */
  buddies: number
  status: "scheduled" | "running" | "ended"
  /** coins an audience's booster has cost; 0 for named buddies */
  extraCoins: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface BoosterGranted {
  /** opaque identifier (UUIDv7) */
  boosterGrantId: string
  boosterKey: string
  appliesTo: Array<"coins" | "tokens" | "skills">
  multiplier: number
  stacking: "max" | "multiply" | "add"
  rounding: "down" | "up" | "nearest"
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  target: {
    buddyIds: string[] | null
    audience: string | null
  }
  /** that were named; 0 for an audience */
  buddies: number
  granted: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    /** opaque identifier (UUIDv7) */
    boosterId: string
  }>
}

export interface BoosterInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  boosterKey: string
  target: {
    buddyIds?: string[] | null | undefined
    audience?: string | null | undefined
  }
  appliesTo: Array<"coins" | "tokens" | "skills">
  multiplier: number
  rounding?: "down" | "up" | "nearest" | undefined
  stacking?: "max" | "multiply" | "add" | undefined
  startsAt?: string | null | undefined
  durationMinutes: number
}

export interface BragChannels {
  windowDays: number
  /** a local day, `2026-11-20` */
  from: string
  /** a local day, `2026-11-20` */
  to: string
  channels: Array<{
    channel: "copy_link" | "native_share" | "x" | "linkedin" | "whatsapp" | "facebook" | "email"
    clicked: number
    shared: number
    viewed: number
    ctaClicked: number
  }>
}

export interface BragConfig {
  enabled: boolean
  moments: Array<"evolution" | "badge" | "streak_milestone" | "league_rank" | "path_completed">
  channels: Array<"copy_link" | "native_share" | "x" | "linkedin" | "whatsapp" | "facebook" | "email">
  /** absent: words of ours, in the workspace's language */
  templates: {
    evolution?: string | undefined
    badge?: string | undefined
    streakMilestone?: string | undefined
    leagueRank?: string | undefined
    pathCompleted?: string | undefined
  }
  hashtag: string | null
  /** null: it was never changed */
  updatedAt: string | null
}

export interface BragConfigPatch {
  /** nothing is shown while sharing is off; null: false */
  enabled?: boolean | null | undefined
  /** replaced as a whole; null: all of them */
  moments?: Array<"evolution" | "badge" | "streak_milestone" | "league_rank" | "path_completed"> | null | undefined
  /** replaced as a whole; null: without facebook and email */
  channels?: Array<"copy_link" | "native_share" | "x" | "linkedin" | "whatsapp" | "facebook" | "email"> | null | undefined
  /** replaced as a whole; null: none */
  templates?: {
    evolution?: string | undefined
    badge?: string | undefined
    streakMilestone?: string | undefined
    leagueRank?: string | undefined
    pathCompleted?: string | undefined
  } | null | undefined
  /** null: none */
  hashtag?: string | null | undefined
}

export interface BragFunnel {
  windowDays: number
  /** a local day, `2026-11-20` */
  from: string
  /** a local day, `2026-11-20` */
  to: string
  stages: Array<{
    stage: "shown" | "clicked" | "shared" | "viewed" | "cta_clicked"
    count: number
    /** of the stage before; null: of nothing */
    rate: number | null
  }>
  byMoment: Array<{
    moment: "evolution" | "badge" | "streak_milestone" | "league_rank" | "path_completed"
    shown: number
    clicked: number
    shared: number
  }>
}

export interface BragTest {
  event: "brag.shared"
  deliveries: Array<{
    /** opaque identifier (UUIDv7) */
    deliveryId: string
    /** opaque identifier (UUIDv7) */
    webhookConfigId: string
  }>
}

export interface Bragged {
  /** opaque identifier (UUIDv7) */
  bragId: string
  text: string
  /** the page of the buddy; null: the button was only shown */
  url: string | null
  /** where the channel lets it be written; null: the browser does that itself */
  channelUrl: string | null
}

/** absent parts are those of `settings.widget_theme` */
export interface BrandingInput {
  accentColor?: string | undefined
  mode?: "auto" | "light" | "dark" | undefined
  radius?: "none" | "sm" | "md" | "lg" | undefined
  font?: "system" | "rounded" | "serif" | "mono" | undefined
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

export interface BuddyBooster {
  /** opaque identifier (UUIDv7) */
  boosterId: string
  boosterKey: string
  appliesTo: Array<"coins" | "tokens" | "skills">
  multiplier: number
  stacking: "max" | "multiply" | "add"
  rounding: "down" | "up" | "nearest"
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  status: "scheduled" | "running" | "ended"
  /** null: granted to this buddy */
  audience: string | null
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

export interface BuddyTeam {
  /** opaque identifier (UUIDv7) */
  teamId: string
  teamKey: string
  name: string
  role: "member" | "mentor"
  /** ISO 8601, UTC, milliseconds */
  joinedAt: string
}

export interface BuildInfo {
  version: string
  gitSha: string
  builtAt: string
  nodeVersion: string
}

export interface Cause {
  /** opaque identifier (UUIDv7) */
  causeId: string
  causeKey: string
  name: string
  description: string
  unitLabel: string
  counter: CauseCounter
  thresholdUnit: number
  webhookUrl: string | null
  audience: string | null
  status: "draft" | "active"
  /** all that was counted, of drafts too */
  totalUnits: number
  /** buddies whose events have counted */
  contributors: number
  /** how often a threshold was reached, ever */
  crossings: number
  webhook: CauseWebhook
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface CauseAnalytics {
  windowDays: number
  causes: Array<{
    /** opaque identifier (UUIDv7) */
    causeId: string
    causeKey: string
    name: string
    status: string
    totalUnits: number
    unitsInWindow: number
    contributors: number
    crossings: number
    byDay: Array<{
      /** YYYY-MM-DD in the workspace's zone */
      date: string
      units: number
    }>
  }>
}

export interface CauseAuditEntry {
  /** opaque identifier (UUIDv7) */
  auditId: string
  /** opaque identifier (UUIDv7) */
  causeId: string
  action: "created" | "updated" | "activated" | "drafted" | "archived" | "webhook_changed" | "secret_rotated" | "test_sent" | "threshold_reached"
  actor: {
    type: string
    id: string
  }
  /** by field `{from, to}`; of a crossing its facts. Never a secret */
  changes: Record<string, unknown>
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface CauseCounter {
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  match?: "all" | "any" | undefined
  metric?: "count" | "sum" | undefined
  property?: string | null | undefined
  unitsPerEvent: number
}

export interface CauseCrossing {
  /** counted through all thresholds the cause has had */
  crossing: number
  totalUnits: number
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
  deliveryStatus: "delivered" | "pending" | "failed" | "exhausted" | "none"
  prevHash: string
  /** hex SHA-256 of `<prev_hash>|<cause_id>|<crossing>|<total_units>|<occurred_at>`; the first prev_hash is 64 zeros */
  hash: string
}

export interface CauseInput {
  causeKey?: string | null | undefined
  name: string
  description?: string | undefined
  unitLabel?: string | undefined
  counter: CauseCounter
  /** in units; each multiple of it is told once */
  thresholdUnit: number
  webhookUrl?: string | null | undefined
  audience?: string | null | undefined
  status?: "draft" | "active" | undefined
}

export interface CausePatch {
  name?: string | undefined
  description?: string | null | undefined
  unitLabel?: string | null | undefined
  counter?: CauseCounter | undefined
  /** in units; each multiple of it is told once */
  thresholdUnit?: number | undefined
  webhookUrl?: string | null | undefined
  audience?: string | null | undefined
  status?: "draft" | "active" | undefined
}

export interface CausePreview {
  /** opaque identifier (UUIDv7) */
  causeId: string
  /** ISO 8601, UTC, milliseconds */
  from: string
  /** ISO 8601, UTC, milliseconds */
  to: string
  /** that would have counted */
  events: number
  units: number
  /** from a total of zero */
  crossings: number
  contributors: number
  /** false: there were more events than a preview looks at */
  isComplete: boolean
  byDay: Array<{
    /** YYYY-MM-DD in the workspace's zone */
    date: string
    events: number
    units: number
  }>
}

export interface CauseWebhook {
  webhookUrl: string | null
  secretLast4: string | null
  /** false as well while there is no URL */
  enabled: boolean
  /** whsec_...; shown only by the answer that made or rotated it */
  secret?: string | undefined
}

export interface CauseWebhookPatch {
  webhookUrl?: string | null | undefined
  enabled?: boolean | undefined
  rotateSecret?: boolean | undefined
}

export interface Ceremony {
  ceremony: "hatch" | "evolution" | "prestige"
  evolutionStage: number
}

export interface CeremonyRecorded {
  recorded: true
  alreadyRecorded: boolean
}

export type ChangeKind = "earn_coins" | "spend_coins" | "earn_token" | "spend_token" | "award_badge" | "reject_badge" | "check_badge" | "update_skills" | "decay_skill" | "evolve" | "unlock_gate" | "buy_item" | "grant_item" | "refund_gift" | "equip_items" | "clear_equipment" | "save_outfit" | "wear_outfit" | "delete_outfit" | "complete_sub_step" | "complete_ceremony" | "reverse_event" | "take_vacation" | "end_vacation" | "restore_streak" | "freeze_streak" | "grant_booster" | "revoke_booster" | "grant_reward" | "see_free_lunch" | "dismiss_free_lunch" | "join_team" | "set_team_role" | "leave_team" | "give_kudos" | "enter_lottery" | "open_box" | "join_quest" | "leave_quest" | "rename" | "archive"

export interface ChangeOrigin {
  type: "api_key" | "account" | "widget_session" | "operation" | "job"
  id: string
}

export interface CheckoutSession {
  /** opaque identifier (UUIDv7) */
  sessionId: string
  provider: string
  plan: "free" | "growth" | "pro" | "enterprise" | null
  interval: "month" | "year" | null
  /** of a pack, which changes no plan */
  credits: number | null
  status: "open" | "complete" | "expired"
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  completedAt: string | null
}

export interface ChooseMentor {
  mentorRef: string
}

/** what widgets call coins */
export interface CoinName {
  singular: string
  plural: string
}

export interface CoinNameInput {
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

export interface ComeIn {
  accessCode?: string | undefined
  qrToken?: string | undefined
  refreshToken?: string | undefined
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
  coinRules?: CoinRule[] | undefined
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
  badgeDefinitions?: BadgeDefinition[] | undefined
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

export interface CouncilVote {
  decision: "approve" | "reject"
  comment?: string | null | undefined
}

/** metadata is free-form; metadata.audience picks the audience, metadata.timezone (IANA name) is the user's time zone */
export interface CreateEgg {
  userId: string
  /** free-form JSON object */
  metadata?: Record<string, unknown> | undefined
}

export interface CreateHostedPlayer {
  displayName: string
  userId?: string | undefined
}

export interface CreateTestClock {
  name?: string | null | undefined
  now?: string | undefined
  userIds?: string[] | undefined
}

export interface CreateWebhookInbox {
  name?: string | null | undefined
  /** whose secret is checked with; absent: that of the endpoints whose url is this inbox */
  webhookConfigId?: string | null | undefined
  reply?: InboxReply_1 | undefined
}

export interface CreditBalance {
  /** all lots together */
  balance: number
  /** of the plan; on the free plan none before somebody has verified an e-mail, but on the embedded default */
  monthlyAllowance: number
  /** what is left of this month's */
  monthlyRemaining: number
  /** what is left of bought packs */
  purchasedRemaining: number
  /** those with something left, at most 50: the first to end first, and used in this order */
  lots: CreditLot[]
  /** what is left of the month's then ends, and the allowance is granted anew */
  resetsAt: string
  /** of pictures; builtin draws for nothing */
  provider: string
  costs: {
    stageImage: number
    icon: number
    plan: number
    guide: number
    message: number
  }
}

export interface CreditEntry {
  /** opaque identifier (UUIDv7) */
  entryId: string
  type: "grant" | "purchase" | "expiry" | "charge" | "refund" | "chargeback"
  amount: number
  balanceAfter: number
  purpose: "stage_image" | "icon" | "plan" | "guide" | "message" | null
  /** null for what is no picture */
  imageId: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface CreditLot {
  /** opaque identifier (UUIDv7) */
  lotId: string
  source: "monthly" | "purchase" | "referral"
  granted: number
  remaining: number
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
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
    /** days without an event after which a user counts as away, and coming back is told */
    lapsedAfterDays: number
    /** BCP 47 tag; the language widgets start in */
    locale: string
    coinName: CoinName
    /** where hosted pages lead back to */
    websiteUrl: string | null
    /** whom players of hosted pages write to that name no `support_url` */
    supportEmail: string | null
    hallOfFame: HallOfFameSettings
    widgetTheme?: WidgetTheme | undefined
    roi?: RoiSettings | undefined
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
  /** false: there are more buddies than were looked at */
  isComplete: boolean
  /** the first 20 */
  sample: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    previousLevel: number
    newLevel: number
  }>
}

/** percent: so much off, rounded down; fixed_price: never above the price of the item */
export type Discount = {
  mode: "percent"
  value: number
} | {
  mode: "fixed_price"
  value: number
}

export interface EconomyAlert {
  /** opaque identifier (UUIDv7) */
  alertId: string
  kind: "rule_spike" | "user_farming" | "budget" | "silence" | "unknown_types" | "no_sinks" | "quota" | "webhook_failing" | "refusals"
  severity: "info" | "warning" | "critical"
  status: "open" | "acknowledged" | "resolved" | "dismissed"
  subject: {
    type: "rule" | "buddy" | "event_type" | "item" | "workspace"
    id: string
    key: string
  }
  observed: number
  /** null where nothing is usual */
  expected: number | null
  /** observed by expected */
  factor: number | null
  window: {
    /** ISO 8601, UTC, milliseconds */
    from: string
    /** ISO 8601, UTC, milliseconds */
    to: string
  }
  evidence: Array<{
    label: string
    value: number
  }>
  /** routes that tell more */
  links: string[]
  suggestion: string
  note: string | null
  /** ISO 8601, UTC, milliseconds */
  firstSeenAt: string
  /** ISO 8601, UTC, milliseconds */
  lastSeenAt: string
  resolvedAt: string | null
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

export interface EnterLottery {
  tickets?: number | undefined
}

export interface EquipmentChanged {
  accepted: true
  operationId: string | null
  status: "pending" | "completed"
  appearanceStatus: "ready" | "pending"
  cached: boolean
  equippedItems: string[]
}

export interface Erasure {
  /** opaque identifier (UUIDv7) */
  erasureId: string
  status: "running" | "completed" | "failed"
  /** ISO 8601, UTC, milliseconds */
  requestedAt: string
  requestedBy: ChangeOrigin
  completedAt: string | null
  /** rows that were deleted or changed, by table */
  rows: Record<string, number>
  buddies: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    units: Array<{
      /** coin, or token:<token_key> */
      unit: string
      rows: number
      balance: number
      /** how the unit's ledger ended when the erasure was asked for */
      headHashBefore: string
      /** how it ends since; null while it runs */
      headHashAfter: string | null
    }>
  }>
  scan: {
    tables: number
    /** rows that still named the user; 0 when it is completed */
    found: number
  } | null
  /** of the erasure the workspace completed before this one */
  prevHash: string | null
  hash: string | null
}

export interface ErasureBegun {
  accepted: true
  /** opaque identifier (UUIDv7) */
  operationId: string
  status: "pending"
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

export interface EventBadge {
  /** opaque identifier (UUIDv7) */
  eventBadgeId: string
  badgeKey: string
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
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
  requiredCount?: number | undefined
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
  } | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
  coinReward?: number | undefined
  maxAwards?: number | null | undefined
  status?: "active" | "inactive" | undefined
  /** buddies that have got it, those whose event was taken back excluded */
  awarded: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface EventBadgeInput {
  badgeKey?: string | null | undefined
  label: string
  description?: string | undefined
  iconUrl?: string | null | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | null | undefined
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
  requiredCount?: number | undefined
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
  } | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
  coinReward?: number | undefined
  maxAwards?: number | null | undefined
  status?: "active" | "inactive" | undefined
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

export interface FairnessReport {
  /** UTC days, today included */
  windowDays: number
  /** false: more events or draws than one report looks at */
  isComplete: boolean
  /** rules that pay by a pool, in every version that was in force */
  rules: Array<{
    type: "coin_rule" | "token_rule" | "skill_rule"
    ruleKey: string
    draws: number
    outcomes: Array<{
      /** `miss`, the place in the pool from 0 on, or what a rule has paid */
      outcome: string
      observed: number
      expectedShare: number
      observedShare: number | null
    }>
    chiSquare: number
    /** how often chance alone goes as far from what is expected */
    pValue: number
    /** watch: p_value below 0.01; too_few: fewer than 50 draws */
    verdict: "ok" | "watch" | "too_few"
  }>
  /** since their chances were changed last; what pity brought was no chance */
  drops: Array<{
    dropKey: string
    draws: number
    outcomes: Array<{
      /** `miss`, the place in the pool from 0 on, or what a rule has paid */
      outcome: string
      observed: number
      expectedShare: number
      observedShare: number | null
    }>
    chiSquare: number
    /** how often chance alone goes as far from what is expected */
    pValue: number
    /** watch: p_value below 0.01; too_few: fewer than 50 draws */
    verdict: "ok" | "watch" | "too_few"
  }>
  /** active ones, since their pool was changed last; only openings in which all of it could be drawn */
  boxes: Array<{
    boxKey: string
    draws: number
    outcomes: Array<{
      /** `miss`, the place in the pool from 0 on, or what a rule has paid */
      outcome: string
      observed: number
      expectedShare: number
      observedShare: number | null
    }>
    chiSquare: number
    /** how often chance alone goes as far from what is expected */
    pValue: number
    /** watch: p_value below 0.01; too_few: fewer than 50 draws */
    verdict: "ok" | "watch" | "too_few"
  }>
  /** of lotteries, the newest 20, each carried out again */
  draws: Array<{
    /** opaque identifier (UUIDv7) */
    drawId: string
    lotteryKey: string
    /** ISO 8601, UTC, milliseconds */
    drawnAt: string
    valid: boolean
    checks: {
      /** the seed is the one that was promised */
      commit: boolean
      /** the list is the one that was hashed, with all its tickets */
      entries: boolean
      /** the winners follow from seed, draw and list */
      winners: boolean
      /** each place was paid once, or is still to be paid */
      rewards: boolean
    }
  }>
}

export interface Feature {
  featureKey: "events" | "buddies" | "marketplace" | "webhooks" | "widgets" | "analytics" | "teams" | "share" | "leagues" | "lotteries" | "flash_sales" | "group_quests" | "kudos" | "surprise_drops" | "causes" | "brag" | "paths" | "hosted_surfaces" | "showrooms" | "council" | "mentors" | "backtests" | "onboarding_ai" | "sso" | "audit_export"
  label: string
  /** the plan includes it */
  entitled: boolean
  /** the plan includes it and it is not switched off */
  enabled: boolean
  visibleInWidgets: boolean
  /** settings of its own; most have none. council: quorum 1..10, proposers everyone or mentors */
  config: Record<string, unknown>
  updatedAt: string | null
}

export interface FeaturePatch {
  /** false: /widget/config leaves its modules out; its routes answer as before */
  visibleInWidgets?: boolean | undefined
  /** replaces its settings as a whole; what is left out has its default */
  config?: {
    /** council: votes that decide a proposal; default 1 */
    quorum?: number | undefined
    /** council: whose proposals are taken; default everyone */
    proposers?: "everyone" | "mentors" | undefined
  } | undefined
}

export interface FeatureToggles {
  /** every capability: false is switched off, whether the plan includes it or not */
  published: {
    events: boolean
    buddies: boolean
    marketplace: boolean
    webhooks: boolean
    widgets: boolean
    analytics: boolean
    teams: boolean
    share: boolean
    leagues: boolean
    lotteries: boolean
    flashSales: boolean
    groupQuests: boolean
    kudos: boolean
    surpriseDrops: boolean
    causes: boolean
    brag: boolean
    paths: boolean
    hostedSurfaces: boolean
    showrooms: boolean
    council: boolean
    mentors: boolean
    backtests: boolean
    onboardingAi: boolean
    sso: boolean
    auditExport: boolean
  }
  /** what publishing would change; null: nothing */
  draft: Record<string, boolean> | null
  /** what the plan includes */
  entitled: Array<"events" | "buddies" | "marketplace" | "webhooks" | "widgets" | "analytics" | "teams" | "share" | "leagues" | "lotteries" | "flash_sales" | "group_quests" | "kudos" | "surprise_drops" | "causes" | "brag" | "paths" | "hosted_surfaces" | "showrooms" | "council" | "mentors" | "backtests" | "onboarding_ai" | "sso" | "audit_export">
  publishedAt: string | null
  publishedBy: ChangeOrigin | null
}

export interface FeatureTogglesPatch {
  toggles: {
    events?: boolean | undefined
    buddies?: boolean | undefined
    marketplace?: boolean | undefined
    webhooks?: boolean | undefined
    widgets?: boolean | undefined
    analytics?: boolean | undefined
    teams?: boolean | undefined
    share?: boolean | undefined
    leagues?: boolean | undefined
    lotteries?: boolean | undefined
    flashSales?: boolean | undefined
    groupQuests?: boolean | undefined
    kudos?: boolean | undefined
    surpriseDrops?: boolean | undefined
    causes?: boolean | undefined
    brag?: boolean | undefined
    paths?: boolean | undefined
    hostedSurfaces?: boolean | undefined
    showrooms?: boolean | undefined
    council?: boolean | undefined
    mentors?: boolean | undefined
    backtests?: boolean | undefined
    onboardingAi?: boolean | undefined
    sso?: boolean | undefined
    auditExport?: boolean | undefined
  }
}

export interface FlashSale {
  /** opaque identifier (UUIDv7) */
  flashSaleId: string
  name: string
  /** opaque identifier (UUIDv7) */
  marketplaceId: string
  itemIds: string[]
  discount: Discount
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  perBuddyLimit: number | null
  stockTotal: number | null
  status: "scheduled" | "running" | "ended"
  /** pieces sold at the price of the sale */
  sold: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface FlashSaleInput {
  name: string
  marketplaceId: string
  /** ids or keys of items of that marketplace */
  itemIds: string[]
  discount: Discount
  startsAt: string
  endsAt: string
  perBuddyLimit?: number | null | undefined
  stockTotal?: number | null | undefined
}

export interface ForceCloseSeason {
  reason?: string | undefined
}

export interface ForceResolveQuest {
  outcome: "succeeded" | "failed" | "cancelled"
  reason: string
}

export interface ForecastInput {
  /** an id, a number, or `draft`; default: the draft, else the active version */
  configVersionId?: string | number | undefined
  horizonDays?: number | undefined
  runs?: number | undefined
  seed?: string | undefined
  audience?: string | undefined
  behaviour?: {
    source: "recorded"
    windowDays?: number | undefined
  } | {
    source: "assumed"
    users: number
    eventsPerUserWeek: Record<string, number>
  } | undefined
  newUsersPerDay?: number | "recorded" | undefined
  /** which items to watch; default: the cheapest 50 on sale */
  itemIds?: string[] | undefined
}

export interface FoundingAuditEntry {
  number: number
  /** null: erased since */
  buddyId: string | null
  userId: string | null
  action: "enrolled" | "reward_granted" | "removed"
  origin: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface FoundingBackfill {
  dryRun?: boolean | undefined
}

export interface FoundingCohort {
  enabled: boolean
  size: number
  /** who hatches from then on is none of them */
  until: string | null
  audience: string | null
  badgeKey: string | null
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
}

export interface FoundingCohortPatch {
  /** enrols users as their buddies hatch; null: false */
  enabled?: boolean | null | undefined
  /** never fewer than are enrolled; null: 100 */
  size?: number | null | undefined
  /** null: for good */
  until?: string | null | undefined
  /** null: all of them */
  audience?: string | null | undefined
  /** given to every member whose version knows it; null: none */
  badgeKey?: string | null | undefined
  /** paid to who is enrolled from now on, as a whole; null: nothing */
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
  } | null | undefined
}

export interface FoundingPreview {
  size: number
  enrolled: number
  remaining: number
  /** the next twenty at most, with the numbers they would get */
  candidates: Array<{
    number: number
    /** opaque identifier (UUIDv7) */
    buddyId: string
    userId: string
    /** ISO 8601, UTC, milliseconds */
    hatchedAt: string
  }>
}

export interface FreeLunch {
  /** opaque identifier (UUIDv7) */
  grantId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  coins: number
  message: string | null
  /** of the card; gone: it is over, newer ones took its place, or it was dismissed long ago */
  status: "granted" | "seen" | "dismissed" | "gone"
  expiresAt: string | null
  grantedBy: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  grantedAt: string
}

export interface FreeLunchCard {
  /** opaque identifier (UUIDv7) */
  grantId: string
  coins: number
  status: "granted" | "seen" | "dismissed"
  expiresAt: string | null
}

export interface FreeLunchGiven {
  buddyId: string
  grantId: string | null
  /** why this buddy was given nothing */
  error: FreeLunchNotGiven | null
}

export interface FreeLunchInput {
  buddyIds: string[]
  coins: number
  message?: string | null | undefined
  expiresAt?: string | null | undefined
}

export interface FreeLunchNotGiven {
  code: "not_found" | "buddy_archived"
  message: string
}

export interface FreeLunchesGiven {
  data: FreeLunchGiven[]
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

export interface GenerateGuide {
  stack?: "node" | "nextjs" | "python" | "django" | "rails" | "laravel" | "go" | "java" | "dotnet" | "other" | undefined
}

export interface GenerateIcon {
  label: string
  description?: string | undefined
  tier?: "bronze" | "silver" | "gold" | "platinum" | undefined
}

export interface GeneratePlan {
  instructions?: string | undefined
}

export interface GiveKudos {
  toBuddyId: string
  kudoKey: string
  message?: string | null | undefined
}

export interface GroupQuest {
  /** opaque identifier (UUIDv7) */
  questId: string
  questKey: string
  name: string
  description: string
  status: "draft" | "active" | "succeeded" | "failed" | "cancelled"
  audience: string | null
  teamId: string | null
  startsAt: string | null
  endsAt: string | null
  /** all: whoever contributes takes part; opt_in: whoever has joined */
  participants: "opt_in" | "all"
  maxParticipants: number | null
  goal: QuestGoal
  contributionCapPerBuddy: number | null
  rewards: Array<{
    minContribution: number
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
  }>
  /** what all have brought together, who has left included */
  total: number
  participantCount: number
  resolution: {
    outcome: "succeeded" | "failed" | "cancelled"
    /** of who forced it; null: target or time decided */
    reason: string | null
    /** ISO 8601, UTC, milliseconds */
    at: string
    /** pays the rewards */
    operationId: string
  } | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface GroupQuestInput {
  questKey?: string | null | undefined
  status?: "draft" | undefined
  name: string
  description?: string | undefined
  audience?: string | null | undefined
  teamId?: string | null | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
  /** all: whoever contributes takes part; opt_in: whoever has joined */
  participants?: "opt_in" | "all" | undefined
  maxParticipants?: number | null | undefined
  goal: QuestGoal
  contributionCapPerBuddy?: number | null | undefined
  rewards?: Array<{
    minContribution: number
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
}

export interface GroupQuestJoined {
  /** opaque identifier (UUIDv7) */
  questId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** ISO 8601, UTC, milliseconds */
  joinedAt: string
  contribution: number
  participants: number
  alreadyJoined: boolean
}

export interface GroupQuestLeft {
  /** opaque identifier (UUIDv7) */
  questId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  /** stays in the total, and counts again after a new join */
  contribution: number
  participants: number
  alreadyLeft: boolean
}

export interface GroupQuestMember {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  userId: string
  name: string
  /** ISO 8601, UTC, milliseconds */
  joinedAt: string
  contribution: number
}

export interface GroupQuestPatch {
  name?: string | undefined
  description?: string | null | undefined
  audience?: string | null | undefined
  teamId?: string | null | undefined
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
  /** all: whoever contributes takes part; opt_in: whoever has joined */
  participants?: "opt_in" | "all" | undefined
  maxParticipants?: number | null | undefined
  goal?: QuestGoal | undefined
  contributionCapPerBuddy?: number | null | undefined
  rewards?: Array<{
    minContribution: number
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
}

export interface HallOfFame {
  tenantSlug: string
  tenantName: string
  seasons: number
  latest: {
    /** opaque identifier (UUIDv7) */
    seasonId: string
    name: string
    /** ISO 8601, UTC, milliseconds */
    closedAt: string
    champion: HallOfFameChampion
  }
}

/** the first of the highest tier anybody played in; null: nobody played */
export type HallOfFameChampion = {
  /** as the buddy is called today; null: it is not to be seen any more */
  name: string | null
  thumbUrl: string | null
} | null

export interface HallOfFameInput {
  enabled?: boolean | undefined
  top?: number | undefined
}

export interface HallOfFameSeason {
  /** opaque identifier (UUIDv7) */
  seasonId: string
  name: string
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  /** ISO 8601, UTC, milliseconds */
  closedAt: string
  participants: number
  champion: HallOfFameChampion
}

export interface HallOfFameSeasonPage {
  tenantSlug: string
  tenantName: string
  season: HallOfFameSeason
  /** as they were then, the highest first */
  tiers: HallOfFameTier[]
}

export interface HallOfFameSeasons {
  tenantSlug: string
  tenantName: string
  data: HallOfFameSeason[]
  meta: {
    total: number
    page: number
    limit: number
  }
}

export interface HallOfFameSettings {
  /** whether anybody may see the best of past seasons */
  enabled: boolean
  /** how many of each tier are shown */
  top: number
}

export interface HallOfFameTier {
  tierKey: string
  name: string
  entries: Array<{
    rank: number
    /** as the buddy is called today; null: it is not to be seen any more */
    name: string | null
    thumbUrl: string | null
    evolutionStage: number | null
    /** the score, of the season's metric */
    value: number
  }>
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

export interface HostedAccessCode {
  /** false: it was issued too long ago to be shown; it still works */
  available: boolean
  accessCode: string | null
  qrUrl: string | null
  qrSvg: string | null
  issuedAt: string | null
  availableUntil: string | null
}

export interface HostedPlayer {
  /** opaque identifier (UUIDv7) */
  playerId: string
  /** opaque identifier (UUIDv7) */
  hostedSurfaceId: string
  userId: string
  displayName: string
  status: "active" | "disabled"
  /** the user's first active buddy of the surface's audience */
  buddyId: string | null
  eggId: string | null
  lastSessionAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface HostedSession {
  /** a widget session's; lasts 15 minutes */
  token: string
  /** opaque identifier (UUIDv7) */
  sessionId: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
  scopes: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip">
  /** null where one was sent: it goes on working */
  refreshToken: string | null
  /** ISO 8601, UTC, milliseconds */
  refreshExpiresAt: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  player: {
    displayName: string
  }
}

export interface HostedSurface {
  /** opaque identifier (UUIDv7) */
  hostedSurfaceId: string
  hostedSurfaceKey: string
  name: string
  slug: string
  status: "draft" | "published" | "archived"
  /** the page players open */
  url: string
  audience: string | null
  headline: string | null
  intro: string | null
  branding: WidgetTheme_1
  logoUrl: string | null
  supportUrl: string | null
  legalUrl: string | null
  modules: Array<"buddy" | "path" | "marketplace" | "leaderboard">
  playerScopes: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip">
  eventTypes: string[]
  sessionMinutes: number
  locale: string | null
  players: number
  publishedAt: string | null
  archivedAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface HostedSurfaceInput {
  name: string
  hostedSurfaceKey?: string | null | undefined
  slug?: string | null | undefined
  audience?: string | null | undefined
  headline?: string | null | undefined
  intro?: string | null | undefined
  branding?: BrandingInput | undefined
  supportUrl?: string | null | undefined
  legalUrl?: string | null | undefined
  modules?: Array<"buddy" | "path" | "marketplace" | "leaderboard"> | undefined
  playerScopes?: Array<"read" | "events:track" | "marketplace:purchase" | "items:equip"> | undefined
  eventTypes?: string[] | undefined
  sessionMinutes?: number | undefined
  locale?: string | null | undefined
}

export interface HostedSurfaceReadiness {
  /** nothing that is required is missing */
  ready: boolean
  checks: Array<{
    key: "published_config" | "audience" | "modules_filled" | "players" | "logo" | "legal_url"
    status: "ok" | "missing" | "warning"
    required: boolean
    message: string
    /** of the API: where to mend it */
    fixUrl: string | null
  }>
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

export interface InboxReply {
  status: number
  delayMs: number
  /** so many requests are answered with 500 first, counted from the moment this is set */
  failFirst: number
  /** sent as text/plain, at most 1024 bytes of UTF-8 */
  body: string | null
}

export interface InboxReply_1 {
  status?: number | undefined
  delayMs?: number | undefined
  failFirst?: number | undefined
  body?: string | null | undefined
}

export interface InferredConflict {
  property: string
  /** as defined, else what it mostly is */
  expected: "string" | "number" | "boolean" | "array" | "object"
  found: "string" | "number" | "boolean" | "array" | "object"
  /** of the events that carry the property */
  share: number
}

export interface InferredEventSchemas {
  $schema: string
  /** of each type the schema of its events */
  $defs: Record<string, unknown>
}

export interface InferredEventType {
  eventType: string
  defined: boolean
  events: number
  properties: InferredProperty[]
  conflicts: InferredConflict[]
  /** a body for POST /event-types, of a defined one for PUT; adopted by nobody but you */
  suggestion: EventTypeInput | null
  truncated?: boolean | undefined
}

export interface InferredEventTypes {
  /** how many events were looked at */
  sampled: number
  from: string | null
  to: string | null
  types: InferredEventType[]
  /** there are more types */
  truncated?: boolean | undefined
}

export interface InferredProperty {
  name: string
  /** events by JSON type; nulls apart */
  types: Record<string, number>
  /** 0 to 1, four decimals */
  presentShare: number
  /** 0 to 1, four decimals */
  nullShare: number
  /** what every one of its strings is */
  format: "date-time" | "email" | "uuid" | "url" | null
  minimum: number | null
  maximum: number | null
  maxLength: number | null
  /** all of them, where they are few; never of what looks personal */
  values: string[] | null
  looksPersonal: boolean
  /** of one type wherever it stands, and never null */
  stable: boolean
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

export interface JoinWaitlist {
  email: string
  useCase?: string | undefined
}

export type JsonSchemaDocument = Record<string, unknown>

export interface KudoReorder {
  ids: string[]
}

export interface KudoTemplateApplied {
  created: KudoType[]
  /** keys that were there already */
  skipped: string[]
}

export interface KudoType {
  /** opaque identifier (UUIDv7) */
  kudoTypeId: string
  kudoKey: string
  label: string
  emoji: string
  description?: string | undefined
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
  } | undefined
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
  } | undefined
  dailyLimitPerSender?: number | undefined
  pairLimitPerDay?: number | undefined
  reach?: "team" | "audience" | undefined
  allowMessage?: boolean | undefined
  audience?: string | null | undefined
  order: number
  status?: "active" | "archived" | undefined
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface KudoTypeInput {
  kudoKey?: string | null | undefined
  label: string
  emoji: string
  description?: string | undefined
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
  } | undefined
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
  } | undefined
  dailyLimitPerSender?: number | undefined
  pairLimitPerDay?: number | undefined
  reach?: "team" | "audience" | undefined
  allowMessage?: boolean | undefined
  audience?: string | null | undefined
  order?: number | null | undefined
  status?: "active" | "archived" | undefined
}

export interface Kudos {
  /** opaque identifier (UUIDv7) */
  kudoId: string
  kudoKey: string
  /** null once that buddy is erased */
  fromBuddyId: string | null
  /** null once that buddy is erased */
  toBuddyId: string | null
  message: string | null
  /** what the receiver gets, within seconds */
  coins: number
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface KudosAnalytics {
  windowDays: number
  given: number
  /** different ones */
  givers: number
  /** different ones */
  receivers: number
  byType: Array<{
    kudoKey: string
    given: number
  }>
  /** share of kudos that the receiver answered with kudos within a day; null: none were given */
  reciprocity: number | null
  /** share of the busiest 1 % of pairs, at least one pair; null: none were given */
  topPairsShare: number | null
}

export interface KudosAnswer {
  /** opaque identifier (UUIDv7) */
  kudoId: string
  kudoKey: string
  /** opaque identifier (UUIDv7) */
  fromBuddyId: string
  /** opaque identifier (UUIDv7) */
  toBuddyId: string
  message: string | null
  /** what the receiver gets, within seconds */
  coins: number
  /** of this type, on the giver's local day */
  leftToday: number
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface KudosReceiver {
  ref: string
  name: string
  thumbUrl: string | null
}

export interface Leaderboard {
  period: "daily" | "weekly" | "monthly" | "all_time"
  /** 2026-11-22, 2026-W47, 2026-11 or total */
  periodKey: string
  scope: "audience" | "tenant" | "team"
  metric: MetricAnswer
  startsAt: string | null
  endsAt: string | null
  /** ISO 8601, UTC, milliseconds */
  countingSince: string
  /** the moment the ranks were read, at most 10 s ago */
  asOf: string
}

export interface LeaderboardConfig {
  enabled: boolean
  metric: MetricAnswer
  period: "daily" | "weekly" | "monthly" | "all_time"
  scope: "audience" | "tenant" | "team"
  maxEntries: number
  tieBreak: "first_to_reach" | "shared_rank"
  allowOptOut: boolean
  /** when the running count began; null: none runs */
  countingSince: string | null
}

export interface LeaderboardEntry {
  /** exact up to 10,000; null beyond */
  rank: number | null
  /** how many in a hundred score no more, rounded down */
  percentile: number
  /** null: it hides, or this is a team */
  buddyId: string | null
  teamId: string | null
  name: string | null
  thumbUrl: string | null
  score: number
  hidden: boolean
}

export interface LeaderboardPage {
  data: LeaderboardEntry[]
  meta: {
    total: number
    page: number
    limit: number
  }
  /** null: the board is off */
  board: Leaderboard | null
}

export interface LeaderboardVisibility {
  visible: boolean
}

export interface LeagueConfig {
  enabled: boolean
  metric: MetricAnswer
  seasonDays: number
  startsOn: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null
  timezone: string
  finalizeDelayHours: number
  cohortSize: number
  demoteIdle: boolean
  tiers: LeagueTier[]
  /** the one that runs */
  currentSeason: LeagueSeason | null
  /** the next one that is written down */
  nextSeason: LeagueSeason | null
}

export interface LeagueConfigInput {
  enabled?: boolean | undefined
  metric?: MetricEncoded | undefined
  seasonDays?: number | undefined
  startsOn?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined
  timezone?: string | undefined
  finalizeDelayHours?: number | undefined
  cohortSize?: number | undefined
  demoteIdle?: boolean | undefined
}

export interface LeagueSeason {
  /** opaque identifier (UUIDv7) */
  seasonId: string
  name: string
  status: "scheduled" | "active" | "finalizing" | "closing" | "closed"
  automatic: boolean
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  /** until then late events count; then it is closed */
  finalizesAt: string
  closedAt: string | null
  /** buddies with a score */
  participants: number
  rules: LeagueSeasonRules
  result: LeagueSeasonResult | null
}

export interface LeagueSeasonInput {
  name?: string | undefined
  startsAt: string
  endsAt: string
}

export interface LeagueSeasonPreview {
  season: LeagueSeason
  /** seasons in the same time; an automatic one would give way */
  overlaps: string[]
  tiers: Array<{
    tierKey: string
    buddies: number
    cohorts: number
    promoted: number
    demoted: number
    maxRewardCoins: number
  }>
  /** that changed in the last 30 days */
  activeBuddies: number
  maxRewardCoins: number
}

export interface LeagueSeasonResult {
  participants: number
  promoted: number
  demoted: number
  /** paid as rewards */
  coins: number
  /** rewards nobody could be given: archived or erased since */
  void: number
}

/** as they are now, until it begins; from then on as they were */
export interface LeagueSeasonRules {
  config: LeagueConfigInput
  tiers: LeagueTier[]
}

export interface LeagueStanding {
  /** null: erased */
  buddyId: string | null
  name: string | null
  tierKey: string
  /** null: not placed */
  cohort: number | null
  /** 0: idle, and one tier lower for it; null: no score */
  rank: number | null
  score: number
  zone: "promote" | "stay" | "demote"
  toTier: string
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
  } | null
  rewardStatus: "pending" | "granted" | "void" | null
}

export interface LeagueTier {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tierKey: string
  name: string
  /** 1 is the lowest */
  order: number
  promote?: {
    mode: "count" | "share"
    value: number
  } | undefined
  demote?: {
    mode: "count" | "share"
    value: number
  } | undefined
  rewards?: Array<{
    rankMin: number
    rankMax: number
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
}

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

export interface ListedTeam {
  /** opaque identifier (UUIDv7) */
  teamId: string
  teamKey: string
  name: string
  description: string
  audience: string | null
  maxMembers: number
  /** null when it is larger than 2048 bytes: the single read has it */
  metadata: Record<string, unknown> | null
  status: "active"
  /** mentors included */
  members: number
  mentors: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  metadataTruncated?: true | undefined
}

export interface Lottery {
  /** opaque identifier (UUIDv7) */
  lotteryId: string
  lotteryKey: string
  name: string
  entry: LotteryEntryTerms
  schedule: LotterySchedule
  prizes: Array<{
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
  }>
  eligibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  audience?: string | null | undefined
  publicProof?: boolean | undefined
  status: "draft" | "active" | "paused" | "ended"
  fairness: "commit_reveal"
  /** the draw tickets are for, with the hash its seed is bound to */
  openDraw: {
    /** opaque identifier (UUIDv7) */
    drawId: string
    /** ISO 8601, UTC, milliseconds */
    drawAt: string
    commitHash: string
  } | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface LotteryDraw {
  /** opaque identifier (UUIDv7) */
  drawId: string
  status: "open" | "closed" | "drawn" | "cancelled"
  /** ISO 8601, UTC, milliseconds */
  drawAt: string
  drawnAt: string | null
  participants: number
  /** tickets */
  entries: number
  /** 64 lower-case hexadecimal digits */
  commitHash: string
  /** null until drawn */
  seed: string | null
  entriesHash: string | null
  winners: LotteryWinner[]
  /** places nobody won; null until drawn */
  unawarded: number | null
}

export interface LotteryDrawPreview {
  /** opaque identifier (UUIDv7) */
  drawId: string
  /** ISO 8601, UTC, milliseconds */
  drawAt: string
  participants: number
  /** tickets so far */
  entries: number
  /** 64 lower-case hexadecimal digits */
  commitHash: string
  /** places per ticket, at most 1; null: no tickets */
  oddsPerEntry: number | null
  prizes: Array<{
    rank: number
    winners: number
    reward: {
      coins: number
      tokens: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        tokenKey: string
        amount: number
      }>
      badges: string[]
      items: string[]
      skills: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        skillKey: string
        amount: number
      }>
      streakFreezes: number
    }
  }>
}

export interface LotteryDrawProof {
  valid: boolean
  checks: {
    /** the seed is the one that was promised */
    commit: boolean
    /** the list is the one that was hashed, with all its tickets */
    entries: boolean
    /** the winners follow from seed, draw and list */
    winners: boolean
    /** each place was paid once, or is still to be paid */
    rewards: boolean
  }
}

export interface LotteryEntry {
  /** of the buddy in this draw; it stands in the published list */
  entryId: string
  /** opaque identifier (UUIDv7) */
  lotteryId: string
  /** opaque identifier (UUIDv7) */
  drawId: string
  tickets: number
  /** tickets of the buddy in this draw */
  ticketsTotal: number
  pricePaid: number
  balance: number
  /** ISO 8601, UTC, milliseconds */
  drawAt: string
  commitHash: string
}

/** `event`: each event of the type is a ticket */
export type LotteryEntryTerms = {
  mode: "token_cost"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  /** what one ticket costs */
  amount: number
  maxEntriesPerBuddy?: number | undefined
} | {
  mode: "coin_cost"
  /** what one ticket costs */
  amount: number
  maxEntriesPerBuddy?: number | undefined
} | {
  mode: "event"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  maxEntriesPerBuddy?: number | undefined
}

/** `event`: each event of the type is a ticket */
export type LotteryEntryTerms_1 = {
  mode: "token_cost"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  /** what one ticket costs */
  amount: number
  /** tickets of a buddy in one draw */
  maxEntriesPerBuddy: number
} | {
  mode: "coin_cost"
  /** what one ticket costs */
  amount: number
  /** tickets of a buddy in one draw */
  maxEntriesPerBuddy: number
} | {
  mode: "event"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  filters: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }>
  /** tickets of a buddy in one draw */
  maxEntriesPerBuddy: number
}

export interface LotteryInput {
  lotteryKey?: string | null | undefined
  name: string
  entry: LotteryEntryTerms
  schedule: LotterySchedule
  prizes: Array<{
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
  }>
  eligibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  audience?: string | null | undefined
  publicProof?: boolean | undefined
  status?: "draft" | "active" | "paused" | undefined
  fairness?: "commit_reveal" | undefined
}

/** `weekday` 1 is Monday. An hour that does not come is drawn after it, one that comes twice at the first. */
export type LotterySchedule = {
  frequency: "daily"
  hour: number
  minute?: number | undefined
  timezone?: string | undefined
} | {
  frequency: "weekly"
  weekday: number
  hour: number
  minute?: number | undefined
  timezone?: string | undefined
} | {
  frequency: "monthly"
  day: number
  hour: number
  minute?: number | undefined
  timezone?: string | undefined
} | {
  frequency: "once"
  drawAt: string
  timezone?: string | undefined
}

export interface LotterySimulation {
  runs: number
  seed: number | string
  participants: number
  entries: number
  /** the hundred with the most tickets */
  winCounts: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    tickets: number
    /** places of all runs */
    wins: number
    /** of the first places: its share of the tickets */
    expectedShare: number
    /** of the first places: how many it won */
    observedShare: number
  }>
  /** over the first places of all buddies */
  chiSquare: number
  /** how often fair draws lie at least as far off */
  pValue: number
}

export interface LotteryWinner {
  rank: number
  /** null: erased */
  buddyId: string | null
  /** opaque identifier (UUIDv7) */
  entryId: string
  reward: {
    coins: number
    tokens: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      tokenKey: string
      amount: number
    }>
    badges: string[]
    items: string[]
    skills: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      skillKey: string
      amount: number
    }>
    streakFreezes: number
  }
  /** void: archived or gone */
  status: "pending" | "granted" | "void"
}

export interface MakeWelcomeBack {
  ctaUrl?: string | undefined
}

export interface MarketingClick {
  /** what the page calls the button */
  cta: string
  email?: string | undefined
  source?: string | undefined
  path?: string | undefined
}

export interface MarketingClicked {
  accepted: true
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

export interface Member {
  /** opaque identifier (UUIDv7) */
  accountId: string
  email: string
  name: string | null
  role: "member" | "admin" | "owner"
  status: "active" | "invited"
  emailVerified: boolean
  hasPassword: boolean
  /** has signed in through the workspace's identity provider */
  sso: boolean
  lastLoginAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface Mentor {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  name: string
  thumbUrl: string | null
  teamIds: string[]
  /** null where `show.stage` is off */
  evolutionStage: number | null
  /** how many different ones; null where `show.badges` is off */
  badges: number | null
  /** its tier, null: none yet; absent where `show.league` is off */
  league?: {
    tierKey: string
    name: string
  } | null | undefined
  mentees: number
  capacity: number
  available: boolean
}

export interface MentorConfig {
  enabled: boolean
  /** who may have a mentor: its team, or its audience */
  reach: "team" | "audience"
  /** mentees may choose for themselves, in a widget */
  selfService: boolean
  maxMenteesPerMentor: number
  sessionDays: number
  /** what others see of a mentor */
  show: {
    badges: boolean
    stage: boolean
    league: boolean
  }
}

export interface MentorConfigPatch {
  enabled?: boolean | null | undefined
  reach?: "team" | "audience" | null | undefined
  selfService?: boolean | null | undefined
  maxMenteesPerMentor?: number | null | undefined
  sessionDays?: number | null | undefined
  /** what is left out stays */
  show?: {
    badges?: boolean | undefined
    stage?: boolean | undefined
    league?: boolean | undefined
  } | null | undefined
}

export interface MentorSession {
  /** opaque identifier (UUIDv7) */
  mentorSessionId: string
  /** opaque identifier (UUIDv7) */
  mentorBuddyId: string
  /** opaque identifier (UUIDv7) */
  menteeBuddyId: string
  teamId: string | null
  status: "active" | "ended" | "expired"
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
}

export interface Metric {
  type: "coins_earned" | "token_earned" | "event_count" | "skill_level" | "streak_current"
  key?: string | null | undefined
}

export interface MetricAnswer {
  type: "coins_earned" | "token_earned" | "event_count" | "skill_level" | "streak_current"
  key: string | null
}

export interface MetricEncoded {
  type: "coins_earned" | "token_earned" | "event_count" | "skill_level" | "streak_current"
  key?: string | null | undefined
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

export interface MissionAnchor {
  enabled: boolean
  title: string | null
  statement: string | null
  causeKey: string | null
  ctaLabel: string | null
  ctaUrl: string | null
  placements: Array<"buddy" | "leaderboard" | "path" | "marketplace">
  /** null: it was never changed */
  updatedAt: string | null
}

export interface MissionAnchorPatch {
  /** null: false */
  enabled?: boolean | null | undefined
  /** null: none */
  title?: string | null | undefined
  /** nothing is shown without one; null: none */
  statement?: string | null | undefined
  /** of a cause of yours, whose total is shown while it is active; null: none */
  causeKey?: string | null | undefined
  /** together with cta_url or not at all; null: none */
  ctaLabel?: string | null | undefined
  /** https; null: none */
  ctaUrl?: string | null | undefined
  /** the widgets it stands above, replaced as a whole; null: buddy */
  placements?: Array<"buddy" | "leaderboard" | "path" | "marketplace"> | null | undefined
}

export interface MysteryBox {
  /** opaque identifier (UUIDv7) */
  mysteryBoxId: string
  boxKey: string
  name: string
  price: MysteryBoxPrice
  rewardPool: Array<{
    weight: number
    reward: MysteryBoxReward
  }>
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  eligibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  audience?: string | null | undefined
  stockTotal?: number | null | undefined
  availableFrom?: string | null | undefined
  availableUntil?: string | null | undefined
  status?: "active" | "inactive" | undefined
  /** for a buddy that can take all of it; what it cannot take leaves the pool before it is drawn */
  odds: Array<{
    reward: MysteryBoxReward_1
    chance: number
  }>
  /** by all buddies */
  opened: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface MysteryBoxInput {
  boxKey?: string | null | undefined
  name: string
  price: MysteryBoxPrice
  rewardPool: Array<{
    weight: number
    reward: MysteryBoxReward
  }>
  limits?: {
    cooldownSeconds?: number | undefined
    maxPerDay?: number | null | undefined
    maxPerWeek?: number | null | undefined
    maxPerMonth?: number | null | undefined
    maxTotal?: number | null | undefined
    uniqueBy?: string[] | undefined
    dayBoundary?: "user" | "tenant" | "utc" | undefined
  } | undefined
  eligibility?: {
    match?: "all" | "any" | undefined
    conditions?: Array<{
      type: "evolution_stage" | "prestige_level" | "skill_level" | "coins_balance" | "coins_lifetime" | "token_balance" | "token_lifetime" | "badge_owned" | "item_owned" | "gate_unlocked" | "streak_current" | "streak_longest" | "event_count" | "days_since_hatched"
      key?: string | null | undefined
      operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte"
      value: number | boolean
      windowDays?: number | null | undefined
    }> | undefined
  } | undefined
  audience?: string | null | undefined
  stockTotal?: number | null | undefined
  availableFrom?: string | null | undefined
  availableUntil?: string | null | undefined
  status?: "active" | "inactive" | undefined
}

export interface MysteryBoxOpening {
  /** opaque identifier (UUIDv7) */
  openingId: string
  boxKey: string
  reward: MysteryBoxReward_1
  pricePaid: number
  /** of what was paid with, after the reward */
  balance: number
}

export type MysteryBoxPrice = {
  mode: "coins"
  tokenKey?: null | undefined
  amount: number
} | {
  mode: "token"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  amount: number
} | {
  mode: "free"
  tokenKey?: null | undefined
  amount?: 0 | undefined
}

export type MysteryBoxPrice_1 = {
  mode: "coins"
  tokenKey: null
  amount: number
} | {
  mode: "token"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  amount: number
} | {
  mode: "free"
  tokenKey: null
  amount: 0
}

export type MysteryBoxReward = {
  kind: "coins"
  key?: null | undefined
  amount: number
} | {
  kind: "token"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  amount: number
} | {
  kind: "item"
  /** id or key */
  key: string
  amount?: 1 | undefined
} | {
  kind: "badge"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  amount?: 1 | undefined
}

export type MysteryBoxReward_1 = {
  kind: "coins"
  key: null
  amount: number
} | {
  kind: "token"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  amount: number
} | {
  kind: "item"
  /** id or key */
  key: string
  amount: 1
} | {
  kind: "badge"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  key: string
  amount: 1
}

export interface Narrative {
  tone: "playful" | "calm" | "epic" | "professional"
  /** null: the default of tone and language */
  intro: string | null
  /** by the stage that is reached, stage_2 to stage_5 */
  levelUpCopy: Record<string, string | null>
  /** null: the default of tone and language */
  hatchCopy: string | null
  streakCopy: {
    /** null: the default of tone and language */
    milestone: string | null
    /** null: the default of tone and language */
    atRisk: string | null
    /** null: the default of tone and language */
    lost: string | null
  }
  /** null: the default of tone and language */
  badgeCopy: string | null
  /** null: the default of tone and language */
  emptyCopy: string | null
  /** null: the default of tone and language */
  welcomeBackCopy: string | null
}

export interface NarrativeChange {
  /** opaque identifier (UUIDv7) */
  auditId: string
  /** the dot path of a text, or `tone` */
  slot: string
  previous: string | null
  next: string | null
  actor: ChangeOrigin
  source: "patch" | "council"
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface NarrativePatch {
  /** null restores the default */
  tone?: "playful" | "calm" | "epic" | "professional" | null | undefined
  /** null restores the default */
  intro?: string | null | undefined
  /** stage_2 to stage_5; a stage left out stays */
  levelUpCopy?: Record<string, string | null> | null | undefined
  /** null restores the default */
  hatchCopy?: string | null | undefined
  streakCopy?: {
    /** null restores the default */
    milestone?: string | null | undefined
    /** null restores the default */
    atRisk?: string | null | undefined
    /** null restores the default */
    lost?: string | null | undefined
  } | null | undefined
  /** null restores the default */
  badgeCopy?: string | null | undefined
  /** null restores the default */
  emptyCopy?: string | null | undefined
  /** null restores the default */
  welcomeBackCopy?: string | null | undefined
}

export interface NarrativeSlot {
  slot: "intro" | "level_up_copy.stage_2" | "level_up_copy.stage_3" | "level_up_copy.stage_4" | "level_up_copy.stage_5" | "hatch_copy" | "streak_copy.milestone" | "streak_copy.at_risk" | "streak_copy.lost" | "badge_copy" | "empty_copy" | "welcome_back_copy"
  text: string
  /** whose text it is */
  source: "patch" | "council"
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
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

export interface NewHostedPlayer {
  /** opaque identifier (UUIDv7) */
  playerId: string
  /** opaque identifier (UUIDv7) */
  hostedSurfaceId: string
  userId: string
  displayName: string
  status: "active" | "disabled"
  /** the user's first active buddy of the surface's audience */
  buddyId: string | null
  eggId: string | null
  lastSessionAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  accessCode: string
  qrUrl: string
  qrSvg: string
}

export interface NewMentorSession {
  mentorBuddyId: string
  menteeBuddyId: string
  teamId?: string | null | undefined
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
  /** when the last of the replaced secrets stops signing, while one does */
  previousSecretExpiresAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
  /** whsec_...; shown only here */
  secret: string
}

export interface Notification {
  /** opaque identifier (UUIDv7) */
  notificationId: string
  /** there may be others; show those you do not know as info */
  kind: string
  severity: "info" | "warning" | "critical"
  message: string
  details: Record<string, unknown>
  /** a page of the console */
  actionUrl: string | null
  readAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface NotificationPage {
  notifications: Notification[]
  nextCursor: string | null
  /** of the workspace, whatever was asked for */
  unreadCount: number
  /** nobody is mailed until then */
  pausedUntil: string | null
}

export interface OctalysisState {
  window: {
    /** a local day, `2026-11-20` */
    from: string
    /** a local day, `2026-11-20` */
    to: string
    days: number
    timezone: string
    granularity: "day" | "week" | "month"
  }
  /** null: everybody */
  audience: string | null
  /** everything committed before is counted */
  asOf: string
  /** true: figures are more than half a minute behind */
  stale: boolean
  drives: Array<{
    driveKey: string
    name: string
    /** white_hat: people feel in control; black_hat: they feel pressed */
    side: "white_hat" | "neutral" | "black_hat"
    /** left: for a reward, right: for its own sake */
    brain: "left" | "neutral" | "right"
    /** mechanics that are set up, in percent of all of the drive */
    configured: number
    /** active users who touched one that is set up, in percent; null below 20 active users */
    used: number | null
    mechanics: Array<{
      mechanic: "narrative" | "mission_anchor" | "causes" | "council" | "badges" | "skills" | "evolution" | "paths" | "equip" | "outfits" | "boosters" | "items" | "tokens" | "coins" | "buddy_name" | "teams" | "leagues" | "kudos" | "group_quests" | "mentors" | "share" | "gates" | "flash_sales" | "limited_stock" | "reward_pools" | "surprise_drops" | "lotteries" | "streaks" | "decay"
      configured: boolean
      /** null: nothing tells who touched it */
      users: number | null
    }>
    hint: string | null
  }>
  /** shares weighted by `used`; white_hat and black_hat add up to 1, and left and right do */
  balance: {
    /** four decimals; null: of nothing */
    whiteHat: number | null
    /** four decimals; null: of nothing */
    blackHat: number | null
    /** four decimals; null: of nothing */
    left: number | null
    /** four decimals; null: of nothing */
    right: number | null
  }
  warnings: Array<"black_hat_heavy" | "single_drive" | "unused_mechanic">
}

export interface OnboardingAnswers {
  productType?: "learning" | "fitness" | "saas_onboarding" | "ecommerce" | "community" | "productivity" | "other" | undefined
  goal?: "activation" | "retention" | "revenue" | "community" | undefined
  keyActions?: string[] | undefined
  users?: "consumers" | "employees" | "businesses" | undefined
  frequency?: "daily" | "weekly" | "monthly" | undefined
  tone?: "playful" | "calm" | "epic" | "professional" | undefined
  avoid?: Array<"competition" | "loss" | "randomness" | "spending"> | undefined
  stack?: "node" | "nextjs" | "python" | "django" | "rails" | "laravel" | "go" | "java" | "dotnet" | "other" | undefined
}

export interface OnboardingAnswersPatch {
  /** null takes the answer back */
  productType?: "learning" | "fitness" | "saas_onboarding" | "ecommerce" | "community" | "productivity" | "other" | null | undefined
  /** null takes the answer back */
  goal?: "activation" | "retention" | "revenue" | "community" | null | undefined
  /** null takes the answer back */
  keyActions?: string[] | null | undefined
  /** null takes the answer back */
  users?: "consumers" | "employees" | "businesses" | null | undefined
  /** null takes the answer back */
  frequency?: "daily" | "weekly" | "monthly" | null | undefined
  /** null takes the answer back */
  tone?: "playful" | "calm" | "epic" | "professional" | null | undefined
  /** null takes the answer back */
  avoid?: Array<"competition" | "loss" | "randomness" | "spending"> | null | undefined
  /** null takes the answer back */
  stack?: "node" | "nextjs" | "python" | "django" | "rails" | "laravel" | "go" | "java" | "dotnet" | "other" | null | undefined
}

export interface OnboardingGuide {
  stack: "node" | "nextjs" | "python" | "django" | "rails" | "laravel" | "go" | "java" | "dotnet" | "other"
  /** whose event types it uses */
  source: "plan" | "published" | "preset"
  steps: Array<{
    title: string
    text: string
    files: Array<{
      path: string
      language: string
      code: string
    }>
  }>
}

export interface OnboardingMessage {
  message: string
}

export interface OnboardingPlan {
  /** opaque identifier (UUIDv7) */
  planId: string
  revision: number
  /** builtin, or the model's */
  provider: string
  /** the provider failed, and the builtin planner stood in for it */
  fallback: boolean
  presetKey: string
  confidence: number
  evidence: Array<{
    term: string
    count: number
  }>
  content: PresetContent
  reasons: Array<{
    path: string
    why: string
  }>
  assumptions: {
    eventsPerUserWeek: Record<string, number>
  }
  warnings: string[]
}

export interface OnboardingPreparing {
  /** opaque identifier (UUIDv7) */
  onboardingSessionId: string
  /** opaque identifier (UUIDv7) */
  operationId: string
  status: "preparing"
}

export interface OnboardingPreparingStatus {
  onboardingSessionId: string | null
  status: "idle" | "preparing" | "ready" | "failed"
  kind: "seed" | "plan" | "guide" | null
  progress: number
  operationId: string | null
  error: {
    code: string
    message: string
    /** of onboarding_extract_failed */
    reason?: string | undefined
  } | null
}

export interface OnboardingReset {
  reset: boolean
  onboardingSessionId: string | null
}

export interface OnboardingSession {
  /** opaque identifier (UUIDv7) */
  onboardingSessionId: string
  status: "open" | "planned" | "applied" | "abandoned"
  source: {
    type: "none" | "description" | "url" | "repo"
    /** how what was read begins */
    summary: string | null
    /** ISO 639 code of the text; of code its language */
    language: string | null
  }
  questions: Array<{
    /** stable key, unique per tenant */
    key: string
    title: string
    type: "choice" | "choices" | "texts"
    options: string[]
  }>
  answers: OnboardingAnswers
  plan: OnboardingPlan | null
  guide: OnboardingGuide | null
  messages: number
  /** what is being generated */
  busy: {
    kind: "seed" | "plan" | "guide"
    /** opaque identifier (UUIDv7) */
    operationId: string
  } | null
  caps: {
    /** left today (UTC) */
    sessions: number
    /** left today (UTC) */
    seeds: number
    /** left today (UTC) */
    plans: number
    /** left today (UTC) */
    guides: number
    /** left today (UTC) */
    messages: number
  }
}

export interface OpenDraft {
  name?: string | null | undefined
}

export interface OpenOnboarding {
  description?: string | undefined
}

export interface Operation {
  /** opaque identifier (UUIDv7) */
  operationId: string
  type: "hatch" | "evolve" | "equip_item" | "rerender" | "regenerate" | "migrate" | "backtest" | "backfill" | "import" | "decay" | "apply_profile" | "team_dissolve" | "season_close" | "season_simulation" | "lottery_draw" | "quest_resolve" | "founding_backfill" | "onboarding" | "erase" | "user_export" | "forecast" | "analytics_rebuild"
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
    /** where there is more to say */
    details?: Record<string, unknown> | undefined
  } | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

export interface Outfit {
  /** opaque identifier (UUIDv7) */
  outfitId: string
  name: string
  itemIds: string[]
  /** the buddy wears these and nothing else */
  isWorn: boolean
  /** those the buddy does not own any more */
  missingItemIds: string[]
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
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

export interface PatchHostedPlayer {
  displayName?: string | undefined
  /** disabled: sessions end at once, and code and card do nothing until it is active again */
  status?: "active" | "disabled" | undefined
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

export interface PauseNotifications {
  /** null ends the pause */
  until: string | null
}

export interface PendingCeremony {
  ceremony: "hatch" | "evolution" | "prestige"
  evolutionStage: number
  prestigeLevel: number
  /** of the narrative, with the buddy's name and stage in it */
  text: string
  /** the buddy as it looked; null: never drawn so */
  imageUrl: string | null
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
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
  coinRules?: CoinRuleInput[] | undefined
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
  badgeDefinitions?: BadgeDefinitionInput[] | undefined
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

export interface Proposal {
  /** opaque identifier (UUIDv7) */
  proposalId: string
  targetSlot: "intro" | "level_up_copy.stage_2" | "level_up_copy.stage_3" | "level_up_copy.stage_4" | "level_up_copy.stage_5" | "hatch_copy" | "streak_copy.milestone" | "streak_copy.at_risk" | "streak_copy.lost" | "badge_copy" | "empty_copy" | "welcome_back_copy"
  text: string
  /** what stands there now, of a decided one what stood there then; null: the default */
  currentText: string | null
  /** who proposed it; null: the workspace, or somebody erased */
  buddyId: string | null
  status: "open" | "approved" | "rejected" | "withdrawn"
  votes: {
    approve: number
    reject: number
    quorum: number
  }
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  decidedAt: string | null
}

export interface Propose {
  /** the dot path of a text of the narrative */
  slot: "intro" | "level_up_copy.stage_2" | "level_up_copy.stage_3" | "level_up_copy.stage_4" | "level_up_copy.stage_5" | "hatch_copy" | "streak_copy.milestone" | "streak_copy.at_risk" | "streak_copy.lost" | "badge_copy" | "empty_copy" | "welcome_back_copy"
  text: string
  buddyId?: string | null | undefined
}

export interface PublicHostedSurface {
  slug: string
  name: string
  headline: string | null
  intro: string | null
  branding: WidgetTheme_1
  logoUrl: string | null
  modules: Array<"buddy" | "path" | "marketplace" | "leaderboard">
  locale: string | null
  supportUrl: string | null
  legalUrl: string | null
  tenantName: string
  /** of the workspace */
  websiteUrl: string | null
  /** of the workspace */
  supportEmail: string | null
}

export interface PublicLotteryDraw {
  algorithm: "hatchery-draw-1"
  /** opaque identifier (UUIDv7) */
  drawId: string
  status: "open" | "closed" | "drawn" | "cancelled"
  /** 64 lower-case hexadecimal digits */
  commitHash: string
  seed: string | null
  entriesHash: string | null
  entriesUrl: string | null
  participants: number
  entries: number
  winners: Array<{
    rank: number
    /** opaque identifier (UUIDv7) */
    entryId: string
    ticket: number
    n: number
  }>
  /** places nobody won; null until drawn */
  unawarded: number | null
}

export interface PublicShareEvent {
  event: "viewed" | "cta_clicked"
  /** other when nothing is said */
  channel?: "copy_link" | "native_share" | "x" | "facebook" | "linkedin" | "whatsapp" | "email" | "other" | undefined
}

export interface PublicShowroom {
  slug: string
  name: string
  headline: string | null
  description: string | null
  tenantName: string
  branding: WidgetTheme_1
  cta: {
    label: string | null
    url: string | null
  }
  buddies: ShownBuddy[]
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface PublishedFeatureToggles {
  /** every capability: false is switched off, whether the plan includes it or not */
  published: {
    events: boolean
    buddies: boolean
    marketplace: boolean
    webhooks: boolean
    widgets: boolean
    analytics: boolean
    teams: boolean
    share: boolean
    leagues: boolean
    lotteries: boolean
    flashSales: boolean
    groupQuests: boolean
    kudos: boolean
    surpriseDrops: boolean
    causes: boolean
    brag: boolean
    paths: boolean
    hostedSurfaces: boolean
    showrooms: boolean
    council: boolean
    mentors: boolean
    backtests: boolean
    onboardingAi: boolean
    sso: boolean
    auditExport: boolean
  }
  /** what publishing would change; null: nothing */
  draft: Record<string, boolean> | null
  /** what the plan includes */
  entitled: Array<"events" | "buddies" | "marketplace" | "webhooks" | "widgets" | "analytics" | "teams" | "share" | "leagues" | "lotteries" | "flash_sales" | "group_quests" | "kudos" | "surprise_drops" | "causes" | "brag" | "paths" | "hosted_surfaces" | "showrooms" | "council" | "mentors" | "backtests" | "onboarding_ai" | "sso" | "audit_export">
  publishedAt: string | null
  publishedBy: ChangeOrigin | null
  changed: Array<{
    capability: "events" | "buddies" | "marketplace" | "webhooks" | "widgets" | "analytics" | "teams" | "share" | "leagues" | "lotteries" | "flash_sales" | "group_quests" | "kudos" | "surprise_drops" | "causes" | "brag" | "paths" | "hosted_surfaces" | "showrooms" | "council" | "mentors" | "backtests" | "onboarding_ai" | "sso" | "audit_export"
    enabled: boolean
  }>
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

export interface QuestGoal {
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  filters?: Array<{
    property: string
    operator: "eq" | "neq" | "gt" | "gte" | "lt" | "lte" | "in" | "not_in" | "contains" | "exists"
    value: string | number | boolean | Array<string | number | boolean>
  }> | undefined
  match?: "all" | "any" | undefined
  metric?: "count" | "sum" | undefined
  property?: string | null | undefined
  target: number
}

export interface ReadNotifications {
  ids?: string[] | undefined
  before?: string | undefined
}

export interface Recipe {
  recipeKey: string
  name: string
  description: string | null
  icon: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | null
  action: RecipeAction
  limits: RecipeLimits
  enabled: boolean
  runsToday: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export type RecipeAction = {
  type: "coins"
  amount: number
} | {
  type: "token"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  tokenKey: string
  amount: number
} | {
  type: "badge"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  badgeKey: string
} | {
  type: "item"
  itemId: string
} | {
  type: "event"
  /** The name of an event type, for example `lesson.completed`. */
  eventType: string
  /** free-form JSON object */
  properties?: Record<string, unknown> | undefined
} | {
  type: "sub_step"
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  pathKey: string
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  subStepKey: string
}

export interface RecipeInput {
  /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
  recipeKey: string
  name: string
  description?: string | null | undefined
  icon?: "path" | "flame" | "heart" | "bolt" | "star" | "leaf" | null | undefined
  action: RecipeAction
  limits?: RecipeLimits_1 | undefined
  enabled?: boolean | undefined
}

export interface RecipeLimits {
  maxPerPlayerPerDay: number | null
  maxPerDay: number | null
}

export interface RecipeLimits_1 {
  maxPerPlayerPerDay?: number | null | undefined
  maxPerDay?: number | null | undefined
}

export interface RecipeRun {
  /** opaque identifier (UUIDv7) */
  runId: string
  recipeKey: string
  /** opaque identifier (UUIDv7) */
  playerId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  effects: Effects
  /** of a recipe that sends an event: its run_id */
  eventId: string | null
  /** ISO 8601, UTC, milliseconds */
  ranAt: string
}

export interface ReengagementConfig {
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
}

export interface ReengagementPatch {
  /** as a whole; null: nothing */
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
  } | null | undefined
}

export interface Referral {
  /** what a new workspace registers with */
  code: string
  /** a link that carries the code */
  url: string
  referred: {
    /** workspaces that registered with the code */
    registered: number
    /** those of them that have paid */
    paying: number
  }
  creditsEarned: number
}

export interface RegeneratePictures {
  scope?: "missing" | "all" | undefined
}

export interface RejectBadge {
  reason?: string | undefined
}

export interface ReplaceLeagueTiers {
  tiers: LeagueTier[]
  /** for each removed tier, the kept one its standings go to */
  moves?: Record<string, string> | undefined
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

/** what the report on return reckons with; absent: nothing */
export interface RoiSettings {
  /** ISO 4217 */
  currency: string | null
  eventValues: Array<{
    /** stable key, unique per tenant */
    eventType: string
    valueMinor: number
  }>
  coinValueMinor: number | null
  monthlyCostMinor: number | null
  /** users who get none of the program */
  holdoutAudience: string | null
  /** whether chance decided who is in the holdout */
  isRandomised: boolean
}

export interface RoiSettingsInput {
  /** ISO 4217 */
  currency?: string | null | undefined
  eventValues?: Array<{
    /** stable key, unique per tenant */
    eventType: string
    valueMinor: number
  }> | undefined
  coinValueMinor?: number | null | undefined
  monthlyCostMinor?: number | null | undefined
  /** users who get none of the program */
  holdoutAudience?: string | null | undefined
  /** whether chance decided who is in the holdout */
  isRandomised?: boolean | undefined
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

export interface RunRecipe {
  playerId: string
  note?: string | null | undefined
}

export interface SaveOutfit {
  name: string
  /** items the buddy owns, or their keys */
  itemIds: string[]
}

export interface SchemaPart {
  part: string
  description: string
  /** where the schema itself is, for `$schema` and editors */
  url: string
}

export interface SeedFromDescription {
  description: string
}

export interface SeedFromRepo {
  repoUrl: string
}

export interface SeedFromUrl {
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

export interface SetTeamRole {
  role: "member" | "mentor"
}

export interface ShareEvent {
  event: "opened" | "shared"
  /** other when nothing is said */
  channel?: "copy_link" | "native_share" | "x" | "facebook" | "linkedin" | "whatsapp" | "email" | "other" | undefined
}

export interface ShareLink {
  /** opaque identifier (UUIDv7) */
  buddyId: string
  code: string
  /** the page to be handed on */
  url: string
  /** what the page shows, as JSON */
  publicUrl: string
  /** null: there is no picture of the buddy yet */
  ogImageUrl: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface ShareRecorded {
  recorded: true
}

export interface ShareSettings {
  enabled: boolean
  showTenantName: boolean
  ctaUrl: string | null
  ctaLabel: string | null
  /** true: pages stand in the public index, and search engines may look */
  listed: boolean
  /** null: they were never changed */
  updatedAt: string | null
}

export interface ShareSettingsPatch {
  /** false: no link opens; null: true */
  enabled?: boolean | null | undefined
  /** null: true */
  showTenantName?: boolean | null | undefined
  /** where the button of the page leads; null: there is none */
  ctaUrl?: string | null | undefined
  /** what the button says; null: words of ours */
  ctaLabel?: string | null | undefined
  /** null: false */
  listed?: boolean | null | undefined
}

export interface ShareStats {
  windowDays: number
  /** a local day, `2026-11-20` */
  from: string
  /** a local day, `2026-11-20` */
  to: string
  /** made in the window */
  links: number
  opened: number
  shared: number
  viewed: number
  ctaClicked: number
  /** opened of shared, viewed of links, cta_clicked of viewed */
  rates: {
    /** four decimals; null: of nothing */
    open: number | null
    /** four decimals; null: of nothing */
    view: number | null
    /** four decimals; null: of nothing */
    cta: number | null
  }
  channels: Array<{
    channel: "copy_link" | "native_share" | "x" | "facebook" | "linkedin" | "whatsapp" | "email" | "other"
    opened: number
    shared: number
    viewed: number
    ctaClicked: number
  }>
  series: Array<{
    /** the UTC day */
    period: string
    links: number
    opened: number
    shared: number
    viewed: number
    ctaClicked: number
  }>
}

export interface SharedBuddy {
  code: string
  buddy: {
    name: string
    imageUrl: string
    thumbUrl: string | null
    evolutionStage: number
    stageName: string
    prestigeLevel: number
    tagline: string | null
    accentColor: string | null
    /** the newest, 12 at most; null: its profile does not show it */
    badges: Array<{
      label: string
      tier: string | null
      iconUrl: string | null
    }> | null
    /** null: its profile does not show it */
    skills: Array<{
      name: string
      level: number
    }> | null
    /** null: its profile does not show it */
    streak: {
      current: number
      longest: number
    } | null
    /** null: its profile does not show it */
    coins: number | null
  }
  tenantName: string | null
  cta: {
    label: string | null
    url: string | null
  }
  ogImageUrl: string
  /** ISO 8601, UTC, milliseconds */
  sharedAt: string
}

export interface SharedBuddyEntry {
  url: string
  name: string
  thumbUrl: string | null
  tenantName: string | null
  /** ISO 8601, UTC, milliseconds */
  sharedAt: string
}

/** null: not shown here, or not by its profile */
export interface ShownBuddy {
  name: string
  imageUrl: string
  thumbUrl: string | null
  evolutionStage: number | null
  stageName: string | null
  prestigeLevel: number | null
  tagline: string | null
  /** the newest, 12 at most */
  badges: Array<{
    label: string
    tier: string | null
  }>
  streak: {
    current: number
    longest: number
  } | null
  coins: number | null
}

export interface Showroom {
  /** opaque identifier (UUIDv7) */
  showroomId: string
  showroomKey: string
  name: string
  slug: string
  status: "draft" | "published" | "archived"
  /** the page anybody may open while it is published */
  url: string
  audience: string | null
  headline: string | null
  description: string | null
  branding: WidgetTheme_1
  cta: {
    label: string | null
    url: string | null
  }
  listed: boolean
  selection: {
    mode: "newest" | "top_stage" | "top_coins" | "manual"
    limit: number
    buddyIds: string[]
  }
  show: {
    badges: boolean
    stage: boolean
    streak: boolean
    coins: boolean
  }
  qr: {
    /** what the QR code says */
    url: string
    /** its picture, while the showroom is published */
    svgUrl: string
    /** ISO 8601, UTC, milliseconds */
    createdAt: string
  }
  /** a visitor counts once a day */
  visits: {
    total: number
    qr: number
    last_30Days: number
  }
  publishedAt: string | null
  archivedAt: string | null
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

/** where visitors are asked to go on; without an address they are not */
export interface ShowroomCtaInput {
  label?: string | null | undefined
  url?: string | null | undefined
}

/** where visitors are asked to go on; without an address they are not */
export interface ShowroomCtaInput_1 {
  label?: string | null | undefined
  url?: string | null | undefined
}

export interface ShowroomInput {
  name: string
  showroomKey?: string | null | undefined
  slug?: string | null | undefined
  audience?: string | null | undefined
  headline?: string | null | undefined
  description?: string | null | undefined
  branding?: BrandingInput | undefined
  cta?: ShowroomCtaInput | undefined
  listed?: boolean | undefined
  selection?: ShowroomSelectionInputEncoded | undefined
  show?: ShowroomShowInput | undefined
}

export interface ShowroomSelectionInput {
  mode?: "newest" | "top_stage" | "top_coins" | "manual" | undefined
  limit?: number | undefined
  buddyIds?: string[] | undefined
}

export interface ShowroomSelectionInputEncoded {
  mode?: "newest" | "top_stage" | "top_coins" | "manual" | undefined
  limit?: number | undefined
  buddyIds?: string[] | undefined
}

/** shown of a buddy, where its profile allows it */
export interface ShowroomShowInput {
  badges?: boolean | undefined
  stage?: boolean | undefined
  streak?: boolean | undefined
  coins?: boolean | undefined
}

/** shown of a buddy, where its profile allows it */
export interface ShowroomShowInput_1 {
  badges?: boolean | undefined
  stage?: boolean | undefined
  streak?: boolean | undefined
  coins?: boolean | undefined
}

export interface SimulateLeagueSeason {
  from: string
  to: string
  /** what is left out, of `config` too, is as the league has it now */
  rules?: {
    config?: {
      enabled?: boolean | null | undefined
      metric?: Metric | null | undefined
      seasonDays?: number | null | undefined
      startsOn?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null | undefined
      timezone?: string | null | undefined
      finalizeDelayHours?: number | null | undefined
      cohortSize?: number | null | undefined
      demoteIdle?: boolean | null | undefined
    } | undefined
    tiers?: LeagueTier[] | undefined
  } | undefined
}

export interface SimulateLotteryDraw {
  /** 1,000 by default */
  runs?: number | undefined
  /** 0 by default */
  seed?: number | string | undefined
}

export interface SixD {
  status: "not_started" | "in_progress" | "completed" | "skipped"
  /** the number the answers will be frozen under, or were */
  revision: number
  /** the next to answer; null: all are */
  step: "objectives" | "behaviors" | "players" | "loops" | "fun" | "tools" | null
  steps: {
    /** null: not answered yet */
    objectives: Array<{
      /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
      key: string
      title: string
      metric: "active_users" | "retention_w4" | "coins_spent" | "event_count"
      /** what event_count counts, and only that */
      eventType?: string | undefined
      /** over the window; retention_w4: a share, 0 to 1 */
      target: number
    }> | null
    /** null: not answered yet */
    behaviors: Array<{
      /** The name of an event type, for example `lesson.completed`. */
      eventType: string
      /** how often an active user does it in a week */
      perUserWeek: number
    }> | null
    /** null: not answered yet */
    players: Array<{
      name: string
      share: number
    }> | null
    /** null: not answered yet */
    loops: {
      engagement: string
      progression: string
    } | null
    /** null: not answered yet */
    fun: Array<"easy" | "hard" | "people" | "serious"> | null
    /** null: not answered yet */
    tools: Array<"narrative" | "mission_anchor" | "causes" | "council" | "badges" | "skills" | "evolution" | "paths" | "equip" | "outfits" | "boosters" | "items" | "tokens" | "coins" | "buddy_name" | "teams" | "leagues" | "kudos" | "group_quests" | "mentors" | "share" | "gates" | "flash_sales" | "limited_stock" | "reward_pools" | "surprise_drops" | "lotteries" | "streaks" | "decay"> | null
  }
  /** when a revision was frozen last */
  completedAt: string | null
  skippedAt: string | null
}

export type SixDAnswer = {
  step: "objectives"
  answers: Array<{
    /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
    key: string
    title: string
    metric: "active_users" | "retention_w4" | "coins_spent" | "event_count"
    /** what event_count counts, and only that */
    eventType?: string | undefined
    /** over the window; retention_w4: a share, 0 to 1 */
    target: number
  }>
} | {
  step: "behaviors"
  answers: Array<{
    /** The name of an event type, for example `lesson.completed`. */
    eventType: string
    /** how often an active user does it in a week */
    perUserWeek: number
  }>
} | {
  step: "players"
  answers: Array<{
    name: string
    share: number
  }>
} | {
  step: "loops"
  answers: {
    engagement: string
    progression: string
  }
} | {
  step: "fun"
  answers: Array<"easy" | "hard" | "people" | "serious">
} | {
  step: "tools"
  answers: Array<"narrative" | "mission_anchor" | "causes" | "council" | "badges" | "skills" | "evolution" | "paths" | "equip" | "outfits" | "boosters" | "items" | "tokens" | "coins" | "buddy_name" | "teams" | "leagues" | "kudos" | "group_quests" | "mentors" | "share" | "gates" | "flash_sales" | "limited_stock" | "reward_pools" | "surprise_drops" | "lotteries" | "streaks" | "decay">
}

export interface SixDChange {
  /** opaque identifier (UUIDv7) */
  auditId: string
  revision: number
  action: "saved" | "completed" | "skipped"
  step: "objectives" | "behaviors" | "players" | "loops" | "fun" | "tools" | null
  reason: string | null
  actor: ChangeOrigin
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface SixDDrift {
  /** the newest that was frozen; null: none was */
  revision: number | null
  behaviors: Array<{
    eventType: string
    expected: number
    /** times an active user and week */
    measured: number | null
    /** measured / expected - 1 */
    drift: number | null
    /** no_data: fewer than 20 active users, or nothing to measure by */
    status: "no_data" | "on_track" | "drifting"
  }>
  objectives: Array<{
    key: string
    target: number
    measured: number | null
    /** no_data: fewer than 20 active users, or nothing to measure by */
    status: "no_data" | "on_track" | "drifting"
  }>
  tools: Array<{
    tool: "narrative" | "mission_anchor" | "causes" | "council" | "badges" | "skills" | "evolution" | "paths" | "equip" | "outfits" | "boosters" | "items" | "tokens" | "coins" | "buddy_name" | "teams" | "leagues" | "kudos" | "group_quests" | "mentors" | "share" | "gates" | "flash_sales" | "limited_stock" | "reward_pools" | "surprise_drops" | "lotteries" | "streaks" | "decay"
    configured: boolean
    /** active users who touched it, in percent */
    used: number | null
  }>
}

export interface SixDSkip {
  reason?: string | undefined
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

export interface SsoCode {
  /** for POST /auth/sso/token; 60 seconds, once */
  code: string
  returnTo: string | null
}

export interface SsoConfig {
  available: boolean
  /** passwords let nobody but owners in */
  enforced: boolean
  startUrl: string | null
}

export interface SsoConnection {
  issuer: string
  clientId: string
  hasClientSecret: boolean
  tokenAuth: "client_secret_basic" | "client_secret_post" | "none"
  scopes: string[]
  domains: Array<{
    domain: string
    status: "pending" | "verified"
    txtName: string
    txtValue: string
  }>
  jit: {
    /** whether whoever signs in first becomes a member */
    enabled: boolean
    role: "member" | "admin"
  }
  roleClaim: {
    claim: string
    /** values that make an owner */
    owner: string[]
    /** values that make an admin */
    admin: string[]
  } | null
  enforced: boolean
  /** what the provider has to be told; of the workspace's own where the provider does not name itself */
  callbackUrl: string
  /** active: a domain is verified */
  status: "draft" | "active"
  /** why the last sign-in failed at the provider; null since the last one that did not */
  lastError: string | null
}

export interface SsoSession {
  /** JWT for `Authorization: Bearer` */
  accessToken: string
  tokenType: "Bearer"
  /** seconds */
  expiresIn: number
  customer: Customer
  user: User
  returnTo: string | null
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

export interface SuggestWidgetTheme {
  /** counts before everything else */
  brandColor?: string | undefined
  websiteUrl?: string | undefined
  description?: string | undefined
}

export interface SurpriseDrop {
  /** opaque identifier (UUIDv7) */
  surpriseDropId: string
  dropKey: string
  name: string
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
  /** of an event that could win it */
  probability: number
  pityAfter?: number | null | undefined
  beginner?: {
    days: number
    probability: number
  } | null | undefined
  rewardPool: Array<{
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
  }>
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
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface SurpriseDropInput {
  dropKey?: string | null | undefined
  name: string
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
  /** of an event that could win it */
  probability: number
  pityAfter?: number | null | undefined
  beginner?: {
    days: number
    probability: number
  } | null | undefined
  rewardPool: Array<{
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
  }>
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

export interface Team {
  /** opaque identifier (UUIDv7) */
  teamId: string
  teamKey: string
  name: string
  description: string
  audience: string | null
  maxMembers: number
  /** free-form JSON object */
  metadata: Record<string, unknown>
  status: "active"
  /** mentors included */
  members: number
  mentors: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string
}

export interface TeamEvent {
  /** opaque identifier (UUIDv7) */
  feedId: string
  type: "member_joined" | "member_left" | "role_changed" | "badge_awarded" | "evolved" | "prestiged" | "streak_milestone" | "league_promoted" | "quest_succeeded" | "kudos_given"
  /** null once the buddy is erased */
  buddyId: string | null
  buddyName: string | null
  data: Record<string, unknown>
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface TeamFeed {
  events: TeamEvent[]
  /** null: that was all */
  nextCursor: string | null
}

export interface TeamImportResult {
  teamsCreated: number
  membersAdded: number
  rolesChanged: number
  unchanged: number
  /** the first hundred */
  errors: Array<{
    /** 1 is the first row below the header */
    row: number
    column: "team_key" | "team_name" | "buddy_id" | "user_id" | "role"
    code: string
    message: string
  }>
  errorsTotal: number
}

export interface TeamInput {
  name: string
  teamKey?: string | null | undefined
  description?: string | undefined
  audience?: string | null | undefined
  maxMembers?: number | undefined
  /** free-form JSON object */
  metadata?: Record<string, unknown> | undefined
}

export interface TeamMember {
  /** opaque identifier (UUIDv7) */
  teamId: string
  /** opaque identifier (UUIDv7) */
  buddyId: string
  userId: string
  name: string
  thumbUrl: string | null
  role: "member" | "mentor"
  /** ISO 8601, UTC, milliseconds */
  joinedAt: string
}

export interface TeamPatch {
  name?: string | undefined
  description?: string | null | undefined
  audience?: string | null | undefined
  maxMembers?: number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
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

export interface UpdateAlertConfig {
  ruleSpike?: {
    enabled?: boolean | undefined
    factor?: number | undefined
    min?: number | undefined
  } | undefined
  userFarming?: {
    enabled?: boolean | undefined
    factor?: number | undefined
    min?: number | undefined
  } | undefined
  budget?: {
    enabled?: boolean | undefined
  } | undefined
  silence?: {
    enabled?: boolean | undefined
    min?: number | undefined
  } | undefined
  unknownTypes?: {
    enabled?: boolean | undefined
    min?: number | undefined
  } | undefined
  noSinks?: {
    enabled?: boolean | undefined
    min?: number | undefined
  } | undefined
  quota?: {
    enabled?: boolean | undefined
  } | undefined
  webhookFailing?: {
    enabled?: boolean | undefined
  } | undefined
  refusals?: {
    enabled?: boolean | undefined
    min?: number | undefined
  } | undefined
}

export interface UpdateDraft {
  name?: string | null | undefined
  content?: ConfigContentPatch | undefined
}

export interface UpdateEconomyAlert {
  status: "acknowledged" | "dismissed"
  note?: string | null | undefined
}

export interface UpdateWebhookInbox {
  name?: string | null | undefined
  reply?: InboxReply_1 | undefined
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
  /** of this account at this moment; refusals name the role they want */
  role: "member" | "admin" | "owner"
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
}

export interface UserOverview {
  userId: string
  /** something was ever stored of this user */
  exists: boolean
  /** the 50 oldest */
  buddies: Array<{
    /** opaque identifier (UUIDv7) */
    buddyId: string
    name: string
    audience: string
    status: "active" | "archived"
    evolutionStage: number
    coins: number
  }>
  eggs: {
    waiting: number
    ready: number
    hatching: number
    hatched: number
    cancelled: number
  }
  coins: {
    balance: number
    earned: number
    spent: number
  }
  tokens: Array<{
    tokenKey: string
    balance: number
  }>
  /** as often as they are held: all that the lists of the buddies show */
  badges: number
  items: number
  /** of each streak the best of the user's active buddies */
  streaks: Array<{
    streakKey: string
    currentStreak: number
    longestStreak: number
  }>
  events: {
    count: number
    /** there are more; counted up to 100,000 */
    capped: boolean
    firstAt: string | null
    lastAt: string | null
  }
  /** of the user's newest event that named one */
  timezone: string | null
  testClockId: string | null
  /** while the user is being erased, or had to be in vain */
  erasureOperationId: string | null
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
  /** of those of the window, by the calendar of the workspace */
  runningNow: number
  planned: number
}

export interface WaitlistJoined {
  accepted: true
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
  /** when the last of the replaced secrets stops signing, while one does */
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

export interface WebhookInbox {
  /** opaque identifier (UUIDv7) */
  webhookInboxId: string
  name: string | null
  webhookConfigId: string | null
  /** takes any method, without a credential */
  url: string
  reply: InboxReply
  /** how many are listed */
  requests: number
  /** ISO 8601, UTC, milliseconds */
  createdAt: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
}

export interface WebhookInboxRequest {
  /** opaque identifier (UUIDv7) */
  requestId: string
  /** ISO 8601, UTC, milliseconds */
  receivedAt: string
  method: string
  /** credentials are shown as *** */
  headers: Record<string, string>
  /** as UTF-8 */
  body: string
  /** bytes of the body */
  size: number
  repliedStatus: number
  verification: WebhookVerification
}

export interface WebhookVerification {
  deliveryId: string | null
  event: string | null
  /** a delivery of this workspace has this id */
  known: boolean
  /** X-Svc-Signature; valid_previous: made with the secret a rotation replaces */
  signature: "valid" | "valid_previous" | "invalid" | "missing"
  /** webhook-signature */
  standardWebhooks: "valid" | "invalid" | "missing"
  /** how long ago its timestamp was */
  skewSeconds: number | null
  /** the first request listed with this delivery_id */
  duplicateOf: string | null
  /** no_endpoint: no endpoint of yours points here, so there is no secret to check with; body_parsed_before_hashing: what was signed is the body after parsing and writing it anew: sign the bytes; timestamp_not_signed: the signature covers the body alone: it belongs over `<timestamp>.<body>`; wrong_secret: none of the endpoint's secrets makes this signature; old_timestamp: the signature holds, but its moment is more than 300 s away */
  hint: "no_endpoint" | "body_parsed_before_hashing" | "timestamp_not_signed" | "wrong_secret" | "old_timestamp" | null
}

export interface WelcomeBack {
  /** away for as long as the workspace counts as lapsed, or back from that within 7 days */
  eligible: boolean
  /** whole days since the newest event, else since the hatching */
  daysAway: number
  buddy: {
    name: string
    imageUrl: string
    evolutionStage: number
    stageName: string
  }
  /** its best place in a season that is over, of the first three of a tier */
  champion: {
    seasonName: string
    tierName: string
    rank: number
  } | null
  /** the one that can be given back, else the longest there was; null: there was none */
  streak: {
    longestStreak: number
    restorableUntil: string | null
  } | null
  /** how many are new since then */
  missed: {
    badges: number
    items: number
  }
  ctaUrl: string | null
  tenantName: string
}

export interface WelcomeBackLink {
  /** for the mail; the token stands behind its # */
  url: string
  /** shown this once */
  token: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
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

export interface WidgetAnchor {
  title: string | null
  statement: string
  ctaLabel: string | null
  ctaUrl: string | null
  /** the widgets it stands above */
  placements: Array<"buddy" | "leaderboard" | "path" | "marketplace">
  cause: {
    causeKey: string
    name: string
    unitLabel: string
    totalUnits: number
  } | null
}

export interface WidgetBooster {
  /** opaque identifier (UUIDv7) */
  boosterId: string
  appliesTo: Array<"coins" | "tokens" | "skills">
  multiplier: number
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
}

export interface WidgetBrag {
  action: "shown" | "clicked" | "shared"
  moment: "evolution" | "badge" | "streak_milestone" | "league_rank" | "path_completed"
  subjectKey?: string | undefined
  /** wanted of a click and a share */
  channel?: "copy_link" | "native_share" | "x" | "linkedin" | "whatsapp" | "facebook" | "email" | undefined
}

export interface WidgetBuddy {
  buddy: Buddy
  /** the newest, at most 50 */
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
  /** all it has */
  badgeCount: number
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

export interface WidgetCampaignSale {
  /** opaque identifier (UUIDv7) */
  flashSaleId: string
  name: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  /** those the buddy sees in the shop, and pays less for */
  itemIds: string[]
}

export interface WidgetCampaigns {
  boosters: WidgetBooster[]
  sales: WidgetCampaignSale[]
  quests: WidgetQuest[]
  lotteries: WidgetLottery[]
  eventBadges: WidgetEventBadge[]
  mysteryBoxes: WidgetMysteryBox[]
  freeLunches: WidgetFreeLunch[]
}

export interface WidgetCause {
  causeKey: string
  name: string
  unitLabel: string
  totalUnits: number
  myUnits: number
  thresholdUnit: number
}

export interface WidgetCommunity {
  teams: WidgetTeam[]
  kudos: WidgetKudos
  /** who looks after the buddy; null: nobody */
  mentor: WidgetMentorship | null
  /** whom the buddy may see, at most 50, those with most free places first */
  mentors: WidgetMentor[]
  causes: WidgetCause[]
  /** null: nothing is said */
  missionAnchor: WidgetAnchor | null
  outfits: Outfit[]
}

export interface WidgetConfig {
  theme: WidgetTheme_1
  /** BCP 47 tag */
  locale: string
  modules: Array<"buddy" | "badges" | "streak" | "marketplace" | "path" | "leaderboard" | "brag" | "campaigns" | "community">
  /** how long a widget waits before it asks again */
  pollSeconds: number
  /** what may be told to others, and where; null: nothing */
  brag: {
    moments: string[]
    channels: string[]
  } | null
  /** why all this matters, above the widgets it names; null: nothing is said */
  missionAnchor: WidgetAnchor | null
  copy: WidgetCopy
  token: WidgetToken
  labels: WidgetLabels
}

export interface WidgetCopy {
  hatchCopy?: string | undefined
  /** by the stage reached, stage_2 to stage_5 */
  levelUpCopy?: Record<string, string> | undefined
  /** {count} in it stands for the badges just won */
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

export interface WidgetEventBadge {
  badgeKey: string
  label: string
  progress: number
  requiredCount: number
  endsAt: string | null
  /** for all buddies; null: no end */
  left: number | null
}

export interface WidgetFreeLunch {
  /** opaque identifier (UUIDv7) */
  grantId: string
  coins: number
  message: string | null
  status: "granted" | "seen"
  expiresAt: string | null
}

export interface WidgetGiveKudos {
  toRef: string
  kudoKey: string
  message?: string | null | undefined
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
  /** what this buddy pays now */
  priceCoins: number
  /** the flash sale the price is of; null: the list price */
  sale: WidgetSale | null
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

export interface WidgetKudo {
  /** opaque identifier (UUIDv7) */
  kudoId: string
  kudoKey: string
  /** null: it is gone */
  from: {
    /** names it in calls of this buddy's tokens, and in no others */
    ref: string
    name: string
    thumbUrl: string | null
  } | null
  message: string | null
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
}

export interface WidgetKudoType {
  kudoKey: string
  label: string
  emoji: string
  leftToday: number
}

export interface WidgetKudos {
  types: WidgetKudoType[]
  /** the twenty newest */
  received: WidgetKudo[]
}

export interface WidgetKudosAnswer {
  /** opaque identifier (UUIDv7) */
  kudoId: string
  kudoKey: string
  /** opaque identifier (UUIDv7) */
  fromBuddyId: string
  toRef: string
  message: string | null
  /** what the receiver gets, within seconds */
  coins: number
  /** of this type, on the giver's local day */
  leftToday: number
  /** ISO 8601, UTC, milliseconds */
  occurredAt: string
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
  /** null: there is no board and no season */
  leaderboard: {
    period: "daily" | "weekly" | "monthly" | "all_time" | "season"
    scope: "audience" | "tenant" | "team" | "cohort"
    metric: MetricAnswer
    startsAt: string | null
    endsAt: string | null
    /** the moment the rows were read, at most 10 s ago */
    asOf: string
  } | null
  /** how many are ranked */
  total: number
  /** the token's own buddy, or the best of its teams; null: not ranked, or it hides */
  me: {
    /** null: behind 10,000 others, or no place in a cohort yet */
    rank: number | null
    value: number
    /** places gained since the period before; null: none then */
    rankChange: number | null
  } | null
  entries: Array<{
    /** 1 is the first */
    rank: number
    /** null: hidden */
    name: string | null
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
    /** the last rank that rises */
    promoteRank: number | null
    /** the first rank that falls */
    demoteRank: number | null
  } | null
  scopes: string[]
}

export interface WidgetLottery {
  /** opaque identifier (UUIDv7) */
  lotteryId: string
  name: string
  /** ISO 8601, UTC, milliseconds */
  drawAt: string
  entry: LotteryEntryTerms_1
  /** of the open draw */
  myTickets: number
  /** tickets of all */
  entries: number
  /** places per ticket, at most 1; null: no tickets */
  oddsPerEntry: number | null
  /** what the draw is held to, as 64 hexadecimal digits */
  commitHash: string
  prizes: Array<{
    rank: number
    winners: number
    reward: {
      coins: number
      tokens: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        tokenKey: string
        amount: number
      }>
      badges: string[]
      items: string[]
      skills: Array<{
        /** A stable key: lower-case letters, digits, `_`, `.`, `-`; at most 64 characters. */
        skillKey: string
        amount: number
      }>
      streakFreezes: number
    }
  }>
  /** the newest one drawn, whose proof can be read */
  lastDrawId: string | null
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

export interface WidgetMentor {
  /** names it in calls of this buddy's tokens, and in no others */
  ref: string
  name: string
  thumbUrl: string | null
  /** null: not shown */
  evolutionStage: number | null
  /** null: not shown */
  badges: number | null
  /** its tier, null: none yet; absent where `show.league` is off */
  league?: {
    tierKey: string
    name: string
  } | null | undefined
  available: boolean
}

export interface WidgetMentorSession {
  /** opaque identifier (UUIDv7) */
  mentorSessionId: string
  /** opaque identifier (UUIDv7) */
  menteeBuddyId: string
  teamId: string | null
  status: "active" | "ended" | "expired"
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  mentorRef: string
}

export interface WidgetMentorship {
  /** opaque identifier (UUIDv7) */
  mentorSessionId: string
  /** names it in calls of this buddy's tokens, and in no others */
  ref: string
  name: string
  thumbUrl: string | null
  teamId: string | null
  /** ISO 8601, UTC, milliseconds */
  startsAt: string
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
}

export interface WidgetMysteryBox {
  boxKey: string
  name: string
  price: MysteryBoxPrice_1
  /** what this buddy cannot take has left the pool; empty: there is nothing in it for this buddy */
  odds: Array<{
    reward: MysteryBoxReward_1
    chance: number
  }>
  /** openings by all buddies; null: no end */
  left: number | null
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

export interface WidgetProposal {
  /** the dot path of a text of the narrative */
  slot: "intro" | "level_up_copy.stage_2" | "level_up_copy.stage_3" | "level_up_copy.stage_4" | "level_up_copy.stage_5" | "hatch_copy" | "streak_copy.milestone" | "streak_copy.at_risk" | "streak_copy.lost" | "badge_copy" | "empty_copy" | "welcome_back_copy"
  text: string
}

export interface WidgetQuest {
  /** opaque identifier (UUIDv7) */
  questId: string
  name: string
  /** what all have brought together */
  total: number
  target: number
  endsAt: string | null
  joined: boolean
  /** of who has left too: it counts again after a new join */
  myContribution: number
  participants: number
}

export interface WidgetSale {
  /** opaque identifier (UUIDv7) */
  flashSaleId: string
  name: string
  listPriceCoins: number
  /** ISO 8601, UTC, milliseconds */
  endsAt: string
  /** pieces for this buddy; null: no end */
  leftForYou: number | null
  /** pieces for all; null: no end */
  stockLeft: number | null
}

export interface WidgetSession {
  token: string
  /** ISO 8601, UTC, milliseconds */
  expiresAt: string
  scopes: string[]
  /** opaque identifier (UUIDv7) */
  sessionId: string
}

export interface WidgetTeam {
  /** opaque identifier (UUIDv7) */
  teamId: string
  name: string
  role: "member" | "mentor"
  /** at most 50, mentors first */
  members: Array<{
    /** names it in calls of this buddy's tokens, and in no others */
    ref: string
    name: string
    thumbUrl: string | null
    role: "member" | "mentor"
    isMe: boolean
  }>
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

export interface WidgetThemeSuggestion {
  theme: WidgetTheme_1
  /** two others that go with it */
  alternatives: WidgetTheme_1[]
  contrast: number | "Infinity" | "-Infinity" | "NaN"
  /** what decided the accent; preset: nothing that was sent */
  source: "brand_color" | "website" | "description" | "preset"
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
