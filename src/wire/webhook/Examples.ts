/** One body per outbound event, for the catalogue, the docs and test deliveries; their types are checked where used. */

const buddy_id = "0193a1f0-5c00-7000-8000-0000000000b1"
const other_buddy_id = "0193a1f0-5c00-7000-8000-0000000000b2"
const egg_id = "0193a1f0-5c00-7000-8000-0000000000e1"
const season_id = "0193a1f0-5c00-7000-8000-0000000000a1"
const item_id = "0193a1f0-5c00-7000-8000-0000000000c1"
const purchase_id = "0193a1f0-5c00-7000-8000-0000000000c2"
const customer_id = "0193a1f0-5c00-7000-8000-000000000001"
const image_url = "https://assets.example.com/pip.png"
const occurred_at = "2026-11-20T21:00:00.000Z"

const outfit = {
  buddy_id,
  outfit_id: "0193a1f0-5c00-7000-8000-0000000000f1",
  name: "Sunday best",
  item_ids: [item_id],
  occurred_at
}
const free_lunch = {
  buddy_id,
  user_id: "user-42",
  grant_id: "0193a1f0-5c00-7000-8000-0000000000d1",
  coins: 25,
  occurred_at
}
const quest = {
  quest_id: "0193a1f0-5c00-7000-8000-0000000000d2",
  quest_key: "ten_thousand_lessons",
  buddy_id,
  participants: 12,
  occurred_at
}
const coins = {
  buddy_id,
  reference_id: "lesson-9",
  ledger_id: "0193a1f0-5c00-7000-8000-0000000000c3",
  is_lucky: false
}

export const webhookExamples = {
  "buddy.hatched": {
    buddy_id,
    egg_id,
    user_id: "user-42",
    name: "Pip",
    image_url,
    thumb_url: "https://assets.example.com/pip-256.png",
    evolution_stage: 1
  },
  "buddy.evolved": { buddy_id, previous_stage: 1, new_stage: 2, image_url },
  "buddy.prestiged": { buddy_id, prestige_level: 1, from_evolution_stage: 5, season_id, occurred_at },
  "buddy.ceremony_completed": { buddy_id, user_id: "user-42", ceremony: "evolution", evolution_stage: 2, occurred_at },
  "evolution.ready": { buddy_id, current_stage: 1, next_stage: 2, progress: 1, auto_evolve: false },
  "coins.earned": { ...coins, amount: 10, balance: 110, reason: "coin_rule" },
  "coins.spent": { ...coins, amount: 40, balance: 70, reason: "item_purchase", reference_id: purchase_id },
  "token.earned": { buddy_id, token_type: "xp", amount: 15, reason: "lesson.completed" },
  "token.spent": { buddy_id, token_type: "gem", amount: 3, reason: "gate_unlock" },
  "gate.unlocked": { buddy_id, gate_key: "second_island", token_key: "gem", cost: 3, unlocked_at: occurred_at },
  "item.purchased": { buddy_id, item_id, item_name: "Wool hat", price_paid: 40, purchase_id },
  "item.equipped": { buddy_id, item_id, item_name: "Wool hat", price_paid: 40, purchase_id },
  "outfit.saved": outfit,
  "outfit.worn": outfit,
  "outfit.deleted": outfit,
  "mystery_box.opened": { buddy_id, box_key: "weekly", reward: { kind: "coins", key: null, amount: 50 }, occurred_at },
  "booster.granted": {
    buddy_id,
    booster_id: "0193a1f0-5c00-7000-8000-0000000000d3",
    booster_key: "double_coins",
    multiplier: 2,
    applies_to: ["coins"],
    starts_at: occurred_at,
    ends_at: "2026-11-20T22:00:00.000Z"
  },
  "free_lunch.granted": free_lunch,
  "free_lunch.seen": free_lunch,
  "free_lunch.dismissed": free_lunch,
  "lottery.drawn": {
    lottery_id: "0193a1f0-5c00-7000-8000-0000000000d4",
    lottery_key: "friday_draw",
    draw_id: "0193a1f0-5c00-7000-8000-0000000000d5",
    participants: 40,
    entries: 133,
    winner_buddy_ids: [buddy_id],
    commit_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    seed: "test",
    occurred_at
  },
  "skill.level_up": { buddy_id, skill_key: "focus", level: 3, previous: 2, change: 1 },
  "skill.updated": { buddy_id, updates: { focus: { level: 3, previous: 2, change: 1 } } },
  "skill.decayed": {
    buddy_id,
    user_id: "user-42",
    skill_key: "focus",
    previous_level: 3,
    new_level: 2,
    delta: -1,
    rule_id: "0193a1f0-5c00-7000-8000-0000000000d6",
    period_key: "2026-W47"
  },
  "badge.ready": { buddy_id, badge_key: "mentor_of_the_month" },
  "badge.awarded": {
    buddy_id,
    badge_key: "first_lesson",
    label: "First lesson",
    awarded_at: occurred_at,
    coin_reward: 20,
    reason: null
  },
  "streak.milestone": { buddy_id, current_streak: 7, longest_streak: 9, milestone: 7, event_id: "event-1001" },
  "streak.at_risk": {
    buddy_id,
    user_id: "user-42",
    streak_key: "daily_lesson",
    current_streak: 7,
    period_key: "2026-11-20",
    expires_at: "2026-11-21T02:00:00.000Z"
  },
  "user.reengaged": {
    user_id: "user-42",
    buddy_id,
    days_away: 21,
    last_active_at: "2026-10-30T09:30:00.000Z",
    occurred_at
  },
  "team_membership.role_upgraded": { buddy_id, from_role: "member", to_role: "mentor", occurred_at },
  "mentor.assigned": { mentor_buddy_id: other_buddy_id, mentee_buddy_id: buddy_id, team_id: null, occurred_at },
  "award.granted": {
    award_id: "0193a1f0-5c00-7000-8000-0000000000e1",
    award_key: "player_of_the_week",
    buddy_id,
    label: "Player of the week",
    reason: "Helped everybody",
    coins: 100,
    occurred_at
  },
  "user.erased": {
    erasure_id: "0193a1f0-5c00-7000-8000-0000000000e2",
    operation_id: "0193a1f0-5c00-7000-8000-0000000000e3",
    buddy_ids: [buddy_id],
    occurred_at
  },
  "brag.shared": {
    buddy_id,
    moment: "badge",
    subject_key: "first_lesson",
    channel: "whatsapp",
    share_code: "7h2Kd9QaV0xTmB4c",
    is_test: true,
    occurred_at
  },
  "kudos.given": {
    kudo_id: "0193a1f0-5c00-7000-8000-0000000000d7",
    kudo_key: "thanks",
    from_buddy_id: buddy_id,
    to_buddy_id: other_buddy_id,
    message: "Great help today",
    coins: 5,
    occurred_at
  },
  "group_quest.joined": quest,
  "group_quest.left": { ...quest, participants: 11 },
  "group_quest.resolved": {
    quest_id: quest.quest_id,
    quest_key: quest.quest_key,
    outcome: "succeeded" as const,
    total: 10_012,
    target: 10_000,
    participants: 12,
    occurred_at
  },
  "league.tier_changed": {
    buddy_id,
    season_id,
    from_tier: "bronze",
    to_tier: "silver",
    rank: 2,
    movement: "promoted",
    occurred_at
  },
  "league.season_closed": {
    season_id,
    participants: 240,
    promoted: 48,
    demoted: 40,
    starts_at: "2026-11-09T00:00:00.000Z",
    ends_at: "2026-11-16T00:00:00.000Z",
    occurred_at
  },
  "showroom.visited": {
    showroom_id: "0193a1f0-5c00-7000-8000-0000000000d8",
    slug: "winter-fair",
    source: "qr",
    occurred_at
  },
  "council.proposal_approved": {
    customer_id,
    proposal_id: "0193a1f0-5c00-7000-8000-0000000000d9",
    target_slot: "level_up_copy.stage_3",
    occurred_at
  },
  "cause.threshold_reached": {
    event: "cause.threshold_reached",
    cause_id: "0193a1f0-5c00-7000-8000-0000000000da",
    cause_key: "trees",
    customer_id,
    total_units: 100,
    threshold_unit: 100,
    is_test: true,
    occurred_at
  },
  "plan.changed": { previous_plan: "free", plan: "growth", reason: "active", occurred_at },
  "billing.past_due": {
    plan: "growth",
    past_due_since: "2026-11-13T21:00:00.000Z",
    grace_ends_at: "2026-12-04T21:00:00.000Z",
    occurred_at
  },
  "economy.alert_opened": {
    alert_id: "0193a1f0-5c00-7000-8000-0000000000a1",
    kind: "rule_spike",
    severity: "warning",
    subject: { type: "rule", id: "lesson_coins", key: "lesson_coins" },
    observed: 24_000,
    expected: 1_200,
    occurred_at
  },
  "economy.alert_resolved": {
    alert_id: "0193a1f0-5c00-7000-8000-0000000000a1",
    kind: "rule_spike",
    severity: "warning",
    subject: { type: "rule", id: "lesson_coins", key: "lesson_coins" },
    occurred_at
  },
  "credits.low": { balance: 90, monthly_allowance: 1_000, resets_at: "2026-12-01T00:00:00.000Z", occurred_at }
} as const
