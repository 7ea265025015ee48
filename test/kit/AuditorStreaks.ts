/** One streak, recounted from every event that ever qualified for it. */
import type { StreakRule } from "../../src/wire/content/StreakRule.ts"
import { dateIn, neighbour, periodsBetween, periodStart, startOfDate } from "./AuditorCalendar.ts"

interface Run {
  members: string[]
  length: number
}

interface Count {
  runs: Run[]
  current: number
  freezes: number
  last: string | null
}

export class StreakRecount {
  longest = 0
  /** the period filled last */
  newest = ""
  private readonly rule: StreakRule
  private readonly qualified = new Set<string>()
  private readonly seen: { period: string; entry: number }[] = []
  private sightings: { id: string; zone: string; at: number; entries: number[] }[] = []

  constructor(rule: StreakRule) {
    this.rule = rule
  }

  /** Walk all qualified periods in calendar order. */
  count(): Count {
    const { freezes: rules, milestones } = this.rule
    const runs: Run[] = []
    let freezes = rules.initial
    let sinceEarned = 0
    let last: string | null = null
    const grant = (more: number) => {
      if (freezes < rules.max) freezes = Math.min(rules.max, freezes + more)
    }
    for (const period of [...this.qualified].sort()) {
      const missed: number = last === null ? 0 : periodsBetween(this.rule.frequency, last, period)
      const survives = last !== null && (missed === 0 || (rules.auto_consume && missed <= freezes))
      if (survives) {
        freezes -= missed
        const run = runs.at(-1)!
        run.members.push(period)
        run.length++
      } else {
        runs.push({ members: [period], length: 1 })
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
    return { runs, current: runs.at(-1)?.length ?? 0, freezes, last }
  }

  hits(milestone: StreakRule["milestones"][number], length: number): boolean {
    return "every" in milestone ? length % milestone.every === 0 : length === milestone.length
  }

  private inGraceOf(zone: string, period: string, at: number): boolean {
    return at < startOfDate(zone, period) + this.rule.grace_minutes * 60_000
  }

  /** An event at `at` matched these entries. Answers the lengths some run has newly reached. */
  add(id: string, zone: string, at: number, entries: number[]): number[] {
    this.sightings.push({ id, zone, at, entries })
    const { frequency, qualifying } = this.rule
    let period = periodStart(frequency, dateIn(zone, at))
    const previous = neighbour(frequency, period, -1)
    const rescues =
      this.inGraceOf(zone, period, at) &&
      !this.qualified.has(previous) &&
      this.qualified.has(neighbour(frequency, period, -2))
    if (rescues) period = previous
    if (this.qualified.has(period)) return []
    for (const entry of entries) this.seen.push({ period, entry })
    const enough = qualifying.events.map(
      (event, entry) =>
        this.seen.filter((sight) => sight.period === period && sight.entry === entry).length >= event.min_count
    )
    if (!(qualifying.match === "all" ? enough.every(Boolean) : enough.some(Boolean))) return []
    const before = this.count()
    this.qualified.add(period)
    this.newest = period
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
    const { longest, sightings } = this
    this.qualified.clear()
    this.seen.length = 0
    this.sightings = []
    for (const one of sightings) if (one.id !== id) this.add(one.id, one.zone, one.at, one.entries)
    this.longest = longest
    return [...this.qualified].sort().join() !== before
  }

  /** The length at a moment: nothing once more periods were missed than freezes could cover. */
  running(zone: string, now: number): number {
    const { current, freezes, last } = this.count()
    if (last === null) return 0
    let due = periodStart(this.rule.frequency, dateIn(zone, now))
    if (this.inGraceOf(zone, due, now)) due = neighbour(this.rule.frequency, due, -1)
    const missed = due > last ? periodsBetween(this.rule.frequency, last, due) : 0
    return missed <= (this.rule.freezes.auto_consume ? freezes : 0) ? current : 0
  }
}
