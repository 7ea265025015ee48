/** Taking back what rules paid on other terms than they have since. */
import { assert, describe, it } from "vitest"
import { startTestService } from "hatchery/testing"

type Service = Awaited<ReturnType<typeof startTestService>>
type Tenant = Awaited<ReturnType<Service["tenant"]>>

const event_type = "lesson.completed"
const rule = (terms: object) => ({
  rule_key: "lesson",
  trigger: { event_type },
  amount: { mode: "fixed", value: 10 },
  ...terms
})

/** Of lessons that are sent from now on. */
const move = async (service: Service, tenant: Tenant, terms: object) => {
  assert.strictEqual((await tenant.call("PUT", "/coin-rules/lesson", rule(terms))).status, 200)
  const draft = (await tenant.call("POST", "/config-versions")).body.config_version_id
  assert.strictEqual((await tenant.call("POST", `/config-versions/${draft}/publish`)).status, 200)
  const moving = (await tenant.call("POST", `/config-versions/${draft}/migrate-buddies`, {})).body
  const isMoved = async () => (await tenant.operation(moving.operation_id)).status === "completed"
  await service.advanceUntil("the buddy has moved", isMoved)
}

/** Two lessons, between which the terms of their rule change; the first is taken back, and a third one is sent. */
const third = async (before: object, after: object) => {
  await using service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish({ coin_rules: [rule(before)] })
  await tenant.hatch("ada")
  const send = async (event_id: string) => {
    const sent = { event_id, user_id: "ada", type: event_type, properties: { lesson_id: "l-1" } }
    return (await tenant.send(sent)).effects.coins
  }
  assert.strictEqual(await send("first"), 10)
  await move(service, tenant, after)
  assert.strictEqual(await send("second"), 10)
  const taken = await tenant.call("POST", "/events/first/reverse", {})
  assert.deepInclude(taken.body, { coins: 10, missing: 0 }, taken.text)
  return await send("third")
}

describe("an event that was paid before its rule had", () => {
  it("a value it pays once leaves the payment of another event alone", async () => {
    assert.strictEqual(await third({}, { limits: { unique_by: ["lesson_id"] } }), 0)
  })

  it("a limit gives no place back", async () => {
    assert.strictEqual(await third({}, { limits: { max_total: 1 } }), 0)
  })

  it("a limit of the day gives no place of the day back", async () => {
    assert.strictEqual(await third({ limits: { max_total: 5 } }, { limits: { max_total: 5, max_per_day: 1 } }), 0)
  })

  it("a budget gives nothing back to it", async () => {
    assert.strictEqual(await third({}, { budget: { max_coins: 10, period: "total" } }), 0)
  })

  it("a budget of another period gives back to the period it was paid from", async () => {
    const budget = (period: string) => ({ budget: { max_coins: 10, period } })
    assert.strictEqual(await third(budget("month"), budget("total")), 0)
  })
})

describe("an event whose rule has a smaller budget since", () => {
  it("is taken back all the same, and gives its share back", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    const budget = (max_coins: number) => ({ budget: { max_coins, period: "total" } })
    await tenant.publish({ coin_rules: [rule(budget(1_000))] })
    await tenant.hatch("ada")
    const send = async (event_id: string) =>
      (await tenant.send({ event_id, user_id: "ada", type: event_type })).effects.coins
    for (const event_id of ["first", "second", "third"]) assert.strictEqual(await send(event_id), 10)
    await move(service, tenant, budget(15))
    for (const event_id of ["first", "second"]) {
      const taken = await tenant.call("POST", `/events/${event_id}/reverse`, {})
      assert.deepInclude(taken.body, { coins: 10 }, taken.text)
    }
    assert.strictEqual(await send("fourth"), 0)
    assert.strictEqual((await tenant.call("POST", "/events/third/reverse", {})).status, 200)
    assert.deepStrictEqual([await send("fifth"), await send("sixth")], [10, 0])
  })
})

describe("points of a milestone", () => {
  const focus = { skill_key: "focus", name: "Focus", start_level: 0, max_level: 5 }
  const skill_sets = [{ skill_set_key: "s", name: "S", skills: [focus], level_curve: { mode: "linear", base: 10 } }]
  const streak = (amount: number, more = {}) => ({
    streak_key: "daily",
    frequency: "daily",
    qualifying: { match: "any", events: [{ event_type }] },
    milestones: [{ length: 1, reward: { coins: 5, skills: [{ skill_key: "focus", amount }] } }],
    ...more
  })

  for (const [what, after] of [
    ["which brings fewer since", streak(1)],
    ["of a streak with another key since", streak(20, { streak_key: "every_day" })]
  ] as const) {
    it(`${what}, go as they came`, async () => {
      await using service = await startTestService()
      const tenant = await service.tenant()
      await tenant.publish({ coin_rules: [rule({})], skill_sets, streak_rules: [streak(20)] })
      await tenant.hatch("ada")
      const points = async () => (await tenant.buddy("ada")).skills["focus"]?.points
      await tenant.send({ event_id: "first", user_id: "ada", type: event_type })
      assert.strictEqual(await points(), 20)
      assert.strictEqual((await tenant.call("PUT", "/streak-rules/daily", after)).status, 200)
      await move(service, tenant, {})
      const taken = await tenant.call("POST", "/events/first/reverse", {})
      assert.deepInclude(taken.body, { coins: 15 }, taken.text)
      assert.strictEqual(await points(), 0)
    })
  }
})

describe("a surprise drop that was won before it had a limit", () => {
  it("gives no place back", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish({ coin_rules: [rule({})] })
    await tenant.hatch("ada")
    const drop = {
      drop_key: "gift",
      name: "Gift",
      trigger: { event_type },
      probability: 1,
      reward_pool: [{ weight: 1, reward: { coins: 20 } }]
    }
    const made = await tenant.call("POST", "/customers/me/surprise-drops", drop)
    assert.strictEqual(made.status, 201, made.text)
    const send = async (event_id: string) =>
      (await tenant.send({ event_id, user_id: "ada", type: event_type })).effects.coins
    assert.strictEqual(await send("first"), 30)
    const limits = { max_total: 1 }
    assert.strictEqual((await tenant.call("PATCH", "/customers/me/surprise-drops/gift", { limits })).status, 200)
    assert.strictEqual(await send("second"), 30)
    const taken = await tenant.call("POST", "/events/first/reverse", {})
    assert.deepInclude(taken.body, { coins: 30 }, taken.text)
    assert.strictEqual(await send("third"), 10)
    assert.strictEqual((await tenant.call("POST", "/events/second/reverse", {})).status, 200)
    assert.deepStrictEqual([await send("fourth"), await send("fifth")], [30, 10])
  })
})
