/** The outcome of a run as a table: for the terminal and, the same text, for a file. */
import type { Fault, Finding } from "./Judge.ts"
import type { Row } from "./Run.ts"
import type { Verdict } from "./Suite.ts"

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const secondsOr = (ms: number | undefined) => (ms === undefined ? "" : seconds(ms))
const count = (findings: ReadonlyArray<Finding>, ...faults: ReadonlyArray<Fault>) =>
  findings.filter(({ fault }) => faults.includes(fault)).length

const heads = [
  "scenario",
  "ok",
  "refused",
  "unknown",
  "hit",
  "lost",
  "doubled",
  "invariants",
  "wait p50 s",
  "wait max s",
  "target s",
  "jobs max s",
  "target s",
  "answers seen",
  "measured",
  "s",
  "verdict"
]

const cellsOf = ({
  figures,
  findings,
  hits,
  invariants,
  job_ms,
  max_ms,
  ops,
  p50_ms,
  reasons,
  scenario,
  seconds: took,
  statuses
}: Row) => [
  scenario.name,
  ops.ok,
  ops.refused,
  ops.unknown,
  hits,
  count(findings, "lost"),
  count(findings, "doubled"),
  invariants.length,
  seconds(p50_ms),
  seconds(max_ms),
  secondsOr(scenario.first_success_max_ms),
  seconds(job_ms),
  secondsOr(scenario.job_max_ms),
  [...statuses].map(([status, times]) => `${status}: ${times}`).join(", "),
  figures.join(", "),
  took,
  reasons.length === 0 ? "green" : `RED: ${reasons.join("; ")}`
]

export const table = (rows: ReadonlyArray<Row>): string =>
  [heads, heads.map(() => "---"), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(" | ")} |`).join("\n")

/** The first findings of a row, for whoever has to look into them. */
export const details = (row: Row, most = 8): ReadonlyArray<string> => [
  ...(row.reasons.length > 0 ? [`      slowest: ${row.slowest}`] : []),
  ...row.findings.slice(0, most).map(({ fault, op, words }) => `      ${fault} ${op}: ${words}`),
  ...(row.findings.length > most ? [`      and ${row.findings.length - most} more`] : [])
]

/** The whole run, for a file. */
export const page = ({ reasons, rows }: Verdict, seed: string): string =>
  [
    "# Fault run",
    "",
    `Seed \`${seed}\`, ${new Date().toISOString()}. ${rows.filter((row) => row.reasons.length > 0).length} of ` +
      `${rows.length} scenarios red.`,
    ...reasons.map((reason) => `\nRED: ${reason}`),
    "",
    table(rows),
    ""
  ].join("\n")
