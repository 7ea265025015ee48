import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { versionedList } from "../../kit/contract/VersionedList.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

versionedList({
  path: "/streak-rules",
  id: "rule_id",
  key: "streak_key",
  body: (streak_key) => ({
    streak_key,
    qualifying: { events: [{ event_type: "lesson.completed" }] }
  })
})

layer(TestApp.shared, { excludeTestServices: true })("streak rules", (it) => {
  it.effect("a field that one kind of milestone knows is not called unknown for a bad value", () =>
    Effect.gen(function* () {
      const { call } = yield* (yield* TestApp).tenant()
      const qualifying = { events: [{ event_type: "lesson.completed" }] }
      const body = { streak_key: "daily", qualifying, milestones: [{ length: 0 }] }
      const none = yield* call("POST", "/streak-rules", body)
      assert.strictEqual(none.status, 422)
      assert.include(none.body.error.message, "milestones.0.length: Expected a value between")
      assert.notInclude(none.body.error.message, "property length should not exist")
    })
  )
})
