/** The log as people see it at a terminal, and what is said to whoever comes to `/`. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { peopleLogger } from "../../src/platform/observability/Log.ts"
import { paintOf } from "../../src/platform/observability/Paint.ts"
import { request, TestApp } from "../kit/service/TestApp.ts"
import { until } from "../kit/service/time.ts"

const dataDir = mkdtempSync(join(tmpdir(), "hatchery-terminal-"))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const plain = paintOf({ noColor: "1" })
const written: Array<string> = []
const recorded = Logger.layer([Logger.map(peopleLogger(plain), (line) => void written.push(line))])
const settings = { demo: true, dataDir, logFormat: "pretty", logLevel: "Info" } as const
const app = TestApp.layer(settings, "single").pipe(Layer.provide(recorded))

/** Without the time of day. */
const lines = () => written.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ""))

layer(app, { excludeTestServices: true })("at a terminal", (it) => {
  const shows = (what: RegExp) =>
    until(
      `the log shows ${what} among ${lines().join("\n")}`,
      Effect.sync(() => lines().some((line) => what.test(line)))
    )

  it.effect("each request that matters has one short line, and what the demo asks itself has none", () =>
    Effect.gen(function* () {
      const { baseUrl, call } = yield* TestApp
      assert.deepStrictEqual(
        lines().filter((line) => /\/(api|demo)/.test(line)),
        [],
        "filling the demo is no news"
      )
      const key = readFileSync(join(dataDir, "demo-key"), "utf8").trim()
      const demo = request(baseUrl, key)
      for (const path of ["/demo", "/demo/main.js", "/demo/deliveries", "/demo/api/eggs", "/healthz"])
        assert.isBelow((yield* call("GET", `root:${path}`)).status, 400)
      const [{ buddy_id }] = (yield* demo("GET", "/buddies?user_id=ada")).body.data
      const session = yield* demo("POST", "/widget-sessions", { buddy_id, user_id: "ada" })
      assert.strictEqual((yield* call("GET", "/widget/buddy", undefined, { key: session.body.token })).status, 200)
      assert.strictEqual((yield* call("GET", "root:/demo/api/operations/nothing")).status, 404)
      yield* call("POST", "root:/demo/api/eggs?ensure=true", { user_id: "grace" })
      yield* shows(/^200 {2}POST {4}\/api\/v1\/eggs {2,}\d+ ms {2}secret$/)
      const told = lines().map((line) => line.replace(/\s+\d+ ms.*$/, "").replace(/ +/g, " "))
      assert.sameOrderedMembers(told, [
        "200 GET /api/v1/buddies",
        "201 POST /api/v1/widget-sessions",
        "404 GET /api/v1/operations/nothing",
        "404 GET /demo/api/operations/nothing",
        "200 POST /api/v1/eggs"
      ])
      assert.isTrue(lines().every((line) => line.length < 100))
    })
  )

  it.effect("a storm is a few lines a second that say how many there were", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* TestApp
      const demo = request(baseUrl, "svc_test_nobody")
      const before = written.length
      for (let sent = 0; written.length - before < 21 || !/and \d+ more$/.test(written.at(-1)!); sent++) {
        // A machine that is fast enough passes the window of credentials nobody has.
        assert.include([401, 429], (yield* demo("GET", "/eggs")).status)
        assert.isBelow(sent, 20_000)
      }
      assert.match(lines().at(-1)!, /^(401|429) {2}GET {5}\/api\/v1\/eggs {2,}\d+ ms {2}and \d+ more$/)
    })
  )

  it.effect("/ leads to the demo", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* TestApp).call("GET", "root:/")
      assert.deepStrictEqual([answer.status, answer.headers.get("location")], [302, "/demo"])
    })
  )

  it.effect("colours are for terminals that want them", () =>
    Effect.sync(() => {
      assert.strictEqual(paintOf({ noColor: undefined })("201", "green"), "\u001b[32m201\u001b[0m")
      assert.strictEqual(paintOf({ noColor: "" })("201", "green"), "\u001b[32m201\u001b[0m")
      assert.strictEqual(plain("201", "green"), "201")
    })
  )
})

layer(TestApp.layer(), { excludeTestServices: true })("without a demo", (it) => {
  it.effect("/ says what this is and where to read on", () =>
    Effect.gen(function* () {
      const answer = yield* (yield* TestApp).call("GET", "root:/")
      assert.strictEqual(answer.status, 200)
      assert.match(answer.text, /^Hatchery .*: a progression service\..*\n\nAPI {8}http:\/\/\S+\/api\/v1\nReference/)
    })
  )
})
