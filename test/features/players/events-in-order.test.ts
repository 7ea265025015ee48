/** A batch and what is between it and the buddies, told by an intake of its own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Result } from "effect"
import { noEffects } from "../../../src/buddy/Protocol.ts"
import type { EventInput } from "../../../src/features/players/events/Api.ts"
import { runBatch } from "../../../src/features/players/events/Service/Batch.ts"
import { Intake } from "../../../src/features/players/events/Service/Intake.ts"
import { type TenantFacts, Tenants } from "../../../src/platform/auth/Tenants.ts"
import { lesson } from "../../kit/players/players.ts"

/** Every event takes the long way and may overtake those before it; nobody receives what names a stranger. */
const slowIntake = (log: Array<string>) =>
  Layer.succeed(
    Intake,
    Intake.of({
      accept: () => Effect.die("not asked for"),
      submit: (_tenant, { buddy_id, event_id }, _mode, done) => {
        log.push(`${event_id} goes`)
        queueMicrotask(() => {
          log.push(`${event_id} comes`)
          const routed = buddy_id !== "stranger"
          done(Exit.succeed({ answer: { accepted: true, event_id, effects: noEffects }, duplicate: false, routed }))
        })
        return "apart"
      }
    })
  )
const anyTenant = Layer.succeed(
  Tenants,
  Tenants.of({ get: () => Effect.succeed({} as TenantFacts), cached: () => undefined, forget: () => undefined })
)

describe("the items of a user", () => {
  it.effect("wait for each other, though one in between names a buddy that is nobody's", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const stranger = { buddy_id: "stranger" }
      const named = [{}, stranger, {}, {}, stranger, {}].map((more, index) =>
        lesson("ada", { event_id: `e${index}`, ...more })
      )
      const read = (item: unknown) => Result.succeed(item as EventInput)
      const { accepted, results } = yield* runBatch("c1", named, "live", read).pipe(
        Effect.provide([slowIntake(log), anyTenant])
      )
      assert.strictEqual(accepted, 6)
      assert.deepStrictEqual(
        results.map(({ event_id }) => event_id),
        ["e0", "e1", "e2", "e3", "e4", "e5"]
      )
      const oneByOne = ["e0", "e1", "e2", "e3", "e5", "e4"].flatMap((id) => [`${id} goes`, `${id} comes`])
      assert.deepStrictEqual(log, oneByOne)
    })
  )
})
