/**
 * What jobs over many buddies leave behind after each step. A job begun by an older build is resumed by a newer one,
 * which looks for its steps under these names and reads them in these forms.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { SqlClient } from "effect/sql"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { hatch, publish, studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"

type Step = readonly [name: string, value: unknown]

/** In the order in which they were begun. */
const stepsOf = Effect.fnUntraced(function* (operation_id: string) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql<{ payload: string; reply: string }>`
    SELECT m.payload, r.payload AS reply FROM cluster_messages AS m
    JOIN cluster_replies AS r ON r.request_id = m.id AND r.kind = 0
    WHERE m.tag = 'activity' AND m.entity_id IN (
      SELECT entity_id FROM cluster_messages WHERE tag = 'run' AND payload LIKE ${`%${operation_id}%`})
    ORDER BY m.id`
  return found.map(({ payload, reply }): Step => [JSON.parse(payload).name, JSON.parse(reply).value.exit.value])
})

layer(TestApp.shared, { excludeTestServices: true })("a job over many buddies", (it) => {
  it.effect("is recorded step by step in forms that do not change", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call } = tenant
      yield* publish(tenant)
      yield* hatch(tenant, "ada")
      const { config_version_id } = yield* publish(tenant, { ...studyContent, streak_rules: [] })
      const recorded = Effect.fnUntraced(function* (path: string, body?: object) {
        const started = yield* call("POST", path, body)
        assert.strictEqual(started.status, 202, started.text)
        const { operation_id } = started.body
        const { progress, status } = yield* ended(call, operation_id)
        assert.strictEqual(status, "completed")
        assert.include(Object.values(progress), 1, "the last batch is in the progress too")
        // The last step says that the operation is completed, and is recorded after it.
        const steps = stepsOf(operation_id)
        yield* until(
          "the last step is recorded",
          Effect.map(steps, (found) => found.at(-1)?.[0] === "finish")
        )
        return yield* steps
      })
      assert.deepStrictEqual(yield* recorded(`/config-versions/${config_version_id}/migrate-buddies`), [
        ["begin", { config_version_id, from_version_id: null, buddy_ids: null }],
        ["batch/0", { migrated: 1, skipped: 0, failed: 0, last: null }],
        ["finish", null]
      ])
      assert.deepStrictEqual(yield* recorded("/skill-decay-rules/run-now", { dry_run: true }), [
        ["begin", { rule_id: null, dry_run: true }],
        ["page/0", { looked_at: 1, faded: 0, levels: 0, failed: 0, last: null }],
        ["finish", null]
      ])
      assert.deepStrictEqual(yield* recorded("/customers/me/assets/regenerate", { scope: "all" }), [
        ["begin", "all"],
        ["batch/0", { drawn: 1, failed: 0, awaiting_credits: 0, last: null }],
        ["finish", null]
      ])
      const found = { awarded: 0, awaiting_review: 0, already_held: 0, not_met: 1, on_other_version: 0, skipped: 0 }
      assert.deepStrictEqual(yield* recorded("/badge-definitions/first_lesson/backfill"), [
        ["begin", { badge_key: "first_lesson", dry_run: false }],
        ["batch/0", { buddies: 1, ...found, failed: 0, coins: 0, sample: [], last: null }],
        ["finish", null]
      ])
    })
  )

  it.effect("is refused while five of its kind are under way", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const { call, customer_id } = tenant
      const { config_version_id } = yield* publish(tenant)
      const template = yield* call("POST", "/customers/me/profile-templates", { name: "Club" })
      const { profile_template_id } = template.body
      const store = yield* OperationStore
      const five = [1, 2, 3, 4, 5]
      const open = (type: "migrate" | "apply_profile" | "decay", payload: Readonly<Record<string, Schema.Json>>) =>
        store.create(customer_id, { type, resource_type: "customer", resource_id: customer_id, payload })
      const nobody = { config_version_id, from_version_id: null, buddy_ids: [] }
      yield* Effect.forEach(five, () => open("migrate", nobody))
      const profile = { profile_template_id, profile: {}, mode: "fill", target: { buddy_ids: [] }, strangers: [] }
      yield* Effect.forEach(five, () => open("apply_profile", profile))
      const decays = yield* Effect.forEach(five, (number) =>
        open("decay", { rule_id: number === 1 ? null : `rule-${number}`, dry_run: true })
      )
      const bulk = { profile_template_id, target: { all: true } }
      const asked = [
        ["migrate", yield* call("POST", `/config-versions/${config_version_id}/migrate-buddies`)],
        ["apply_profile", yield* call("POST", "/customers/me/profile-templates/apply-bulk", bulk)],
        ["decay", yield* call("POST", "/skill-decay-rules/run-now", {})]
      ] as const
      for (const [type, { body, status }] of asked) {
        assert.deepStrictEqual([status, body.error?.code], [409, "operation_limit_reached"], JSON.stringify(body))
        assert.deepStrictEqual(body.error.details, { type, max: 5 })
      }
      // What is under way already is not begun again.
      const same = yield* call("POST", "/skill-decay-rules/run-now", { dry_run: true })
      assert.deepStrictEqual([same.status, same.body.operation_id], [202, decays[0]])
    }).pipe(Effect.provide(OperationStore.layer))
  )
})
