/** A workspace that was set up by talking about it, and knows what its game is for. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { TestTenant } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { begin, sessions } from "../../kit/tenant/Onboarding.ts"

const aims = {
  objectives: [{ key: "more", title: "More of us", metric: "active_users", target: 30 }],
  behaviors: [{ event_type: "lesson.completed", per_user_week: 2 }],
  players: [{ name: "All", share: 1 }],
  loops: { engagement: "A lesson a day", progression: "Stages" },
  fun: ["easy"],
  tools: ["streaks"]
}

export const setUp = Effect.fnUntraced(function* ({ call }: TestTenant) {
  const id = yield* begin(call)
  const generated = yield* call("POST", `${sessions}/${id}/generate-plan`)
  assert.isBelow(generated.status, 300, generated.text)
  yield* until(
    "the plan is there",
    Effect.map(call("GET", `${sessions}/preparing-status`), ({ body }) => body.status === "ready")
  )
  const said = yield* call("POST", `${sessions}/${id}/message`, { message: "No randomness please." })
  assert.strictEqual(said.status, 200, said.text)
  for (const [step, answers] of Object.entries(aims)) {
    const saved = yield* call("PATCH", "/customers/me/onboarding/six-d", { step, answers })
    assert.strictEqual(saved.status, 200, saved.text)
  }
  const frozen = yield* call("POST", "/customers/me/onboarding/six-d")
  assert.strictEqual(frozen.status, 201, frozen.text)
})
