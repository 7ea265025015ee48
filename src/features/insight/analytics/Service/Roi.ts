/** What the program is worth, as far as it can be told from here. */
import { Effect } from "effect"
import type { Roi } from "../../../../wire/answers/Customer.ts"
import type { comparisonKinds, unknowns } from "../Api/Worth.ts"
import { periodAfter, periodOf } from "../Rules/Periods.ts"
import { stepFor, toldSample } from "../Rules/Sample.ts"
import { daysIn, rateOf } from "../Rules/Window.ts"
import { costIn, differenceOf, intervalOf, meanOf, type Share, side_min } from "../Rules/Worth.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Kept, Scans } from "../Store/Scans.ts"
import type { Of } from "../Store/Sums.ts"
import { activeUsers } from "./Activity.ts"
import { amountOf, byFigure, type Look } from "./Look.ts"
import { outstandingOf } from "./Money.ts"
import { cohorts_default } from "./Retention.ts"

type Read = Figures["Service"]
type Kind = (typeof comparisonKinds)[number]

/** Sums of values and costs end where numbers stop being whole. */
const told = (minor: number): number => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, minor))

const valueOf = Effect.fnUntraced(function* (figures: Read, look: Look, of: Of, { event_values }: Roi) {
  const sums = yield* figures.totals(of, ["events", "events_reversed"], look.window)
  const by_type = event_values
    .map(({ event_type, value_minor }) => {
      const [sent, reversed] = ["events", "events_reversed"].map((one) => sums.get(one)?.get(event_type)?.count ?? 0)
      const events = sent! - reversed!
      return { event_type, events, value_minor: told(events * value_minor) }
    })
    .sort(
      byFigure(
        (one) => one.events,
        ({ event_type }) => event_type
      )
    )
  const total = by_type.reduce((all, one) => told(all + one.value_minor), 0)
  return { by_type, total_minor: event_values.length === 0 ? null : total }
})

const costOf = Effect.fnUntraced(function* (figures: Read, { of, window }: Look, roi: Roi) {
  const spent = amountOf((yield* figures.totals(of, ["coins_out"], window)).get("coins_out"))
  const { coin_value_minor, monthly_cost_minor } = roi
  return {
    program_minor: monthly_cost_minor === null ? null : costIn(monthly_cost_minor, daysIn(window)),
    coins_redeemed_minor: coin_value_minor === null ? null : told(spent * coin_value_minor),
    coin_liability_minor:
      coin_value_minor === null ? null : told((yield* outstandingOf(figures, of)) * coin_value_minor)
  }
})

const shareOf = (kept: ReadonlyArray<Kept>, is: (one: Kept) => boolean): Share => {
  const own = kept.filter(is)
  const users = own.reduce((all, one) => all + one.users, 0)
  return { users, came_back: own.reduce((all, one) => (one.came_back ? all + one.users : all), 0) }
}

const caveatOf = (kind: Kind, { is_randomised }: Roi, isLarge: boolean) => {
  if (kind !== "holdout") return "self_selection" as const
  if (!is_randomised) return "not_randomised" as const
  return isLarge ? null : ("too_few_users" as const)
}

const sideOf = ({ came_back, users }: Share) => ({ users, value: rateOf(came_back, users) })

const retained = (kind: Kind, roi: Roi, [a, b]: readonly [Share, Share], step: number) => {
  const caveat = caveatOf(kind, roi, Math.min(a.users, b.users) >= side_min)
  const [first, second] = [sideOf(a), sideOf(b)]
  return {
    kind,
    a: first,
    b: second,
    metric: "retention_w4" as const,
    difference: differenceOf(first.value, second.value),
    ci95: first.value === null || second.value === null ? null : intervalOf(a, b, step),
    is_causal: caveat === null,
    caveat
  }
}

/** Weeks whose fourth one after is over, of those the report on retention tells by itself. */
const spanOfKept = (today: number) => {
  const newest = periodOf("week", today)
  return {
    from: periodAfter("week", newest, 1 - cohorts_default),
    to: periodAfter("week", newest, -4) - 1
  }
}

const nobody = { users: 0, value: null }

/** Those outside the holdout and those in it. Of one audience only the side it is: figures know no user by two. */
const sidesOf = Effect.fnUntraced(function* (figures: Read, look: Look, roi: Roi, holdout: string) {
  const held = { ...look, of: { ...look.of, audience: holdout } }
  const { audience } = look.of
  const total = (yield* valueOf(figures, look, look.of, roi)).total_minor
  if (total === null) return null
  const all = yield* activeUsers(figures, look)
  if (audience !== null) {
    const side = { users: all, value: meanOf(total, all) }
    return audience === holdout ? ([nobody, side] as const) : ([side, nobody] as const)
  }
  const own = (yield* valueOf(figures, held, held.of, roi)).total_minor ?? 0
  const users = yield* activeUsers(figures, held)
  return [
    { users: all - users, value: meanOf(total - own, all - users) },
    { users, value: meanOf(own, users) }
  ] as const
})

const valued = Effect.fnUntraced(function* (figures: Read, look: Look, roi: Roi, holdout: string) {
  const sides = yield* sidesOf(figures, look, roi, holdout)
  if (sides === null) return null
  const [a, b] = sides
  const caveat = caveatOf("holdout", roi, Math.min(a.users, b.users) >= side_min)
  return {
    kind: "holdout" as const,
    a,
    b,
    metric: "value_per_user" as const,
    difference: differenceOf(a.value, b.value),
    ci95: null,
    is_causal: caveat === null,
    caveat
  }
})

const comparisonsOf = Effect.fnUntraced(function* (figures: Read, scans: Scans["Service"], look: Look, roi: Roi) {
  const { of, today } = look
  const holdout = roi.holdout_audience
  const step = stepFor(yield* figures.users(of))
  const kept = yield* scans.kept({ of, span: spanOfKept(today), step, holdout })
  const groups = (kind: Kind, is: (one: Kept) => boolean) =>
    retained(kind, roi, [shareOf(kept, is), shareOf(kept, (one) => !is(one))], step)
  const value = holdout === null ? null : yield* valued(figures, look, roi, holdout)
  return {
    value,
    step,
    all: [
      ...(holdout === null ? [] : [groups("holdout", ({ is_holdout }) => !is_holdout)]),
      ...(value === null ? [] : [value]),
      groups("early_reward", ({ early_reward }) => early_reward),
      groups("streak_3", ({ long_streak }) => long_streak)
    ]
  }
})

export const roiMetrics = Effect.fnUntraced(function* (
  figures: Read,
  scans: Scans["Service"],
  look: Look,
  settings: Roi
) {
  const value = yield* valueOf(figures, look, look.of, settings)
  const cost = yield* costOf(figures, look, settings)
  const comparisons = yield* comparisonsOf(figures, scans, look, settings)
  const holdout = comparisons.all.filter(({ kind }) => kind === "holdout")
  const spent =
    cost.program_minor === null || cost.coins_redeemed_minor === null
      ? null
      : cost.program_minor + cost.coins_redeemed_minor
  const gain = comparisons.value
  const isKnown = gain !== null && gain.is_causal && gain.difference !== null && settings.currency !== null
  const unknown: ReadonlyArray<readonly [(typeof unknowns)[number], boolean]> = [
    ["revenue_not_sent", value.total_minor === null || settings.currency === null],
    ["no_holdout", settings.holdout_audience === null],
    ["not_randomised", settings.holdout_audience !== null && !settings.is_randomised],
    ["no_costs", spent === null],
    ["too_few_users", holdout.some(({ a, b }) => Math.min(a.users, b.users) < side_min)],
    ["margin", true],
    ["cannibalisation", true]
  ]
  return {
    value: { currency: settings.currency, ...value },
    cost,
    comparisons: comparisons.all,
    roi: isKnown && spent !== null ? rateOf(gain.difference! * gain.a.users - spent, spent) : null,
    unknown: unknown.flatMap(([what, isSo]) => (isSo ? [what] : [])),
    ...toldSample(comparisons.step)
  }
})
