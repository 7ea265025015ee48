import {
  all,
  atLeast,
  badge,
  daysTogether,
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

const lesson = "lesson.completed"
const quiz = "quiz.passed"
const exercise = "exercise.solved"
const course = "course.completed"
const answer = "discussion.answered"

/** Courses, quizzes and practice: steady daily work pays, perfect answers pay more, helping others counts. */
export const learning: PresetDefinition = {
  key: "learning",
  name: "Learning app",
  description: "Lessons, quizzes and courses. Rewards steady daily study, perfect answers and helping classmates.",
  version: 1,
  content: {
    event_types: [
      {
        event_type: lesson,
        name: "Lesson completed",
        properties: [text("lesson_id", true), number("minutes"), number("score")]
      },
      { event_type: quiz, name: "Quiz passed", properties: [text("quiz_id", true), number("score", true)] },
      { event_type: exercise, name: "Exercise solved", properties: [text("exercise_id"), text("difficulty")] },
      { event_type: course, name: "Course completed", properties: [text("course_id", true), flag("with_honours")] },
      { event_type: answer, name: "Question of a classmate answered", properties: [text("thread_id")] }
    ],
    token_types: [
      { token_key: "xp", name: "Experience", kind: "progression", system_token: "xp" },
      { token_key: "gem", name: "Gems", kind: "primary", system_token: "gem", max_balance: 10_000 },
      { token_key: "ticket", name: "Tickets", kind: "primary", system_token: "ticket", max_balance: 100 }
    ],
    coin_rules: [
      {
        rule_key: "lesson_coins",
        name: "Lesson completed",
        priority: 10,
        trigger: on(lesson),
        amount: fixed(10),
        limits: { max_per_day: 10, unique_by: ["lesson_id"] }
      },
      {
        rule_key: "study_time",
        name: "Time well spent",
        priority: 20,
        trigger: on(lesson, atLeast("minutes", 10)),
        amount: perUnit("minutes", 0.5, 20),
        limits: { max_per_day: 5 }
      },
      {
        rule_key: "perfect_quiz",
        name: "Nearly perfect quiz",
        trigger: on(quiz, atLeast("score", 95)),
        amount: fixed(25),
        limits: { max_per_day: 3, unique_by: ["quiz_id"] }
      },
      {
        rule_key: "hard_exercise",
        name: "Hard exercise solved",
        trigger: on(exercise, is("difficulty", "hard")),
        amount: fixed(8),
        limits: { max_per_day: 10 }
      },
      {
        rule_key: "course_chest",
        name: "Chest for a finished course",
        trigger: on(course),
        amount: draw([80, 80], [150, 18], [600, 2]),
        limits: { unique_by: ["course_id"] },
        budget: { max_coins: 250_000, period: "month" }
      },
      {
        rule_key: "helping_hand",
        name: "Helping a classmate",
        trigger: on(answer),
        amount: fixed(5),
        limits: { cooldown_seconds: 60, max_per_day: 5 }
      }
    ],
    token_rules: [
      { rule_key: "xp_lesson", token_key: "xp", trigger: on(lesson), amount: fixed(20), limits: { max_per_day: 20 } },
      {
        rule_key: "xp_quiz",
        token_key: "xp",
        trigger: on(quiz),
        amount: perUnit("score", 0.3, 30),
        limits: { max_per_day: 10 }
      },
      { rule_key: "xp_course", token_key: "xp", trigger: on(course), amount: fixed(250) },
      { rule_key: "gem_course", token_key: "gem", trigger: on(course), amount: fixed(3) },
      {
        rule_key: "gem_honours",
        token_key: "gem",
        trigger: on(course, is("with_honours", true)),
        amount: fixed(2)
      },
      {
        rule_key: "ticket_help",
        token_key: "ticket",
        trigger: on(answer),
        amount: fixed(1),
        limits: { max_per_week: 3 }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "study",
        name: "Study skills",
        skills: [
          { skill_key: "focus", name: "Focus", max_level: 20 },
          { skill_key: "accuracy", name: "Accuracy", max_level: 20 },
          { skill_key: "problem_solving", name: "Problem solving", max_level: 20 },
          { skill_key: "teamwork", name: "Teamwork", max_level: 10 }
        ],
        level_curve: { mode: "quadratic", base: 40 }
      }
    ],
    skill_rules: [
      { rule_key: "focus_up", skill_key: "focus", trigger: on(lesson), amount: fixed(10), limits: { max_per_day: 10 } },
      {
        rule_key: "accuracy_up",
        skill_key: "accuracy",
        trigger: on(quiz, atLeast("score", 80)),
        amount: fixed(15),
        limits: { max_per_day: 6 }
      },
      {
        rule_key: "problem_solving_up",
        skill_key: "problem_solving",
        trigger: on(exercise),
        amount: fixed(8),
        limits: { max_per_day: 12 }
      },
      {
        rule_key: "teamwork_up",
        skill_key: "teamwork",
        trigger: on(answer),
        amount: fixed(12),
        limits: { max_per_day: 5 }
      }
    ],
    skill_decay_rules: [
      {
        rule_key: "focus_fade",
        name: "Focus fades without practice",
        skill_key: "focus",
        idle_days: 10,
        period: "week",
        amount: 1,
        floor_level: 1,
        refresh_on: on(lesson)
      }
    ],
    badge_definitions: [
      medal("bronze", 10, "first_lesson", "First lesson", "The first step is done.", all(times(lesson, 1))),
      medal("bronze", 40, "week_hero", "Week hero", "10 lessons in 7 days.", all(times(lesson, 10, 7)), {
        repeatable: true
      }),
      medal("silver", 80, "sharp_mind", "Sharp mind", "Accuracy of level 5.", all(level("accuracy", 5))),
      medal("silver", 150, "graduate", "Graduate", "Three finished courses.", all(times(course, 3))),
      medal(
        "gold",
        400,
        "scholar",
        "Scholar",
        "Ten finished courses and a streak of 30 days.",
        all(times(course, 10), streakOf("daily_learning", 30))
      ),
      medal(
        "gold",
        100,
        "night_owl",
        "Night owl",
        "Found by those who have studied for a hundred days.",
        all(daysTogether(100), times(lesson, 100)),
        { is_secret: true }
      ),
      medal(
        "platinum",
        200,
        "class_helper",
        "Class helper",
        "25 answered questions, looked at by a teacher.",
        all(times(answer, 25)),
        { award_mode: "manual_review" }
      )
    ],
    streak_rules: [
      {
        streak_key: "daily_learning",
        name: "Learning every day",
        qualifying: { events: [{ event_type: lesson }, { event_type: exercise, min_count: 3 }] },
        grace_minutes: 120,
        freezes: { initial: 1, max: 3, earn_every_days: 7 },
        vacation: { max_days: 14, max_per_year: 3 },
        restore_window_days: 3,
        milestones: [
          { length: 3, reward: { coins: 15 } },
          { length: 7, reward: { coins: 50, streak_freezes: 1 } },
          { length: 30, reward: { coins: 200, tokens: [{ token_key: "gem", amount: 3 }] } },
          { every: 50, reward: { coins: 300, tokens: [{ token_key: "gem", amount: 5 }] } }
        ]
      }
    ],
    evolution_rules: {
      max_stage: 5,
      stages: [
        { stage: 1, name: "Hatchling" },
        { stage: 2, name: "Reader", requirements: all(earned("xp", 300)), reward: { coins: 50 } },
        { stage: 3, name: "Scout", requirements: all(earned("xp", 1_200), level("focus", 3)), reward: { coins: 120 } },
        {
          stage: 4,
          name: "Tutor",
          requirements: all(earned("xp", 4_000), badge("sharp_mind"), level("problem_solving", 4)),
          reward: { coins: 300, tokens: [{ token_key: "gem", amount: 5 }] }
        },
        {
          stage: 5,
          name: "Sage",
          requirements: all(earned("xp", 10_000), badge("graduate"), streakOf("daily_learning", 30)),
          reward: { coins: 800, tokens: [{ token_key: "gem", amount: 10 }] }
        }
      ],
      prestige: { requirements: all(stageOf(5), earned("xp", 15_000)), keeps: ["coins", "badges", "items", "skills"] }
    },
    gates: [
      { gate_key: "library", token_key: "gem", cost: 5, metadata: { title: "The old library" } },
      { gate_key: "laboratory", token_key: "gem", cost: 12, metadata: { title: "The laboratory" } }
    ],
    marketplaces: [
      {
        marketplace_key: "school_shop",
        name: "School shop",
        items: [
          item("background", "classroom", "Sunny classroom", 120),
          item("background", "old_library", "The old library", 350, { requirements: all(gate("library")) }),
          item("body", "school_jacket", "School jacket", 180),
          item("feet", "rain_boots", "Rain boots", 80),
          item("hand", "magnifying_glass", "Magnifying glass", 90),
          item("neck", "striped_scarf", "Striped scarf", 70),
          item("face", "reading_glasses", "Reading glasses", 60),
          item("head", "graduation_cap", "Graduation cap", 400, { requirements: all(badge("graduate")) }),
          item("head", "wizard_hat", "Wizard hat", 260, { requirements: all(stageOf(3)) }),
          item("accessory", "little_owl", "Little owl", 300, { requirements: all(stageOf(2)) }),
          item("accessory", "golden_quill", "Golden quill", 900, { requirements: all(prestigeOf(1)) }),
          item("accessory", "apple", "Apple for the teacher", 40, {
            is_gift_only: true,
            stock: { total: null, per_buddy: null }
          })
        ]
      }
    ]
  }
}
