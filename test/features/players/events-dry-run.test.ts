/** What an event would do: now, at another time, and under rules that are not published yet. */
import { assert, describe, it } from "vitest"
import { startTestService, type Tenant } from "hatchery/testing"

const paying = (value: number) => ({
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value },
      limits: { max_per_day: 1 }
    }
  ]
})

const rehearse = async (tenant: Tenant, occurred_at: Date, query: Readonly<Record<string, string>> = {}) => {
  const event = { event_id: "rehearsal", user_id: "ada", type: "lesson.completed", occurred_at }
  const search = new URLSearchParams({ dry_run: "true", ...query })
  const { body, status, text } = await tenant.call("POST", `/events?${search}`, event)
  assert.strictEqual(status, 200, text)
  return { coins: body.effects.coins, reason: body.trace[0].reason }
}

describe("a dry run", () => {
  it("sees the limits of the time it is given, and changes nothing", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(paying(10))
    await tenant.hatch("ada")
    await tenant.send({ user_id: "ada", type: "lesson.completed" })
    const today = await service.now()
    const tomorrow = new Date(today.getTime() + 86_400_000)
    assert.deepStrictEqual(await rehearse(tenant, today), { coins: 0, reason: "limit_reached" })
    const later = await rehearse(tenant, tomorrow, { now: tomorrow.toISOString() })
    assert.deepStrictEqual(later, { coins: 10, reason: "fired" })
    assert.strictEqual((await tenant.buddy("ada")).coins, 10)
  })

  it("is asked for in so many words: who only names another time or version sends nothing", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(paying(10))
    await tenant.hatch("ada")
    const now = (await service.now()).toISOString()
    const { config_version_id } = await tenant.buddy("ada")
    const event = { event_id: "meant-as-a-rehearsal", user_id: "ada", type: "lesson.completed", occurred_at: now }
    for (const [name, value] of Object.entries({ now, config_version_id })) {
      const { body, status } = await tenant.call("POST", `/events?${new URLSearchParams({ [name]: value })}`, event)
      assert.deepStrictEqual([status, body.error?.code], [422, "validation_failed"])
    }
    assert.strictEqual((await tenant.call("GET", "/events/meant-as-a-rehearsal")).status, 404)
    assert.strictEqual((await tenant.buddy("ada")).coins, 0)
  })

  it("goes by no version that is unknown or of another tenant", async () => {
    await using service = await startTestService()
    const [tenant, stranger] = [await service.tenant(), await service.tenant()]
    await tenant.publish(paying(10))
    await stranger.publish(paying(99))
    await tenant.hatch("ada")
    await stranger.hatch("eve")
    const foreign = (await stranger.buddy("eve")).config_version_id
    assert.isString(foreign)
    const occurred_at = await service.now()
    for (const config_version_id of [foreign, crypto.randomUUID(), "none", "\u0000"]) {
      for (const user_id of ["ada", "nobody"]) {
        const event = { event_id: "rehearsal", user_id, type: "lesson.completed", occurred_at }
        const search = new URLSearchParams({ dry_run: "true", config_version_id })
        const { body, status } = await tenant.call("POST", `/events?${search}`, event)
        assert.deepStrictEqual([status, body.error?.code], [404, "not_found"])
      }
    }
  })

  it("goes by a draft as it is at that moment", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(paying(10))
    await tenant.hatch("ada")
    const { body: draft } = await tenant.call("POST", "/config-versions")
    const { config_version_id } = draft
    const paid = async (value: number) => {
      const content = paying(value)
      const changed = await tenant.call("PATCH", `/config-versions/${config_version_id}`, { content })
      assert.strictEqual(changed.status, 200, changed.text)
      return (await rehearse(tenant, await service.now(), { config_version_id })).coins
    }
    assert.deepStrictEqual([await paid(25), await paid(40)], [25, 40])
    assert.strictEqual((await rehearse(tenant, await service.now())).coins, 10)
  })

  it("pays no more from a budget than there is, also where nobody has asked for it yet", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    const [rule] = paying(10).coin_rules
    await tenant.publish({ coin_rules: [{ ...rule, limits: {}, budget: { max_coins: 10, period: "total" } }] })
    await tenant.hatch("ada")
    await tenant.send({ user_id: "ada", type: "lesson.completed" })
    // As on a node that never paid from it.
    await service.crash()
    await service.start()
    const rehearsed = await rehearse(tenant, await service.now())
    assert.deepStrictEqual(rehearsed, { coins: 0, reason: "budget_exhausted" })
    assert.strictEqual((await tenant.send({ user_id: "ada", type: "lesson.completed" })).effects.coins, 0)
  })
})
