import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describe } from "vitest"
import { Hatch } from "../../../src/features/players/eggs/Service.ts"
import { EggStore } from "../../../src/features/players/eggs/Store.ts"
import { OperationStore } from "../../../src/features/players/operations/Store.ts"
import { FakeImages } from "../../../src/platform/images/FakeImages.ts"
import { ImageError } from "../../../src/platform/images/ImageProvider.ts"
import { Jobs } from "../../../src/platform/cluster/Jobs.ts"
import {
  announced,
  awaitEnd,
  begin,
  buddies,
  drawings,
  eggStatus,
  fail,
  inProcess,
  operation,
  seed,
  test,
  tried,
  turn
} from "../../kit/players/HatchProcesses.ts"
import { advance, until } from "../../kit/service/time.ts"

describe("a hatch", () => {
  test(
    "ends with one buddy, one webhook and a finished operation",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, done.attempts, done.error], ["completed", 1, null])
        const [buddy, ...others] = yield* buddies(egg)
        assert.deepStrictEqual([others.length, buddy?.version, buddy?.appearance_status], [0, 1n, "ready"])
        assert.strictEqual(yield* eggStatus(egg), "hatched")
        const { buddy_id, egg_id, evolution_stage, image_url, name, thumb_url, user_id } = done.result as Record<
          string,
          unknown
        >
        assert.deepStrictEqual([buddy_id, egg_id, user_id], [buddy?.buddy_id, egg.egg_id, "ada"])
        const body = { buddy_id, egg_id, user_id, name, image_url, thumb_url, evolution_stage }
        assert.deepStrictEqual(yield* announced(egg), [{ event: "buddy.hatched", body }])
        assert.include(String(image_url), buddy!.image_sha!)
      })
    )
  )

  test(
    "draws the egg's own creature in the theme of the tenant's preset, for the audience's name of today",
    inProcess(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const images = yield* FakeImages
        const egg = yield* seed()
        const { visual_variant } = yield* (yield* EggStore).read(egg.customer_id, egg.egg_id)
        yield* sql`
          UPDATE customers SET settings = '{"preset_key": "fitness"}' WHERE customer_id = ${egg.customer_id}::uuid`
        yield* fail(1)
        const operation_id = yield* begin(egg)
        yield* tried(1)
        yield* sql`UPDATE eggs SET audience = 'runners' WHERE customer_id = ${egg.customer_id}::uuid`
        yield* awaitEnd(egg, operation_id)
        const request = { theme: "fitness", variant: visual_variant, stage: 1, prestige: 0 }
        assert.deepStrictEqual(yield* images.calls, [request, request])
        assert.deepInclude((yield* buddies(egg))[0]!, { theme: "fitness", visual_variant, audience: "runners" })
      })
    )
  )

  test(
    "tries the picture three times",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(2)
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 3, 3])
        assert.strictEqual((yield* buddies(egg))[0]?.appearance_status, "ready")
      })
    )
  )

  test(
    "without a picture still bears the buddy, to be drawn a minute later",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(3)
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, done.attempts, yield* drawings], ["completed", 3, 3])
        const buddy = (yield* buddies(egg))[0]!
        assert.deepStrictEqual(
          [buddy.appearance_status, buddy.appearance_error, buddy.image_sha],
          ["failed", "needs_rerender", null]
        )
        assert.strictEqual(buddy.appearance_retry_at!.getTime() - buddy.state.hatched_at, 60_000)
        assert.deepInclude(done.result, { image_url: null, thumb_url: null, appearance_status: "failed" })
        assert.strictEqual((yield* announced(egg))[0]?.body.image_url, null)
      })
    )
  )

  test(
    "short of credits does not try again: the picture waits for the tenant",
    inProcess(
      Effect.gen(function* () {
        const egg = yield* seed()
        yield* fail(3, new ImageError({ reason: "credit_short", retryable: false, detail: "balance 0" }))
        const done = yield* awaitEnd(egg, yield* begin(egg))
        assert.deepStrictEqual([done.status, yield* drawings], ["completed", 1])
        const buddy = (yield* buddies(egg))[0]!
        assert.deepStrictEqual([buddy.appearance_status, buddy.appearance_error], ["awaiting_credits", null])
      })
    )
  )

  test(
    "that is cancelled while it waits bears nothing and gives the egg back",
    inProcess(
      Effect.gen(function* () {
        const operations = yield* OperationStore
        const egg = yield* seed()
        yield* fail(1)
        const operation_id = yield* begin(egg)
        yield* tried(1)
        assert.strictEqual((yield* operations.cancel(egg.customer_id, operation_id)).status, "cancelled")
        assert.strictEqual(yield* eggStatus(egg), "ready")
        yield* advance("30 seconds")
        yield* advance("30 seconds")
        assert.deepStrictEqual([yield* buddies(egg), yield* announced(egg), yield* drawings], [[], [], 1])
        const again = yield* awaitEnd(egg, yield* begin(egg))
        assert.strictEqual(again.status, "completed")
        const refused = yield* Effect.flip(operations.cancel(egg.customer_id, again.operation_id))
        assert.deepInclude(refused, { _tag: "OperationFinished", status: "completed" })
        assert.strictEqual((yield* operation(egg, operation_id)).status, "cancelled")
      })
    )
  )

  test(
    "and its cancellation that race leave either a buddy or a ready egg",
    inProcess(
      Effect.gen(function* () {
        const operations = yield* OperationStore
        for (let round = 0; round < 8; round++) {
          const egg = yield* seed()
          const operation_id = yield* begin(egg)
          yield* until(
            "the picture",
            Effect.map(drawings, (count) => count > round)
          )
          yield* Effect.repeat(turn, { times: 3 * round })
          const won = yield* Effect.match(operations.cancel(egg.customer_id, operation_id), {
            onFailure: () => false,
            onSuccess: () => true
          })
          const done = yield* awaitEnd(egg, operation_id)
          assert.strictEqual(done.status, won ? "cancelled" : "completed")
          assert.strictEqual(yield* eggStatus(egg), won ? "ready" : "hatched")
          assert.strictEqual((yield* buddies(egg)).length, won ? 0 : 1)
        }
      })
    )
  )

  test(
    "that is started again and again happens once",
    inProcess(
      Effect.gen(function* () {
        const jobs = yield* Jobs
        const egg = yield* seed()
        const operation_id = yield* begin(egg)
        const key = { customer_id: egg.customer_id, operation_id }
        yield* Effect.all([jobs.start(Hatch, key), jobs.start(Hatch, key)], { concurrency: "unbounded" })
        yield* awaitEnd(egg, operation_id)
        yield* jobs.start(Hatch, key)
        yield* Hatch.execute({ ...key, round: 1 }, { discard: true })
        yield* advance("10 seconds")
        assert.deepStrictEqual(
          [(yield* buddies(egg)).length, (yield* announced(egg)).length, yield* drawings],
          [1, 1, 1]
        )
      })
    )
  )
})
