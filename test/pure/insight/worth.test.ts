import { assert, describe, it } from "@effect/vitest"
import { intervalOf } from "../../../src/features/insight/analytics/Rules/Worth.ts"

describe("the interval of a difference", () => {
  it("is that of the users who were looked at, not of those they stand for", () => {
    const [a, b] = [
      { users: 120, came_back: 60 },
      { users: 80, came_back: 20 }
    ]
    const looked = intervalOf(a, b)
    const times = (step: number) =>
      intervalOf(
        { users: a.users * step, came_back: a.came_back * step },
        { users: b.users * step, came_back: b.came_back * step },
        step
      )
    assert.deepStrictEqual(times(8), looked)
    assert.isBelow(looked[0], 0.25)
    assert.isAbove(looked[1], 0.25)
  })
})
