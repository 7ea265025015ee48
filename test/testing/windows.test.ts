/** What runs for a while runs by the service's clock, wherever that stands beside the database's. */
import { startTestService } from "hatchery/testing"
import { assert, test } from "vitest"

const content = {
  coin_rules: [{ rule_key: "lesson", trigger: { event_type: "lesson.completed" }, amount: { mode: "fixed", value: 7 } }]
}
const minute_ms = 60_000

test("boosters of an audience and event badges count what occurred in their window, however late", async () => {
  await using service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(content)
  await tenant.hatch("ada")
  const began = (await service.now()).getTime()
  const at = (minutes: number) => new Date(began + minutes * minute_ms).toISOString()
  const lesson = (minutes: number) =>
    tenant.send({ user_id: "ada", type: "lesson.completed", occurred_at: at(minutes), properties: {} })
  const boosted = await tenant.call("POST", "/customers/me/boosters/grant", {
    booster_key: "weekend",
    target: { audience: "default" },
    applies_to: ["coins"],
    multiplier: 3,
    duration_minutes: 10
  })
  assert.equal(boosted.status, 201, boosted.text)
  const fair = { badge_key: "fair", label: "Fair", trigger: { event_type: "lesson.completed" } }
  const made = await tenant.call("POST", "/customers/me/event-badges", { ...fair, starts_at: at(1), ends_at: at(10) })
  assert.equal(made.status, 201, made.text)

  await service.advance("2 days")
  const afterwards = await lesson(10)
  assert.deepEqual([afterwards.effects.coins, afterwards.effects.badges_awarded.length], [7, 0])
  const within = await lesson(1)
  assert.deepEqual([within.effects.coins, within.effects.badges_awarded.length], [21, 1])
})
