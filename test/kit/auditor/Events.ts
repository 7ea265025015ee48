/**
 * How the auditor reads events: it keeps whole lists of what happened and counts them again whenever asked.
 */
import type { EventCommand } from "../../../src/engine/core/Command.ts"
import type { CoinRule } from "../../../src/wire/content/CoinRule.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { Condition, Group, Reward } from "../../../src/wire/content/Shared.ts"
import type { SkillRule } from "../../../src/wire/content/Skill.ts"
import type { PathTerms } from "../../../src/wire/content/PathDefinition.ts"
import type { StreakRule } from "../../../src/wire/content/StreakRule.ts"
import type { TokenRule } from "../../../src/wire/content/Token.ts"
import type { Surroundings, Told } from "./Books.ts"
import { dateIn } from "./Calendar.ts"
import { Stays } from "./Stays.ts"
import { bestAround, countSince, countUpTo } from "./Counts.ts"
import { PathRecount } from "./Paths.ts"
import type { StreakRecount } from "./Streaks.ts"
import { boosted, boosterToThank } from "./Boosters.ts"
import { AuditorAbsences } from "./Absences.ts"
import type { When } from "./Gates.ts"
import { amountOf, compare, passes } from "./Rules.ts"

type Rule = CoinRule | TokenRule | SkillRule

/** Events and the rules they set off. */
export abstract class AuditorEvents extends AuditorAbsences {
  private readonly stays: Stays
  protected tooLate = new Set<string>()
  protected events: Told[] = []
  journeys = new Map<string, PathRecount>()

  constructor(content: ConfigContent, around: Surroundings) {
    super(content, around)
    this.stays = new Stays(around.timezone)
  }

  protected event(event: EventCommand): null {
    if (event.occurred_at < this.now - this.around.max_lateness_days * 86_400_000) {
      this.tooLate.add(event.event_id)
      return null
    }
    this.stays.hear(event)
    this.at = event.occurred_at
    this.brought = { payments: [], badges: [], points: [], firings: [], once: [], budgets: [], days: [], happened: [] }
    const matched: string[] = []
    const { event_id: id, type } = event
    const date = dateIn(this.homeZone(event.occurred_at), event.occurred_at)
    this.events.push({ id, type, at: event.occurred_at, received: this.now, brought: this.brought, matched, date })
    this.hearPractice(event)
    const order = (rules: readonly Rule[]) =>
      rules
        .filter((rule) => rule.trigger.event_type === event.type)
        .toSorted((a, b) => a.priority - b.priority || (a.rule_key < b.rule_key ? -1 : 1))
    for (const rule of order(this.content.skill_rules)) this.run(rule, event)
    for (const rule of order(this.content.coin_rules)) this.run(rule, event)
    for (const rule of order(this.content.token_rules)) this.run(rule, event)
    this.streak(event, matched)
    this.happen(event)
    this.welcome(event)
    this.review(event)
    this.count(event)
    this.brought = null
    return null
  }

  /** What an event sets off behind its rules and streaks. */
  protected abstract happen(event: EventCommand): void

  protected zoneBy(mode: "user" | "tenant" | "utc", at: number, fallback: string | null = null): string {
    if (mode === "utc") return "UTC"
    if (mode === "tenant") return this.around.tenant_timezone
    return this.stays.zoneAt(at) ?? fallback ?? this.around.tenant_timezone
  }

  protected zoneOf({ timezone }: StreakRule, at: number): string {
    return this.zoneBy(timezone.mode, at, timezone.fallback)
  }

  protected homeZone(at: number): string {
    return this.zoneBy("user", at)
  }

  private run(rule: Rule, event: EventCommand) {
    const chance = this.mayPay(rule, event)
    if (chance === null) return
    const base = amountOf(rule, event.properties, () => this.around.draw(event.event_id, rule.rule_id))
    const amount = base === null ? null : boosted(rule, base, event.occurred_at, this.boostersForMe())
    if (amount === null || !this.pay(rule, amount, event.occurred_at)) return
    const thanks = amount === base ? undefined : boosterToThank(rule, event.occurred_at, this.around)
    if (thanks !== undefined) this.extraOf(event, thanks, amount - base!)
    this.noteFiring(rule, event, chance)
  }

  private pay(rule: Rule, amount: number, at: number): boolean {
    if ("skill_key" in rule) return this.learn(rule.skill_key, amount, rule.rule_id)
    if ("token_key" in rule) return this.earnToken(rule.token_key, amount, rule.rule_id)
    const key = rule.budget !== null && amount > 0 ? this.purseOf(rule.rule_id, rule.budget, at) : null
    if (key !== null && (this.budgets.get(key) ?? 0) + amount > rule.budget!.max_coins) return false
    if (!this.earnCoins(amount, rule.rule_id)) return false
    if (key !== null) this.spendFrom(key, amount)
    return true
  }

  private streak(event: EventCommand, matched: string[]) {
    for (const rule of this.content.streak_rules) {
      if (!rule.enabled || (rule.audience ?? this.around.audience) !== this.around.audience) continue
      const entries: number[] = []
      rule.qualifying.events.forEach((wanted, entry) => {
        const fits = wanted.filters.every((filter) => passes(filter, event.properties))
        if (wanted.event_type === event.type && fits) entries.push(entry)
      })
      if (entries.length === 0) continue
      matched.push(rule.streak_key)
      const recount = this.streaks.get(rule.streak_key)!
      const filled = recount.add(event.event_id, this.zoneOf(rule, event.occurred_at), event.occurred_at, entries)
      if (filled === null) continue
      const paying = filled.lengths.filter((length) => rule.milestones.some((one) => recount.hits(one, length)))
      this.brought!.days.push({ streak: rule.streak_key, period: filled.period, lengths: paying, story: recount })
      this.payMilestones(rule, recount, filled.lengths)
    }
  }

  protected payMilestones(rule: StreakRule, recount: StreakRecount, lengths: number[]) {
    for (const length of lengths) {
      const hit = rule.milestones.filter((milestone) => recount.hits(milestone, length))
      if (hit.length > 0) this.tell("streak.milestone")
      for (const { reward } of hit) this.reward(reward, rule.rule_id)
    }
  }

  protected reward(reward: Reward, rule: string) {
    this.earnCoins(reward.coins, rule)
    for (const token of reward.tokens) this.earnToken(token.token_key, token.amount, rule)
    for (const skill of reward.skills) this.learn(skill.skill_key, skill.amount, rule)
    for (const key of reward.badges) {
      const badge = this.content.badge_definitions.find((definition) => definition.badge_key === key)
      if (badge?.status === "active" && (badge.repeatable || this.badge(key).count === 0)) this.award(key)
    }
  }

  // ---- what follows from having

  protected review(event: EventCommand | null = null) {
    for (let round = 1; round <= 3; round++) {
      for (const definition of this.content.badge_definitions) {
        if (this.badge(definition.badge_key).count === 0 || definition.repeatable) this.judge(definition, event)
      }
    }
    if (this.around.path !== undefined) {
      const journey = this.journey(this.around.path)
      if (event !== null) journey.hear(event)
      this.walk(journey)
    }
    this.grow()
  }

  /** Whether it was given. */
  protected judge(definition: ConfigContent["badge_definitions"][number], event: EventCommand | null = null): boolean {
    const { audience, award_mode, badge_key, criteria, status } = definition
    if (status !== "active" || award_mode === "api" || criteria.conditions.length === 0) return false
    if (audience !== null && audience !== this.around.audience) return false
    const badge = this.badge(badge_key)
    const isLate = event !== null && this.homeDate(event.occurred_at) < this.homeDate(this.now)
    const isMetNow = this.met(criteria)
    const isOpen = !definition.repeatable || badge.count === 0
    const isMet = isMetNow || (isLate && isOpen && this.met(criteria, { around: event }))
    const isAnew = isMetNow && this.fallen.delete(badge_key)
    const rises = isMet && (badge.count + badge.lost === 0 || !badge.wasMet || isAnew) && !badge.ready
    badge.wasMet = isMet
    if (rises && award_mode === "auto") {
      this.award(badge_key)
      badge.wasMet = isMetNow || !definition.repeatable
    } else if (rises) {
      badge.ready = true
      this.tell("badge.ready")
    }
    return rises && award_mode === "auto"
  }

  // ---- guided journeys

  protected journey(path: PathTerms): PathRecount {
    if (!this.journeys.has(path.path_key)) this.journeys.set(path.path_key, new PathRecount(path))
    return this.journeys.get(path.path_key)!
  }

  protected walk(journey: PathRecount) {
    journey.settle((condition) => {
      const value = "value" in condition ? condition.value : true
      const key = "key" in condition ? condition.key : null
      const asked = { type: condition.type, key, value, operator: "gte" as const, window_days: null }
      return Number(this.standing(asked)) >= Number(value)
    })
  }

  private homeDate(at: number): string {
    return dateIn(this.homeZone(at), at)
  }

  protected met(group: Group, when: When = {}): boolean {
    const verdicts = group.conditions.map((condition) =>
      compare(this.standing(condition, when), condition.operator, condition.value)
    )
    return verdicts.length === 0 || (group.match === "all" ? !verdicts.includes(false) : verdicts.includes(true))
  }

  protected standing(condition: Condition, when: When = {}): number | boolean {
    const key = condition.key ?? ""
    switch (condition.type) {
      case "evolution_stage":
        return this.stage
      case "prestige_level":
        return this.prestiges
      case "item_owned":
        return this.items.has(key)
      case "gate_unlocked":
        return this.gates.has(key)
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
        return this.streakLength(key, "longest", when)
      case "streak_current":
        return this.streakLength(key, "current", when)
      case "days_since_hatched":
        return Math.floor((this.now - this.around.hatched_at) / 86_400_000)
      case "event_count":
        return this.eventCount(key, condition.window_days, when)
    }
  }

  private streakLength(key: string, what: "current" | "longest", { around, asOf }: When): number {
    const recount = this.streaks.get(key)
    const rule = this.content.streak_rules.find((candidate) => candidate.streak_key === key)
    if (!rule || !recount) return 0
    const zoneAt = (at: number) => this.zoneOf(rule, at)
    if (what === "longest") return asOf === undefined ? recount.longest : recount.longestThen(zoneAt(asOf), asOf)
    if (asOf !== undefined) return recount.runningThen(zoneAt(asOf), asOf)
    const at = around?.occurred_at
    return at === undefined ? recount.running(zoneAt(this.now), this.now) : recount.lengthAround(zoneAt(at), at)
  }

  runningStreak(key: string): number {
    return this.streakLength(key, "current", {})
  }

  eventTotals(): Map<string, number> {
    const totals = new Map<string, number>()
    for (const { type } of this.events) totals.set(type, (totals.get(type) ?? 0) + 1)
    return totals
  }

  private eventCount(type: string, window: number | null, { around, asOf }: When): number {
    const dates = this.events.filter((event) => event.type === type).map(({ date }) => date)
    if (asOf !== undefined) return countUpTo(dates, this.homeDate(asOf), window)
    if (window === null) return dates.length
    return around?.type === type
      ? bestAround(dates, this.homeDate(around.occurred_at), window)
      : countSince(dates, this.homeDate(this.now), window)
  }
}
