/** Many seeds and what they came to. */
import type { Flaws } from "./Database.ts"
import { type Fault, type Result, simulate } from "./Simulation.ts"

export interface Tally {
  readonly seeds: number
  readonly operations: number
  readonly failed: ReadonlyArray<Pick<Result, "seed" | "findings">>
  readonly faults: Readonly<Record<Fault, number>>
}

/** An exception is a finding too. */
const survey = (seed: number, flaws: Flaws): Result => {
  try {
    return simulate(seed, flaws)
  } catch (error) {
    return { seed, findings: [`threw ${String(error)}`], timeline: [], faults: {}, operations: 0 }
  }
}

export const runSeeds = (from: number, count: number, flaws: Flaws = {}): Tally => {
  const faults: Record<Fault, number> = {
    crash: 0,
    freeze: 0,
    "two owners": 0,
    "answer of a commit lost": 0,
    "commit lost": 0,
    contention: 0,
    "read failed": 0,
    repetition: 0
  }
  const failed: Array<Pick<Result, "seed" | "findings">> = []
  let operations = 0
  for (let seed = from; seed < from + count; seed++) {
    const result = survey(seed, flaws)
    operations += result.operations
    for (const [fault, times] of Object.entries(result.faults)) faults[fault as Fault] += times
    if (result.findings.length > 0) failed.push({ seed, findings: result.findings })
  }
  return { seeds: count, operations, failed, faults }
}

/** Each kind of fault has to hit work under way this often, or the run has shown nothing about it. */
const hits_per_seed_min = 0.05

/** What speaks against a run; empty: it is a pass. */
export const verdictOf = ({ failed, faults, seeds }: Tally): ReadonlyArray<string> => [
  ...failed.map(({ findings, seed }) => `seed ${seed}: ${findings[0]}`),
  ...Object.entries(faults).flatMap(([fault, count]) =>
    count < seeds * hits_per_seed_min ? [`vacuous: ${fault} hit work under way ${count} times in ${seeds} seeds`] : []
  )
]
