/** verifyWebhook: what it takes, and every way it refuses. */
import { createHmac } from "node:crypto"
import { assert, describe, it } from "vitest"
import { verifyWebhook, type WebhookDelivery, WebhookVerificationError } from "../../../sdk/src/webhooks.ts"

const secret = "whsec_one"
const at = Date.UTC(2026, 10, 20, 21)
const seconds = String(at / 1000)
const payload = '{"buddy_id":"b","coin_reward":5,"label":"Größe"}'

const sign = (body: string | Uint8Array, key = secret, time = seconds) =>
  `sha256=${createHmac("sha256", key).update(`${time}.`).update(body).digest("hex")}`

const headersOf = (more: Record<string, string | ReadonlyArray<string> | undefined> = {}) => ({
  "x-svc-event": "badge.awarded",
  "x-svc-delivery": "0195f3a0-0000-7000-8000-000000000000",
  "x-svc-timestamp": seconds,
  "x-svc-signature": sign(payload),
  ...more
})

const verify = (more: Partial<WebhookDelivery> = {}): Promise<{ readonly event: string }> =>
  verifyWebhook({ payload, headers: headersOf(), secrets: secret, now: at, ...more })

const reasonOf = async (more: Partial<WebhookDelivery>): Promise<unknown> => {
  try {
    await verify(more)
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : error
  }
  throw new Error("it was taken")
}

describe("a delivery", () => {
  it("is told in camelCase, with what the headers say", async () => {
    assert.deepStrictEqual<unknown>(await verify(), {
      event: "badge.awarded",
      deliveryId: "0195f3a0-0000-7000-8000-000000000000",
      timestamp: at / 1000,
      data: { buddyId: "b", coinReward: 5, label: "Größe" }
    })
  })

  it("is taken as text or bytes, with headers of any kind", async () => {
    const named = Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]))
    for (const headers of [
      new Headers(headersOf() as Record<string, string>),
      named,
      headersOf({ other: ["a", "b"] })
    ]) {
      for (const raw of [payload, new TextEncoder().encode(payload), Buffer.from(payload)]) {
        assert.strictEqual((await verify({ payload: raw, headers })).event, "badge.awarded")
      }
    }
  })

  it("is taken with either secret", async () => {
    for (const secrets of [
      ["whsec_two", secret],
      [secret, "whsec_two"]
    ] as const)
      await verify({ secrets })
    assert.strictEqual(await reasonOf({ secrets: ["whsec_two", "whsec_three"] }), "no_match")
    assert.strictEqual(await reasonOf({ secrets: "whsec_two" }), "no_match")
  })

  it("of an event nobody knows is taken", async () => {
    const event = "constructor.called"
    assert.strictEqual((await verify({ headers: headersOf({ "x-svc-event": event }) })).event, event)
  })
})

describe("it is refused", () => {
  it("when it is too old or too far ahead, by a second", async () => {
    for (const [now, tolerance] of [[at + 300_000], [at - 300_000], [new Date(at + 9000), 10]] as const) {
      await verify({ now, toleranceSeconds: tolerance })
    }
    for (const [now, tolerance] of [[at + 301_000], [at - 301_000], [at + 11_000, 10], [Number.NaN]] as const) {
      assert.strictEqual(await reasonOf({ now, toleranceSeconds: tolerance }), "timestamp_out_of_range")
    }
    assert.strictEqual(await reasonOf({ now: undefined }), "timestamp_out_of_range")
  })

  it.each(["x-svc-event", "x-svc-delivery", "x-svc-timestamp", "x-svc-signature"])("without %s", async (name) => {
    assert.strictEqual(await reasonOf({ headers: headersOf({ [name]: undefined }) }), "missing_header")
    const { [name]: _, ...others } = headersOf() as Record<string, string>
    assert.strictEqual(await reasonOf({ headers: new Headers(others) }), "missing_header")
    const [value] = [headersOf()[name as "x-svc-event"]]
    assert.strictEqual(await reasonOf({ headers: headersOf({ [name]: [value, value] }) }), "malformed_header")
    assert.strictEqual(await reasonOf({ headers: headersOf({ [name]: "" }) }), "malformed_header")
  })

  const malformed: ReadonlyArray<readonly [string, string]> = [
    ...["", "1e9", "-1", "12.5", " 5", "9".repeat(40), "0x10", "now"].map(
      (value) => ["x-svc-timestamp", value] as const
    ),
    ...["", "sha256=", "sha1=ab", sign(payload).slice(7), `${sign(payload)}0`, sign(payload).slice(0, -1)].map(
      (value) => ["x-svc-signature", value] as const
    ),
    ["x-svc-signature", sign(payload).toUpperCase()],
    ["x-svc-signature", `sha256=${"z".repeat(64)}`],
    ["x-svc-event", "a b"],
    ["x-svc-delivery", "../x"]
  ]
  it.each(malformed)("with %s: %s", async (name, value) => {
    assert.strictEqual(await reasonOf({ headers: headersOf({ [name]: value }) }), "malformed_header")
  })

  it("when a byte of what was signed differs", async () => {
    assert.strictEqual(await reasonOf({ payload: payload.replace("5", "6") }), "no_match")
    assert.strictEqual(await reasonOf({ payload: `${payload} ` }), "no_match")
    const later = String(at / 1000 + 1)
    assert.strictEqual(await reasonOf({ headers: headersOf({ "x-svc-timestamp": later }) }), "no_match")
  })

  it("when it is signed and no JSON object", async () => {
    for (const body of ["", "no", "[1]", "null", '"text"', "{", new Uint8Array([123, 255, 125])]) {
      const headers = headersOf({ "x-svc-signature": sign(body) })
      assert.strictEqual(await reasonOf({ payload: body, headers }), "malformed_body")
    }
  })

  it("when it is used wrongly: with a parsed body, or without a secret", async () => {
    for (const wrong of [{ payload: {} }, { secrets: "" }, { secrets: [secret, undefined] }]) {
      assert.instanceOf(await reasonOf(wrong as unknown as Partial<WebhookDelivery>), TypeError)
    }
  })
})
