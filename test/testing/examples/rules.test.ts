import assert from "node:assert/strict"
import { startTestService } from "hatchery/testing"
import { test } from "vitest"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed", filters: [{ property: "score", operator: "gte", value: 80 }] },
      amount: { mode: "fixed", value: 10 },
      limits: { max_per_day: 2 }
    }
  ],
  streak_rules: [
    {
      streak_key: "daily",
      qualifying: { events: [{ event_type: "lesson.completed" }] },
      milestones: [{ length: 3, reward: { coins: 50 } }]
    }
  ]
}

const lesson = { user_id: "ada", type: "lesson.completed", properties: { score: 95 } }

test("three days of learning pay the milestone, and a day pays two lessons at most", async () => {
  await using service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(content)
  await tenant.hatch("ada")

  for (const paid of [10, 10, 0]) assert.equal((await tenant.send(lesson)).effects.coins, paid)
  await service.advance("1 day")
  assert.equal((await tenant.send(lesson)).effects.coins, 10)
  await service.advance("1 day")
  assert.equal((await tenant.send(lesson)).effects.coins, 10 + 50)
  assert.equal((await tenant.buddy("ada")).coins, 90)
})
