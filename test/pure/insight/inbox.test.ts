/** What a request at an inbox may hold: anything, from anybody who knows the address. */
import { assert, describe, it } from "vitest"
import { judge } from "../../../src/features/insight/webhook-inboxes/Service/Verification.ts"
import { signature } from "../../../src/platform/webhooks/Signing.ts"

const received_at = Date.parse("2026-01-15T12:00:00Z")
const secrets = [{ current: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", previous: [] }]
const arrived = (body: string, headers: Record<string, string>) => ({ body: Buffer.from(body), headers, received_at })

describe("a request at an inbox", () => {
  it("is told that its body was written anew before it was signed", () => {
    const seconds = received_at / 1_000
    const headers = {
      "x-svc-timestamp": String(seconds),
      "x-svc-signature": signature(secrets[0]!.current, seconds, `{"a": 1}`)
    }
    assert.strictEqual(judge(arrived(`{"a":1}`, headers), secrets).hint, "body_parsed_before_hashing")
  })

  it("is not written anew when that would cost more than taking it", () => {
    const deep = "[".repeat(2_000) + "0,".repeat(20_000) + "0" + "]".repeat(2_000)
    const long = `[${"0,".repeat(60_000)}0]`
    for (const body of [deep, long]) {
      const before = process.cpuUsage()
      assert.strictEqual(judge(arrived(body, { "x-svc-signature": "x" }), secrets).hint, "wrong_secret")
      const { system, user } = process.cpuUsage(before)
      // Seconds, where it was written anew.
      assert.isBelow(user + system, 300_000)
    }
  })

  it("of a time that there is not has no skew", () => {
    const skewOf = (timestamp: string) => judge(arrived("{}", { "x-svc-timestamp": timestamp }), secrets).skew_seconds
    assert.strictEqual(skewOf("-9007199254740991"), null)
    assert.strictEqual(skewOf("9007199254740991"), null)
    assert.strictEqual(skewOf(String(received_at / 1_000 - 7)), 7)
  })
})
