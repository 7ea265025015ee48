/** Many seeds and what they came to. */
import { addTo, type Counts, type Fault, faults, type Road, roads, zero } from "./Faults.ts"
import type { Flaws } from "./Flaws.ts"
import { type Result, simulate } from "./Simulation.ts"

export type Failed = Pick<Result, "seed" | "findings" | "timeline">

export interface Tally {
  readonly seeds: number
  readonly operations: number
  /** choices made */
  readonly steps: number
  readonly failed: ReadonlyArray<Failed>
  readonly faults: Counts<Fault>
  readonly roads: Counts<Road>
}

/** Whose timelines are kept; a run that fails often fails for one reason. */
const failed_max = 5

const nothing = () => ({ seeds: 0, operations: 0, steps: 0, faults: zero(faults), roads: zero(roads) })
type Sum = ReturnType<typeof nothing>

const addSum = (sum: Sum, more: Sum): void => {
  sum.seeds += more.seeds
  sum.operations += more.operations
  sum.steps += more.steps
  addTo(sum.faults, more.faults)
  addTo(sum.roads, more.roads)
}

export const together = (tallies: ReadonlyArray<Tally>): Tally => {
  const sum = nothing()
  for (const tally of tallies) addSum(sum, tally)
  return { ...sum, failed: tallies.flatMap(({ failed }) => failed).toSorted((left, right) => left.seed - right.seed) }
}

/** An exception is a finding too. */
export const survey = (seed: number, flaws: Flaws = {}): Result => {
  try {
    return simulate(seed, flaws)
  } catch (error) {
    const findings = [`it threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`]
    return { ...nothing(), seed, findings, timeline: [], hash: "" }
  }
}

/** `stride`: every how-manieth seed, for whoever shares the work. */
interface SeedOptions {
  readonly flaws?: Flaws
  readonly stride?: number
  /** told after each seed how many are done */
  readonly onSeed?: (done: number) => void
}

export const runSeeds = (from: number, count: number, options: SeedOptions = {}): Tally => {
  const { flaws = {}, onSeed, stride = 1 } = options
  const sum = nothing()
  const failed: Array<Failed> = []
  for (let seed = from; seed < from + count; seed += stride) {
    const { findings, timeline, ...result } = survey(seed, flaws)
    addSum(sum, { ...result, seeds: 1 })
    onSeed?.(sum.seeds)
    if (findings.length > 0) failed.push({ seed, findings, timeline: failed.length < failed_max ? timeline : [] })
  }
  return { ...sum, failed }
}

/** The first seed that notices the flaw, with what it found. */
export const firstToNotice = (flaws: Flaws, seeds_max: number, first = 1): Result | undefined => {
  for (let seed = first; seed < first + seeds_max; seed++) {
    const result = survey(seed, flaws)
    if (result.findings.length > 0) return result
  }
  return undefined
}

/** Each kind of fault has to hit work under way this often, or the run has shown nothing about it. */
const hits_per_seed_min = 0.05
/** Likewise for the roads; the rarest need several unlikely things at once. */
const times_per_seed_min = 0.005

/** What speaks against a run; empty: it is a pass. */
export const verdictOf = ({ failed, faults, roads, seeds }: Tally): ReadonlyArray<string> => [
  ...failed.map(({ findings, seed }) => `seed ${seed}: ${findings[0]}`),
  ...Object.entries(faults).flatMap(([fault, count]) =>
    count < seeds * hits_per_seed_min ? [`vacuous: "${fault}" hit work under way ${count} times in ${seeds} seeds`] : []
  ),
  ...Object.entries(roads).flatMap(([road, count]) =>
    count < seeds * times_per_seed_min ? [`vacuous: "${road}" was seen ${count} times in ${seeds} seeds`] : []
  )
]

/** Of a timeline, with the moments as people read them. */
export const readable = (timeline: ReadonlyArray<string>): string =>
  timeline
    .map((line) => {
      const space = line.indexOf(" ")
      return `${new Date(Number(line.slice(0, space))).toISOString()}${line.slice(space)}`
    })
    .join("\n")
