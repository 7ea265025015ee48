/** What the auditor writes down: purses, points, badges, and how often each outbound event was due. */
import type { Command, EventCommand } from "../../../src/engine/core/Command.ts"
import type { LiveCampaigns } from "../../../src/wire/campaigns/Live.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { PathTerms } from "../../../src/wire/content/PathDefinition.ts"
import type { Happened } from "./Happenings.ts"
import { levelFrom, pointsFor } from "./Rules.ts"

export interface Surroundings {
  audience: string
  tenant_timezone: string
  max_lateness_days: number
  hatched_at: number
  timezone: string | null
  /** the active path; absent: none */
  path?: PathTerms
  /** what runs for all buddies; absent: nothing */
  campaigns?: LiveCampaigns
  /** absent: on the clock of the others */
  isOnTestClock?: boolean
  /** what others have drawn from shared budgets, by `rule period` */
  used?: Readonly<Record<string, number>>
  draw: (eventId: string, label: string) => number
}

export interface Purse {
  balance: number
  earned: number
  spent: number
}

/** What one event brought, as the auditor wrote it down while it happened. */
export interface Brought {
  payments: { unit: string; amount: number; rule: string }[]
  badges: string[]
  points: { skill: string; amount: number; rule: string }[]
  firings: { rule: string; at: number; date: string }[]
  once: string[]
  budgets: { key: string; amount: number }[]
  /** what it set off behind rules and streaks */
  happened: Happened[]
  /** days of streaks it filled, each in the story of one life */
  days: { streak: string; period: string; lengths: number[]; story: object }[]
}

export interface Told {
  id: string
  type: string
  at: number
  received: number
  brought: Brought
  matched: string[]
  /** the user's own date when it arrived */
  date: string
}

const MAX = 9_007_199_254_740_991

export class AuditorBooks {
  coins: Purse = { balance: 0, earned: 0, spent: 0 }
  tokens = new Map<string, Purse>()
  points = new Map<string, number>()
  badges = new Map<string, { count: number; lost: number; ready: boolean; wasMet: boolean }>()
  /** those whose criteria were met when last looked at, and fell since; what is given in between is a look, too */
  protected fallen = new Set<string>()
  debts = new Map<string, number>()
  announced: Record<string, number> = {}
  protected now = 0
  protected gained = 0
  /** of this step, by token */
  protected tokenGains = new Map<string, number>()
  /** the event being told, if it is one */
  protected brought: Brought | null = null
  protected readonly content: ConfigContent
  protected readonly around: Surroundings

  constructor(content: ConfigContent, around: Surroundings) {
    this.content = content
    this.around = around
    for (const set of content.skill_sets) {
      for (const skill of set.skills) this.points.set(skill.skill_key, this.start(skill.skill_key))
    }
  }

  /** What counts for all together hears of an event when it has brought everything. */
  protected count(_event: EventCommand) {}

  /** Coins an event brought only because of what runs for an audience. */
  protected extraOf(_event: EventCommand, _subject: string, _amount: number) {}

  protected tell(event: string) {
    this.announced[event] = (this.announced[event] ?? 0) + 1
  }

  protected tellSkills(before: Map<string, number>) {
    let moved = false
    for (const [key, points] of this.points) {
      const change = this.level(key, points) - this.level(key, before.get(key)!)
      if (change !== 0) moved = true
      if (change > 0) this.tell("skill.level_up")
    }
    if (moved) this.tell("skill.updated")
  }

  protected earnCoins(amount: number, rule = ""): boolean {
    if (amount === 0) return true
    if (this.coins.earned + amount > MAX) return false
    this.coins.balance += amount
    this.coins.earned += amount
    this.gained += amount
    this.tell("coins.earned")
    this.brought?.payments.push({ unit: "coin", amount, rule })
    this.gained -= this.repay("coin", this.coins, amount)
    return true
  }

  /** What is owed comes out of the very next earnings. */
  private repay(unit: string, purse: Purse, earned: number): number {
    const paid = Math.min(this.debts.get(unit) ?? 0, earned)
    if (paid === 0) return 0
    this.debts.set(unit, this.debts.get(unit)! - paid)
    purse.balance -= paid
    purse.spent += paid
    this.tell(unit === "coin" ? "coins.spent" : "token.spent")
    return paid
  }

  purse(key: string): Purse {
    if (!this.tokens.has(key)) this.tokens.set(key, { balance: 0, earned: 0, spent: 0 })
    return this.tokens.get(key)!
  }

  protected earnToken(key: string, amount: number, rule = ""): boolean {
    if (!this.content.token_types.some((token) => token.token_key === key)) return false
    if (amount === 0) return true
    if (!this.canHold(key, amount)) return false
    const purse = this.purse(key)
    purse.balance += amount
    purse.earned += amount
    this.tell("token.earned")
    this.brought?.payments.push({ unit: `token:${key}`, amount, rule })
    const repaid = this.repay(`token:${key}`, purse, amount)
    this.tokenGains.set(key, (this.tokenGains.get(key) ?? 0) + amount - repaid)
    return true
  }

  /** Whether so much more of a token would be paid, once so much of it was spent. */
  protected canHold(key: string, amount: number, spent = 0): boolean {
    const type = this.content.token_types.find((token) => token.token_key === key)
    const { balance, earned } = this.purse(key)
    return type !== undefined && earned + amount <= MAX && balance - spent + amount <= (type.max_balance ?? MAX)
  }

  protected skill(key: string) {
    for (const set of this.content.skill_sets) {
      const skill = set.skills.find((candidate) => candidate.skill_key === key)
      if (skill) return { skill, curve: set.level_curve }
    }
    return null
  }

  protected start(key: string): number {
    const { curve, skill } = this.skill(key)!
    return pointsFor(curve, skill.max_level, skill.start_level)
  }

  level(key: string, points: number): number {
    const { curve, skill } = this.skill(key)!
    return levelFrom(curve, skill.max_level, points)
  }

  protected learn(key: string, points: number, rule = ""): boolean {
    const held = this.points.get(key)
    if (held === undefined || held + points > MAX) return false
    if (points > 0) this.practised(key)
    this.points.set(key, held + points)
    this.brought?.points.push({ skill: key, amount: points, rule })
    return true
  }

  /** A skill was used; who cares for that says so. */
  protected practised(_skill: string) {}

  badge(key: string) {
    if (!this.badges.has(key)) this.badges.set(key, { count: 0, lost: 0, ready: false, wasMet: false })
    return this.badges.get(key)!
  }

  protected award(key: string) {
    const badge = this.badge(key)
    badge.count++
    badge.ready = false
    this.fallen.delete(key)
    const definition = this.content.badge_definitions.find((candidate) => candidate.badge_key === key)!
    this.earnCoins(definition.coin_reward, definition.badge_definition_id)
    this.tell("badge.awarded")
    this.brought?.badges.push(key)
  }

  protected spendCoins(amount: number): string | null {
    if (this.coins.balance < amount) return "insufficient_coins"
    this.coins.balance -= amount
    this.coins.spent += amount
    this.tell("coins.spent")
    return null
  }

  protected spendToken(key: string, amount: number): string | null {
    const type = this.content.token_types.find((token) => token.token_key === key)
    if (!type) return "unknown_token"
    if (type.kind === "progression") return "progression_not_spendable"
    const purse = this.purse(key)
    if (purse.balance < amount) return "insufficient_tokens"
    purse.balance -= amount
    purse.spent += amount
    this.tell("token.spent")
    return null
  }

  protected train(updates: Extract<Command, { _tag: "UpdateSkills" }>["updates"]): string | null {
    if (updates.some((update) => !this.points.has(update.skill_key))) return "unknown_skill"
    let changed = false
    for (const { operation, skill_key, value } of updates) {
      const { curve, skill } = this.skill(skill_key)!
      const points = this.points.get(skill_key)!
      const level = this.level(skill_key, points)
      const wanted = { set: value, increase: level + value, decrease: level - value }[operation]
      const target = Math.min(levelFrom(curve, skill.max_level, Infinity), Math.max(0, wanted))
      if (operation !== "set" && target === level) continue
      this.points.set(skill_key, pointsFor(curve, skill.max_level, target))
      changed ||= this.points.get(skill_key) !== points
    }
    return changed ? null : "unchanged"
  }
}
