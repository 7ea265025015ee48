/**
 * `hatchery verify`: whether everything that must be true of the database is true. It reads one snapshot and disturbs
 * nobody, so it may be run beside a live service, after a restore, or on a copy.
 */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as Migrations from "../platform/Migrations.ts"
import { checkInvariants, type InvariantReport } from "../platform/invariants/index.ts"
import { onDatabase, printJson, refuse, tableText } from "./Operator.ts"

const json = Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("print JSON instead of a table"))
const quiescent = Flag.Boolean("quiescent").pipe(
  Flag.withDefault(false),
  Flag.withDescription("also check that what was begun has ended; not so while something hinders the service")
)

const names = ["invariant", "rows", "violations", "ms"]
const cells = ({ checked, id, took_ms, violations }: InvariantReport) => [
  id,
  String(checked),
  violations === 0 ? "-" : String(violations),
  String(took_ms)
]

const details = ({ id, samples, title, violations }: InvariantReport) =>
  [
    `\n${id}: ${title}`,
    violations > samples.length ? `Not so ${violations} times, the first ${samples.length}:` : "Not so:",
    ...samples.map((sample) => `  ${JSON.stringify(sample)}`)
  ].join("\n")

const run = Effect.fnUntraced(function* (flags: { readonly json: boolean; readonly quiescent: boolean }) {
  const missing = yield* Migrations.pending
  if (missing > 0) {
    return yield* refuse(`This database lacks ${missing} migrations of this release; starting the service runs them.`)
  }
  const reports = yield* checkInvariants({ quiescent: flags.quiescent })
  const red = reports.filter(({ violations }) => violations > 0)
  if (flags.json) yield* printJson(reports)
  else yield* Console.log([tableText(names, reports.map(cells)), ...red.map(details)].join("\n"))
  const rows = reports.reduce((sum, { checked }) => sum + checked, 0)
  const verdict = `In order: ${reports.length} invariants hold over ${rows} rows.`
  // With --json stdout is for a program.
  if (red.length === 0) return yield* flags.json ? Console.error(verdict) : Console.log(`\n${verdict}`)
  return yield* refuse(`Not in order: ${red.length} of ${reports.length} invariants do not hold.`)
})

export const verify = Command.make("verify", { json, quiescent }, (flags) => onDatabase(run(flags))).pipe(
  Command.withDescription("Checks that the database is in order.")
)
