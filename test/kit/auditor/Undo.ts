/**
 * How the auditor takes events back. What stays because something else earns it is put on a list of leftovers, and the
 * list is gone through with every further event that is taken back.
 */
import type { Brought, Told } from "./Books.ts"
import { AuditorKeeping } from "./Keeping.ts"
import type { Possession } from "./Life.ts"
import type { Undo } from "../engine/EngineHost.ts"
import type { Condition } from "../../../src/wire/content/Shared.ts"

type Payments = Brought["payments"]

interface DayLeft {
  streak: string
  period: string
  payments: Payments
  points: Brought["points"]
  lengths: number[]
}

interface BadgeLeft {
  awards: number
  payments: Payments
  judged: number
}

const coinsIn = (payments: Payments) =>
  payments.reduce((sum, { amount, unit }) => (unit === "coin" ? sum + amount : sum), 0)

/** What a condition looks at, by name. */
const subject = ({ key, type }: Condition): string => {
  if (type.startsWith("coins")) return "coins"
  if (type.startsWith("token")) return `token:${key}`
  if (type.startsWith("streak")) return `streak:${key}`
  return `${type}:${key}`
}

export abstract class AuditorUndo extends AuditorKeeping {
  private days: DayLeft[] = []
  private leftBadges = new Map<string, BadgeLeft>()
  /** what this undoing has changed, in the names of `subject` */
  private moved = new Set<string>()

  protected startAnew(gone: (what: Possession) => boolean, units: ReadonlySet<string>) {
    if (gone("streaks")) this.days = []
    if (gone("badges")) this.leftBadges.clear()
    if (gone("skills")) for (const one of [...this.events.map(({ brought }) => brought), ...this.days]) one.points = []
    // Money that was given up is owed no more.
    for (const one of [...this.events.map(({ brought }) => brought), ...this.days, ...this.leftBadges.values()])
      one.payments = one.payments.filter(({ unit }) => !units.has(unit))
  }

  protected undo({ event_id, mode }: Undo): string | null {
    if (this.tooLate.delete(event_id)) return "unchanged"
    const place = this.events.findIndex((event) => event.id === event_id)
    if (place < 0) return "nothing"
    const told = this.events.splice(place, 1)[0]!
    const { brought } = told
    for (const journey of this.journeys.values()) journey.forget(event_id)
    this.moved = new Set([`event_count:${told.type}`])
    const staying = this.streaksThatStay(told)
    const isBack = ({ rule }: { rule: string }) => !staying.includes(rule)
    this.forget(brought.points.filter(isBack))
    this.firings = this.firings.filter((firing) => !brought.firings.includes(firing))
    for (const once of brought.once) this.paidOnce.delete(once)
    for (const { amount, key } of brought.budgets) this.budgets.set(key, this.budgets.get(key)! - amount)
    for (const key of this.unhappen(brought.happened)) this.moved.add(`badge_owned:${key}`)
    const ofBadges = brought.badges.map((key) => this.definition(key).badge_definition_id)
    for (const { lengths, period, story, streak } of brought.days) {
      const rule = this.content.streak_rules.find(({ streak_key }) => streak_key === streak)!.rule_id
      if (!staying.includes(rule) && this.streaks.get(streak) === story) this.streaks.get(streak)!.owe(period, lengths)
    }
    const money = brought.payments.filter((payment) => isBack(payment) && !ofBadges.includes(payment.rule))
    const short = this.collect([...money, ...this.daysOver()], mode)
    if (short !== null) return short
    this.days.push(...this.daysLeft(told, staying))
    return this.collect(this.paymentsOfLostBadges(told), mode)
  }

  private forget(points: Brought["points"]) {
    for (const { amount, skill } of points) {
      if (amount > 0) this.moved.add(`skill_level:${skill}`)
      this.points.set(skill, Math.max(0, this.points.get(skill)! - amount))
    }
  }

  private collect(payments: Payments, mode: Undo["mode"]): string | null {
    for (const { amount, unit } of payments) {
      const purse = unit === "coin" ? this.coins : this.purse(unit.slice(6))
      const there = Math.min(purse.balance, purse.earned, amount)
      if (there < amount && mode === "reject") return unit === "coin" ? "insufficient_coins" : "insufficient_tokens"
      if (there < amount && mode === "debt") this.debts.set(unit, (this.debts.get(unit) ?? 0) + amount - there)
      if (there === 0) continue
      purse.balance -= there
      purse.earned -= there
      if (unit === "coin") this.gained -= there
      this.moved.add(unit === "coin" ? "coins" : unit)
      this.tell(unit === "coin" ? "coins.spent" : "token.spent")
    }
    return null
  }

  // ---- days of streaks

  /** Not for this event's sake does a streak stay that had lost its day already. */
  private streaksThatStay({ brought, id, matched }: Told): string[] {
    return this.content.streak_rules
      .filter(({ streak_key }) => {
        if (!matched.includes(streak_key)) return false
        const recount = this.streaks.get(streak_key)!
        const isChanged = recount.without(id)
        if (isChanged) this.moved.add(`streak:${streak_key}`)
        const day = brought.days.find(({ story }) => story === recount)
        return !isChanged && (day === undefined || recount.has(day.period))
      })
      .map((rule) => rule.rule_id)
  }

  /** What was paid for days nobody fills any more. */
  private daysOver(): Payments {
    const isOver = ({ period, streak }: DayLeft) => !this.streaks.get(streak)!.has(period)
    const over = this.days.filter(isOver)
    this.days = this.days.filter((day) => !isOver(day))
    this.forget(over.flatMap(({ points }) => points))
    for (const { lengths, period, streak } of over) this.streaks.get(streak)!.owe(period, lengths)
    return over.flatMap(({ payments }) => payments)
  }

  private daysLeft({ brought }: Told, staying: string[]): DayLeft[] {
    return brought.days.flatMap(({ lengths, period, streak, story }) => {
      const recount = this.streaks.get(streak)!
      const rule = this.content.streak_rules.find(({ streak_key }) => streak_key === streak)!.rule_id
      if (!staying.includes(rule) || recount !== story) return []
      const isOfDay = (one: { rule: string }) => one.rule === rule
      const [payments, points] = [brought.payments.filter(isOfDay), brought.points.filter(isOfDay)]
      return [{ streak, period, payments, points, lengths }]
    })
  }

  // ---- badges

  private definition(key: string) {
    return this.content.badge_definitions.find((definition) => definition.badge_key === key)!
  }

  /** Leftover badges that look at something that moved, or at a badge in question, or at coins such a badge paid. */
  private badgesInQuestion({ brought, received }: Told): string[] {
    const doubtful = new Set(this.moved)
    const doubt = (key: string) => {
      doubtful.add(`badge_owned:${key}`)
      if (this.definition(key).coin_reward > 0) doubtful.add("coins")
    }
    for (const key of brought.badges) doubt(key)
    const found: string[] = []
    const next = () =>
      [...this.leftBadges].find(
        ([key, { judged }]) =>
          !found.includes(key) &&
          received <= judged &&
          this.definition(key).criteria.conditions.some((condition) => doubtful.has(subject(condition)))
      )?.[0]
    for (let key = next(); key !== undefined; key = next()) {
      found.push(key)
      doubt(key)
    }
    return [...this.leftBadges.keys()].filter((key) => found.includes(key))
  }

  /** All badges in question are put aside, with their coins; those that are due without the others come back. */
  private paymentsOfLostBadges(told: Told): Payments {
    const { brought } = told
    const questioned = this.badgesInQuestion(told)
    const aside = new Map<string, { count: number; coins: number; awards: number; payments: Payments }>()
    const left = (key: string) => (questioned.includes(key) ? this.leftBadges.get(key)! : { awards: 0, payments: [] })
    for (const key of new Set([...brought.badges, ...questioned])) {
      const badge = this.badge(key)
      if (badge.count === 0) continue
      const own = brought.payments.filter(({ rule }) => rule === this.definition(key).badge_definition_id)
      const awards = brought.badges.filter((one) => one === key).length + left(key).awards
      const payments = [...left(key).payments, ...own]
      const count = Math.min(badge.count, awards)
      aside.set(key, { count, awards, payments, coins: coinsIn(payments) })
      badge.count -= count
      badge.lost += count
    }
    const back = this.comingBack(aside)
    for (const key of aside.keys()) Object.assign(this.badge(key), { wasMet: false, ready: false })
    const goes = (key: string) => !back.has(key)
    const lost = brought.badges.filter(goes).map((key) => this.definition(key).badge_definition_id)
    const ofLeft = questioned.filter(goes).flatMap((key) => this.leftBadges.get(key)!.payments)
    for (const key of questioned.filter(goes)) this.leftBadges.delete(key)
    for (const [key, { awards, payments }] of back) {
      const spared = questioned.includes(key) ? undefined : this.leftBadges.get(key)
      this.leftBadges.delete(key)
      this.leftBadges.set(key, {
        awards: awards + (spared?.awards ?? 0),
        payments: [...(spared?.payments ?? []), ...payments],
        judged: this.now
      })
    }
    return [...brought.payments.filter(({ rule }) => lost.includes(rule)), ...ofLeft]
  }

  private comingBack<One extends { count: number; coins: number }>(aside: Map<string, One>): Map<string, One> {
    const back = new Map<string, One>()
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
      const one = aside.get(found)!
      this.badge(found).count += one.count
      this.badge(found).lost -= one.count
      aside.delete(found)
      back.set(found, one)
    }
    this.coins = purse
    return back
  }
}
