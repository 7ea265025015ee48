/**
 * `npm run simulate -- --seeds 2000 --from 1`: many seeds, shared among `--workers` threads. `--seed 17` is one of them
 * with its whole timeline, `--flaw anyVersion` breaks a promise first (see Flaws.ts). Ends with status 1 when a seed
 * failed, or when some kind of fault hardly ever hit anything.
 */
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { progress } from "../kit/process/Progress.ts"
import type { Flaws } from "./Flaws.ts"
import { readable, runSeeds, survey, type Tally, together, verdictOf } from "./Seeds.ts"

interface Share {
  readonly from: number
  readonly count: number
  readonly stride: number
  readonly flaws: Flaws
}

const timeline_lines_max = 80
const workers_default = Math.min(4, availableParallelism())

const seeds_between_reports = 20

const runShare = ({ count, flaws, from, stride }: Share, onSeed: (done: number) => void): Tally =>
  runSeeds(from, count, { flaws, stride, onSeed })

/** A number says how many seeds are done, anything else is the result. */
const inWorker = (share: Share, onSeed: (done: number) => void) =>
  new Promise<Tally>((resolve, refuse) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: share })
    worker.on("message", (said: number | Tally) => (typeof said === "number" ? onSeed(said) : resolve(said)))
    worker.once("error", refuse)
  })

const report = (tally: Tally, seconds: number, flaw: string | undefined) => {
  const suffix = flaw === undefined ? "" : ` --flaw ${flaw}`
  const [first] = tally.failed
  if (first !== undefined) {
    const tail = first.timeline.slice(-timeline_lines_max)
    console.log(`the end of seed ${first.seed}:\n${readable(tail)}\n`)
  }
  for (const { findings, seed } of tally.failed.slice(0, 5))
    console.log(
      `seed ${seed}: ${findings.slice(0, 3).join("\n  ")}\n  replay: npm run simulate -- --seed ${seed}${suffix}\n`
    )
  const lines = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => `${String(count).padStart(9)}  ${name}`)
  console.log(["faults that hit work under way:", ...lines(tally.faults)].join("\n"))
  console.log(["what was seen:", ...lines(tally.roads)].join("\n"))
  const rate = Math.round(tally.seeds / seconds)
  const { operations, seeds, steps } = tally
  console.log(`${seeds} seeds, ${operations} operations, ${steps} steps, ${seconds.toFixed(1)} s, ${rate} seeds/s`)
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string", default: "2000" },
      from: { type: "string", default: "1" },
      seed: { type: "string" },
      workers: { type: "string", default: String(workers_default) },
      flaw: { type: "string" }
    }
  })
  const flaws: Flaws = values.flaw === undefined ? {} : { [values.flaw]: true }
  if (values.seed !== undefined) {
    const { findings, hash, timeline } = survey(Number(values.seed), flaws)
    console.log([readable(timeline), "", `timeline ${hash}`, ...findings].join("\n"))
    console.log(findings.length === 0 ? "nothing found" : `${findings.length} findings`)
    return findings.length === 0
  }
  const began = performance.now()
  const [from, count, workers] = [values.from, values.seeds, values.workers].map(Number) as [number, number, number]
  const shares = Array.from({ length: Math.min(workers, count) }, (_, index): Share => {
    return { from: from + index, count: count - index, stride: workers, flaws }
  })
  const told = progress(`0 of ${count} seeds`)
  const done = shares.map(() => 0)
  const running = shares.map((share, index) =>
    inWorker(share, (seeds) => {
      done[index] = seeds
      told.at(`${done.reduce((sum, one) => sum + one, 0)} of ${count} seeds`)
    })
  )
  const tally = together(await Promise.all(running))
  told.end()
  report(tally, (performance.now() - began) / 1_000, values.flaw)
  const verdict = verdictOf(tally)
  console.log(verdict.length === 0 ? "nothing found" : verdict.slice(0, 20).join("\n"))
  return verdict.length === 0
}

if (isMainThread) process.exitCode = (await main()) ? 0 : 1
else {
  const tell = (done: number) => done % seeds_between_reports === 0 && parentPort!.postMessage(done, [])
  parentPort!.postMessage(runShare(workerData as Share, tell), [])
}
