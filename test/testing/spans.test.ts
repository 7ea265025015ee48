/** Time that a test asks for in a way in which none passes is said, and neither nothing nor for ever. */
import assert from "node:assert/strict"
import { test } from "vitest"
import { startTestService } from "hatchery/testing"

test("a test asks for time that goes on", async () => {
  await using service = await startTestService()
  await assert.rejects(service.advance("-1 day"), /time only goes on: "-1 day" is back/)
  await assert.rejects(service.advance("1 hour", { step: "-1 hour" }), /a step is longer than 0/)
  await assert.rejects(
    service.advanceUntil("never", () => false, { at_most: "1 hour", step: "0 seconds" }),
    /a step is longer than 0/
  )
  await service.advance("0 seconds")
  await service.advance("2 seconds", { step: "1 second" })
})
