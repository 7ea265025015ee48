/** Who is there, and what they send. */
import { Effect } from "effect"
import type { ActivityTotals, OverviewTotals } from "../Api/Activity.ts"
import { periodAfter, periodOf } from "../Rules/Periods.ts"
import { byPeriod, periodsIn, rateOf } from "../Rules/Window.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Of } from "../Store/Sums.ts"
import { amountOf, byFigure, countOf, figureByDay, type Look, shortened } from "./Look.ts"
import { outstandingOf } from "./Money.ts"

type Read = Figures["Service"]

const windowMetrics = [
  "events",
  "events_backfilled",
  "events_reversed",
  "coins_in",
  "coins_out",
  "coins_corrected",
  "badges",
  "items",
  "evolutions",
  "eggs_created",
  "eggs_hatched",
  "eggs_cancelled"
] as const
const everMetrics = ["eggs_created", "eggs_hatched", "eggs_cancelled", "archived", "erased"] as const

/** Distinct users with a day in the window; of one in the past, whose days are looked at. */
export const activeUsers = (figures: Read, { of, today, window }: Look) =>
  window.to >= today ? figures.activeSince(of, window.from) : figures.activeIn(of, window)

/** How many days back `active_30d` and `stickiness` look, the running one among them. */
const looked_back = 30

/** Users of a mean day among all that were active on any of those days. */
const stickinessOf = Effect.fnUntraced(function* (figures: Read, of: Of, today: number, active: number) {
  const daily = yield* figures.active(of, "day", { from: today - looked_back + 1, to: today })
  return rateOf(daily.reduce((all, one) => all + one.active, 0) / looked_back, active)
})

const usersOf = Effect.fnUntraced(function* (figures: Read, look: Look) {
  const { of, today, window } = look
  // One look at the newest days of all tells of whatever ends today.
  const newest = yield* figures.newestSince(of, Math.min(window.from, today - looked_back + 1))
  const since = (from: number) => [...newest].reduce((all, [day, users]) => (day >= from ? all + users : all), 0)
  const activeIn = (days: number) => since(today - days + 1)
  const users = {
    total: yield* figures.users(of),
    new: yield* figures.newIn(of, window),
    active_1d: activeIn(1),
    active_7d: activeIn(7),
    active_30d: activeIn(looked_back),
    stickiness: yield* stickinessOf(figures, of, today, activeIn(looked_back))
  }
  return { users, active: window.to >= today ? since(window.from) : yield* figures.activeIn(of, window) }
})

export const overview = Effect.fnUntraced(function* (figures: Read, look: Look) {
  const { of, window } = look
  const sums = yield* figures.totals(of, windowMetrics, window)
  const ever = yield* figures.ever(of, everMetrics)
  const deliveries = yield* figures.totals(
    { ...of, audience: null },
    ["webhook_delivered", "webhook_exhausted"],
    window
  )
  const gone = (key: string) => ever.get("erased")?.get(key)?.count ?? 0
  const hatched = countOf(ever.get("eggs_hatched"))
  const archived = ever.get("archived")?.get("buddy")?.count ?? 0
  const [issued, spent, corrected] = ["coins_in", "coins_out", "coins_corrected"].map((one) => amountOf(sums.get(one)))
  const events = countOf(sums.get("events"))
  const { active, users } = yield* usersOf(figures, look)
  return {
    users,
    buddies: {
      total: hatched - gone("buddy"),
      active: hatched - gone("buddy") - archived + gone("archived_buddy"),
      archived: archived - gone("archived_buddy"),
      hatched: countOf(sums.get("eggs_hatched"))
    },
    eggs: {
      created: countOf(sums.get("eggs_created")),
      hatched: countOf(sums.get("eggs_hatched")),
      cancelled: countOf(sums.get("eggs_cancelled")),
      open: countOf(ever.get("eggs_created")) - hatched - countOf(ever.get("eggs_cancelled")) - gone("egg")
    },
    events: {
      count: events,
      per_active_user: rateOf(events, active),
      backfilled: countOf(sums.get("events_backfilled")),
      reversed: countOf(sums.get("events_reversed"))
    },
    coins: { issued: issued!, spent: spent!, corrected: corrected!, outstanding: yield* outstandingOf(figures, of) },
    badges_awarded: countOf(sums.get("badges")),
    items_acquired: countOf(sums.get("items")),
    evolutions: countOf(sums.get("evolutions")),
    webhooks: {
      delivered: countOf(deliveries.get("webhook_delivered")),
      exhausted: countOf(deliveries.get("webhook_exhausted"))
    }
  } satisfies OverviewTotals
})

/** By period: who is active, and what that is to the period before. */
const lifeOf = Effect.fnUntraced(function* (figures: Read, { of, today, window }: Look) {
  const { granularity } = window
  const span = { from: periodAfter(granularity, periodOf(granularity, window.from), -1), to: window.to }
  const active = new Map((yield* figures.active(of, granularity, span)).map((one) => [one.period, one]))
  const classes = yield* figures.lifecycle(of, granularity, span)
  const events = (yield* figures.daily(of, ["events"], window)).get("events")
  const eventsAt = byPeriod(window, figureByDay(events, "count"))
  return periodsIn(window, today).map(({ at, complete, period }) => {
    const returning = classes.get("returning")?.get(at)?.count ?? 0
    return {
      period,
      complete,
      active: active.get(at)?.active ?? 0,
      new: active.get(at)?.new ?? 0,
      returning,
      resurrected: classes.get("resurrected")?.get(at)?.count ?? 0,
      dormant: (active.get(periodAfter(granularity, at, -1))?.active ?? 0) - returning,
      events: eventsAt(at)
    }
  })
})

export const activitySummary = Effect.fnUntraced(function* (figures: Read, look: Look) {
  const series = yield* lifeOf(figures, look)
  const totals: ActivityTotals = {
    active: yield* activeUsers(figures, look),
    new: yield* figures.newIn(look.of, look.window),
    resurrected: series.reduce((all, one) => all + one.resurrected, 0),
    events: series.reduce((all, one) => all + one.events, 0)
  }
  return { totals, series }
})

/** Who has defined a type, of those that are. */
type Defined = ReadonlySet<string>

const typeMetrics = [
  "events",
  "events_backfilled",
  "events_reversed",
  "events_without_buddy",
  "events_unrewarded"
] as const

export const eventCounts = Effect.fnUntraced(function* (figures: Read, look: Look, defined: Defined) {
  const { of, today, window } = look
  const sums = yield* figures.totals(of, typeMetrics, window)
  const total = countOf(sums.get("events"))
  const at = byPeriod(window, figureByDay((yield* figures.daily(of, ["events"], window)).get("events"), "count"))
  const count = (metric: (typeof typeMetrics)[number], type: string) => sums.get(metric)?.get(type)?.count ?? 0
  const seen = new Set([...sums.values()].flatMap((byKey) => [...byKey.keys()]))
  const types = [...seen]
    .map((event_type) => ({
      event_type,
      events: count("events", event_type),
      share: rateOf(count("events", event_type), total),
      defined: defined.has(event_type),
      backfilled: count("events_backfilled", event_type),
      reversed: count("events_reversed", event_type),
      without_buddy: count("events_without_buddy", event_type),
      unrewarded: count("events_unrewarded", event_type),
      coins: sums.get("events")?.get(event_type)?.amount ?? 0
    }))
    .sort(
      byFigure(
        ({ events }) => events,
        ({ event_type }) => event_type
      )
    )
  const { list, ...rest } = shortened(types)
  const series = periodsIn(window, today).map(({ at: first, complete, period }) => ({
    period,
    complete,
    events: at(first)
  }))
  return { total, series, types: list, ...rest }
})
