/** One streak, recounted from every event that ever qualified for it. */
import type { StreakRule } from "../../src/wire/content/StreakRule.ts"
import { dateIn, neighbour, periodsBetween, periodStart, plusDays, startOfDate } from "./AuditorCalendar.ts"

interface Run {
  members: string[]
  length: number
}

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
  rests: readonly Rest[]
}

export interface Rest {
  first: string
  last: string
}

export class StreakRecount {
  longest = 0
  /** the period filled last */
  newest = ""
  private readonly rule: StreakRule
  private readonly rests: readonly Rest[]
  private readonly qualified = new Set<string>()
  private readonly restored = new Set<string>()
  private readonly frozen = new Set<string>()
  private readonly seen: { period: string; entry: number }[] = []
  /** in order of arrival: events with the vacations known then, and what was excused by hand */
  private log: (Sighting | { excused: string[]; by: "restored" | "frozen" })[] = []
  /** vacations as they were known, while the log is told again */
  private restsThen: readonly Rest[] | null = null

  constructor(rule: StreakRule, rests: readonly Rest[]) {
    this.rule = rule
    this.rests = rests
  }

  // ---- what is excused

  private isAllRest(period: string): boolean {
    const rests = this.restsThen ?? this.rests
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

  /** Walk all qualified periods in calendar order. */
  count(): Count {
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
    for (const period of [...this.qualified].sort()) {
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
    if (last !== null) spendByHand([...this.frozen].filter((period) => period > last!))
    return { runs, breaks, current: runs.at(-1)?.length ?? 0, freezes, last }
  }

  hits(milestone: StreakRule["milestones"][number], length: number): boolean {
    return "every" in milestone ? length % milestone.every === 0 : length === milestone.length
  }

  private inGraceOf(zone: string, period: string, at: number): boolean {
    return at < startOfDate(zone, period) + this.rule.grace_minutes * 60_000
  }

  private excuse(excused: string[], by: "restored" | "frozen") {
    this.log.push({ excused, by })
    for (const period of excused) this[by].add(period)
  }

  /** Is this the one period that keeps an earlier run from going on? */
  private isLacking(period: string): boolean {
    const before = [...this.qualified]
      .filter((other) => other < period)
      .sort()
      .at(-1)
    if (before === undefined || this.qualified.has(period) || this.isExcused(period)) return false
    return this.missedBetween(before, period).length === 0
  }

  /** An event at `at` matched these entries. Answers the lengths some run has newly reached. */
  add(id: string, zone: string, at: number, entries: number[]): number[] {
    this.log.push({ id, zone, at, entries, rests: [...(this.restsThen ?? this.rests)] })
    const { frequency, qualifying } = this.rule
    let period = periodStart(frequency, dateIn(zone, at))
    const previous = neighbour(frequency, period, -1)
    if (this.inGraceOf(zone, period, at) && this.isLacking(previous)) period = previous
    if (this.qualified.has(period)) return []
    for (const entry of entries) this.seen.push({ period, entry })
    const enough = qualifying.events.map(
      (event, entry) =>
        this.seen.filter((sight) => sight.period === period && sight.entry === entry).length >= event.min_count
    )
    if (!(qualifying.match === "all" ? enough.every(Boolean) : enough.some(Boolean))) return []
    this.newest = period
    return this.reachedBy(() => this.qualified.add(period))
  }

  private reachedBy(change: () => void): number[] {
    const before = this.count()
    change()
    const after = this.count()
    const lengths: number[] = []
    for (const run of after.runs) {
      this.longest = Math.max(this.longest, run.length)
      const earlier = before.runs.filter((other) => other.members.some((member) => run.members.includes(member)))
      const known = Math.max(0, ...earlier.map((other) => other.length))
      for (let length = known + 1; length <= run.length; length++) lengths.push(length)
    }
    return lengths
  }

  has(period: string): boolean {
    return this.qualified.has(period)
  }

  /** Forgets one event and looks at all others again. Answers whether any period changed; the longest run stays. */
  without(id: string): boolean {
    const before = [...this.qualified].sort().join()
    const { log, longest } = this
    for (const set of [this.qualified, this.restored, this.frozen]) set.clear()
    this.seen.length = 0
    this.log = []
    for (const one of log) {
      if ("excused" in one) this.excuse(one.excused, one.by)
      else if (one.id !== id) {
        this.restsThen = one.rests
        this.add(one.id, one.zone, one.at, one.entries)
      }
    }
    this.restsThen = null
    this.longest = longest
    return [...this.qualified].sort().join() !== before
  }

  /** The oldest period that is not over at a moment. */
  private due(zone: string, now: number): string {
    const present = periodStart(this.rule.frequency, dateIn(zone, now))
    return this.inGraceOf(zone, present, now) ? neighbour(this.rule.frequency, present, -1) : present
  }

  /** The length at a moment: nothing once more periods were missed than freezes could cover. */
  running(zone: string, now: number): number {
    const { current, freezes, last } = this.count()
    if (last === null) return 0
    const missed = this.missedBetween(last, this.due(zone, now)).length
    return missed <= (this.rule.freezes.auto_consume ? freezes : 0) ? current : 0
  }

  /** Excuses the newest break, if that is not too long ago. Answers the lengths some run has newly reached. */
  restore(zone: string, now: number): number[] | null {
    const { breaks, last } = this.count()
    if (last === null) return null
    const missed = this.running(zone, now) > 0 ? breaks.at(-1) : this.missedBetween(last, this.due(zone, now))
    if (missed === undefined || missed.length === 0) return null
    const over = startOfDate(zone, neighbour(this.rule.frequency, missed[0]!, 1)) + this.rule.grace_minutes * 60_000
    if (over + this.rule.restore_window_days * 86_400_000 <= now) return null
    return this.reachedBy(() => this.excuse(missed, "restored"))
  }

  /** Spends a freeze on the next period that asks for something. Null: done. */
  freeze(zone: string, now: number): string | null {
    const { freezes, last } = this.count()
    if (last === null || this.running(zone, now) === 0) return "streak_not_running"
    if (freezes === 0) return "no_freezes_left"
    const due = this.due(zone, now)
    let period = due > last ? due : neighbour(this.rule.frequency, last, 1)
    while (this.isExcused(period)) period = neighbour(this.rule.frequency, period, 1)
    this.excuse([period], "frozen")
    return null
  }
}
