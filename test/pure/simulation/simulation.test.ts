/**
 * The write path under crashes, freezes, lost answers and two owners at once. `npm run simulate` lives more seeds, and
 * shows the timeline of any of them.
 */
import { assert, describe, it } from "vitest"
import type { Flaws } from "../../simulation/Flaws.ts"
import { firstToNotice, runSeeds, verdictOf } from "../../simulation/Seeds.ts"
import { simulate } from "../../simulation/Simulation.ts"

/** SIMULATION_SEEDS=2000 digs deeper than the default run has time for. */
const seeds = Number(process.env["SIMULATION_SEEDS"] ?? 150)
const timeout = 300_000 + seeds * 100

describe("the write path over simulated faults", () => {
  it(`keeps every promise in ${seeds} seeds, and every kind of fault hits work under way`, { timeout }, () => {
    assert.deepStrictEqual(verdictOf(runSeeds(1, seeds)), [])
  })

  it("lives the same life again from the same seed", { timeout }, () => {
    const first = Array.from({ length: 20 }, (_, index) => simulate(index + 1).hash)
    const again = Array.from({ length: 20 }, (_, index) => simulate(20 - index).hash)
    assert.deepStrictEqual(again.reverse(), first)
    assert.strictEqual(new Set(first).size, 20)
  })
})

/** What the first seed that notices has to say, so that it is noticed for what it is. */
const flaws: ReadonlyArray<readonly [name: string, flaw: keyof Flaws, finding: RegExp]> = [
  ["takes changes decided on an old version", "anyVersion", /ledger|recounted|executed|committed after/],
  ["takes an event twice", "anyEvent", /was executed [2-9] times/],
  ["takes a command twice", "anyCommand", /was executed [2-9] times/],
  ["lets a rule overdraw its budget", "anyBudget", /spent \d+ of \d+/],
  ["keeps half of a refused batch", "halfBatches", /version \d+ after \d+ commits|executed|refused each time/],
  ["loses rows of the ledger", "losesLedger", /its ledger says/],
  ["keeps an old head of a ledger", "losesHead", /the signed head is not where the ledger ends/],
  ["loses what explains manual changes", "losesChange", /a manual change has no record/],
  ["loses webhooks", "losesDelivery", /announced stored/],
  ["does not count events", "losesUsage", /events are stored and \d+ counted/],
  ["does not know what it has executed", "forgets", /refused after it had been acknowledged|no answer/],
  ["answers before it has committed", "answersEarly", /was acknowledged and is not there|was new [2-9] times/],
  ["leaves a change out of a batch", "dropsItem", /was acknowledged and is not there|otherwise than stored/],
  ["tells an open outcome as a refusal", "deniesUnknown", /was refused each time and is there|was never granted/],
  ["takes back by facts that are old", "trustsOldFacts", /recounted|due were/],
  ["forgets what stayed of an event", "forgetsRemains", /recounted|due were/],
  ["counts for what is closed", "noFence", /was counted for behind the fence/],
  ["takes a receipt twice", "anyReceipt", /was granted twice/],
  ["sends what the simulation was not taught", "unlearnsLoad", /^the simulated .* this statement: .*journal_wake\(/],
  ["tells nobody of an outcome", "swallowsOutcome", /does not come to rest/]
]

/** What takes several unlikely things at once is looked for where they come together. */
const first: Partial<Record<keyof Flaws, number>> = { forgetsRemains: 2401 }

describe("the simulation notices a write path that", () => {
  for (const [name, flaw, finding] of flaws) {
    it(`${name}, within 200 seeds`, { timeout }, () => {
      const noticed = firstToNotice({ [flaw]: true }, 200, first[flaw])
      assert.isDefined(noticed)
      assert.match(noticed!.findings.join("\n"), finding)
    })
  }
})
