/** A buddy read as it was, against what was seen of it at the time. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"

const content = {
  token_types: [{ token_key: "xp", name: "XP", kind: "progression" }],
  coin_rules: [
    { rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 10 } }
  ],
  token_rules: [
    {
      rule_key: "xp",
      token_key: "xp",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 3 }
    }
  ],
  badge_definitions: [{ badge_key: "helper", label: "Helper", award_mode: "api", repeatable: true, coin_reward: 5 }]
}

const asOf = (tenant: Tenant, buddy_id: string, at: Date) =>
  tenant.call("GET", `/buddies/${buddy_id}/as-of?at=${encodeURIComponent(at.toISOString())}`)

describe("a buddy as it was", () => {
  it("has the balances, badges and stage it was seen with, whatever came later", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const { buddy_id } = await tenant.hatch("ada")
    const seen: Array<{ at: Date; coins: number; tokens: Readonly<Record<string, number>>; helper: number }> = []
    for (let day = 0; day < 4; day++) {
      await tenant.send({ user_id: "ada", type: "lesson.completed" })
      if (day % 2 === 1) await tenant.call("POST", `/buddies/${buddy_id}/badges`, { badge_key: "helper" })
      if (day === 2) await tenant.call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 7 })
      const { coins, tokens } = await tenant.buddy("ada")
      seen.push({ at: await service.now(), coins, tokens, helper: Math.floor((day + 1) / 2) })
      await service.advance("1 day", { step: "1 day" })
    }
    for (const { at, coins, helper, tokens } of seen) {
      const { body, status, text } = await asOf(tenant, buddy_id, at)
      assert.strictEqual(status, 200, text)
      const badges = helper === 0 ? {} : { helper }
      assert.deepInclude(body, { as_of: at.toISOString(), coins, tokens, badges, evolution_stage: 1, items: [] })
    }
    assert.deepStrictEqual(
      seen.map(({ coins }) => coins),
      [10, 25, 28, 43]
    )
  })

  it("is as it is now where no moment is said, also for a user on a test clock", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const now = new Date((await service.now()).getTime() + 30 * 86_400_000).toISOString()
    const clock = await tenant.call("POST", "/test/clocks", { now, user_ids: ["ada"] })
    assert.strictEqual(clock.status, 201, clock.text)
    const { buddy_id } = await tenant.hatch("ada")
    await tenant.send({ user_id: "ada", type: "lesson.completed", occurred_at: now })
    const { body, text } = await tenant.call("GET", `/buddies/${buddy_id}/as-of`)
    assert.deepInclude(body, { as_of: now, coins: 10, tokens: { xp: 3 } }, text)
  })

  it("is as it is now where no moment is said, back from a clock ahead, and on one behind", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const present = await service.now()
    const now = new Date(present.getTime() + 30 * 86_400_000).toISOString()
    const ahead = await tenant.call("POST", "/test/clocks", { now, user_ids: ["ada"] })
    const behind = await tenant.call("POST", "/test/clocks", {})
    const { buddy_id } = await tenant.hatch("ada")
    await tenant.send({ user_id: "ada", type: "lesson.completed", occurred_at: now })
    await tenant.call("POST", `/buddies/${buddy_id}/badges`, { badge_key: "helper" })
    await tenant.call("DELETE", `/test/clocks/${ahead.body.test_clock_id}`)
    const back = await tenant.call("GET", `/buddies/${buddy_id}/as-of`)
    const held = { coins: 15, tokens: { xp: 3 }, badges: { helper: 1 }, ledger_rows: 3 }
    assert.deepInclude(back.body, { ...held, as_of: present.toISOString() }, back.text)
    assert.deepInclude((await asOf(tenant, buddy_id, present)).body, { coins: 0, ledger_rows: 0 })

    await service.advance("1 day", { step: "1 day" })
    const { buddy_id: other } = await tenant.hatch("bob")
    await tenant.send({ user_id: "bob", type: "lesson.completed" })
    await tenant.call("POST", `/test/clocks/${behind.body.test_clock_id}/users`, { user_ids: ["bob"] })
    const late = await tenant.call("GET", `/buddies/${other}/as-of`)
    assert.strictEqual(late.status, 200, late.text)
    assert.deepInclude(late.body, { as_of: present.toISOString(), coins: 10, ledger_rows: 2 }, late.text)
  })

  it("was not there before its birth, and is nobody else's", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const { buddy_id } = await tenant.hatch("ada")
    const early = await asOf(tenant, buddy_id, new Date("2020-01-01T00:00:00Z"))
    assert.deepStrictEqual([early.status, early.body.error.code], [400, "bad_request"])
    const other = await service.tenant()
    assert.strictEqual((await asOf(other, buddy_id, await service.now())).status, 404)
    assert.strictEqual((await tenant.call("GET", `/buddies/${buddy_id}/as-of?at=soon`)).status, 422)
  })
})
