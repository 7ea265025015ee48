/** What two versions made of the same events, counted while they are played and compared at the end. */
import type { Accepted, LedgerEntry, TraceReason } from "../../../../engine/core/Decision.ts"
import type { BacktestReport } from "../../../../wire/answers/BacktestReport.ts"
import type { Lane } from "./Replay.ts"

interface RuleTally {
  fired: number
  /** by unit */
  readonly amounts: Map<string, number>
  /** by reason */
  readonly capped: Map<string, number>
}

export interface Tally {
  /** by type and key */
  readonly rules: Map<string, RuleTally>
  /** unit -> buddy_id -> total */
  readonly units: Map<string, Map<string, number>>
  readonly badges: Map<string, number>
  item_rewards: number
}

export const openTally = (): Tally => ({ rules: new Map(), units: new Map(), badges: new Map(), item_rewards: 0 })

const caps: ReadonlySet<TraceReason> = new Set(["limit_reached", "cooldown", "budget_exhausted", "unique_already_paid"])

const add = <K>(counts: Map<K, number>, key: K, amount: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + amount)
}

const separator = "\n"
const ruleOf = (tally: Tally, type: string, key: string): RuleTally => {
  const name = type + separator + key
  let rule = tally.rules.get(name)
  if (rule === undefined) {
    rule = { fired: 0, amounts: new Map(), capped: new Map() }
    tally.rules.set(name, rule)
  }
  return rule
}

const countEntries = (tally: Tally, buddy_id: string, entries: ReadonlyArray<LedgerEntry>): void => {
  for (const { amount, unit } of entries) {
    let perBuddy = tally.units.get(unit)
    if (perBuddy === undefined) {
      perBuddy = new Map()
      tally.units.set(unit, perBuddy)
    }
    add(perBuddy, buddy_id, amount)
  }
}

export const count = (tally: Tally, buddy_id: string, { badges, entries, signals, trace }: Accepted): void => {
  countEntries(tally, buddy_id, entries)
  for (const { key, ledger_ids, outcome, reason, type } of trace) {
    if (outcome === "fired") {
      const rule = ruleOf(tally, type, key)
      rule.fired += 1
      for (const entry of entries) {
        if (ledger_ids.includes(entry.ledger_id)) add(rule.amounts, entry.unit, entry.amount)
      }
    } else if (caps.has(reason)) add(ruleOf(tally, type, key).capped, reason, 1)
  }
  for (const { badge_key } of badges) add(tally.badges, badge_key, 1)
  if (signals.some((signal) => signal._tag === "GrantItems")) tally.item_rewards += 1
}

/** Nearest rank; 0 of nothing. */
const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0

export interface Side {
  readonly lane: Lane
  readonly tally: Tally
}

const shown_max = 5

const unitReport = (unit: string, before: Side, after: Side, recorded: number): BacktestReport["units"][number] => {
  const differences = [...before.lane.lives.keys()].map((buddy_id) => ({
    buddy_id,
    old: before.tally.units.get(unit)?.get(buddy_id) ?? 0,
    new: after.tally.units.get(unit)?.get(buddy_id) ?? 0
  }))
  const side = (name: "old" | "new") => {
    const sorted = differences.map((difference) => difference[name]).sort((left, right) => left - right)
    return {
      total: sorted.reduce((sum, amount) => sum + amount, 0),
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95)
    }
  }
  const winners = differences.filter((one) => one.new > one.old)
  const losers = differences.filter((one) => one.new < one.old)
  const bySize = (list: typeof differences) =>
    list.sort((left, right) => Math.abs(right.new - right.old) - Math.abs(left.new - left.old)).slice(0, shown_max)
  return {
    unit,
    old: side("old"),
    new: side("new"),
    recorded,
    winners: winners.length,
    losers: losers.length,
    unchanged: differences.length - winners.length - losers.length,
    largest_gains: bySize(winners),
    largest_losses: bySize(losers)
  }
}

const union = <K>(...maps: ReadonlyArray<ReadonlyMap<K, unknown>>): ReadonlyArray<K> =>
  [...new Set(maps.flatMap((map) => [...map.keys()]))].sort()

const ruleSide = (rule: RuleTally | undefined): BacktestReport["rules"][number]["old"] => ({
  fired: rule?.fired ?? 0,
  amounts: Object.fromEntries(rule?.amounts ?? []),
  capped: Object.fromEntries(rule?.capped ?? [])
})

const stagesOf = ({ lane }: Side): Map<number, number> => {
  const stages = new Map<number, number>()
  for (const { state } of lane.lives.values()) add(stages, state.evolution_stage, 1)
  return stages
}

type Comparison = Pick<BacktestReport, "units" | "rules" | "badges" | "stages">

/** `recorded`: by unit, what the same events paid when they came in. */
export const compare = (before: Side, after: Side, recorded: ReadonlyMap<string, number>): Comparison => {
  const [old, next] = [before.tally, after.tally]
  const [oldStages, newStages] = [stagesOf(before), stagesOf(after)]
  return {
    units: union(old.units, next.units, recorded).map((unit) =>
      unitReport(unit, before, after, recorded.get(unit) ?? 0)
    ),
    rules: union(old.rules, next.rules).map((name) => {
      const [type = "", key = ""] = name.split(separator)
      return { type, key, old: ruleSide(old.rules.get(name)), new: ruleSide(next.rules.get(name)) }
    }),
    badges: union(old.badges, next.badges).map((badge_key) => ({
      badge_key,
      old: old.badges.get(badge_key) ?? 0,
      new: next.badges.get(badge_key) ?? 0
    })),
    stages: union(oldStages, newStages).map((stage) => ({
      stage,
      old: oldStages.get(stage) ?? 0,
      new: newStages.get(stage) ?? 0
    }))
  }
}
