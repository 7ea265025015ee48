/** What a decision may know besides its arguments, put together for one buddy and one moment. */
import type { DecideContext } from "../../engine/core/Decision.ts"
import type { TenantFacts } from "../../platform/auth/Tenants.ts"
import { keyedDigest } from "../../platform/secrets/KeyedDigest.ts"
import { isActive } from "../../wire/Plans.ts"
import type { Budgets, Claim } from "../quota/Budgets.ts"
import { type ResidentState, paidKey } from "./ResidentState.ts"
import type { BudgetKey } from "./Store.ts"

export interface DecisionContext {
  readonly owner: { readonly customer_id: string; readonly buddy_id: string }
  readonly core: ResidentState
  readonly facts: TenantFacts
  readonly budgets: Pick<Budgets, "left">
  readonly now: number
  readonly nextId: (now: number) => string
}

/** A number in [0, 1) nobody outside can predict and every replay repeats. */
export const drawOf = (secret: Uint8Array, id: string, label: string): number => {
  const digest = keyedDigest(secret, `${id}|${label}`)
  // 48 bits: exact in a double, and plenty for shares of a pool
  return Number.parseInt(digest.slice(0, 12), 16) / 2 ** 48
}

/** What earlier commands of the same turn have used up. */
export interface Used {
  readonly paid: ReadonlySet<string>
  readonly freed: ReadonlySet<string>
  readonly claims: ReadonlyArray<Claim>
  /** of what was asked for, what nothing is left of */
  readonly spent: Array<BudgetKey>
}

/** The event or command that is decided. */
export interface Current {
  /** draws belong to it */
  readonly id: () => string
  readonly isBackfill: () => boolean
}

/** Everything `decide` may ask. */
export const contextOf = (options: DecisionContext, current: Current, used?: Used): DecideContext => {
  const {
    core,
    facts,
    budgets,
    nextId,
    now,
    owner: { customer_id, buddy_id }
  } = options
  return {
    now,
    buddy: { buddy_id, user_id: core.user_id, audience: core.audience, status: core.status },
    tenant_timezone: facts.timezone,
    max_lateness_days: facts.max_lateness_days,
    path: facts.paths.get(core.audience) ?? null,
    campaigns: facts.campaigns,
    isBackfill: current.isBackfill,
    isOnTestClock: facts.clocks.has(core.user_id),
    areBoostersOff: !isActive(facts, "buddies"),
    nextId: () => nextId(now),
    draw: (label) => drawOf(facts.draw_secret, current.id(), label),
    paid: (rule_id, unique_key) => {
      const key = paidKey(rule_id, unique_key)
      if (used?.paid.has(key)) return true
      return !used?.freed.has(key) && (core.paid?.has(key) ?? false)
    },
    budget: (rule_id, period_key, max_coins) => {
      const key = { customer_id, rule_id, period_key }
      let left = budgets.left(key, max_coins)
      for (const claim of used?.claims ?? []) {
        if (claim.rule_id === rule_id && claim.period_key === period_key) left -= claim.amount
      }
      if (left < 1) used?.spent.push(key)
      return Math.max(0, left)
    }
  }
}
