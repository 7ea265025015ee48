import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "hatchery/testing"

const content = {
  coin_rules: [
    {
      rule_key: "lesson",
      trigger: { event_type: "lesson.completed" },
      amount: { mode: "fixed", value: 10 },
      limits: { cooldown_seconds: 3600 }
    }
  ]
}

it.effect("a lesson pays once an hour", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const tenant = yield* service.tenant()
    yield* tenant.publish(content)
    yield* tenant.hatch("ada")
    const lesson = tenant.send({ user_id: "ada", type: "lesson.completed" })
    const paid = Effect.map(lesson, ({ effects }) => effects.coins)

    assert.strictEqual(yield* paid, 10)
    yield* service.advance("59 minutes")
    assert.strictEqual(yield* paid, 0)
    yield* service.advance("2 minutes")
    assert.strictEqual(yield* paid, 10)
  }).pipe(Effect.provide(TestService.layer()))
)
