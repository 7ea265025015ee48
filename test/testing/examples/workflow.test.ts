import assert from "node:assert/strict"
import { isStandardSignedWith, startTestService } from "hatchery/testing"
import { test } from "vitest"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

test("a hatch survives a crash, and an hour of a receiver that is down", async () => {
  await using service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(content)
  const receiver = await service.receiver()
  receiver.answer("/hook", 503, 503, 503, 503, 204)
  const { body: endpoint } = await tenant.call("POST", "/webhook-configs", {
    url: receiver.url("/hook"),
    events: ["buddy.hatched"]
  })

  await service.pictures.failNext(1)
  const { operation_id } = await tenant.startHatch("ada")
  await service.crash()
  await service.start()
  await service.advance("30 minutes")
  assert.equal((await tenant.operation(operation_id)).status, "completed")

  await service.advanceUntil("the receiver has it", () => receiver.received("/hook").length === 5)
  const [first, ...again] = receiver.received("/hook")
  assert.ok(again.every(({ body }) => body === first!.body))
  assert.ok(isStandardSignedWith(first!, endpoint.secret))
})
