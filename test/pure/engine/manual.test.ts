import { assert, describe, it } from "vitest"
import { skillView, tokensView } from "../../../src/engine/views/views.ts"
import { bodies, gem, World, xp } from "../../kit/engine/World.ts"

const now = "2026-11-20T12:00:00Z"
const rich = {
  badge_definition_id: "id-rich",
  badge_key: "rich",
  label: "Rich",
  coin_reward: 5,
  criteria: { conditions: [{ type: "coins_balance" as const, operator: "gte" as const, value: 100 }] }
}
const study = {
  skill_set_id: "set",
  skill_set_key: "study",
  name: "Study",
  skills: [{ skill_key: "focus", name: "Focus", start_level: 1, max_level: 3 }],
  level_curve: { mode: "quadratic" as const, base: 100 }
}
const earn = (amount: number) => ({ _tag: "EarnCoins" as const, amount, reason: "support", reference_id: "ticket-7" })
const spend = (amount: number) => ({ ...earn(amount), _tag: "SpendCoins" as const })
const skills = (operation: "increase" | "decrease" | "set", value: number) => ({
  _tag: "UpdateSkills" as const,
  updates: [{ skill_key: "focus", operation, value }]
})

describe("coins by hand", () => {
  it("are booked with the caller's words and move badges along", () => {
    const world = new World({ badge_definitions: [rich] })
    const decision = world.accept(now, earn(100))
    assert.deepEqual(decision.reply, { _tag: "Coins", amount: 100, balance: 100, ledger_id: "ledger-1" })
    const [entry] = decision.entries
    assert.deepEqual([entry!.reason, entry!.reference_type, entry!.reference_id], ["support", "command", "ticket-7"])
    assert.deepEqual(decision.effects.badges_awarded, [{ badge_key: "rich", label: "Rich", coin_reward: 5 }])
    assert.strictEqual(world.state.coins.balance, 105)
  })

  it("are spent down to zero and no further", () => {
    const world = new World({})
    world.accept(now, earn(10))
    assert.deepEqual(world.refuse(now, spend(11)), { code: "insufficient_coins", balance: 10, required: 11 })
    const decision = world.accept(now, spend(10))
    assert.deepEqual(
      decision.entries.map(({ amount, balance_after }) => [amount, balance_after]),
      [[-10, 0]]
    )
    assert.strictEqual(bodies(decision, "coins.spent")[0]!.amount, 10)
    assert.deepEqual(world.state.coins, { balance: 0, earned: 10, spent: 10 })
  })

  it("stop at the largest exact integer", () => {
    const world = new World({})
    world.accept(now, earn(Number.MAX_SAFE_INTEGER))
    assert.deepEqual(world.refuse(now, earn(1)), { code: "balance_limit", unit: "coin", max: Number.MAX_SAFE_INTEGER })
  })
})

describe("tokens by hand", () => {
  const earnToken = (token_key: string, amount: number) => ({
    _tag: "EarnToken" as const,
    token_key,
    amount,
    reason: null
  })
  const spendToken = (token_key: string, amount: number) => ({
    _tag: "SpendToken" as const,
    token_key,
    amount,
    reason: null
  })
  const world = () => new World({ token_types: [xp, { ...gem, max_balance: 10 }] })

  it("are earned and spent with lifetime sums", () => {
    const buddy = world()
    assert.deepEqual(buddy.accept(now, earnToken("gem", 9)).reply, {
      _tag: "Token",
      token_key: "gem",
      amount: 9,
      balance: 9,
      ledger_id: "ledger-1"
    })
    buddy.accept(now, spendToken("gem", 4))
    const { primary, progression } = tokensView(buddy.host.snapshot, buddy.state)
    assert.deepEqual(primary, [{ token_key: "gem", balance: 5, lifetime_earned: 9, lifetime_spent: 4 }])
    assert.deepEqual(progression, [{ token_key: "xp", balance: 0, lifetime_earned: 0, lifetime_spent: 0 }])
  })

  it("are refused for each documented reason", () => {
    const buddy = world()
    assert.strictEqual(buddy.refuse(now, earnToken("toString", 1)).code, "unknown_token")
    assert.strictEqual(buddy.refuse(now, spendToken("xp", 1)).code, "progression_not_spendable")
    assert.deepEqual(buddy.refuse(now, spendToken("gem", 3)), {
      code: "insufficient_tokens",
      token_key: "gem",
      balance: 0,
      required: 3
    })
    assert.deepEqual(buddy.refuse(now, earnToken("gem", 11)), { code: "balance_limit", unit: "token:gem", max: 10 })
  })
})

describe("a badge by hand", () => {
  const award = { _tag: "AwardBadge" as const, badge_key: "rich", reason: null }

  it("is awarded whatever its criteria, once", () => {
    const world = new World({ badge_definitions: [rich] })
    const first = world.accept(now, award)
    assert.deepEqual(first.reply, {
      _tag: "Badge",
      badge_key: "rich",
      label: "Rich",
      awarded_at: Date.parse(now),
      coin_reward: 5,
      already_awarded: false
    })
    const again = world.accept("2026-11-21T00:00:00Z", award)
    assert.deepEqual(again.reply, {
      _tag: "Badge",
      badge_key: "rich",
      label: "Rich",
      awarded_at: Date.parse(now),
      coin_reward: 0,
      already_awarded: true
    })
    assert.deepEqual([again.entries, again.outbound, world.state.coins.balance], [[], [], 5])
  })

  it("has to exist", () => {
    assert.deepEqual(new World({}).refuse(now, award), { code: "unknown_badge", badge_key: "rich" })
  })
})

describe("skills by hand", () => {
  const world = () => new World({ skill_sets: [study] })

  it("start at their start level and move to a level's threshold", () => {
    const buddy = world()
    assert.deepEqual(skillView(buddy.host.snapshot, buddy.state), {
      focus: { level: 1, points: 100, next_level_points: 400 }
    })
    const decision = buddy.accept(now, skills("increase", 1))
    assert.deepEqual(decision.reply, { _tag: "Skills", updates: { focus: { level: 2, previous: 1, change: 1 } } })
    assert.strictEqual(bodies(decision, "skill.level_up").length, 1)
    assert.strictEqual(buddy.state.skills["focus"], 400)
  })

  it("stay between nothing and the top", () => {
    const buddy = world()
    buddy.accept(now, skills("set", 99))
    assert.deepEqual(skillView(buddy.host.snapshot, buddy.state), {
      focus: { level: 3, points: 900, next_level_points: null }
    })
    const decision = buddy.accept(now, skills("decrease", 99))
    assert.deepEqual(bodies(decision, "skill.updated")[0]!.updates, { focus: { level: 0, previous: 3, change: -3 } })
    assert.deepEqual(bodies(decision, "skill.level_up"), [])
  })

  it("that do not exist refuse the whole update", () => {
    const buddy = world()
    const updates = [
      { skill_key: "focus", operation: "set" as const, value: 3 },
      { skill_key: "none", operation: "set" as const, value: 1 }
    ]
    assert.deepEqual(buddy.refuse(now, { _tag: "UpdateSkills", updates }), { code: "unknown_skill", skill_key: "none" })
    assert.strictEqual(buddy.state.skills["focus"], 100)
  })
})

describe("a buddy", () => {
  it("is renamed and archived without any other effect", () => {
    const world = new World({})
    const renamed = world.accept(now, { _tag: "Rename", name: "Pip" })
    assert.deepEqual([renamed.name, renamed.state, renamed.outbound], ["Pip", world.state, []])
    assert.strictEqual(world.accept(now, { _tag: "Archive" }).status, "archived")
  })
})
