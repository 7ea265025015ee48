/** What stands before a reward: whom it is for, what it asks of the event, and how often it may be. */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import type { CoinRule } from "../../../src/wire/content/CoinRule.ts"
import type { Group } from "../../../src/wire/content/Shared.ts"
import { dateIn, periodStart } from "./Calendar.ts"
import { isUsedUp } from "./Counts.ts"
import { AuditorLife } from "./Life.ts"
import { passes, property } from "./Rules.ts"

type Gated = Pick<CoinRule, "rule_id" | "enabled" | "audience" | "trigger" | "conditions" | "limits">

/** Judged now, as of the day of a moment, or by the best that an event's day belongs to. */
export interface When {
  asOf?: number
  around?: EventCommand
}

/** What is written down once it has paid. */
interface Chance {
  once: string | null
  date: string
}

export abstract class AuditorGates extends AuditorLife {
  protected firings: { rule: string; at: number; date: string }[] = []
  protected paidOnce = new Set<string>()

  protected abstract override met(group: Group, when?: When): boolean
  protected abstract zoneBy(mode: "user" | "tenant" | "utc", at: number): string

  /** Whether it is for this buddy and this event. */
  protected isAsked(
    { audience, conditions, enabled, trigger }: Omit<Gated, "rule_id" | "limits">,
    event: EventCommand
  ) {
    if (!enabled || (audience ?? this.around.audience) !== this.around.audience) return false
    const verdicts = trigger.filters.map((filter) => passes(filter, event.properties))
    if (verdicts.length > 0 && !(trigger.match === "any" ? verdicts.includes(true) : !verdicts.includes(false)))
      return false
    return this.met(conditions, { asOf: event.occurred_at })
  }

  protected mayPay(rule: Gated, event: EventCommand): Chance | null {
    const { limits } = rule
    if (!this.isAsked(rule, event)) return null
    const once =
      limits.unique_by.length === 0
        ? null
        : `${rule.rule_id} ${JSON.stringify(limits.unique_by.map((name) => property(event.properties, name) ?? null))}`
    if (once !== null && this.paidOnce.has(once)) return null
    const date = dateIn(this.zoneBy(limits.day_boundary, event.occurred_at), event.occurred_at)
    const mine = this.firings.filter((firing) => firing.rule === rule.rule_id)
    if (isUsedUp(limits, mine, { at: event.occurred_at, date })) return null
    return { once, date }
  }

  protected noteFiring({ rule_id }: Gated, event: EventCommand, { date, once }: Chance) {
    const firing = { rule: rule_id, at: event.occurred_at, date }
    this.firings.push(firing)
    this.brought!.firings.push(firing)
    if (once === null) return
    this.paidOnce.add(once)
    this.brought!.once.push(once)
  }

  protected purseOf(rule: string, { period }: NonNullable<CoinRule["budget"]>, at: number): string {
    const date = dateIn(this.around.tenant_timezone, at)
    return `${rule} ${{ day: date, week: periodStart("weekly", date), month: date.slice(0, 7), total: "" }[period]}`
  }

  protected spendFrom(key: string, amount: number) {
    this.budgets.set(key, (this.budgets.get(key) ?? 0) + amount)
    this.brought!.budgets.push({ key, amount })
  }
}
