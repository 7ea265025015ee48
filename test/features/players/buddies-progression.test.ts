/** Where a buddy stands, in one answer. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { until } from "../../kit/service/time.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

layer(TestApp.shared, { excludeTestServices: true })("progression", (it) => {
  it.effect("tells balances with their lifetime sums, skills, streaks and what is left to the next stage", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const at = `/buddies/${buddy_id}`
      yield* call("POST", "/events", lesson("ada"))
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 9 })
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "spend", amount: 4 })
      yield* call("POST", `${at}/coins/spend`, { amount: 15 })
      const { body, status } = yield* call("GET", `${at}/progression-metrics`)
      assert.strictEqual(status, 200)
      assert.deepInclude(body, { buddy_id, prestige_level: 0, events: 1 })
      // 10 for the lesson, 25 for the badge, 5 for the first day.
      assert.deepStrictEqual(body.coins, { balance: 25, lifetime_earned: 40, lifetime_spent: 15 })
      assert.deepStrictEqual(body.tokens, {
        primary: [{ token_key: "gem", balance: 5, lifetime_earned: 9, lifetime_spent: 4 }],
        progression: [{ token_key: "xp", balance: 10, lifetime_earned: 10, lifetime_spent: 0 }]
      })
      assert.deepInclude(body.skills.focus, { level: 1, points: 100 })
      assert.deepInclude(body.streaks[0], { streak_key: "daily", current_streak: 1 })
      assert.deepStrictEqual(body.badges, { owned: 1, total: 1 })
      assert.deepInclude(body.evolution, { current_stage: 1, next_stage: 2, ready: false, progress: 0.5 })
      assert.deepStrictEqual((yield* call("GET", `${at}/progression`)).body, body)
      assert.strictEqual((yield* call("GET", "/buddies/none/progression-metrics")).status, 404)
    })
  )

  it.effect("shows no token of a type that is gone, and shows it again when it comes back", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      const { buddy_id } = yield* hatch(tenant, "ada")
      const at = `/buddies/${buddy_id}`
      yield* call("POST", `${at}/tokens`, { token_key: "gem", operation: "earn", amount: 9 })
      const balances = Effect.map(call("GET", at), ({ body }) => body.tokens)
      assert.deepStrictEqual(yield* balances, { gem: 9 })
      const pinnedTo = Effect.fnUntraced(function* (token_types: ReadonlyArray<object>) {
        const { token_rules: _, ...content } = studyContent
        yield* publish(tenant, {
          ...content,
          evolution_rules: { max_stage: 1, stages: [{ stage: 1, name: "Hatchling" }] },
          token_types
        })
        const version = (yield* call("GET", "/customers/me")).body.active_config_version_id
        const moved = yield* call("POST", `/config-versions/${version}/migrate-buddies`, { buddy_ids: [buddy_id] })
        assert.strictEqual(moved.status, 202, moved.text)
        yield* until(
          "the buddy goes by it",
          Effect.map(call("GET", at), ({ body }) => body.config_version_id === version)
        )
      })
      const [xp, gem] = studyContent.token_types
      yield* pinnedTo([xp!])
      assert.deepStrictEqual(yield* balances, {})
      yield* pinnedTo([xp!, gem!])
      assert.deepStrictEqual(yield* balances, { gem: 9 })
    })
  )

  it.effect("leaves out what is meant for another audience, in widgets too", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      const { badge_definitions, streak_rules } = studyContent
      yield* publish(tenant, {
        ...studyContent,
        streak_rules: [...streak_rules, { ...streak_rules[0]!, streak_key: "theirs", audience: "teachers" }],
        badge_definitions: [
          ...badge_definitions,
          { ...badge_definitions[0]!, badge_key: "theirs", audience: "teachers" }
        ]
      })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const keysOf = (streaks: ReadonlyArray<{ streak_key: string }>) => streaks.map(({ streak_key }) => streak_key)
      const { body } = yield* call("GET", `/buddies/${buddy_id}/progression-metrics`)
      assert.deepStrictEqual([keysOf(body.streaks), body.badges], [["daily"], { owned: 0, total: 1 }])
      const key = (yield* call("POST", "/embed-tokens", { buddy_id })).body.token
      const widget = yield* call("GET", "/widget/buddy", undefined, { key })
      assert.deepStrictEqual(keysOf(widget.body.streaks), ["daily"])
    })
  )
})
