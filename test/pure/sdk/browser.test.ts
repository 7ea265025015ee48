/** What the browser entry holds, and what it refuses to hold. */
import { afterEach, assert, describe, it, vi } from "vitest"
import { Hatchery, SecretKeyInBrowserError } from "../../../sdk/src/browser.ts"
import { isBrowserLike } from "../../../sdk/src/credentials.ts"
import { browserOperations } from "../../../sdk/src/generated/browser.ts"
import { json, serviceOf } from "../../kit/sdk/Answers.ts"

const baseUrl = "https://host.example"

describe("where keys can be read", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const node = { process: { versions: { node: "24.0.0" } } }
  const scope = { WorkerGlobalScope: () => {} }
  const importScripts = () => {}

  it.each([
    ["a page", { window: { document: {} } }],
    ["a page made by jsdom", { ...node, window: { document: {} } }],
    ["a web worker", { ...scope, importScripts }],
    ["a renderer of Electron", { process: { type: "renderer", versions: { node: "22.0.0" } } }],
    ["React Native", { navigator: { product: "ReactNative" } }]
  ])("%s", (_, globals) => assert.isTrue(isBrowserLike(globals)))

  it.each([
    ["Node", node],
    ["Electron's main process", { process: { type: "browser", versions: { node: "22.0.0" } } }],
    ["Deno", { Deno: {}, window: {} }],
    ["a worker of Deno", { Deno: {}, ...scope, importScripts }],
    ["Bun", { Bun: {} }],
    ["a worker at the edge", { ...scope, navigator: { userAgent: "Cloudflare-Workers" } }]
  ])("and not: %s", (_, globals) => assert.isFalse(isBrowserLike(globals)))

  it("refuse secret keys, under whatever name and however they come", async () => {
    vi.stubGlobal("window", { document: {} })
    const service = serviceOf(json(200, {}))
    for (const secret of ["svc_live_1", "svc_test_1"]) {
      for (const option of ["apiKey", "accessToken", "token"]) {
        const make = (credential: unknown) => new Hatchery({ baseUrl, fetch: service.fetch, [option]: credential })
        assert.throws(() => make(secret), SecretKeyInBrowserError)
        const error = await make(() => secret)
          .widgetRuntime.getConfig()
          .catch((error: unknown) => error)
        assert.instanceOf(error, SecretKeyInBrowserError)
      }
    }
    for (const authorization of ["Bearer svc_live_1", "bearer  svc_test_1"]) {
      const headers = { Authorization: authorization }
      const asked = [
        new Hatchery({ baseUrl, fetch: service.fetch, headers }).widgetRuntime.getConfig(),
        new Hatchery({ baseUrl, fetch: service.fetch }).widgetRuntime.getConfig({ headers })
      ]
      for (const call of asked) assert.instanceOf(await call.catch((error: unknown) => error), SecretKeyInBrowserError)
    }
    assert.lengthOf(service.asked, 0)
    await new Hatchery({ baseUrl, fetch: service.fetch, apiKey: "svc_pk_1" }).widgetRuntime.getConfig()
    assert.lengthOf(service.asked, 1)
  })
})

describe("the browser entry", () => {
  it("has what widget tokens and publishable keys may call, and no other write", () => {
    const routes = Object.values(browserOperations).flatMap((operations) =>
      Object.values(operations as Record<string, { route: string }>).map(({ route }) => route)
    )
    assert.includeMembers(routes, [
      "GET /widget/buddy",
      "POST /widget/events",
      "POST /embed-tokens",
      "GET /buddies/{id}"
    ])
    assert.deepStrictEqual(
      routes.filter((route) => !/^GET |^\w+ \/(widget\/|public\/|embed-tokens$)/.test(route)),
      []
    )
  })
})
