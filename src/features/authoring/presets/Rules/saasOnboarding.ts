import {
  all,
  badge,
  coinsEarned,
  draw,
  earned,
  fixed,
  gate,
  is,
  item,
  level,
  medal,
  on,
  perUnit,
  prestigeOf,
  number,
  type PresetDefinition,
  stageOf,
  streakOf,
  text,
  times
} from "./Vocabulary.ts"

const step = "onboarding.step_completed"
const feature = "feature.used"
const invite = "teammate.invited"
const integration = "integration.connected"
const project = "project.created"
const feedback = "feedback.given"

/** The first weeks of a product: every set-up step pays once, then trying new features and bringing the team. */
export const saasOnboarding: PresetDefinition = {
  key: "saas_onboarding",
  name: "SaaS onboarding",
  description:
    "Set-up steps, features and teammates. Leads new users to the moments in which a product starts to pay off.",
  version: 1,
  content: {
    event_types: [
      { event_type: step, name: "Onboarding step completed", properties: [text("step_id", true), number("position")] },
      { event_type: feature, name: "Feature used", properties: [text("feature_key", true)] },
      { event_type: invite, name: "Teammate invited", properties: [text("invitee_id"), text("status")] },
      { event_type: integration, name: "Integration connected", properties: [text("integration_key", true)] },
      { event_type: project, name: "Project created", properties: [text("project_id", true), number("size")] },
      { event_type: feedback, name: "Feedback given", properties: [text("topic")] }
    ],
    token_types: [
      { token_key: "xp", name: "Adoption points", kind: "progression", system_token: "xp" },
      { token_key: "key", name: "Keys", kind: "primary", max_balance: 500 },
      { token_key: "ticket", name: "Raffle tickets", kind: "primary", system_token: "ticket", max_balance: 50 }
    ],
    coin_rules: [
      {
        rule_key: "step_coins",
        name: "Set-up step",
        priority: 10,
        trigger: on(step),
        amount: fixed(30),
        limits: { unique_by: ["step_id"] }
      },
      {
        rule_key: "new_feature",
        name: "A feature for the first time",
        trigger: on(feature),
        amount: fixed(15),
        limits: { max_per_day: 5, unique_by: ["feature_key"] }
      },
      {
        rule_key: "teammate_joined",
        name: "An invited teammate joined",
        trigger: on(invite, is("status", "joined")),
        amount: fixed(80),
        limits: { max_per_month: 10, unique_by: ["invitee_id"] }
      },
      {
        rule_key: "integration_chest",
        name: "Chest for an integration",
        trigger: on(integration),
        amount: draw([50, 70], [100, 27], [400, 3]),
        limits: { unique_by: ["integration_key"] },
        budget: { max_coins: 100_000, period: "month" }
      },
      {
        rule_key: "project_size",
        name: "Projects in use",
        trigger: on(project),
        amount: perUnit("size", 1, 25),
        limits: { max_per_day: 3, unique_by: ["project_id"] }
      },
      { rule_key: "feedback_thanks", trigger: on(feedback), amount: fixed(20), limits: { max_per_week: 2 } }
    ],
    token_rules: [
      {
        rule_key: "xp_step",
        token_key: "xp",
        trigger: on(step),
        amount: fixed(50),
        limits: { unique_by: ["step_id"] }
      },
      { rule_key: "xp_feature", token_key: "xp", trigger: on(feature), amount: fixed(5), limits: { max_per_day: 10 } },
      { rule_key: "xp_project", token_key: "xp", trigger: on(project), amount: fixed(40), limits: { max_per_day: 3 } },
      {
        rule_key: "xp_teammate",
        token_key: "xp",
        trigger: on(invite, is("status", "joined")),
        amount: fixed(100),
        limits: { unique_by: ["invitee_id"] }
      },
      {
        rule_key: "key_integration",
        token_key: "key",
        trigger: on(integration),
        amount: fixed(2),
        limits: { unique_by: ["integration_key"] }
      },
      {
        rule_key: "ticket_feedback",
        token_key: "ticket",
        trigger: on(feedback),
        amount: fixed(1),
        limits: { max_per_week: 2 }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "product",
        name: "Product skills",
        skills: [
          { skill_key: "explorer", name: "Explorer", max_level: 10 },
          { skill_key: "builder", name: "Builder", max_level: 10 },
          { skill_key: "connector", name: "Connector", max_level: 10 }
        ],
        level_curve: { mode: "table", thresholds: [20, 60, 120, 200, 320, 480, 680, 920, 1_200, 1_500] }
      }
    ],
    skill_rules: [
      {
        rule_key: "explorer_up",
        skill_key: "explorer",
        trigger: on(feature),
        amount: fixed(10),
        limits: { max_per_day: 5, unique_by: ["feature_key"] }
      },
      {
        rule_key: "builder_up",
        skill_key: "builder",
        trigger: on(project),
        amount: fixed(20),
        limits: { max_per_day: 3 }
      },
      {
        rule_key: "connector_up",
        skill_key: "connector",
        trigger: on(integration),
        amount: fixed(40),
        limits: { unique_by: ["integration_key"] }
      },
      {
        rule_key: "connector_team",
        skill_key: "connector",
        trigger: on(invite, is("status", "joined")),
        amount: fixed(30),
        limits: { unique_by: ["invitee_id"] }
      }
    ],
    skill_decay_rules: [
      {
        rule_key: "builder_fade",
        skill_key: "builder",
        idle_days: 30,
        period: "month",
        floor_level: 2,
        refresh_on: on(project)
      }
    ],
    badge_definitions: [
      medal("bronze", 10, "welcome", "Welcome aboard", "The first set-up step.", all(times(step, 1))),
      medal(
        "silver",
        100,
        "set_up",
        "All set up",
        "Five set-up steps and a first project.",
        all(times(step, 5), times(project, 1))
      ),
      medal("silver", 80, "team_player", "Team player", "Three invitations.", all(times(invite, 3))),
      medal("gold", 150, "wired", "Wired", "Three connected integrations.", all(times(integration, 3))),
      medal("bronze", 25, "power_week", "Power week", "30 used features in 7 days.", all(times(feature, 30, 7)), {
        repeatable: true
      }),
      medal("gold", 120, "hidden_gem", "Hidden gem", "Explorer of level 6.", all(level("explorer", 6)), {
        is_secret: true
      }),
      medal(
        "platinum",
        300,
        "advocate",
        "Advocate",
        "Ten times feedback, confirmed by our customer team.",
        all(times(feedback, 10)),
        { award_mode: "manual_review" }
      )
    ],
    streak_rules: [
      {
        streak_key: "working_days",
        name: "In the product every day",
        qualifying: { events: [{ event_type: feature, min_count: 2 }, { event_type: project }, { event_type: step }] },
        // A weekend is two days: freezes come quickly, so that it ends nobody's streak.
        freezes: { initial: 2, max: 4, earn_every_days: 3 },
        vacation: { max_days: 30, max_per_year: 2 },
        restore_window_days: 5,
        milestones: [
          { length: 5, reward: { coins: 50 } },
          { length: 20, reward: { coins: 150, tokens: [{ token_key: "key", amount: 2 }] } },
          { every: 40, reward: { coins: 200, tokens: [{ token_key: "ticket", amount: 2 }] } }
        ]
      }
    ],
    evolution_rules: {
      max_stage: 4,
      auto_evolve: true,
      stages: [
        { stage: 1, name: "Newcomer" },
        { stage: 2, name: "User", requirements: all(earned("xp", 150)), reward: { coins: 50 } },
        {
          stage: 3,
          name: "Power user",
          requirements: all(earned("xp", 700), badge("set_up")),
          reward: { coins: 150, tokens: [{ token_key: "key", amount: 3 }] }
        },
        {
          stage: 4,
          name: "Champion",
          requirements: all(earned("xp", 2_500), level("connector", 3), streakOf("working_days", 20)),
          reward: { coins: 500 }
        }
      ],
      prestige: { requirements: all(stageOf(4), coinsEarned(5_000)), max_level: 5 }
    },
    gates: [
      { gate_key: "beta_club", token_key: "key", cost: 4, metadata: { title: "Beta club", link: "/labs" } },
      { gate_key: "office_hours", token_key: "key", cost: 8, metadata: { title: "Office hours with our engineers" } }
    ],
    marketplaces: [
      {
        marketplace_key: "swag_store",
        name: "Swag store",
        items: [
          item("background", "corner_office", "Corner office", 200, { requirements: all(stageOf(3)) }),
          item("background", "server_room", "Server room", 120),
          item("body", "hoodie", "Hoodie", 150),
          item("feet", "desk_slippers", "Desk slippers", 60),
          item("hand", "coffee_mug", "Coffee mug", 40),
          item("neck", "lanyard", "Lanyard", 30),
          item("face", "blue_light_glasses", "Blue light glasses", 70),
          item("head", "headset", "Headset", 110),
          item("head", "party_hat", "Launch party hat", 250, { requirements: all(gate("beta_club")) }),
          item("accessory", "rubber_duck", "Rubber duck", 90),
          item("accessory", "office_plant", "Office plant", 35, { is_gift_only: true }),
          item("accessory", "tiny_rocket", "Tiny rocket", 800, { requirements: all(prestigeOf(1)) })
        ]
      }
    ]
  }
}
