import { assert, describe, it } from "vitest"
import { bodies, coinRule, gem, lesson, row, World, xp } from "../../kit/engine/World.ts"

const day = (date: string, time = "12:00:00") => `2026-11-${date}T${time}Z`
const noon = day("20")

describe("a coin rule", () => {
  it("pays, books, announces and explains", () => {
    const decision = new World({ coin_rules: [coinRule()] }).event(noon)
    assert.strictEqual(decision.effects.coins, 10)
    assert.deepEqual(decision.entries, [
      {
        ledger_id: "ledger-1",
        unit: "coin",
        amount: 10,
        balance_after: 10,
        reason: "coin_rule",
        reference_type: "event",
        reference_id: "event-1",
        rule_id: "rule-1",
        is_lucky: false
      }
    ])
    assert.deepEqual(bodies(decision, "coins.earned"), [
      {
        buddy_id: "buddy-1",
        amount: 10,
        balance: 10,
        reason: "coin_rule",
        reference_id: "event-1",
        ledger_id: "ledger-1",
        is_lucky: false
      }
    ])
    assert.deepEqual(row(decision, "coin_rule"), {
      type: "coin_rule",
      key: "lesson_coins",
      outcome: "fired",
      reason: "fired",
      detail: { amount: 10, is_lucky: false },
      ledger_ids: ["ledger-1"]
    })
  })

  it("is not looked at for another event type", () => {
    const decision = new World({ coin_rules: [coinRule()] }).event(noon, {}, { type: "login" })
    assert.deepEqual([decision.effects.coins, decision.trace], [0, []])
  })

  it("names the first filter that failed", () => {
    const trigger = { event_type: "lesson.completed", filters: [{ property: "score", operator: "gte", value: 80 }] }
    const world = new World({ coin_rules: [coinRule({ trigger })] })
    const { detail, reason } = row(world.event(noon, { score: 79 }), "coin_rule")
    assert.deepEqual(
      [reason, detail],
      ["filter_failed", { property: "score", operator: "gte", expected: 80, actual: 79 }]
    )
    assert.strictEqual(world.event(noon, { score: 80 }).effects.coins, 10)
    assert.strictEqual(world.event(noon, { score: "80" }).effects.coins, 0)
  })

  it("reads a missing property as failing every filter but neq and not_in", () => {
    const operators = {
      eq: "a",
      neq: "a",
      gt: 1,
      gte: 1,
      lt: 1,
      lte: 1,
      in: ["a"],
      not_in: ["a"],
      contains: "a",
      exists: false
    }
    for (const [operator, value] of Object.entries(operators)) {
      const world = new World({
        coin_rules: [
          coinRule({ trigger: { event_type: "lesson.completed", filters: [{ property: "p", operator, value }] } })
        ]
      })
      const passes = ["neq", "not_in", "exists"].includes(operator)
      assert.strictEqual(world.event(noon).effects.coins, passes ? 10 : 0, operator)
      assert.strictEqual(world.event(noon, { p: null }).effects.coins, passes ? 10 : 0, operator)
    }
  })

  it("with match any needs one of its filters", () => {
    const filters = [
      { property: "a", operator: "eq", value: 1 },
      { property: "b", operator: "eq", value: 1 }
    ]
    const world = new World({
      coin_rules: [coinRule({ trigger: { event_type: "lesson.completed", match: "any", filters } })]
    })
    assert.strictEqual(world.event(noon, { b: 1 }).effects.coins, 10)
    assert.strictEqual(world.event(noon, { c: 1 }).effects.coins, 0)
  })

  it("stops at max_per_day and starts again the next day of the user's calendar", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { max_per_day: 1 } })] }, { timezone: "Asia/Tokyo" })
    assert.strictEqual(world.event(day("20", "14:00:00")).effects.coins, 10)
    const second = row(world.event(day("20", "14:59:00")), "coin_rule")
    assert.deepEqual(
      [second.reason, second.detail],
      ["limit_reached", { limit: "max_per_day", used: 1, max: 1, period: "2026-11-20" }]
    )
    assert.strictEqual(world.event(day("20", "15:00:00")).effects.coins, 10)
  })

  it("counts weeks from Monday, months by the calendar, and the total for ever", () => {
    const fires = (limits: object, dates: Array<string>) => {
      const world = new World({ coin_rules: [coinRule({ limits })] })
      return dates.map((date) => world.event(`${date}T12:00:00Z`).effects.coins > 0)
    }
    assert.deepEqual(fires({ max_per_week: 1 }, ["2026-11-20", "2026-11-22", "2026-11-23"]), [true, false, true])
    assert.deepEqual(fires({ max_per_month: 1 }, ["2026-11-29", "2026-11-30", "2026-12-01"]), [true, false, true])
    assert.deepEqual(fires({ max_total: 2 }, ["2026-11-20", "2026-12-20", "2027-11-20"]), [true, true, false])
  })

  it("counts a late event for the day it occurred", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { max_per_day: 1 } })] })
    assert.strictEqual(world.event(day("20")).effects.coins, 10)
    assert.strictEqual(world.event(day("18"), {}, { now: day("20") }).effects.coins, 10)
    assert.strictEqual(world.event(day("18", "15:00:00"), {}, { now: day("20") }).effects.coins, 0)
  })

  it("cools down in both directions of time", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { cooldown_seconds: 3_600 } })] })
    world.event(noon)
    const { detail, reason } = row(world.event(day("20", "12:59:59")), "coin_rule")
    assert.deepEqual([reason, detail["cooldown_seconds"]], ["cooldown", 3_600])
    assert.strictEqual(row(world.event(day("20", "11:30:00"), {}, { now: noon }), "coin_rule").reason, "cooldown")
    assert.strictEqual(world.event(day("20", "13:00:00")).effects.coins, 10)
  })

  it("cools down after each firing, for late events in whatever order too", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { cooldown_seconds: 3_600 } })] })
    const paysAt = (time: string) => world.event(day("20", time), {}, { now: day("20") }).effects.coins > 0
    const times = ["09:00:00", "06:30:00", "06:30:00", "06:00:00", "07:30:00", "07:00:00", "08:15:00", "08:00:00"]
    assert.deepEqual(times.map(paysAt), [true, true, false, false, true, false, false, false])
  })

  it("remembers few firings, and pays no late event it could not place among them", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { cooldown_seconds: 1 } })] })
    const start = Date.parse(noon)
    const at = (second: number) => new Date(start + second * 1_000).toISOString()
    for (let second = 0; second < 300; second += 1) world.event(at(second * 2))
    const { fired_at } = world.state.limits[lesson]!["rule-1"]!
    assert.isAtMost(fired_at!.length, 200)
    assert.strictEqual(row(world.event(at(1), {}, { now: at(600) }), "coin_rule").reason, "cooldown")
    for (const late of [597, 203]) assert.strictEqual(world.event(at(late), {}, { now: at(600) }).effects.coins, 10)
    assert.strictEqual(row(world.event(at(598.5), {}, { now: at(600) }), "coin_rule").reason, "cooldown")
  })

  it("keeps and tells long texts without half a character at their end", () => {
    const filters = [{ property: "text", operator: "eq" as const, value: "" }]
    const unique = new World({ coin_rules: [coinRule({ limits: { unique_by: ["text"] } })] })
    const filtering = new World({
      coin_rules: [coinRule({ trigger: { event_type: lesson, filters } })]
    })
    for (const length of [197, 198, 199, 200, 477, 478, 479, 480]) {
      const text = `${"a".repeat(length)}${"🦊".repeat(300)}`
      assert.isTrue(unique.event(noon, { text }).uniques[0]!.unique_key.isWellFormed())
      assert.isTrue(String(row(filtering.event(noon, { text }), "coin_rule").detail["actual"]).isWellFormed())
      assert.strictEqual(row(unique.event(noon, { text }), "coin_rule").reason, "unique_already_paid")
    }
  })

  it("pays once for each unique value, a missing one included", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { unique_by: ["lesson_id", "part"] } })] })
    assert.deepEqual(world.event(noon, { lesson_id: "l-1" }).uniques, [{ rule_id: "rule-1", unique_key: '"l-1",null' }])
    assert.strictEqual(
      row(world.event(noon, { lesson_id: "l-1", part: null }), "coin_rule").reason,
      "unique_already_paid"
    )
    assert.strictEqual(world.event(noon, { lesson_id: "l-1", part: 2 }).effects.coins, 10)
    const long = "x".repeat(5_000)
    assert.isBelow(world.event(noon, { lesson_id: `${long}a` }).uniques[0]!.unique_key.length, 600)
    assert.strictEqual(world.event(noon, { lesson_id: `${long}b` }).effects.coins, 10)
    assert.strictEqual(world.event(noon, { lesson_id: `${long}a` }).effects.coins, 0)
  })

  it("pays from its budget in full or not at all", () => {
    const world = new World({ coin_rules: [coinRule({ budget: { max_coins: 25, period: "day" } })] })
    assert.deepEqual(world.event(noon).budgets, [
      { rule_id: "rule-1", period_key: "2026-11-20", amount: 10, max_coins: 25 }
    ])
    world.event(noon)
    const { detail, reason } = row(world.event(noon), "coin_rule")
    assert.deepEqual([reason, detail["left"], detail["required"]], ["budget_exhausted", 5, 10])
    assert.strictEqual(world.event(day("21")).effects.coins, 10)
  })

  it("pays by a property, rounded and held between min and max", () => {
    const paid = (amount: object, minutes: unknown) =>
      new World({ coin_rules: [coinRule({ amount: { mode: "per_property", property: "minutes", ...amount } })] }).event(
        noon,
        { minutes }
      ).effects.coins
    assert.deepEqual(
      [0.5, 0.5, 0.5].map((rate, index) => paid({ rate, rounding: ["down", "up", "nearest"][index] }, 9)),
      [4, 5, 5]
    )
    assert.deepEqual([paid({ rate: 0.5, min: 3, max: 30 }, 1), paid({ rate: 0.5, min: 3, max: 30 }, 999)], [3, 30])
    assert.strictEqual(paid({ rate: 0.29 }, 100), 29)
    assert.strictEqual(paid({ rate: 1 }, -5), 0)
  })

  it("that pays by a property needs it to be a number", () => {
    const world = new World({
      coin_rules: [coinRule({ amount: { mode: "per_property", property: "minutes", rate: 1 } })]
    })
    for (const [properties, actual] of [
      [{ minutes: "9" }, "9"],
      [{ minutes: [9] }, "[list]"],
      [{}, null]
    ] as const) {
      const { detail, reason } = row(world.event(noon, properties), "coin_rule")
      assert.deepEqual([reason, detail["expected"], detail["actual"]], ["filter_failed", "number", actual])
    }
  })

  it("draws from its pool and says when the draw was lucky", () => {
    const entries = [
      { value: 5, weight: 80 },
      { value: 20, weight: 18 },
      { value: 100, weight: 2, is_lucky: true }
    ]
    const drawn = (chance: number) =>
      new World({ coin_rules: [coinRule({ amount: { mode: "pool", entries } })] }, { draw: () => chance }).event(noon)
    assert.deepEqual(
      [0, 0.79, 0.8, 0.97, 0.98].map((chance) => drawn(chance).effects.coins),
      [5, 5, 20, 20, 100]
    )
    assert.strictEqual(bodies(drawn(0.99), "coins.earned")[0]!.is_lucky, true)
    assert.strictEqual(drawn(0.99).entries[0]!.is_lucky, true)
  })

  it("that is off, meant for others or conditional says so", () => {
    const reasonOf = (extra: object) =>
      row(new World({ coin_rules: [coinRule(extra)] }).event(noon), "coin_rule").reason
    assert.strictEqual(reasonOf({ enabled: false }), "disabled")
    assert.strictEqual(reasonOf({ audience: "teachers" }), "audience_mismatch")
    assert.strictEqual(
      reasonOf({ conditions: { conditions: [{ type: "coins_balance", operator: "gte", value: 1 }] } }),
      "condition_failed"
    )
  })

  it("pays nothing for an event older than the lateness window, and changes nothing", () => {
    const world = new World({ coin_rules: [coinRule()] })
    const before = world.state
    const decision = world.event(day("12"), {}, { now: day("20") })
    assert.strictEqual(row(decision, "coin_rule").reason, "outside_window")
    assert.deepEqual([decision.effects.coins, decision.outbound, world.state], [0, [], before])
  })

  it("runs in order of priority, then key", () => {
    const rule = (rule_key: string, priority: number) => coinRule({ rule_id: rule_key, rule_key, priority })
    const decision = new World({ coin_rules: [rule("b", 100), rule("c", 1), rule("a", 100)] }).event(noon)
    assert.deepEqual(
      decision.trace.map(({ key }) => key),
      ["c", "a", "b"]
    )
  })
})

describe("a token rule", () => {
  const tokenRule = (extra: object = {}) => coinRule({ token_key: "xp", ...extra }) as never

  it("pays tokens and reports the new balance", () => {
    const decision = new World({ token_types: [xp], token_rules: [tokenRule()] }).event(noon)
    assert.deepEqual(decision.effects.tokens, [{ token_key: "xp", amount: 10, balance: 10 }])
    assert.deepEqual(bodies(decision, "token.earned"), [
      { buddy_id: "buddy-1", token_type: "xp", amount: 10, reason: "token_rule" }
    ])
    assert.strictEqual(decision.entries[0]!.unit, "token:xp")
  })

  it("pays nothing when max_balance would be crossed, and does not count as fired", () => {
    const limited = tokenRule({ token_key: "gem", limits: { max_total: 9 } })
    const world = new World({ token_types: [{ ...gem, max_balance: 15 }], token_rules: [limited] })
    world.event(noon)
    const { detail, reason } = row(world.event(noon), "token_rule")
    assert.deepEqual([reason, detail["limit"], detail["used"]], ["limit_reached", "max_balance", 10])
    assert.strictEqual(world.state.limits["lesson.completed"]!["rule-1"]!.total, 1)
  })

  it("for a token type the config does not know is off", () => {
    const decision = new World({ token_types: [gem], token_rules: [tokenRule()] }).event(noon)
    assert.deepEqual(row(decision, "token_rule").detail, { unknown_token: "xp" })
  })
})
