/** Scenarios one after the other on one stage, and the verdict on all of them. */
import { deliveriesAtRest, judgeDeliveries } from "./Deliveries.ts"
import { brokenInvariants } from "./Invariants.ts"
import { randomFrom } from "./Random.ts"
import { details } from "./Report.ts"
import { type Row, runScenario, type RunOptions, withLateFindings } from "./Run.ts"
import type { Scenario } from "./Scenario.ts"
import type { Stage } from "./World.ts"

export interface SuiteOptions extends RunOptions {
  readonly scenarios: ReadonlyArray<Scenario>
  readonly rounds: number
  /** the leases of runners that were killed take most of a minute */
  readonly waits_for_webhooks: boolean
}

export interface Verdict {
  readonly rows: ReadonlyArray<Row>
  /** what is wrong with the whole, beside the scenarios; empty: nothing */
  readonly reasons: ReadonlyArray<string>
  readonly isGreen: boolean
}

const play = async (
  stage: Stage,
  { rounds, scenarios, waits_for_webhooks: _waits, ...options }: SuiteOptions
): Promise<ReadonlyArray<Row>> => {
  const random = randomFrom(options.seed)
  const rows: Array<Row> = []
  for (let round = 0; round < rounds; round++) {
    for (const scenario of scenarios) {
      const row = await runScenario(stage, scenario, random.fork(`round ${round}`), options)
      rows.push(row)
      options.print(`    ${row.reasons.length === 0 ? "green" : `RED: ${row.reasons.join("; ")}`} (${row.seconds} s)`)
      details(row).forEach(options.print)
    }
  }
  return rows
}

export const playAll = async (stage: Stage, options: SuiteOptions): Promise<Verdict> => {
  const played = await play(stage, options)
  if (options.waits_for_webhooks) options.print("  every webhook is waited for")
  const due = options.waits_for_webhooks ? await deliveriesAtRest(stage) : 0
  const rows: Array<Row> = []
  for (const row of played) {
    const late = withLateFindings(row, await judgeDeliveries(stage, row.customer_ids))
    if (late.reasons.length > row.reasons.length) details(late).forEach(options.print)
    rows.push(late)
  }
  const broken = new Map(await brokenInvariants(stage.postgres, { quiescent: true }))
  // Who does not wait for them cannot say that they are late.
  if (!options.waits_for_webhooks) broken.delete("deliveries_go_out")
  const reasons = [
    ...(due > 0 ? [`${due} webhooks were never sent`] : []),
    ...[...broken].map(([id, violations]) => `invariant ${id}: ${violations} rows`)
  ]
  return { rows, reasons, isGreen: reasons.length === 0 && rows.every((row) => row.reasons.length === 0) }
}
