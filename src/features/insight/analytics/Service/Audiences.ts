/** Audiences beside each other, those that are listed and those that were only counted. */
import { Effect } from "effect"
import type { Figures } from "../Store/Figures.ts"
import { amountOf, byFigure, countOf, type Look, shortened } from "./Look.ts"
import { balanceMetrics, balanceOf } from "./Money.ts"
import { rateAfter, weeksOf } from "./Retention.ts"

const audiences_max = 50

export const audiences = Effect.fnUntraced(function* (figures: Figures["Service"], look: Look, implicit: string) {
  const { frame, of, today, window } = look
  const { customer_id } = of
  const listed = frame.audiences.length === 0 ? [{ key: implicit, name: null }] : frame.audiences
  const names = new Map(listed.map(({ key, name }) => [key, name ?? null]))
  const counted = yield* figures.audiences(customer_id)
  const { list, ...rest } = shortened([...new Set([...names.keys(), ...counted])], audiences_max)
  const cohorts = weeksOf(today)
  const ever = ["eggs_hatched", ...balanceMetrics] as const
  const found = yield* figures.ofEach({ customer_id, audiences: list, window, today, ever, cohorts })
  const told = Array.from(found, ([key, { active, cells, ever, newIn, sums, users }]) => ({
    key,
    name: names.get(key) ?? null,
    listed: names.has(key),
    users,
    active_users: active,
    new_users: newIn,
    buddies: countOf(ever.get("eggs_hatched")) - (ever.get("erased")?.get("buddy")?.count ?? 0),
    events: countOf(sums.get("events")),
    coins_issued: amountOf(sums.get("coins_in")),
    coins_spent: amountOf(sums.get("coins_out")),
    outstanding: balanceOf(ever),
    retention_w1: rateAfter(1, { active: cells, cohorts, today })
  }))
  const sorted = told.sort(
    byFigure(
      ({ users }) => users,
      ({ key }) => key
    )
  )
  return { audiences: sorted, ...rest }
})
