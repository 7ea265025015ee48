/** What a user does for a streak besides events, and by hand on a path: rests, restores, freezes, ticks things off. */
import type { Command } from "../../../src/engine/core/Command.ts"
import { dateIn, plusDays } from "./Calendar.ts"
import { AuditorHappenings } from "./Happenings.ts"

type Of<Tag extends Command["_tag"]> = Extract<Command, { _tag: Tag }>

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

export abstract class AuditorKeeping extends AuditorHappenings {
  private today(): string {
    return dateIn(this.homeZone(this.now), this.now)
  }

  /** The strictest of all streaks that offer any. */
  private allowance() {
    const offers = this.content.streak_rules
      .filter(({ audience, enabled }) => enabled && (audience ?? this.around.audience) === this.around.audience)
      .flatMap(({ vacation }) => vacation ?? [])
    const least = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[0]!
    return offers.length === 0
      ? null
      : { days: least(offers.map((one) => one.max_days)), times: least(offers.map((one) => one.max_per_year)) }
  }

  /** A streak ahead of the user's calendar may find a day excused that is over, or missed after all. */
  private changeVacations(change: () => void): string | null {
    const lengths = () => [...this.streaks.values()].map((recount) => recount.count().current).join()
    const before = lengths()
    const all = [...this.streaks.values()]
    const nested = all.reduce<() => void>((inner, recount) => () => recount.watch(inner), change)
    nested()
    return lengths() === before ? "unchanged" : null
  }

  protected rest({ from_day, to_day }: Of<"TakeVacation">): string | null {
    const first = from_day === null ? this.today() : dateOf(from_day)
    const last = dateOf(to_day)
    const allowed = this.allowance()
    const sameYear = this.vacations.filter((one) => one.first.slice(0, 4) === first.slice(0, 4))
    const isRefused =
      allowed === null ||
      first < this.today() ||
      last < first ||
      first > plusDays(this.today(), 365) ||
      last > plusDays(first, allowed.days - 1) ||
      this.vacations.some((one) => !(last < one.first || one.last < first)) ||
      sameYear.length >= allowed.times
    if (isRefused) return "vacation_refused"
    return this.changeVacations(() => this.vacations.push({ first, last }))
  }

  /** Today is a working day again, or the next vacation never comes. */
  protected returnEarly(): string | null {
    const open = this.vacations.filter(({ last }) => last >= this.today())
    const ending = open.toSorted((a, b) => (a.first < b.first ? -1 : 1))[0]
    if (ending === undefined) return "no_vacation"
    const isBegun = ending.first < this.today()
    return this.changeVacations(() => {
      this.vacations.splice(this.vacations.indexOf(ending), 1)
      if (isBegun) this.vacations.push({ first: ending.first, last: plusDays(this.today(), -1) })
    })
  }

  private streakRule(key: string) {
    return this.content.streak_rules.find(({ streak_key }) => streak_key === key)
  }

  protected restore({ streak_key }: Of<"RestoreStreak">): string | null {
    const rule = this.streakRule(streak_key)
    if (!rule) return "unknown_streak"
    const recount = this.streaks.get(streak_key)!
    const lengths = recount.restore(this.zoneOf(rule, this.now), this.now)
    if (lengths === null) return "streak_not_restorable"
    this.payMilestones(rule, recount, lengths)
    return null
  }

  protected freeze({ streak_key }: Of<"FreezeStreak">): string {
    const rule = this.streakRule(streak_key)
    if (!rule) return "unknown_streak"
    return this.streaks.get(streak_key)!.freeze(this.zoneOf(rule, this.now), this.now) ?? "unchanged"
  }

  protected tickOff({ path, step_key, sub_step_key }: Of<"CompleteSubStep">): string {
    const journey = this.journey(path)
    const refusal = journey.complete(step_key, sub_step_key)
    if (refusal !== null) return refusal
    this.walk(journey)
    return "unchanged"
  }
}
