/** What the runtime routes of widgets answer for a well-filled buddy, for tests of states a service is rarely in. */

const scopes = ["read", "events:track", "marketplace:purchase", "items:equip"]
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const buddy_id = "00000000-0000-4000-8000-000000000001"

export const config = {
  theme: { mode: "auto", accent_color: "#6c5ce7", radius: "md", font: "system" },
  locale: "en",
  modules: ["buddy", "badges", "streak", "marketplace", "path", "leaderboard", "campaigns", "community"],
  poll_seconds: 30,
  brag: null,
  mission_anchor: {
    title: "Why we learn",
    statement: "Every ten lessons plant a tree.",
    cta_label: "See the forest",
    cta_url: "https://forest.example.test/",
    placements: ["buddy", "marketplace", "leaderboard", "path"],
    cause: { cause_key: "trees", name: "Trees", unit_label: "tree", total_units: 1_204.5 }
  },
  copy: {},
  token: { kind: "session", widget: null, scopes, expires_at: at(60) },
  labels: {
    coin: { singular: "coin", plural: "coins" },
    tokens: { xp: "XP", gems: "Gems" },
    skills: { math: "Mathematics", logic: "Logic" },
    stages: { 1: "Hatchling", 2: "Explorer", 3: "Guardian" }
  }
}

const badge = (badge_key: string, label: string, tier: string | null, times = 1) => ({
  badge_key,
  label,
  tier,
  times,
  awarded_at: at(-1440 * times)
})

export const buddy = {
  buddy: {
    buddy_id,
    user_id: "ada",
    egg_id: buddy_id,
    name: "Pip",
    audience: "default",
    status: "active",
    evolution_stage: 2,
    prestige_level: 0,
    coins: 1240,
    tokens: { xp: 860, gems: 12 },
    skills: {
      math: { level: 4, points: 120, next_level_points: 200 },
      logic: { level: 3, points: 20, next_level_points: 150 },
      reading: { level: 5, points: 0, next_level_points: null }
    },
    equipped_items: [],
    image_url: null as string | null,
    thumb_url: null,
    base_image_url: null,
    appearance: { status: "ready", error_code: null, retry_at: null },
    is_mentor: false,
    is_naked: true,
    config_version_id: buddy_id,
    metadata: {},
    created_at: at(-10_000),
    archived_at: null
  },
  badge_count: 4,
  badges: [
    badge("first_lesson", "First lesson", "bronze"),
    badge("week", "A whole week", "silver"),
    badge("perfect", "Perfect score", "gold", 3),
    badge("helper", "Helping hand", null)
  ],
  streaks: [
    {
      streak_key: "daily_lesson",
      current_streak: 12,
      longest_streak: 31,
      freezes_left: 2,
      expires_at: at(310) as string | null
    },
    { streak_key: "reading", current_streak: 0, longest_streak: 4, freezes_left: 0, expires_at: null }
  ],
  evolution: {
    current_stage: 2,
    next_stage: 3,
    stage_name: "Explorer",
    next_stage_name: "Guardian",
    ready: false,
    progress: 0.64
  },
  pending_ceremony: null as { readonly ceremony: string; readonly evolution_stage: number } | null,
  profile: {
    tagline: "Pip the Explorer",
    accent_color: null as string | null,
    is_private: false,
    show: { badges: true, skills: true, streak: true, coins: true },
    profile_template_id: null,
    updated_at: null
  },
  scopes
}

/** One that has hatched and was not seen yet. */
export const hatched = { ...buddy, pending_ceremony: { ceremony: "hatch", evolution_stage: 1 } }

const item = (item_key: string, name: string, category: string, price_coins: number, rest: object = {}) => ({
  item_id: `item-${item_key}`,
  item_key,
  marketplace_id: buddy_id,
  name,
  category,
  price_coins,
  sale: null as object | null,
  description: "",
  image_url: null,
  is_gift_only: false,
  stock_left: null,
  available_until: null,
  owned: 0,
  equipped: false,
  requirements: [],
  can_buy: true,
  refusal: null,
  ...rest
})

const unmet = (type: string, key: string | null, value: number, current: number) => ({
  type,
  key,
  operator: "gte",
  value,
  current,
  met: false
})

export const marketplace = {
  data: [
    item("scarf", "Red scarf", "neck", 120, { description: "Knitted by an owl, warm in any weather." }),
    item("hat", "Top hat", "head", 300, {
      stock_left: 3,
      available_until: at(2_000),
      sale: {
        flash_sale_id: "sale",
        name: "Friday",
        list_price_coins: 400,
        ends_at: at(295),
        left_for_you: 2,
        stock_left: 5
      }
    }),
    item("crown", "Crown", "head", 5_000, { can_buy: false, refusal: "insufficient_coins" }),
    item("boots", "Moon boots", "feet", 80, {
      can_buy: false,
      refusal: "item_already_owned",
      owned: 1,
      equipped: true
    }),
    item("wand", "Wand", "hand", 50, {
      can_buy: false,
      refusal: "requirements_not_met",
      requirements: [unmet("evolution_stage", null, 3, 2), unmet("skill_level", "math", 6, 4)]
    }),
    item("cake", "Birthday cake", "accessory", 25, {
      can_buy: false,
      refusal: "item_gift_only",
      is_gift_only: true
    }),
    item("sky", "Night sky", "background", 400, { can_buy: false, refusal: "out_of_stock", stock_left: 0 })
  ],
  meta: { page: 1, limit: 24, total: 7 },
  balance: 1240,
  owned_items: [
    {
      item_id: "item-boots",
      name: "Moon boots",
      category: "feet",
      image_url: null,
      count: 1,
      equipped: true
    },
    { item_id: "item-socks", name: "Wool socks", category: "feet", image_url: null, count: 2, equipped: false }
  ],
  scopes
}

const entry = (rank: number, name: string, value: number, rank_change: number | null, is_me = false) => ({
  rank,
  name,
  value,
  rank_change,
  is_me,
  thumb_url: null
})

export const leaderboard = {
  leaderboard: {
    period: "weekly",
    scope: "audience",
    metric: { type: "coins_earned", key: null },
    starts_at: at(-4_000),
    ends_at: at(4_100),
    as_of: at(0)
  },
  total: 214,
  me: { rank: 17, value: 40, rank_change: 3 },
  entries: [
    entry(1, "Momo", 1_320, 0),
    entry(2, "Ziggy", 1_105, 2),
    entry(3, "Aster", 980, -1),
    entry(4, "Bo", 720, null),
    entry(5, "Juniper", 655, 1)
  ],
  league: null as object | null,
  scopes
}

const sub = (sub_step_key: string, title: string, state: string, rest: object = {}) => ({
  sub_step_id: `sub-${sub_step_key}`,
  sub_step_key,
  title,
  state,
  order: 0,
  content_url: null,
  cta_label: "Open",
  allow_manual_complete: false,
  completion_condition: null,
  completed_at: state === "completed" ? at(-5_000) : null,
  ...rest
})

export const path = {
  path: {
    buddy_id,
    path_definition_id: buddy_id,
    path_key: "start",
    title: "Your first week",
    audience: "default",
    display_mode: "straight",
    icon: "leaf",
    accent_color: null as string | null,
    is_active: true,
    created_at: at(-9_000),
    updated_at: at(-9_000),
    progress: { completed: 2, total: 5 },
    completed_at: null as string | null,
    steps: [
      {
        step_id: "s1",
        step_key: "hello",
        title: "Say hello",
        order: 0,
        state: "completed",
        sub_steps: [
          sub("profile", "Fill in your profile", "completed"),
          sub("intro", "Watch the introduction", "completed", { content_url: "https://example.com/intro" })
        ]
      },
      {
        step_id: "s2",
        step_key: "learn",
        title: "Learn something",
        order: 1,
        state: "available",
        sub_steps: [
          sub("lesson", "Take your first lesson", "available", {
            content_url: "https://example.com/lesson",
            cta_label: "Start",
            allow_manual_complete: true
          }),
          sub("quiz", "Pass a quiz", "locked"),
          sub("friend", "Invite a friend", "locked")
        ]
      }
    ]
  },
  scopes
}

export const effects = {
  coins: 10,
  badges_awarded: [] as ReadonlyArray<{ badge_key: string; label: string; coin_reward: number }>,
  tokens: [] as ReadonlyArray<{ token_key: string; amount: number; balance: number }>,
  evolution_ready: false,
  streak_updates: [] as ReadonlyArray<object>,
  path_updates: [] as ReadonlyArray<object>
}
