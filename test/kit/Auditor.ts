/**
 * An independent recount: from the raw history and the config to what the buddy must own at the end. It shares no code
 * with the engine; it keeps whole lists of what happened and counts them again whenever asked.
 */
import type { Command, EventCommand } from "../../src/engine/Command.ts"
import type { Brought } from "./AuditorBooks.ts"
import { AuditorEvents } from "./AuditorEvents.ts"
import type { Undo } from "./EngineHost.ts"

export interface Step {
  now: number
  command: Command | Undo
}

type Told = { id: string; brought: Brought; matched: string[] }

export class Auditor extends AuditorEvents {
  refusals: (string | null)[] = []
  coinsPerStep: number[] = []
  private history: Step[] = []

  replay(steps: Step[]): this {
    for (const step of steps) {
      const outcome = this.live(step)
      if (outcome === "nothing") continue
      const isRefusedUndo = outcome !== null && step.command._tag === "Undo"
      // Half of it is done by the time the money turns out to be short: everything else is told once more.
      if (isRefusedUndo) this.retell()
      else this.history.push(step)
      this.refusals.push(outcome)
      this.coinsPerStep.push(isRefusedUndo ? 0 : this.gained)
    }
    return this
  }

  private live({ command, now }: Step): string | null {
    this.now = now
    this.at = now
    this.gained = 0
    const before = new Map(this.points)
    if (command._tag === "Event") this.event(command)
    const refusal = command._tag === "Event" ? null : this.manual(command, before)
    if (refusal === null && command._tag !== "UpdateSkills") this.tellSkills(before)
    return refusal
  }

  private retell() {
    const { coinsPerStep, history, refusals } = this
    const twin = new Auditor(this.content, this.around)
    for (const step of history) twin.live(step)
    Object.assign(this, twin, { coinsPerStep, history, refusals })
  }

  private manual(command: Exclude<Command, EventCommand> | Undo, before: Map<string, number>): string | null {
    const refusal = this.obey(command)
    if (refusal === "unchanged") return null
    if (refusal !== null) return refusal
    if (command._tag === "UpdateSkills") this.tellSkills(before)
    this.review()
    return null
  }

  private obey(command: Exclude<Command, EventCommand> | Undo): string | null {
    switch (command._tag) {
      case "EarnCoins":
        return this.earnCoins(command.amount) ? null : "balance_limit"
      case "SpendCoins":
        if (this.coins.balance < command.amount) return "insufficient_coins"
        this.coins.balance -= command.amount
        this.coins.spent += command.amount
        this.tell("coins.spent")
        return null
      case "EarnToken":
        if (!this.content.token_types.some((token) => token.token_key === command.token_key)) return "unknown_token"
        return this.earnToken(command.token_key, command.amount) ? null : "balance_limit"
      case "SpendToken":
        return this.spendToken(command.token_key, command.amount)
      case "AwardBadge":
        return this.awardByHand(command.badge_key)
      case "CheckBadge":
        return this.seek(command.badge_key)
      case "UpdateSkills":
        return this.train(command.updates)
      case "BuyItem":
        return this.buy(command)
      case "GrantItem":
        return this.give(command)
      case "EquipItems":
        return this.dress(command.equip, command.unequip)
      case "ClearEquipment":
        return this.undress()
      case "UnlockGate":
        return this.open(command)
      case "Evolve":
        return this.evolve(command.from_stage)
      case "DecaySkill":
        return this.fade(command)
      case "Undo":
        return this.undo(command)
      default:
        return "unchanged"
    }
  }

  private awardByHand(key: string): string | null {
    const definition = this.content.badge_definitions.find((badge) => badge.badge_key === key)
    if (!definition) return "unknown_badge"
    if (this.badge(key).count > 0 && !definition.repeatable && !this.badge(key).ready) return "unchanged"
    this.award(key)
    return null
  }

  // ---- taking back

  private undo({ event_id, mode }: Undo): string | null {
    if (this.tooLate.delete(event_id)) return "unchanged"
    const place = this.events.findIndex((event) => event.id === event_id)
    if (place < 0) return "nothing"
    const told = this.events.splice(place, 1)[0]!
    const { brought } = told
    const staying = this.streaksThatStay(told)
    const isBack = ({ rule }: { rule: string }) => !staying.includes(rule)
    for (const { amount, skill } of brought.points.filter(isBack)) {
      this.points.set(skill, Math.max(0, this.points.get(skill)! - amount))
    }
    this.firings = this.firings.filter((firing) => !brought.firings.includes(firing))
    for (const once of brought.once) this.paidOnce.delete(once)
    for (const { amount, key } of brought.budgets) this.budgets.set(key, this.budgets.get(key)! - amount)
    const ofBadges = brought.badges.map((key) => this.definition(key).badge_definition_id)
    const money = brought.payments.filter((payment) => isBack(payment) && !ofBadges.includes(payment.rule))
    const short = this.collect(money, mode)
    if (short !== null) return short
    const lost = this.badgesLost(brought).map((key) => this.definition(key).badge_definition_id)
    return this.collect(
      brought.payments.filter(({ rule }) => lost.includes(rule)),
      mode
    )
  }

  private definition(key: string) {
    return this.content.badge_definitions.find((definition) => definition.badge_key === key)!
  }

  private streaksThatStay({ id, matched }: Told): string[] {
    return this.content.streak_rules
      .filter((rule) => matched.includes(rule.streak_key) && !this.streaks.get(rule.streak_key)!.without(id))
      .map((rule) => rule.rule_id)
  }

  private collect(payments: Brought["payments"], mode: Undo["mode"]): string | null {
    for (const { amount, unit } of payments) {
      const purse = unit === "coin" ? this.coins : this.purse(unit.slice(6))
      const there = Math.min(purse.balance, purse.earned, amount)
      if (there < amount && mode === "reject") return unit === "coin" ? "insufficient_coins" : "insufficient_tokens"
      if (there < amount && mode === "debt") this.debts.set(unit, (this.debts.get(unit) ?? 0) + amount - there)
      if (there === 0) continue
      purse.balance -= there
      purse.earned -= there
      if (unit === "coin") this.gained -= there
      this.tell(unit === "coin" ? "coins.spent" : "token.spent")
    }
    return null
  }

  /** All of its badges are put aside, with their coins; those that are due without the others come back. */
  private badgesLost({ badges, payments }: Brought): string[] {
    const aside = new Map<string, { count: number; coins: number }>()
    for (const key of new Set(badges)) {
      const badge = this.badge(key)
      const count = Math.min(badge.count, badges.filter((one) => one === key).length)
      if (count === 0) continue
      const paid = payments.filter(({ rule }) => rule === this.definition(key).badge_definition_id)
      const coins = paid.reduce((sum, { amount }) => sum + amount, 0)
      aside.set(key, { count, coins })
      badge.count -= count
      badge.lost += count
    }
    const back = new Set<string>()
    const purse = { ...this.coins }
    const isDue = (key: string) => {
      const withheld = [...aside.values()].reduce((sum, { coins }) => sum + coins, 0)
      this.coins.balance = Math.max(0, purse.balance - withheld)
      this.coins.earned = Math.max(0, purse.earned - withheld)
      const { award_mode, criteria } = this.definition(key)
      return award_mode === "auto" && criteria.conditions.length > 0 && this.met(criteria)
    }
    for (let found: string | undefined = ""; found !== undefined;) {
      found = [...aside.keys()].find(isDue)
      if (found === undefined) continue
      this.badge(found).count += aside.get(found)!.count
      this.badge(found).lost -= aside.get(found)!.count
      aside.delete(found)
      back.add(found)
    }
    this.coins = purse
    for (const key of aside.keys()) Object.assign(this.badge(key), { wasMet: false, ready: false })
    return [...new Set(badges)].filter((key) => !back.has(key))
  }
}
