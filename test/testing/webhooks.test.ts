/** What a receiver of webhooks lives through, through the public entry only. */
import { assert, describe, it } from "vitest"
import { hang, isSignedWith, isStandardSignedWith, startTestService } from "hatchery/testing"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 }
    }
  ]
}

describe("a webhook", () => {
  it("is tried again after an error and after silence, with the same body, signed each time", async () => {
    await using service = await startTestService()
    const tenant = await service.tenant()
    await tenant.publish(content)
    const receiver = await service.receiver()
    receiver.answer("/hook", 500, hang, 204)
    const { body: endpoint } = await tenant.call("POST", "/webhook-configs", {
      url: receiver.url("/hook"),
      events: ["buddy.hatched"]
    })
    await tenant.hatch("ada")
    await service.advanceUntil("the third attempt", () => receiver.received("/hook").length === 3)
    await service.advance("1 day", { step: "1 day" })
    const attempts = receiver.received("/hook")
    assert.lengthOf(attempts, 3)
    for (const attempt of attempts) {
      assert.strictEqual(attempt.body, attempts[0]!.body)
      assert.isTrue(isSignedWith(attempt, endpoint.secret))
      assert.isTrue(isStandardSignedWith(attempt, endpoint.secret))
      assert.isFalse(isSignedWith({ ...attempt, body: `${attempt.body} ` }, endpoint.secret))
      assert.isFalse(isStandardSignedWith({ ...attempt, body: `${attempt.body} ` }, endpoint.secret))
    }
  })
})
