/** Boosters: granted to buddies or an audience, listed, ended, and never granted twice. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { type Answer, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const path = "/customers/me/boosters"
const double = { booster_key: "double_coins", applies_to: ["coins"], multiplier: 2, duration_minutes: 60 }
const code = ({ body, status }: Answer) => [status, body?.error?.code]

/** A workspace with two buddies, where a lesson pays 10 coins. */
const school = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { call } = tenant
  const [ada, bea] = [yield* hatch(tenant, "ada"), yield* hatch(tenant, "bea")]
  const learn = Effect.fnUntraced(function* (user_id: string, more: object = {}) {
    const { body } = yield* call("POST", "/events", lesson(user_id, { ...more }))
    return (yield* call("GET", `/events/${body.event_id}/trace`)).body.rules.find(
      ({ key }: { readonly key: string }) => key === "lesson_coins"
    ).detail.amount as number
  })
  const grant = (body: object, headers = {}) => call("POST", `${path}/grant`, { ...double, ...body }, { headers })
  return { ...tenant, ada: ada.buddy_id, bea: bea.buddy_id, grant, learn }
})

layer(TestApp.shared, { excludeTestServices: true })("boosters", (it) => {
  it.effect("are granted to those named, and to nobody when one of them cannot be given any", () =>
    Effect.gen(function* () {
      const { ada, bea, call, grant, learn } = yield* school
      const target = { buddy_ids: [ada, bea, ada.toUpperCase()] }
      const granted = yield* grant({ target })
      assert.strictEqual(granted.status, 201, granted.text)
      assert.deepInclude(granted.body, { booster_key: "double_coins", multiplier: 2, stacking: "max", buddies: 2 })
      assert.sameMembers(
        granted.body.granted.map(({ buddy_id }: { readonly buddy_id: string }) => buddy_id),
        [ada, bea]
      )
      assert.deepStrictEqual([yield* learn("ada"), yield* learn("bea")], [20, 20])
      const listed = (yield* call("GET", `/buddies/${ada}/boosters`)).body.data
      assert.deepInclude(listed[0], { booster_key: "double_coins", status: "running", audience: null })
      assert.strictEqual((yield* call("DELETE", `/buddies/${ada}/boosters/${listed[0].booster_id}`)).status, 204)
      const again = yield* call("DELETE", `/buddies/${ada}/boosters/${listed[0].booster_id}`)
      assert.deepStrictEqual(code(again), [404, "not_found"])
      assert.strictEqual(yield* learn("ada"), 10)
      const nobody = "01990000-0000-7000-8000-0000000000ff"
      assert.deepStrictEqual(code(yield* grant({ target: { buddy_ids: [ada, nobody] } })), [404, "not_found"])
      yield* call("PATCH", `/buddies/${bea}/archive`)
      assert.deepStrictEqual(code(yield* grant({ target: { buddy_ids: [ada, bea] } })), [409, "buddy_archived"])
      assert.deepStrictEqual((yield* call("GET", `/buddies/${ada}/boosters`)).body.data, [])
      assert.strictEqual((yield* call("GET", path)).body.meta.total, 1)
    })
  )

  it.effect("of a buddy are listed the newest first, those that are to come before those that run", () =>
    Effect.gen(function* () {
      const { ada, call, grant } = yield* school
      const target = { buddy_ids: [ada] }
      for (const [booster_key, starts_at] of [
        ["now", null],
        ["later", new Date(Date.now() + 7_200_000).toISOString()],
        ["soon", new Date(Date.now() + 3_600_000).toISOString()]
      ])
        assert.strictEqual((yield* grant({ target, booster_key, starts_at })).status, 201)
      const keysOf = Effect.fnUntraced(function* (query: string) {
        const { body, text } = yield* call("GET", `/buddies/${ada}/boosters${query}`)
        assert.isArray(body.data, text)
        return body.data.map(({ booster_key }: { readonly booster_key: string }) => booster_key)
      })
      assert.deepStrictEqual(yield* keysOf(""), ["later", "soon", "now"])
      assert.deepStrictEqual(yield* keysOf("?limit=1&page=2"), ["soon"])
    })
  )

  it.effect("of an audience count at once, also for those who come later, until they are ended", () =>
    Effect.gen(function* () {
      const { ada, call, grant, learn, ...tenant } = yield* school
      const { body } = yield* grant({ target: { audience: "default" }, multiplier: 3 })
      assert.deepInclude(body, { target: { buddy_ids: null, audience: "default" }, buddies: 0, granted: [] })
      assert.strictEqual(yield* learn("ada"), 30)
      yield* hatch({ ...tenant, call }, "cleo")
      assert.strictEqual(yield* learn("cleo"), 30)
      const [shown] = (yield* call("GET", `${path}?status=running`)).body.data
      assert.deepInclude(shown, { booster_grant_id: body.booster_grant_id, extra_coins: 40, status: "running" })
      assert.strictEqual((yield* call("GET", `${path}?status=ended`)).body.meta.total, 0)
      assert.deepInclude((yield* call("GET", `/buddies/${ada}/boosters`)).body.data[0], { audience: "default" })
      const stranger = yield* (yield* TestApp).tenant()
      const foreign = yield* stranger.call("DELETE", `${path}/${body.booster_grant_id}`)
      assert.deepStrictEqual(code(foreign), [404, "not_found"])
      assert.strictEqual((yield* call("DELETE", `${path}/${body.booster_grant_id}`)).status, 204)
      assert.strictEqual(yield* learn("ada"), 10)
    })
  )

  it.effect("are granted once under an Idempotency-Key, and ten to a buddy at most", () =>
    Effect.gen(function* () {
      const { ada, call, grant } = yield* school
      const request = grant({ target: { buddy_ids: [ada] } }, { "idempotency-key": "gift" })
      const answers = [yield* request, yield* request]
      assert.deepStrictEqual(answers[0]!.body, answers[1]!.body)
      assert.strictEqual((yield* call("GET", `/buddies/${ada}/boosters`)).body.meta.total, 1)
      const more = yield* Effect.forEach(Array.from({ length: 50 }), () => grant({ target: { buddy_ids: [ada] } }), {
        concurrency: "unbounded"
      })
      assert.strictEqual(more.filter(({ status }) => status === 201).length, 9)
      for (const answer of more.filter(({ status }) => status !== 201)) {
        assert.deepStrictEqual(code(answer), [409, "booster_limit"])
      }
      assert.strictEqual((yield* call("GET", `/buddies/${ada}/boosters`)).body.meta.total, 10)
      // What was refused is no grant.
      assert.strictEqual((yield* call("GET", "/customers/me/boosters")).body.meta.total, 10)
    })
  )

  it.effect("begin at the moment a buddy on a test clock lives at, and are told so", () =>
    Effect.gen(function* () {
      const { ada, bea, call, grant } = yield* school
      const now = new Date(Date.now() + 200 * 86_400_000).toISOString()
      assert.strictEqual((yield* call("POST", "/test/clocks", { now, user_ids: ["bea"] })).status, 201)
      const target = { buddy_ids: [bea] }
      const present = new Date().toISOString()
      assert.deepStrictEqual(code(yield* grant({ target, starts_at: present })), [422, "validation_failed"])
      const ends_at = new Date(Date.parse(now) + 3_600_000).toISOString()
      for (const starts_at of [now, null])
        assert.deepInclude((yield* grant({ target, starts_at })).body, { starts_at: now, ends_at })
      const both = yield* grant({ target: { buddy_ids: [ada, bea] }, starts_at: now })
      assert.deepStrictEqual(code(both), [422, "validation_failed"])
      const nobody = yield* grant({ target: { buddy_ids: ["nobody"] }, starts_at: "2020-01-01T00:00:00Z" })
      assert.deepStrictEqual(code(nobody), [422, "validation_failed"])
    })
  )

  it.effect("of an audience run for a buddy whose test clock the present has left far behind", () =>
    Effect.gen(function* () {
      const { call, customer_id, grant, learn } = yield* school
      const sql = yield* SqlClient.SqlClient
      yield* grant({ target: { audience: "default" }, multiplier: 3 })
      const { test_clock_id } = (yield* call("POST", "/test/clocks", { user_ids: ["bea"] })).body
      yield* sql`UPDATE booster_grants
        SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
        WHERE customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE test_clocks SET virtual_now = virtual_now - interval '40 days'
        WHERE customer_id = ${customer_id}::uuid`
      const moved = yield* call("POST", `/test/clocks/${test_clock_id}/advance`, { by_seconds: 60 })
      assert.strictEqual(moved.status, 200, moved.text)
      assert.strictEqual(yield* learn("bea", { occurred_at: moved.body.now }), 30)
      assert.strictEqual(yield* learn("ada"), 10)
    })
  )

  it.effect("make room for others once they are over on the test clock of their buddy", () =>
    Effect.gen(function* () {
      const { ada, call, grant } = yield* school
      const clock = (yield* call("POST", "/test/clocks", { name: "trip", user_ids: ["ada"] })).body
      const target = { buddy_ids: [ada] }
      for (let nth = 0; nth < 10; nth++) assert.strictEqual((yield* grant({ target })).status, 201)
      assert.deepStrictEqual(code(yield* grant({ target })), [409, "booster_limit"])
      const moved = yield* call("POST", `/test/clocks/${clock.test_clock_id}/advance`, { by_seconds: 7_200 })
      assert.isBelow(moved.status, 300, moved.text)
      const next = yield* grant({ target })
      assert.strictEqual(next.status, 201, next.text)
    })
  )

  it.effect("are refused where they make no sense, at the field that is wrong", () =>
    Effect.gen(function* () {
      const { ada, grant } = yield* school
      const target = { buddy_ids: [ada] }
      const moment = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      const wrong: ReadonlyArray<readonly [object, ReadonlyArray<string | number>]> = [
        [{ target: {} }, ["target"]],
        [{ target: { ...target, audience: "default" } }, ["target"]],
        [{ target: { audience: "nobody" } }, ["target", "audience"]],
        [{ target, multiplier: 1 }, ["multiplier"]],
        [{ target, multiplier: 10.5 }, ["multiplier"]],
        [{ target, multiplier: 1.005 }, ["multiplier"]],
        [{ target, applies_to: [] }, ["applies_to"]],
        [{ target, applies_to: ["coins", "coins"] }, ["applies_to"]],
        [{ target, starts_at: moment(-6) }, ["starts_at"]],
        [{ target, starts_at: moment(91 * 24 * 60) }, ["starts_at"]],
        [{ target, duration_minutes: 0 }, ["duration_minutes"]]
      ]
      for (const [fields, place] of wrong) {
        const { body, status } = yield* grant(fields)
        assert.deepStrictEqual([status, body.error.details?.issues[0].path], [422, place])
      }
    })
  )

  it.effect("of audiences are twenty at most", () =>
    Effect.gen(function* () {
      const { grant } = yield* school
      const answers = yield* Effect.forEach(
        Array.from({ length: 22 }),
        () => grant({ target: { audience: "default" } }),
        { concurrency: 4 }
      )
      const refused = answers.filter(({ status }) => status !== 201)
      assert.deepStrictEqual(refused.map(code), [
        [409, "campaign_limit"],
        [409, "campaign_limit"]
      ])
      assert.deepStrictEqual(refused[0]!.body.error.details, { of: "audience_boosters", max: 20 })
    })
  )

  it.effect("are given by a request that is sent again, also to a buddy that has the last one it may have of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { ada, bea, call, customer_id, grant } = yield* school
      yield* Effect.forEach(Array.from({ length: 9 }), () => grant({ target: { buddy_ids: [ada] } }))
      const request = grant({ target: { buddy_ids: [ada, bea] } }, { "idempotency-key": "again" })
      const first = yield* request
      assert.strictEqual(first.status, 201, first.text)
      // As if it had been told that a buddy could not be reached: nothing of it is known but what the buddies have.
      yield* sql`DELETE FROM idempotency_keys WHERE customer_id = ${customer_id}::uuid`
      yield* sql`DELETE FROM booster_grants WHERE customer_id = ${customer_id}::uuid AND command_key IS NOT NULL`
      const second = yield* request
      assert.strictEqual(second.status, 201, second.text)
      assert.deepStrictEqual(second.body.granted, first.body.granted)
      const count = (id: string) => Effect.map(call("GET", `/buddies/${id}/boosters`), ({ body }) => body.meta.total)
      assert.deepStrictEqual([yield* count(ada), yield* count(bea)], [10, 1])
    })
  )

  it.effect("are given to all or to none, also when two requests meet at the last place of one", () =>
    Effect.gen(function* () {
      const { ada, bea, call, grant } = yield* school
      yield* Effect.forEach(Array.from({ length: 9 }), () => grant({ target: { buddy_ids: [bea] } }))
      const both = Array.from({ length: 8 }, () => grant({ target: { buddy_ids: [ada, bea] } }))
      const answers = yield* Effect.all(both, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1)
      const { body } = yield* call("GET", `/buddies/${ada}/boosters`)
      assert.strictEqual(body.meta.total, 1)
    })
  )

  it.effect("count for nothing while the workspace has switched buddies off, those a buddy holds too", () =>
    Effect.gen(function* () {
      const { ada, call, customer_id, grant, learn } = yield* school
      const sql = yield* SqlClient.SqlClient
      yield* grant({ target: { buddy_ids: [ada] } })
      const switched = Effect.fnUntraced(function* (off: string) {
        yield* sql`UPDATE customers SET disabled_capabilities = ${off}::text[] WHERE customer_id = ${customer_id}::uuid`
        // Whoever changes a workspace tells all nodes.
        assert.strictEqual((yield* call("PATCH", "/customers/me/settings", { locale: "en" })).status, 200)
      })
      yield* switched("{buddies}")
      yield* until(
        "a lesson pays what its rule says",
        Effect.map(learn("ada"), (amount) => amount === 10)
      )
      yield* switched("{}")
      yield* until(
        "a lesson pays twice as much",
        Effect.map(learn("ada"), (amount) => amount === 20)
      )
    })
  )
})
