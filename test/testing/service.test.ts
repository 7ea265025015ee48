/** What the kit promises beside hatches, in the flavour without Effect. */
import { assert, describe, it } from "vitest"
import { hang, type RunningTestService, startTestService } from "hatchery/testing"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "no refusal",
    (error: unknown) => String(error)
  )

/** A short life, told by everything that was drawn in it. */
const life = async (service: RunningTestService) => {
  const tenant = await service.tenant()
  const { config_version_id } = await tenant.publish(content)
  const { buddy_id, egg_id } = await tenant.hatch("ada")
  const { event_id } = await tenant.send({ user_id: "ada", type: "lesson.completed" })
  return [tenant.customer_id, tenant.key, config_version_id, egg_id, buddy_id, event_id, await service.now()]
}

describe("a test service", () => {
  it("lives the same life again from the same seed, and another one from another seed", async () => {
    await using first = await startTestService({ seed: "one" })
    await using again = await startTestService({ seed: "one" })
    await using other = await startTestService({ seed: "two" })
    const told = await life(first)
    assert.deepStrictEqual(await life(again), told)
    const shared = (await life(other)).filter((value, index) => value === told[index])
    assert.deepStrictEqual(shared, ["event-1"])
  })

  it("begins when it is told to, and only moves when it is told to", async () => {
    await using service = await startTestService({ startAt: "2026-03-28T22:00:00Z" })
    const tenant = await service.tenant()
    await tenant.publish(content)
    const { body: egg } = await tenant.call("POST", "/eggs", { user_id: "ada" })
    assert.strictEqual(egg.created_at, "2026-03-28T22:00:00.000Z")
    await service.advance("3 hours")
    assert.deepStrictEqual(await service.now(), new Date("2026-03-29T01:00:00Z"))
  })

  it("keeps what it has acknowledged when it is killed, and is silent until it is started again", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    await tenant.hatch("ada")
    const { effects } = await tenant.send({ event_id: "once", user_id: "ada", type: "lesson.completed" })
    await service.crash()
    assert.notStrictEqual(await refusal(tenant.buddy("ada")), "no refusal")
    await service.start()
    const again = await tenant.send({ event_id: "once", user_id: "ada", type: "lesson.completed" })
    assert.deepStrictEqual(again.effects, effects)
    assert.strictEqual((await tenant.buddy("ada")).coins, 10)
  })

  it("awards a badge of the tenant's own on the third day of a streak, and never again", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    const condition = { type: "streak_current", key: "daily", operator: "gte", value: 3 }
    await tenant.publish({
      streak_rules: [{ streak_key: "daily", qualifying: { events: [{ event_type: "lesson.completed" }] } }],
      badge_definitions: [{ badge_key: "loyal", label: "Loyal", coin_reward: 7, criteria: { conditions: [condition] } }]
    })
    await tenant.hatch("ada")
    const awarded: Array<ReadonlyArray<string>> = []
    for (let day = 1; day <= 4; day++) {
      const { effects } = await tenant.send({ user_id: "ada", type: "lesson.completed" })
      awarded.push(effects.badges_awarded.map(({ badge_key }) => badge_key))
      await service.advance("1 day", { step: "1 day" })
    }
    assert.deepStrictEqual(awarded, [[], [], ["loyal"], []])
    assert.strictEqual((await tenant.buddy("ada")).coins, 7)
  })

  it("ends what is under way before it is shut down", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    await service.pictures.failNext(1)
    const { operation_id } = await tenant.startHatch("ada")
    await service.shutdown()
    await service.start()
    await service.advance("2 minutes")
    assert.strictEqual((await tenant.operation(operation_id)).status, "completed")
    assert.lengthOf((await tenant.call("GET", "/buddies?user_id=ada")).body.data, 1)
  })

  it("gives up a receiver that never answers after the time of a delivery, and tries again", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const receiver = await service.receiver()
    receiver.answer("/hook", hang, 204)
    await tenant.call("POST", "/webhook-configs", { url: receiver.url("/hook"), events: ["buddy.hatched"] })
    const { buddy_id } = await tenant.hatch("ada")
    await receiver.got("/hook", 1)
    assert.lengthOf(receiver.received("/hook"), 1)
    await service.advance("10 minutes")
    const bodies = receiver.received("/hook").map(({ body }) => JSON.parse(body).buddy_id)
    assert.deepStrictEqual(bodies, [buddy_id, buddy_id])
  })

  it("keeps the mails it would have sent", async () => {
    await using service = await startTestService()
    const email = "ada@example.com"
    const answer = await service.call("POST", "/auth/register", {
      email,
      password: "correct horse battery",
      company_name: "Acme",
      name: "Ada"
    })
    assert.isBelow(answer.status, 300, answer.text)
    await service.until("a mail", async () => (await service.mails(email)).length > 0)
    assert.deepStrictEqual(await service.mails("somebody@example.com"), [])
  })

  it("refuses to move a clock that runs by itself", async () => {
    await using service = await startTestService({ clock: "real" })
    assert.include(await refusal(service.advance("1 second")), "real time")
  })
})
