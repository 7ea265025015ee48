/** Taking events back: what goes, what stays, and by whose calendar. */
import { assert, describe, it } from "vitest"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { coinRule, contentOf, lesson, World } from "../../kit/engine/World.ts"

const noonOf = (date: string) => `2026-${date}T12:00:00Z`
const daily = (extra: object = {}) => ({
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  milestones: [{ length: 1, reward: { coins: 5 } }],
  ...extra
})
const streakIn = (world: World) => world.state.streaks["daily"]!
/** `event-1` is the first event of a world. */
const take = (world: World, now: string, event_id: string) => {
  const decision = world.host.undo(Date.parse(now), { event_id, mode: "clamp" })
  if (decision?._tag !== "Accepted") throw new Error("refused")
  return decision
}

describe("an event taken back", () => {
  it("gives back the place of the day it was counted on, though the user's zone was told since", () => {
    const rules = { coin_rules: [coinRule({ limits: { max_per_day: 1 } })] }
    const world = new World(rules, { tenant_timezone: "Europe/Berlin" })
    const coins = (at: string, timezone?: string) =>
      world.event(`2026-11-${at}:00Z`, timezone === undefined ? {} : { timezone }).effects.coins
    // The 21st in Berlin, then the 20th in Los Angeles, where the user is.
    assert.deepStrictEqual([coins("20T23:30"), coins("21T00:10", "America/Los_Angeles")], [10, 10])
    take(world, "2026-11-21T00:15:00Z", "event-1")
    assert.deepStrictEqual([coins("21T00:20"), coins("21T20:00"), coins("21T21:00")], [0, 10, 0])
    // A change of zone still knows of the first one.
    coins("21T22:00", "Asia/Tokyo")
    coins("23T22:00")
    const told = Date.parse("2026-11-21T00:10:00Z")
    assert.deepStrictEqual(world.state.timezone.first_told, { occurred_at: told, received_at: told })
  })

  it("gives it back as well when both came in one batch", () => {
    const rules = { coin_rules: [coinRule({ limits: { max_per_day: 1 } })] }
    const world = new World(rules, { tenant_timezone: "Europe/Berlin" })
    const now = "2026-11-21T00:12:00Z"
    world.event("2026-11-20T23:30:00Z", {}, { now })
    world.event("2026-11-21T00:10:00Z", { timezone: "America/Los_Angeles" }, { now })
    take(world, "2026-11-21T00:15:00Z", "event-1")
    assert.strictEqual(world.event("2026-11-21T00:20:00Z").effects.coins, 0)
  })

  it("leaves its day of the streak to another event of that day, and both gone, no day is left", () => {
    const world = new World({ streak_rules: [daily()] })
    for (const at of ["08:00", "19:00"]) world.event(`2026-11-20T${at}:00Z`)
    take(world, noonOf("11-21"), "event-1")
    assert.strictEqual(streakIn(world).current, 1)
    assert.strictEqual(world.state.coins.balance, 5)
    take(world, noonOf("11-21"), "event-2")
    assert.strictEqual(streakIn(world).current, 0)
    assert.isNull(streakIn(world).period_key)
  })

  it("joins two runs to the longest where another, which came within the grace, goes back to its own day", () => {
    const world = new World({ streak_rules: [daily({ grace_minutes: 120 })] })
    for (const at of [noonOf("11-20"), "2026-11-22T00:40:00Z", noonOf("11-23"), noonOf("11-24")]) world.event(at)
    assert.deepInclude(streakIn(world), { current: 2, longest: 2 })
    take(world, "2026-11-24T13:00:00Z", "event-1")
    assert.deepInclude(streakIn(world), { current: 3, longest: 3 })
  })

  it("takes its day out of the middle of a streak", () => {
    const world = new World({ streak_rules: [daily()] })
    for (const date of ["11-20", "11-21", "11-22"]) world.event(noonOf(date))
    take(world, noonOf("11-22"), "event-2")
    assert.strictEqual(streakIn(world).current, 1)
    assert.strictEqual(streakIn(world).longest, 3)
    assert.strictEqual(
      world.event(noonOf("11-21"), {}, { now: noonOf("11-22") }).effects.streak_updates[0]!.current_streak,
      3
    )
  })

  it("no longer counts towards a day that takes several events", () => {
    const world = new World({
      streak_rules: [daily({ qualifying: { events: [{ event_type: lesson, min_count: 2 }] } })]
    })
    world.event("2026-11-20T08:00:00Z")
    take(world, "2026-11-20T09:00:00Z", "event-1")
    assert.isFalse(world.event("2026-11-20T10:00:00Z").effects.streak_updates[0]!.extended)
    assert.isTrue(world.event("2026-11-20T11:00:00Z").effects.streak_updates[0]!.extended)
  })

  it("gives up the day before, which it had saved within the grace, unless another event saves it as well", () => {
    const world = new World({ streak_rules: [daily({ grace_minutes: 120 })] })
    for (const at of ["11-20T12:00", "11-22T01:00", "11-22T01:30"]) world.event(`2026-${at}:00Z`)
    assert.strictEqual(streakIn(world).current, 3)
    take(world, noonOf("11-22"), "event-2")
    assert.strictEqual(streakIn(world).current, 2)
    assert.strictEqual(streakIn(world).period_key, "2026-11-21")
    take(world, noonOf("11-22"), "event-3")
    assert.strictEqual(streakIn(world).period_key, "2026-11-20")
  })

  it("owes its milestone to the run over its own day, though a late event had moved it to the day before", () => {
    const freezes = { initial: 1, max: 2, earn_every_days: 1, auto_consume: true }
    const milestones = [{ every: 1, reward: { coins: 5 } }]
    const world = new World({ streak_rules: [daily({ grace_minutes: 720, freezes, milestones })] })
    for (const at of ["10-22T02:41", "10-24T07:19"]) world.event(`2026-${at}:00Z`)
    world.event(noonOf("10-20"), {}, { now: noonOf("10-24") })
    world.event(noonOf("10-27"))
    assert.strictEqual(world.state.coins.balance, 20)
    take(world, noonOf("10-28"), "event-1")
    assert.strictEqual(world.state.coins.balance, 15)
    const { effects } = world.event(noonOf("11-06"))
    assert.strictEqual(effects.coins, 10)
  })

  it("leaves the day a restore leads up to, to an event within its grace", () => {
    const world = new World({ streak_rules: [daily({ grace_minutes: 720, restore_window_days: 30 })] })
    world.event("2026-11-06T18:00:00Z")
    world.event("2026-11-11T00:00:00Z")
    world.event("2026-11-10T23:59:00Z", {}, { now: "2026-11-12T00:00:00Z" })
    world.accept("2026-11-12T12:00:00Z", { _tag: "RestoreStreak", streak_key: "daily", reason: null })
    assert.strictEqual(streakIn(world).current, 3)
    take(world, "2026-11-13T12:00:00Z", "event-3")
    assert.strictEqual(streakIn(world).current, 2)
    assert.strictEqual(streakIn(world).period_key, "2026-11-10")
  })

  it("gives the limits of its own day back, on the calendar the user had on that day", () => {
    const rule = coinRule({ limits: { max_per_day: 1 } })
    const world = new World({ coin_rules: [rule] }, { timezone: "UTC" })
    world.event("2026-11-20T23:30:00Z")
    world.event("2026-11-21T12:00:00Z", { timezone: "Pacific/Kiritimati" })
    assert.strictEqual(world.state.coins.balance, 20)
    take(world, "2026-11-22T12:00:00Z", "event-1")
    const again = world.event("2026-11-20T23:40:00Z", {}, { now: "2026-11-22T12:00:00Z" })
    assert.strictEqual(again.effects.coins, 10)
  })

  it("gives the cooldown it started back, and leaves that of the firing before it", () => {
    const world = new World({ coin_rules: [coinRule({ limits: { cooldown_seconds: 3_600 } })] })
    const coinsAt = (time: string) => world.event(`2026-11-20T${time}:00Z`).effects.coins
    assert.deepEqual(["08:00", "09:00", "09:30"].map(coinsAt), [10, 10, 0])
    take(world, "2026-11-20T09:40:00Z", "event-2")
    assert.strictEqual(coinsAt("08:59"), 0)
    assert.strictEqual(coinsAt("09:45"), 10)
    take(world, "2026-11-20T09:50:00Z", "event-1")
    take(world, "2026-11-20T09:50:00Z", "event-5")
    assert.strictEqual(coinsAt("09:51"), 10)
  })

  it("that came too late to count is not counted out either", () => {
    const badge = {
      badge_definition_id: "badge-1",
      badge_key: "one",
      label: "One",
      criteria: { conditions: [{ type: "event_count" as const, key: lesson, operator: "gte" as const, value: 1 }] }
    }
    const world = new World({ badge_definitions: [badge] })
    world.event(noonOf("11-20"))
    world.event(noonOf("11-02"), {}, { now: noonOf("11-20") })
    take(world, noonOf("11-20"), "event-2")
    assert.strictEqual(world.state.counts[lesson]!.total, 1)
  })

  it("takes a badge along whose criteria hold only with the coins it brought, and one a milestone gave", () => {
    const badge = (badge_key: string, criteria: object) => ({
      badge_definition_id: `id-${badge_key}`,
      badge_key,
      label: badge_key,
      coin_reward: 25,
      criteria
    })
    const world = new World({
      coin_rules: [coinRule()],
      badge_definitions: [
        badge("rich", { conditions: [{ type: "coins_lifetime", operator: "gte", value: 10 }] }),
        badge("steady", {})
      ],
      streak_rules: [daily({ milestones: [{ length: 1, reward: { badges: ["steady"] } }] })]
    } as never)
    world.event(noonOf("11-20"))
    assert.strictEqual(world.state.coins.balance, 60)
    const { reply } = take(world, noonOf("11-20"), "event-1")
    assert.deepInclude(reply, { coins: 60, badges_revoked: ["steady", "rich"] })
    assert.deepEqual(world.state.coins, { balance: 0, earned: 0, spent: 0 })
  })

  it("takes a badge with its coins which the buddy's version does not define any more", () => {
    const criteria = { conditions: [{ type: "event_count", key: lesson, operator: "gte", value: 1 }] }
    const first = { badge_definition_id: "badge-1", badge_key: "first", label: "First", coin_reward: 25, criteria }
    const world = new World({ badge_definitions: [first] } as never)
    world.event(noonOf("11-20"))
    assert.strictEqual(world.state.badges["first"]!.count, 1)
    Object.assign(world.host, { snapshot: compile(contentOf({}), { config_version_id: "v2" }) })
    const { reply } = take(world, noonOf("11-20"), "event-1")
    assert.deepInclude(reply, { coins: 25, badges_revoked: ["first"] })
    assert.deepInclude(world.state.badges["first"]!, { count: 0, past: 1 })
    assert.strictEqual(world.state.coins.balance, 0)
  })

  it("asks the reviewer again for a badge a milestone had given, where its criteria still hold", () => {
    const reviewed = {
      badge_definition_id: "badge-1",
      badge_key: "steady",
      label: "Steady",
      award_mode: "manual_review" as const,
      criteria: { conditions: [{ type: "coins_lifetime" as const, operator: "gte" as const, value: 0 }] }
    }
    const milestones = [{ length: 1, reward: { badges: ["steady"] } }]
    const world = new World({ badge_definitions: [reviewed], streak_rules: [daily({ milestones })] })
    world.event(noonOf("11-20"))
    take(world, noonOf("11-20"), "event-1")
    assert.deepInclude(world.state.badges["steady"]!, { count: 0, ready: true })
  })
})
