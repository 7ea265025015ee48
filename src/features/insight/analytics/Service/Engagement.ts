/** How often users come, and what they use. */
import { Effect } from "effect"
import { type Capability, plans, isActive, type Entitled } from "../../../../wire/Plans.ts"
import { stepFor, toldSample } from "../Rules/Sample.ts"
import { type DaysOfUsers, spreadOf } from "../Rules/Spread.ts"
import { textOf } from "../Rules/Periods.ts"
import { byPeriod, daysIn, periodsIn, rateOf } from "../Rules/Window.ts"
import type { NamedItem } from "../Store/Definitions.ts"
import type { Figures } from "../Store/Figures.ts"
import type { Sampled } from "../Store/EveryUser.ts"
import type { Scans, ShopVisits } from "../Store/Scans.ts"
import type { Crowded, Span } from "../Store/Sums.ts"
import { activeUsers } from "./Activity.ts"
import { byFigure, countOf, figureByDay, type Look, shortened } from "./Look.ts"

type Read = Figures["Service"]
type Scanning = Scans["Service"]

export const scanOf = (figures: Read, { of, window }: Pick<Look, "of" | "window">): Effect.Effect<Sampled, Crowded> =>
  Effect.map(figures.users(of), (users) => ({ of, span: window, step: stepFor(users) }))

/** Events stay when their users are erased: they go by all who were active, and days by those who can be looked at. */
const totalsOf = Effect.fnUntraced(function* (figures: Read, look: Look, spread: ReadonlyArray<DaysOfUsers>) {
  const { of, window } = look
  const active_users = spread.reduce((all, { users }) => all + users, 0)
  const days = spread.reduce((all, one) => all + one.days * one.users, 0)
  const events = countOf((yield* figures.totals(of, ["events"], window)).get("events"))
  return {
    active_users,
    events_per_user: rateOf(events, yield* activeUsers(figures, look)),
    active_days: spreadOf(spread),
    stickiness: rateOf(days / daysIn(window), active_users)
  }
})

export const engagementTotals = Effect.fnUntraced(function* (figures: Read, scans: Scanning, look: Look) {
  return yield* totalsOf(figures, look, yield* scans.activeDays(yield* scanOf(figures, look)))
})

const seriesOf = Effect.fnUntraced(function* (figures: Read, { of, today, window }: Look) {
  const periods = periodsIn(window, today)
  const span: Span = { from: periods[0]!.at, to: window.to }
  const active = new Map(
    (yield* figures.active(of, window.granularity, span)).map(({ active: users, period }) => [period, users])
  )
  const events = byPeriod(window, figureByDay((yield* figures.daily(of, ["events"], window)).get("events"), "count"))
  return periods.map(({ at, complete, period }) => ({
    period,
    complete,
    active: active.get(at) ?? 0,
    events_per_user: rateOf(events(at), active.get(at) ?? 0)
  }))
})

export const engagement = Effect.fnUntraced(function* (figures: Read, scans: Scanning, look: Look) {
  const scan = yield* scanOf(figures, look)
  const visits = yield* scans.visits(scan)
  const totals = yield* totalsOf(figures, look, visits.days)
  const features = [...visits.features]
    .filter(([feature]) => feature !== "")
    .map(([feature, { active, users }]) => ({ feature, users, share: rateOf(active, totals.active_users) }))
    .sort(
      byFigure(
        ({ users }) => users,
        ({ feature }) => feature
      )
    )
  return { ...totals, series: yield* seriesOf(figures, look), features, ...toldSample(scan.step) }
})

/** What there is to use, and the capability it needs; null: everybody has it. */
export const features: Readonly<Record<string, Capability | null>> = {
  events: "events",
  streaks: "buddies",
  badges: "buddies",
  skills: "buddies",
  evolution: "buddies",
  paths: "paths",
  gates: null,
  shop_view: "widgets",
  purchase: "marketplace",
  gift: "marketplace",
  equip: "marketplace",
  share: "share",
  widget_view: "widgets",
  awards: "buddies",
  boosters: "buddies",
  causes: "causes",
  ceremonies: "buddies",
  event_badges: "buddies",
  flash_sales: "flash_sales",
  founding_cohort: "buddies",
  free_lunches: "buddies",
  group_quests: "group_quests",
  kudos: "kudos",
  leaderboards: "buddies",
  leagues: "leagues",
  lotteries: "lotteries",
  mystery_boxes: "surprise_drops",
  outfits: "marketplace",
  re_engagement: "buddies",
  surprise_drops: "surprise_drops",
  teams: "teams"
}

export const featureActivity = Effect.fnUntraced(function* (
  figures: Read,
  scans: Scanning,
  look: Look,
  tenant: Entitled
) {
  const { of, window } = look
  const scan = yield* scanOf(figures, look)
  const used = yield* scans.features(scan)
  const active = used.get("")?.users ?? 0
  const sums = yield* figures.totals(of, ["feature_actions", "events"], window)
  const newest = yield* figures.newestDays(of, ["feature_actions", "events"])
  const told = Object.entries(features).map(([feature, capability]) => {
    const isEvents = feature === "events"
    const last_day = isEvents
      ? Math.max(...(newest.get("events")?.values() ?? [-1]))
      : (newest.get("feature_actions")?.get(feature) ?? -1)
    const own = used.get(isEvents ? "" : feature)
    return {
      feature,
      capability,
      entitled: capability === null || plans[tenant.plan].capabilities.includes(capability),
      enabled: capability === null || isActive(tenant, capability),
      users: own?.users ?? 0,
      share: rateOf(own?.active ?? 0, active),
      actions: isEvents ? countOf(sums.get("events")) : (sums.get("feature_actions")?.get(feature)?.count ?? 0),
      last_day: last_day < 0 ? null : textOf(last_day)
    }
  })
  const sorted = told.sort(
    byFigure(
      (one) => one.users,
      ({ feature }) => feature
    )
  )
  return { features: sorted, ...toldSample(scan.step) }
})

const usersWho = (visits: ReadonlyArray<ShopVisits>, did: (one: ShopVisits) => boolean): number =>
  visits.reduce((all, one) => (did(one) ? all + one.users : all), 0)

/** Each holds those who did all before it as well; a step nobody could take is skipped. */
const stepsOf = (visits: ReadonlyArray<ShopVisits>) => {
  const active = usersWho(visits, () => true)
  const viewed = usersWho(visits, (one) => one.viewed)
  const isSeen = viewed > 0
  const purchased = usersWho(visits, (one) => one.purchased && (one.viewed || !isSeen))
  const equipped = usersWho(visits, (one) => one.equipped && one.purchased && (one.viewed || !isSeen))
  return [
    { step: "active", users: active, of_previous: null },
    { step: "viewed", users: isSeen ? viewed : null, of_previous: isSeen ? rateOf(viewed, active) : null },
    { step: "purchased", users: purchased, of_previous: rateOf(purchased, isSeen ? viewed : active) },
    { step: "equipped", users: equipped, of_previous: rateOf(equipped, purchased) }
  ] as const
}

export const marketplaceFunnel = Effect.fnUntraced(function* (
  figures: Read,
  scans: Scanning,
  look: Look,
  itemsOf: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<NamedItem>, Crowded>
) {
  const { of, window } = look
  const scan = yield* scanOf(figures, look)
  const sums = yield* figures.totals(of, ["items", "equips", "purchases_refused"], window)
  const bought = new Map<string, number>()
  for (const [key, { count }] of sums.get("items") ?? []) {
    const [item_id, source] = key.split(":") as [string, string]
    if (source === "purchase" || source === "gift") bought.set(item_id, (bought.get(item_id) ?? 0) + count)
  }
  const equips = sums.get("equips")
  const { list, ...rest } = shortened(
    [...new Set([...bought.keys(), ...(equips?.keys() ?? [])])]
      .map((item_id) => ({
        item_id,
        purchases: bought.get(item_id) ?? 0,
        equips: equips?.get(item_id)?.count ?? 0
      }))
      .sort(
        byFigure(
          ({ purchases }) => purchases,
          ({ item_id }) => item_id
        )
      )
  )
  const named = new Map((yield* itemsOf(list.map(({ item_id }) => item_id))).map((item) => [item.item_id, item.name]))
  const refused = sums.get("purchases_refused")
  const tries = [...bought.values()].reduce((all, count) => all + count, 0) + countOf(refused)
  return {
    steps: stepsOf(yield* scans.shop(scan)),
    by_item: list.map(({ item_id, ...counted }) => ({
      item_id,
      name: named.get(item_id) ?? null,
      viewed_users: null,
      ...counted,
      ...(named.has(item_id) ? {} : { deleted: true as const })
    })),
    unaffordable_share: rateOf(refused?.get("insufficient_coins")?.count ?? 0, tries),
    ...rest,
    ...toldSample(scan.step)
  }
})
