/**
 * Random weeks of a daily streak with everything that can keep one, against a recount that forgets nothing: it goes
 * through all days from the first, every time.
 */
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Command } from "../../../src/engine/core/Command.ts"
import { streakCalendar } from "../../../src/engine/streaks/streakCalendar.ts"
import { runningStreak } from "../../../src/engine/streaks/streakClock.ts"
import { lookAgainAt, risksOf } from "../../../src/engine/streaks/streakRisk.ts"
import { parseDay } from "../../../src/wire/Day.ts"
import { lesson, World } from "../../kit/engine/World.ts"

const dayMs = 86_400_000
const firstDay = parseDay("2026-11-02")

const freezes = fc.record({
  initial: fc.constantFrom<number>(0, 1, 2),
  max: fc.constant(3),
  earn_every_days: fc.constantFrom(null, 3),
  auto_consume: fc.boolean()
})
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant("learn" as const), late: fc.constantFrom(0, 0, 0, 1, 2, 5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("rest" as const), ahead: fc.nat(2), days: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom("restore" as const, "freeze" as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom("return" as const, "warn" as const) }) }
)
const weeks = fc.record({
  freezes,
  spared: fc.boolean(),
  restore_window_days: fc.constantFrom(0, 2, 20),
  steps: fc.array(fc.record({ pause: fc.constantFrom(0, 0, 1, 1, 1, 2, 3), action }), { maxLength: 90, size: "max" })
})
type Weeks = typeof weeks extends fc.Arbitrary<infer W> ? W : never

/** What happened, as plain sets of days. */
class Diary {
  readonly done = new Set<number>()
  readonly restored = new Set<number>()
  readonly frozen = new Set<number>()
  vacations: Array<readonly [number, number]> = []
  readonly taken: Record<string, number> = {}
  readonly weeks: Weeks

  constructor(weeks: Weeks) {
    this.weeks = weeks
  }

  isSpared(day: number): boolean {
    return this.weeks.spared && this.vacations.some(([first, last]) => first <= day && day <= last)
  }

  /** Days between that have to be bridged, and those a freeze was spent on by hand. */
  private gap(from: number, to: number) {
    const days = Array.from({ length: Math.max(0, to - from - 1) }, (_, index) => from + 1 + index)
    const frozen = days.filter((day) => this.frozen.has(day)).length
    const isExcused = (day: number) => this.restored.has(day) || this.frozen.has(day) || this.isSpared(day)
    return { missing: days.filter((day) => !isExcused(day)).length, frozen }
  }

  recount(today: number) {
    const rule = this.weeks.freezes
    let [current, left, since, longest] = [0, rule.initial, 0, 0]
    let last: number | null = null
    for (const day of [...this.done].sort((a, b) => a - b)) {
      const { frozen, missing } = last === null ? { frozen: 0, missing: Infinity } : this.gap(last, day)
      left = Math.max(0, left - frozen)
      const isBridged = missing > 0 && rule.auto_consume && missing <= left
      if (isBridged) left -= missing
      current = missing === 0 || isBridged ? current + 1 : 1
      longest = Math.max(longest, current)
      since += 1
      if (rule.earn_every_days !== null && since >= rule.earn_every_days) {
        since = 0
        left = Math.max(left, Math.min(left + 1, rule.max))
      }
      last = day
    }
    const trailing = last === null ? { frozen: 0, missing: 0 } : this.gap(last, today)
    left = Math.max(0, left - (last === null ? 0 : this.gap(last, today + 400).frozen))
    const running = trailing.missing <= (rule.auto_consume ? left : 0) ? current : 0
    return { current, left, longest, running, last }
  }
}

const commandOf = (wanted: Weeks["steps"][number]["action"], today: number): Command | null => {
  switch (wanted.type) {
    case "learn":
      return null
    case "rest": {
      const from_day = today + wanted.ahead
      return { _tag: "TakeVacation", from_day, to_day: from_day + wanted.days }
    }
    case "restore":
      return { _tag: "RestoreStreak", streak_key: "daily", reason: null }
    case "freeze":
      return { _tag: "FreezeStreak", streak_key: "daily" }
    case "return":
      return { _tag: "EndVacation" }
    case "warn":
      return { _tag: "WarnStreak", streak_key: "daily" }
  }
}

const live = (given: Weeks) => {
  const other = { rule_id: "streak-2", streak_key: "other", qualifying: { events: [{ event_type: "never" }] } }
  const vacation = { max_days: 5, max_per_year: 365 }
  const rule = {
    rule_id: "streak-1",
    streak_key: "daily",
    qualifying: { events: [{ event_type: lesson }] },
    freezes: given.freezes,
    at_risk_minutes: 1_440,
    restore_window_days: given.restore_window_days,
    vacation: given.spared ? vacation : null
  }
  const world = new World({ streak_rules: [rule, { ...other, vacation }] })
  const diary = new Diary(given)
  let today = firstDay
  for (const { action: wanted, pause } of given.steps) {
    today += pause
    const now = today * dayMs + dayMs / 2
    if (wanted.type === "learn") {
      const at = new Date(now - wanted.late * dayMs).toISOString()
      world.event(at, {}, { now: new Date(now).toISOString() })
      diary.done.add(today - wanted.late)
    } else note(diary, world.host.send(now, commandOf(wanted, today)!), today)
    checkStreak(world, diary, today, now)
    checkLooks(world, now)
  }
  checkCalendar(world, diary, today, today * dayMs + dayMs / 2)
  return diary.taken
}

const note = (diary: Diary, decision: ReturnType<World["host"]["send"]>, today: number) => {
  if (decision._tag === "Rejected") return
  const { history, reply } = decision
  for (const { body } of history) diary.taken[String(body["type"])] = (diary.taken[String(body["type"])] ?? 0) + 1
  if (reply._tag === "Streak") {
    const days = history.at(-1)!.body["type"] === "restored" ? diary.restored : diary.frozen
    for (const day of reply.periods) days.add(parseDay(day))
    assert.isAbove(diary.recount(today).running, 0, "what was kept goes on")
  }
  if (reply._tag !== "Vacation") return
  const span = [parseDay(reply.starts_on), parseDay(reply.ends_on)] as const
  const others = diary.vacations.filter(([first]) => first !== span[0])
  const type = history.at(-1)!.body["type"]
  if (type === "vacation_ended") assert.isBelow(span[1], today)
  diary.vacations = type === "vacation_cancelled" ? others : [...others, span]
}

const factsOf = (world: World, now: number) => ({
  snapshot: world.host.snapshot,
  state: world.state,
  now,
  tenant_timezone: "UTC"
})

const checkStreak = (world: World, diary: Diary, today: number, now: number) => {
  const { current, last, left, longest, running } = diary.recount(today)
  assert.strictEqual(runningStreak(factsOf(world, now), "daily"), running)
  const held = world.state.streaks["daily"]
  if (held === undefined || last === null) return
  assert.deepInclude({ ...held }, { current, freezes_left: left })
  assert.isAtLeast(held.longest, longest)
}

/** Whoever waits until the moment to look again misses nothing that happens without another command. */
const checkLooks = (world: World, now: number) => {
  const look = lookAgainAt(factsOf(world, now))
  for (let moment = now; moment < now + 4 * dayMs; moment += dayMs / 2) {
    if (risksOf(factsOf(world, moment)).length === 0) continue
    return void assert.isAtMost(look, moment)
  }
}

const checkCalendar = (world: World, diary: Diary, today: number, now: number) => {
  const first = Math.min(...diary.done)
  const range = { from_day: firstDay - 6, to_day: today + 3 }
  const streak = world.host.snapshot.streaks.get("daily")!
  for (const { date, status } of streakCalendar(factsOf(world, now), streak, range)) {
    const day = parseDay(date)
    if (day < first) continue
    assert.strictEqual(status === "done", diary.done.has(day), date)
    if (diary.done.has(day)) continue
    assert.strictEqual(status === "restored", diary.restored.has(day), date)
    assert.strictEqual(status === "vacation", !diary.restored.has(day) && diary.isSpared(day), date)
    if (day > today) assert.include(["upcoming", "vacation"], status)
  }
}

describe("a streak with everything that can keep it", () => {
  it("is what a recount of all its days says, whatever happened in whatever order", () => {
    const seen: Record<string, number> = {}
    const lived = fc.property(weeks, (given) => {
      for (const [type, count] of Object.entries(live(given))) seen[type] = (seen[type] ?? 0) + count
    })
    fc.assert(lived, { numRuns: 200 })
    for (const type of ["restored", "frozen", "vacation_taken", "vacation_ended", "at_risk"]) {
      assert.isAbove(seen[type] ?? 0, 20, type)
    }
  })
})
