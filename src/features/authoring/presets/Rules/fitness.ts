import {
  all,
  oneOf,
  atLeast,
  badge,
  draw,
  earned,
  fixed,
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

const workout = "workout.completed"
const steps = "steps.recorded"
const goal = "goal.reached"
const personalBest = "personal_best.set"
const session = "class.attended"

/** Training, steps and goals: showing up counts more than heroics, rest days are covered by freezes. */
export const fitness: PresetDefinition = {
  key: "fitness",
  name: "Fitness and health",
  description: "Workouts, steps and goals. Rewards showing up regularly; rest days do not break a streak.",
  version: 1,
  content: {
    event_types: [
      {
        event_type: workout,
        name: "Workout completed",
        properties: [text("workout_id"), number("minutes", true), text("kind")]
      },
      { event_type: steps, name: "Steps of a day recorded", properties: [text("date", true), number("steps", true)] },
      { event_type: goal, name: "Goal reached", properties: [text("goal_id", true), text("period")] },
      { event_type: personalBest, name: "Personal best set", properties: [text("discipline", true), number("value")] },
      { event_type: session, name: "Class attended", properties: [text("class_id", true)] }
    ],
    token_types: [
      { token_key: "xp", name: "Fitness points", kind: "progression", system_token: "xp" },
      { token_key: "energy", name: "Energy", kind: "primary", system_token: "energy", max_balance: 1_000 }
    ],
    coin_rules: [
      {
        rule_key: "workout_minutes",
        name: "Minutes of training",
        priority: 10,
        trigger: on(workout, atLeast("minutes", 10)),
        amount: perUnit("minutes", 0.5, 45),
        limits: { max_per_day: 2 }
      },
      {
        rule_key: "ten_thousand_steps",
        name: "10,000 steps in a day",
        trigger: on(steps, atLeast("steps", 10_000)),
        amount: fixed(20),
        limits: { max_per_day: 1, unique_by: ["date"] }
      },
      {
        rule_key: "weekly_goal",
        name: "Weekly goal reached",
        trigger: on(goal, is("period", "week")),
        amount: fixed(60),
        limits: { max_per_week: 1, unique_by: ["goal_id"] }
      },
      {
        rule_key: "best_surprise",
        name: "A surprise for a personal best",
        trigger: on(personalBest),
        amount: draw([30, 75], [60, 22], [300, 3]),
        limits: { cooldown_seconds: 3_600, max_per_week: 3 },
        budget: { max_coins: 200_000, period: "month" }
      },
      {
        rule_key: "class_coins",
        name: "Class attended",
        trigger: on(session),
        amount: fixed(25),
        limits: { max_per_day: 2, unique_by: ["class_id"] }
      }
    ],
    token_rules: [
      {
        rule_key: "xp_workout",
        token_key: "xp",
        trigger: on(workout),
        amount: perUnit("minutes", 1, 90),
        limits: { max_per_day: 3 }
      },
      {
        rule_key: "xp_steps",
        token_key: "xp",
        trigger: on(steps),
        amount: perUnit("steps", 0.002, 40),
        limits: { max_per_day: 1, unique_by: ["date"] }
      },
      { rule_key: "xp_class", token_key: "xp", trigger: on(session), amount: fixed(50), limits: { max_per_day: 2 } },
      {
        rule_key: "energy_goal",
        token_key: "energy",
        trigger: on(goal),
        amount: fixed(5),
        limits: { max_per_week: 5 }
      },
      {
        rule_key: "energy_best",
        token_key: "energy",
        trigger: on(personalBest),
        amount: fixed(3),
        limits: { max_per_week: 3 }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "body",
        name: "Body and mind",
        skills: [
          { skill_key: "endurance", name: "Endurance", max_level: 30 },
          { skill_key: "strength", name: "Strength", max_level: 30 },
          { skill_key: "flexibility", name: "Flexibility", max_level: 20 },
          { skill_key: "discipline", name: "Discipline", max_level: 20 }
        ],
        level_curve: { mode: "exponential", base: 60, factor: 1.35 }
      }
    ],
    skill_rules: [
      {
        rule_key: "endurance_up",
        skill_key: "endurance",
        trigger: {
          event_type: workout,
          filters: [{ property: "kind", operator: "in", value: ["run", "ride", "swim"] }]
        },
        amount: perUnit("minutes", 0.5, 40),
        limits: { max_per_day: 2 }
      },
      {
        rule_key: "strength_up",
        skill_key: "strength",
        trigger: on(workout, is("kind", "strength")),
        amount: perUnit("minutes", 0.5, 40),
        limits: { max_per_day: 2 }
      },
      {
        rule_key: "flexibility_up",
        skill_key: "flexibility",
        trigger: on(workout, is("kind", "yoga")),
        amount: perUnit("minutes", 0.5, 40),
        limits: { max_per_day: 2 }
      },
      {
        rule_key: "discipline_up",
        skill_key: "discipline",
        trigger: on(goal),
        amount: fixed(30),
        limits: { max_per_week: 5 }
      }
    ],
    skill_decay_rules: [
      {
        rule_key: "endurance_fade",
        skill_key: "endurance",
        idle_days: 14,
        amount: 1,
        floor_level: 2,
        refresh_on: on(workout)
      },
      {
        rule_key: "strength_fade",
        skill_key: "strength",
        idle_days: 14,
        amount: 1,
        floor_level: 2,
        refresh_on: on(workout)
      }
    ],
    badge_definitions: [
      medal("bronze", 20, "first_sweat", "First sweat", "The first workout.", all(times(workout, 1))),
      medal("bronze", 30, "busy_week", "Busy week", "Four workouts in 7 days.", all(times(workout, 4, 7)), {
        repeatable: true
      }),
      medal("silver", 80, "walker", "Walker", "30 days of recorded steps.", all(times(steps, 30))),
      medal(
        "gold",
        250,
        "all_rounder",
        "All-rounder",
        "Level 4 in endurance, strength and flexibility.",
        all(level("endurance", 4), level("strength", 4), level("flexibility", 4))
      ),
      medal(
        "platinum",
        500,
        "iron_will",
        "Iron will",
        "A streak of 20 active weeks.",
        all(streakOf("active_weeks", 20))
      ),
      medal(
        "gold",
        150,
        "comeback",
        "Comeback",
        "A hundred workouts, whatever happened in between.",
        all(times(workout, 100)),
        { is_secret: true }
      ),
      medal("gold", 100, "event_finisher", "Event finisher", "Handed out by your team after a race.", all(), {
        award_mode: "api",
        repeatable: true
      })
    ],
    streak_rules: [
      {
        streak_key: "active_days",
        name: "Active every day",
        qualifying: { events: [{ event_type: workout }, { event_type: steps, filters: [atLeast("steps", 6_000)] }] },
        grace_minutes: 180,
        freezes: { initial: 2, max: 4, earn_every_days: 5 },
        vacation: { max_days: 21, max_per_year: 3 },
        restore_window_days: 2,
        milestones: [
          { length: 7, reward: { coins: 40 } },
          { length: 21, reward: { coins: 120, tokens: [{ token_key: "energy", amount: 5 }] } },
          { every: 30, reward: { coins: 150, streak_freezes: 1 } }
        ]
      },
      {
        streak_key: "active_weeks",
        name: "Three workouts every week",
        frequency: "weekly",
        qualifying: { events: [{ event_type: workout, min_count: 3 }] },
        at_risk_minutes: 2_880,
        freezes: { initial: 1, max: 2 },
        milestones: [{ every: 4, reward: { coins: 100, tokens: [{ token_key: "energy", amount: 3 }] } }]
      }
    ],
    evolution_rules: {
      max_stage: 4,
      stages: [
        { stage: 1, name: "Pup" },
        { stage: 2, name: "Runner", requirements: all(earned("xp", 500)), reward: { coins: 60 } },
        {
          stage: 3,
          name: "Athlete",
          requirements: all(earned("xp", 3_000), times(workout, 20)),
          reward: { coins: 200, tokens: [{ token_key: "energy", amount: 10 }] }
        },
        {
          stage: 4,
          name: "Champion",
          requirements: all(earned("xp", 10_000), badge("all_rounder")),
          reward: { coins: 600 }
        }
      ],
      prestige: { requirements: oneOf(earned("xp", 15_000), badge("iron_will")), keeps: ["coins", "badges", "items"] }
    },
    gates: [{ gate_key: "summit_trail", token_key: "energy", cost: 25, metadata: { title: "The summit trail" } }],
    marketplaces: [
      {
        marketplace_key: "locker_room",
        name: "Locker room",
        items: [
          item("background", "park_track", "Track in the park", 100),
          item("background", "summit", "Mountain summit", 450, { requirements: all(gate("summit_trail")) }),
          item("body", "training_shirt", "Training shirt", 120),
          item("feet", "running_shoes", "Running shoes", 150),
          item("feet", "golden_spikes", "Golden spikes", 700, { requirements: all(prestigeOf(1)) }),
          item("hand", "kettlebell", "Kettlebell", 90),
          item("neck", "finisher_medal", "Finisher medal", 200, { requirements: all(times(goal, 5)) }),
          item("face", "swim_goggles", "Swim goggles", 80),
          item("head", "head_band", "Head band", 50),
          item("head", "laurel_wreath", "Laurel wreath", 500, { requirements: all(stageOf(3)) }),
          item("accessory", "water_bottle", "Water bottle", 30, { is_gift_only: true }),
          item("accessory", "training_dog", "Training dog", 350, { requirements: all(stageOf(2)) })
        ]
      }
    ]
  }
}
