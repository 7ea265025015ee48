// Written by sdk/generate from contract/openapi.json.
/** The payload of each event. */
export interface WebhookEvents {
  /** An egg's hatch operation completes. */
  "buddy.hatched": {
    buddyId: string
    eggId: string
    userId: string
    name: string
    imageUrl: string | null
    thumbUrl: string | null
    evolutionStage: number
  }
  /** An evolution completes. */
  "buddy.evolved": {
    buddyId: string
    previousStage: number
    newStage: number
    imageUrl: string | null
  }
  /** A prestige threshold is crossed: the evolution stage starts over, the prestige counter goes up. */
  "buddy.prestiged": {
    buddyId: string
    prestigeLevel: number
    fromEvolutionStage: number
    seasonId: string | null
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** The user has watched a buddy's ceremony to its end. */
  "buddy.ceremony_completed": {
    buddyId: string
    userId: string
    ceremony: "hatch" | "evolution" | "prestige"
    evolutionStage: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A buddy meets every requirement of its next stage. */
  "evolution.ready": {
    buddyId: string
    currentStage: number
    nextStage: number
    progress: number
    autoEvolve: boolean
  }
  /** Coins are credited. */
  "coins.earned": {
    buddyId: string
    amount: number
    balance: number
    reason: string
    referenceId: string | null
    ledgerId: string
    isLucky: boolean
  }
  /** Coins are debited. */
  "coins.spent": {
    buddyId: string
    amount: number
    balance: number
    reason: string
    referenceId: string | null
    ledgerId: string
    isLucky: boolean
  }
  /** Tokens are credited. */
  "token.earned": {
    buddyId: string
    tokenType: string
    amount: number
    reason: string | null
  }
  /** Tokens are debited. */
  "token.spent": {
    buddyId: string
    tokenType: string
    amount: number
    reason: string | null
  }
  /** A buddy spends tokens to unlock a gate. */
  "gate.unlocked": {
    buddyId: string
    gateKey: string
    tokenKey: string
    cost: number
    /** ISO 8601, UTC, milliseconds */
    unlockedAt: string
  }
  /** A buddy buys an item. */
  "item.purchased": {
    buddyId: string
    itemId: string
    itemName: string
    pricePaid: number
    purchaseId: string | null
  }
  /** A buddy puts on an item it owns; purchase_id is null for an item that was unlocked. */
  "item.equipped": {
    buddyId: string
    itemId: string
    itemName: string
    pricePaid: number
    purchaseId: string | null
  }
  /** A set of items is saved under a name. */
  "outfit.saved": {
    buddyId: string
    outfitId: string
    name: string
    itemIds: string[]
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A saved outfit is put on. */
  "outfit.worn": {
    buddyId: string
    outfitId: string
    name: string
    itemIds: string[]
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A saved outfit is removed. */
  "outfit.deleted": {
    buddyId: string
    outfitId: string
    name: string
    itemIds: string[]
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A mystery box is opened and its reward paid. */
  "mystery_box.opened": {
    buddyId: string
    boxKey: string
    reward: {
      kind: "coins" | "token" | "item" | "badge"
      key: string | null
      amount: number
    }
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A booster is granted to a buddy. */
  "booster.granted": {
    buddyId: string
    boosterId: string
    boosterKey: string
    multiplier: number
    appliesTo: string[]
    /** ISO 8601, UTC, milliseconds */
    startsAt: string
    /** ISO 8601, UTC, milliseconds */
    endsAt: string
  }
  /** A free reward waits for the user. */
  "free_lunch.granted": {
    buddyId: string
    userId: string
    grantId: string
    coins: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** The user has seen a free reward. */
  "free_lunch.seen": {
    buddyId: string
    userId: string
    grantId: string
    coins: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** The user has put a free reward away. */
  "free_lunch.dismissed": {
    buddyId: string
    userId: string
    grantId: string
    coins: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A lottery is drawn; the commitment published before the draw proves the seed. */
  "lottery.drawn": {
    lotteryId: string
    lotteryKey: string
    drawId: string
    participants: number
    entries: number
    winnerBuddyIds: string[]
    commitHash: string
    seed: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A skill crosses a level threshold. */
  "skill.level_up": {
    buddyId: string
    skillKey: string
    level: number
    previous: number
    change: number
  }
  /** Skill levels change, rewards of rules included; one entry per skill that did. */
  "skill.updated": {
    buddyId: string
    updates: Record<string, {
      level: number
      previous: number
      change: number
    }>
  }
  /** A decay rule lowers or refreshes a skill; a drop also emits skill.updated. */
  "skill.decayed": {
    buddyId: string
    userId: string
    skillKey: string
    previousLevel: number
    newLevel: number
    delta: number
    ruleId: string
    periodKey: string
  }
  /** A badge that is reviewed by hand awaits its review. */
  "badge.ready": {
    buddyId: string
    badgeKey: string
  }
  /** A badge attaches to a buddy. */
  "badge.awarded": {
    buddyId: string
    badgeKey: string
    label: string
    /** ISO 8601, UTC, milliseconds */
    awardedAt: string
    coinReward: number
    reason: string | null
  }
  /** A configured streak length is reached; event_id is null when a restored streak reached it. */
  "streak.milestone": {
    buddyId: string
    currentStreak: number
    longestStreak: number
    milestone: number
    eventId: string | null
  }
  /** A streak will break soon unless it is extended. */
  "streak.at_risk": {
    buddyId: string
    userId: string
    streakKey: string
    currentStreak: number
    periodKey: string
    /** ISO 8601, UTC, milliseconds */
    expiresAt: string
  }
  /** A user who had lapsed is active again. */
  "user.reengaged": {
    userId: string
    buddyId: string
    daysAway: number
    lastActiveAt: string | null
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A buddy gets a higher role in its team. */
  "team_membership.role_upgraded": {
    buddyId: string
    fromRole: string
    toRole: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A mentor is assigned to a buddy. */
  "mentor.assigned": {
    mentorBuddyId: string
    menteeBuddyId: string
    teamId: string | null
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** Somebody gives a buddy an award by hand. */
  "award.granted": {
    awardId: string
    awardKey: string
    buddyId: string
    label: string
    reason: string | null
    coins: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A user and everything about it is erased. */
  "user.erased": {
    erasureId: string
    operationId: string
    buddyIds: string[]
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A player tells others of a great moment, by the brag button of the widget. */
  "brag.shared": {
    buddyId: string
    moment: "evolution" | "badge" | "streak_milestone" | "league_rank" | "path_completed"
    subjectKey: string | null
    channel: "copy_link" | "native_share" | "x" | "linkedin" | "whatsapp" | "facebook" | "email"
    shareCode: string
    isTest: boolean
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** One buddy gives kudos to another. */
  "kudos.given": {
    kudoId: string
    kudoKey: string
    fromBuddyId: string
    toBuddyId: string
    message: string | null
    coins: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A buddy joins a group quest. */
  "group_quest.joined": {
    questId: string
    questKey: string
    buddyId: string
    participants: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A buddy leaves a group quest. */
  "group_quest.left": {
    questId: string
    questKey: string
    buddyId: string
    participants: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A group quest has ended, and its rewards are paid if it succeeded. */
  "group_quest.resolved": {
    questId: string
    questKey: string
    outcome: "succeeded" | "failed" | "cancelled"
    total: number
    target: number
    participants: number
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A buddy is promoted or demoted at the end of a season. */
  "league.tier_changed": {
    buddyId: string
    seasonId: string
    fromTier: string
    toTier: string
    rank: number
    movement: "promoted" | "demoted"
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A league season is final and its rewards are paid. */
  "league.season_closed": {
    seasonId: string
    participants: number
    promoted: number
    demoted: number
    /** ISO 8601, UTC, milliseconds */
    startsAt: string
    /** ISO 8601, UTC, milliseconds */
    endsAt: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** Somebody opens a published showroom. */
  "showroom.visited": {
    showroomId: string
    slug: string
    source: "link" | "qr"
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A proposal is approved by the moderators; target_slot is a dot path into the narrative. */
  "council.proposal_approved": {
    customerId: string
    proposalId: string
    targetSlot: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A cause's counter crosses a unit threshold. Sent to the cause's own webhook_url, never to the tenant's endpoints. Sent to the `webhook_url` of the cause, to nobody else. */
  "cause.threshold_reached": {
    event: "cause.threshold_reached"
    causeId: string
    causeKey: string
    customerId: string
    totalUnits: number
    thresholdUnit: number
    isTest: boolean
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** The workspace has another plan; reason is what the subscription came to, or what ended. */
  "plan.changed": {
    previousPlan: "free" | "growth" | "pro" | "enterprise"
    plan: "free" | "growth" | "pro" | "enterprise"
    reason: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** A payment has failed; told at once, and seven days and one day before the plan ends for it. */
  "billing.past_due": {
    plan: "free" | "growth" | "pro" | "enterprise"
    /** ISO 8601, UTC, milliseconds */
    pastDueSince: string
    /** ISO 8601, UTC, milliseconds */
    graceEndsAt: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** Something looks wrong with the economy; told once for as long as it lasts. */
  "economy.alert_opened": {
    alertId: string
    kind: string
    severity: "info" | "warning" | "critical"
    subject: {
      type: string
      id: string
      key: string
    }
    observed: number
    expected: number | null
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** What an alert told of has not been seen for a day. */
  "economy.alert_resolved": {
    alertId: string
    kind: string
    severity: "info" | "warning" | "critical"
    subject: {
      type: string
      id: string
      key: string
    }
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
  /** Less than a tenth of the month's credits is left; told once a month. */
  "credits.low": {
    balance: number
    monthlyAllowance: number
    /** ISO 8601, UTC, milliseconds */
    resetsAt: string
    /** ISO 8601, UTC, milliseconds */
    occurredAt: string
  }
}

export const webhookShapes = {
  "skill.updated": { "updates": [] }
} as const
