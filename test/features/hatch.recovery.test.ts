import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import {
  announced,
  awaitEnd,
  begin,
  buddies,
  drawings,
  eggStatus,
  fail,
  Forgetful,
  inProcess,
  isEnded,
  operation,
  seed,
  start,
  test,
  tried
} from "../kit/Hatches.ts"
import { advance, advanceUntil, until } from "../kit/time.ts"

describe("what the engine remembers of a hatch", () => {
  const remembered = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [counts] = yield* sql`
      SELECT (SELECT count(*)::int FROM cluster_messages) AS messages,
        (SELECT count(*)::int FROM cluster_replies) AS replies`
    return counts as { readonly messages: number; readonly replies: number }
  })
  const hourMs = 3_600_000

  test(
    "is forgotten a day after it ended, and not before",
    Effect.gen(function* () {
      const egg = yield* inProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          yield* awaitEnd(egg, yield* begin(egg))
          return egg
        })
      )
      // A process looks an hour after its start.
      yield* TestClock.setTime(start + 22 * hourMs)
      yield* inProcess(
        Effect.gen(function* () {
          yield* advance("61 minutes")
          const { messages, replies } = yield* remembered
          assert.isTrue(messages >= 4 && replies >= 4)
        })
      )
      yield* TestClock.setTime(start + 25 * hourMs)
      yield* inProcess(
        Effect.gen(function* () {
          yield* advance("61 minutes")
          yield* until(
            "nothing is left",
            Effect.map(remembered, ({ messages, replies }) => messages + replies === 0)
          )
          assert.strictEqual((yield* buddies(egg)).length, 1)
        })
      )
    })
  )
})

describe("a crash", () => {
  test(
    "in the middle of a hatch is survived: the next process goes on where this one stopped",
    Effect.gen(function* () {
      yield* fail(1)
      const { egg, operation_id } = yield* inProcess(
        Effect.gen(function* () {
          const egg = yield* seed()
          const operation_id = yield* begin(egg)
          yield* tried(1)
          return { egg, operation_id }
        })
      )
      assert.strictEqual(yield* drawings, 1)
      yield* inProcess(
        Effect.gen(function* () {
          const done = yield* awaitEnd(egg, operation_id)
          assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 2, 2])
          assert.deepStrictEqual([(yield* buddies(egg)).length, (yield* announced(egg)).length], [1, 1])
        })
      )
    })
  )

  test(
    "between the commit and the start of a hatch is made up for when a process starts",
    Effect.gen(function* () {
      const started = yield* Effect.scoped(
        Effect.gen(function* () {
          const egg = yield* seed()
          return { egg, operation_id: yield* begin(egg) }
        })
      ).pipe(Effect.provide(Forgetful))
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
    Effect.scoped(
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
    ).pipe(Effect.provide(Forgetful))
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
