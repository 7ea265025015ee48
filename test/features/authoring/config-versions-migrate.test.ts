import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { ended, hatch, publish, readyEgg } from "../../kit/players/Eggs.ts"
import { held } from "../../kit/players/HeldOperation.ts"
import { stuck } from "../../kit/players/Stuck.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

const trigger = { event_type: "lesson.completed" }

/** Publishes the next version, in which a lesson pays `value` coins. */
const republish = Effect.fnUntraced(function* (call: Call, value: number) {
  const rule = { rule_key: "lesson", trigger, amount: { mode: "fixed", value } }
  yield* call("PUT", "/coin-rules/lesson", rule)
  const draft = yield* call("POST", "/config-versions")
  const published = yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
  assert.strictEqual(published.status, 200, published.text)
  return published.body.config_version_id as string
})

const newBuddy = Effect.fnUntraced(function* (call: Call, user_id: string) {
  const operation = yield* hatch(call, yield* readyEgg(call, user_id))
  return operation.result.buddy_id as string
})

const pinnedTo = (call: Call, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}`), (answer) => answer.body.config_version_id as string)

/** Answers the coins the lesson paid. */
const lesson = Effect.fnUntraced(function* (call: Call, user_id: string, event_id: string) {
  const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  const answer = yield* call("POST", "/events", { event_id, user_id, type: "lesson.completed", occurred_at })
  return answer.body.effects.coins as number
})

layer(TestApp.shared, { excludeTestServices: true })("buddies", (it) => {
  it.effect("stay with their version until they are migrated, then live by the new rules", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const first = yield* publish(call)
      const [ada, bob] = [yield* newBuddy(call, "ada"), yield* newBuddy(call, "bob")]
      assert.strictEqual(yield* lesson(call, "ada", "e1"), 10)
      const second = yield* republish(call, 25)
      assert.strictEqual(yield* pinnedTo(call, ada), first)
      assert.strictEqual(yield* lesson(call, "ada", "e2"), 10)

      const plan = yield* call("POST", `/config-versions/${second}/migrate-buddies`, { dry_run: true })
      assert.strictEqual(plan.status, 200, plan.text)
      assert.deepStrictEqual(plan.body, {
        dry_run: true,
        config_version_id: second,
        buddies: 2,
        from_versions: [{ config_version_id: first, number: 1, buddies: 2 }]
      })
      assert.strictEqual(yield* pinnedTo(call, ada), first)

      const one = yield* call("POST", `/config-versions/${second}/migrate-buddies`, { buddy_ids: [ada, "nobody"] })
      assert.deepStrictEqual([one.status, one.body.status], [202, "pending"], one.text)
      const done = yield* ended(call, one.body.operation_id)
      assert.deepInclude(done, { type: "migrate", status: "completed", resource_id: second })
      assert.deepStrictEqual(done.result, { migrated: 1, skipped: 0, failed: 0 })
      assert.strictEqual(yield* pinnedTo(call, ada), second)
      assert.strictEqual(yield* pinnedTo(call, bob), first)
      assert.strictEqual(yield* lesson(call, "ada", "e3"), 25)
      assert.strictEqual(yield* lesson(call, "bob", "e4"), 10)

      const rest = yield* call("POST", `/config-versions/${second}/migrate-buddies`)
      assert.deepStrictEqual((yield* ended(call, rest.body.operation_id)).result, {
        migrated: 1,
        skipped: 0,
        failed: 0
      })
      const none = yield* call("POST", `/config-versions/${second}/migrate-buddies`, {})
      assert.deepStrictEqual((yield* ended(call, none.body.operation_id)).result, {
        migrated: 0,
        skipped: 0,
        failed: 0
      })
      assert.strictEqual(yield* lesson(call, "bob", "e5"), 25)
      // Moving changes the rules, not what was earned.
      assert.strictEqual((yield* call("GET", `/buddies/${ada}`)).body.coins, 45)
    })
  )

  it.effect("are migrated where one of them cannot be, which is counted", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const first = yield* publish(call)
      const [ada, bob] = [yield* newBuddy(call, "ada"), yield* newBuddy(call, "bob")]
      const second = yield* republish(call, 25)
      const { mend } = yield* stuck(ada, "commands")
      const migrate = Effect.flatMap(call("POST", `/config-versions/${second}/migrate-buddies`), ({ body }) =>
        ended(call, body.operation_id)
      )
      assert.deepInclude(yield* migrate, { status: "completed", result: { migrated: 1, skipped: 0, failed: 1 } })
      assert.deepStrictEqual([yield* pinnedTo(call, ada), yield* pinnedTo(call, bob)], [first, second])
      yield* mend
      assert.deepInclude(yield* migrate, { status: "completed", result: { migrated: 1, skipped: 0, failed: 0 } })
      assert.strictEqual(yield* pinnedTo(call, ada), second)
    })
  )

  it.effect("of one version are migrated alone, and archived ones never", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const first = yield* publish(call)
      const [ada, old] = [yield* newBuddy(call, "ada"), yield* newBuddy(call, "old")]
      yield* call("PATCH", `/buddies/${old}/archive`)
      const second = yield* republish(call, 20)
      const bob = yield* newBuddy(call, "bob")
      const third = yield* republish(call, 30)
      const started = yield* call("POST", `/config-versions/${third}/migrate-buddies`, { from_version_id: first })
      assert.deepStrictEqual((yield* ended(call, started.body.operation_id)).result, {
        migrated: 1,
        skipped: 0,
        failed: 0
      })
      const pins = yield* Effect.forEach([ada, bob, old], (buddy_id) => pinnedTo(call, buddy_id))
      assert.deepStrictEqual(pins, [third, second, first])
    })
  )

  it.effect("are migrated to the active version only", () =>
    Effect.gen(function* () {
      const app = yield* TestApp
      const { call } = yield* app.tenant()
      const first = yield* publish(call)
      const second = yield* republish(call, 20)
      const draft = (yield* call("POST", "/config-versions")).body.config_version_id
      for (const id of [first, draft]) {
        const refused = yield* call("POST", `/config-versions/${id}/migrate-buddies`)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "config_not_active"])
      }
      const unknown = yield* call("POST", `/config-versions/${second}/migrate-buddies`, { from_version_id: "nothing" })
      assert.deepStrictEqual([unknown.status, unknown.body.error.details.issues[0].path], [422, ["from_version_id"]])
      const field = yield* call("POST", `/config-versions/${second}/migrate-buddies`, { dryRun: true })
      assert.include(field.body.error.message, "property dryRun should not exist")
      const other = yield* app.tenant()
      assert.strictEqual((yield* other.call("POST", `/config-versions/${second}/migrate-buddies`)).status, 404)
    })
  )

  it.effect("keep what a rule has used up when it is about another event type from now on", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const rule = {
        rule_key: "lesson",
        trigger: { event_type: "signed.up" },
        amount: { mode: "fixed", value: 500 },
        limits: { max_total: 1 },
        budget: { max_coins: 500, period: "total" }
      }
      const publishRule = Effect.fnUntraced(function* (event_type: string) {
        yield* call("PUT", "/coin-rules/lesson", { ...rule, trigger: { event_type } })
        const draft = yield* call("POST", "/config-versions")
        const published = yield* call("POST", `/config-versions/${draft.body.config_version_id}/publish`)
        assert.strictEqual(published.status, 200, published.text)
        return published.body.config_version_id as string
      })
      const migrateTo = Effect.fnUntraced(function* (version: string) {
        const started = yield* call("POST", `/config-versions/${version}/migrate-buddies`)
        assert.strictEqual((yield* ended(call, started.body.operation_id)).result.failed, 0)
      })
      assert.strictEqual((yield* call("POST", "/coin-rules", rule)).status, 201)
      yield* publish(call)
      yield* migrateTo(yield* publishRule("signed.up"))
      yield* newBuddy(call, "ada")
      const paid = Effect.fnUntraced(function* (type: string, event_id: string) {
        const occurred_at = new Date(yield* Clock.currentTimeMillis).toISOString()
        return (yield* call("POST", "/events", { event_id, user_id: "ada", type, occurred_at })).body.effects.coins
      })
      assert.strictEqual(yield* paid("signed.up", "e1"), 500)
      yield* migrateTo(yield* publishRule("user.registered"))
      assert.strictEqual(yield* paid("user.registered", "e2"), 0)
      const trace = yield* call("GET", "/events/e2/trace")
      assert.deepInclude(trace.body.rules[0], { key: "lesson", reason: "limit_reached" })
      // Taken back, it gives its place and its share of the budget to the next.
      assert.strictEqual((yield* call("POST", "/events/e1/reverse", {})).status, 200)
      assert.strictEqual(yield* paid("user.registered", "e3"), 500)
      yield* migrateTo(yield* publishRule("signed.up"))
      assert.strictEqual(yield* paid("signed.up", "e4"), 0)
      assert.strictEqual((yield* call("POST", "/events/e3/reverse", {})).status, 200)
      assert.deepStrictEqual([yield* paid("signed.up", "e5"), yield* paid("signed.up", "e6")], [500, 0])
    })
  )

  it.effect("are never moved back to a version that was replaced while they were being moved", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const first = yield* publish(call)
      const ada = yield* newBuddy(call, "ada")
      const second = yield* republish(call, 20)
      const { letGo } = yield* held(second, "processing")
      const slow = yield* call("POST", `/config-versions/${second}/migrate-buddies`)
      assert.strictEqual(slow.status, 202, slow.text)
      const third = yield* republish(call, 30)
      const bob = yield* newBuddy(call, "bob")
      yield* letGo
      const done = yield* ended(call, slow.body.operation_id)
      assert.strictEqual(yield* pinnedTo(call, bob), third)
      assert.deepInclude(done, { status: "failed", result: null })
      assert.strictEqual(done.error.code, "config_not_active")
      assert.strictEqual(yield* pinnedTo(call, ada), first)
    })
  )
})
