/** A page of somebody else, whose name points to this machine, reads nothing of it. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { ownNames } from "../../src/edge/HostNames.ts"
import { TestApp } from "../kit/service/TestApp.ts"

/** The status of a request under that name. */
const asked = (baseUrl: string, host: string, method: string, path: string, more = {}) =>
  Effect.callback<{ readonly status: number; readonly text: string }>((resume) => {
    const body = method === "POST" ? "{}" : undefined
    const headers = { host, ...(body === undefined ? {} : { "content-type": "application/json" }), ...more }
    const outgoing = request(new URL(path, baseUrl), { method, headers }, (answer) => {
      let text = ""
      answer.on("data", (chunk) => (text += String(chunk)))
      answer.once("end", () => resume(Effect.succeed({ status: answer.statusCode ?? 0, text })))
    })
    outgoing.end(body)
  })

/** Of every kind of way in: pages, the mailbox, probes, the API, and what is taken before the router. */
const ways = [
  ["GET", "/dev/mails"],
  ["GET", "/demo"],
  ["GET", "/docs"],
  ["GET", "/readyz"],
  ["GET", "/metrics"],
  ["GET", "/nothing"],
  ["POST", "/api/v1/auth/login"],
  ["POST", "/api/v1/events"]
] as const

layer(TestApp.layer({ publicUrl: "https://hatchery.test" }, "single"), { excludeTestServices: true })(
  "on the embedded database",
  (it) => {
    it.effect("every way in is closed to names of others, and tells nothing", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestApp
        for (const host of ["rebound.attacker.test", "localhost.attacker.test:4000", "127.0.0.1.attacker.test"]) {
          for (const [method, path] of ways) {
            const { status, text } = yield* asked(baseUrl, host, method, path)
            assert.strictEqual(status, 400, `${method} ${path} as ${host}`)
            assert.strictEqual(JSON.parse(text).error.code, "bad_request")
            for (const more of [{ expect: "100-continue" }, { connection: "Upgrade", upgrade: "websocket" }]) {
              const { status } = yield* asked(baseUrl, host, method, path, more)
              assert.strictEqual(status, 400, `${method} ${path} as ${host} with ${JSON.stringify(more)}`)
            }
          }
        }
      })
    )

    it.effect("the names of this machine and of PUBLIC_URL are answered", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* TestApp
        for (const host of ["localhost:4000", "LOCALHOST", "127.0.0.1", "[::1]:4000", "hatchery.test", "localhost."]) {
          const { status } = yield* asked(baseUrl, host, "GET", "/dev/mails")
          assert.strictEqual(status, 200, host)
        }
      })
    )

    it.effect("clients made from the reference call PUBLIC_URL", () =>
      Effect.gen(function* () {
        const { text } = yield* asked((yield* TestApp).baseUrl, "hatchery.test", "GET", "/openapi.json")
        assert.deepStrictEqual(JSON.parse(text).servers, [{ url: "https://hatchery.test" }])
      })
    )
  }
)

describe("names", () => {
  it("anywhere else every name is answered: who balances the load may have given it one", () => {
    const isOwn = ownNames({ embedded: false, host: "0.0.0.0", publicUrl: "https://hatchery.test" })
    assert.isTrue(isOwn("10.0.0.7:4000"))
    assert.isTrue(isOwn("internal.example"))
  })
  it("the address that is bound is one", () => {
    const isOwn = ownNames({ embedded: true, host: "192.168.1.5", publicUrl: "http://localhost:4000" })
    assert.isTrue(isOwn("192.168.1.5:4000"))
    assert.isFalse(isOwn("192.168.1.6:4000"))
  })
})
