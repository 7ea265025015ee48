/** A batch hands over as much as a thousand requests: so many of one tenant at once, the others wait or come again. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Answer } from "../../src/testing/Requests.ts"
import { TestService } from "../../src/testing/TestService.ts"
import { beside } from "../kit/postgres/Beside.ts"
import { lesson, studyContent } from "../kit/players/players.ts"
import { until } from "../kit/service/time.ts"

const [inside, waiting, beyond] = [8, 100, 12]

it.effect("a storm of batches has so many under way, and is in no other tenant's way", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const [raging, quiet] = yield* Effect.all([service.tenant({ plan: "enterprise" }), service.tenant()])
    yield* raging.publish(studyContent)
    yield* quiet.publish(studyContent)
    const { buddy_id } = yield* raging.hatch("ada")
    yield* quiet.hatch("bob")
    const holding = yield* beside(service.databaseUrl)
    yield* Effect.promise(() => holding.query("BEGIN"))
    yield* Effect.promise(() => holding.query("SELECT FROM buddies WHERE buddy_id = $1 FOR UPDATE", [buddy_id]))
    const told: Array<Answer> = []
    const send = Effect.suspend(() => raging.call("POST", "/events/batch", { events: [lesson("ada")] }))
    const storm = Array.from({ length: inside + waiting + beyond }, () =>
      Effect.tap(send, (answer) => Effect.sync(() => told.push(answer)))
    )
    const asked = yield* Effect.forkChild(Effect.all(storm, { concurrency: "unbounded" }))
    yield* until(
      "who is too many is told so",
      Effect.sync(() => told.length === beyond)
    )
    assert.deepStrictEqual([...new Set(told.map(({ status }) => status))], [429])
    const other = yield* quiet.call("POST", "/events/batch", { events: [lesson("bob")] })
    assert.deepStrictEqual([other.status, other.body.accepted], [200, 1])
    assert.strictEqual((yield* quiet.call("GET", "/eggs")).status, 200)
    assert.strictEqual(told.length, beyond)
    yield* Effect.promise(() => holding.query("ROLLBACK"))
    yield* Fiber.join(asked)
    assert.strictEqual(told.filter(({ status }) => status === 200).length, inside + waiting)
  }).pipe(Effect.scoped, Effect.provide(TestService.layer()))
)
