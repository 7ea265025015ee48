/** What keeps one season, or one player of it, from holding up all others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Unavailable } from "../../../src/buddy/Protocol.ts"
import { SeasonTurns } from "../../../src/features/campaigns/leagues/Store/Placing.ts"
import { payableUntil } from "../../../src/features/players/operations/Service/Batches.ts"

describe("seasons whose players wait for places", () => {
  it("have turns, whoever goes on to wait", () => {
    const turns = new SeasonTurns(2)
    const waiting = ["d", "b", "a", "c", "e"].map((season_id) => ({ season_id }))
    const next = (of = waiting) => turns.next(of).map(({ season_id }) => season_id)
    assert.deepStrictEqual(
      [next(), next(), next(), next()],
      [
        ["a", "b"],
        ["c", "d"],
        ["e", "a"],
        ["b", "c"]
      ]
    )
    assert.deepStrictEqual(next(waiting.slice(0, 1)), ["d"])
    assert.deepStrictEqual([next([]), next()], [[], ["a", "b"]])
  })
})

describe("a player that is not reachable", () => {
  const whom = { customer_id: "c", buddy_id: "b" }
  const gone = new Unavailable({ reason: "its runner is gone", retry_after_seconds: 1 })

  it.effect("is paid as soon as it is", () =>
    Effect.gen(function* () {
      let tries = 0
      const grant = Effect.suspend(() => (++tries < 5 ? Effect.fail(gone) : Effect.succeed("granted" as const)))
      const paid = yield* Effect.forkChild(payableUntil(900_000, whom, grant))
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual([yield* Fiber.join(paid), tries], ["granted", 5])
    })
  )

  it.effect("keeps nobody waiting for ever", () =>
    Effect.gen(function* () {
      const paid = yield* Effect.forkChild(payableUntil(900_000, whom, Effect.fail(gone)))
      yield* TestClock.adjust("14 minutes")
      assert.isUndefined(paid.pollUnsafe())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* Fiber.join(paid), "void")
    })
  )
})
