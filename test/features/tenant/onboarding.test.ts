/** A workspace set up by telling what the product is: read, answered, planned, applied. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../kit/service/TestApp.ts"
import { begin, codeOf, lingo, planned, sessions } from "../../kit/tenant/Onboarding.ts"

layer(TestApp.shared, { excludeTestServices: true })("onboarding", (it) => {
  const pro = Effect.gen(function* () {
    return yield* (yield* TestApp).tenant({ plan: "pro" })
  })

  it.effect("goes from a description to a published configuration that pays for what the text says", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      assert.deepStrictEqual(codeOf(yield* call("GET", `${sessions}/current`)), [404, "not_found"])
      assert.deepStrictEqual((yield* call("GET", `${sessions}/preparing-status`)).body, {
        onboarding_session_id: null,
        status: "idle",
        kind: null,
        progress: 0,
        operation_id: null,
        error: null
      })
      const opened = yield* call("POST", sessions, { description: lingo })
      assert.strictEqual(opened.status, 201, opened.text)
      const { onboarding_session_id: id, questions, ...fresh } = opened.body
      assert.deepStrictEqual(fresh, {
        status: "open",
        source: { type: "description", summary: lingo, language: "en" },
        answers: {},
        plan: null,
        guide: null,
        messages: 0,
        busy: null,
        caps: { sessions: 9, seeds: 20, plans: 20, guides: 20, messages: 200 }
      })
      assert.lengthOf(questions, 8)
      assert.strictEqual((yield* call("POST", sessions)).status, 200)
      const { plan, ...session } = yield* planned(call, id)
      assert.deepInclude(session, { status: "planned", busy: null })
      assert.strictEqual(session.caps.plans, 19)
      assert.deepInclude(plan, {
        revision: 1,
        provider: "builtin",
        fallback: false,
        preset_key: "learning",
        warnings: []
      })
      const types = plan.content.event_types.map((type: { event_type: string }) => type.event_type)
      assert.includeMembers(types, ["lesson.completed", "quiz.passed", "course.finished", "classmate.helped"])
      assert.strictEqual(plan.assumptions.events_per_user_week["lesson.completed"], 7)
      const status = (yield* call("GET", `${sessions}/preparing-status`)).body
      assert.deepInclude(status, { onboarding_session_id: id, status: "ready", kind: "plan", progress: 1, error: null })
      const operation = (yield* call("GET", `/operations/${status.operation_id}`)).body
      assert.deepInclude(operation, { type: "onboarding", status: "completed", resource_id: id })

      const applied = yield* call("POST", `${sessions}/${id}/apply`)
      assert.strictEqual(applied.status, 200, applied.text)
      assert.strictEqual(applied.body.status, "draft")
      const draft = applied.body.config_version_id
      const published = yield* call("POST", `/config-versions/${draft}/publish`)
      assert.strictEqual(published.status, 200, published.text)
      const egg = yield* call("POST", "/eggs", { user_id: "ada" })
      yield* call("PATCH", `/eggs/${egg.body.egg_id}/status`, { status: "ready" })
      const again = yield* call("POST", `${sessions}/${id}/apply`)
      assert.deepStrictEqual([again.status, again.body.config_version_id], [200, draft])
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
      assert.strictEqual((yield* call("GET", `${sessions}/current`)).body.status, "applied")
    })
  )

  it.effect("follows answers and instructions, and keeps both apart", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const id = yield* begin(call)
      const answers = { avoid: ["randomness"], tone: "epic", key_actions: ["Write an essay"], stack: "go" }
      const told = yield* call("PUT", `${sessions}/${id}/answers`, { answers })
      assert.deepStrictEqual([told.status, told.body.answers], [200, answers])
      const dropped = yield* call("PUT", `${sessions}/${id}/answers`, { answers: { stack: null, goal: "retention" } })
      const { stack: _, ...left } = answers
      assert.deepStrictEqual(dropped.body.answers, { ...left, goal: "retention" })
      const { plan } = yield* planned(call, id)
      assert.strictEqual(plan.content.event_types[0].event_type, "essay.written")
      assert.strictEqual(plan.content.evolution_rules.stages[3].name, "Legend")
      assert.notInclude(JSON.stringify(plan.content.coin_rules), "pool")
      assert.isNotEmpty(plan.content.marketplaces)
      const next = yield* planned(call, id, "regenerate-plan", { instructions: "Do it without any shop." })
      assert.deepInclude(next.plan, { revision: 2 })
      assert.deepStrictEqual([next.plan.content.marketplaces, next.plan.content.gates], [[], []])
      assert.deepStrictEqual(next.answers.avoid, ["randomness"])
    })
  )

  it.effect("adds to a draft what has a new key when it is merged, and touches nothing else", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const { body: draft } = yield* call("POST", "/config-versions")
      const mine = {
        rule_key: "coins_lesson_completed",
        trigger: { event_type: "lesson.completed" },
        amount: { mode: "fixed", value: 777 }
      }
      const other = { ...mine, rule_key: "mine" }
      yield* call("PATCH", `/config-versions/${draft.config_version_id}`, { content: { coin_rules: [mine, other] } })
      yield* call("PUT", "/gates/inner_circle", { token_key: "gem", cost: 99 })
      const id = yield* begin(call)
      yield* planned(call, id)
      const merged = yield* call("POST", `${sessions}/${id}/apply`, { mode: "merge" })
      assert.strictEqual(merged.status, 200, merged.text)
      const rules = merged.body.content.coin_rules as ReadonlyArray<{ rule_key: string; amount: { value: number } }>
      assert.strictEqual(rules.find((rule) => rule.rule_key === mine.rule_key)?.amount.value, 777)
      assert.includeMembers(
        rules.map((rule) => rule.rule_key),
        ["mine", "coins_quiz_passed"]
      )
      const gates = (yield* call("GET", "/gates")).body.data
      assert.deepInclude(
        gates.find((gate: { gate_key: string }) => gate.gate_key === "inner_circle"),
        { cost: 99 }
      )
      assert.strictEqual((yield* call("POST", `/config-versions/${draft.config_version_id}/publish`)).status, 200)
    })
  )

  it.effect("adds nothing to a draft that has no room for all of it", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const { config_version_id } = (yield* call("POST", "/config-versions")).body
      const coin_rules = Array.from({ length: 500 }, (_, at) => ({
        rule_key: `rule_${at}`,
        trigger: { event_type: "lesson.completed" },
        amount: { mode: "fixed", value: 1 }
      }))
      const full = yield* call("PATCH", `/config-versions/${config_version_id}`, { content: { coin_rules } })
      assert.strictEqual(full.status, 200, full.text)
      const id = yield* begin(call)
      yield* planned(call, id)
      const refused = yield* call("POST", `${sessions}/${id}/apply`, { mode: "merge" })
      assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"])
      assert.match(refused.body.error.message, /at most 500 of coin_rules/)
      const draft = (yield* call("GET", `/config-versions/${config_version_id}`)).body
      assert.lengthOf(draft.content.coin_rules, 500)
      assert.isEmpty(draft.content.badge_definitions)
      assert.isEmpty((yield* call("GET", "/event-types")).body.data)
      assert.strictEqual((yield* call("GET", `${sessions}/current`)).body.status, "planned")
    })
  )

  it.effect("refuses what a session does not take, and changes nothing then", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const id = yield* begin(call)
      const notPlanned = yield* call("POST", `${sessions}/${id}/apply`)
      assert.deepStrictEqual(codeOf(notPlanned), [409, "onboarding_not_planned"])
      const bad: ReadonlyArray<readonly [string, string, unknown]> = [
        ["PUT", `${id}/answers`, { answers: { goal: "world peace" } }],
        ["PUT", `${id}/answers`, { answers: { colour: "red" } }],
        ["PUT", `${id}/answers`, { answers: { avoid: ["loss", "loss"] } }],
        ["PUT", `${id}/answers`, { answers: { key_actions: Array.from({ length: 11 }, (_, at) => `act ${at}`) } }],
        ["PUT", `${id}/answers`, {}],
        ["POST", "seed-from-description", { description: "" }],
        ["POST", "seed-from-description", { description: "x".repeat(20_001) }],
        ["POST", "reset", { hard: true }],
        ["POST", `${id}/generate-plan`, { instructions: "x".repeat(1_001) }],
        ["POST", `${id}/apply`, { mode: "delete" }],
        ["POST", "", { description: "x".repeat(4_001) }]
      ]
      for (const [method, path, body] of bad) {
        const refused = yield* call(method as "PUT", `${sessions}${path === "" ? "" : `/${path}`}`, body)
        assert.deepStrictEqual(codeOf(refused), [422, "validation_failed"], `${path} ${refused.text}`)
      }
      const long = yield* call("POST", `${sessions}/seed-from-description`, { description: "ä lesson ".repeat(2_200) })
      assert.deepStrictEqual([long.status, long.body.onboarding_session_id], [200, id], long.text)
      const stranger = yield* pro
      for (const path of [`${id}/apply`, `${id}/generate-plan`, "nonsense/apply"]) {
        assert.deepStrictEqual(codeOf(yield* stranger.call("POST", `${sessions}/${path}`)), [404, "not_found"])
      }
      yield* planned(call, id)
      yield* call("POST", `${sessions}/${id}/apply`)
      const closed = yield* call("POST", `${sessions}/${id}/generate-plan`)
      assert.deepStrictEqual(codeOf(closed), [409, "onboarding_session_closed"])
      assert.deepStrictEqual(closed.body.error.details, { status: "applied" })
      assert.deepStrictEqual((yield* call("POST", `${sessions}/reset`)).body, {
        reset: true,
        onboarding_session_id: id
      })
      assert.deepStrictEqual(codeOf(yield* call("GET", `${sessions}/current`)), [404, "not_found"])
      assert.deepStrictEqual((yield* call("POST", `${sessions}/reset`)).body, {
        reset: false,
        onboarding_session_id: null
      })
      const abandoned = yield* call("PUT", `${sessions}/${id}/answers`, { answers: {} })
      assert.deepStrictEqual(abandoned.body.error.details, { status: "abandoned" })
      const idle = yield* begin(call)
      yield* SqlClient.SqlClient.use(
        (sql) => sql`UPDATE onboarding_sessions SET updated_at = now() - interval '31 days'
        WHERE session_id = ${idle}::uuid`
      )
      const none = { reset: false, onboarding_session_id: null }
      assert.deepStrictEqual((yield* call("POST", `${sessions}/reset`)).body, none, "it was given up already")
    })
  )

  it.effect("generates for plans that include it, and asks and applies for every plan", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant({ plan: "free" })
      const id = yield* begin(call)
      assert.strictEqual(
        (yield* call("PUT", `${sessions}/${id}/answers`, { answers: { goal: "revenue" } })).status,
        200
      )
      for (const path of [`${id}/generate-plan`, `${id}/regenerate-plan`, "seed-from-description"]) {
        const refused = yield* call("POST", `${sessions}/${path}`, path.startsWith("seed") ? { description: "x" } : {})
        assert.deepStrictEqual(codeOf(refused), [402, "plan_feature_locked"], path)
      }
    })
  )

  it.effect("counts what is asked for in a day, under however many keys at once", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const id = yield* begin(call)
      const keyed = () => call("POST", `${sessions}/${id}/generate-plan`, {}, { headers: { "idempotency-key": "one" } })
      const twice = yield* Effect.all([keyed(), keyed()], { concurrency: 2 })
      assert.deepStrictEqual(
        twice.map(({ body, status }) => [status, body.plan.revision]),
        [
          [200, 1],
          [200, 1]
        ]
      )
      for (let count = 1; count < 20; count++) yield* planned(call, id)
      const refused = yield* call("POST", `${sessions}/${id}/generate-plan`)
      assert.deepStrictEqual(codeOf(refused), [409, "onboarding_cap_reached"])
      assert.deepInclude(refused.body.error.details, { cap: "plans", max: 20 })
      const opened = []
      for (let count = 1; count < 10; count++) {
        yield* call("POST", `${sessions}/reset`)
        opened.push((yield* call("POST", sessions)).status)
      }
      assert.deepStrictEqual(new Set(opened), new Set([201]))
      yield* call("POST", `${sessions}/reset`)
      assert.deepStrictEqual(codeOf(yield* call("POST", sessions)), [409, "onboarding_cap_reached"])
    })
  )

  it.effect("has one open session, however many ask for it at once", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const answers = yield* Effect.all(
        Array.from({ length: 6 }, () => call("POST", sessions, { description: lingo })),
        { concurrency: 6 }
      )
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        1
      )
      assert.strictEqual(new Set(answers.map(({ body }) => body.onboarding_session_id)).size, 1)
      // Whoever was not the one costs the day nothing.
      assert.strictEqual((yield* call("GET", `${sessions}/current`)).body.caps.sessions, 9)
    })
  )

  it.effect("writes one thing at a time, and is free again three minutes after whoever wrote was lost", () =>
    Effect.gen(function* () {
      const { call } = yield* pro
      const sql = yield* SqlClient.SqlClient
      const id = (yield* call("POST", sessions, { description: `${lingo} 😀`.padEnd(400, "😀") })).body
        .onboarding_session_id
      const lost = (minutes: number) => {
        const busy = { kind: "plan", operation_id: id, progress: 0, since: Date.now() - minutes * 60_000 }
        return sql`UPDATE onboarding_sessions SET busy = ${JSON.stringify(busy)}::jsonb WHERE session_id = ${id}::uuid`
      }
      yield* lost(1)
      const answers = { answers: { goal: "retention", key_actions: ["😀".repeat(200)] } }
      assert.deepStrictEqual(codeOf(yield* call("POST", `${sessions}/${id}/generate-plan`)), [409, "onboarding_busy"])
      assert.deepStrictEqual(codeOf(yield* call("PUT", `${sessions}/${id}/answers`, answers)), [409, "onboarding_busy"])
      yield* lost(4)
      assert.strictEqual((yield* call("PUT", `${sessions}/${id}/answers`, answers)).status, 200)
    })
  )

  it.effect("puts anybody on the waiting list, with one answer for all", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApp
      const join = (body: unknown) => call("POST", `${sessions}/waitlist`, body)
      const ada = { email: "ada@example.test", use_case: "A language school" }
      for (const body of [ada, ada, { email: "grace@example.test" }]) {
        const joined = yield* join(body)
        assert.deepStrictEqual([joined.status, joined.body], [202, { accepted: true }], joined.text)
      }
      for (const body of [{ email: "nobody" }, {}, { ...ada, use_case: "x".repeat(501) }])
        assert.deepStrictEqual(codeOf(yield* join(body)), [422, "validation_failed"])
    })
  )
})
