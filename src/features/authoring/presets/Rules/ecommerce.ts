import {
  all,
  oneOf,
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

const order = "order.completed"
const review = "review.published"
const visit = "store.visited"
const wish = "wishlist.item_added"
const referral = "referral.converted"

/** A shop: orders pay by their value, reviews and referrals pay once each, daily visits keep the streak. */
export const ecommerce: PresetDefinition = {
  key: "ecommerce",
  name: "Online shop",
  description: "Orders, reviews and visits. Rewards loyalty and honest reviews instead of discounts.",
  version: 1,
  content: {
    event_types: [
      {
        event_type: order,
        name: "Order completed",
        description: "Send it when the time for returns is over.",
        properties: [text("order_id", true), number("total", true), number("item_count"), flag("is_first")]
      },
      { event_type: review, name: "Review published", properties: [text("product_id", true), flag("has_photo")] },
      { event_type: visit, name: "Shop visited", properties: [text("channel")] },
      { event_type: wish, name: "Added to the wishlist", properties: [text("product_id", true)] },
      { event_type: referral, name: "Referred friend bought", properties: [text("friend_id", true)] }
    ],
    token_types: [
      { token_key: "loyalty", name: "Loyalty points", kind: "progression", system_token: "xp" },
      { token_key: "shard", name: "Coin shards", kind: "primary", system_token: "coin_shard", max_balance: 5_000 }
    ],
    coin_rules: [
      {
        rule_key: "order_value",
        name: "One coin for every unit of money",
        priority: 10,
        trigger: on(order),
        amount: perUnit("total", 1, 500),
        limits: { unique_by: ["order_id"] }
      },
      {
        rule_key: "first_order",
        name: "First order",
        trigger: on(order, is("is_first", true)),
        amount: fixed(100),
        limits: { max_total: 1 }
      },
      {
        rule_key: "photo_review",
        name: "Review with a photo",
        trigger: on(review, is("has_photo", true)),
        amount: fixed(40),
        limits: { max_per_week: 5, unique_by: ["product_id"] }
      },
      {
        rule_key: "plain_review",
        name: "Review",
        trigger: on(review, is("has_photo", false)),
        amount: fixed(15),
        limits: { max_per_week: 5, unique_by: ["product_id"] }
      },
      {
        rule_key: "daily_wheel",
        name: "Wheel of fortune on the first visit of a day",
        trigger: on(visit),
        amount: draw([2, 70], [10, 25], [25, 4], [200, 1]),
        limits: { max_per_day: 1 },
        budget: { max_coins: 500_000, period: "month" }
      },
      {
        rule_key: "referral_thanks",
        name: "A friend's first purchase",
        trigger: on(referral),
        amount: fixed(150),
        limits: { max_per_month: 10, unique_by: ["friend_id"] }
      }
    ],
    token_rules: [
      {
        rule_key: "loyalty_order",
        token_key: "loyalty",
        trigger: on(order),
        amount: perUnit("total", 2, 2_000),
        limits: { unique_by: ["order_id"] }
      },
      {
        rule_key: "shard_big_order",
        token_key: "shard",
        trigger: on(order, atLeast("total", 100)),
        amount: fixed(10),
        limits: { unique_by: ["order_id"] }
      },
      { rule_key: "shard_wish", token_key: "shard", trigger: on(wish), amount: fixed(1), limits: { max_per_day: 3 } },
      {
        rule_key: "shard_referral",
        token_key: "shard",
        trigger: on(referral),
        amount: fixed(20),
        limits: { max_per_month: 10, unique_by: ["friend_id"] }
      }
    ],
    skill_sets: [
      {
        skill_set_key: "shopper",
        name: "Shopping sense",
        skills: [
          { skill_key: "taste", name: "Taste", max_level: 15 },
          { skill_key: "critic", name: "Critic", max_level: 15 },
          { skill_key: "ambassador", name: "Ambassador", max_level: 10 }
        ],
        level_curve: { mode: "linear", base: 100 }
      }
    ],
    skill_rules: [
      {
        rule_key: "taste_up",
        skill_key: "taste",
        trigger: on(order),
        amount: perUnit("item_count", 15, 90),
        limits: { unique_by: ["order_id"] }
      },
      { rule_key: "taste_wish", skill_key: "taste", trigger: on(wish), amount: fixed(3), limits: { max_per_day: 5 } },
      {
        rule_key: "critic_up",
        skill_key: "critic",
        trigger: on(review),
        amount: fixed(40),
        limits: { unique_by: ["product_id"] }
      },
      {
        rule_key: "ambassador_up",
        skill_key: "ambassador",
        trigger: on(referral),
        amount: fixed(100),
        limits: { unique_by: ["friend_id"] }
      }
    ],
    skill_decay_rules: [
      {
        rule_key: "taste_fade",
        skill_key: "taste",
        idle_days: 90,
        period: "month",
        floor_level: 1,
        refresh_on: on(order)
      }
    ],
    badge_definitions: [
      medal("bronze", 20, "first_purchase", "First purchase", "Welcome to the shop.", all(times(order, 1))),
      medal("silver", 75, "regular", "Regular", "Three orders within 90 days.", all(times(order, 3, 90)), {
        repeatable: true
      }),
      medal("silver", 100, "honest_voice", "Honest voice", "Critic of level 5.", all(level("critic", 5))),
      medal("gold", 300, "matchmaker", "Matchmaker", "Five friends who became customers.", all(times(referral, 5))),
      medal(
        "bronze",
        30,
        "window_shopper",
        "Window shopper",
        "25 wishes and not one hasty purchase.",
        all(times(wish, 25)),
        { is_secret: true }
      ),
      medal(
        "platinum",
        365,
        "anniversary",
        "Anniversary",
        "A year together and at least five orders.",
        all(daysTogether(365), times(order, 5))
      ),
      medal("gold", 250, "photo_of_the_month", "Photo of the month", "Chosen by our editors.", all(), {
        award_mode: "api",
        repeatable: true
      })
    ],
    streak_rules: [
      {
        streak_key: "daily_visit",
        name: "A look every day",
        qualifying: { events: [{ event_type: visit }, { event_type: order }] },
        freezes: { initial: 1, max: 2, earn_every_days: 10 },
        vacation: { max_days: 14, max_per_year: 4 },
        restore_window_days: 2,
        milestones: [
          { length: 7, reward: { coins: 20 } },
          { length: 30, reward: { coins: 80, tokens: [{ token_key: "shard", amount: 10 }] } },
          { every: 60, reward: { coins: 150 } }
        ]
      },
      {
        streak_key: "monthly_order",
        name: "An order every month",
        frequency: "monthly",
        qualifying: { events: [{ event_type: order }] },
        at_risk_minutes: 10_080,
        milestones: [{ every: 3, reward: { coins: 100, tokens: [{ token_key: "shard", amount: 15 }] } }]
      }
    ],
    evolution_rules: {
      max_stage: 4,
      stages: [
        { stage: 1, name: "Visitor" },
        { stage: 2, name: "Customer", requirements: all(earned("loyalty", 200)), reward: { coins: 50 } },
        {
          stage: 3,
          name: "Fan",
          requirements: all(earned("loyalty", 1_500), badge("regular")),
          reward: { coins: 200, tokens: [{ token_key: "shard", amount: 20 }] }
        },
        {
          stage: 4,
          name: "Insider",
          requirements: all(earned("loyalty", 6_000), level("critic", 3)),
          reward: { coins: 600, tokens: [{ token_key: "shard", amount: 50 }] }
        }
      ],
      prestige: {
        requirements: oneOf(earned("loyalty", 12_000), streakOf("monthly_order", 12)),
        keeps: ["coins", "tokens", "badges", "items"]
      }
    },
    gates: [
      {
        gate_key: "early_access",
        token_key: "shard",
        cost: 40,
        metadata: { title: "Early access to new collections" }
      },
      { gate_key: "free_shipping", token_key: "shard", cost: 80, metadata: { title: "A month of free shipping" } }
    ],
    marketplaces: [
      {
        marketplace_key: "boutique",
        name: "Boutique",
        items: [
          item("background", "shop_window", "Shop window", 150),
          item("background", "runway", "Runway", 500, { requirements: all(gate("early_access")) }),
          item("body", "trench_coat", "Trench coat", 260),
          item("feet", "patent_boots", "Patent boots", 180),
          item("hand", "shopping_bag", "Shopping bag", 60),
          item("neck", "pearl_necklace", "Pearl necklace", 320, { requirements: all(stageOf(3)) }),
          item("face", "sunglasses", "Sunglasses", 120),
          item("head", "beret", "Beret", 90),
          item("head", "crown", "Crown", 1_500, { requirements: all(prestigeOf(1)) }),
          item("accessory", "lap_dog", "Lap dog", 400, { requirements: all(stageOf(2)) }),
          item("accessory", "gift_box", "Gift box", 80, { is_gift_only: true, stock: { total: null, per_buddy: null } })
        ]
      }
    ]
  }
}
