/** Taking back an event of rules that go by another name since. */
import { assert, describe, it } from "vitest"
import { startTestService } from "hatchery/testing"

const event_type = "lesson.completed"
const rule = (rule_key: string) => ({
  rule_key,
  trigger: { event_type },
  amount: { mode: "fixed", value: 10 },
  limits: { max_total: 1, cooldown_seconds: 3_600, unique_by: ["lesson_id"] },
  budget: { max_coins: 10, period: "total" }
})
const streak = (streak_key: string) => ({
  streak_key,
  frequency: "daily",
  qualifying: { match: "any", events: [{ event_type }] },
  milestones: [{ length: 1, reward: { coins: 5 } }]
})
const sent = { user_id: "ada", type: event_type, properties: { lesson_id: "l-1" } }

describe("an event of rules that were renamed since", () => {
  it("gives back limits, unique payments and budget of its rule, and takes what its streak paid", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish({ coin_rules: [rule("lesson")], streak_rules: [streak("daily")] })
    await tenant.hatch("ada")
    const first = await tenant.send({ ...sent, event_id: "mistaken" })
    assert.strictEqual(first.effects.coins, 15)

    assert.strictEqual((await tenant.call("PUT", "/coin-rules/lesson", rule("lesson_done"))).status, 200)
    assert.strictEqual((await tenant.call("PUT", "/streak-rules/daily", streak("every_day"))).status, 200)
    const draft = (await tenant.call("POST", "/config-versions")).body.config_version_id
    assert.strictEqual((await tenant.call("POST", `/config-versions/${draft}/publish`)).status, 200)
    const moving = (await tenant.call("POST", `/config-versions/${draft}/migrate-buddies`, {})).body
    const isMoved = async () => (await tenant.operation(moving.operation_id)).status === "completed"
    await service.advanceUntil("the buddy has moved", isMoved)

    const taken = await tenant.call("POST", "/events/mistaken/reverse", {})
    assert.deepInclude(taken.body, { coins: 15, missing: 0 })
    assert.strictEqual((await tenant.buddy("ada")).coins, 0)
    const corrected = await tenant.send({ ...sent, event_id: "corrected" })
    assert.strictEqual(corrected.effects.coins, 15)
  })
})

describe("an event of a rule that has another budget since", () => {
  const paying = (budget: object, type = event_type) => ({
    ...rule("lesson"),
    trigger: { event_type: type },
    limits: { max_total: 3 },
    budget
  })
  const budgeted = async (before: object, after: object, type = event_type) => {
    const service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish({ coin_rules: [paying(before)] })
    await tenant.hatch("ada")
    for (const event_id of ["one", "two", "three"]) await tenant.send({ ...sent, event_id })
    assert.strictEqual((await tenant.call("PUT", "/coin-rules/lesson", paying(after, type))).status, 200)
    const draft = (await tenant.call("POST", "/config-versions")).body.config_version_id
    assert.strictEqual((await tenant.call("POST", `/config-versions/${draft}/publish`)).status, 200)
    const moving = (await tenant.call("POST", `/config-versions/${draft}/migrate-buddies`, {})).body
    const isMoved = async () => (await tenant.operation(moving.operation_id)).status === "completed"
    await service.advanceUntil("the buddy has moved", isMoved)
    const coinsOf = async (event_id: string) => (await tenant.send({ ...sent, event_id })).effects.coins
    return { ...tenant, coinsOf, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
  }

  it("gives back also what a rule has used up that listens to another type of events since", async () => {
    const budget = { max_coins: 30, period: "total" }
    await using tenant = await budgeted(budget, budget, "lesson.finished")
    const finished = { ...sent, type: "lesson.finished" }
    assert.strictEqual((await tenant.send({ ...finished, event_id: "full" })).effects.coins, 0)
    assert.strictEqual((await tenant.call("POST", "/events/one/reverse", {})).body.coins, 10)
    assert.strictEqual((await tenant.send({ ...finished, event_id: "free" })).effects.coins, 10)
  })

  it("is taken back however little the budget has by now", async () => {
    await using tenant = await budgeted({ max_coins: 100, period: "total" }, { max_coins: 15, period: "total" })
    const taken = await tenant.call("POST", "/events/one/reverse", {})
    assert.deepInclude(taken.body, { coins: 10, missing: 0 }, taken.text)
    assert.strictEqual(await tenant.coinsOf("four"), 0)
    for (const event_id of ["two", "three"]) await tenant.call("POST", `/events/${event_id}/reverse`, {})
    assert.strictEqual(await tenant.coinsOf("five"), 10)
    assert.strictEqual(await tenant.coinsOf("six"), 0)
  })

  it("gives back to the budget that has paid it, and no more to another", async () => {
    await using tenant = await budgeted({ max_coins: 100, period: "total" }, { max_coins: 10, period: "day" })
    assert.strictEqual((await tenant.call("POST", "/events/one/reverse", {})).body.coins, 10)
    assert.strictEqual(await tenant.coinsOf("four"), 10)
    assert.strictEqual(await tenant.coinsOf("five"), 0)
  })
})

describe("an event that came late, of a workspace that takes none as late since", () => {
  it("is counted no more", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    const conditions = [{ type: "event_count", key: event_type, operator: "gte", value: 2 }]
    const badge_definitions = [{ badge_key: "two", label: "Two", criteria: { match: "all", conditions } }]
    await tenant.publish({ coin_rules: [{ ...rule("lesson"), limits: {}, budget: null }], badge_definitions })
    await tenant.hatch("ada")
    const occurred_at = new Date((await service.now()).getTime() - 3 * 86_400_000).toISOString()
    await tenant.send({ ...sent, event_id: "late", occurred_at })
    const changed = await tenant.call("PATCH", "/customers/me/settings", { max_lateness_days: 1 })
    assert.strictEqual(changed.status, 200, changed.text)
    assert.strictEqual((await tenant.call("POST", "/events/late/reverse", {})).body.coins, 10)
    const next = await tenant.send({ ...sent, event_id: "next" })
    assert.deepStrictEqual(next.effects.badges_awarded, [])
  })
})
