/** Shortcuts to eggs and buddies through the public routes. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Call } from "../service/TestApp.ts"
import { until } from "../service/time.ts"

const coinRule = {
  rule_key: "lesson",
  name: "Lesson",
  trigger: { event_type: "lesson.completed" },
  amount: { mode: "fixed", value: 10 }
}

/** Publishes a small config; answers its config_version_id. */
export const publish = Effect.fnUntraced(function* (call: Call) {
  const draft = yield* call("POST", "/config-versions", {})
  const id = draft.body.config_version_id
  const changed = yield* call("PATCH", `/config-versions/${id}`, { content: { coin_rules: [coinRule] } })
  assert.strictEqual(changed.status, 200, changed.text)
  const published = yield* call("POST", `/config-versions/${id}/publish`)
  assert.strictEqual(published.status, 200, published.text)
  return id as string
})

/** A ready egg; answers its egg_id. */
export const readyEgg = Effect.fnUntraced(function* (
  call: Call,
  user_id: string,
  metadata: Record<string, unknown> = {}
) {
  const egg = yield* call("POST", "/eggs", { user_id, metadata })
  assert.strictEqual(egg.status, 201, egg.text)
  const ready = yield* call("PATCH", `/eggs/${egg.body.egg_id}/status`, { status: "ready" })
  assert.strictEqual(ready.status, 200, ready.text)
  return egg.body.egg_id as string
})

/** Waits in real time until the operation is terminal; answers it. */
export const ended = Effect.fnUntraced(function* (call: Call, operation_id: string) {
  const read = Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body)
  // A read that is refused has no status, and says nothing of the operation.
  const isTerminal = ({ status }: { status?: string }) => ["completed", "failed", "cancelled"].includes(status ?? "")
  yield* until("the operation to end", Effect.map(read, isTerminal))
  return yield* read
})

/** Hatches an egg; answers the finished operation. */
export const hatch = Effect.fnUntraced(function* (call: Call, egg_id: string) {
  const accepted = yield* call("POST", `/eggs/${egg_id}/hatch`)
  assert.strictEqual(accepted.status, 202, accepted.text)
  return yield* ended(call, accepted.body.operation_id)
})
