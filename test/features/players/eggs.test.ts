import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, publish, readyEgg } from "../../kit/players/Eggs.ts"
import { statusAndCode } from "../../kit/players/People.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.layer({ publicUrl: "https://hatchery.example" }), { excludeTestServices: true })("eggs", (it) => {
  it.effect("a new egg waits, with the version in force and a variant that never changes", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const config_version_id = yield* publish(call)
      const made = yield* call("POST", "/eggs", { user_id: "ada", metadata: { campaign: "spring" } })
      assert.strictEqual(made.status, 201)
      const { created_at, egg_id, visual_variant, ...rest } = made.body
      assert.deepStrictEqual(rest, {
        user_id: "ada",
        status: "waiting",
        audience: "default",
        config_version_id,
        buddy_id: null,
        metadata: { campaign: "spring" }
      })
      assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.isTrue(Number.isInteger(visual_variant) && visual_variant >= 0 && visual_variant <= 11)
      assert.deepStrictEqual((yield* call("GET", `/eggs/${egg_id}`)).body, made.body)
    })
  )

  it.effect("no egg is laid before a config is published", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const refused = yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })
      assert.deepStrictEqual(statusAndCode(refused), [409, "no_published_config"])
      assert.match(refused.body.error.details.publish_url, /^https:\/\/hatchery\.example\/console\/publish$/)
    })
  )

  it.effect("ensure answers the user's most recent waiting or ready egg, and lays one when there is none", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* publish(call)
      const first = yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })
      assert.strictEqual(first.status, 201)
      const again = yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })
      assert.deepStrictEqual([again.status, again.body], [200, first.body])
      const second = yield* call("POST", "/eggs?ensure=false", { user_id: "ada" })
      assert.strictEqual(second.status, 201)
      yield* call("PATCH", `/eggs/${second.body.egg_id}/status`, { status: "ready" })
      assert.strictEqual((yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })).body.egg_id, second.body.egg_id)
      yield* call("PATCH", `/eggs/${second.body.egg_id}/status`, { status: "cancelled" })
      assert.strictEqual((yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })).body.egg_id, first.body.egg_id)
      assert.strictEqual((yield* call("POST", "/eggs?ensure=true", { user_id: "bob" })).status, 201)
      // reuse comes before the cap
      yield* call("POST", "/eggs", { user_id: "ada" })
      yield* call("POST", "/eggs", { user_id: "ada" })
      assert.strictEqual((yield* call("POST", "/eggs", { user_id: "ada" })).status, 409)
      assert.strictEqual((yield* call("POST", "/eggs?ensure=true", { user_id: "ada" })).status, 200)
    })
  )

  it.effect("the plan caps the active eggs of a user, also when many requests race", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* publish(call)
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => call("POST", "/eggs", { user_id: "ada" })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 3)
      const refused = yield* call("POST", "/eggs", { user_id: "ada" })
      assert.deepStrictEqual(statusAndCode(refused), [409, "active_egg_limit"])
      assert.strictEqual(refused.body.error.details.max, 3)
      assert.strictEqual(refused.body.error.details.active.length, 3)
      assert.deepStrictEqual(Object.keys(refused.body.error.details.active[0]).sort(), [
        "created_at",
        "egg_id",
        "status"
      ])
      const { egg_id } = refused.body.error.details.active[0]
      assert.strictEqual(
        (yield* call("PATCH", `/eggs/${egg_id}/status`, { status: "cancelled" })).body.status,
        "cancelled"
      )
      assert.strictEqual((yield* call("POST", "/eggs", { user_id: "ada" })).status, 201)
      assert.strictEqual((yield* call("POST", "/eggs", { user_id: "bob" })).status, 201)
    })
  )

  it.effect("metadata.audience picks the audience and must be one that is configured", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const lay = (metadata: Record<string, unknown>) => call("POST", "/eggs", { user_id: "ada", metadata })
      assert.strictEqual((yield* lay({ audience: "default" })).body.audience, "default")
      assert.deepStrictEqual(statusAndCode(yield* lay({ audience: "students" })), [400, "unknown_audience"])
      assert.deepStrictEqual(statusAndCode(yield* lay({ audience: 7 })), [400, "unknown_audience"])
      const configure = (keys: ReadonlyArray<string>) =>
        sql`UPDATE customers SET audiences = ${JSON.stringify(keys.map((key) => ({ key })))}::jsonb
            WHERE customer_id = ${customer_id}::uuid`
      yield* configure(["students"])
      assert.strictEqual((yield* lay({})).body.audience, "students")
      yield* configure(["students", "teachers"])
      assert.deepStrictEqual(statusAndCode(yield* lay({})), [400, "missing_audience"])
      assert.strictEqual((yield* lay({ audience: "teachers" })).body.audience, "teachers")
    })
  )

  it.effect("an egg moves waiting to ready, and from both to cancelled; nothing else moves it", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const { egg_id } = (yield* call("POST", "/eggs", { user_id: "ada" })).body
      const move = (status: string) => call("PATCH", `/eggs/${egg_id}/status`, { status })
      assert.deepStrictEqual(statusAndCode(yield* call("POST", `/eggs/${egg_id}/hatch`)), [409, "egg_not_ready"])
      assert.strictEqual((yield* move("ready")).body.status, "ready")
      const twice = yield* move("ready")
      assert.deepStrictEqual(statusAndCode(twice), [409, "invalid_transition"])
      assert.deepStrictEqual(twice.body.error.details, { from: "ready", to: "ready" })
      assert.strictEqual((yield* move("cancelled")).body.status, "cancelled")
      assert.deepStrictEqual(statusAndCode(yield* move("cancelled")), [409, "invalid_transition"])
      assert.deepStrictEqual(statusAndCode(yield* move("ready")), [409, "invalid_transition"])
      assert.strictEqual((yield* move("hatching")).status, 422)
      assert.strictEqual((yield* call("PATCH", "/eggs/nothing/status", { status: "ready" })).status, 404)
      assert.strictEqual((yield* call("POST", "/eggs/nothing/hatch")).status, 404)
    })
  )

  it.effect("a ready egg hatches into a buddy that is like the egg", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const egg_id = yield* readyEgg(call, "ada", { campaign: "spring", timezone: "Europe/Berlin" })
      const operation = yield* hatch(call, egg_id)
      assert.strictEqual(operation.status, "completed")
      assert.deepStrictEqual([operation.type, operation.resource_type, operation.resource_id], ["hatch", "egg", egg_id])
      const egg = (yield* call("GET", `/eggs/${egg_id}`)).body
      const buddy = (yield* call("GET", `/buddies/${egg.buddy_id}`)).body
      assert.deepStrictEqual([egg.status, egg.buddy_id], ["hatched", operation.result.buddy_id])
      assert.deepStrictEqual(
        [buddy.egg_id, buddy.user_id, buddy.config_version_id],
        [egg_id, "ada", egg.config_version_id]
      )
      assert.deepStrictEqual([buddy.status, buddy.evolution_stage, buddy.coins, buddy.is_naked], ["active", 1, 0, true])
      assert.deepStrictEqual(buddy.metadata, { campaign: "spring", timezone: "Europe/Berlin" })
      assert.strictEqual(buddy.name, operation.result.name)
      assert.strictEqual(buddy.appearance.status, "ready")
      assert.match(buddy.image_url, /^https:\/\/hatchery\.example\/assets\/[0-9a-f]{64}\.png$/)
      assert.strictEqual(operation.result.image_url, buddy.image_url)
    })
  )

  it.effect("two hatches of one egg that race start one operation", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const egg_id = yield* readyEgg(call, "ada")
      const answers = yield* Effect.all(
        Array.from({ length: 5 }, () => call("POST", `/eggs/${egg_id}/hatch`)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409])
      const { data } = (yield* call("GET", "/operations?type=hatch")).body
      assert.strictEqual(data.length, 1)
    })
  )

  it.effect("one Idempotency-Key starts one hatch, and the repetition gets the same answer", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* publish(call)
      const egg_id = yield* readyEgg(call, "ada")
      const send = call("POST", `/eggs/${egg_id}/hatch`, undefined, { headers: { "idempotency-key": "hatch-1" } })
      const first = yield* send
      const second = yield* send
      assert.deepStrictEqual([first.status, second.status, second.body], [202, 202, first.body])
      assert.strictEqual(second.headers.get("idempotency-replayed"), "true")
    })
  )

  it.effect("the list filters by user and status and belongs to its tenant alone", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const stranger = yield* app.tenant()
      yield* publish(call)
      const waiting = (yield* call("POST", "/eggs", { user_id: "ada" })).body.egg_id
      const ready = yield* readyEgg(call, "ada")
      const bobs = yield* readyEgg(call, "bob")
      const ids = (query: string) =>
        Effect.map(call("GET", `/eggs${query}`), ({ body }) => body.data.map((egg: { egg_id: string }) => egg.egg_id))
      assert.deepStrictEqual(yield* ids(""), [bobs, ready, waiting])
      assert.deepStrictEqual(yield* ids("?user_id=ada"), [ready, waiting])
      assert.deepStrictEqual(yield* ids("?user_id=ada&status=ready"), [ready])
      assert.deepStrictEqual(yield* ids("?page=2&limit=2"), [waiting])
      const page = (yield* call("GET", "/eggs?limit=2")).body
      assert.deepStrictEqual(page.meta, { total: 3, page: 1, limit: 2 })
      assert.strictEqual((yield* call("GET", "/eggs?status=broken")).status, 422)
      assert.strictEqual((yield* stranger.call("GET", "/eggs")).body.meta.total, 0)
      assert.strictEqual((yield* stranger.call("GET", `/eggs/${ready}`)).status, 404)
      assert.strictEqual((yield* stranger.call("POST", `/eggs/${ready}/hatch`)).status, 404)
    })
  )

  it.effect("laying and hatching share one window of 60 a minute", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      yield* publish(call)
      const refused = yield* call("POST", "/eggs/nothing/hatch")
      assert.strictEqual(refused.headers.get("x-ratelimit-limit"), "60")
      assert.strictEqual(refused.headers.get("x-ratelimit-remaining"), "59")
      const laid = yield* call("POST", "/eggs", { user_id: "ada" })
      assert.strictEqual(laid.headers.get("x-ratelimit-remaining"), "58")
    })
  )
})
