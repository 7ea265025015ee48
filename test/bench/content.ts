/**
 * Ten rules for one event type, all of which have something to say: what a tenant with a learning product would
 * configure.
 */
import { Schema } from "effect"
import { ConfigContent } from "../../src/wire/content/ConfigContent.ts"

const limits = {
  cooldown_seconds: 0,
  max_per_day: null,
  max_per_week: null,
  max_per_month: null,
  max_total: null,
  unique_by: [],
  day_boundary: "user"
}
const trigger = (filters: ReadonlyArray<unknown> = []) => ({ event_type: "lesson.completed", match: "all", filters })
const rule = (index: number, rest: object) => ({
  rule_id: `019aa000-0000-7000-8000-0000000000${String(index).padStart(2, "0")}`,
  enabled: true,
  priority: 100,
  audience: null,
  limits,
  ...rest
})
const filter = (property: string, operator: string, value: unknown) => ({ property, operator, value })

export const content = Schema.decodeUnknownSync(ConfigContent)({
  token_types: [
    {
      token_type_id: "019aa000-0000-7000-8000-000000000090",
      token_key: "xp",
      name: "XP",
      kind: "progression",
      system_token: "xp",
      max_balance: null
    }
  ],
  coin_rules: [
    rule(1, {
      rule_key: "lesson",
      name: "Lesson",
      trigger: trigger(),
      amount: { mode: "fixed", value: 10 },
      budget: null
    }),
    rule(2, {
      rule_key: "perfect",
      name: "Perfect",
      trigger: trigger([filter("score", "eq", 100)]),
      amount: { mode: "fixed", value: 50 },
      budget: null
    }),
    rule(3, {
      rule_key: "long",
      name: "Long",
      trigger: trigger([filter("minutes", "gte", 60)]),
      amount: { mode: "fixed", value: 5 },
      budget: null
    }),
    rule(4, {
      rule_key: "weekly",
      name: "Weekly",
      trigger: trigger([filter("score", "lt", 10)]),
      amount: { mode: "fixed", value: 5 },
      limits: { ...limits, max_per_week: 3 },
      budget: null
    })
  ],
  token_rules: [
    rule(5, { rule_key: "xp", token_key: "xp", trigger: trigger(), amount: { mode: "fixed", value: 10 } }),
    rule(6, {
      rule_key: "xp_long",
      token_key: "xp",
      trigger: trigger([filter("minutes", "gte", 60)]),
      amount: { mode: "fixed", value: 20 }
    })
  ],
  skill_sets: [
    {
      skill_set_id: "019aa000-0000-7000-8000-000000000091",
      skill_set_key: "study",
      name: "Study",
      skills: [{ skill_key: "focus", name: "Focus", icon_url: null, start_level: 0, max_level: 20 }],
      level_curve: { mode: "quadratic", base: 1000000, factor: null, thresholds: null }
    }
  ],
  skill_rules: [
    rule(7, { rule_key: "focus", skill_key: "focus", trigger: trigger(), amount: { mode: "fixed", value: 10 } })
  ],
  skill_decay_rules: [],
  badge_definitions: [
    {
      badge_definition_id: "019aa000-0000-7000-8000-000000000092",
      badge_key: "legend",
      label: "Legend",
      description: "",
      icon_url: null,
      tier: "gold",
      is_secret: false,
      status: "active",
      award_mode: "auto",
      repeatable: false,
      coin_reward: 25,
      audience: null,
      criteria: {
        match: "all",
        conditions: [
          { type: "event_count", key: "lesson.completed", operator: "gte", value: 1000000000, window_days: null }
        ]
      }
    }
  ],
  streak_rules: [
    {
      rule_id: "019aa000-0000-7000-8000-000000000010",
      streak_key: "daily",
      name: "Daily",
      enabled: true,
      audience: null,
      frequency: "daily",
      qualifying: { match: "any", events: [{ event_type: "lesson.completed", min_count: 1, filters: [] }] },
      timezone: { mode: "user", fallback: "UTC" },
      grace_minutes: 0,
      at_risk_minutes: 240,
      freezes: { initial: 0, max: 0, earn_every_days: null, auto_consume: true },
      vacation: null,
      restore_window_days: 0,
      milestones: []
    }
  ],
  evolution_rules: {
    max_stage: 2,
    auto_evolve: false,
    stages: [
      { stage: 1, name: "Hatchling" },
      {
        stage: 2,
        name: "Sage",
        requirements: {
          match: "all",
          conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 1000000000, window_days: null }]
        }
      }
    ],
    prestige: null
  },
  marketplace_requirements: {}
})

/** Event types a tenant of some size has besides the one that is sent. */
const otherTypes = ["quiz.passed", "course.completed", "exercise.solved", "note.shared", "answer.given"]

/**
 * The ten rules and ninety more coin rules. `same`: how many of them are about the event that is sent, and have to look
 * at it to find that it is not for them; the others are about other events.
 */
export const hundredRules = (same: number): ConfigContent => ({
  ...content,
  coin_rules: [
    ...content.coin_rules,
    ...Array.from({ length: 90 }, (_, index) => {
      const [first] = content.coin_rules
      const event_type = index < same ? "lesson.completed" : otherTypes[index % otherTypes.length]!
      return {
        ...first!,
        rule_id: `019aa000-0000-7000-8000-0000000001${String(index).padStart(2, "0")}`,
        rule_key: `more_${index}`,
        name: `More ${index}`,
        trigger: {
          event_type,
          match: "all" as const,
          filters: [{ property: "minutes", operator: "gt" as const, value: 1_000 + index }]
        }
      }
    })
  ]
})
