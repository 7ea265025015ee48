/** The clock all tenants share settles a cohort for a while, and goes on. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { FoundingCohorts } from "../../../src/features/campaigns/founding-cohort/Service.ts"
import { FoundingStore } from "../../../src/features/campaigns/founding-cohort/Store.ts"
import { foundingDue } from "../../../src/features/campaigns/founding-cohort/Workflow.ts"

describe("founding cohorts that are due", () => {
  it.effect("keep nobody waiting for members that cannot be reached, and go on behind those that were asked", () =>
    Effect.gen(function* () {
      const slow = ["a", "b", "c", "d", "e"]
      const asked: Array<readonly [string, number]> = []
      const store = { due: () => Effect.succeed([...slow, "quick"]), enrol: () => Effect.succeed(0) }
      const cohorts = {
        pay: (customer_id: string, after: number) => {
          asked.push([customer_id, after])
          const last = customer_id === "quick" ? null : after + 1
          const paid = Effect.succeed({ rewarded: 0, void: 0, last })
          return customer_id === "quick" ? paid : Effect.delay(paid, "4 seconds")
        }
      }
      const fakes = Layer.mergeAll(
        Layer.succeed(FoundingStore, store as unknown as FoundingStore["Service"]),
        Layer.succeed(FoundingCohorts, cohorts as unknown as FoundingCohorts["Service"])
      )
      const { run } = yield* Effect.provide(foundingDue, fakes)
      const look = yield* Effect.forkChild(run)
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(look)
      assert.deepInclude(asked, ["quick", 0])
      const again = yield* Effect.forkChild(run)
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(again)
      assert.deepInclude(asked, ["a", 1])
      assert.isTrue(asked.some(([customer_id, after]) => customer_id === "a" && after > 1))
    })
  )
})
