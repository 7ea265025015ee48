/** Small line charts. They are pictures beside a table that says the same, so that nobody depends on them. */
import { numberOf } from "./things.tsx"

export interface Line {
  readonly text: string
  readonly values: ReadonlyArray<number>
}

const width = 720
const height = 200
const margin = { start: 64, end: 8, top: 10, bottom: 26 }

/** 1, 2 or 5 and zeros: what a scale can end with. */
const roundUp = (most: number) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([1, 2, 5, 10].find((factor) => factor * power >= most) ?? 10) * power
}

/** What is drawn are counts: there is no half a user. */
const levelsOf = (top: number) => [0, top / 2, top].filter(Number.isInteger)

const classes = ["first", "second"] as const

const Legend = ({ lines }: { readonly lines: ReadonlyArray<Line> }) => (
  <p class="row">
    {lines.map(({ text }, at) => (
      <span key={text} class="legend-key chart">
        <svg viewBox="0 0 22 8" aria-hidden="true">
          <path class={classes[at]} d="M0 4h22" />
        </svg>
        {text}
      </span>
    ))}
  </p>
)

/** At most two lines over the same periods; `label` names the picture. */
export const Chart = ({
  label,
  lines,
  periods
}: {
  readonly label: string
  readonly periods: ReadonlyArray<string>
  readonly lines: ReadonlyArray<Line>
}) => {
  const top = roundUp(Math.max(...lines.flatMap(({ values }) => values), 1))
  const x = (at: number) => margin.start + ((width - margin.start - margin.end) * at) / Math.max(1, periods.length - 1)
  const y = (value: number) => height - margin.bottom - ((height - margin.top - margin.bottom) * value) / top
  const path = (values: ReadonlyArray<number>) =>
    values.map((value, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("")
  return (
    <figure dir="ltr">
      <svg class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {levelsOf(top).map((value) => (
          <g key={value}>
            <line class="grid" x1={margin.start} x2={width - margin.end} y1={y(value)} y2={y(value)} />
            <text x={margin.start - 6} y={y(value) + 4} text-anchor="end">
              {numberOf(value)}
            </text>
          </g>
        ))}
        {periods.length > 0 && (
          <>
            <text x={margin.start} y={height - 6}>
              {periods[0]}
            </text>
            <text x={width - margin.end} y={height - 6} text-anchor="end">
              {periods.at(-1)}
            </text>
          </>
        )}
        {lines.map(({ text, values }, at) => (
          <path key={text} class={classes[at]} d={path(values)} />
        ))}
      </svg>
      {lines.length > 1 && <Legend lines={lines} />}
    </figure>
  )
}
