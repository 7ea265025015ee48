/** Skills fade where nobody practises: once per period, down to their floor, and never for those who do. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { Connections } from "../../../src/platform/postgres/Connections.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { TestApp, type TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { versionedList } from "../../kit/contract/VersionedList.ts"

const fading = {
  ...studyContent,
  skill_decay_rules: [
    { rule_key: "fade", skill_key: "focus", idle_days: 7, period: "day", amount: 2, floor_level: 1 },
    {
      rule_key: "kept",
      skill_key: "focus",
      idle_days: 7,
      period: "day",
      amount: 5,
      refresh_on: { event_type: "app.opened" },
      enabled: false
    }
  ]
}

/** A round, and what it came to. */
const rounds = ({ call }: TestTenant) =>
  Effect.fnUntraced(function* (body: unknown) {
    const { operation_id } = (yield* call("POST", "/skill-decay-rules/run-now", body)).body
    return (yield* ended(call, operation_id)).result
  })

/** Whoever took it: the round of the schedule comes every five minutes, and a moment after the service has started. */
const takenBy = ({ call }: TestTenant, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}/changes?kind=decay_skill`), ({ body }) =>
    body.data.map(({ origin }: { readonly origin: { readonly type: string } }) => origin.type)
  )

/** A buddy that was idle under two rules of a skill: what a round is told to take, what it took, and who took it. */
const faded = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call, customer_id } = tenant
  const both = fading.skill_decay_rules.map((rule) => ({ ...rule, floor_level: 1, enabled: true }))
  yield* publish(tenant, { ...fading, skill_decay_rules: both })
  const { buddy_id } = yield* hatch(tenant, "idle")
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE buddy_states SET version = version + 1, state = (state::jsonb || jsonb_build_object('hatched_at',
      (state ->> 'hatched_at')::bigint - 10 * 86400000))::json
    WHERE customer_id = ${customer_id}::uuid`
  const updates = [{ skill_key: "focus", operation: "set", value: 4 }]
  yield* call("PATCH", `/buddies/${buddy_id}/skills`, { updates })
  const round = rounds(tenant)
  const [told, done] = [yield* round({ dry_run: true }), yield* round({ dry_run: false })]
  return { told, done, origins: yield* takenBy(tenant, buddy_id) }
})

/** A buddy that practises and one that does not, both hatched ten days ago as far as they remember. */
const apart = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  const { call, customer_id } = tenant
  yield* publish(tenant, fading)
  yield* call("POST", "/webhook-configs", { url: "http://127.0.0.1:9/", events: ["skill.*"] })
  const idle = (yield* hatch(tenant, "idle")).buddy_id
  const busy = (yield* hatch(tenant, "busy")).buddy_id
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE buddy_states SET version = version + 1, state = (state::jsonb || jsonb_build_object('hatched_at',
      (state ->> 'hatched_at')::bigint - 10 * 86400000))::json
    WHERE customer_id = ${customer_id}::uuid`
  for (const buddy_id of [idle, busy]) {
    const updates = [{ skill_key: "focus", operation: "set", value: 4 }]
    yield* call("PATCH", `/buddies/${buddy_id}/skills`, { updates })
  }
  yield* call("POST", "/events", lesson("busy"))
  const preview = (yield* call("GET", "/skill-decay-rules/fade/preview")).body
  const round = rounds(tenant)
  const done = [yield* round({ dry_run: true }), yield* round({ rule_id: "fade" }), yield* round({})]
  return { ...tenant, idle, busy, preview, done, origins: yield* takenBy(tenant, idle) }
})

layer(TestApp.shared, { excludeTestServices: true })("decay", (it) => {
  it.effect("is previewed, run once per period, told and remembered", () =>
    Effect.gen(function* () {
      const { busy, call, done, idle, preview } = yield* Effect.repeat(apart, {
        until: ({ origins }) => !origins.includes("job"),
        times: 2
      })
      assert.deepInclude(preview, { affected_buddies: 1, total_delta: -2 })
      assert.deepStrictEqual(preview.sample, [{ buddy_id: idle, previous_level: 4, new_level: 2 }])
      assert.deepInclude(done[0], { looked_at: 2, faded: 1, levels: 2, dry_run: true })
      assert.deepInclude(done[1], { faded: 1, levels: 2, dry_run: false })
      assert.deepInclude(done[2], { faded: 0, levels: 0 })
      const level = (buddy_id: string) =>
        Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.skills.focus.level)
      assert.deepStrictEqual([yield* level(idle), yield* level(busy)], [2, 4])
      const history = yield* call("GET", "/skill-decay-rules/fade/history")
      assert.deepInclude(history.body.data[0], { buddy_id: idle, previous_level: 4, new_level: 2, delta: -2 })
      const sql = yield* SqlClient.SqlClient
      const told =
        yield* sql`SELECT event FROM webhook_deliveries_all WHERE body LIKE ${`%${idle}%`} ORDER BY delivery_id`
      assert.includeMembers(
        told.map((row) => row["event"]),
        ["skill.decayed", "skill.updated"]
      )
      assert.strictEqual((yield* call("GET", "/skill-decay-rules/none/preview")).status, 404)
    })
  )

  it.effect("of two rules of a skill takes, told before and done, what the first has left", () =>
    Effect.gen(function* () {
      // The round of the schedule, every five minutes, may have come between: then with somebody else.
      const { done, origins, told } = yield* Effect.repeat(faded, {
        until: ({ origins }) => !origins.includes("job"),
        times: 2
      })
      assert.deepStrictEqual(origins, ["operation", "operation"])
      assert.deepInclude(told, { faded: 2, levels: 3, dry_run: true })
      assert.deepStrictEqual(done, { ...told, dry_run: false })
    })
  )

  it.effect("takes from everybody else where it cannot from one, which is counted", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      yield* publish(tenant, fading)
      const { buddy_id } = yield* hatch(tenant, "idle")
      const sql = yield* SqlClient.SqlClient
      yield* call("PATCH", `/buddies/${buddy_id}/skills`, {
        updates: [{ skill_key: "focus", operation: "set", value: 4 }]
      })
      const { mend } = yield* stuck(buddy_id, "commands")
      yield* sql`
        UPDATE buddy_states SET version = version + 1, state = (state::jsonb || jsonb_build_object('hatched_at',
          (state ->> 'hatched_at')::bigint - 10 * 86400000))::json
        WHERE customer_id = ${customer_id}::uuid`
      yield* copies(customer_id, buddy_id, 2)
      const { operation_id } = (yield* call("POST", "/skill-decay-rules/run-now", {})).body
      const { result, status } = yield* ended(call, operation_id)
      assert.deepStrictEqual([status, result.failed], ["completed", 1])
      // By this round, or by that of the schedule.
      const levels = (yield* call("GET", "/buddies")).body.data.map(
        ({ skills }: { readonly skills: { readonly focus: { readonly level: number } } }) => skills.focus.level
      )
      assert.deepStrictEqual(levels.toSorted(), [2, 2, 4])
      yield* mend
    })
  )
})

// As many connections as in production: what looks by itself at what is due is in the way of the lock as well.
const Roomy = TestApp.layer({}, undefined, undefined, Connections.defaultValue())

layer(Roomy, { excludeTestServices: true })("a decay rule", (it) => {
  it.effect("is previewed for a thousand buddies, for one question of a workspace after the other", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const [tenant, other] = [yield* app.tenant(), yield* app.tenant()]
      // Not in force, which a preview does not ask for: the round of the schedule would take some of them.
      const asleep = fading.skill_decay_rules.map((rule) => ({ ...rule, enabled: false }))
      yield* publish(tenant, { ...fading, skill_decay_rules: asleep })
      const { buddy_id } = yield* hatch(tenant, "idle")
      const updates = [{ skill_key: "focus", operation: "set", value: 4 }]
      yield* tenant.call("PATCH", `/buddies/${buddy_id}/skills`, { updates })
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        UPDATE buddy_states SET version = version + 1, state = (state::jsonb || jsonb_build_object('hatched_at',
          (state ->> 'hatched_at')::bigint - 10 * 86400000))::json
        WHERE customer_id = ${tenant.customer_id}::uuid`
      yield* copies(tenant.customer_id, buddy_id, 1_000)
      const preview = tenant.call("GET", "/skill-decay-rules/fade/preview")
      const { body } = yield* preview
      assert.deepInclude(body, { affected_buddies: 1_000, total_delta: -2_000, is_complete: false })
      assert.strictEqual(body.sample.length, 20)

      const refused: Array<number> = []
      const asking = yield* openEnded(sql)(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE buddy_states IN ACCESS EXCLUSIVE MODE`
          const storm = Array.from({ length: 60 }, () =>
            Effect.tap(preview, ({ status }) => Effect.sync(() => status === 429 && refused.push(status)))
          )
          const asking = yield* Effect.forkChild(Effect.all(storm, { concurrency: "unbounded" }))
          yield* until(
            "who is too many is told so",
            Effect.sync(() => refused.length >= 9)
          )
          const waiting = yield* sql`
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
              AND query LIKE '%status = ''active''%ORDER BY buddy_id LIMIT%'`
          // The round that looks by itself may be the other one.
          assert.isAtMost(waiting.length, 2)
          assert.strictEqual((yield* other.call("GET", "/eggs")).status, 200)
          return asking
        })
      )
      const statuses = (yield* Fiber.join(asking)).map(({ status }) => status)
      assert.include(statuses, 200)
      assert.deepStrictEqual(
        statuses.filter((status) => status !== 200 && status !== 429),
        []
      )
    })
  )
})

versionedList({
  path: "/skill-decay-rules",
  id: "rule_id",
  key: "rule_key",
  body: (rule_key) => ({ rule_key, skill_key: "focus", idle_days: 7 })
})
