/** What lives come to, counted while they are lived. Users count for as many as they stand for. */
import type { Accepted } from "../../../../engine/core/Decision.ts"
import type { Person } from "./Person.ts"

export interface Watched {
  readonly item_id: string
  readonly item_key: string
  readonly price: number
}

/** Budgets that run dry early in their period are looked at. */
export interface BudgetTerms {
  readonly rule_key: string
  readonly period: "day" | "week" | "month" | "total"
}

interface RuleTally {
  /** coins by run */
  readonly issued: Map<number, number>
  /** coins of the last 30 days, all runs */
  late: number
  fired: number
  capped: number
}

/** By day of the horizon. */
export interface RunDays {
  readonly issued: Array<number>
  readonly spent: Array<number>
  readonly outstanding: Array<number>
  readonly active: Array<number>
}

interface RunEnd {
  /** outstanding before the first day */
  readonly begun: number
  readonly gini: number | null
  readonly idle_share: number | null
  readonly holders: number
}

export interface Tally {
  readonly horizon_days: number
  readonly first_day: number
  /** ascending by price */
  readonly items: ReadonlyArray<Watched>
  /** by item: how many could pay it so many days after they came */
  readonly affords: ReadonlyArray<Array<number>>
  /** by stage: how many came to it so many days after they came; those who began there stand in `began` */
  readonly stages: Map<number, Array<number>>
  readonly began: Map<number, number>
  people: number
  readonly rules: Map<string, RuleTally>
  /** by rule_id */
  readonly budgets: ReadonlyMap<string, BudgetTerms>
  /** by rule_id: periods that were dry before their first fifth was over */
  readonly dry: Map<string, number>
  readonly dry_now: Set<string>
  readonly runs: Array<RunDays>
  readonly ends: Array<RunEnd>
  run: RunDays
  /** of the horizon, from 0 */
  day: number
  balance: number
  begun: number
}

const late_days = 30
const separator = "\n"

const emptyRun = (days: number): RunDays => ({
  issued: Array<number>(days).fill(0),
  spent: Array<number>(days).fill(0),
  outstanding: Array<number>(days).fill(0),
  active: Array<number>(days).fill(0)
})

export const openTally = (terms: Pick<Tally, "horizon_days" | "first_day" | "items" | "budgets">): Tally => ({
  ...terms,
  affords: terms.items.map(() => Array<number>(terms.horizon_days + 1).fill(0)),
  stages: new Map(),
  began: new Map(),
  people: 0,
  rules: new Map(),
  dry: new Map(),
  dry_now: new Set(),
  runs: [],
  ends: [],
  run: emptyRun(terms.horizon_days),
  day: 0,
  balance: 0,
  begun: 0
})

export const countAlive = ({ day, run }: Tally, { weight }: Person, isActive: boolean): void => {
  if (isActive) run.active[day]! += weight
}

const add = <K>(counts: Map<K, number>, key: K, amount: number) => void counts.set(key, (counts.get(key) ?? 0) + amount)

export const openDay = (tally: Tally, day: number): void => {
  if (day === 0) tally.begun = tally.balance
  else tally.run.outstanding[day - 1] = tally.balance
  tally.day = day
}

/** Items it can pay by now that it could not before; a day of 0: from the first on. */
const countAffords = (tally: Tally, person: Person, days: number): void => {
  while (person.next_item < tally.items.length && person.earned >= tally.items[person.next_item]!.price) {
    tally.affords[person.next_item]![days]! += person.weight
    person.next_item++
  }
}

export const countJoin = (tally: Tally, person: Person): void => {
  tally.people += person.weight
  tally.balance += person.state.coins.balance * person.weight
  for (let stage = 1; stage <= person.stage; stage++) add(tally.began, stage, person.weight)
  countAffords(tally, person, 0)
}

const ruleOf = (tally: Tally, type: string, key: string): RuleTally => {
  const name = type + separator + key
  let rule = tally.rules.get(name)
  if (rule === undefined) {
    rule = { issued: new Map(), late: 0, fired: 0, capped: 0 }
    tally.rules.set(name, rule)
  }
  return rule
}

const caps: ReadonlySet<string> = new Set(["limit_reached", "cooldown", "budget_exhausted"])
const coin = "coin"

const countRules = (tally: Tally, weight: number, { entries, trace }: Accepted): void => {
  for (const { key, ledger_ids, outcome, reason, type } of trace) {
    if (outcome === "fired") {
      if (type === "marketplace_item") continue
      const rule = ruleOf(tally, type, key)
      rule.fired += weight
      for (const { amount, ledger_id, unit } of entries) {
        if (unit !== coin || amount <= 0 || !ledger_ids.includes(ledger_id)) continue
        add(rule.issued, tally.runs.length, amount * weight)
        if (tally.day >= tally.horizon_days - late_days) rule.late += amount * weight
      }
    } else if (caps.has(reason)) ruleOf(tally, type, key).capped += weight
  }
}

/** Of a day, a week from Monday, a month of 30 days or the whole horizon: the share that is over. */
const elapsedOf = (tally: Tally, { period }: BudgetTerms, day: number, share_of_day: number): number => {
  if (period === "day") return share_of_day
  if (period === "week") return ((((day + 3) % 7) + 7) % 7) / 7
  if (period === "month") return (new Date(day * 86_400_000).getUTCDate() - 1) / 30
  return tally.day / tally.horizon_days
}
const dry_share = 0.2

/** `offset`: ms since 00:00 on the local clock. */
export interface When {
  readonly day: number
  readonly offset: number
}

const countDry = (tally: Tally, decision: Accepted, { day, offset }: When) => {
  for (const { detail, key, reason, type } of decision.trace) {
    if (reason !== "budget_exhausted" || type !== "coin_rule") continue
    for (const [rule_id, terms] of tally.budgets) {
      if (terms.rule_key !== key) continue
      const name = `${tally.runs.length} ${rule_id} ${String(detail["period_key"])}`
      if (tally.dry_now.has(name)) continue
      tally.dry_now.add(name)
      if (elapsedOf(tally, terms, day, offset / 86_400_000) < dry_share) add(tally.dry, rule_id, 1)
    }
  }
}

export const countDecision = (tally: Tally, person: Person, decision: Accepted, moment: When): void => {
  const { weight } = person
  const { day, run } = tally
  for (const { amount, reason, unit } of decision.entries) {
    if (unit !== coin) continue
    tally.balance += amount * weight
    if (amount > 0) run.issued[day]! += amount * weight
    else run.spent[day]! -= amount * weight
    if (reason !== "item_purchase") person.earned += amount
  }
  countRules(tally, weight, decision)
  if (tally.budgets.size > 0) countDry(tally, decision, moment)
  const lived = Math.max(0, moment.day - person.joined)
  countAffords(tally, person, lived)
  while (person.stage < person.state.evolution_stage) {
    person.stage++
    const days = tally.stages.get(person.stage) ?? Array<number>(tally.horizon_days + 1).fill(0)
    tally.stages.set(person.stage, days)
    days[lived]! += weight
  }
}

/** Of balances and how many have each, how unevenly they are spread: 0 evenly, towards 1 all with one. */
export const giniOf = (held: ReadonlyArray<readonly [balance: number, weight: number]>): number | null => {
  const sorted = [...held].sort(([left], [right]) => left - right)
  let [people, sum, area] = [0, 0, 0]
  for (const [balance, weight] of sorted) {
    const before = sum
    people += weight
    sum += balance * weight
    area += weight * (before + sum)
  }
  return people === 0 || sum === 0 ? null : 1 - area / (people * sum)
}

const idle_days = 30

export const closeRun = (tally: Tally, people: ReadonlyArray<Person>, last_day: number): void => {
  tally.run.outstanding[tally.horizon_days - 1] = tally.balance
  const holders = people.filter(({ state }) => state.coins.balance > 0)
  const idle = holders.filter(({ seen }) => last_day - seen >= idle_days)
  const coinsOf = (some: ReadonlyArray<Person>) =>
    some.reduce((sum, { state, weight }) => sum + state.coins.balance * weight, 0)
  tally.ends.push({
    begun: tally.begun,
    gini: giniOf(holders.map(({ state, weight }) => [state.coins.balance, weight])),
    idle_share: tally.balance > 0 ? coinsOf(idle) / tally.balance : null,
    holders: holders.reduce((sum, { weight }) => sum + weight, 0)
  })
  tally.runs.push(tally.run)
  tally.run = emptyRun(tally.horizon_days)
  tally.dry_now.clear()
  tally.balance = 0
  tally.day = 0
}
