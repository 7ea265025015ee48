/** Calls of a provider on one day, among all who want some. */
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { mayCall, shareOf } from "../../../src/features/tenant/onboarding/Rules/Calls.ts"

it("leave everybody a share of the second half, and are never more than there are", () => {
  const askers = fc.array(fc.nat(9), { minLength: 50, maxLength: 400 })
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 200 }), askers, (max, order) => {
      const own = new Map<number, number>()
      let used = 0
      for (const who of order) {
        const before = own.get(who) ?? 0
        const isIn = mayCall(max, { own: before, used })
        // Who has had less than a share is turned away by the end of the day alone.
        if (before < shareOf(max)) assert.strictEqual(isIn, used < max)
        if (!isIn) continue
        used++
        own.set(who, before + 1)
      }
      assert.isAtMost(used, max)
    })
  )
})

it("can be all had by one up to the half, and no further", () => {
  let used = 0
  while (mayCall(2_000, { own: used, used })) used++
  assert.strictEqual(used, 1_000)
  assert.isTrue(mayCall(2_000, { own: 0, used }))
  assert.isTrue(mayCall(2_000, { own: 99, used: 1_999 }))
  assert.isFalse(mayCall(2_000, { own: 100, used: 1_500 }))
  assert.isTrue(mayCall(1, { own: 0, used: 0 }))
})
