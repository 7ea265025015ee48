/** What stays of a reversed event because another earns it too, and goes with that one. */
import { assert, describe, it } from "vitest"
import { coinRule, lesson, World } from "../../kit/engine/World.ts"

const quiz = "quiz.passed"
const noonOf = (date: string) => `2026-${date}T12:00:00Z`
const daily = (extra: object = {}) => ({
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  milestones: [{ length: 1, reward: { coins: 5, skills: [{ skill_key: "focus", amount: 3 }] } }],
  ...extra
})
const focus = {
  skill_set_id: "set-1",
  skill_set_key: "set",
  name: "Set",
  skills: [{ skill_key: "focus", name: "Focus" }],
  level_curve: { mode: "linear" as const, base: 10 }
}
const badge = (badge_key: string, conditions: ReadonlyArray<object>, extra: object = {}) => ({
  badge_definition_id: `id-${badge_key}`,
  badge_key,
  label: badge_key,
  coin_reward: 25,
  criteria: { conditions },
  ...extra
})
const lessons = (value: number) => ({ type: "event_count", key: lesson, operator: "gte", value })
const broke = { balance: 0, earned: 0, spent: 0 }

/** `event-1` is the first event of a world. */
const take = (world: World, now: string, event_id: string, mode: "clamp" | "debt" | "reject" = "clamp") => {
  const decision = world.host.undo(Date.parse(now), { event_id, mode })
  if (decision?._tag !== "Accepted") throw new Error("refused")
  return decision
}

describe("what remains of a reversed event", () => {
  for (const order of [
    ["event-1", "event-2"],
    ["event-2", "event-1"]
  ] as const) {
    it(`goes with the other event that earns it: ${order.join(", then ")}`, () => {
      const world = new World({
        coin_rules: [coinRule()],
        skill_sets: [focus],
        streak_rules: [daily()],
        badge_definitions: [
          badge("first", [lessons(1)]),
          badge("rich", [{ type: "coins_lifetime", operator: "gte", value: 10 }]),
          badge("steady", [{ type: "streak_current", key: "daily", operator: "gte", value: 1 }]),
          badge("proud", [{ type: "badge_owned", key: "first", operator: "eq", value: true }])
        ]
      } as never)
      for (const at of ["08:00", "19:00"]) world.event(`2026-11-20T${at}:00Z`)
      assert.strictEqual(world.state.coins.balance, 10 + 10 + 5 + 4 * 25)
      const first = take(world, noonOf("11-21"), order[0])
      assert.deepInclude(first.reply, { coins: 10, badges_revoked: [] })
      assert.strictEqual(world.state.skills["focus"], 3)
      const second = take(world, noonOf("11-21"), order[1])
      assert.deepInclude(second.reply, { coins: 10 + 5 + 4 * 25, missing: 0 })
      assert.deepEqual(world.state.coins, broke)
      assert.strictEqual(world.state.skills["focus"], 0)
      assert.isTrue(Object.values(world.state.badges).every(({ count, past }) => count === 0 && past === 1))
      assert.strictEqual(world.state.streaks["daily"]!.current, 0)
      assert.isUndefined(world.state.remains)
      const entries = world.host.accepted.flatMap((decision) => decision.entries)
      const reversed = entries.flatMap(({ reverses_ledger_id }) => reverses_ledger_id ?? [])
      assert.sameMembers(
        reversed,
        entries.filter(({ amount }) => amount > 0).map(({ ledger_id }) => ledger_id)
      )
    })
  }

  it("goes with the last of many, whatever the order", () => {
    const world = new World({ streak_rules: [daily()], badge_definitions: [badge("first", [lessons(1)])] } as never)
    for (const at of ["08", "10", "12", "14"]) world.event(`2026-11-20T${at}:00:00Z`)
    for (const event_id of ["event-1", "event-4", "event-2"]) {
      take(world, noonOf("11-21"), event_id)
      assert.strictEqual(world.state.coins.balance, 30)
    }
    take(world, noonOf("11-21"), "event-3")
    assert.deepEqual(world.state.coins, broke)
  })

  it("is taken with its event when the day was lost before, with another event the day had needed", () => {
    const world = new World({
      streak_rules: [daily({ qualifying: { events: [{ event_type: lesson, min_count: 2 }] } })]
    } as never)
    for (const at of ["08", "10"]) world.event(`2026-11-20T${at}:00:00Z`)
    take(world, noonOf("11-20"), "event-1")
    assert.strictEqual(world.state.coins.balance, 5)
    take(world, noonOf("11-20"), "event-2")
    assert.deepEqual(world.state.coins, broke)
  })

  it("passes on to an event that came only after the reversal, once the first holder goes", () => {
    const world = new World({ badge_definitions: [badge("first", [lessons(1)])] } as never)
    world.event(noonOf("11-20"))
    world.event(noonOf("11-21"))
    take(world, noonOf("11-22"), "event-1")
    world.event(noonOf("11-23"))
    take(world, noonOf("11-24"), "event-2")
    assert.strictEqual(world.state.badges["first"]!.count, 1)
    take(world, noonOf("11-25"), "event-3")
    assert.strictEqual(world.state.badges["first"]!.count, 0)
    assert.deepEqual(world.state.coins, broke)
  })

  it("is left alone by reversals that have nothing to do with it", () => {
    const world = new World({
      badge_definitions: [badge("busy", [{ ...lessons(1), window_days: 3 }])]
    } as never)
    world.event(noonOf("11-10"))
    world.event(noonOf("11-10"))
    world.event(noonOf("11-10"), {}, { type: quiz })
    take(world, noonOf("11-10"), "event-1")
    world.event(noonOf("11-20"))
    take(world, noonOf("11-25"), "event-3")
    assert.strictEqual(world.state.badges["busy"]!.count, 1)
    take(world, noonOf("11-25"), "event-4")
    assert.strictEqual(world.state.badges["busy"]!.count, 1)
  })

  it("loses every award of a repeatable badge that nothing earns any more, and counts them as past", () => {
    const quizzes = [{ type: "event_count", key: lesson, operator: "gte", value: 1, window_days: 2 }]
    const world = new World({ badge_definitions: [badge("again", quizzes, { repeatable: true })] } as never)
    world.event(noonOf("11-10"))
    world.event(noonOf("11-14"), {}, { type: quiz })
    world.event(noonOf("11-15"))
    assert.strictEqual(world.state.badges["again"]!.count, 2)
    take(world, noonOf("11-15"), "event-1")
    take(world, noonOf("11-15"), "event-3")
    assert.deepInclude(world.state.badges["again"]!, { count: 0, past: 2, satisfied: false })
    assert.deepEqual(world.state.coins, broke)
    world.event(noonOf("11-16"))
    assert.deepInclude(world.state.badges["again"]!, { count: 1, past: 2 })
  })

  it("is owed or refused like anything else that is already spent", () => {
    const rules = { badge_definitions: [badge("first", [lessons(1)])] } as never
    const spend = { _tag: "SpendCoins", amount: 20, reason: null, reference_id: null } as const
    const spent = () => {
      const world = new World(rules)
      world.event(noonOf("11-20"))
      world.event(noonOf("11-20"))
      take(world, noonOf("11-20"), "event-1")
      world.accept(noonOf("11-20"), spend)
      return world
    }
    const owing = spent()
    assert.deepInclude(take(owing, noonOf("11-20"), "event-2", "debt").reply, { coins: 5, missing: 20 })
    assert.deepEqual(owing.state.debts, { coin: 20 })
    const refusing = spent()
    const before = refusing.state
    const decision = refusing.host.undo(Date.parse(noonOf("11-20")), { event_id: "event-2", mode: "reject" })
    assert.deepInclude(decision, { _tag: "Rejected", error: { code: "insufficient_coins", balance: 5, required: 25 } })
    assert.deepEqual(refusing.state, before)
  })

  it("is written off by a new life without badges and streaks", () => {
    const prestige = { enabled: true, max_level: 1, reset_to_stage: 1, keeps: ["coins"], requirements: {} }
    const stages = [
      { stage: 2, name: "Big", requirements: { conditions: [{ type: "coins_lifetime", operator: "gte", value: 100 }] } }
    ]
    const world = new World({
      streak_rules: [daily()],
      badge_definitions: [badge("first", [lessons(1)])],
      evolution_rules: { max_stage: 2, stages, prestige }
    } as never)
    for (const at of ["08:00", "19:00"]) world.event(`2026-11-20T${at}:00Z`)
    take(world, "2026-11-20T20:00:00Z", "event-1")
    assert.isDefined(world.state.remains)
    world.accept("2026-11-20T21:00:00Z", { _tag: "EarnCoins", amount: 100, reason: null, reference_id: null })
    world.accept("2026-11-20T21:00:00Z", { _tag: "Evolve", from_stage: 1, image_url: null })
    assert.strictEqual(world.state.prestige_level, 1)
    assert.isUndefined(world.state.remains)
    take(world, "2026-11-20T22:00:00Z", "event-2")
    assert.strictEqual(world.state.coins.balance, 130)
  })
})

describe("an event of a former life, taken back", () => {
  const reborn = (keeps: ReadonlyArray<string>, mode: "clamp" | "debt" | "reject") => {
    const big = { conditions: [{ type: "coins_lifetime", operator: "gte", value: 100 }] }
    const prestige = { enabled: true, max_level: 5, reset_to_stage: 1, keeps, requirements: {} }
    const world = new World({
      coin_rules: [coinRule()],
      streak_rules: [daily()],
      badge_definitions: [badge("first", [lessons(1)])],
      evolution_rules: { max_stage: 2, stages: [{ stage: 2, name: "Big", requirements: big }], prestige }
    } as never)
    for (const at of ["08:00", "09:00"]) world.event(`2026-11-20T${at}:00Z`)
    const before = world.state.coins.balance
    world.accept("2026-11-20T21:00:00Z", { _tag: "EarnCoins", amount: 100, reason: null, reference_id: null })
    world.accept("2026-11-20T21:00:00Z", { _tag: "Evolve", from_stage: 1, image_url: null })
    assert.strictEqual(world.state.prestige_level, 1)
    world.event("2026-11-21T08:00:00Z")
    const { coins } = world.state
    const undone = ["event-1", "event-2"].map((event_id) =>
      world.host.undo(Date.parse("2026-11-21T12:00:00Z"), { event_id, mode })
    )
    return { before, coins, undone, world }
  }

  for (const mode of ["clamp", "debt", "reject"] as const) {
    it(`takes nothing of the coins earned since the others were given up: ${mode}`, () => {
      const { coins, undone, world } = reborn(["badges", "streaks"], mode)
      for (const decision of undone) {
        assert.strictEqual(decision?._tag, "Accepted")
        if (decision?._tag === "Accepted") assert.deepInclude(decision.reply, { missing: 0, ledger_ids: [] })
      }
      assert.isAbove(coins.balance, 0)
      assert.deepEqual(world.state.coins, coins)
      assert.deepEqual(world.state.debts ?? {}, {})
    })
  }

  it("takes the coins that were kept", () => {
    const { before, coins, world } = reborn(["coins", "badges", "streaks"], "clamp")
    assert.isAbove(before, 0)
    assert.isBelow(world.state.coins.balance, coins.balance)
  })
})

describe("points of a former life", () => {
  const big = { conditions: [{ type: "coins_balance", operator: "gte", value: 100 }] }
  const points = { skill_key: "focus", trigger: { event_type: lesson }, amount: { mode: "fixed" as const, value: 40 } }
  const reborn = (keeps: ReadonlyArray<string>) => {
    const prestige = { enabled: true, max_level: 1, reset_to_stage: 1, keeps, requirements: {} }
    const world = new World({
      skill_sets: [focus],
      skill_rules: [{ rule_id: "rule-2", rule_key: "focus_up", ...points }],
      streak_rules: [daily()],
      evolution_rules: { max_stage: 2, stages: [{ stage: 2, name: "Big", requirements: big }], prestige }
    } as never)
    for (const at of ["08:00", "09:00"]) world.event(`2026-11-20T${at}:00Z`)
    take(world, "2026-11-20T10:00:00Z", "event-1")
    assert.strictEqual(world.state.skills["focus"], 40 + 3)
    world.accept("2026-11-20T21:00:00Z", { _tag: "EarnCoins", amount: 100, reason: null, reference_id: null })
    world.accept("2026-11-20T21:00:00Z", { _tag: "Evolve", from_stage: 1, image_url: null })
    assert.strictEqual(world.state.prestige_level, 1)
    world.event("2026-11-21T08:00:00Z")
    const earned = world.state.skills["focus"]!
    take(world, "2026-11-21T12:00:00Z", "event-2")
    return { before: earned, after: world.state.skills["focus"]! }
  }

  for (const keeps of [
    ["coins", "badges", "streaks"],
    ["coins", "badges"]
  ]) {
    it(`are not asked for again once they were given up: ${keeps.join(", ")} kept`, () => {
      const { after, before } = reborn(keeps)
      assert.isAtLeast(before, 40)
      assert.strictEqual(after, before)
    })
  }

  it("are taken where they were kept", () => {
    const { after, before } = reborn(["coins", "badges", "streaks", "skills"])
    assert.strictEqual(after, before - 40 - 3)
  })
})

describe("a reversal whose facts were read before an event came", () => {
  const told = () => {
    const world = new World({ streak_rules: [daily()] } as never)
    world.event("2026-11-20T08:00:00Z")
    const command = world.host.reversalOf({ event_id: "event-1", mode: "clamp" })!
    return { world, command }
  }

  it("is refused as outdated, and told anew it leaves the day to that event", () => {
    const { command, world } = told()
    world.event("2026-11-20T09:00:00Z")
    assert.deepEqual(world.refuse("2026-11-20T10:00:00Z", command), { code: "facts_outdated" })
    take(world, "2026-11-20T10:00:00Z", "event-1")
    assert.strictEqual(world.state.streaks["daily"]!.current, 1)
  })

  it("is refused when one came and another went", () => {
    const { command, world } = told()
    world.event("2026-11-20T09:00:00Z")
    take(world, "2026-11-20T10:00:00Z", "event-2")
    assert.deepEqual(world.refuse("2026-11-20T10:00:00Z", command), { code: "facts_outdated" })
  })

  it("is decided when only money and other events moved", () => {
    const { command, world } = told()
    world.event("2026-11-20T09:00:00Z", {}, { type: quiz })
    world.accept("2026-11-20T09:00:00Z", { _tag: "EarnCoins", amount: 1, reason: null, reference_id: null })
    world.accept("2026-11-20T10:00:00Z", command)
    assert.strictEqual(world.state.streaks["daily"]!.current, 0)
    assert.strictEqual(world.state.coins.balance, 1)
  })
})
