/** The way every rule is judged, up to the amount it would pay. */
import { amountOf, type Drawn } from "./amounts.ts"
import type { EventCommand } from "../core/Command.ts"
import { groupMet, unmetOf } from "./conditions.ts"
import { type Draft, skipped } from "../core/Draft.ts"
import { brief, filterDetail, firstFailure } from "./filters.ts"
import { countFiring, refusedByLimits } from "./limits.ts"
import type { AnyRule, CompiledRule, Judged } from "../core/Snapshot.ts"
import { own } from "../core/State.ts"
import { uniqueKey } from "./uniques.ts"

/** What is remembered of a rule once it has paid. */
export interface Settled {
  readonly unique_key: string | null
}

export interface Admission extends Drawn, Settled {}

/** Whether the rule may pay; null: it may not, and the trace tells why. Checks run from the cheapest to the dearest. */
export const admissible = (draft: Draft, rule: Judged, event: EventCommand): Settled | null => {
  const { audience, conditions, enabled, limits, rule_id } = rule.rule
  const { context } = draft
  if (!enabled) return refuse(draft, rule, "disabled", {})
  if (audience !== null && audience !== context.buddy.audience) {
    return refuse(draft, rule, "audience_mismatch", { expected: audience, actual: context.buddy.audience })
  }
  const failure = firstFailure(rule.filters, event.properties)
  if (failure >= 0) return refuse(draft, rule, "filter_failed", filterDetail(rule.filters, failure, event.properties))
  if (conditions.conditions.length > 0 && !groupMet(conditions, draft.judged)) {
    return refuse(draft, rule, "condition_failed", { unmet: unmetOf(conditions, draft.judged) })
  }
  const unique_key = limits.unique_by.length === 0 ? null : uniqueKey(limits.unique_by, event.properties)
  if (unique_key !== null && context.paid(rule_id, unique_key)) {
    return refuse(draft, rule, "unique_already_paid", { unique_by: limits.unique_by, unique_key })
  }
  const refusal = refusedByLimits(draft, rule, event)
  return refusal === null ? { unique_key } : refuse(draft, rule, refusal.reason, refusal.detail)
}

/** What the rule pays, or null with the reason in the trace. */
export const admit = (draft: Draft, rule: CompiledRule<AnyRule>, event: EventCommand): Admission | null => {
  const settled = admissible(draft, rule, event)
  if (settled === null) return null
  const { amount, rule_id, rule_key } = rule.rule
  const drawn = amountOf(amount, event.properties, () => draft.context.draw(rule_id))
  if (drawn === null) {
    const property = amount.mode === "per_property" ? amount.property : rule_key
    const actual = brief(own(event.properties, property))
    return refuse(draft, rule, "filter_failed", { property, operator: "exists", expected: "number", actual })
  }
  return { amount: drawn.amount, is_lucky: drawn.is_lucky, unique_key: settled.unique_key }
}

/** What was drawn and cannot be paid was drawn all the same: reports on luck count it. */
export const drawnBy = ({ rule }: CompiledRule<AnyRule>, { amount }: Drawn): { readonly base?: number } =>
  rule.amount.mode === "pool" ? { base: amount } : {}

export const refuse = (
  draft: Draft,
  rule: Judged,
  reason: Parameters<typeof skipped>[3],
  detail: Readonly<Record<string, unknown>>
): null => {
  skipped(draft, rule.type, rule.rule.rule_key, reason, detail)
  return null
}

/** The rule has paid: remember it for its limits and its unique key. */
export const settle = (draft: Draft, rule: Judged, event: EventCommand, { unique_key }: Settled): void => {
  countFiring(draft, rule, event)
  if (unique_key !== null) draft.uniques.push({ rule_id: rule.rule.rule_id, unique_key })
}
