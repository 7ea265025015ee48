/** Rules are tried on what really happened: both versions play the record, and nothing of it is written. */
import { makeDrop, makeEventBadge } from "../../kit/campaigns/Drops.ts"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { fingerprint } from "../../kit/contract/Fingerprint.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

const open = new Set(["pending", "processing"])

const ended = (call: Call, operation_id: string) =>
  Effect.repeat(call("GET", `/operations/${operation_id}`), {
    until: ({ body }) => !open.has(body.status),
    schedule: Schedule.spaced("50 millis")
  }).pipe(
    Effect.andThen(call("GET", `/operations/${operation_id}`)),
    Effect.map(({ body }) => body)
  )

const generous = {
  ...studyContent,
  coin_rules: [
    {
      ...studyContent.coin_rules[0],
      amount: { mode: "fixed", value: 15 },
      limits: { max_per_day: 1, unique_by: [] }
    }
  ],
  badge_definitions: [],
  evolution_rules: { ...studyContent.evolution_rules, auto_evolve: true }
}

const draftOf = Effect.fnUntraced(function* (call: Call, content: unknown) {
  const { config_version_id } = (yield* call("POST", "/config-versions")).body
  const changed = yield* call("PATCH", `/config-versions/${config_version_id}`, { content })
  assert.strictEqual(changed.status, 200, changed.text)
  return config_version_id as string
})

const backtest = Effect.fnUntraced(function* (call: Call, id: string, body?: unknown) {
  const started = yield* call("POST", `/config-versions/${id}/backtest`, body)
  assert.deepStrictEqual([started.status, started.body.status], [202, "pending"], started.text)
  return started.body.operation_id as string
})

/** Makes `buddies` copies of a buddy, and events of theirs: more than a test could send. */
const populate = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, buddies: number, events: number) {
  const sql = yield* SqlClient.SqlClient
  yield* copies(customer_id, buddy_id, buddies)
  const chunk = 10_000
  for (let first = 1; first <= events; first += chunk) {
    yield* sql`
      WITH who AS MATERIALIZED (SELECT array_agg(buddy_id) AS ids FROM buddies WHERE customer_id = ${customer_id}::uuid)
      INSERT INTO events (customer_id, event_id, buddy_id, user_id, type, audience, occurred_at, received_at,
        properties, payload_hash, mode, config_version_id, effects, trace)
      SELECT ${customer_id}::uuid, 'past-' || n, who.ids[1 + n % array_length(who.ids, 1)], 'copy', 'lesson.completed',
        'default', t.at, t.at, json_build_object('score', 90, 'lesson_id', 'l-' || n), '', 'live', null,
        '{"coins":10,"tokens":[{"token_key":"xp","amount":10,"balance":10}]}', '[]'
      FROM who, generate_series(${first}::int, ${Math.min(events, first + chunk - 1)}::int) AS n,
        LATERAL (SELECT now() - interval '90 days' + n * interval '60 seconds' AS at) AS t`
  }
})

layer(TestApp.shared, { excludeTestServices: true })("a backtest", (it) => {
  it.effect("shows what a draft would have paid, to whom, and what it could not replay", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const active = (yield* publish(tenant)).config_version_id
      const ada = (yield* hatch(tenant, "ada")).buddy_id
      const bob = (yield* hatch(tenant, "bob")).buddy_id
      for (let count = 0; count < 3; count++) yield* call("POST", "/events", lesson("ada"))
      yield* call("POST", "/events", lesson("bob"))
      yield* call("POST", "/events", lesson("nobody"))
      const taken = lesson("bob")
      yield* call("POST", "/events", taken)
      assert.strictEqual((yield* call("POST", `/events/${taken.event_id}/reverse`, {})).status, 200)
      yield* call("POST", `/buddies/${ada}/coins`, { operation: "earn", amount: 500, reason: "gift" })
      const draft = yield* draftOf(call, generous)
      const before = yield* fingerprint(customer_id)

      const operation = yield* ended(call, yield* backtest(call, draft))
      assert.deepInclude(operation, { type: "backtest", status: "completed", resource_id: draft })
      const { result } = operation
      assert.deepInclude(result, { config_version_id: draft, compared_with: active })
      assert.deepStrictEqual(result.events, { replayed: 4, buddies: 2, is_complete: true })
      const coins = result.units.find((one: { unit: string }) => one.unit === "coin")
      // ada 3 x 10, badge 25, streak 5; bob 10 + 25 + 5: under the draft 15 + 5 each.
      assert.deepStrictEqual(coins, {
        unit: "coin",
        old: { total: 100, p50: 40, p95: 60 },
        new: { total: 40, p50: 20, p95: 20 },
        recorded: 100,
        winners: 0,
        losers: 2,
        unchanged: 0,
        largest_gains: [],
        largest_losses: [
          { buddy_id: ada, old: 60, new: 20 },
          { buddy_id: bob, old: 40, new: 20 }
        ]
      })
      const rule = result.rules.find((one: { key: string }) => one.key === "lesson_coins")
      assert.deepStrictEqual(rule, {
        type: "coin_rule",
        key: "lesson_coins",
        old: { fired: 4, amounts: { coin: 40 }, capped: {} },
        new: { fired: 2, amounts: { coin: 30 }, capped: { limit_reached: 2 } }
      })
      assert.deepStrictEqual(result.badges, [{ badge_key: "first_lesson", old: 2, new: 0 }])
      assert.deepStrictEqual(result.stages, [
        { stage: 1, old: 2, new: 1 },
        { stage: 2, old: 0, new: 1 }
      ])
      const left = Object.fromEntries(
        result.not_replayed.map(({ count, what }: { count: number; what: string }) => [what, count])
      )
      assert.deepInclude(left, { events_without_buddy: 1, reversed_events: 1 })
      assert.isAtLeast(left["ledger_rows_by_hand"], 1)
      const { audit_log: _told, operations: _before, ...others } = before
      const { audit_log: _later, operations: _after, ...now } = yield* fingerprint(customer_id)
      assert.deepStrictEqual(now, others)

      const path = `/config-versions/${draft}`
      const measured = (yield* call("GET", `${path}/impact`)).body.backtest
      assert.deepInclude(measured, { operation_id: operation.operation_id, is_stale: false, units: result.units })
      yield* call("PATCH", path, { name: "Later" })
      assert.isTrue((yield* call("GET", `${path}/impact`)).body.backtest.is_stale)

      const same = yield* ended(call, yield* backtest(call, active, { buddy_ids: [bob, "nobody"], max_events: 1 }))
      assert.deepStrictEqual(same.result.events, { replayed: 1, buddies: 1, is_complete: false })
      const tomorrow = new Date((yield* Clock.currentTimeMillis) + 86_400_000).toISOString()
      const none = yield* ended(call, yield* backtest(call, active, { from: tomorrow }))
      assert.deepInclude(none.result, { units: [], rules: [], badges: [], not_replayed: [] })
    })
  )

  it.effect("names what went before its period, and what no rule could do again", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const active = (yield* publish(tenant)).config_version_id
      const { buddy_id } = yield* hatch(tenant, "ada")
      const quiz = { sub_step_key: "quiz", title: "Quiz", allow_manual_complete: true }
      const steps = [{ step_key: "one", title: "One", sub_steps: [quiz] }]
      const walked = (path_key: string) =>
        `/path-definitions/buddies/${buddy_id}/paths/${path_key}/sub-steps/quiz/complete`
      for (const path_key of ["old", "new"]) yield* call("POST", "/path-definitions", { path_key, title: "P", steps })
      yield* call("POST", "/path-definitions/new/activate")
      for (let count = 0; count < 2; count++) yield* call("POST", "/events", lesson("ada"))
      const from_ms = (yield* Clock.currentTimeMillis) + 1
      const from = new Date(from_ms).toISOString()
      yield* until(
        "the period begins",
        Effect.map(Clock.currentTimeMillis, (now) => now > from_ms)
      )
      const trigger = { event_type: "lesson.completed" }
      yield* makeDrop(call, { trigger })
      yield* makeEventBadge(call, { trigger })
      const target = { buddy_ids: [buddy_id] }
      const double = { booster_key: "double", target, applies_to: ["coins"], multiplier: 2, duration_minutes: 5 }
      yield* call("POST", "/customers/me/boosters/grant", double)
      yield* call("POST", "/events", lesson("ada"))
      for (const path_key of ["old", "new"]) assert.strictEqual((yield* call("POST", walked(path_key))).status, 200)
      const { result } = yield* ended(call, yield* backtest(call, active, { from }))
      assert.strictEqual(result.events.replayed, 1)
      const left = Object.fromEntries(
        result.not_replayed.map(({ count, what }: { count: number; what: string }) => [what, count])
      )
      assert.deepInclude(left, { earlier_events: 2, sub_steps_by_hand: 2, sub_steps_of_other_paths: 1 })
      assert.deepInclude(left, { surprise_drops: 1, event_badges: 1, boosters: 1 })
      assert.isAtLeast(left["earlier_ledger_rows"], 2)
      const whole = yield* ended(call, yield* backtest(call, active))
      for (const { what } of whole.result.not_replayed) assert.notMatch(what, /^earlier/)
      const nothing = yield* call("POST", `/config-versions/${active}/backtest`, { from, to: from })
      assert.deepStrictEqual([nothing.status, nothing.body.error.details.issues[0].path], [422, ["to"]])
    })
  )

  it.effect("is refused for versions that do not exist and on plans without it", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const tenant = yield* app.tenant()
      const draft = yield* draftOf(tenant.call, studyContent)
      const path = `/config-versions/${draft}/backtest`
      const early = yield* tenant.call("POST", path)
      assert.deepStrictEqual([early.status, early.body.error.details.issues[0].path], [422, ["compare_with"]])
      const unknown = yield* tenant.call("POST", path, { compare_with: "17" })
      assert.deepStrictEqual([unknown.status, unknown.body.error.details.issues[0].path], [422, ["compare_with"]])
      assert.strictEqual((yield* tenant.call("POST", "/config-versions/99/backtest")).status, 404)
      const other = yield* app.tenant()
      assert.strictEqual((yield* other.call("POST", path)).status, 404)
      const poor = yield* app.tenant({ plan: "growth" })
      const refused = yield* poor.call("POST", "/config-versions/1/backtest")
      assert.strictEqual(refused.status, 402, refused.text)
    })
  )

  it.effect("of 20,000 events ends, and at once when it is cancelled", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      yield* populate(customer_id, buddy_id, 999, 20_000)
      const draft = yield* draftOf(call, generous)
      const done = yield* ended(call, yield* backtest(call, draft))
      assert.strictEqual(done.status, "completed", JSON.stringify(done.error))
      assert.deepStrictEqual(done.result.events, { replayed: 20_000, buddies: 1_000, is_complete: true })

      const operation_id = yield* backtest(call, draft)
      yield* Effect.repeat(call("GET", `/operations/${operation_id}`), {
        until: ({ body }) => (body.progress?.events ?? 0) > 0,
        schedule: Schedule.spaced("20 millis")
      })
      const cancelled = yield* call("POST", `/operations/${operation_id}/cancel`)
      assert.deepStrictEqual([cancelled.status, cancelled.body.status], [200, "cancelled"], cancelled.text)
      const { progress } = cancelled.body
      assert.isBelow(progress.events, progress.of)
      const next = yield* ended(call, yield* backtest(call, draft, { max_events: 10 }))
      assert.strictEqual(next.status, "completed")
      const after = yield* call("GET", `/operations/${operation_id}`)
      assert.deepStrictEqual([after.body.status, after.body.result], ["cancelled", null])
    })
  )
})
