/**
 * `npm run simulate -- --seeds 2000 --from 1`: many seeds, or `--seed 17` for one with its timeline. Ends with status 1
 * when a seed failed, or when the faults hardly ever hit anything.
 */
import { parseArgs } from "node:util"
import { simulate } from "./Simulation.ts"
import { runSeeds, verdictOf } from "./Seeds.ts"

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "2000" },
    from: { type: "string", default: "1" },
    seed: { type: "string" }
  }
})

if (values.seed !== undefined) {
  const { findings, timeline } = simulate(Number(values.seed))
  console.log([...timeline, "", findings.length === 0 ? "nothing found" : findings.join("\n")].join("\n"))
  process.exitCode = findings.length === 0 ? 0 : 1
} else {
  const began = performance.now()
  const tally = runSeeds(Number(values.from), Number(values.seeds))
  const seconds = (performance.now() - began) / 1000
  for (const { findings, seed } of tally.failed.slice(0, 5)) {
    console.log(`seed ${seed}: ${findings[0]}\n  replay: npm run simulate -- --seed ${seed}`)
  }
  console.log(
    Object.entries(tally.faults)
      .map(([fault, count]) => `${String(count).padStart(7)}  ${fault}`)
      .join("\n")
  )
  const rate = Math.round(Number(values.seeds) / seconds)
  console.log(`${values.seeds} seeds, ${tally.operations} operations, ${seconds.toFixed(1)} s, ${rate} seeds/s`)
  const verdict = verdictOf(tally)
  console.log(verdict.length === 0 ? "nothing found" : verdict.join("\n"))
  process.exitCode = verdict.length === 0 ? 0 : 1
}
