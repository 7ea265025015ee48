/** A mistyped address: people get a page that leads on, programs the envelope, and both the same status. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { rawHttp } from "../kit/http/RawHttp.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" }

layer(TestApp.shared, { excludeTestServices: true })("an address that nothing is served at", (it) => {
  const opened = Effect.fnUntraced(function* (path: string, headers: Readonly<Record<string, string>> = browser) {
    const { baseUrl } = yield* TestApp
    return yield* (yield* rawHttp(baseUrl))({ method: "GET", path, headers })
  })

  it.effect("is a page of the reference below /docs, with its menu", () =>
    Effect.gen(function* () {
      for (const path of ["/docs/nope", "/docs/guides/nope/again"]) {
        const { headers, status, text } = yield* opened(path)
        assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], path)
        assert.include(text, "No such page")
        assert.include(text, '<a href="/docs/guides">')
        assert.include(headers["content-security-policy"], "script-src 'self'")
        assert.strictEqual(headers["cache-control"], "no-store")
        assert.strictEqual(headers["x-robots-tag"], "noindex")
      }
    })
  )

  it.effect("is the page that says so anywhere else, with its sheets where they are", () =>
    Effect.gen(function* () {
      for (const path of ["/consol", "/p/", "/p/one/two/three", "/demo/nope?from=mail"]) {
        const { headers, status, text } = yield* opened(path)
        assert.deepStrictEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], path)
        assert.include(text, "Nothing has hatched here")
        const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(text)![1]!
        assert.match(new URL(sheet, `http://localhost${path}`).pathname, /^\/theme\//, path)
        assert.notInclude(text, "/demo", "there is no demo to lead to")
      }
    })
  )

  it.effect("is the envelope to a program, anywhere in the API, and far from any page", () =>
    Effect.gen(function* () {
      const json = { accept: "application/json" }
      const asked = [
        yield* opened("/docs/nope", json),
        yield* opened("/docs/nope", { accept: "*/*" }),
        yield* opened("/docs/nope", { accept: "text/html;q=0, application/json" }),
        yield* opened("/demo/nope", {}),
        yield* opened("/api/v1/nope"),
        yield* opened(`/demo${"/".repeat(5_000)}nope`),
        yield* opened("/api")
      ]
      for (const { json: body, status } of asked) {
        assert.deepStrictEqual([status, (body as { error: { code: string } }).error.code], [404, "not_found"])
      }
    })
  )

  it.effect("is asked about by HEAD as it is by GET, without the page", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const send = yield* rawHttp(baseUrl)
      for (const path of ["/docs/nope", "/consol", "/theme/nope.css"]) {
        const { headers: whole } = yield* opened(path)
        const { headers, status, text } = yield* send({ method: "HEAD", path, headers: browser })
        assert.deepStrictEqual([status, text], [404, ""], path)
        for (const name of ["content-type", "content-length", "content-security-policy"])
          assert.strictEqual(headers[name], whole[name], `${name} of ${path}`)
      }
    })
  )

  it.effect("is the envelope where the target of the request is no path", () =>
    Effect.gen(function* () {
      for (const target of ["*nope", "*nope?from=mail"]) {
        const { json, status } = yield* opened(target)
        assert.strictEqual(status, 404, target)
        assert.strictEqual((json as { error: { code: string } }).error.code, "not_found", target)
      }
    })
  )
})
