/** Things as a body would send them, which several routes take. */
import { idOf } from "./Values.ts"

export const lesson = {
  event_id: "lesson-42-ada",
  user_id: "ada",
  type: "lesson.completed",
  occurred_at: "2026-11-20T08:59:58.000Z",
  properties: { lesson_id: "intro", score: 95 }
}
const { event_id: _, ...withoutId } = lesson
export const triggered = withoutId

const trigger = { event_type: "lesson.completed" }
const fixed = { mode: "fixed", value: 10 }
const conditions = [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }]

export const coinRule = {
  rule_key: "lesson_coins",
  name: "Lesson completed",
  trigger: { ...trigger, filters: [{ property: "score", operator: "gte", value: 50 }] },
  amount: fixed,
  limits: { max_per_day: 5, unique_by: ["lesson_id"] }
}
export const tokenRule = { rule_key: "xp_per_lesson", token_key: "xp", trigger, amount: fixed }
export const skillSet = {
  skill_set_key: "study",
  name: "Study",
  skills: [{ skill_key: "focus", name: "Focus", start_level: 0, max_level: 20 }],
  level_curve: { mode: "quadratic", base: 100 }
}
export const skillRule = { rule_key: "focus_up", skill_key: "focus", trigger, amount: { mode: "fixed", value: 100 } }
export const badge = {
  badge_key: "first_lesson",
  label: "First lesson",
  coin_reward: 25,
  criteria: { match: "all", conditions }
}
export const streakRule = {
  streak_key: "daily",
  frequency: "daily",
  qualifying: { match: "any", events: [trigger] },
  milestones: [{ length: 7, reward: { coins: 50 } }]
}
export const evolution = {
  max_stage: 2,
  stages: [
    { stage: 1, name: "Hatchling" },
    {
      stage: 2,
      name: "Scout",
      requirements: { match: "all", conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 200 }] }
    }
  ]
}
export const season = { name: "Week 1", starts_at: "2040-01-02T00:00:00.000Z", ends_at: "2040-01-09T00:00:00.000Z" }
export const bronze = {
  tier_key: "bronze",
  name: "Bronze",
  order: 1,
  promote: { mode: "count", value: 7 },
  rewards: [{ rank_min: 1, rank_max: 3, reward: { coins: 200 } }]
}
export const quest = {
  quest_key: "ten_thousand_lessons",
  name: "10,000 lessons",
  ends_at: "2030-12-31T23:00:00Z",
  goal: { ...trigger, target: 10_000 },
  contribution_cap_per_buddy: 200,
  rewards: [{ min_contribution: 10, reward: { coins: 50 } }]
}
export const cause = {
  cause_key: "trees",
  name: "Plant trees",
  unit_label: "tree",
  counter: { ...trigger, units_per_event: 0.1 },
  threshold_unit: 100,
  webhook_url: "https://partner.example.com/hook",
  status: "active"
}
export const xp = { token_key: "xp", name: "XP", kind: "progression" }
export const file = {
  content: { token_types: [xp], coin_rules: [coinRule], token_rules: [tokenRule], badge_definitions: [badge] }
}

export const hat = { item_key: "wizard_hat", name: "Wizard hat", category: "head", price_coins: 20 }
export const subStep = { sub_step_key: "intro", title: "Read the introduction", allow_manual_complete: true }
export const step = { step_key: "basics", title: "Basics", sub_steps: [subStep] }
export const path = { path_key: "onboarding", title: "First week", steps: [step] }
export const profileTemplate = {
  name: "Starter",
  profile_template_key: "starter",
  profile: { tagline: "Curious since day one" }
}
export const widget = { item_id: idOf("item_id") }
export const icon = { label: "First lesson" }
