import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { nameOfUse } from "../../../src/platform/requests/UsesOfKeys.ts"

const day_ms = 86_400_000
const now = 400 * day_ms

/** What the uses before this one have made, one every other day, and how often anybody asks. */
const usedBefore = (uses: number, last_at: number) => {
  const made = new Map<string, Date>()
  const asked = { times: 0 }
  const find = nameOfUse("weekly", {
    name: (use) => `made by ${use}`,
    madeAt: (name) => Effect.sync(() => (asked.times++, Option.fromUndefinedOr(made.get(name)))),
    now
  })
  const name = (use: number) => `made by weekly${use === 0 ? "" : `\n${use}`}`
  for (let use = 0; use < uses; use++) made.set(name(use), new Date(last_at - 2 * (uses - 1 - use) * day_ms))
  return { asked, find, name }
}

describe("what is named after a key", () => {
  it.effect("has another name with each use, and the same in all tries of one", () =>
    Effect.gen(function* () {
      for (let uses = 0; uses < 40; uses++) {
        const over = usedBefore(uses, now - day_ms - 1)
        assert.strictEqual(yield* over.find, over.name(uses))
        const under = usedBefore(uses, now - day_ms)
        assert.strictEqual(yield* under.find, under.name(Math.max(0, uses - 1)))
      }
    })
  )

  it.effect("is found with a few looks, however often the key was used", () =>
    Effect.gen(function* () {
      const { asked, find, name } = usedBefore(10_000, now - 3 * day_ms)
      assert.strictEqual(yield* find, name(10_000))
      assert.isBelow(asked.times, 30)
    })
  )
})
