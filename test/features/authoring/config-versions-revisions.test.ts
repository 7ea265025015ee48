/** Importing what was planned, or nothing: whoever was faster is not written over unseen. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { studyContent } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const file = { ...studyContent, gates: [{ gate_key: "lab", token_key: "gem", cost: 3 }] }
const next = { ...file, coin_rules: [] }

const workspace = Effect.gen(function* () {
  const { call } = yield* (yield* TestApp).tenant()
  const plan = Effect.map(call("POST", "/config-versions/plan", { content: file }), ({ body }) => body)
  return {
    call,
    revision: Effect.map(plan, ({ revision }) => String(revision)),
    importAt: (revision: string, content: unknown) =>
      call("POST", `/config-versions/import?expected_revision=${encodeURIComponent(revision)}`, { content })
  }
})

layer(TestApp.shared, { excludeTestServices: true })("an import with the revision of a plan", (it) => {
  it.effect("goes through while the configuration is what the plan was made against", () =>
    Effect.gen(function* () {
      const { call, importAt, revision } = yield* workspace
      const empty = yield* revision
      assert.match(empty, /^sha256:[0-9a-f]{64}$/)
      assert.strictEqual(yield* revision, empty)
      assert.strictEqual((yield* importAt(empty, file)).status, 201)
      assert.notStrictEqual(yield* revision, empty)
      assert.strictEqual((yield* importAt(yield* revision, next)).status, 200)
      assert.deepStrictEqual((yield* call("GET", "/coin-rules")).body.data, [])
      for (const unknown of ["", "nothing", empty.toUpperCase()]) {
        const refused = yield* importAt(unknown, file)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [422, "validation_failed"])
      }
    })
  )

  it.effect("writes nothing after any other change, and says what to do", () =>
    Effect.gen(function* () {
      const { call, importAt, revision } = yield* workspace
      yield* importAt(yield* revision, file)
      const draft = (yield* call("GET", "/config-versions/1")).body
      const changes: ReadonlyArray<readonly [string, string, unknown]> = [
        ["PUT", "/gates/own", { token_key: "gem", cost: 1 }],
        ["POST", "/coin-rules", { ...file.coin_rules[0]!, rule_key: "another" }],
        ["POST", "/marketplaces", { marketplace_key: "shop", name: "Shop" }],
        ["POST", `/config-versions/${draft.config_version_id}/publish`, undefined]
      ]
      let seen = yield* revision
      for (const [method, path, body] of changes) {
        const changed = yield* call(method, path, body)
        assert.isBelow(changed.status, 300, changed.text)
        const now = yield* revision
        const refused = yield* importAt(seen, next)
        assert.deepStrictEqual([refused.status, refused.body.error.code], [409, "config_changed"], path)
        assert.deepStrictEqual(refused.body.error.details, { expected_revision: seen, revision: now })
        assert.match(refused.body.error.message, /Nothing was written: plan again/)
        assert.strictEqual(yield* revision, now)
        seen = now
      }
      assert.strictEqual((yield* call("GET", "/config-versions")).body.meta.total, 1)
      assert.strictEqual((yield* importAt(seen, next)).status, 201)
    })
  )

  it.effect("is granted to one of two authors with the same plan", () =>
    Effect.gen(function* () {
      const { importAt, revision } = yield* workspace
      const same = yield* revision
      const files = [21, 22].map((cost) => ({ ...file, gates: [{ ...file.gates[0]!, cost }] }))
      const both = yield* Effect.forEach(files, (content) => importAt(same, content), { concurrency: 2 })
      assert.sameMembers(
        both.map(({ status }) => status),
        [201, 409]
      )
    })
  )
})
