/** What the engine and the auditor must agree on at the end of a life, in one comparable shape. */
import { runningStreak } from "../../../src/engine/streaks/streakClock.ts"
import { skillView } from "../../../src/engine/views/views.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { EngineHost } from "../engine/EngineHost.ts"
import { partyKeys } from "../generators/campaigns.ts"
import type { Life } from "../generators/history.ts"
import { Auditor } from "./Auditor.ts"

const nonZero = (purses: Iterable<readonly [string, { balance: number; earned: number; spent: number }]>) =>
  Object.fromEntries(
    [...purses].filter(([, purse]) => purse.earned > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))
  )

const byItem = (left: { item_id: string }, right: { item_id: string }) => (left.item_id < right.item_id ? -1 : 1)
const owed = (amounts: Iterable<readonly [string, number]>) =>
  Object.fromEntries(
    [...amounts].filter(([, amount]) => amount > 0).toSorted(([left], [right]) => (left < right ? -1 : 1))
  )
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
const nonEmpty = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted(([left], [right]) => (left < right ? -1 : 1)))
/** How often chance was kind is counted by day, chance and pool: a statistic, which verify adds up from the traces. */
const withoutChance = (totals: ReadonlyMap<string, number>) =>
  new Map([...totals].filter(([key]) => !/^(drop|party)-/.test(key)))
const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)
const spent = (amounts: Iterable<number>) => [...amounts].filter((amount) => amount !== 0).toSorted()

export const engineSide = (host: EngineHost, config: ConfigContent, { around, steps }: Life) => {
  const { snapshot, state } = host
  const facts = { snapshot, state, now: steps.at(-1)!.now, tenant_timezone: around.tenant_timezone }
  const announced: Record<string, number> = {}
  for (const { event } of host.accepted.flatMap((decision) => decision.outbound))
    announced[event] = (announced[event] ?? 0) + 1
  return {
    coins: state.coins,
    tokens: nonZero(Object.entries(state.tokens)),
    skills: Object.entries(skillView(snapshot, state)).map(([key, { level, points }]) => ({ key, level, points })),
    badges: config.badge_definitions.map(({ badge_key }) => ({
      badge_key,
      count: state.badges[badge_key]?.count ?? 0,
      lost: state.badges[badge_key]?.past ?? 0,
      ready: state.badges[badge_key]?.ready ?? false
    })),
    parties: partyKeys.map((key) => [key, state.badges[key]?.count ?? 0, state.badges[key]?.past ?? 0]),
    items: Object.entries(state.items)
      .map(([item_id, { count, equipped }]) => ({ item_id, count, equipped }))
      .toSorted(byItem),
    gates: Object.keys(state.gates).toSorted(),
    stage: state.evolution_stage,
    prestiges: state.prestige_level,
    debts: owed(Object.entries(state.debts ?? {})),
    counts: owed(Object.entries(state.counts).map(([type, { total }]) => [type, total])),
    streaks: config.streak_rules.map(({ freezes, streak_key }) => ({
      streak_key,
      current: state.streaks[streak_key]?.current ?? 0,
      longest: state.streaks[streak_key]?.longest ?? 0,
      freezes: state.streaks[streak_key]?.freezes_left ?? freezes.initial,
      running: runningStreak(facts, streak_key)
    })),
    vacations: (state.vacations ?? []).map(({ from_day, to_day }) => `${dateOf(from_day)} ${dateOf(to_day)}`),
    journey: host.accepted
      .flatMap(({ effects }) => effects.path_updates)
      .map(({ path_key, step_key, sub_step_key }) => `${path_key}/${step_key}/${sub_step_key}`)
      .toSorted(),
    ready: state.evolution_ready,
    refusals: host.decisions.map((decision) => (decision._tag === "Rejected" ? decision.error.code : null)),
    coinsPerStep: host.decisions.map((decision) => (decision._tag === "Rejected" ? 0 : decision.effects.coins)),
    budgets: spent(host.budgets.values()),
    scores: nonEmpty(host.rows.scores),
    totals: nonEmpty(withoutChance(host.rows.totals)),
    tickets: nonEmpty(host.rows.tickets),
    quests: [...host.rows.quests].toSorted(),
    outfits: Object.entries(state.outfits ?? {})
      .map(([id, { item_ids, name }]) => ({ id, name, pieces: item_ids.toSorted() }))
      .toSorted(byId),
    announced
  }
}

export const auditorSide = (config: ConfigContent, { around, steps }: Life) => {
  const auditor = new Auditor(config, around).replay(steps)
  return {
    coins: auditor.coins,
    tokens: nonZero(auditor.tokens),
    skills: [...auditor.points].map(([key, points]) => ({ key, level: auditor.level(key, points), points })),
    badges: config.badge_definitions.map(({ badge_key }) => {
      const { count, lost, ready } = auditor.badge(badge_key)
      return { badge_key, count, lost, ready }
    }),
    parties: partyKeys.map((key) => [key, auditor.badge(key).count, auditor.badge(key).lost]),
    items: [...auditor.items]
      .map(([item_id, { count, worn }]) => ({ item_id, count, equipped: worn }))
      .toSorted(byItem),
    gates: [...auditor.gates].toSorted(),
    stage: auditor.stage,
    prestiges: auditor.prestiges,
    debts: owed(auditor.debts),
    counts: owed(auditor.eventTotals()),
    streaks: config.streak_rules.map(({ streak_key }) => {
      const recount = auditor.streaks.get(streak_key)!
      const { current, freezes } = recount.count()
      return { streak_key, current, longest: recount.longest, freezes, running: auditor.runningStreak(streak_key) }
    }),
    vacations: auditor.vacations.map(({ first, last }) => `${first} ${last}`).toSorted(),
    journey: [...auditor.journeys.values()].flatMap(({ log }) => log).toSorted(),
    ready: auditor.evolutionReady,
    refusals: auditor.refusals,
    coinsPerStep: auditor.coinsPerStep,
    budgets: spent(auditor.budgets.values()),
    scores: nonEmpty(auditor.counted("scores")),
    totals: nonEmpty(auditor.counted("totals")),
    tickets: nonEmpty(auditor.counted("tickets")),
    quests: auditor.questing().toSorted(),
    outfits: auditor.outfits.toSorted(byId),
    announced: auditor.announced
  }
}
