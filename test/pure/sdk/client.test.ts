/** Who calls, where to, and what comes with an answer. */
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

const config = json(200, { poll_seconds: 30 })

describe("an address", () => {
  it.each([undefined, "", "/api/v1", "localhost:3000", "ftp://host.example", "https://"])(
    "that is none is said to be the baseUrl's: %s",
    (baseUrl) => {
      const make = () => new Sdk.Hatchery({ token: "svc_ws_1", baseUrl: baseUrl as string })
      assert.throws(make, TypeError, "baseUrl is an http or https address")
    }
  )
})

describe("credentials", () => {
  it("of a function are asked for once, and once more after a 401, for all calls that met it", async () => {
    const reasons: Array<string> = []
    const token = (reason: string) => {
      reasons.push(reason)
      return Promise.resolve(`svc_ws_${reasons.length}`)
    }
    const asked: Array<string | null> = []
    const fetch = async (_: string, init: RequestInit) => {
      const credential = new Headers(init.headers).get("authorization")
      asked.push(credential)
      return credential === "Bearer svc_ws_1" ? refused(401, "unauthorized")() : config()
    }
    const client = new Sdk.Hatchery({ token, fetch, baseUrl: "https://host.example" })
    await settled(Promise.all([client.widgetRuntime.getConfig(), client.widgetRuntime.getConfig()]))
    await settled(client.widgetRuntime.getConfig())
    assert.deepStrictEqual(reasons, ["missing", "rejected"])
    assert.deepStrictEqual(
      asked,
      [1, 1, 2, 2, 2].map((number) => `Bearer svc_ws_${number}`)
    )
    client.forgetCredential()
    await settled(client.widgetRuntime.getConfig())
    assert.deepStrictEqual(reasons, ["missing", "rejected", "missing"])
  })

  it("that count no more are an AuthenticationError, after one renewal", async () => {
    const service = serviceOf(refused(401, "unauthorized"))
    const error = await errorFrom(clientOf(service, { token: () => "svc_ws_1" }).widgetRuntime.getConfig())
    assert.instanceOf(error, Sdk.AuthenticationError)
    assert.lengthOf(service.asked, 2)
  })

  it("that a function cannot give are an AuthenticationError, and asked for again by the next call", async () => {
    const odd = [null, 7, "", "two words"].map((text) => () => text as string)
    const given = [...odd, () => Promise.reject<string>(new Error("signed out"))]
    const client = clientOf(serviceOf(config), { token: () => (given.shift() ?? (() => "svc_ws_1"))() })
    for (const code of [...odd.map(() => "malformed_credential"), "no_credential"]) {
      const error = await errorFrom(client.widgetRuntime.getConfig())
      assert.instanceOf(error, Sdk.AuthenticationError)
      assert.strictEqual((error as Sdk.AuthenticationError).code, code)
    }
    await settled(client.widgetRuntime.getConfig())
    const never = clientOf(serviceOf(config), { token: () => new Promise<string>(() => {}), maxRetries: 0 })
    assert.instanceOf(await errorFrom(never.widgetRuntime.getConfig()), Sdk.TimeoutError)
  })

  it("are one for a client: of two none is used silently", () => {
    const kinds = ["apiKey", "accessToken", "token"] as const
    const pairs = kinds.flatMap((one, index) => kinds.slice(index + 1).map((other) => [one, other] as const))
    for (const pair of [...pairs, kinds]) {
      const options = Object.fromEntries(pair.map((kind) => [kind, () => `svc_ws_${kind}`]))
      const make = () => new Sdk.Hatchery({ baseUrl: "https://host.example", ...options })
      assert.throws(make, Sdk.AuthenticationError, pair.join(" and "))
    }
    const unset = { apiKey: "svc_live_1", accessToken: undefined, token: null as never }
    assert.doesNotThrow(() => new Sdk.Hatchery({ baseUrl: "https://host.example", ...unset }))
  })

  it("stand in no message", async () => {
    const secret = "svc_ws_very-secret"
    const answers = [refused(401, "unauthorized"), unreachable, silent, () => new Response("no")]
    for (const answer of answers) {
      const error = await errorFrom(
        clientOf(serviceOf(answer), { token: secret, maxRetries: 0 }).widgetRuntime.getConfig()
      )
      assert.notInclude(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`, secret)
    }
    assert.throws(() => clientOf(serviceOf(config), { token: `${secret}\n` }), /visible ASCII/)
  })
})

describe("what comes with an answer", () => {
  it("is told by withResponse", async () => {
    const service = serviceOf(
      json(
        200,
        { poll_seconds: 30 },
        {
          "x-request-id": "r1",
          "idempotency-replayed": "true",
          etag: '"e"',
          "x-ratelimit-limit": "50",
          "x-ratelimit-remaining": "49",
          "x-ratelimit-reset": "1795132800"
        }
      )
    )
    assert.deepStrictEqual(await clientOf(service).widgetRuntime.getConfig().withResponse(), {
      data: { pollSeconds: 30 } as never,
      status: 200,
      requestId: "r1",
      replayed: true,
      etag: '"e"',
      rateLimit: { limit: 50, remaining: 49, resetAt: "2026-11-20T00:00:00.000Z" }
    })
  })

  it("is nothing when nothing has changed", async () => {
    const service = serviceOf(() => new Response(null, { status: 304, headers: { etag: '"e"' } }))
    const client = clientOf(service)
    const { data, etag, status } = await client.widgetRuntime.getBuddy({ etag: '"e"' }).withResponse()
    assert.deepStrictEqual({ data, etag, status }, { data: undefined, etag: '"e"', status: 304 })
    assert.isUndefined(await client.widgetRuntime.listMarketplace({ page: 2 }, { etag: '"e"' }))
    assert.deepStrictEqual(
      service.asked.map(({ headers, url }) => [headers.get("if-none-match"), url.pathname + url.search]),
      [
        ['"e"', "/api/v1/widget/buddy"],
        ['"e"', "/api/v1/widget/marketplace?page=2"]
      ]
    )
  })
})

describe("addresses", () => {
  it.each(["https://host.example/", "https://host.example/api/v1", "https://host.example/api/v1//"])(
    "%s",
    async (baseUrl) => {
      const service = serviceOf(config)
      await clientOf(service, { baseUrl }).widgetRuntime.getConfig()
      assert.strictEqual(service.asked[0]?.url.href, "https://host.example/api/v1/widget/config")
    }
  )

  it("hold every parameter as one segment, and none that would be another place", async () => {
    const service = serviceOf(json(200, { path: null }))
    const { widgetRuntime } = clientOf(service)
    await widgetRuntime.getPath("a/b?c#d e")
    assert.strictEqual(service.asked[0]?.url.pathname, "/api/v1/widget/path/a%2Fb%3Fc%23d%20e")
    for (const key of ["", ".", "..", undefined, null, {}]) {
      assert.instanceOf(await errorFrom(widgetRuntime.getPath(key as string)), TypeError)
    }
    assert.lengthOf(service.asked, 1)
  })

  it("are http and absolute", () => {
    for (const baseUrl of ["host.example", "file:///etc", ""]) {
      assert.throws(() => clientOf(serviceOf(config), { baseUrl }), TypeError)
    }
  })
})
