import {
  all,
  oneOf,
  atLeast,
  badge,
  coinsEarned,
  draw,
  earned,
  fixed,
  flag,
  gate,
  is,
  item,
  level,
  medal,
  number,
  on,
  perUnit,
  prestigeOf,
  type PresetDefinition,
  stageOf,
  streakOf,
  text,
  times
} from "./Vocabulary.ts"

const task = "task.completed"
const focus = "focus_session.finished"
const habit = "habit.checked"
const review = "review.finished"
const milestone = "milestone.reached"

/**
 * Tasks, focus and habits: finishing on time pays, long focus pays up to a healthy limit, a weekly review holds it
 * together.
 */
export const productivity: PresetDefinition = {
  key: "productivity",
  name: "Productivity",
  description: "Tasks, focus sessions and habits. Rewards finishing on time and stops paying when it is time to rest.",
  version: 1,
  content: {
    event_types: [
      {
        event_type: task,
        name: "Task completed",
        properties: [text("task_id", true), text("priority"), flag("on_time")]
      },
      { event_type: focus, name: "Focus session finished", properties: [number("minutes", true)] },
      { event_type: habit, name: "Habit checked off", properties: [text("habit_key", true), text("date")] },
      { event_type: review, name: "Weekly review finished", properties: [text("week", true)] },
      { event_type: milestone, name: "Milestone of a project reached", properties: [text("milestone_id", true)] }
    ],
    token_types: [
      { token_key: "xp", name: "Progress", kind: "progression", system_token: "xp" },
      { token_key: "energy", name: "Energy", kind: "primary", system_token: "energy", max_balance: 300 }
    ],
    coin_rules: [
      {
        rule_key: "task_coins",
        name: "Task completed",
        priority: 10,
        trigger: on(task),
        amount: fixed(5),
        limits: { max_per_day: 15, unique_by: ["task_id"] }
      },
      {
        rule_key: "on_time_bonus",
        name: "On time",
        trigger: on(task, is("on_time", true)),
        amount: fixed(5),
        limits: { max_per_day: 10, unique_by: ["task_id"] }
      },
      {
        rule_key: "focus_minutes",
        name: "Focused minutes",
        trigger: on(focus, atLeast("minutes", 15)),
        amount: perUnit("minutes", 0.4, 36),
        limits: { cooldown_seconds: 300, max_per_day: 4 }
      },
      {
        rule_key: "habit_coins",
        trigger: on(habit),
        amount: fixed(4),
        limits: { max_per_day: 6, unique_by: ["habit_key", "date"] }
      },
      {
        rule_key: "milestone_chest",
        name: "Chest for a milestone",
        trigger: on(milestone),
        amount: draw([60, 80], [120, 17], [500, 3]),
        limits: { max_per_week: 3, unique_by: ["milestone_id"] },
        budget: { max_coins: 150_000, period: "month" }
      },
      { rule_key: "review_coins", trigger: on(review), amount: fixed(50), limits: { unique_by: ["week"] } }
    ],
    token_rules: [
      { rule_key: "xp_task", token_key: "xp", trigger: on(task), amount: fixed(10), limits: { max_per_day: 15 } },
      {
        rule_key: "xp_urgent",
        token_key: "xp",
        trigger: on(task, is("priority", "high")),
        amount: fixed(10),
        limits: { max_per_day: 5 }
      },
      {
        rule_key: "xp_focus",
        token_key: "xp",
        trigger: on(focus),
        amount: perUnit("minutes", 0.6, 60),
        limits: { max_per_day: 4 }
      },
      {
        rule_key: "xp_milestone",
        token_key: "xp",
        trigger: on(milestone),
        amount: fixed(120),
        limits: { max_per_week: 3 }
      },
      {
        rule_key: "energy_habit",
        token_key: "energy",
        trigger: on(habit),
        amount: fixed(1),
        limits: { max_per_day: 5 }
      },
      {
        rule_key: "energy_review",
        token_key: "energy",
        trigger: on(review),
        amount: fixed(10),
        limits: { unique_by: ["week"] }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "craft",
        name: "Way of working",
        skills: [
          { skill_key: "deep_work", name: "Deep work", max_level: 20 },
          { skill_key: "reliability", name: "Reliability", max_level: 20 },
          { skill_key: "balance", name: "Balance", max_level: 15 },
          { skill_key: "planning", name: "Planning", max_level: 10 }
        ],
        level_curve: { mode: "quadratic", base: 30 }
      }
    ],
    skill_rules: [
      {
        rule_key: "deep_work_up",
        skill_key: "deep_work",
        trigger: on(focus, atLeast("minutes", 25)),
        amount: fixed(15),
        limits: { max_per_day: 4 }
      },
      {
        rule_key: "reliability_up",
        skill_key: "reliability",
        trigger: on(task, is("on_time", true)),
        amount: fixed(8),
        limits: { max_per_day: 10 }
      },
      {
        rule_key: "balance_up",
        skill_key: "balance",
        trigger: on(habit),
        amount: fixed(6),
        limits: { max_per_day: 5 }
      },
      {
        rule_key: "planning_up",
        skill_key: "planning",
        trigger: on(review),
        amount: fixed(60),
        limits: { unique_by: ["week"] }
      }
    ],
    skill_decay_rules: [
      { rule_key: "deep_work_fade", skill_key: "deep_work", idle_days: 21, floor_level: 1, refresh_on: on(focus) },
      { rule_key: "balance_fade", skill_key: "balance", idle_days: 14, floor_level: 1, refresh_on: on(habit) }
    ],
    badge_definitions: [
      medal("bronze", 10, "first_tick", "First tick", "One task less.", all(times(task, 1))),
      medal("bronze", 30, "clean_desk", "Clean desk", "25 tasks in 7 days.", all(times(task, 25, 7)), {
        repeatable: true
      }),
      medal("silver", 100, "in_the_zone", "In the zone", "Deep work of level 4.", all(level("deep_work", 4))),
      medal("gold", 200, "promise_keeper", "Promise keeper", "Reliability of level 6.", all(level("reliability", 6))),
      medal("gold", 300, "project_closer", "Project closer", "Ten milestones.", all(times(milestone, 10))),
      medal(
        "silver",
        75,
        "balanced_week",
        "Balanced week",
        "Habits, focus and a review in the same 7 days.",
        all(times(habit, 10, 7), times(focus, 5, 7), times(review, 1, 7)),
        { is_secret: true }
      ),
      medal("platinum", 250, "mentor_of_the_quarter", "Mentor of the quarter", "Chosen by the team.", all(), {
        award_mode: "api",
        repeatable: true
      })
    ],
    streak_rules: [
      {
        streak_key: "daily_progress",
        name: "Progress every day",
        qualifying: {
          events: [{ event_type: task, min_count: 2 }, { event_type: focus }, { event_type: habit, min_count: 3 }]
        },
        grace_minutes: 240,
        freezes: { initial: 2, max: 4, earn_every_days: 4 },
        vacation: { max_days: 30, max_per_year: 3 },
        restore_window_days: 3,
        milestones: [
          { length: 5, reward: { coins: 30 } },
          { length: 20, reward: { coins: 100, tokens: [{ token_key: "energy", amount: 10 }] } },
          { every: 50, reward: { coins: 250, streak_freezes: 1 } }
        ]
      },
      {
        streak_key: "weekly_review",
        name: "A review every week",
        frequency: "weekly",
        qualifying: { events: [{ event_type: review }] },
        at_risk_minutes: 1_440,
        milestones: [{ every: 4, reward: { coins: 80, skills: [{ skill_key: "planning", amount: 40 }] } }]
      }
    ],
    evolution_rules: {
      max_stage: 3,
      stages: [
        { stage: 1, name: "Sprout" },
        {
          stage: 2,
          name: "Maker",
          requirements: all(earned("xp", 800), level("reliability", 2)),
          reward: { coins: 120, tokens: [{ token_key: "energy", amount: 15 }] }
        },
        {
          stage: 3,
          name: "Master",
          requirements: all(earned("xp", 6_000), badge("in_the_zone"), streakOf("weekly_review", 8)),
          reward: { coins: 500, tokens: [{ token_key: "energy", amount: 40 }] }
        }
      ],
      prestige: { requirements: oneOf(coinsEarned(12_000), badge("project_closer")), max_level: 20 }
    },
    gates: [
      { gate_key: "roof_garden", token_key: "energy", cost: 30, metadata: { title: "The roof garden" } },
      { gate_key: "quiet_room", token_key: "energy", cost: 60, metadata: { title: "The quiet room" } }
    ],
    marketplaces: [
      {
        marketplace_key: "workshop",
        name: "Workshop",
        items: [
          item("background", "tidy_desk", "Tidy desk", 100),
          item("background", "roof_garden_view", "View from the roof garden", 300, {
            requirements: all(gate("roof_garden"))
          }),
          item("body", "work_apron", "Work apron", 120),
          item("feet", "slippers", "Slippers", 50),
          item("hand", "fountain_pen", "Fountain pen", 80),
          item("neck", "bow_tie", "Bow tie", 60),
          item("face", "monocle", "Monocle", 150, { requirements: all(stageOf(2)) }),
          item("head", "thinking_cap", "Thinking cap", 130),
          item("accessory", "hour_glass", "Hour glass", 90),
          item("accessory", "cup_of_tea", "Cup of tea", 25, {
            is_gift_only: true,
            stock: { total: null, per_buddy: null }
          }),
          item("accessory", "clockwork_bird", "Clockwork bird", 800, { requirements: all(prestigeOf(1)) })
        ]
      }
    ]
  }
}
