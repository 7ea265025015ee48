/** A small product with a bit of everything, whose tenant listens; for tests of what the service tells. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type Body, listening } from "./VerifyingReceiver.ts"
import { hatch, lesson, publish } from "../players/players.ts"
import { TestApp } from "../service/TestApp.ts"
import { until } from "../service/time.ts"

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const trigger = (event_type: string) => ({ event_type })
const when = (type: string, value: number, key?: string) => ({
  conditions: [{ type, operator: "gte", value, ...(key === undefined ? {} : { key }) }]
})
const requires = (value: number) => when("token_lifetime", value, "xp")

const content = {
  token_types: [
    { token_key: "xp", name: "XP", kind: "progression" },
    { token_key: "gem", name: "Gem", kind: "primary" }
  ],
  coin_rules: [
    { rule_key: "lesson", trigger: trigger("lesson.completed"), amount: { mode: "fixed", value: 10 } },
    {
      rule_key: "wheel",
      trigger: trigger("wheel.turned"),
      amount: { mode: "pool", entries: [{ value: 7, weight: 1, is_lucky: true }] }
    }
  ],
  token_rules: [
    { rule_key: "xp", token_key: "xp", trigger: trigger("lesson.completed"), amount: { mode: "fixed", value: 10 } }
  ],
  skill_sets: [
    {
      skill_set_key: "study",
      name: "Study",
      skills: ["focus", "memory"].map((skill_key) => ({ skill_key, name: skill_key, max_level: 20 })),
      level_curve: { mode: "linear", base: 100 }
    }
  ],
  skill_rules: ["focus", "memory"].map((skill_key, index) => ({
    rule_key: `${skill_key}_up`,
    skill_key,
    trigger: trigger("lesson.completed"),
    amount: { mode: "fixed", value: index === 0 ? 250 : 5 }
  })),
  skill_decay_rules: [{ rule_key: "fade", skill_key: "focus", idle_days: 7, period: "day", amount: 1 }],
  badge_definitions: [
    {
      badge_key: "first",
      label: "First lesson",
      coin_reward: 25,
      criteria: when("event_count", 1, "lesson.completed")
    },
    { badge_key: "hero", label: "Hero", award_mode: "manual_review", criteria: when("coins_balance", 1_000) },
    { badge_key: "friend", label: "Friend", award_mode: "api" }
  ],
  streak_rules: [
    {
      streak_key: "daily",
      qualifying: { events: [{ event_type: "lesson.completed" }] },
      timezone: { mode: "utc" },
      at_risk_minutes: 240,
      restore_window_days: 5,
      milestones: [{ length: 1, reward: { coins: 5 } }, { length: 3 }]
    }
  ],
  evolution_rules: {
    max_stage: 2,
    stages: [
      { stage: 1, name: "Hatchling" },
      { stage: 2, name: "Scout", requirements: requires(20) }
    ],
    prestige: { requirements: when("coins_balance", 5_000) }
  }
}

export const started = Effect.gen(function* () {
  const app = yield* TestApp
  const tenant = yield* app.tenant({ plan: "growth" })
  yield* publish(tenant, content)
  const ear = yield* listening(tenant)
  const { buddy_id, egg } = yield* hatch(tenant, "ada")
  const { call } = tenant
  const at = `/buddies/${buddy_id}`
  const learn = (occurred_at = new Date().toISOString()) => {
    const event = lesson("ada", { occurred_at })
    return Effect.map(call("POST", "/events", event), ({ body, text }) => {
      assert.isTrue(body.accepted, text)
      return event.event_id
    })
  }
  const get = (path: string) => Effect.map(call("GET", path), ({ body }) => body)
  /** a time as the contract writes it, some time between the beginning of this test and now */
  const since = Date.now()
  const isNow = (time: string) => {
    assert.match(time, instant)
    assert.isTrue(Date.parse(time) >= since - 5_000 && Date.parse(time) <= Date.now() + 5_000, time)
  }
  return { ...tenant, ...ear, buddy_id, egg, at, learn, get, isNow, baseUrl: app.baseUrl }
})
export type Started = Effect.Success<typeof started>

/** A buddy that goes by a clock of its tenant's. */
export const onClock = Effect.fnUntraced(function* ({ call }: Started) {
  const made = yield* call("POST", "/test/clocks", { user_ids: ["ada"] })
  const path = `/test/clocks/${made.body.test_clock_id}`
  const advance = (step: Record<string, unknown>) =>
    Effect.map(call("POST", `${path}/advance`, step), ({ body, status, text }) => {
      assert.strictEqual(status, 200, text)
      return body.now as string
    })
  return { now: made.body.now as string, advance }
})

export const shop = Effect.fnUntraced(function* ({ call }: Started, price_coins: number) {
  yield* call("POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" })
  const item = { item_key: "hat", name: "Wool hat", category: "head", price_coins }
  return (yield* call("POST", "/marketplaces/shop/items", item)).body.item_id as string
})

export const newest = ({ buddy_id, get }: Started, unit: string): Effect.Effect<Body> =>
  Effect.map(get(`/economy/buddies/${buddy_id}/ledger`), ({ data }) =>
    data.find((row: { unit: string }) => row.unit === unit)
  )

export const evolved = Effect.fnUntraced(function* (world: Started) {
  yield* world.learn()
  yield* world.learn()
  const { operation_id } = (yield* world.call("POST", `${world.at}/evolve`)).body
  yield* until(
    "the evolution",
    Effect.map(world.get(`/operations/${operation_id}`), ({ status }) => status === "completed")
  )
})

export const isPicture = ({ baseUrl }: Started, url: string) => {
  assert.match(new URL(url).pathname, /^\/assets\/[0-9a-f]{64}\.png$/)
  return Effect.promise(async () => {
    const { pathname } = new URL(url)
    const { headers, status } = await fetch(baseUrl + pathname)
    assert.deepStrictEqual([status, headers.get("content-type")], [200, "image/png"])
  })
}
