/** What a buddy owns and becomes besides money: items, clothes, gates, stages, lives, skills that fade. */
import type { Command, EventCommand, ItemTerms } from "../../../src/engine/core/Command.ts"
import type { BoosterTerms } from "../../../src/wire/campaigns/Boosters.ts"
import type { ConfigContent } from "../../../src/wire/content/ConfigContent.ts"
import type { Group, Reward } from "../../../src/wire/content/Shared.ts"
import { AuditorBooks, type Surroundings } from "./Books.ts"
import { dateIn, plusDays } from "./Calendar.ts"
import { pointsFor, passes } from "./Rules.ts"
import { type Rest, StreakRecount } from "./Streaks.ts"

type Of<Tag extends Command["_tag"]> = Extract<Command, { _tag: Tag }>

const DAY = 86_400_000

export type Possession = "skills" | "streaks" | "badges"

export abstract class AuditorLife extends AuditorBooks {
  streaks = new Map<string, StreakRecount>()
  /** local days of the user, both included */
  vacations: Rest[] = []
  stage = 1
  prestiges = 0
  evolutionReady = false
  /** with time alone, since it was last looked at */
  protected readinessFell = false
  items = new Map<string, { count: number; category: string; worn: boolean }>()
  gates = new Set<string>()
  readonly budgets: Map<string, number>
  private readonly boosters: BoosterTerms[] = []
  /** the sale of every piece that was bought in one */
  private readonly bargains: string[] = []
  /** the moment the command speaks about */
  protected at = 0
  private practice = new Map<string, number>()
  private faded = new Set<string>()

  constructor(content: ConfigContent, around: Surroundings) {
    super(content, around)
    this.budgets = new Map(Object.entries(around.used ?? {}))
    this.startStreaks()
  }

  protected abstract met(group: Group): boolean
  protected abstract homeZone(at: number): string
  protected abstract reward(reward: Reward, rule: string): void

  /** A new life begins; whoever keeps lists of the old one tears them up. */
  protected abstract startAnew(gone: (what: Possession) => boolean, units: ReadonlySet<string>): void

  private startStreaks() {
    for (const rule of this.content.streak_rules)
      this.streaks.set(rule.streak_key, new StreakRecount(rule, this.vacations))
  }

  // ---- boosters

  protected boostersForMe(): BoosterTerms[] {
    const { audience, campaigns } = this.around
    return [...this.boosters, ...(campaigns?.boosters ?? []).filter((one) => one.audience === audience)]
  }

  /** Money has not moved, so nobody looks at badges. */
  protected hand({ booster, duration_ms, starts_at }: Of<"GrantBooster">): string {
    if (this.boosters.filter(({ ends_at }) => ends_at > this.now).length === 10) return "booster_limit"
    const from = starts_at ?? this.now
    this.boosters.push({ ...booster, starts_at: from, ends_at: from + duration_ms })
    this.tell("booster.granted")
    return "unchanged"
  }

  // ---- items and gates

  protected buy({ gift_to_buddy_id, item: listed, max_price_coins }: Of<"BuyItem">): string | null {
    const { price, sale } = this.cheapest(listed)
    const item = { ...listed, price_coins: price }
    const refusal = this.whyNot(item, gift_to_buddy_id !== null)
    const isMore = typeof max_price_coins === "number" && price > max_price_coins
    if (isMore && (refusal === null || refusal === "insufficient_coins")) return "price_changed"
    if (refusal !== null) return refusal
    if (sale !== undefined) {
      this.budgets.set(sale.flash_sale_id, (this.budgets.get(sale.flash_sale_id) ?? 0) + 1)
      this.bargains.push(sale.flash_sale_id)
    }
    if (item.stock_total !== null) this.budgets.set(item.item_id, (this.budgets.get(item.item_id) ?? 0) + 1)
    this.tell("item.purchased")
    if (item.price_coins > 0) {
      this.coins.balance -= item.price_coins
      this.coins.spent += item.price_coins
      this.tell("coins.spent")
    }
    if (gift_to_buddy_id === null) this.own(item)
    else if (item.price_coins === 0) return "unchanged"
    return null
  }

  /** Every sale that is on and not used up, the dearest and then the newest first: the last one counts. */
  private cheapest({ price_coins, sales = [] }: ItemTerms) {
    const offers = sales
      .map((sale) => {
        const { mode, value } = sale.discount
        return { sale, price: mode === "fixed_price" ? value : price_coins - Math.ceil((price_coins * value) / 100) }
      })
      .filter(({ price, sale: { ends_at, flash_sale_id, per_buddy_limit, starts_at, stock_total } }) => {
        const mine = this.bargains.filter((id) => id === flash_sale_id).length
        const hasBegun = this.now >= starts_at && this.now < ends_at
        const isLeft = (this.budgets.get(flash_sale_id) ?? 0) < (stock_total ?? Infinity)
        return hasBegun && isLeft && mine < (per_buddy_limit ?? Infinity) && price < price_coins
      })
      .sort((a, b) => b.price - a.price || b.sale.starts_at - a.sale.starts_at)
    return offers.at(-1) ?? { price: price_coins, sale: undefined }
  }

  private whyNot(item: ItemTerms, isGift: boolean): string | null {
    const asked = Object.entries(this.content.marketplace_requirements).find(([id]) => id === item.item_id)
    if (!this.met(item.visibility)) return "unknown_item"
    if (item.is_gift_only && !isGift) return "item_gift_only"
    if (!isGift && this.hasAll(item)) return "item_already_owned"
    if (!this.met(asked === undefined ? item.requirements : asked[1])) return "requirements_not_met"
    if (item.stock_total !== null && (this.budgets.get(item.item_id) ?? 0) >= item.stock_total) return "out_of_stock"
    return this.coins.balance < item.price_coins ? "insufficient_coins" : null
  }

  protected hasAll({ item_id, per_buddy }: ItemTerms): boolean {
    return per_buddy !== null && (this.items.get(item_id)?.count ?? 0) >= per_buddy
  }

  protected own({ category, item_id }: ItemTerms) {
    const held = this.items.get(item_id)
    this.items.set(item_id, { category, count: (held?.count ?? 0) + 1, worn: held?.worn ?? false })
  }

  protected give({ item }: Of<"GrantItem">): string | null {
    if (this.hasAll(item)) return "item_already_owned"
    this.own(item)
    return null
  }

  /** Never changes what rules look at. */
  protected dress(equip: readonly string[], unequip: readonly string[]): string {
    if ([...equip, ...unequip].some((id) => !this.items.has(id))) return "item_not_owned"
    const wanted = [...this.items.keys()].filter(
      (id) => equip.includes(id) || (this.items.get(id)!.worn && !unequip.includes(id))
    )
    const refusal = this.whyNotTogether(wanted)
    if (refusal !== null) return refusal
    this.wear(wanted)
    return "unchanged"
  }

  protected whyNotTogether(wanted: readonly string[]): string | null {
    if (wanted.some((id) => !this.items.has(id))) return "item_not_owned"
    if (wanted.length > 4) return "equip_limit_exceeded"
    const kinds = wanted.map((id) => this.items.get(id)!.category).filter((kind) => kind !== "accessory")
    return kinds.some((kind, place) => kinds.indexOf(kind) !== place) ? "equip_category_conflict" : null
  }

  protected wear(wanted: readonly string[]) {
    for (const [id, item] of this.items) {
      if (wanted.includes(id) && !item.worn) this.tell("item.equipped")
      item.worn = wanted.includes(id)
    }
  }

  protected undress(): string {
    for (const item of this.items.values()) item.worn = false
    return "unchanged"
  }

  protected open({ cost, gate_key, token_key }: Of<"UnlockGate">): string | null {
    if (this.gates.has(gate_key)) return "unchanged"
    const refusal = this.spendToken(token_key, cost)
    if (refusal !== null) return refusal
    this.gates.add(gate_key)
    this.tell("gate.unlocked")
    return null
  }

  // ---- stages and lives

  protected next() {
    const rules = this.content.evolution_rules
    if (!rules || this.stage >= rules.max_stage) return undefined
    return rules.stages.find((candidate) => candidate.stage === this.stage + 1)
  }

  protected evolve(fromStage: number): string | null {
    const stage = this.next()
    if (!stage) return "evolution_max_stage"
    if (fromStage !== this.stage || !this.met(stage.requirements)) return "evolution_not_ready"
    this.stage++
    this.evolutionReady = false
    this.reward(stage.reward, "")
    this.tell("buddy.evolved")
    return null
  }

  private lookAhead() {
    const stage = this.next()
    const ready = stage !== undefined && this.met(stage.requirements)
    if (ready && (!this.evolutionReady || this.readinessFell)) this.tell("evolution.ready")
    this.evolutionReady = ready
    this.readinessFell = false
  }

  protected grow() {
    this.lookAhead()
    const prestige = this.content.evolution_rules?.prestige
    if (!prestige?.enabled || this.prestiges >= prestige.max_level) return
    if (this.stage <= prestige.reset_to_stage || !this.met(prestige.requirements)) return
    this.startOver()
    this.lookAhead()
  }

  private startOver() {
    const { keeps, reset_to_stage } = this.content.evolution_rules!.prestige!
    const gone = (what: (typeof keeps)[number]) => !keeps.includes(what)
    const units = new Set<string>()
    if (gone("coins")) {
      if (this.coins.balance > 0) units.add("coin")
      if (this.coins.balance > 0) this.tell("coins.spent")
      this.coins = { balance: 0, earned: 0, spent: 0 }
    }
    if (gone("tokens")) {
      for (const [key, { balance }] of this.tokens) if (balance > 0) units.add(`token:${key}`)
      for (const { balance } of this.tokens.values()) if (balance > 0) this.tell("token.spent")
      this.tokens.clear()
    }
    if (gone("badges")) {
      for (const badge of this.badges.values()) {
        badge.lost += badge.count
        badge.count = 0
        badge.ready = false
      }
    }
    if (gone("skills")) for (const key of this.points.keys()) this.points.set(key, this.start(key))
    if (gone("streaks")) this.startStreaks()
    this.startAnew(gone, units)
    if (gone("items")) this.items.clear()
    if (gone("gates")) this.gates.clear()
    this.stage = reset_to_stage
    this.prestiges++
    this.evolutionReady = false
    this.tell("buddy.prestiged")
  }

  // ---- fading

  private restedBetween(since: number, at: number): number {
    const zone = this.homeZone(this.at)
    const [from, to] = [dateIn(zone, since), dateIn(zone, at)]
    let days = 0
    for (const { first, last } of this.vacations) {
      for (let date = first; date <= last; date = plusDays(date, 1)) if (from < date && date <= to) days++
    }
    return days
  }

  private isIdle(rule: ConfigContent["skill_decay_rules"][number], at: number): boolean {
    const { audience, idle_days, rule_id } = rule
    if ((audience ?? this.around.audience) !== this.around.audience) return false
    const since = this.practice.get(rule_id) ?? this.around.hatched_at
    const rested = rule.pause_during_vacation ? this.restedBetween(since, at) : 0
    return at - since >= (idle_days + rested) * DAY
  }

  private fresh(rule: ConfigContent["skill_decay_rules"][number]) {
    if (!rule.enabled || this.at <= (this.practice.get(rule.rule_id) ?? this.around.hatched_at)) return
    if (this.isIdle(rule, this.at)) this.tell("skill.decayed")
    this.practice.set(rule.rule_id, this.at)
  }

  protected hearPractice(event: EventCommand) {
    for (const rule of this.content.skill_decay_rules) {
      if (!this.points.has(rule.skill_key) || rule.refresh_on?.event_type !== event.type) continue
      const verdicts = rule.refresh_on.filters.map((filter) => passes(filter, event.properties))
      const fits = rule.refresh_on.match === "any" ? verdicts.includes(true) : !verdicts.includes(false)
      if (verdicts.length === 0 || fits) this.fresh(rule)
    }
  }

  protected override practised(skill: string) {
    for (const rule of this.content.skill_decay_rules) {
      if (rule.skill_key === skill && rule.refresh_on === null) this.fresh(rule)
    }
  }

  protected fade({ period_key, rule_id }: Of<"DecaySkill">): string | null {
    const rule = this.content.skill_decay_rules.find((candidate) => candidate.rule_id === rule_id)
    if (!rule || !this.points.has(rule.skill_key)) return "unknown_rule"
    const level = this.level(rule.skill_key, this.points.get(rule.skill_key)!)
    const lower = level <= rule.floor_level ? level : Math.max(rule.floor_level, level - rule.amount)
    const once = `${rule_id} ${period_key}`
    if (!rule.enabled || lower === level || this.faded.has(once) || !this.isIdle(rule, this.now)) return "unchanged"
    const { curve, skill } = this.skill(rule.skill_key)!
    this.faded.add(once)
    this.points.set(rule.skill_key, pointsFor(curve, skill.max_level, lower))
    this.tell("skill.decayed")
    return null
  }
}
