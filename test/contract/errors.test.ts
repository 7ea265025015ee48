/**
 * Every code a client can branch on, in a real answer: contract part 7 and what the families add to it. The last test
 * sees to it that no code exists that nothing ever answers.
 */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { knownCodes } from "../kit/contract/ApiContract.ts"
import { person } from "../kit/players/People.ts"
import { hatch, lesson, publish } from "../kit/players/players.ts"
import { read, tests } from "../kit/house/SourceTree.ts"
import { type Answer, TestApp } from "../kit/service/TestApp.ts"

const isError = (answer: Answer, status: number, code: string, details?: unknown) => {
  const error = answer.body.error ?? {}
  assert.deepStrictEqual([answer.status, error.code], [status, code], answer.text)
  assert.strictEqual(error.requestId, answer.headers.get("x-request-id"))
  if (details !== undefined) assert.deepStrictEqual(error.details, details)
}

const started = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant({ plan: "free" })
  yield* publish(tenant)
  return tenant
})

/** What no test here can bring about, and why that is right. */
const unreachable: Readonly<Record<string, string>> = {
  internal_server_error: "a defect of ours",
  service_unavailable: "wants a database that is away: see the tests of faults",
  plan_feature_locked: "depends on routes with a capability: see the tests of the gate",
  capability_disabled: "depends on routes with a capability: see the tests of the gate"
}

layer(TestApp.shared, { excludeTestServices: true })("a refusal names", (it) => {
  it.effect("a bad request: JSON, type, size, method, address", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const send = (raw: string, type = "application/json") =>
        call("POST", "/eggs", undefined, { raw, headers: { "content-type": type } })
      isError(yield* send("{"), 400, "bad_request")
      isError(yield* send("{}", "text/plain"), 415, "unsupported_media_type")
      isError(yield* send(JSON.stringify({ user_id: "x".repeat(1_100_000) })), 413, "payload_too_large")
      isError(yield* call("GET", "/events?cursor=garbage"), 400, "bad_request")
      const method = yield* call("DELETE", "/eggs")
      isError(method, 405, "method_not_allowed")
      assert.strictEqual(method.headers.get("allow"), "GET, POST")
      isError(yield* call("GET", "/no-such-route"), 404, "not_found")
      isError(yield* call("GET", "/eggs/01990000-0000-7000-8000-000000000000"), 404, "not_found")
    })
  )

  it.effect("a bad value, with one issue per problem", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const answer = yield* call("POST", "/eggs", { userId: "ada" })
      isError(answer, 422, "validation_failed")
      assert.include(answer.body.error.message, "property userId should not exist")
      assert.deepStrictEqual(
        answer.body.error.details.issues.map(({ path }: { path: unknown }) => path),
        [["userId"], ["user_id"]]
      )
      isError(yield* call("GET", "/eggs?limit=101"), 422, "validation_failed")
      assert.strictEqual((yield* call("GET", "/events?limit=201")).body.pagination.limit, 200)
    })
  )

  it.effect("who may not: no credential, the wrong one, too narrow a one", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { buddy_id } = yield* hatch(tenant, "ada")
      const missing = yield* call("GET", "/eggs", undefined, { key: null })
      isError(missing, 401, "unauthorized")
      assert.strictEqual(missing.headers.get("www-authenticate"), "Bearer")
      const embed = (yield* call("POST", "/embed-tokens", { buddy_id })).body.token
      isError(yield* call("GET", "/eggs", undefined, { key: embed }), 403, "forbidden")
      const session = (yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada" })).body.token
      const tracked = yield* call("POST", "/widget/events", { type: "lesson.completed" }, { key: session })
      isError(tracked, 403, "insufficient_scope", { required_scope: "events:track" })
    })
  )

  it.effect("an account that is not there, is there already, or a token that is used up", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const somebody = person()
      const { email } = somebody
      assert.strictEqual((yield* call("POST", "/auth/register", somebody)).status, 201)
      isError(yield* call("POST", "/auth/register", somebody), 409, "email_taken")
      isError(yield* call("POST", "/auth/login", { email, password: "something else" }), 401, "invalid_credentials")
      isError(yield* call("POST", "/auth/email/verify", { token: "used" }), 400, "invalid_token")
    })
  )

  it.effect("an audience that is missing or unknown", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const stray = yield* call("POST", "/events", lesson("ada", { audience: "vip" }))
      isError(stray, 400, "unknown_audience", { audience: "vip" })
      yield* call("PATCH", "/customers/me/audiences", { audiences: [{ key: "students" }, { key: "teachers" }] })
      const audiences = { audiences: ["students", "teachers"] }
      isError(yield* call("POST", "/events", lesson("ada")), 400, "missing_audience", audiences)
      isError(yield* call("POST", "/eggs", { user_id: "ada" }), 400, "missing_audience", audiences)
      const egg = yield* call("POST", "/eggs", { user_id: "ada", metadata: { audience: "vip" } })
      isError(egg, 400, "unknown_audience")
    })
  )

  it.effect("a quota that is used up, with when it starts anew", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* started
      const sql = yield* SqlClient.SqlClient
      const now = new Date()
      const month = now.toISOString().slice(0, 7)
      yield* sql`INSERT INTO event_usage (customer_id, month, slot, used)
                 VALUES (${customer_id}::uuid, ${month}, 0, 10000)`
      const resets_at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
      const refused = yield* call("POST", "/events", lesson("ada"))
      isError(refused, 402, "event_quota_exceeded", { quota: 10_000, used: 10_000, resets_at })
    })
  )

  it.effect("a short balance, a token that is never spent, a balance that is full", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { buddy_id } = yield* hatch(tenant, "ada")
      const spend = (token_key: string) =>
        call("POST", `/buddies/${buddy_id}/tokens`, { token_key, operation: "spend", amount: 1 })
      const coins = yield* call("POST", `/buddies/${buddy_id}/coins/spend`, { amount: 5 })
      isError(coins, 402, "insufficient_coins", { balance: 0, required: 5 })
      isError(yield* spend("gem"), 402, "insufficient_tokens", { token_key: "gem", balance: 0, required: 1 })
      isError(yield* spend("xp"), 400, "progression_not_spendable", { token_key: "xp" })
      isError(yield* spend("nope"), 404, "not_found")
      const rich = yield* (yield* TestApp).tenant()
      yield* publish(rich, { token_types: [{ token_key: "gem", name: "Gem", kind: "primary", max_balance: 3 }] })
      const { buddy_id: full } = yield* hatch(rich, "ada")
      const earned = yield* rich.call("POST", `/buddies/${full}/tokens`, {
        token_key: "gem",
        operation: "earn",
        amount: 4
      })
      isError(earned, 409, "balance_limit")
    })
  )

  it.effect("an egg that cannot be laid, moved or hatched", () =>
    Effect.gen(function* () {
      const bare = yield* (yield* TestApp).tenant({ plan: "free" })
      const early = yield* bare.call("POST", "/eggs", { user_id: "ada" })
      isError(early, 409, "no_published_config")
      assert.match(early.body.error.details.publish_url, /^https?:\/\//)
      const { call } = yield* started
      const laid = [1, 2, 3].map(() => call("POST", "/eggs", { user_id: "ada" }))
      const eggs = (yield* Effect.all(laid)).map(({ body }) => body)
      const fourth = yield* call("POST", "/eggs", { user_id: "ada" })
      isError(fourth, 409, "active_egg_limit")
      const { active, max } = fourth.body.error.details
      assert.strictEqual(max, 3)
      assert.deepStrictEqual(
        new Set(active.map((egg: object) => JSON.stringify(egg))),
        new Set(eggs.map(({ created_at, egg_id, status }) => JSON.stringify({ egg_id, status, created_at })))
      )
      const [{ egg_id }] = eggs
      isError(yield* call("POST", `/eggs/${egg_id}/hatch`), 409, "egg_not_ready", { status: "waiting" })
      yield* call("PATCH", `/eggs/${egg_id}/status`, { status: "cancelled" })
      const back = yield* call("PATCH", `/eggs/${egg_id}/status`, { status: "ready" })
      isError(back, 409, "invalid_transition", { from: "cancelled", to: "ready" })
    })
  )

  it.effect("what is over: an archived buddy, a finished operation", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { buddy_id, operation } = yield* hatch(tenant, "ada")
      const cancelled = yield* call("POST", `/operations/${operation.operation_id}/cancel`)
      isError(cancelled, 409, "operation_finished", { status: "completed" })
      assert.strictEqual((yield* call("PATCH", `/buddies/${buddy_id}/archive`)).status, 200)
      isError(yield* call("POST", `/buddies/${buddy_id}/coins`, { amount: 1 }), 409, "buddy_archived")
      isError(yield* call("PATCH", `/buddies/${buddy_id}/archive`), 409, "buddy_archived")
      isError(yield* call("POST", "/widget-sessions", { buddy_id, user_id: "ada" }), 409, "buddy_archived")
      isError(yield* call("POST", "/widget-sessions", { buddy_id, user_id: "bob" }), 404, "not_found")
      isError(yield* call("POST", "/embed-tokens", { buddy_id }), 409, "buddy_archived")
    })
  )

  it.effect("a version that is empty, frozen, not in force, or in the way", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const path = (id: string, verb = "") => `/config-versions/${id}${verb}`
      const { config_version_id: first } = (yield* call("POST", "/config-versions")).body
      isError(yield* call("POST", path(first, "/publish")), 400, "config_empty")
      const gem = { token_types: [{ token_key: "gem", name: "Gem", kind: "primary" }] }
      yield* call("PATCH", path(first), { content: gem })
      isError(yield* call("POST", path(first, "/migrate-buddies")), 409, "config_not_active", { status: "draft" })
      assert.strictEqual((yield* call("POST", path(first, "/publish"))).status, 200)
      isError(yield* call("POST", path(first, "/publish")), 409, "config_not_draft", { status: "published" })
      isError(yield* call("PATCH", path(first), { name: "later" }), 409, "config_not_draft", { status: "published" })
      const { config_version_id } = (yield* call("POST", "/config-versions")).body
      isError(yield* call("POST", path(first, "/clone")), 409, "draft_exists", { config_version_id })
      const twin = { token_key: "gem", name: "Gem", kind: "primary" }
      isError(yield* call("POST", "/token-types", twin), 409, "already_exists", { key: "gem" })
    })
  )

  it.effect("an endpoint that is switched off, and one too many", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const endpoint = { url: "http://127.0.0.1:9/never", events: ["coins.*"], enabled: false }
      const made = yield* Effect.replicateEffect(call("POST", "/webhook-configs", endpoint), 50)
      const { webhook_config_id } = made[0]!.body
      const tested = yield* call("POST", `/webhook-configs/${webhook_config_id}/test`, { event: "coins.earned" })
      isError(tested, 409, "webhook_config_disabled", { webhook_config_id })
      isError(yield* call("POST", "/webhook-configs", endpoint), 409, "webhook_config_limit", { max: 50 })
    })
  )

  it.effect("an Idempotency-Key that was another request's", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const headers = { "idempotency-key": "once" }
      assert.strictEqual((yield* call("POST", "/eggs", { user_id: "ada" }, { headers })).status, 201)
      isError(yield* call("POST", "/eggs", { user_id: "eve" }, { headers }), 409, "idempotency_key_conflict")
      const gate = { token_key: "gem", cost: 1 }
      isError(yield* call("PUT", "/gates/cave", gate, { headers }), 409, "idempotency_key_conflict")
    })
  )

  it.effect("a limit that was reached, with when to come back", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const calls = Array.from({ length: 130 }, () => call("POST", "/eggs", {}))
      const answers = yield* Effect.all(calls, { concurrency: 16 })
      const refused = answers.filter(({ status }) => status === 429)
      assert.isAtLeast(refused.length, 1)
      const [{ body, headers }] = refused as [Answer]
      isError(refused[0]!, 429, "rate_limited", { retryAfter: Number(headers.get("retry-after")) })
      assert.isAtLeast(body.error.details.retryAfter, 1)
      assert.strictEqual(headers.get("x-ratelimit-limit"), "60")
      assert.strictEqual(headers.get("x-ratelimit-remaining"), "0")
    })
  )

  it.effect("one item too many to wear, a step that is locked, a path without room", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* call("POST", "/marketplaces", { marketplace_key: "m", name: "M" })
      const worn: Array<string> = []
      for (const category of ["head", "neck", "face", "hand", "feet"]) {
        const item = yield* call("POST", "/marketplaces/m/items", { name: category, category, price_coins: 0 })
        yield* call("POST", `/buddies/${buddy_id}/unlock-item`, { item_id: item.body.item_id })
        worn.push(item.body.item_id)
      }
      const five = yield* call("PATCH", `/buddies/${buddy_id}/equipped-items`, { equip: worn })
      isError(five, 409, "equip_limit_exceeded", { max: 4, item_ids: worn })
      const sub_steps = ["a", "b"].map((key) => ({ sub_step_key: key, title: key, allow_manual_complete: true }))
      const steps = Array.from({ length: 50 }, (_, index) => ({ step_key: `s${index}`, title: "S", sub_steps }))
      yield* call("POST", "/path-definitions", { path_key: "p", title: "P", steps })
      const early = yield* call("POST", `/path-definitions/buddies/${buddy_id}/paths/p/sub-steps/b/complete`)
      isError(early, 409, "sub_step_locked", { sub_step_key: "b" })
      const more = yield* call("POST", "/path-definitions/p/steps", { step_key: "more", title: "More" })
      isError(more, 409, "path_too_long", { max: 50 })
    })
  )

  it("nothing that no test has ever seen", () => {
    const texts = tests.filter((path) => path.endsWith(".test.ts")).map(read)
    const unseen = [...knownCodes].filter(
      (code) => !(code in unreachable) && !texts.some((text) => text.includes(`"${code}"`))
    )
    assert.deepStrictEqual(unseen, [])
  })
})
