import { assert } from "@effect/vitest"
import { Effect, Latch } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { ImageProvider } from "../../../src/platform/images/ImageProvider.ts"
import {
  announced,
  awaitEnd,
  begin,
  buddies,
  drawings,
  eggStatus,
  inForgetfulProcess,
  inProcess,
  isEnded,
  operation,
  seed,
  start,
  test
} from "../../kit/players/HatchProcesses.ts"
import { advance, advanceUntil } from "../../kit/service/time.ts"

describe("what the engine remembers of a hatch", () => {
  const hourMs = 3_600_000
  /** a run and its three steps */
  const rowsPerHatch = 4

  const remembered = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [counts] = yield* sql`
      SELECT (SELECT count(*)::int FROM cluster_messages) AS messages,
        (SELECT count(*)::int FROM cluster_replies) AS replies`
    return counts as { readonly messages: number; readonly replies: number }
  })

  const hatched = Effect.gen(function* () {
    const egg = yield* seed()
    yield* awaitEnd(egg, yield* begin(egg))
    return egg
  })

  test(
    "is forgotten a day after it ended, and not before",
    Effect.gen(function* () {
      const old = yield* inProcess(hatched)
      yield* TestClock.setTime(start + 25 * hourMs)
      yield* inProcess(
        Effect.gen(function* () {
          const young = yield* hatched
          const isOldGone = Effect.map(remembered, ({ messages }) => messages === rowsPerHatch)
          assert.isFalse(yield* isOldGone)
          // Whoever takes over sweeps soon, so no hours need to pass, each of which wakes everything that ever sleeps.
          yield* advanceUntil("the old hatch is forgotten", isOldGone)
          assert.deepStrictEqual(yield* remembered, { messages: rowsPerHatch, replies: rowsPerHatch })
          assert.deepStrictEqual([(yield* buddies(old)).length, (yield* buddies(young)).length], [1, 1])
        })
      )
    })
  )
})

describe("a crash", () => {
  test(
    "in the middle of a drawing is survived: the next process draws again and ends the hatch",
    Effect.gen(function* () {
      const drawing = yield* Latch.make()
      const { egg, operation_id } = yield* inProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          const operation_id = yield* begin(egg)
          yield* advanceUntil(
            "the picture is begun",
            Effect.sync(() => drawing.isOpen())
          )
          return { egg, operation_id }
        })
      ).pipe(
        Effect.provideService(
          ImageProvider,
          ImageProvider.of({
            name: "stuck",
            at_once: 2,
            costs: { stage_image: 0, icon: 0 },
            stageImage: () => Effect.andThen(drawing.open, Effect.never),
            icon: () => Effect.never
          })
        )
      )
      yield* inProcess(
        Effect.gen(function* () {
          assert.deepStrictEqual(
            [(yield* operation(egg, operation_id)).status, yield* buddies(egg)],
            ["processing", []]
          )
          const done = yield* awaitEnd(egg, operation_id)
          assert.deepStrictEqual([done.status, yield* drawings], ["completed", 1])
          assert.deepStrictEqual([(yield* buddies(egg)).length, (yield* announced(egg)).length], [1, 1])
        })
      )
    })
  )

  test(
    "between the commit and the start of a hatch is made up for when a process starts",
    Effect.gen(function* () {
      const started = yield* inForgetfulProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          return { egg, operation_id: yield* begin(egg) }
        })
      )
      yield* inProcess(
        Effect.gen(function* () {
          const done = yield* awaitEnd(started.egg, started.operation_id)
          assert.deepStrictEqual([done.status, (yield* buddies(started.egg)).length], ["completed", 1])
        })
      )
    })
  )

  test(
    "of one start only is made up for within a minute",
    inForgetfulProcess(
      Effect.gen(function* () {
        const first = yield* seed()
        yield* awaitEnd(first, yield* begin(first))
        // the recovery has had its first look: this start it has to notice by the operation's age
        const egg = yield* seed()
        const operation_id = yield* begin(egg)
        yield* advance("10 seconds")
        assert.strictEqual((yield* operation(egg, operation_id)).status, "pending")
        yield* advanceUntil("the operation ends", isEnded(egg, operation_id), { step: "1 second", steps_max: 50 })
        assert.strictEqual((yield* operation(egg, operation_id)).status, "completed")
      })
    )
  )

  test(
    "that every round of a hatch meets fails the operation within a minute and gives the egg back",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed({ content: { coin_rules: "not a list" } })
        yield* advance("10 seconds")
        const operation_id = yield* begin(egg)
        yield* advanceUntil("the operation ends", isEnded(egg, operation_id), { step: "1 second", steps_max: 60 })
        const done = yield* operation(egg, operation_id)
        assert.deepStrictEqual([done.status, done.error?.code, done.result], ["failed", "internal_server_error", null])
        assert.deepStrictEqual([yield* eggStatus(egg), yield* buddies(egg)], ["ready", []])
      })
    )
  )
})
