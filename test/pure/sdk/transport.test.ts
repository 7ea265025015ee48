/** How calls are tried, ended and refused, in virtual time. */
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import * as Sdk from "../../../sdk/src/browser.ts"
import { errorFrom, json, refused, serviceOf, settled, silent, unreachable } from "../../kit/sdk/Answers.ts"

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20) })
  // The longest of what may be drawn.
  vi.spyOn(Math, "random").mockReturnValue(1)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const clientOf = (service: ReturnType<typeof serviceOf>, options: Partial<Sdk.ClientOptions> = {}) =>
  new Sdk.Hatchery({ token: "svc_ws_1", baseUrl: "https://host.example", fetch: service.fetch, ...options })

const waits = ({ asked }: ReturnType<typeof serviceOf>) =>
  asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0))

const config = json(200, { poll_seconds: 30 })
const unavailable = refused(503, "service_unavailable")

describe("a call is tried again", () => {
  it("once per 503 and 429, and happens once: every try carries the same key", async () => {
    const service = serviceOf(unavailable, refused(429, "rate_limited"), json(201, { purchase_id: "p" }))
    const purchase = await settled(clientOf(service).widgetRuntime.createPurchase({ itemId: "i" }))
    assert.strictEqual(purchase.purchaseId, "p")
    const keys = service.asked.map(({ headers }) => headers.get("idempotency-key"))
    assert.lengthOf(keys, 3)
    assert.match(keys[0] ?? "", /^sdk-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.lengthOf(new Set(keys), 1)
    assert.deepStrictEqual(
      service.asked.map(({ body }) => body),
      Array.from({ length: 3 }, () => ({ item_id: "i" }))
    )
  })

  it("after waits that double, up to eight seconds, by as much as was drawn", async () => {
    const service = serviceOf(unreachable)
    await errorFrom(clientOf(service).widgetRuntime.getConfig({ maxRetries: 6 }))
    assert.deepStrictEqual(waits(service), [500, 1000, 2000, 4000, 8000, 8000])
    vi.mocked(Math.random).mockReturnValue(0)
    const lucky = serviceOf(unreachable)
    await errorFrom(clientOf(lucky).widgetRuntime.getConfig())
    assert.deepStrictEqual(waits(lucky), [250, 500, 1000])
  })

  it("when Retry-After says, in seconds or as a date", async () => {
    const service = serviceOf(
      refused(429, "rate_limited", {}, { "retry-after": "7" }),
      refused(503, "service_unavailable", {}, { "retry-after": new Date(Date.now() + 27_000).toUTCString() }),
      config
    )
    await settled(clientOf(service).widgetRuntime.getConfig())
    assert.deepStrictEqual(waits(service), [7000, 20_000])
  })

  it("not when that is more than a minute away", async () => {
    const service = serviceOf(refused(429, "rate_limited", {}, { "retry-after": "61" }), config)
    const error = await errorFrom(clientOf(service).widgetRuntime.getConfig())
    assert.instanceOf(error, Sdk.RateLimitError)
    assert.strictEqual((error as Sdk.RateLimitError).retryAfter, 61)
    assert.lengthOf(service.asked, 1)
  })

  it.each([500, 502, 503, 504, 408, 429])("after %i, three times", async (status) => {
    const service = serviceOf(refused(status, "some_code"))
    await errorFrom(clientOf(service).widgetRuntime.getConfig())
    assert.lengthOf(service.asked, 4)
  })

  it.each([400, 401, 402, 403, 404, 409, 413, 415, 422])("never after %i", async (status) => {
    const service = serviceOf(refused(status, "some_code"))
    await errorFrom(clientOf(service).widgetRuntime.getConfig())
    assert.lengthOf(service.asked, 1)
  })
})

describe("keys", () => {
  it("are the caller's where given, and no event has one: its event_id does that", async () => {
    const service = serviceOf(json(200, { effects: {} }))
    const client = clientOf(service)
    await settled(client.widgetRuntime.createPurchase({ itemId: "i" }, { idempotencyKey: "mine" }))
    await settled(client.widgetRuntime.createEvent({ type: "lesson.completed", eventId: "e" }))
    await settled(client.widgetRuntime.getConfig())
    assert.deepStrictEqual(
      service.asked.map(({ headers }) => headers.get("idempotency-key")),
      ["mine", null, null]
    )
  })

  it("of an event a page gives none are made up: it is one event, however often it is tried", async () => {
    const service = serviceOf(refused(503, "service_unavailable"), unreachable, json(200, { effects: {} }))
    const client = clientOf(service)
    await settled(client.widgetRuntime.createEvent({ type: "lesson.completed", eventId: undefined }))
    await settled(client.widgetRuntime.createEvent({ type: "lesson.completed" }))
    const ids = service.asked.map(({ body }) => (body as { event_id: string }).event_id)
    assert.match(ids[0]!, /^sdk-[0-9a-f-]{36}$/)
    assert.deepStrictEqual(ids.slice(0, 3), [ids[0], ids[0], ids[0]])
    assert.notStrictEqual(ids[3], ids[0])
  })
})

describe("a call ends", () => {
  it("with a TimeoutError when no answer comes, also from a fetch that heeds nothing", async () => {
    const service = serviceOf(silent)
    const error = await errorFrom(clientOf(service, { timeoutMs: 2000 }).widgetRuntime.getConfig({ maxRetries: 1 }))
    assert.instanceOf(error, Sdk.TimeoutError)
    assert.deepStrictEqual(waits(service), [2500])
  })

  it("with a TimeoutError when only the body does not come", async () => {
    const stuck = () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) }))
    const service = serviceOf(stuck)
    const error = await errorFrom(clientOf(service).widgetRuntime.getConfig({ maxRetries: 0 }))
    assert.instanceOf(error, Sdk.TimeoutError)
  })

  it("with the caller's reason, in a try and in a wait", async () => {
    for (const answer of [silent, unavailable]) {
      const reason = new Error("the page is gone")
      const controller = new AbortController()
      const service = serviceOf(answer)
      const call = clientOf(service).widgetRuntime.getConfig({ signal: controller.signal })
      const failed = call.catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(100)
      controller.abort(reason)
      assert.strictEqual(await failed, reason)
      assert.lengthOf(service.asked, 1)
    }
    const service = serviceOf(config)
    const error = await errorFrom(clientOf(service).widgetRuntime.getConfig({ signal: AbortSignal.abort("never") }))
    assert.deepStrictEqual([error, service.asked.length], ["never", 0])
  })

  it("leaves no timer behind", async () => {
    await clientOf(serviceOf(config)).widgetRuntime.getConfig({ signal: new AbortController().signal })
    assert.strictEqual(vi.getTimerCount(), 0)
  })
})

describe("refusals", () => {
  const classes = [
    [400, Sdk.HatcheryError],
    [401, Sdk.AuthenticationError],
    [402, Sdk.PaymentRequiredError],
    [403, Sdk.PermissionError],
    [404, Sdk.NotFoundError],
    [409, Sdk.ConflictError],
    [422, Sdk.ValidationError],
    [429, Sdk.RateLimitError],
    [503, Sdk.ServerError]
  ] as const

  it.each(classes)("%i are typed", async (status, type) => {
    const service = serviceOf(refused(status, "some_code", { next_try: 3 }))
    const error = await errorFrom(clientOf(service, { maxRetries: 0 }).widgetRuntime.getConfig())
    assert.instanceOf(error, type)
    const { code, details, message, name, requestId } = error as Sdk.HatcheryError
    assert.deepStrictEqual(
      { code, details, message, name, requestId, status: (error as Sdk.HatcheryError).status },
      {
        code: "some_code",
        details: { nextTry: 3 },
        message: "because of some_code",
        name: type.prototype.constructor.name,
        requestId: "req-1",
        status
      }
    )
  })

  it("narrow by code", async () => {
    const error = await errorFrom(
      clientOf(serviceOf(refused(402, "insufficient_coins", { balance: 3 }))).widgetRuntime.createPurchase({
        itemId: "i"
      })
    )
    assert.isTrue(Sdk.isCode(error, "insufficient_coins") && error.details !== undefined)
    assert.isFalse(Sdk.isCode(error, "not_found"))
    assert.isFalse(Sdk.isCode(new Error("insufficient_coins"), "insufficient_coins"))
  })

  it("of somebody in between have a status and no shape", async () => {
    const service = serviceOf(
      () => new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "x-request-id": "r" } })
    )
    const error = await errorFrom(clientOf(service, { maxRetries: 0 }).widgetRuntime.getConfig())
    assert.instanceOf(error, Sdk.ServerError)
    assert.deepStrictEqual((error as Sdk.ServerError).code, "http_error")
    assert.deepStrictEqual((error as Sdk.ServerError).requestId, "r")
    const page = serviceOf(() => new Response("<h1>Sign in to the Wi-Fi</h1>"))
    const portal = await errorFrom(clientOf(page).widgetRuntime.getConfig())
    assert.strictEqual((portal as Sdk.HatcheryError).code, "malformed_answer")
    assert.instanceOf(await errorFrom(clientOf(serviceOf(unreachable)).widgetRuntime.getConfig()), Sdk.ConnectionError)
  })
})
