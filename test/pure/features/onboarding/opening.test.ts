/** Several who begin at once, and one who begins anew in between: all are at work on one session. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { opening, sourceOf } from "../../../../src/features/tenant/onboarding/Service/Sessions.ts"
import type { OnboardingStore } from "../../../../src/features/tenant/onboarding/Store.ts"
import type { SessionRow } from "../../../../src/features/tenant/onboarding/Store/Rows.ts"

const session = { session_id: "ours" } as SessionRow

describe("opening a session", () => {
  it.effect("begins one where the one that was in the way has been reset since", () =>
    Effect.gen(function* () {
      let counted = 0
      // Nobody's yet; somebody else was first; theirs is gone.
      const made = [Option.none<SessionRow>(), Option.some(session)]
      const store: Partial<OnboardingStore["Service"]> = {
        holdOpen: () => Effect.succeed(Option.none()),
        open: () => Effect.sync(() => made.shift()!),
        take: () => Effect.sync(() => void counted++)
      }
      const openOrNew = opening(store as OnboardingStore["Service"])
      assert.deepStrictEqual(yield* openOrNew("acme", sourceOf("none", ""), ""), { session, created: true })
      assert.strictEqual(counted, 1)
    })
  )
})
