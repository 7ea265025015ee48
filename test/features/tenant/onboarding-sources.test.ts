/** What onboarding reads beside descriptions, the guide it writes, and talking about a plan. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { begin, codeOf, lingo, planned, sessions } from "../../kit/tenant/Onboarding.ts"

const site = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; close(): void }>((resume) => {
    const server = createServer((request, response) => {
      const isPage = request.url === "/"
      response.writeHead(isPage ? 200 : 404, { "content-type": "text/html" })
      response.end(isPage ? `<html lang="en"><title>Lingo</title><p>${lingo}</p></html>` : "")
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close: () => void server.close() }))
    })
  }),
  (server) => Effect.sync(() => server.close())
)

const prepared = Effect.fnUntraced(function* (call: Call) {
  const status = Effect.map(call("GET", `${sessions}/preparing-status`), ({ body }) => body)
  yield* until(
    "it is prepared",
    Effect.map(status, (body) => body.status !== "preparing")
  )
  return yield* status
})

layer(TestApp.layer({ onboardingAllowPrivate: true }), { excludeTestServices: true })("a site", (it) => {
  it.effect("is read beside the request, and planned by", () =>
    Effect.gen(function* () {
      const { url } = yield* site
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const asked = yield* call("POST", `${sessions}/seed-from-url`, { url: `${url}/` })
      assert.strictEqual(asked.status, 202, asked.text)
      assert.deepInclude(asked.body, { status: "preparing" })
      const { onboarding_session_id: id, operation_id } = asked.body
      assert.deepInclude(yield* prepared(call), {
        onboarding_session_id: id,
        status: "ready",
        kind: "seed",
        operation_id
      })
      const { body } = yield* call("GET", `${sessions}/current`)
      assert.deepStrictEqual(body.source, { type: "url", summary: `Lingo. ${lingo}`, language: "en" })
      assert.strictEqual((yield* planned(call, id)).plan.preset_key, "learning")

      const lost = yield* call("POST", `${sessions}/seed-from-url`, { url: `${url}/nowhere` })
      assert.strictEqual(lost.status, 202)
      const { error } = yield* prepared(call)
      assert.deepInclude(error, { code: "onboarding_extract_failed", reason: "unreachable" })
      const operation = (yield* call("GET", `/operations/${lost.body.operation_id}`)).body
      assert.deepInclude(operation, { status: "failed" })
      assert.deepInclude(operation.error, { code: "onboarding_extract_failed", details: { reason: "unreachable" } })
      const after = (yield* call("GET", `${sessions}/current`)).body
      assert.deepStrictEqual([after.busy, after.source.type, after.caps.seeds], [null, "url", 18])
    }).pipe(Effect.scoped)
  )
})

layer(TestApp.shared, { excludeTestServices: true })("a guide and what is read", (it) => {
  it.effect("sites that may not be read are refused at once, though webhooks may go there", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const bad = ["http://127.0.0.1:1/", "https://localhost/", "https://169.254.169.254/latest", "nonsense"]
      for (const url of bad) {
        const refused = yield* call("POST", `${sessions}/seed-from-url`, { url })
        assert.deepStrictEqual(codeOf(refused), [422, "validation_failed"], url)
      }
      const refused = yield* call("POST", `${sessions}/seed-from-repo`, { repo_url: "https://gitlab.com/acme/lingo" })
      assert.deepStrictEqual(codeOf(refused), [422, "validation_failed"])
      assert.deepStrictEqual(codeOf(yield* call("GET", `${sessions}/current`)), [404, "not_found"])
    })
  )

  it.effect("is written for the stack, with the events of the preset, then of the plan", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const id = yield* begin(call)
      const guideOf = (body: unknown) =>
        Effect.map(planned(call, id, "generate-guide", body), (session) => session.guide)
      const first = yield* guideOf({})
      assert.deepInclude(first, { stack: "other", source: "preset" })
      yield* call("PUT", `${sessions}/${id}/answers`, { answers: { stack: "rails" } })
      yield* planned(call, id)
      yield* call("POST", `${sessions}/${id}/apply`)
      const next = yield* guideOf({})
      assert.deepInclude(next, { stack: "rails", source: "plan" })
      assert.include(JSON.stringify(next.steps), "lesson.completed")
      assert.deepInclude(yield* guideOf({ stack: "python" }), { stack: "python" })
      assert.deepStrictEqual(codeOf(yield* call("POST", `${sessions}/${id}/generate-guide`, { stack: "cobol" })), [
        422,
        "validation_failed"
      ])
    })
  )
})

/** Events of a stream as [name, data]. */
const streamed = (text: string) =>
  text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      return [event, JSON.parse(data)] as const
    })

layer(TestApp.shared, { excludeTestServices: true })("talking about a plan", (it) => {
  it.effect("explains, changes answers, and says the same again under the same key", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "pro" })
      const id = yield* begin(call)
      yield* planned(call, id)
      const say = (message: string, key?: string) =>
        call(
          "POST",
          `${sessions}/${id}/message`,
          { message },
          key === undefined ? {} : { headers: { "idempotency-key": key } }
        )
      const told = yield* say("No randomness please, and why this plan?", "key-1")
      assert.strictEqual(told.status, 200, told.text)
      assert.match(told.headers.get("content-type") ?? "", /^text\/event-stream/)
      assert.strictEqual(told.headers.get("cache-control"), "no-store")
      const events = streamed(told.text)
      const names = events.map(([name]) => name)
      assert.deepStrictEqual([names[0], ...names.slice(-2)], ["start", "session", "done"])
      const reply = events.flatMap(([name, data]) => (name === "delta" ? [data.text] : [])).join("")
      assert.include(reply, "no randomness")
      assert.include(reply, "learning")
      assert.deepStrictEqual(events.at(-2)?.[1], { answers_changed: ["avoid"], plan_stale: true })
      assert.deepStrictEqual(events.at(-1)?.[1], { message_id: events[0]![1].message_id, credits: 0 })
      const again = yield* say("No randomness please, and why this plan?", "key-1")
      assert.deepStrictEqual([again.text, again.headers.get("idempotency-replayed")], [told.text, "true"])
      assert.isNull(told.headers.get("idempotency-replayed"))
      assert.deepStrictEqual(codeOf(yield* say("Something else", "key-1")), [409, "idempotency_key_conflict"])
      const { body } = yield* call("GET", `${sessions}/current`)
      assert.deepStrictEqual([body.messages, body.answers.avoid, body.caps.messages], [1, ["randomness"], 199])
      assert.deepStrictEqual(streamed((yield* say("hello")).text).at(-2)?.[1], {
        answers_changed: [],
        plan_stale: false
      })
      assert.deepStrictEqual(codeOf(yield* say("")), [422, "validation_failed"])
      assert.deepStrictEqual(codeOf(yield* say("x".repeat(4_001))), [422, "validation_failed"])
      yield* call("POST", `${sessions}/${id}/apply`)
      assert.deepStrictEqual(codeOf(yield* say("hello")), [409, "onboarding_session_closed"])
    })
  )
})
