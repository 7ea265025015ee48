/** A batch hands over as much as a thousand requests: so many of one tenant at once, the others wait or come again. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { BatchPlaces } from "../../src/features/players/events/Service/Batch.ts"
import { TestService } from "../../src/testing/TestService.ts"
import { beside } from "../kit/postgres/Beside.ts"
import { lesson, studyContent } from "../kit/players/players.ts"
import { until } from "../kit/service/time.ts"

const few = Layer.succeed(BatchPlaces, { places: 2, places_per_tenant: 1, waiting_per_tenant: 1, wait: "10 seconds" })

it.effect("batches of one tenant take turns, are refused where they are too many, and are in nobody's way", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const [raging, quiet] = yield* Effect.all([service.tenant(), service.tenant()])
    yield* raging.publish(studyContent)
    yield* quiet.publish(studyContent)
    const { buddy_id } = yield* raging.hatch("ada")
    yield* quiet.hatch("bob")
    const occurred_at = new Date(yield* service.now).toISOString()
    const holding = yield* beside(service.databaseUrl)
    yield* Effect.promise(() => holding.query("BEGIN"))
    yield* Effect.promise(() => holding.query("SELECT FROM buddies WHERE buddy_id = $1 FOR UPDATE", [buddy_id]))
    const told: Array<number> = []
    const batch = (user_id: string) => ({ events: [lesson(user_id, { occurred_at })] })
    const send = Effect.suspend(() => raging.call("POST", "/events/batch", batch("ada")))
    const asked = yield* Effect.forkChild(
      Effect.all(
        [1, 2, 3].map(() => Effect.tap(send, ({ status }) => Effect.sync(() => told.push(status)))),
        { concurrency: "unbounded" }
      )
    )
    yield* until(
      "who is too many is told so",
      Effect.sync(() => told.length > 0)
    )
    assert.deepStrictEqual(told, [429])
    const other = yield* quiet.call("POST", "/events/batch", batch("bob"))
    assert.deepStrictEqual([other.status, other.body.accepted], [200, 1], other.text)
    yield* Effect.promise(() => holding.query("ROLLBACK"))
    yield* Fiber.join(asked)
    assert.deepStrictEqual(told, [429, 200, 200])
  }).pipe(Effect.scoped, Effect.provide(TestService.layer().pipe(Layer.provide(few))))
)
