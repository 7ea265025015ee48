/**
 * An independent recount: from the raw history and the config to what the buddy must own at the end. It shares no code
 * with the engine; it keeps whole lists of what happened and counts them again whenever asked.
 */
import type { Command, EventCommand } from "../../src/engine/Command.ts"
import type { CoinRule } from "../../src/wire/content/CoinRule.ts"
import type { ConfigContent } from "../../src/wire/content/ConfigContent.ts"
import type { Condition, Group, Reward } from "../../src/wire/content/Shared.ts"
import type { SkillRule } from "../../src/wire/content/Skill.ts"
import type { TokenRule } from "../../src/wire/content/Token.ts"
import { AuditorBooks, type Surroundings } from "./AuditorBooks.ts"
import { dateIn, isZone, periodStart, plusDays } from "./AuditorCalendar.ts"
import { amountOf, compare, passes, property } from "./AuditorRules.ts"
import { StreakRecount } from "./AuditorStreaks.ts"

export interface Step {
  now: number
  command: Command
}

type Rule = CoinRule | TokenRule | SkillRule
export class Auditor extends AuditorBooks {
  streaks = new Map<string, StreakRecount>()
  evolutionReady = false
  refusals: (string | null)[] = []
  coinsPerStep: number[] = []
  readonly budgets = new Map<string, number>()
  private zone: { zone: string | null; next: string | null; from: string }
  private firings: { rule: string; at: number; date: string }[] = []
  private paidOnce = new Set<string>()
  private events: { type: string; at: number }[] = []

  constructor(content: ConfigContent, around: Surroundings) {
    super(content, around)
    this.zone = { zone: around.timezone, next: null, from: "" }
    for (const rule of content.streak_rules) this.streaks.set(rule.streak_key, new StreakRecount(rule))
  }

  replay(steps: Step[]): this {
    for (const step of steps) {
      this.now = step.now
      this.gained = 0
      const before = new Map(this.points)
      const refusal = step.command._tag === "Event" ? this.event(step.command) : this.manual(step.command)
      this.refusals.push(refusal)
      if (refusal === null) this.tellSkills(before)
      this.coinsPerStep.push(this.gained)
    }
    return this
  }

  // ---- events

  private event(event: EventCommand): null {
    if (event.occurred_at < this.now - this.around.max_lateness_days * 86_400_000) return null
    this.hearZone(event)
    this.events.push({ type: event.type, at: event.occurred_at })
    const order = (rules: readonly Rule[]) =>
      rules
        .filter((rule) => rule.trigger.event_type === event.type)
        .toSorted((a, b) => a.priority - b.priority || (a.rule_key < b.rule_key ? -1 : 1))
    for (const rule of order(this.content.skill_rules)) this.run(rule, event)
    for (const rule of order(this.content.coin_rules)) this.run(rule, event)
    for (const rule of order(this.content.token_rules)) this.run(rule, event)
    this.streak(event)
    this.review()
    return null
  }

  private hearZone(event: EventCommand) {
    const told = event.properties["timezone"]
    if (typeof told !== "string" || !isZone(told)) return
    const present = this.userZone(event.occurred_at)
    if (this.zone.zone === null) this.zone = { zone: told, next: null, from: "" }
    else if (told === present) this.zone = this.zone.next === null ? this.zone : { zone: told, next: null, from: "" }
    else this.zone = { zone: present, next: told, from: plusDays(dateIn(present!, event.occurred_at), 1) }
  }

  private userZone(at: number): string | null {
    const { from, next, zone } = this.zone
    return next !== null && dateIn(zone!, at) >= from ? next : zone
  }

  private zoneBy(mode: "user" | "tenant" | "utc", at: number, fallback: string | null = null): string {
    if (mode === "utc") return "UTC"
    if (mode === "tenant") return this.around.tenant_timezone
    return this.userZone(at) ?? fallback ?? this.around.tenant_timezone
  }

  private run(rule: Rule, event: EventCommand) {
    const { limits } = rule
    if (!rule.enabled || (rule.audience ?? this.around.audience) !== this.around.audience) return
    const verdicts = rule.trigger.filters.map((filter) => passes(filter, event.properties))
    if (verdicts.length > 0 && !(rule.trigger.match === "any" ? verdicts.includes(true) : !verdicts.includes(false)))
      return
    if (!this.met(rule.conditions)) return
    const once =
      limits.unique_by.length === 0
        ? null
        : `${rule.rule_id} ${JSON.stringify(limits.unique_by.map((name) => property(event.properties, name) ?? null))}`
    if (once !== null && this.paidOnce.has(once)) return
    const date = dateIn(this.zoneBy(limits.day_boundary, event.occurred_at), event.occurred_at)
    const mine = this.firings.filter((firing) => firing.rule === rule.rule_id)
    if (mine.length > 0 && limits.cooldown_seconds > 0) {
      const newest = Math.max(...mine.map((firing) => firing.at))
      if (Math.abs(event.occurred_at - newest) < limits.cooldown_seconds * 1000) return
    }
    if (limits.max_total !== null && mine.length >= limits.max_total) return
    const sameDay = mine.filter((firing) => firing.date === date)
    const sameWeek = mine.filter((firing) => periodStart("weekly", firing.date) === periodStart("weekly", date))
    const sameMonth = mine.filter((firing) => firing.date.slice(0, 7) === date.slice(0, 7))
    if (limits.max_per_day !== null && sameDay.length >= limits.max_per_day) return
    if (limits.max_per_week !== null && sameWeek.length >= limits.max_per_week) return
    if (limits.max_per_month !== null && sameMonth.length >= limits.max_per_month) return
    const amount = amountOf(rule, event.properties, () => this.around.draw(event.event_id, rule.rule_id))
    if (amount === null || !this.pay(rule, amount, event.occurred_at)) return
    this.firings.push({ rule: rule.rule_id, at: event.occurred_at, date })
    if (once !== null) this.paidOnce.add(once)
  }

  private pay(rule: Rule, amount: number, at: number): boolean {
    if ("skill_key" in rule) return this.learn(rule.skill_key, amount)
    if ("token_key" in rule) return this.earnToken(rule.token_key, amount)
    if (rule.budget !== null && amount > 0) {
      const date = dateIn(this.around.tenant_timezone, at)
      const period = { day: date, week: periodStart("weekly", date), month: date.slice(0, 7), total: "" }[
        rule.budget.period
      ]
      const used = this.budgets.get(`${rule.rule_id} ${period}`) ?? 0
      if (used + amount > rule.budget.max_coins || !this.earnCoins(amount)) return false
      this.budgets.set(`${rule.rule_id} ${period}`, used + amount)
      return true
    }
    return this.earnCoins(amount)
  }

  private streak(event: EventCommand) {
    for (const rule of this.content.streak_rules) {
      if (!rule.enabled || (rule.audience ?? this.around.audience) !== this.around.audience) continue
      const entries: number[] = []
      rule.qualifying.events.forEach((wanted, entry) => {
        const fits = wanted.filters.every((filter) => passes(filter, event.properties))
        if (wanted.event_type === event.type && fits) entries.push(entry)
      })
      if (entries.length === 0) continue
      const recount = this.streaks.get(rule.streak_key)!
      const zone = this.zoneBy(rule.timezone.mode, event.occurred_at, rule.timezone.fallback)
      for (const length of recount.add(zone, event.occurred_at, entries)) {
        for (const milestone of rule.milestones) {
          if (!recount.hits(milestone, length)) continue
          this.tell("streak.milestone")
          this.reward(milestone.reward)
        }
      }
    }
  }

  private reward(reward: Reward) {
    this.earnCoins(reward.coins)
    for (const token of reward.tokens) this.earnToken(token.token_key, token.amount)
    for (const skill of reward.skills) this.learn(skill.skill_key, skill.amount)
    for (const key of reward.badges) {
      const badge = this.content.badge_definitions.find((definition) => definition.badge_key === key)
      if (badge?.status === "active" && (badge.repeatable || this.badge(key).count === 0)) this.award(key)
    }
  }

  // ---- what follows from having

  private review() {
    for (let round = 1; round <= 3; round++) {
      for (const definition of this.content.badge_definitions) {
        const { audience, award_mode, badge_key, criteria, repeatable, status } = definition
        if (status !== "active" || award_mode === "api" || criteria.conditions.length === 0) continue
        if (audience !== null && audience !== this.around.audience) continue
        const badge = this.badge(badge_key)
        if (badge.count > 0 && !repeatable) continue
        const isMet = this.met(criteria)
        const rises = isMet && (badge.count === 0 || !badge.wasMet) && !badge.ready
        badge.wasMet = isMet
        if (!rises) continue
        if (award_mode === "auto") this.award(badge_key)
        else {
          badge.ready = true
          this.tell("badge.ready")
        }
      }
    }
    const stage = this.content.evolution_rules?.stages.find((candidate) => candidate.stage === 2)
    const ready = stage !== undefined && this.met(stage.requirements)
    if (ready && !this.evolutionReady) this.tell("evolution.ready")
    this.evolutionReady = ready
  }

  private met(group: Group): boolean {
    const verdicts = group.conditions.map((condition) =>
      compare(this.standing(condition), condition.operator, condition.value)
    )
    return verdicts.length === 0 || (group.match === "all" ? !verdicts.includes(false) : verdicts.includes(true))
  }

  private standing(condition: Condition): number | boolean {
    const key = condition.key ?? ""
    switch (condition.type) {
      case "evolution_stage":
        return 1
      case "prestige_level":
        return 0
      case "item_owned":
      case "gate_unlocked":
        return false
      case "coins_balance":
        return this.coins.balance
      case "coins_lifetime":
        return this.coins.earned
      case "token_balance":
        return this.tokens.get(key)?.balance ?? 0
      case "token_lifetime":
        return this.tokens.get(key)?.earned ?? 0
      case "skill_level":
        return this.points.has(key) ? this.level(key, this.points.get(key)!) : 0
      case "badge_owned":
        return (this.badges.get(key)?.count ?? 0) > 0
      case "streak_longest":
        return this.streaks.get(key)?.longest ?? 0
      case "streak_current":
        return this.runningStreak(key)
      case "days_since_hatched":
        return Math.floor((this.now - this.around.hatched_at) / 86_400_000)
      case "event_count":
        return this.eventCount(key, condition.window_days)
    }
  }

  runningStreak(key: string): number {
    const rule = this.content.streak_rules.find((candidate) => candidate.streak_key === key)
    if (!rule) return 0
    return this.streaks.get(key)!.running(this.zoneBy(rule.timezone.mode, this.now, rule.timezone.fallback), this.now)
  }

  private eventCount(type: string, window: number | null): number {
    const since = window === null ? "" : plusDays(dateIn("UTC", this.now), 1 - window)
    return this.events.filter((event) => event.type === type && (since === "" || dateIn("UTC", event.at) >= since))
      .length
  }

  // ---- commands

  private manual(command: Exclude<Command, EventCommand>): string | null {
    const refusal = this.obey(command)
    if (refusal === "unchanged") return null
    if (refusal === null) this.review()
    return refusal
  }

  private obey(command: Exclude<Command, EventCommand>): string | null {
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
      case "UpdateSkills":
        return this.train(command.updates)
      default:
        return "unchanged"
    }
  }

  private awardByHand(key: string): string | null {
    const definition = this.content.badge_definitions.find((badge) => badge.badge_key === key)
    if (!definition) return "unknown_badge"
    if (this.badge(key).count > 0 && !definition.repeatable) return "unchanged"
    this.award(key)
    return null
  }
}
