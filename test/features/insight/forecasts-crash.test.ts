/** A process that dies while it forecasts: the next one begins anew with the same seed, and comes to the same. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestService } from "hatchery/testing"
import { ended } from "../../kit/players/Eggs.ts"
import { studyContent } from "../../kit/players/players.ts"
import { until } from "../../kit/service/time.ts"

const asked = {
  horizon_days: 20,
  runs: 200,
  seed: "again",
  behaviour: { source: "assumed", users: 20, events_per_user_week: { "lesson.completed": 3 } }
}

it.live("a killed forecast comes to what it would have come to", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const { call, publish } = yield* service.tenant()
    yield* publish(studyContent)
    const start = Effect.map(call("POST", "/economy/forecasts", asked), ({ body }) => body.operation_id as string)
    const operation_id = yield* start
    yield* until(
      "the first runs to be lived",
      Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => (body.progress?.runs ?? 0) > 0)
    )
    yield* service.crash
    yield* service.start
    const again = yield* ended(call, operation_id)
    assert.strictEqual(again.status, "completed", JSON.stringify(again.error))
    const other = yield* ended(call, yield* start)
    assert.strictEqual(JSON.stringify(again.result), JSON.stringify(other.result))
  }).pipe(Effect.provide(TestService.layer()))
)
