import {
  all,
  oneOf,
  atLeast,
  badge,
  coinsEarned,
  daysTogether,
  draw,
  earned,
  fixed,
  gate,
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

const post = "post.published"
const comment = "comment.published"
const liked = "reaction.received"
const solution = "solution.accepted"
const event = "meetup.attended"
const welcome = "newcomer.welcomed"

/** A forum or a club: good contributions pay through the reactions of others, volume alone soon pays nothing. */
export const community: PresetDefinition = {
  key: "community",
  name: "Community",
  description: "Posts, answers and meetups. Rewards what others find helpful and keeps mere volume cheap.",
  version: 1,
  content: {
    event_types: [
      { event_type: post, name: "Post published", properties: [text("post_id", true), number("words")] },
      { event_type: comment, name: "Comment published", properties: [text("post_id", true)] },
      { event_type: liked, name: "Reaction received", properties: [text("from_user_id", true), text("post_id", true)] },
      { event_type: solution, name: "Answer accepted as the solution", properties: [text("thread_id", true)] },
      { event_type: event, name: "Meetup attended", properties: [text("meetup_id", true)] },
      { event_type: welcome, name: "Newcomer welcomed", properties: [text("newcomer_id", true)] }
    ],
    token_types: [
      { token_key: "karma", name: "Karma", kind: "progression", system_token: "xp" },
      { token_key: "spark", name: "Sparks", kind: "primary", system_token: "gem", max_balance: 1_000 }
    ],
    coin_rules: [
      {
        rule_key: "thoughtful_post",
        name: "A post with substance",
        priority: 10,
        trigger: on(post, atLeast("words", 50)),
        amount: perUnit("words", 0.05, 25),
        limits: { cooldown_seconds: 600, max_per_day: 2 }
      },
      {
        rule_key: "comment_coins",
        trigger: on(comment),
        amount: fixed(2),
        limits: { cooldown_seconds: 30, max_per_day: 5, unique_by: ["post_id"] }
      },
      {
        rule_key: "appreciation",
        name: "Somebody liked it",
        trigger: on(liked),
        amount: fixed(1),
        limits: { max_per_day: 30, unique_by: ["from_user_id", "post_id"] }
      },
      {
        rule_key: "solution_chest",
        name: "Chest for a solution",
        trigger: on(solution),
        amount: draw([30, 75], [60, 22], [250, 3]),
        limits: { max_per_day: 5, unique_by: ["thread_id"] },
        budget: { max_coins: 100_000, period: "month" }
      },
      {
        rule_key: "meetup_coins",
        trigger: on(event),
        amount: fixed(100),
        limits: { max_per_week: 2, unique_by: ["meetup_id"] }
      },
      {
        rule_key: "warm_welcome",
        trigger: on(welcome),
        amount: fixed(10),
        limits: { max_per_day: 3, unique_by: ["newcomer_id"] }
      }
    ],
    token_rules: [
      { rule_key: "karma_post", token_key: "karma", trigger: on(post), amount: fixed(5), limits: { max_per_day: 3 } },
      {
        rule_key: "karma_reaction",
        token_key: "karma",
        trigger: on(liked),
        amount: fixed(3),
        limits: { max_per_day: 30, unique_by: ["from_user_id", "post_id"] }
      },
      {
        rule_key: "karma_solution",
        token_key: "karma",
        trigger: on(solution),
        amount: fixed(25),
        limits: { unique_by: ["thread_id"] }
      },
      {
        rule_key: "spark_meetup",
        token_key: "spark",
        trigger: on(event),
        amount: fixed(5),
        limits: { max_per_week: 2 }
      },
      {
        rule_key: "spark_solution",
        token_key: "spark",
        trigger: on(solution),
        amount: fixed(1),
        limits: { max_per_day: 5 }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "member",
        name: "Membership",
        skills: [
          { skill_key: "storyteller", name: "Storyteller", max_level: 20 },
          { skill_key: "problem_solver", name: "Problem solver", max_level: 20 },
          { skill_key: "host", name: "Host", max_level: 15 },
          { skill_key: "reputation", name: "Reputation", max_level: 30 }
        ],
        level_curve: { mode: "quadratic", base: 25 }
      }
    ],
    skill_rules: [
      {
        rule_key: "storyteller_up",
        skill_key: "storyteller",
        trigger: on(post, atLeast("words", 50)),
        amount: fixed(15),
        limits: { max_per_day: 2 }
      },
      { rule_key: "problem_solver_up", skill_key: "problem_solver", trigger: on(solution), amount: fixed(25) },
      {
        rule_key: "host_meetup",
        skill_key: "host",
        trigger: on(event),
        amount: fixed(30),
        limits: { max_per_week: 2 }
      },
      {
        rule_key: "host_welcome",
        skill_key: "host",
        trigger: on(welcome),
        amount: fixed(10),
        limits: { max_per_day: 3 }
      },
      {
        rule_key: "reputation_up",
        skill_key: "reputation",
        trigger: on(liked),
        amount: fixed(2),
        limits: { max_per_day: 30 }
      }
    ],
    skill_decay_rules: [
      {
        rule_key: "host_fade",
        skill_key: "host",
        idle_days: 45,
        period: "month",
        floor_level: 1,
        refresh_on: on(welcome)
      }
    ],
    badge_definitions: [
      medal(
        "bronze",
        10,
        "hello_world",
        "Hello world",
        "The first post or comment.",
        oneOf(times(post, 1), times(comment, 1))
      ),
      medal("silver", 50, "crowd_pleaser", "Crowd pleaser", "50 reactions within 7 days.", all(times(liked, 50, 7)), {
        repeatable: true
      }),
      medal("silver", 150, "problem_solver", "Problem solver", "Ten accepted solutions.", all(times(solution, 10))),
      medal("gold", 200, "open_door", "Open door", "Host of level 6.", all(level("host", 6))),
      medal(
        "gold",
        300,
        "founding_spirit",
        "Founding spirit",
        "Half a year here and a reputation of level 8.",
        all(daysTogether(180), level("reputation", 8))
      ),
      medal(
        "bronze",
        40,
        "quiet_reader",
        "Quiet reader",
        "A month here with a hundred comments and hardly a post.",
        all(daysTogether(30), times(comment, 100)),
        { is_secret: true }
      ),
      medal(
        "platinum",
        500,
        "moderator",
        "Moderator",
        "25 solutions and a long streak; our team decides.",
        all(times(solution, 25), streakOf("weekly_contribution", 8)),
        { award_mode: "manual_review" }
      )
    ],
    streak_rules: [
      {
        streak_key: "daily_presence",
        name: "Part of it every day",
        qualifying: { events: [{ event_type: post }, { event_type: comment }, { event_type: welcome }] },
        grace_minutes: 60,
        freezes: { initial: 1, max: 3, earn_every_days: 7 },
        vacation: { max_days: 21, max_per_year: 3 },
        restore_window_days: 3,
        milestones: [
          { length: 7, reward: { coins: 30 } },
          { length: 30, reward: { coins: 120, tokens: [{ token_key: "spark", amount: 5 }] } },
          { every: 100, reward: { coins: 300, tokens: [{ token_key: "spark", amount: 15 }] } }
        ]
      },
      {
        streak_key: "weekly_contribution",
        name: "A contribution every week",
        frequency: "weekly",
        qualifying: { events: [{ event_type: post }, { event_type: solution }] },
        at_risk_minutes: 2_880,
        freezes: { initial: 1, max: 2 },
        milestones: [{ every: 4, reward: { coins: 60, skills: [{ skill_key: "storyteller", amount: 20 }] } }]
      }
    ],
    evolution_rules: {
      max_stage: 5,
      stages: [
        { stage: 1, name: "Newcomer" },
        { stage: 2, name: "Member", requirements: all(earned("karma", 50)), reward: { coins: 30 } },
        {
          stage: 3,
          name: "Regular",
          requirements: all(earned("karma", 300), level("storyteller", 2)),
          reward: { coins: 100 }
        },
        {
          stage: 4,
          name: "Pillar",
          requirements: all(earned("karma", 1_500), level("problem_solver", 3)),
          reward: { coins: 300, tokens: [{ token_key: "spark", amount: 10 }] }
        },
        {
          stage: 5,
          name: "Elder",
          requirements: all(earned("karma", 5_000), badge("open_door")),
          reward: { coins: 800, tokens: [{ token_key: "spark", amount: 30 }] }
        }
      ],
      prestige: {
        requirements: all(stageOf(5), coinsEarned(10_000)),
        keeps: ["coins", "badges", "items", "skills", "streaks"]
      }
    },
    gates: [{ gate_key: "round_table", token_key: "spark", cost: 20, metadata: { title: "The round table" } }],
    marketplaces: [
      {
        marketplace_key: "bazaar",
        name: "Bazaar",
        items: [
          item("background", "camp_fire", "Camp fire", 120),
          item("background", "round_table_hall", "Hall of the round table", 400, {
            requirements: all(gate("round_table"))
          }),
          item("body", "club_jersey", "Club jersey", 140),
          item("feet", "woollen_socks", "Woollen socks", 50),
          item("hand", "megaphone", "Megaphone", 90),
          item("neck", "friendship_band", "Friendship band", 30, { is_gift_only: true }),
          item("face", "moustache", "Moustache", 60),
          item("head", "flower_crown", "Flower crown", 110),
          item("head", "elder_hood", "Hood of the elders", 700, { requirements: all(stageOf(4)) }),
          item("accessory", "carrier_pigeon", "Carrier pigeon", 220, { requirements: all(stageOf(2)) }),
          item("accessory", "paper_lantern", "Paper lantern", 900, { requirements: all(prestigeOf(1)) })
        ]
      }
    ]
  }
}
