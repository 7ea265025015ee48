/** What all runs came to, as bands over them, and what is worth a warning. */
import { findingsOf, medianOf } from "../../analytics/Rules/Health.ts"
import { rateOf } from "../../analytics/Rules/Window.ts"
import type { ForecastReport } from "../Api.ts"
import type { Sizes } from "./Population.ts"
import type { BudgetTerms, RunDays, Tally } from "./Tally.ts"

type Warning = ForecastReport["warnings"][number]
type Band = ForecastReport["inflation_30d"]

/** Nearest rank. */
const rank = (sorted: ReadonlyArray<number>, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null

const bandOf = (values: ReadonlyArray<number>, told: (value: number) => number): Band => {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) => {
    const value = rank(sorted, share)
    return value === null ? null : told(value)
  }
  return { p5: at(0.05), p50: at(0.5), p95: at(0.95) }
}

const four = (value: number): number => Math.round(value * 10_000) / 10_000
const sum = (values: Iterable<number>): number => {
  let all = 0
  for (const value of values) all += value
  return all
}

/** Of how many after how many days: the day by which a share of them were there. */
const dayBy = (days: ReadonlyArray<number>, share: number): number => {
  const whole = sum(days)
  let so_far = 0
  for (const [day, many] of days.entries()) {
    so_far += many
    if (so_far >= share * whole - 1e-9) return day
  }
  return days.length - 1
}

const inflation_days = 30
const affords_min = 0.1
const reaches_min = 0.05
const explodes = 0.5
const rules_max = 200
const holders_min = 20

const dailyOf = ({ horizon_days, runs }: Tally): ForecastReport["daily"] =>
  Array.from({ length: horizon_days }, (_, day) => {
    const band = (name: keyof RunDays) =>
      bandOf(
        runs.map((run) => run[name][day]!),
        Math.round
      )
    return {
      day: day + 1,
      issued: band("issued"),
      spent: band("spent"),
      outstanding: band("outstanding"),
      active: band("active")
    }
  })

const inflationOf = ({ ends, horizon_days, runs }: Tally): ReadonlyArray<number> =>
  horizon_days < inflation_days
    ? []
    : runs.flatMap(({ outstanding }, run) => {
        const before =
          horizon_days === inflation_days ? ends[run]!.begun : outstanding[horizon_days - inflation_days - 1]!
        return before > 0 ? [outstanding[horizon_days - 1]! / before - 1] : []
      })

const itemsOf = ({ affords, items, people }: Tally): ForecastReport["items"] =>
  items.map(({ item_id, item_key, price }, place) => {
    const days = affords[place]!
    const share = people === 0 ? 0 : sum(days) / people
    const by = { p10: dayBy(days, 0.1), p50: dayBy(days, 0.5), p90: dayBy(days, 0.9) }
    return {
      item_id,
      item_key,
      price,
      affordable_share: four(share),
      days_to_afford: share < affords_min ? null : by
    }
  })

const stagesOf = (tally: Tally, stages: ReadonlyArray<number>): ForecastReport["stages"] =>
  stages.map((stage) => {
    const days = tally.stages.get(stage)
    const reached = (tally.began.get(stage) ?? 0) + sum(days ?? [])
    return {
      stage,
      reached_share: tally.people === 0 ? 0 : four(reached / tally.people),
      p50_days: days === undefined ? null : dayBy(days, 0.5)
    }
  })

const rulesOf = ({ rules, runs }: Tally): ForecastReport["rules"] => {
  const issued = sum(runs.flatMap((run) => run.issued))
  return [...rules]
    .map(([name, { capped, fired, issued: by_run }]) => {
      const [type = "", key = ""] = name.split("\n")
      const all = sum(by_run.values())
      const { p50 } = bandOf(
        runs.map((_, run) => by_run.get(run) ?? 0),
        Math.round
      )
      return {
        type,
        key,
        issued_p50: p50 ?? 0,
        share: rateOf(all, issued),
        capped_share: rateOf(capped, fired + capped)
      }
    })
    .sort(
      (left, right) =>
        right.issued_p50 - left.issued_p50 ||
        (left.type + left.key < right.type + right.key ? -1 : left.type + left.key > right.type + right.key ? 1 : 0)
    )
    .slice(0, rules_max)
}

const periodsIn = ({ period }: BudgetTerms, horizon_days: number): number => {
  if (period === "total") return 1
  return period === "day" ? horizon_days : Math.ceil(horizon_days / (period === "week" ? 7 : 30))
}

/** What a report on the health of an economy would find in its last month. */
const healthOf = (tally: Tally, inflation: ReadonlyArray<number>): ReadonlyArray<Warning> => {
  const { ends, horizon_days, runs } = tally
  const late = (name: keyof RunDays) => sum(runs.flatMap((run) => run[name].slice(-inflation_days)))
  const [issued, spent, active] = [late("issued"), late("spent"), late("active")]
  const price = medianOf(tally.items.map((item) => item.price))
  const rules = [...tally.rules].filter(([name]) => name.startsWith("coin_rule\n"))
  const told = (values: ReadonlyArray<number | null>) => medianOf(values.filter((value) => value !== null))
  const vitals = {
    sink_ratio: rateOf(spent, issued),
    inflation_30d: horizon_days < inflation_days ? null : medianOf(inflation),
    gini: told(ends.map(({ gini }) => gini)),
    top_rule_share: rateOf(Math.max(0, ...rules.map(([, one]) => one.late)), issued),
    days_to_median_item: price === null || issued === 0 ? null : rateOf(price * active, issued),
    idle_share: told(ends.map(({ idle_share }) => idle_share))
  }
  const holders = medianOf(ends.map((end) => end.holders)) ?? 0
  return findingsOf(vitals, Math.floor(holders)).map(({ code, threshold, value }) => ({
    code,
    subject: null,
    value: four(value),
    threshold
  }))
}

const warningsOf = (
  tally: Tally,
  sizes: Sizes,
  told: Pick<ForecastReport, "items" | "stages" | "rules">,
  inflation: ReadonlyArray<number>
): ReadonlyArray<Warning> => {
  const { budgets, dry, horizon_days, people, runs } = tally
  const isTold = people / Math.max(1, runs.length) >= holders_min
  const walls = told.stages.flatMap(({ reached_share, stage }, place): ReadonlyArray<Warning> => {
    const next = told.stages[place + 1]
    if (next === undefined || reached_share === 0) return []
    const share = four(next.reached_share / reached_share)
    return share < reaches_min
      ? [{ code: "stage_wall", subject: String(stage), value: share, threshold: reaches_min }]
      : []
  })
  const dried = [...budgets].flatMap(([rule_id, terms]): ReadonlyArray<Warning> => {
    const share = four((dry.get(rule_id) ?? 0) / (runs.length * periodsIn(terms, horizon_days)))
    return share > 0.5 ? [{ code: "budget_dry", subject: terms.rule_key, value: share, threshold: 0.5 }] : []
  })
  return [
    ...healthOf(tally, inflation),
    ...told.rules.flatMap(({ key, share }): ReadonlyArray<Warning> =>
      share !== null && share > explodes
        ? [{ code: "rule_explodes", subject: key, value: share, threshold: explodes }]
        : []
    ),
    ...(isTold
      ? told.items.flatMap(({ affordable_share: value, days_to_afford, item_key }): ReadonlyArray<Warning> =>
          days_to_afford === null
            ? [{ code: "item_unreachable", subject: item_key, value, threshold: affords_min }]
            : []
        )
      : []),
    ...dried,
    ...(isTold ? walls : []),
    ...(sizes.fewer_donors ? [{ code: "fewer_donors", subject: null, value: four(sizes.fraction), threshold: 1 }] : []),
    ...(sizes.fewer_runs ? [{ code: "fewer_runs", subject: null, value: sizes.runs, threshold: null }] : [])
  ]
}

type Figures = Pick<ForecastReport, "daily" | "inflation_30d" | "items" | "stages" | "rules" | "warnings">

export const figuresOf = (tally: Tally, sizes: Sizes, stages: ReadonlyArray<number>): Figures => {
  const inflation = inflationOf(tally)
  const told = { items: itemsOf(tally), stages: stagesOf(tally, stages), rules: rulesOf(tally) }
  return {
    daily: dailyOf(tally),
    inflation_30d: bandOf(inflation, four),
    ...told,
    warnings: warningsOf(tally, sizes, told, inflation)
  }
}
