/** Steps that many tests begin with: a published configuration, an egg, a hatched buddy, an event. */
import { Effect, Schedule } from "effect"
import { succeeded } from "../../../src/testing/Requests.ts"
import * as steps from "../../../src/testing/steps.ts"
import type { TestTenant } from "../service/TestApp.ts"

/** A small configuration where every kind of rule has something to say. */
export const studyContent = {
  token_types: [
    { token_key: "xp", name: "XP", kind: "progression" },
    { token_key: "gem", name: "Gem", kind: "primary" }
  ],
  coin_rules: [
    {
      rule_key: "lesson_coins",
      name: "Lesson completed",
      trigger: { event_type: "lesson.completed", filters: [{ property: "score", operator: "gte", value: 50 }] },
      amount: { mode: "fixed", value: 10 },
      limits: { max_per_day: 5, unique_by: ["lesson_id"] }
    }
  ],
  token_rules: [
    {
      rule_key: "xp_per_lesson",
      token_key: "xp",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ],
  skill_sets: [
    {
      skill_set_key: "study",
      name: "Study",
      skills: [{ skill_key: "focus", name: "Focus", start_level: 0, max_level: 20 }],
      level_curve: { mode: "quadratic", base: 100 }
    }
  ],
  skill_rules: [
    {
      rule_key: "focus_up",
      skill_key: "focus",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 100 }
    }
  ],
  badge_definitions: [
    {
      badge_key: "first_lesson",
      label: "First lesson",
      coin_reward: 25,
      criteria: {
        match: "all",
        conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 }]
      }
    }
  ],
  streak_rules: [
    {
      streak_key: "daily",
      frequency: "daily",
      qualifying: { match: "any", events: [{ event_type: "lesson.completed" }] },
      milestones: [{ length: 1, reward: { coins: 5 } }]
    }
  ],
  evolution_rules: {
    max_stage: 2,
    stages: [
      { stage: 1, name: "Hatchling" },
      {
        stage: 2,
        name: "Scout",
        requirements: { match: "all", conditions: [{ type: "token_lifetime", key: "xp", operator: "gte", value: 20 }] }
      }
    ]
  }
}

/** Rules that hand out an item and wait for one, and a shop in the order of its author. */
export const shopContent = {
  ...studyContent,
  event_types: [{ event_type: "lesson.completed" }],
  gates: [{ gate_key: "lab", token_key: "gem", cost: 3, metadata: { zone: 1, area: "b" } }],
  marketplaces: [
    {
      marketplace_key: "shop",
      name: "Shop",
      items: [
        { item_key: "wand", name: "Wand", category: "hand", price_coins: 20 },
        {
          item_key: "hat",
          name: "Hat",
          category: "head",
          price_coins: 5,
          requirements: { conditions: [{ type: "item_owned", key: "wand", operator: "eq", value: true }] }
        }
      ]
    },
    { marketplace_key: "bazaar", name: "Bazaar", items: [] }
  ],
  streak_rules: [
    {
      streak_key: "daily",
      frequency: "daily",
      qualifying: { match: "any", events: [{ event_type: "lesson.completed" }] },
      milestones: [{ length: 2, reward: { items: ["hat"] } }]
    }
  ]
}

export const publish = ({ call }: TestTenant, content: unknown = studyContent) => steps.publish(call, content)

/** Under a clock that runs. */
export const hatch = Effect.fnUntraced(function* ({ call }: TestTenant, user_id: string, metadata = {}) {
  const { egg_id, operation_id } = yield* steps.startHatch(call, user_id, metadata)
  const operation = yield* Effect.repeat(steps.operationOf(call, operation_id), {
    until: steps.isEnded,
    schedule: Schedule.spaced("20 millis")
  }).pipe(Effect.andThen(steps.operationOf(call, operation_id)))
  const hatched = (yield* succeeded(call("GET", `/eggs/${egg_id}`))).body
  return { egg: hatched, operation, buddy_id: hatched.buddy_id as string }
})

/** Coins of the workspace's own, which the buddy has from then on. */
export const granted = (call: TestTenant["call"], buddy_id: string, amount: number) =>
  succeeded(call("POST", `/buddies/${buddy_id}/coins`, { amount }))

let serial = 0

/** An event body with sensible defaults and a fresh id. */
export const lesson = (user_id: string, overrides: Readonly<Record<string, unknown>> = {}) => ({
  event_id: `e-${process.pid}-${serial++}`,
  user_id,
  type: "lesson.completed",
  occurred_at: new Date().toISOString(),
  properties: { score: 90, lesson_id: `l-${serial}` },
  ...overrides
})
