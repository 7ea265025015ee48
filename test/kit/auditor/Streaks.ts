/** One streak, recounted from every event that ever qualified for it. */
import type { StreakRule } from "../../../src/wire/content/StreakRule.ts"
import { PaidLengths, type Run } from "./Milestones.ts"
import { dateIn, neighbour, periodsBetween, periodStart, plusDays, startOfDate } from "./Calendar.ts"

interface Count {
  runs: Run[]
  current: number
  freezes: number
  last: string | null
  /** missed between two runs, oldest first */
  breaks: string[][]
}

interface Sighting {
  id: string
  zone: string
  at: number
  entries: number[]
}

export interface Rest {
  first: string
  last: string
}

export class StreakRecount {
  longest = 0
  private readonly rule: StreakRule
  private readonly rests: readonly Rest[]
  private qualified = new Set<string>()
  private readonly restored = new Set<string>()
  private readonly frozen = new Set<string>()
  private sightings: Sighting[] = []
  /** what `longest` cannot fall below */
  private floor = 0
  private readonly payments = new PaidLengths()

  constructor(rule: StreakRule, rests: readonly Rest[]) {
    this.rule = rule
    this.rests = rests
  }

  // ---- what is excused

  private isAllRest(period: string): boolean {
    const { rests } = this
    if (this.rule.vacation === null || rests.length === 0) return false
    const end = neighbour(this.rule.frequency, period, 1)
    for (let date = period; date < end; date = plusDays(date, 1)) {
      if (!rests.some(({ first, last }) => first <= date && date <= last)) return false
    }
    return true
  }

  private isExcused(period: string): boolean {
    return this.restored.has(period) || this.frozen.has(period) || this.isAllRest(period)
  }

  private between(earlier: string, later: string): string[] {
    const { frequency } = this.rule
    const count = later > earlier ? periodsBetween(frequency, earlier, later) : 0
    return Array.from({ length: count }, (_, place) => neighbour(frequency, earlier, place + 1))
  }

  private missedBetween(earlier: string, later: string): string[] {
    return this.between(earlier, later).filter((period) => !this.isExcused(period))
  }

  /** Walk all qualified periods in calendar order, or those up to a last one; later freezes by hand may be left out. */
  count(until = "9999", frozenUntil = "9999"): Count {
    const { freezes: rules, milestones } = this.rule
    const runs: Run[] = []
    const breaks: string[][] = []
    let freezes = rules.initial
    let sinceEarned = 0
    let last: string | null = null
    const grant = (more: number) => {
      if (freezes < rules.max) freezes = Math.min(rules.max, freezes + more)
    }
    const spendByHand = (periods: string[]) => {
      freezes = Math.max(0, freezes - periods.filter((period) => this.frozen.has(period)).length)
    }
    for (const period of [...this.qualified].filter((one) => one <= until).sort()) {
      const missed: string[] = last === null ? [] : this.missedBetween(last, period)
      if (last !== null) spendByHand(this.between(last, period))
      const survives = last !== null && (missed.length === 0 || (rules.auto_consume && missed.length <= freezes))
      if (survives) {
        freezes -= missed.length
        const run = runs.at(-1)!
        run.members.push(period)
        run.length++
      } else {
        runs.push({ members: [period], length: 1 })
        if (missed.length > 0) breaks.push(missed)
      }
      sinceEarned++
      if (rules.earn_every_days !== null && sinceEarned >= rules.earn_every_days) {
        sinceEarned = 0
        grant(1)
      }
      for (const milestone of milestones) {
        if (this.hits(milestone, runs.at(-1)!.length)) grant(milestone.reward.streak_freezes)
      }
      last = period
    }
    if (last !== null) spendByHand([...this.frozen].filter((period) => period > last! && period <= frozenUntil))
    return { runs, breaks, current: runs.at(-1)?.length ?? 0, freezes, last }
  }

  hits(milestone: StreakRule["milestones"][number], length: number): boolean {
    return "every" in milestone ? length % milestone.every === 0 : length === milestone.length
  }

  private inGraceOf(zone: string, period: string, at: number): boolean {
    return at < startOfDate(zone, period) + this.rule.grace_minutes * 60_000
  }

  /** Would a running streak be kept by this period, and by nothing else? */
  private isLacking(period: string): boolean {
    if (this.qualified.has(period) || this.isExcused(period)) return false
    const { freezes, last } = this.count(neighbour(this.rule.frequency, period, -1), period)
    if (last === null) return false
    const missed = this.missedBetween(last, period).length
    return missed <= (this.rule.freezes.auto_consume ? freezes : 0)
  }

  /** Which periods are full, from nothing but the events in the order of the calendar. Answers where each one went. */
  private recount(): Map<Sighting, string> {
    const { frequency, qualifying } = this.rule
    const placed = this.sightings.map((sighting) => {
      const period = periodStart(frequency, dateIn(sighting.zone, sighting.at))
      const isEarly = this.inGraceOf(sighting.zone, period, sighting.at)
      return { sighting, period, isEarly, bits: sighting.entries.reduce((sum, entry) => sum + 2 ** entry, 0) }
    })
    placed.sort(
      (a, b) =>
        (a.period < b.period ? -1 : a.period > b.period ? 1 : 0) ||
        Number(b.isEarly) - Number(a.isEarly) ||
        a.sighting.at - b.sighting.at ||
        a.bits - b.bits
    )
    this.qualified = new Set()
    const seen: { period: string; entry: number }[] = []
    const went = new Map<Sighting, string>()
    for (const { isEarly, period, sighting } of placed) {
      const previous = neighbour(frequency, period, -1)
      const counted = isEarly && this.isLacking(previous) ? previous : period
      went.set(sighting, counted)
      for (const entry of sighting.entries) seen.push({ period: counted, entry })
      const enough = qualifying.events.map(
        ({ min_count }, entry) =>
          seen.filter((one) => one.period === counted && one.entry === entry).length >= min_count
      )
      if (qualifying.match === "all" ? enough.every(Boolean) : enough.some(Boolean)) this.qualified.add(counted)
    }
    return went
  }

  /** An event at `at` matched these entries. Null: no period has become another. */
  add(id: string, zone: string, at: number, entries: number[]): { period: string; lengths: number[] } | null {
    const sighting = { id, zone, at, entries }
    const before = this.count()
    const periods = this.periods()
    this.sightings.push(sighting)
    const period = this.recount().get(sighting)!
    return this.periods() === periods ? null : { period, lengths: this.reachedSince(before) }
  }

  private periods(): string {
    return [...this.qualified].sort().join()
  }

  private reachedSince(before: Count): number[] {
    const after = this.count()
    this.longest = Math.max(this.floor, ...after.runs.map(({ length }) => length))
    return this.payments.owed(before.runs, after.runs)
  }

  /** Something else changed what is excused or counted, and pays nothing. */
  watch(change: () => void) {
    const before = this.count()
    change()
    this.recount()
    const { runs } = this.count()
    this.payments.note(before.runs, runs)
    // What was told stays, also where no run is as long any more.
    if (Math.max(this.floor, ...runs.map(({ length }) => length)) < this.longest) this.floor = this.longest
  }

  has(period: string): boolean {
    return this.qualified.has(period)
  }

  /** Forgets one event. Answers whether any period changed; the longest run stays, or is one that is longer now. */
  without(id: string): boolean {
    const periods = this.periods()
    this.floor = this.longest
    this.watch(() => {
      this.sightings = this.sightings.filter((one) => one.id !== id)
    })
    this.longest = Math.max(this.floor, ...this.count().runs.map(({ length }) => length))
    return this.periods() !== periods
  }

  owe(period: string, lengths: number[]) {
    this.payments.owe(period, lengths)
  }

  /** The oldest period that is not over at a moment. */
  private due(zone: string, now: number): string {
    const present = periodStart(this.rule.frequency, dateIn(zone, now))
    return this.inGraceOf(zone, present, now) ? neighbour(this.rule.frequency, present, -1) : present
  }

  /** The length at a moment: nothing once more periods were missed than freezes could cover. */
  running(zone: string, now: number, until?: string): number {
    const { current, freezes, last } = this.count(until)
    if (last === null) return 0
    const missed = this.missedBetween(last, this.due(zone, now)).length
    return missed <= (this.rule.freezes.auto_consume ? freezes : 0) ? current : 0
  }

  private periodOf(zone: string, at: number): string {
    return periodStart(this.rule.frequency, dateIn(zone, at))
  }

  /** The same as it was on the day of a moment: later days are not known yet. */
  runningThen(zone: string, at: number): number {
    return this.running(zone, at, this.periodOf(zone, at))
  }

  longestThen(zone: string, at: number): number {
    const until = this.periodOf(zone, at)
    if ([...this.qualified].every((period) => period <= until)) return this.longest
    return Math.max(this.floor, ...this.count(until).runs.map(({ length }) => length))
  }

  /** The run over the day of a moment, whenever it ended. */
  lengthAround(zone: string, at: number): number {
    const period = this.periodOf(zone, at)
    const lengthWith = (member: string) =>
      this.count().runs.find(({ members }) => members.includes(member))?.length ?? 0
    if (this.qualified.has(period) || !this.inGraceOf(zone, period, at)) return lengthWith(period)
    return lengthWith(neighbour(this.rule.frequency, period, -1))
  }

  /** Excuses the newest break, if that is not too long ago. Answers the lengths some run has newly reached. */
  restore(zone: string, now: number): number[] | null {
    const { breaks, last } = this.count()
    if (last === null) return null
    const missed = this.running(zone, now) > 0 ? breaks.at(-1) : this.missedBetween(last, this.due(zone, now))
    if (missed === undefined || missed.length === 0) return null
    const over = startOfDate(zone, neighbour(this.rule.frequency, missed[0]!, 1)) + this.rule.grace_minutes * 60_000
    if (over + this.rule.restore_window_days * 86_400_000 <= now) return null
    const before = this.count()
    for (const period of missed) this.restored.add(period)
    this.recount()
    return this.reachedSince(before)
  }

  /** Spends a freeze on the next period that asks for something, where one is to spare. Null: done. */
  freeze(zone: string, now: number): string | null {
    const { freezes, last } = this.count()
    if (last === null || this.running(zone, now) === 0) return "streak_not_running"
    const due = this.due(zone, now)
    // Those that bridge what was missed hold it as well.
    if (freezes <= this.missedBetween(last, due).length) return "no_freezes_left"
    let period = due > last ? due : neighbour(this.rule.frequency, last, 1)
    while (this.isExcused(period)) period = neighbour(this.rule.frequency, period, 1)
    this.watch(() => this.frozen.add(period))
    return null
  }
}
