/** Medians of what was measured, as tables. */
import type { Trial } from "./backtest.ts"

export interface Measure {
  readonly ok: number
  readonly refused: number
  readonly per_second: number
  readonly p50: number
  readonly p99: number
}

const median = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
export const middle = (measures: ReadonlyArray<Measure>) => ({
  per_second: median(measures.map((m) => m.per_second)),
  p50: median(measures.map((m) => m.p50)),
  p99: median(measures.map((m) => m.p99))
})

export const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ")
    )
    .join("\n")
}

/** What comes on top of the events: reads against the plain server's events, a hundred rules against ten. */
export const moreRows = (measures: Readonly<Record<string, ReadonlyArray<Measure>>>) => {
  const of = (name: string) => middle(measures[name]!)
  const [plain, ten] = [of("uniform plain"), of("uniform hatchery")]
  const row = (label: string, measure: ReturnType<typeof middle>, ratio: string) => [
    label,
    measure.per_second.toFixed(0),
    measure.p50.toFixed(1),
    measure.p99.toFixed(1),
    ratio
  ]
  const against = (name: string) => `${(of(name).per_second / plain.per_second).toFixed(1)} x plain POST`
  const cost = (name: string) => `${(ten.per_second / of(name).per_second).toFixed(2)} x the cost`
  return [
    ["reads and rules", "per s", "p50 ms", "p99 ms", "ratio"],
    row("GET /buddies/{id}", of("read buddy"), against("read buddy")),
    row("GET /widget/buddy", of("read widget"), against("read widget")),
    row("POST /events, 10 rules", ten, "1.00 x the cost"),
    row("100 rules, 19 for this event", of("100 rules spread"), cost("100 rules spread")),
    row("100 rules, all for this event", of("100 rules same"), cost("100 rules same"))
  ]
}

export const trialLine = ({ alone, beside, events, seconds }: Trial) => {
  const [free, busy] = [middle(alone).per_second, middle(beside).per_second]
  return (
    `a backtest of ${events} events took ${seconds.toFixed(1)} s; ` +
    `POST /events went from ${free.toFixed(0)} to ${busy.toFixed(0)} a second while another ran: ` +
    `${(100 * (1 - busy / free)).toFixed(0)} % less`
  )
}
