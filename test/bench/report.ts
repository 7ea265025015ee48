/** Medians of what was measured, as tables. */
import type { Trial } from "./backtest.ts"

export interface Measure {
  readonly ok: number
  readonly refused: number
  readonly per_second: number
  readonly p50: number
  readonly p99: number
  /** CPU of the server's process for each answer, all its threads */
  readonly node_us: number
  /** CPU of all of Postgres for each answer */
  readonly postgres_us: number
}

export type Measures = Readonly<Record<string, ReadonlyArray<Measure>>>

const median = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
export const middle = (measures: ReadonlyArray<Measure>): Omit<Measure, "ok" | "refused"> => ({
  per_second: median(measures.map((m) => m.per_second)),
  p50: median(measures.map((m) => m.p50)),
  p99: median(measures.map((m) => m.p99)),
  node_us: median(measures.map((m) => m.node_us)),
  postgres_us: median(measures.map((m) => m.postgres_us))
})

/** Of equally long ones that are parts of one: each second of it counts, also the worst. */
export const mean = (measures: ReadonlyArray<Measure>): ReturnType<typeof middle> => {
  const events = measures.reduce((sum, { ok }) => sum + ok, 0)
  const weighed = (of: (one: Measure) => number) => measures.reduce((sum, one) => sum + of(one) * one.ok, 0) / events
  return {
    per_second: measures.reduce((sum, { per_second }) => sum + per_second, 0) / measures.length,
    p50: weighed(({ p50 }) => p50),
    p99: weighed(({ p99 }) => p99),
    node_us: weighed(({ node_us }) => node_us),
    postgres_us: weighed(({ postgres_us }) => postgres_us)
  }
}

export const table = (rows: ReadonlyArray<ReadonlyArray<string>>) => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  ")
    )
    .join("\n")
}

const columns = ["per s", "p50 ms", "p99 ms", "Node us", "Postgres us", "ratio", "by CPU"]

const cellsOf = ({ node_us, p50, p99, per_second, postgres_us }: ReturnType<typeof middle>) => [
  per_second.toFixed(0),
  p50.toFixed(1),
  p99.toFixed(1),
  node_us.toFixed(0),
  postgres_us.toFixed(0)
]

const cpuOf = ({ node_us, postgres_us }: ReturnType<typeof middle>) => node_us + postgres_us

/** Events, and how many times the plain server's they are: by throughput, and by what each of them costs. */
export const eventRows = (measures: Measures) => {
  const rows: Array<ReadonlyArray<string>> = []
  for (const shape of ["uniform", "ten hot"]) {
    const [ours, plain] = [measures[`${shape} hatchery`], measures[`${shape} plain`]]
    if (plain !== undefined) rows.push([`${shape}: plain server`, ...cellsOf(middle(plain)), "1.0", "1.0"])
    if (ours === undefined) continue
    const [mine, theirs] = [middle(ours), plain === undefined ? undefined : middle(plain)]
    const ratios =
      theirs === undefined
        ? ["", ""]
        : [(mine.per_second / theirs.per_second).toFixed(1), (cpuOf(theirs) / cpuOf(mine)).toFixed(1)]
    rows.push([`${shape}: hatchery`, ...cellsOf(mine), ...ratios])
  }
  return rows.length === 0 ? [] : [["POST /events", ...columns], ...rows]
}

/** What comes on top of the events: reads against the plain server's events, a hundred rules against ten. */
export const moreRows = (measures: Measures) => {
  const of = (name: string) => (measures[name] === undefined ? undefined : middle(measures[name]))
  const [plain, ten] = [of("uniform plain") ?? of("pages plain"), of("uniform hatchery")]
  const rows: Array<ReadonlyArray<string>> = []
  const add = (label: string, name: string, ratios: (measure: ReturnType<typeof middle>) => ReadonlyArray<string>) => {
    const measure = of(name)
    if (measure !== undefined) rows.push([label, ...cellsOf(measure), ...ratios(measure)])
  }
  const against = (measure: ReturnType<typeof middle>) =>
    plain === undefined
      ? ["", ""]
      : [
          `${(measure.per_second / plain.per_second).toFixed(1)} x plain POST`,
          (cpuOf(plain) / cpuOf(measure)).toFixed(1)
        ]
  const cost = (measure: ReturnType<typeof middle>) =>
    ten === undefined
      ? ["", ""]
      : [`${(ten.per_second / measure.per_second).toFixed(2)} x the cost`, (cpuOf(measure) / cpuOf(ten)).toFixed(2)]
  add("GET /buddies/{id}", "read buddy", against)
  add("GET /widget/buddy", "read widget", against)
  add("GET /p/{code}", "page share", against)
  add("GET /showroom/{slug}", "page showroom", against)
  add("GET /s/{slug}", "page hosted", against)
  add("GET /public/b/{code}", "json share", against)
  add("100 rules, 19 for this event", "100 rules spread", cost)
  add("100 rules, all for this event", "100 rules same", cost)
  return rows.length === 0 ? [] : [["reads and rules", ...columns], ...rows]
}

export const trialLine = ({ alone, beside, events, seconds }: Trial) => {
  const [free, busy] = [middle(alone).per_second, middle(beside).per_second]
  return (
    `a backtest of ${events} events took ${seconds.toFixed(1)} s; ` +
    `POST /events went from ${free.toFixed(0)} to ${busy.toFixed(0)} a second while another ran: ` +
    `${(100 * (1 - busy / free)).toFixed(0)} % less`
  )
}
