/** The write path under crashes, freezes and lost answers, over seeds. `npm run simulate` runs more of them. */
import { assert, describe, it } from "vitest"
import type { Flaws } from "./Database.ts"
import { runSeeds, verdictOf } from "./Seeds.ts"
import { simulate } from "./Simulation.ts"

/** SIMULATION_SEEDS=100000 for a night. */
const seeds = Number(process.env["SIMULATION_SEEDS"] ?? 2_000)

describe("the write path over simulated faults", () => {
  it(`keeps every promise in ${seeds} seeds, and every kind of fault hits work under way`, { timeout: 90_000 }, () => {
    assert.deepStrictEqual(verdictOf(runSeeds(1, seeds)), [])
  })

  it("lives the same life again from the same seed", () => {
    for (let seed = 1; seed <= 20; seed++) assert.deepStrictEqual(simulate(seed), simulate(seed))
    assert.notDeepEqual(simulate(1).timeline, simulate(2).timeline)
  })

  const flaws: Readonly<Record<string, Flaws>> = {
    "takes changes decided on an old version": { anyVersion: true },
    "takes an event twice": { anyIdentity: true },
    "loses rows of the ledger": { losesLedger: true },
    "answers before it has written": { answersEarly: true }
  }
  for (const [name, flaw] of Object.entries(flaws)) {
    it(`notices a database that ${name}`, () => {
      assert.isAbove(runSeeds(1, 300, flaw).failed.length, 0)
    })
  }
})
