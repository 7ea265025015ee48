/** A report: a chart if it is a series, its table, and the table as a file. */
import type { ComponentChildren } from "preact"
import { csvOf, saveAs } from "../../core/save.ts"
import { Button } from "../../ui/button.tsx"
import { Chart } from "../../ui/chart.tsx"
import { Card, numberOf, Table } from "../../ui/things.tsx"
import { analytics as words } from "../../words/insight.ts"

export type Cell = string | number | null

export interface Report {
  readonly title: string
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  /** columns of a series that are drawn, beside the first, which names the period */
  readonly drawn?: ReadonlyArray<number>
}

/** Whoever looks at days looks for the last ones; a chart and a file begin with the first. */
const listed = ({ drawn, rows }: Report) => (drawn === undefined ? rows : [...rows].reverse())

/** No row, or nothing but zeros in all of them. */
export const isNothing = ({ rows }: Report) =>
  rows.every((row) => row.slice(1).every((cell) => cell === 0 || cell === null))

const shown = (cell: Cell): ComponentChildren => {
  if (cell === null) return words.none
  return typeof cell === "number" ? numberOf(cell) : cell
}

const fileOf = (title: string) => `${title.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.csv`

export const ReportCard = (report: Report) => {
  const { drawn, head, rows, title } = report
  const save = (
    <Button small label={words.csvOf(title)} onClick={() => saveAs(fileOf(title), csvOf([head, ...rows]))}>
      {words.csv}
    </Button>
  )
  if (rows.length === 0) {
    return (
      <Card title={title}>
        <p class="hint">
          {words.empty}. {words.emptyText}
        </p>
      </Card>
    )
  }
  return (
    <Card title={title} actions={save}>
      {drawn !== undefined && rows.length > 1 && (
        <Chart
          label={words.chart(title)}
          periods={rows.map(([period]) => String(period))}
          lines={drawn.map((at) => ({ text: head[at] ?? "", values: rows.map((row) => Number(row[at] ?? 0)) }))}
        />
      )}
      <div class="report">
        <Table head={head} label={title}>
          {listed(report).map((row) => (
            <tr key={row.join("/")}>
              {row.map((cell, at) => (
                <td key={head[at]} class={typeof cell === "number" ? "number" : undefined}>
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </div>
    </Card>
  )
}
