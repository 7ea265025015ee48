/**
 * What is secret stays out of the log and out of error answers: keys, passwords, tokens, e-mail addresses, user ids and
 * whatever tenants put into free-form fields. Every such thing sent here holds a word that nothing else holds.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"
import { status, webhookSink } from "../kit/webhooks/WebhookSink.ts"

const written: Array<string> = []

/** The log as production writes it, at its most talkative. */
const recorded = Layer.merge(
  Logger.layer([Logger.map(Logger.formatJson, (line) => void written.push(line))]),
  Layer.succeed(References.MinimumLogLevel, "Trace")
)

let serial = 0
const planted = new Map<string, string>()
/** A word to look for, remembered with where it was put. */
const canary = (place: string): string => {
  const word = `canary${++serial}x7Q`
  planted.set(word, place)
  return word
}

const found = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...planted].flatMap(([word, place]) => {
    const line = texts.find((text) => text.includes(word))
    return line === undefined ? [] : [`${place}: ${line.slice(0, 400)}`]
  })

const seen: Array<Answer> = []

const app = TestApp.layer({ logLevel: "Trace" }).pipe(Layer.provide(recorded))

layer(app, { excludeTestServices: true })("what is secret", (it) => {
  const noting = <E, R>(answer: Effect.Effect<Answer, E, R>) =>
    Effect.tap(answer, (got) => Effect.sync(() => seen.push(got)))
  const refused = () => seen.filter((answer) => answer.status >= 400).map((answer) => answer.text)
  const clean = (asked: number) => {
    assert.isAtLeast(written.length, asked, "the log was recorded")
    assert.deepStrictEqual(found(written), [], "in the log")
    assert.deepStrictEqual(found(refused()), [], "in error answers")
  }

  it.effect("of an account is never written down: e-mail, password, tokens", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const email = `${canary("an e-mail")}@example.test`
      const password = canary("a password")
      const post = (path: string, body: unknown) => noting(call("POST", `/auth/${path}`, body))
      const { body } = yield* post("register", { email, password, company_name: "Acme" })
      planted.set(body.access_token, "a dashboard token")
      yield* post("register", { email, password, company_name: "Acme" })
      yield* post("login", { email, password })
      yield* post("login", { email, password: canary("a wrong password") })
      yield* post("login", { email: canary("no e-mail"), password })
      yield* post("password/reset/request", { email })
      yield* post("password/reset", { token: canary("a reset token"), new_password: canary("a new password") })
      yield* post("email/verify", { token: canary("a verification token") })
      const change = { current_password: canary("a current password"), new_password: canary("a next password") }
      yield* noting(call("POST", "/auth/password/change", change, { key: body.access_token }))
      yield* noting(call("POST", "/auth/login", undefined, { raw: `{"password":"${canary("broken JSON")}` }))
      yield* noting(call("GET", `/eggs?token=${canary("a query")}`, undefined, { key: body.access_token }))
      clean(8)
      assert.isAtLeast(refused().length, 8)
    })
  )

  it.effect("among credentials is never written down: keys, widget tokens, webhook secrets and headers", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant({ mode: "live" })
      const { call } = tenant
      planted.set(tenant.key, "a secret key")
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const made = yield* noting(call("POST", "/auth/api-keys", { label: "k", mode: "live" }))
      planted.set(made.body.key, "a new key")
      const session = yield* noting(call("POST", "/widget-sessions", { buddy_id, user_id: "ada" }))
      planted.set(session.body.token, "a session token")
      yield* noting(call("GET", "/widget/buddy", undefined, { key: session.body.token }))
      yield* noting(call("GET", "/eggs", undefined, { key: session.body.token }))
      // Taken for the id of the session, or for anything else that stands in an address.
      yield* noting(call("DELETE", `/widget-sessions/${session.body.token}`))
      yield* noting(call("GET", `/widget/path/${session.body.token.slice(0, 200)}`, undefined, { key: "" }))
      yield* noting(call("GET", "/eggs", undefined, { key: `svc_live_${canary("an unknown key").padEnd(43, "0")}` }))
      yield* noting(call("GET", "/eggs", undefined, { key: `eyJ${canary("a broken token")}.a.b` }))
      const sink = yield* webhookSink
      const path = `/broken?secret=${canary("the query of an endpoint")}`
      sink.script(path, status(500, {}, canary("a receiver's answer")))
      const headers = { authorization: canary("a header of an endpoint") }
      const url = sink.url(path)
      const endpoint = yield* noting(call("POST", "/webhook-configs", { url, headers, events: ["coins.*"] }))
      assert.strictEqual(endpoint.status, 201, endpoint.text)
      planted.set(endpoint.body.secret, "a webhook secret")
      yield* noting(call("POST", `/webhook-configs/${endpoint.body.webhook_config_id}/test`, { event: "coins.earned" }))
      yield* sink.got(path, 1)
      yield* noting(call("POST", "/webhook-configs", { url: `ftp://${canary("a bad address")}`, events: ["coins.*"] }))
      clean(12)
    })
  )

  it.effect("to a tenant's users is never written down: ids, names, properties, metadata", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const user_id = canary("a user id")
      const { buddy_id } = yield* hatch(tenant, user_id, { note: canary("metadata") })
      const event = lesson(user_id, { event_id: canary("an event id"), properties: { score: canary("a property") } })
      yield* noting(call("POST", "/events", event))
      yield* noting(call("POST", "/events", { ...event, occurred_at: "yesterday" }))
      yield* noting(
        call("POST", "/events", { ...event, properties: { score: 1e300, x: canary("a bad body") }, extra: 1 })
      )
      yield* noting(call("POST", "/events?dry_run=true", event))
      yield* noting(call("POST", "/events/batch", { events: [event, { ...event, type: 7 }] }))
      yield* noting(call("GET", `/events/${event.event_id}/trace`))
      yield* noting(call("GET", `/buddies/users/${user_id}/summary`))
      // One slash or two lead to the same place, and names in other letters nowhere.
      for (const [users, status] of [
        ["/buddies/users//", 200],
        ["//customers/me//users/", 200],
        ["/customers/ME/users/", 404]
      ])
        assert.strictEqual((yield* noting(call("GET", `${users}${user_id}/summary`))).status, status)
      yield* noting(call("GET", `/eggs?user_id=${user_id}`))
      yield* noting(call("PATCH", `/buddies/${buddy_id}`, { name: canary("a name") }))
      const reason = canary("a reason")
      yield* noting(call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 1_000_000, reason }))
      yield* noting(call("PUT", "/gates/door", { token_key: "gem", cost: 0, metadata: { note: canary("a gate") } }))
      clean(20)
    })
  )

  it.effect("is not written down when the database refuses a statement either", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const sql = yield* SqlClient.SqlClient
      // One statement that cannot be understood, one that breaks a rule: Postgres quotes the row of the latter.
      yield* sql`ALTER TABLE event_types ADD CONSTRAINT no_such_type CHECK (length(event_type) < 3) NOT VALID`
      const event_type = canary("a value of a refused row")
      const broken = yield* noting(call("POST", "/event-types", { event_type }))
      yield* sql`ALTER TABLE event_types DROP CONSTRAINT no_such_type`
      assert.isAtLeast(broken.status, 400, broken.text)
      yield* sql`ALTER TABLE gates RENAME TO closed_gates`
      const metadata = { note: canary("a value of a statement") }
      const answer = yield* noting(call("PUT", "/gates/door", { token_key: "gem", cost: 1, metadata }))
      yield* sql`ALTER TABLE closed_gates RENAME TO gates`
      assert.deepStrictEqual([answer.status, answer.body.error.code], [500, "internal_server_error"])
      assert.notMatch(answer.text, /gates|relation|INSERT|\.ts/)
      assert.isTrue(written.some((line) => line.includes("unhandled failure")))
      clean(20)
    })
  )

  it.effect("nobody makes a line of the log as long as they like", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      yield* call("GET", `/${"a".repeat(9_000)}`)
      assert.isTrue(written.some((line) => line.includes("/api/v1/aaa")))
      assert.isTrue(written.every((line) => !line.includes("a".repeat(301))))
    })
  )

  it("does not keep the log from saying what happened", () => {
    const requests = written.map((line) => JSON.parse(line)).filter(({ message }) => String(message) === "request")
    assert.isAtLeast(requests.length, 30)
    const [{ annotations }] = requests
    assert.includeMembers(Object.keys(annotations), ["request_id", "method", "path", "status", "duration_ms"])
    const paths = requests.map((line) => line.annotations.path)
    assert.includeMembers(paths, [
      "/api/v1/buddies/users/:id/summary",
      "/api/v1/events/batch",
      "/api/v1/events/:id/trace"
    ])
  })
})
