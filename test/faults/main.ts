/**
 * `npm run test:faults`: a real cluster under load, broken in every way the harness knows, and judged by what its
 * clients were told.
 *
 *   --only a,b      these scenarios, by name
 *   --seed text     repeats the draws of an earlier run
 *   --rounds n      the whole list so many times
 *   --short         the few that also run with the other tests
 *   --report file   the table as Markdown
 *   --keep          leaves everything running at the end, to look around in it, until Ctrl-C
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { progress } from "../kit/process/Progress.ts"
import { page, table } from "./harness/Report.ts"
import { playAll } from "./harness/Suite.ts"
import { openStage } from "./harness/World.ts"
import { scenarios, short } from "./scenarios/index.ts"

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now()) },
    rounds: { type: "string", default: "1" },
    short: { type: "boolean", default: false },
    report: { type: "string" },
    keep: { type: "boolean", default: false }
  }
})
const { keep, report, seed } = values
const names = values.only?.split(",")
const unknown = names?.filter((name) => !scenarios.some((scenario) => scenario.name === name)) ?? []
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are ${scenarios.map(({ name }) => name).join(", ")}`)
  process.exit(2)
}
const chosen = (values.short ? short : scenarios).filter(({ name }) => names === undefined || names.includes(name))

const print = (line: string) => console.log(line)
print(`seed ${seed}`)
const told = progress("a Postgres, two HTTP nodes and three runners are started")
const stage = await openStage({ api: 2, runners: 3, port: 25_400 })
told.end()
print(`logs of the nodes in ${stage.folder}/logs`)
try {
  const verdict = await playAll(stage, {
    scenarios: chosen,
    seed,
    rounds: Number(values.rounds),
    tenants: 3,
    buddies_per_tenant: 20,
    per_second: 60,
    calm_seconds: 2,
    waits_for_webhooks: true,
    print
  })
  print(`\n${table(verdict.rows)}`)
  verdict.reasons.forEach((reason) => print(`RED: ${reason}`))
  if (report !== undefined) writeFileSync(report, page(verdict, seed))
  process.exitCode = verdict.isGreen ? 0 : 1
  if (keep) {
    print(`the database is ${stage.postgres.urlAt(stage.postgres.port)}`)
    await new Promise((resolve) => process.once("SIGINT", resolve))
  }
} finally {
  await stage.close()
}
// Left to end by itself, Node now and then spins for ever while it closes the handles of sockets that were cut.
process.exit()
