/** What keeps a streak besides events: vacations, restores, freezes spent by hand; and the calendar that shows it. */
import { assert, describe, it } from "vitest"
import { streakCalendar } from "../../../src/engine/streaks/streakCalendar.ts"
import { streaksView } from "../../../src/engine/views/views.ts"
import { bodies, lesson, World } from "../../kit/engine/World.ts"

const daily = (extra: object = {}) => ({
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  ...extra
})
const worldOf = (extra: object = {}, around: object = {}) => new World({ streak_rules: [daily(extra)] }, around)
const noonOf = (date: string) => `2026-${date}T12:00:00Z`
const dayOf = (date: string) => Math.floor(Date.parse(`2026-${date}T00:00:00Z`) / 86_400_000)
const learn = (world: World, ...dates: ReadonlyArray<string>) =>
  dates.map((date) => world.event(noonOf(date)).effects.streak_updates[0]!.current_streak)
const currentAt = (world: World, date: string) =>
  streaksView(world.host.snapshot, world.state, { now: Date.parse(noonOf(date)), tenant_timezone: "UTC" })[0]!
    .current_streak
const statuses = (world: World, now: string, from: string, to: string) =>
  streakCalendar(
    { snapshot: world.host.snapshot, state: world.state, now: Date.parse(noonOf(now)), tenant_timezone: "UTC" },
    world.host.snapshot.streaks.get("daily")!,
    { from_day: dayOf(from), to_day: dayOf(to) }
  ).map(({ status }) => status)
const rest = (from: string | null, to: string) =>
  ({ _tag: "TakeVacation", from_day: from === null ? null : dayOf(from), to_day: dayOf(to) }) as const
const offering = { vacation: { max_days: 7, max_per_year: 2 } }
const weekly = { frequency: "weekly" as const, ...offering }
const restore = { _tag: "RestoreStreak", streak_key: "daily", reason: null } as const
const freeze = { _tag: "FreezeStreak", streak_key: "daily" } as const
const warn = { _tag: "WarnStreak", streak_key: "daily" } as const

describe("a vacation", () => {
  it("called off when its day is over in the calendar of the streak, leaves the day missed, early or late", () => {
    const world = worldOf(
      { ...offering, timezone: { mode: "tenant" } },
      { tenant_timezone: "Pacific/Kiritimati", timezone: "America/New_York" }
    )
    world.accept(noonOf("11-08"), rest("11-10", "11-10"))
    // 9 November there, and 11 November while it is still the 10th where the user is.
    for (const at of ["2026-11-08T12:00:00Z", "2026-11-10T12:00:00Z"]) world.event(at)
    assert.strictEqual(world.state.streaks["daily"]!.current, 2)
    world.accept("2026-11-10T12:00:00Z", { _tag: "EndVacation" })
    assert.strictEqual(world.state.streaks["daily"]!.current, 1)
    assert.strictEqual(world.event("2026-11-11T12:00:00Z").effects.streak_updates[0]!.current_streak, 2)
  })

  it.each(["as they occur", "with an event that comes late"])(
    "called off once its day is over takes nothing of the longest run that was told, %s",
    (order) => {
      const world = worldOf(
        { ...offering, timezone: { mode: "tenant" } },
        { tenant_timezone: "Pacific/Kiritimati", timezone: "America/New_York" }
      )
      world.accept(noonOf("11-06"), rest("11-10", "11-10"))
      for (const day of ["07", "08", "10"]) world.event(noonOf(`11-${day}`))
      world.accept(noonOf("11-10"), { _tag: "EndVacation" })
      const next = world.event(noonOf("11-11"))
      if (order !== "as they occur") world.event(noonOf("11-05"), {}, { now: noonOf("11-11") })
      assert.deepInclude(next.effects.streak_updates[0], { current_streak: 2, longest_streak: 3 })
      assert.deepInclude(world.state.streaks["daily"], { current: 2, longest: 3 })
    }
  )

  it("spares a week that two vacations fill together", () => {
    const world = worldOf(weekly)
    learn(world, "11-05")
    world.accept(noonOf("11-05"), rest("11-09", "11-11"))
    assert.strictEqual(currentAt(world, "11-16"), 0)
    world.accept(noonOf("11-05"), rest("11-12", "11-15"))
    assert.strictEqual(currentAt(world, "11-16"), 1)
    assert.deepEqual(learn(world, "11-18"), [2])
  })

  it("keeps a streak without lengthening it, and an event during it still counts", () => {
    const world = worldOf(offering)
    learn(world, "11-01", "11-02")
    const { reply } = world.accept(noonOf("11-02"), rest("11-03", "11-06"))
    assert.deepEqual(reply, { _tag: "Vacation", starts_on: "2026-11-03", ends_on: "2026-11-06", days: 4 })
    assert.strictEqual(currentAt(world, "11-07"), 2)
    assert.deepEqual(learn(world, "11-04", "11-07"), [3, 4])
    assert.deepEqual(statuses(world, "11-07", "11-01", "11-08"), [
      "done",
      "done",
      "vacation",
      "done",
      "vacation",
      "vacation",
      "done",
      "upcoming"
    ])
  })

  it("moves the end of the streak, and moves it back when it ends early", () => {
    const world = worldOf(offering)
    learn(world, "11-01")
    world.accept(noonOf("11-01"), rest("11-02", "11-05"))
    const expiry = () => new Date(world.state.streaks["daily"]!.expires_at!).toISOString()
    assert.strictEqual(expiry(), "2026-11-07T00:00:00.000Z")
    const { reply } = world.accept(noonOf("11-04"), { _tag: "EndVacation" })
    assert.deepInclude(reply, { starts_on: "2026-11-02", ends_on: "2026-11-03" })
    assert.strictEqual(expiry(), "2026-11-05T00:00:00.000Z")
    assert.strictEqual(currentAt(world, "11-05"), 0)
  })

  it("is refused when nothing offers it, and beyond what the rule allows", () => {
    const refusal = (world: World, at: string, command: ReturnType<typeof rest>) => {
      const error = world.refuse(noonOf(at), command)
      return error.code === "vacation_refused" ? error.reason : error.code
    }
    assert.strictEqual(refusal(worldOf(), "11-01", rest(null, "11-02")), "not_offered")
    const world = worldOf(offering)
    assert.strictEqual(refusal(world, "11-05", rest("11-04", "11-06")), "in_the_past")
    assert.strictEqual(refusal(world, "11-05", rest("11-06", "11-05")), "in_the_past")
    assert.strictEqual(refusal(world, "11-05", rest(null, "11-12")), "too_long")
    world.accept(noonOf("11-05"), rest(null, "11-11"))
    assert.strictEqual(refusal(world, "11-05", rest("11-11", "11-12")), "overlaps")
    world.accept(noonOf("11-05"), rest("11-20", "11-21"))
    assert.strictEqual(refusal(world, "11-05", rest("12-01", "12-02")), "too_many")
    world.accept(noonOf("11-12"), { _tag: "EndVacation" })
    world.accept(noonOf("11-12"), rest("12-01", "12-02"))
  })

  it("does not spare a streak whose rule offers none", () => {
    const content = { streak_rules: [daily(offering), { ...daily(), rule_id: "streak-2", streak_key: "strict" }] }
    const world = new World(content)
    learn(world, "11-01")
    world.accept(noonOf("11-01"), rest("11-02", "11-03"))
    const lengths = world.event(noonOf("11-04")).effects.streak_updates.map(({ current_streak }) => current_streak)
    assert.deepEqual(lengths, [2, 1])
  })

  it("spares a week only when all of it is vacation", () => {
    const weekly = (from: string, to: string) => {
      const world = worldOf({ ...offering, frequency: "weekly" })
      learn(world, "11-02")
      world.accept(noonOf("11-02"), rest(from, to))
      return learn(world, "11-16")[0]
    }
    assert.deepEqual([weekly("11-09", "11-15"), weekly("11-10", "11-15")], [2, 1])
  })
})

describe("a restore", () => {
  const mending = { restore_window_days: 3 }

  it("gives a lapsed streak back within its window, and refuses it afterwards", () => {
    const world = worldOf(mending)
    learn(world, "11-01", "11-02")
    assert.deepInclude(world.refuse(noonOf("11-03"), restore), { reason: "not_broken" })
    assert.deepInclude(world.refuse(noonOf("11-07"), restore), {
      reason: "too_late",
      until: "2026-11-07T00:00:00.000Z"
    })
    const { reply } = world.accept(noonOf("11-05"), restore)
    assert.deepInclude(reply, { current_streak: 2, periods: ["2026-11-03", "2026-11-04"] })
    assert.strictEqual(currentAt(world, "11-05"), 2)
    assert.deepEqual(learn(world, "11-05"), [3])
    assert.deepEqual(statuses(world, "11-05", "11-02", "11-05"), ["done", "restored", "restored", "done"])
  })

  it("joins what came before a break with what came after it, and pays the milestones this reaches once", () => {
    const world = worldOf({ ...mending, milestones: [{ length: 3, reward: { coins: 50 } }] })
    learn(world, "11-01", "11-02", "11-04")
    const decision = world.accept(noonOf("11-04"), restore)
    assert.deepInclude(decision.reply, { current_streak: 3, longest_streak: 3, periods: ["2026-11-03"] })
    assert.strictEqual(world.state.coins.balance, 50)
    assert.deepInclude(bodies(decision, "streak.milestone")[0], { milestone: 3, event_id: null })
    assert.deepInclude(world.refuse(noonOf("11-04"), restore), { reason: "not_broken" })
    assert.deepEqual(learn(world, "11-05"), [4])
    assert.strictEqual(world.state.coins.balance, 50)
  })

  it("stays when late events fold the streak anew", () => {
    const world = worldOf(mending)
    learn(world, "11-01", "11-03")
    world.accept(noonOf("11-03"), restore)
    const late = world.event("2026-10-31T12:00:00Z", {}, { now: noonOf("11-03") }).effects.streak_updates[0]!
    assert.strictEqual(late.current_streak, 3)
  })
})

describe("a freeze spent by hand", () => {
  const frozen = { freezes: { initial: 1, max: 1, auto_consume: false } }

  it("holds today for a streak that spends none by itself, once per freeze", () => {
    const world = worldOf(frozen)
    assert.deepInclude(world.refuse(noonOf("11-01"), freeze), { code: "streak_not_running" })
    learn(world, "11-01")
    const { reply } = world.accept(noonOf("11-02"), freeze)
    assert.deepInclude(reply, { freezes_left: 0, periods: ["2026-11-02"] })
    assert.strictEqual(currentAt(world, "11-03"), 1)
    assert.deepInclude(world.refuse(noonOf("11-03"), freeze), { code: "no_freezes_left" })
    assert.deepEqual(learn(world, "11-03", "11-05"), [2, 1])
    assert.strictEqual(world.state.streaks["daily"]!.freezes_left, 0)
  })

  it("is refused where the freezes at hand are all needed for days that were missed", () => {
    const world = worldOf({ freezes: { initial: 2, max: 2, auto_consume: true } })
    learn(world, "11-02")
    // Two days are missed, and bridged by both.
    assert.deepEqual(world.refuse(noonOf("11-05"), freeze), { code: "no_freezes_left", streak_key: "daily" })
    assert.deepEqual(learn(world, "11-05"), [2])
  })

  it("leaves those that missed days need", () => {
    const world = worldOf({ freezes: { initial: 2, max: 2, auto_consume: true } })
    learn(world, "11-02")
    const { reply } = world.accept(noonOf("11-04"), freeze)
    assert.deepInclude({ ...reply }, { freezes_left: 1, expires_at: Date.parse("2026-11-06T00:00:00Z") })
    assert.strictEqual(currentAt(world, "11-05"), 1)
    assert.deepEqual(learn(world, "11-05"), [2])
    assert.strictEqual(world.state.streaks["daily"]!.freezes_left, 0)
  })

  it("comes back when the day is earned after all", () => {
    const world = worldOf(frozen)
    learn(world, "11-01")
    world.accept(noonOf("11-02"), freeze)
    learn(world, "11-02", "11-03")
    assert.strictEqual(world.state.streaks["daily"]!.freezes_left, 1)
    assert.strictEqual(world.state.streaks["daily"]!.current, 3)
  })
})

describe("a streak at risk", () => {
  it("is told once per day, only shortly before its end, and remembers what came of it", () => {
    const world = worldOf({ at_risk_minutes: 240 })
    learn(world, "11-01")
    assert.deepEqual(world.accept("2026-11-02T19:59:00Z", warn).reply, { _tag: "Warned", is_warned: false })
    const told = world.accept("2026-11-02T20:00:00Z", warn)
    assert.deepEqual(bodies(told, "streak.at_risk"), [
      {
        buddy_id: "buddy-1",
        user_id: "user-1",
        streak_key: "daily",
        current_streak: 1,
        period_key: "2026-11-02",
        expires_at: "2026-11-03T00:00:00.000Z"
      }
    ])
    assert.deepEqual(world.accept("2026-11-02T20:01:00Z", warn).outbound, [])
    const saved = world.event("2026-11-02T21:00:00Z")
    assert.deepEqual(
      saved.history.map(({ body }) => body["type"]),
      ["rescued"]
    )
    world.accept("2026-11-03T23:00:00Z", warn)
    const lost = world.event(noonOf("11-06"))
    assert.deepEqual(
      lost.history.map(({ body }) => [body["type"], body["period_key"]]),
      [["lost", "2026-11-03"]]
    )
    assert.deepEqual(world.accept("2026-11-05T23:00:00Z", warn).outbound, [])
  })
})

describe("the calendar", () => {
  it("remembers a year of days, frozen ones too, in a state that stays small", () => {
    const world = worldOf({ freezes: { initial: 0, max: 5, earn_every_days: 6 } })
    const start = Date.parse("2025-01-01T12:00:00Z")
    // Six days on, one day off: bridged by the freeze the six days earned.
    for (let index = 0; index < 700; index += 1) {
      if (index % 7 !== 6) world.event(new Date(start + index * 86_400_000).toISOString())
    }
    const lastDay = new Date(start + 699 * 86_400_000)
    const to_day = Math.floor(lastDay.getTime() / 86_400_000)
    const calendar = streakCalendar(
      { snapshot: world.host.snapshot, state: world.state, now: lastDay.getTime(), tenant_timezone: "UTC" },
      world.host.snapshot.streaks.get("daily")!,
      { from_day: to_day - 364, to_day }
    )
    const frozen = calendar.filter(({ status }) => status === "frozen").length
    assert.strictEqual(frozen, 52)
    assert.strictEqual(calendar.filter(({ status }) => status === "done").length, 365 - 52 - 1)
    assert.strictEqual(calendar.at(-1)!.status, "pending")
    assert.isAtMost(JSON.stringify(world.state.streaks["daily"]).length, 1_500)
  })

  it("tells missed days from days before the first, and today from both", () => {
    const world = worldOf()
    learn(world, "11-02", "11-04")
    assert.deepEqual(statuses(world, "11-06", "11-01", "11-07"), [
      "none",
      "done",
      "missed",
      "done",
      "missed",
      "pending",
      "upcoming"
    ])
  })
})
