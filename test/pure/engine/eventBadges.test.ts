/** Event badges: once, within the window, as long as there are places. */
import { assert, describe, it } from "@effect/vitest"
import type { EventBadgeTerms, LiveEventBadge } from "../../../src/wire/campaigns/EventBadges.ts"
import { bodies, lesson, row, World } from "../../kit/engine/World.ts"

const launch = (terms: Partial<LiveEventBadge> = {}): LiveEventBadge => ({
  event_badge_id: "e1",
  badge_key: "launch",
  label: "Launch day",
  enabled: true,
  trigger: { event_type: lesson, match: "all", filters: [] },
  required_count: 1,
  audience: null,
  conditions: { match: "all", conditions: [] },
  starts_at: Date.parse("2026-11-20T00:00:00Z"),
  ends_at: Date.parse("2026-11-21T00:00:00Z"),
  coin_reward: 0,
  max_awards: null,
  ...terms
})
type Written = ConstructorParameters<typeof World>[0]
const worldOf = (badges: ReadonlyArray<EventBadgeTerms>, written: Written = {}) =>
  new World(written, { campaigns: { event_badges: badges } })
const noon = "2026-11-20T12:00:00Z"
const reasonOf = (world: World, at: string, options = {}) => row(world.event(at, {}, options), "event_badge").reason

describe("an event badge", () => {
  it("is given with its coins to whoever was there, and told as any badge", () => {
    const world = worldOf([launch({ coin_reward: 5 })])
    const given = world.event(noon)
    const [told] = bodies(given, "badge.awarded")
    assert.deepInclude(told, { badge_key: "launch", label: "Launch day", coin_reward: 5, reason: "event_badge" })
    assert.deepStrictEqual(given.effects.badges_awarded, [{ badge_key: "launch", label: "Launch day", coin_reward: 5 }])
    assert.deepStrictEqual(
      given.entries.map(({ amount, reason, rule_id }) => [amount, reason, rule_id]),
      [[5, "badge", "e1"]]
    )
    assert.deepStrictEqual(row(given, "event_badge").ledger_ids, ["ledger-1"])
    assert.deepInclude(row(world.event(noon), "event_badge"), { reason: "limit_reached" })
  })

  it("counts from the beginning of its window until before the end, by when the event occurred", () => {
    const at = (moment: string, now = moment) => reasonOf(worldOf([launch()]), moment, { now })
    assert.strictEqual(at("2026-11-19T23:59:59.999Z"), "outside_window")
    assert.strictEqual(at("2026-11-20T00:00:00Z"), "fired")
    assert.strictEqual(at("2026-11-20T23:59:59.999Z", "2026-11-24T00:00:00Z"), "fired")
    assert.strictEqual(at("2026-11-21T00:00:00Z"), "outside_window")
    assert.strictEqual(reasonOf(worldOf([launch({ starts_at: null, ends_at: null })]), "2026-11-02T00:00:00Z"), "fired")
  })

  it("asks for so many events, and for who the buddy is", () => {
    const world = worldOf([launch({ required_count: 3 })])
    const given = [1, 2, 3].map(() => world.event(noon).badges.length)
    assert.deepStrictEqual(given, [0, 0, 1])
    assert.strictEqual(reasonOf(worldOf([launch({ audience: "others" })]), noon), "audience_mismatch")
    const rich = { type: "coins_balance", key: null, operator: "gte", value: 1, window_days: null } as const
    const conditions = { match: "all", conditions: [rich] } as const
    assert.strictEqual(reasonOf(worldOf([launch({ conditions })]), noon), "condition_failed")
    const filters = [{ property: "score", operator: "gte", value: 9 }] as const
    const trigger = { event_type: lesson, match: "all", filters } as const
    assert.strictEqual(reasonOf(worldOf([launch({ trigger })]), noon), "filter_failed")
  })

  it("leaves the key to a config version that defines it", () => {
    const badge_definitions = [{ badge_definition_id: "b1", badge_key: "launch", label: "Other" }]
    const world = worldOf([launch()], { badge_definitions })
    assert.strictEqual(reasonOf(world, noon), "disabled")
    assert.isUndefined(world.state.badges["launch"])
  })

  it("is seen by conditions on owned badges in the same event", () => {
    const owns = { type: "badge_owned" as const, key: "launch", operator: "eq" as const, value: true }
    const collector = {
      badge_key: "collector",
      label: "C",
      badge_definition_id: "b1",
      criteria: { conditions: [owns] }
    }
    const world = worldOf([launch()], { badge_definitions: [collector] })
    assert.deepStrictEqual(
      world.event(noon).badges.map(({ badge_key }) => badge_key),
      ["launch", "collector"]
    )
  })

  it("is given no more once its places are gone, and again once one comes back", () => {
    const world = worldOf([launch({ max_awards: 1, required_count: 2 })])
    world.host.budgets.set("e1 awards", 1)
    world.event(noon)
    assert.strictEqual(reasonOf(world, noon), "budget_exhausted")
    world.host.budgets.set("e1 awards", 0)
    assert.strictEqual(reasonOf(world, noon), "fired")
    assert.strictEqual(world.host.budgets.get("e1 awards"), 1)
  })

  it("goes with the event that brought it, and may be earned anew", () => {
    const world = worldOf([launch({ coin_reward: 5, max_awards: 1, required_count: 2 })])
    world.event(noon)
    world.event(noon)
    assert.strictEqual(world.state.badges["launch"]!.count, 1)
    const back = world.host.undo(Date.parse(noon), { event_id: "event-2", mode: "clamp" })
    assert.strictEqual(
      back?._tag === "Accepted" && back.reply._tag === "Reversed" && back.reply.badges_revoked[0],
      "launch"
    )
    assert.strictEqual(world.state.coins.balance, 0)
    assert.strictEqual(world.state.badges["launch"]!.count, 0)
    assert.strictEqual(world.host.budgets.get("e1 awards"), 0)
    assert.strictEqual(reasonOf(world, noon), "fired")
    assert.deepInclude(world.state.badges["launch"], { count: 1, past: 1 })
    const awards = world.host.accepted.flatMap(({ writes }) => writes.map(({ row: written }) => written))
    assert.deepStrictEqual(
      awards.map((written) => ("amount" in written ? written.amount : 0)),
      [1, -1, 1]
    )
  })

  it("loses an event that counted for it", () => {
    const world = worldOf([launch({ required_count: 2 })])
    world.event(noon)
    world.host.undo(Date.parse(noon), { event_id: "event-1", mode: "clamp" })
    assert.isUndefined(world.state.event_badges)
    assert.strictEqual(world.event(noon).badges.length, 0)
    assert.strictEqual(world.event(noon).badges.length, 1)
  })

  it("is counted no more once no event of its window can come", () => {
    const world = worldOf([launch({ required_count: 2 })])
    world.event(noon)
    const next = worldOf([])
    next.host.state = world.state
    next.event(noon, {}, { type: "other" })
    assert.isUndefined(next.state.event_badges)
  })
})
