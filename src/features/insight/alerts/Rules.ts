/** What figures of the last hours say: signs, each about something. No clock, no table. */
import type { Severity } from "../../../wire/Notification.ts"
import type { AlertConfig, AlertKind } from "./Api.ts"
import { chosen, type Sign } from "./Rules/Choice.ts"

export interface KeySum {
  readonly key: string
  readonly count: number
  readonly amount: number
}

/** All hours are those of commits; `now` and `hour`, the end of the last complete one, are epoch ms. */
export interface Figures {
  readonly now: number
  readonly hour: number
  /** of the last complete hour; `same`: the same hour of the week in the two weeks before, `recent`: of three days */
  readonly rules: ReadonlyArray<{
    readonly key: string
    readonly coins: number
    readonly same: ReadonlyArray<number>
    readonly recent: ReadonlyArray<number>
  }>
  /** of the last complete hour and of the running one */
  readonly crowds: ReadonlyArray<{
    readonly hour: number
    readonly active: number
    readonly coins: number
    readonly busiest: ReadonlyArray<KeySum>
  }>
  /** `list`: the route below the base that shows whatever pays out of it */
  readonly budgets: ReadonlyArray<{
    readonly key: string
    readonly list: string
    readonly used: number
    readonly max: number
  }>
  /** by type: of six hours and the running one, of the seven days before, and on how many of them at this time */
  readonly types: ReadonlyArray<{
    readonly key: string
    readonly latest: number
    readonly days: ReadonlyArray<number>
    readonly usual: number
  }>
  /** of the last complete hour */
  readonly events: { readonly all: number; readonly undefined: number }
  readonly limited: ReadonlyArray<KeySum>
  /** coins that went: in the last 24 hours, and on each of the seven days before */
  readonly spent: { readonly latest: number; readonly days: ReadonlyArray<number> }
  /** null: the plan has none */
  readonly quota: { readonly used: number; readonly max: number; readonly from: number } | null
  /** `routes`: those below the base that show it */
  readonly endpoints: ReadonlyArray<{
    readonly id: string
    readonly host: string
    readonly routes: ReadonlyArray<string>
    readonly failing_since: number
  }>
}

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const busiest_max = 20

export const median = (all: ReadonlyArray<number>): number => {
  if (all.length === 0) return 0
  const sorted = [...all].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const rounded = (value: number): number => Math.round(value * 100) / 100
const windowOf = (from: number, to: number) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
const workspace = (id: string, key = id) => ({ type: "workspace", id, key }) as const
const level = (share: number, levels: ReadonlyArray<readonly [number, Severity]>) =>
  levels.findLast(([from]) => share >= from)

type Detector = (figures: Figures, config: { readonly factor: number; readonly min: number }) => ReadonlyArray<Sign>

const ruleSpike: Detector = ({ hour, rules }, { factor, min }) =>
  rules.flatMap(({ coins, key, recent, same }) => {
    const expected = median(same.length > 0 ? same : recent)
    if (coins < min || expected === 0 || coins < factor * expected) return []
    const times = rounded(coins / expected)
    return {
      kind: "rule_spike",
      severity: "warning",
      subject: { type: "rule", id: key, key },
      observed: coins,
      expected,
      factor: times,
      window: windowOf(hour - hour_ms, hour),
      evidence: [
        { label: "coins in the hour", value: coins },
        { label: "hours compared with", value: same.length > 0 ? same.length : recent.length }
      ],
      links: ["/api/v1/events", "/api/v1/analytics/economy-summary", "/api/v1/coin-rules"],
      suggestion: "Look at the traces of its newest events; a cap or a cooldown bounds what it can pay."
    }
  })

const userFarming: Detector = ({ crowds }, { factor, min }) =>
  crowds.flatMap(({ active, busiest, coins, hour }) => {
    const expected = active === 0 ? 0 : coins / active
    return busiest
      .filter(({ amount }) => amount >= min && expected > 0 && amount >= factor * expected)
      .sort((a, b) => b.amount - a.amount)
      .slice(0, busiest_max)
      .map(({ amount, count, key }) => ({
        kind: "user_farming" as const,
        severity: "warning" as const,
        subject: { type: "buddy" as const, id: key, key },
        observed: amount,
        expected: rounded(expected),
        factor: rounded(amount / expected),
        window: windowOf(hour, hour + hour_ms),
        evidence: [
          { label: "events in the hour", value: count },
          { label: "active buddies", value: active }
        ],
        links: [`/api/v1/buddies/${key}`, `/api/v1/economy/buddies/${key}/ledger`],
        suggestion: "Read its ledger; what should not have been paid can be reversed event by event."
      }))
  })

const budget: Detector = ({ budgets, hour, now }) =>
  budgets.flatMap(({ key, list, max, used }) => {
    const share = used / max
    const reached = level(share, [
      [0.8, "warning"],
      [1, "critical"]
    ])
    if (reached === undefined) return []
    return {
      kind: "budget",
      severity: reached[1],
      subject: { type: "rule", id: key, key },
      observed: used,
      expected: max,
      factor: rounded(share),
      window: windowOf(hour - hour_ms, now),
      evidence: [{ label: "used share of the budget", value: rounded(share) }],
      links: [`/api/v1/${list}`],
      suggestion: "It pays nothing once its budget is used; raise the budget or lower the amount."
    }
  })

const silence: Detector = ({ hour, now, types }, { min }) =>
  types.flatMap(({ days, key, latest, usual }) => {
    const expected = median(days)
    if (latest > 0 || expected < min || usual < 4) return []
    return {
      kind: "silence",
      severity: "warning",
      subject: { type: "event_type", id: key, key },
      observed: 0,
      expected,
      factor: 0,
      window: windowOf(hour - 6 * hour_ms, now),
      evidence: [
        { label: "events on a usual day", value: expected },
        { label: "of seven days with events at this time", value: usual }
      ],
      links: ["/api/v1/analytics/custom-events", "/api/v1/analytics/event-counts"],
      suggestion: "Look whether the sender still runs, and whether its requests are refused."
    }
  })

const unknownTypes: Detector = ({ events, hour }, { min }) => {
  const share = events.all === 0 ? 0 : events.undefined / events.all
  if (events.undefined < min || share <= 0.05) return []
  const sign: Sign = {
    kind: "unknown_types",
    severity: "info",
    subject: workspace("event_types"),
    observed: events.undefined,
    expected: rounded(events.all * 0.05),
    factor: rounded(share / 0.05),
    window: windowOf(hour - hour_ms, hour),
    evidence: [{ label: "share of the hour's events", value: rounded(share) }],
    links: ["/api/v1/event-types/inferred", "/api/v1/analytics/event-counts"],
    suggestion: "Define these types, or correct their names where they are sent."
  }
  return [sign]
}

const noSinks: Detector = ({ hour, spent }, { min }) => {
  const expected = median(spent.days)
  if (spent.latest > 0 || expected <= min) return []
  const sign: Sign = {
    kind: "no_sinks",
    severity: "info",
    subject: workspace("sinks"),
    observed: 0,
    expected,
    factor: 0,
    window: windowOf(hour - day_ms, hour),
    evidence: [{ label: "coins spent on a usual day", value: expected }],
    links: ["/api/v1/analytics/economy-summary"],
    suggestion: "Look whether the shop can be reached and has anything left to sell."
  }
  return [sign]
}

const quota: Detector = ({ now, quota: month }) => {
  if (month === null) return []
  const share = month.used / month.max
  const reached = level(share, [
    [0.8, "info"],
    [0.95, "warning"],
    [1, "critical"]
  ])
  if (reached === undefined) return []
  const sign: Sign = {
    kind: "quota",
    severity: reached[1],
    subject: workspace(new Date(month.from).toISOString().slice(0, 7)),
    observed: month.used,
    expected: month.max,
    factor: rounded(share),
    window: windowOf(month.from, now),
    evidence: [{ label: "used share of the month's events", value: rounded(share) }],
    links: ["/api/v1/billing/usage"],
    suggestion: "Events beyond the quota are refused until the month ends; a larger plan takes them at once."
  }
  return [sign]
}

const webhookFailing: Detector = ({ endpoints, now }) =>
  endpoints
    .filter(({ failing_since }) => now - failing_since > hour_ms)
    .map(({ failing_since, host, id, routes }) => ({
      kind: "webhook_failing",
      severity: "warning",
      subject: workspace(id, host),
      observed: Math.floor((now - failing_since) / 60_000),
      expected: 0,
      factor: null,
      window: windowOf(failing_since, now),
      evidence: [{ label: "minutes without a success", value: Math.floor((now - failing_since) / 60_000) }],
      links: routes.map((route) => `/api/v1/${route}`),
      suggestion: "Read the answers of its last attempts; after five days of failures it is disabled."
    }))

const refusals: Detector = ({ events, hour, limited }, { min }) =>
  limited.flatMap(({ count, key }) => {
    if (count < min || count <= 0.2 * events.all) return []
    return {
      kind: "refusals",
      severity: "warning",
      subject: { type: "rule", id: key, key },
      observed: count,
      expected: rounded(0.2 * events.all),
      factor: rounded(count / (0.2 * events.all)),
      window: windowOf(hour - hour_ms, hour),
      evidence: [{ label: "share of the hour's events", value: rounded(count / events.all) }],
      links: ["/api/v1/coin-rules", "/api/v1/analytics/event-counts"],
      suggestion: "Many come to nothing by one limit: it may be too tight, or somebody sends again and again."
    }
  })

const detectors: Readonly<Record<AlertKind, Detector>> = {
  rule_spike: ruleSpike,
  user_farming: userFarming,
  budget,
  silence,
  unknown_types: unknownTypes,
  no_sinks: noSinks,
  quota,
  webhook_failing: webhookFailing,
  refusals
}

/** At most one of a kind and subject. */
export const signsOf = (figures: Figures, config: AlertConfig): ReadonlyArray<Sign> =>
  chosen(
    (Object.entries(detectors) as ReadonlyArray<[AlertKind, Detector]>).map(([kind, detect]) => {
      const { enabled, factor, min } = config[kind]
      return enabled ? detect(figures, { factor: factor ?? 1, min: min ?? 1 }) : []
    })
  )
