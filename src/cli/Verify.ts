/**
 * `hatchery verify`: whether everything that must be true of the database is true. It reads one snapshot, and then the
 * heads of all ledgers, and disturbs nobody, so it may be run beside a live service, after a restore, or on a copy.
 */
import { Clock, Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { LedgerHeads } from "../features/economy/economy/Service/Heads.ts"
import { Keys } from "./Keys.ts"
import { checkInvariants, type InvariantReport } from "../platform/invariants/index.ts"
import { onMigratedDatabase, tableText } from "./Operator.ts"
import { printJson, refuse } from "./Outcome.ts"

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

/** Whether heads are genuine is no question for SQL: the database has no key that is open. */
const signedHeads = Effect.gen(function* () {
  const began = yield* Clock.currentTimeMillis
  const { broken, checked } = yield* (yield* LedgerHeads).check
  return {
    id: "ledger_head_signed",
    title: "Every ledger ends where this service has signed that it ends.",
    checked,
    violations: broken.length,
    samples: broken.slice(0, 20).map((key) => ({ ...key })),
    took_ms: (yield* Clock.currentTimeMillis) - began
  } satisfies InvariantReport
}).pipe(Effect.provide(Keys))

const run = Effect.fnUntraced(function* (flags: { readonly json: boolean; readonly quiescent: boolean }) {
  const reports = [...(yield* checkInvariants({ quiescent: flags.quiescent })), yield* signedHeads]
  const red = reports.filter(({ violations }) => violations > 0)
  if (flags.json) yield* printJson(reports)
  else yield* Console.log([tableText(names, reports.map(cells)), ...red.map(details)].join("\n"))
  const rows = reports.reduce((sum, { checked }) => sum + checked, 0)
  const verdict = `In order: ${reports.length} invariants hold over ${rows} rows.`
  // With --json stdout is for a program.
  if (red.length === 0) return yield* flags.json ? Console.error(verdict) : Console.log(`\n${verdict}`)
  return yield* refuse(`Not in order: ${red.length} of ${reports.length} invariants do not hold.`)
})

export const verify = Command.make("verify", { json, quiescent }, (flags) => onMigratedDatabase(run(flags))).pipe(
  Command.withDescription("Checks that the database is in order.")
)
