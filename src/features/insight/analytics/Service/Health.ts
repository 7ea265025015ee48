/** Whether the economy of a workspace is sound. */
import { Effect, type Option } from "effect"
import { type IsGone, mark } from "../Rules/Gone.ts"
import { findingsOf, medianOf } from "../Rules/Health.ts"
import { days_ahead, daysIn, rateOf } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Taken } from "../Store/Snapshots.ts"
import type { ByKey, Of } from "../Store/Sums.ts"
import { standingIn, takenAt } from "./Growth.ts"
import { amountOf, figureByDay, type Look } from "./Look.ts"
import { balanceOf, coinMetrics, outstandingOf } from "./Money.ts"

type Read = Figures["Service"]

const inflation_days = 30

/** Of every day of the window: what buddies held at its end. */
const heldByDay = Effect.fnUntraced(function* (figures: Read, { of, today, window }: Look, outstanding: number) {
  const latest = today + days_ahead
  const days = yield* figures.daily(of, [...coinMetrics], { from: window.from, to: latest })
  const erased = yield* erasedByDay(figures, of, { from: window.from, to: latest })
  const [came, went, corrected] = coinMetrics.map((metric) => figureByDay(days.get(metric), "amount"))
  const held = new Map<number, number>()
  let left = outstanding
  for (let day = latest; day >= window.from; day--) {
    if (day <= window.to) held.set(day, left)
    const at = (sums: ReadonlyMap<number, number> | undefined) => sums?.get(day) ?? 0
    left -= at(came) - at(went) - at(corrected) - (erased.get(day) ?? 0)
  }
  return held
})

const erasedByDay = (figures: Read, of: Of, span: { readonly from: number; readonly to: number }) =>
  Effect.map(figures.dailyOfKey(of, "erased", "coin", span), (days) => figureByDay(days, "amount"))

const topRule = (sums: ByKey, issued: number, isGone: IsGone) => {
  const rules = [...(sums.get("coins_in") ?? [])].filter(([key]) => key.startsWith("coin_rule:"))
  const [top] = rules.sort(([a, one], [b, other]) => other.amount - one.amount || (a < b ? -1 : 1))
  if (top === undefined) return null
  const rule_key = top[0].slice("coin_rule:".length)
  return { rule_key, share: rateOf(top[1].amount, issued), ...mark(isGone("coin_rule", rule_key)) }
}

/** What an active user of a middling day was paid on it. */
const dailyIncome = Effect.fnUntraced(function* (figures: Read, { of, window }: Look) {
  const issued = figureByDay((yield* figures.daily(of, ["coins_in"], window)).get("coins_in"), "amount")
  const active = yield* figures.active(of, "day", window)
  return medianOf(active.filter((one) => one.active > 0).map((one) => (issued.get(one.period) ?? 0) / one.active))
})

export const economyHealth = Effect.fnUntraced(function* (
  figures: Read,
  look: Look,
  {
    active_users,
    isGone,
    prices,
    taken
  }: {
    readonly active_users: number
    readonly isGone: IsGone
    readonly prices: ReadonlyArray<number>
    readonly taken: Option.Option<Taken>
  }
) {
  const { of, today, window } = look
  const sums = yield* figures.totals(of, coinMetrics, window)
  const [issued, spent] = [amountOf(sums.get("coins_in")), amountOf(sums.get("coins_out"))]
  const outstanding = yield* outstandingOf(figures, of)
  const lately = { from: today - inflation_days + 1, to: today + days_ahead }
  const later = yield* figures.totals(of, [...coinMetrics, "erased"], lately)
  const before = outstanding - balanceOf(later)
  const held = yield* heldByDay(figures, look, outstanding)
  const mean = [...held.values()].reduce((all, one) => all + one, 0) / daysIn(window)
  const [price, income] = [medianOf(prices), yield* dailyIncome(figures, look)]
  const standing = standingIn(taken)
  const top_rule = topRule(sums, issued, isGone)
  const told = {
    sink_ratio: rateOf(spent, issued),
    velocity: mean <= 0 ? null : rateOf(spent, mean),
    inflation_30d: before <= 0 ? null : rateOf(outstanding - before, before),
    issued_per_active_user: rateOf(issued, active_users),
    balances: standing?.balances ?? noBalances,
    idle_share: standing === null ? null : rateOf(standing.idle_coins, standing.coins),
    days_to_median_item: price === null || income === null ? null : rateOf(price, income),
    top_rule
  }
  return {
    ...told,
    findings: findingsOf(
      { ...told, gini: told.balances.gini, top_rule_share: top_rule?.share ?? null },
      standing?.balances.holders ?? 0
    ),
    snapshot_at: takenAt(taken)
  }
})

const noBalances = { p10: null, p50: null, p90: null, p99: null, gini: null, top_1pct_share: null, holders: null }
