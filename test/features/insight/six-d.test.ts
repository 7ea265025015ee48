/** Six steps, answered one by one, frozen as a revision, and held against what users do. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { caughtUp, plantDelta, today } from "../../kit/insight/analytics.ts"
import { type Answer, type Call, TestApp } from "../../kit/service/TestApp.ts"

const path = "/customers/me/onboarding/six-d"

const answers = {
  objectives: [
    { key: "more", title: "More of us", metric: "active_users", target: 30 },
    { key: "spend", title: "Coins go round", metric: "coins_spent", target: 1_000 },
    { key: "lessons", title: "Lessons", metric: "event_count", event_type: "lesson.completed", target: 100 },
    { key: "back", title: "They come back", metric: "retention_w4", target: 0.4 }
  ],
  behaviors: [
    { event_type: "lesson.completed", per_user_week: 2 },
    { event_type: "friend.invited", per_user_week: 0.5 }
  ],
  players: [
    { name: "Explorers", share: 0.3333 },
    { name: "Achievers", share: 0.6667 }
  ],
  loops: { engagement: "A lesson a day", progression: "Stages of the buddy" },
  fun: ["easy", "people"],
  tools: ["streaks", "teams", "coins"]
}
type StepName = keyof typeof answers
const steps = Object.keys(answers) as ReadonlyArray<StepName>
const none = Object.fromEntries(steps.map((step) => [step, null]))

const codeOf = ({ body, status }: Answer) => [status, body.error?.code]
const save = (call: Call, step: string, given: unknown) => call("PATCH", path, { step, answers: given })
const auditOf = (call: Call, query = "") => Effect.map(call("GET", `${path}/audit${query}`), ({ body }) => body)

const saveAll = (call: Call) =>
  Effect.forEach(steps, (step) =>
    Effect.map(save(call, step, answers[step]), (saved) => {
      assert.strictEqual(saved.status, 200, saved.text)
      return saved.body
    })
  )

layer(TestApp.shared, { excludeTestServices: true })("the six steps", (it) => {
  it.effect("are answered one by one, frozen when all are, and begun anew by the next answer", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const unbegun = { status: "not_started", revision: 1, step: "objectives", steps: none }
      const nothing = { ...unbegun, completed_at: null, skipped_at: null }
      assert.deepStrictEqual((yield* call("GET", path)).body, nothing)
      const refused = yield* call("POST", path)
      assert.deepStrictEqual(codeOf(refused), [409, "six_d_incomplete"])
      assert.deepStrictEqual(refused.body.error.details, { missing: steps })
      assert.deepStrictEqual((yield* call("GET", path)).body, nothing)

      yield* save(call, "fun", ["hard"])
      assert.deepInclude((yield* call("GET", path)).body, { status: "in_progress", step: "objectives" })
      const saved = yield* saveAll(call)
      assert.deepInclude(saved.at(-1), { status: "in_progress", revision: 1, step: null, steps: answers })
      const frozen = yield* call("POST", path)
      assert.strictEqual(frozen.status, 201, frozen.text)
      assert.deepInclude(frozen.body, { status: "completed", revision: 1, steps: answers })
      assert.deepStrictEqual(codeOf(yield* call("POST", path)), [409, "invalid_transition"])
      assert.deepStrictEqual(codeOf(yield* call("POST", `${path}/skip`)), [409, "invalid_transition"])

      const next = yield* save(call, "fun", ["serious"])
      const changed = { ...answers, fun: ["serious"] }
      assert.deepInclude(next.body, { status: "in_progress", revision: 2, steps: changed })
      assert.strictEqual(next.body.completed_at, frozen.body.completed_at)
      // Asked of what was frozen, not of what is being answered.
      assert.strictEqual((yield* call("GET", `${path}/drift-stats`)).body.revision, 1)
      assert.deepInclude((yield* call("POST", path)).body, { status: "completed", revision: 2 })
      assert.strictEqual((yield* call("GET", `${path}/drift-stats`)).body.revision, 2)
    })
  )

  it.effect("leave a row for what changed, and none for what was so already", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      yield* save(call, "fun", ["hard"])
      yield* save(call, "fun", ["hard"])
      yield* save(call, "loops", { progression: "b", engagement: "a" })
      yield* save(call, "loops", { engagement: "a", progression: "b" })
      const skipped = yield* call("POST", `${path}/skip`, { reason: "later" })
      assert.strictEqual(skipped.status, 200, skipped.text)
      assert.strictEqual(skipped.body.status, "skipped")
      assert.isString(skipped.body.skipped_at)
      assert.deepStrictEqual((yield* call("POST", `${path}/skip`)).body, skipped.body)
      const resumed = yield* save(call, "fun", ["hard"])
      assert.deepInclude(resumed.body, { status: "in_progress", skipped_at: null, revision: 1 })
      const { data } = yield* auditOf(call)
      assert.deepStrictEqual(
        data.map(({ action, reason, revision, step }: Record<string, unknown>) => [action, step, reason, revision]),
        [
          ["saved", "fun", null, 1],
          ["skipped", null, "later", 1],
          ["saved", "loops", null, 1],
          ["saved", "fun", null, 1]
        ]
      )
      assert.hasAllKeys(data[0].actor, ["type", "id"])
      const first = yield* auditOf(call, "?limit=3")
      const rest = yield* auditOf(call, `?limit=3&cursor=${first.pagination.nextCursor}`)
      assert.deepStrictEqual([...first.data, ...rest.data], data)
      assert.isFalse(rest.pagination.hasMore)
      const other = yield* (yield* TestApp).tenant()
      assert.deepStrictEqual((yield* auditOf(other.call)).data, [])
      const foreign = yield* other.call("GET", `${path}/audit?cursor=${first.pagination.nextCursor}`)
      assert.strictEqual(foreign.status, 400)
    })
  )

  it.effect("take whole and sensible answers only, and change nothing else", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const [objective] = answers.objectives
      const wrong: ReadonlyArray<readonly [string, unknown]> = [
        ["objectives", []],
        ["objectives", [{ ...objective, target: 0 }]],
        ["objectives", [{ ...objective, target: 1.5 }]],
        ["objectives", [{ ...objective, metric: "event_count" }]],
        ["objectives", [{ ...objective, event_type: "a" }]],
        ["objectives", [{ ...objective, metric: "retention_w4", target: 2 }]],
        ["objectives", [objective, objective]],
        ["objectives", Array.from({ length: 11 }, (_, place) => ({ ...objective, key: `k${place}` }))],
        ["behaviors", [{ event_type: "a", per_user_week: 0 }]],
        ["behaviors", [{ event_type: "a", per_user_week: 10_001 }]],
        ["behaviors", [{ event_type: "__proto__", per_user_week: 1 }]],
        ["players", [{ name: "All", share: 1.1 }]],
        [
          "players",
          [
            { name: "a", share: 0.6 },
            { name: "b", share: 0.5 }
          ]
        ],
        ["loops", { engagement: "a" }],
        ["loops", { engagement: "a", progression: "a".repeat(201) }],
        ["fun", ["easy", "easy"]],
        ["fun", ["boring"]],
        ["tools", ["money"]],
        ["tools", "streaks"],
        ["luck", ["easy"]],
        ["fun", null]
      ]
      for (const [step, given] of wrong) {
        const answer = yield* save(call, step, given)
        assert.deepStrictEqual(codeOf(answer), [422, "validation_failed"], JSON.stringify([step, given]))
      }
      assert.strictEqual((yield* call("PATCH", path, { step: "fun" })).status, 422)
      assert.strictEqual((yield* call("PATCH", path, { step: "fun", answers: ["easy"], more: 1 })).status, 422)
      assert.strictEqual((yield* call("POST", path, { now: true })).status, 422)
      assert.strictEqual((yield* call("POST", `${path}/skip`, { reason: "a".repeat(201) })).status, 422)
      assert.strictEqual((yield* call("GET", path)).body.status, "not_started")
      assert.deepStrictEqual((yield* auditOf(call)).data, [])
    })
  )

  it.effect("freeze once, however many freeze at the same time", () =>
    Effect.gen(function* () {
      const { call, customer_id } = yield* (yield* TestApp).tenant()
      yield* saveAll(call)
      const tries = yield* Effect.all(
        Array.from({ length: 5 }, () => call("POST", path)),
        { concurrency: 5 }
      )
      assert.deepStrictEqual(tries.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409])
      const sql = yield* SqlClient.SqlClient
      const kept = yield* sql`SELECT revision FROM six_d_revisions WHERE customer_id = ${customer_id}::uuid`
      assert.deepStrictEqual(
        kept.map(({ revision }) => revision),
        [1]
      )
    })
  )

  it.effect("are held against what users do, and say nothing of few", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const drift = (query = "") =>
        Effect.gen(function* () {
          yield* caughtUp(customer_id)
          return (yield* call("GET", `${path}/drift-stats${query}`)).body
        })
      assert.deepStrictEqual(yield* drift(), { revision: null, behaviors: [], objectives: [], tools: [] })
      yield* saveAll(call)
      yield* call("POST", path)
      const unsaid = yield* drift()
      assert.deepInclude(unsaid.behaviors[0], { expected: 2, measured: null, drift: null, status: "no_data" })
      assert.deepInclude(unsaid.objectives[0], { key: "more", measured: null, status: "no_data" })
      assert.deepInclude(unsaid.tools[0], { tool: "streaks", configured: false, used: null })

      const day = today()
      yield* plantDelta(tenant, {
        c: [
          ["events", day, "default", "lesson.completed", 90, 0],
          ["events", day, "default", "friend.invited", 4, 0],
          ["coins_out", day, "default", "purchase:a", 1, 200]
        ],
        u: Array.from({ length: 25 }, (_, place) => ["default", `user-${place}`, "", day] as const)
      })
      const told = yield* drift("?window_days=14")
      // 90 events of 25 users in two weeks.
      assert.deepStrictEqual(told.behaviors, [
        { event_type: "lesson.completed", expected: 2, measured: 1.8, drift: -0.1, status: "on_track" },
        { event_type: "friend.invited", expected: 0.5, measured: 0.08, drift: -0.84, status: "drifting" }
      ])
      assert.deepStrictEqual(told.objectives, [
        { key: "more", target: 30, measured: 25, status: "on_track" },
        { key: "spend", target: 1_000, measured: 200, status: "drifting" },
        { key: "lessons", target: 100, measured: 90, status: "on_track" },
        { key: "back", target: 0.4, measured: null, status: "no_data" }
      ])
      assert.deepStrictEqual(told.tools, [
        { tool: "streaks", configured: false, used: 0 },
        { tool: "teams", configured: false, used: 0 },
        { tool: "coins", configured: false, used: null }
      ])
      for (const query of ["?window_days=0", "?window_days=367", "?audience=default"])
        assert.strictEqual((yield* call("GET", `${path}/drift-stats${query}`)).status, 422, query)
    })
  )
})
