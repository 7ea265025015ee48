/**
 * `node scripts/run.mjs <task> [arguments]`: what every npm script of this project calls. It looks at the machine first
 * and at everything else only when that will do: what is imported below is newer JavaScript.
 */
import { complaint, machine } from "./machine.mjs"

const here = machine()
const refusal = complaint(here)
if (refusal === undefined) import("./tasks.mjs").then(({ main }) => main(here, process.argv.slice(2)))
else {
  console.error(refusal)
  process.exitCode = 1
}
