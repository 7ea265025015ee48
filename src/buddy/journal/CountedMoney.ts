/** Where coins and tokens come from and where they go, in the words of the reports. */
import type { LedgerEntry, TraceRow } from "../../engine/core/Decision.ts"

/** What is told of an entry by its row alone. */
export type Booked = Pick<LedgerEntry, "amount" | "ledger_id" | "reason" | "unit">

/** What is told of the step that booked it. */
export type BookedBy = Pick<TraceRow, "key" | "ledger_ids" | "type">

const corrections: ReadonlySet<string> = new Set(["reversal", "debt_repayment"])

/** Reasons the ledger has that reports call otherwise; all that are not known are somebody's own words. */
const credits: Readonly<Record<string, string>> = {
  coin_rule: "coin_rule",
  token_rule: "token_rule",
  badge: "badge",
  streak: "streak",
  drop: "drop",
  evolution: "evolution",
  prestige: "prestige",
  path: "path",
  award: "award",
  quest: "quest",
  league: "league",
  lottery: "lottery",
  lottery_refund: "lottery",
  kudos: "kudos",
  gift_refund: "gift",
  mystery_box: "mystery_box",
  reengagement: "reengagement",
  free_lunch: "free_lunch",
  founding_cohort: "founding_cohort"
}
const debits: Readonly<Record<string, string>> = {
  item_purchase: "purchase",
  mystery_box: "purchase",
  gift: "gift",
  gate_unlock: "gate",
  lottery_entry: "lottery_entry",
  prestige: "prestige"
}

/** Steps that tell which one of a source's kind it was. A badge that a streak brings pays in the streak's step. */
const keyed: Readonly<Record<string, ReadonlyArray<string>>> = {
  coin_rule: ["coin_rule"],
  token_rule: ["token_rule"],
  badge_definition: ["badge"],
  event_badge: ["badge"],
  streak_rule: ["streak"],
  surprise_drop: ["drop"],
  marketplace_item: ["purchase", "gift"],
  mystery_box: ["mystery_box", "purchase"],
  gate: ["gate"]
}

const isKeyed = (type: string, source: string): boolean => Object.hasOwn(keyed, type) && keyed[type]!.includes(source)

const stepOf = (ledger_id: string, trace: ReadonlyArray<BookedBy>): BookedBy | undefined => {
  for (const step of trace) if (step.ledger_ids.length > 0 && step.ledger_ids.includes(ledger_id)) return step
  return undefined
}

/** `source`, or `source:key` where one of several is meant. */
const sourceOf = ({ amount, ledger_id, reason }: Booked, trace: ReadonlyArray<BookedBy>): string => {
  if (corrections.has(reason)) return reason
  const step = stepOf(ledger_id, trace)
  const names = amount > 0 ? credits : debits
  const source = step?.type === "manual" || !Object.hasOwn(names, reason) ? "manual" : names[reason]!
  return step !== undefined && isKeyed(step.type, source) ? joined(source, step.key) : source
}

/** Configurations have few of them, and a text that is there already is looked up without being read. */
const joined_max = 10_000
const texts = new Map<string, Map<string, string>>()
let joined_count = 0

/** `first:second` */
const joined = (first: string, second: string): string => {
  let own = texts.get(first)
  const known = own?.get(second)
  if (known !== undefined) return known
  if (joined_count++ === joined_max) {
    texts.clear()
    joined_count = 1
    own = undefined
  }
  if (own === undefined) texts.set(first, (own = new Map()))
  const made = `${first}:${second}`
  own.set(second, made)
  return made
}

const tokenPrefix = "token:"
const tokenOf = (unit: string): string => unit.slice(tokenPrefix.length)
const coinMetrics = { in: "coins_in", out: "coins_out", corrected: "coins_corrected" } as const
const tokenMetrics = { in: "tokens_in", out: "tokens_out", corrected: "tokens_corrected" } as const

/** The metric an entry belongs to; amounts of all three are positive where the balance says so by its name. */
export const countEntry = (entry: Booked, trace: ReadonlyArray<BookedBy>) => {
  const { amount, reason, unit } = entry
  const isToken = unit.startsWith(tokenPrefix)
  const metrics = isToken ? tokenMetrics : coinMetrics
  const source = sourceOf(entry, trace)
  const key = isToken ? joined(tokenOf(unit), source) : source
  if (corrections.has(reason)) return { metric: metrics.corrected, key, amount: -amount }
  return { metric: amount > 0 ? metrics.in : metrics.out, key, amount: Math.abs(amount) }
}
