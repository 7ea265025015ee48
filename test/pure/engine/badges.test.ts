import { assert, describe, it } from "vitest"
import { decide } from "../../../src/engine/core/decide.ts"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { evolutionView } from "../../../src/engine/views/views.ts"
import { bodies, coinRule, contentOf, lesson, row, World, xp } from "../../kit/engine/World.ts"

const noonOf = (date: string) => `2026-11-${date}T12:00:00Z`
const noon = noonOf("20")

type Written = { readonly badge_key: string; readonly criteria?: object }
const badge = ({ badge_key, criteria, ...extra }: Written & Record<string, unknown>) =>
  ({
    badge_definition_id: `id-${badge_key}`,
    badge_key,
    label: badge_key.toUpperCase(),
    criteria: criteria ?? counted(1),
    ...extra
  }) as never
const counted = (value: number, window_days: number | null = null, operator = "gte") => ({
  conditions: [{ type: "event_count", key: lesson, operator, value, window_days }]
})
const needs = (type: string, value: number | boolean, key?: string) => ({
  conditions: [
    { type, ...(key === undefined ? {} : { key }), operator: typeof value === "boolean" ? "eq" : "gte", value }
  ]
})
const keysOf = (decision: {
  readonly effects: { readonly badges_awarded: ReadonlyArray<{ readonly badge_key: string }> }
}) => decision.effects.badges_awarded.map(({ badge_key }) => badge_key)

describe("an auto badge", () => {
  it("is awarded with its coins when its criteria become true, once", () => {
    const world = new World({ badge_definitions: [badge({ badge_key: "first", coin_reward: 25 })] })
    const decision = world.event(noon)
    assert.deepEqual(decision.effects.badges_awarded, [{ badge_key: "first", label: "FIRST", coin_reward: 25 }])
    assert.deepEqual(bodies(decision, "badge.awarded"), [
      {
        buddy_id: "buddy-1",
        badge_key: "first",
        label: "FIRST",
        awarded_at: "2026-11-20T12:00:00.000Z",
        coin_reward: 25,
        reason: null
      }
    ])
    assert.deepEqual(
      [decision.effects.coins, decision.entries[0]!.reason, decision.entries[0]!.rule_id],
      [25, "badge", "id-first"]
    )
    assert.deepEqual(keysOf(world.event(noon)), [])
  })

  it("not yet earned shows how far the buddy is", () => {
    const { detail, reason } = row(
      new World({ badge_definitions: [badge({ badge_key: "ten", criteria: counted(10) })] }).event(noon),
      "badge_definition"
    )
    assert.strictEqual(reason, "condition_failed")
    assert.deepEqual(detail, {
      unmet: [{ type: "event_count", key: lesson, operator: "gte", value: 10, current: 1, met: false }]
    })
  })

  it("counts only the days of its window, today included", () => {
    const world = new World({ badge_definitions: [badge({ badge_key: "two", criteria: counted(2, 3) })] })
    assert.deepEqual(
      ["17", "20", "22"].map((date) => keysOf(world.event(noonOf(date)))),
      [[], [], ["two"]]
    )
  })

  it("may follow from coins another badge paid in the same command", () => {
    const world = new World({
      badge_definitions: [
        badge({ badge_key: "rich", criteria: needs("coins_balance", 25) }),
        badge({ badge_key: "first", coin_reward: 25 })
      ]
    })
    assert.deepEqual(keysOf(world.event(noon)), ["first", "rich"])
  })

  it("at the end of a long chain comes with the next command, as no more than three rounds are run", () => {
    const chain = ["a", "b", "c", "d"].map((badge_key, index) =>
      badge({ badge_key, criteria: needs("badge_owned", true, String.fromCharCode("a".charCodeAt(0) + index + 1)) })
    )
    const world = new World({ badge_definitions: [...chain, badge({ badge_key: "e" })] })
    assert.deepEqual(keysOf(world.event(noon)), ["e", "d", "c"])
    assert.deepEqual(keysOf(world.event(noon, {}, { type: "login" })), ["b", "a"])
  })

  it("down a list is completed within one round", () => {
    const chain = ["b", "c", "d", "e", "f"].map((badge_key) =>
      badge({ badge_key, criteria: needs("badge_owned", true, String.fromCharCode(badge_key.charCodeAt(0) - 1)) })
    )
    assert.deepEqual(keysOf(new World({ badge_definitions: [badge({ badge_key: "a" }), ...chain] }).event(noon)), [
      "a",
      "b",
      "c",
      "d",
      "e",
      "f"
    ])
  })

  it("that is repeatable comes again when its criteria were false in between", () => {
    const repeatable = badge({ badge_key: "busy", criteria: counted(2, 1), repeatable: true })
    const world = new World({ badge_definitions: [repeatable] })
    const awards = ["20", "20", "20", "21", "21"].map((date) => keysOf(world.event(noonOf(date))).length)
    assert.deepEqual(awards, [0, 1, 0, 0, 1])
    assert.strictEqual(world.state.badges["busy"]!.count, 2)
  })

  it("that is repeatable comes again when its criteria fell with time, though nothing looked meanwhile", () => {
    const daily = badge({ badge_key: "daily", criteria: counted(1, 1), repeatable: true })
    const world = new World({ badge_definitions: [daily] })
    const awards = ["20", "20", "21", "24", "24"].map((date) => keysOf(world.event(noonOf(date))).length)
    assert.deepEqual(awards, [1, 0, 1, 1, 0])
  })

  it("that is repeatable comes again with the first day of a streak after one that broke", () => {
    const back = badge({ badge_key: "back", criteria: needs("streak_current", 1, "daily"), repeatable: true })
    const streak_rules = [{ streak_key: "daily", rule_id: "daily", qualifying: { events: [{ event_type: lesson }] } }]
    const world = new World({ badge_definitions: [back], streak_rules: streak_rules as never })
    const awards = ["20", "21", "24", "25"].map((date) => keysOf(world.event(noonOf(date))).length)
    assert.deepEqual(awards, [1, 0, 1, 0])
  })

  it("that is repeatable and not held is earned by events that come late, and then again in the present", () => {
    const repeatable = badge({ badge_key: "busy", criteria: counted(2, 1), repeatable: true })
    const world = new World({ badge_definitions: [repeatable] })
    const late = ["20", "20", "20"].map((date) => keysOf(world.event(noonOf(date), {}, { now: noonOf("22") })).length)
    const present = ["22", "22", "22"].map((date) => keysOf(world.event(noonOf(date))).length)
    assert.deepEqual(
      [late, present],
      [
        [0, 1, 0],
        [0, 1, 0]
      ]
    )
  })

  it("that is repeatable and was earned by what is past comes again with what rises from then on", () => {
    const criteria = {
      conditions: [{ type: "streak_current" as const, key: "daily", operator: "eq" as const, value: 0 }]
    }
    const resting = badge({ badge_key: "resting", criteria, repeatable: true })
    const streak_rules = [{ streak_key: "daily", rule_id: "daily", qualifying: { events: [{ event_type: lesson }] } }]
    const world = new World({ badge_definitions: [resting], streak_rules: streak_rules as never })
    const on = (date: string, now: string, type: string) =>
      keysOf(world.event(noonOf(date), {}, { now: noonOf(now), type })).length
    const awards = [on("20", "20", lesson), on("18", "20", "other"), on("24", "24", "other")]
    assert.deepEqual(awards, [0, 1, 1])
  })

  it("that is locked, meant for others or without criteria never comes", () => {
    const world = new World({
      badge_definitions: [
        badge({ badge_key: "locked", status: "locked" }),
        badge({ badge_key: "others", audience: "teachers" }),
        badge({ badge_key: "empty", criteria: {} })
      ]
    })
    assert.deepEqual(keysOf(world.event(noon)), [])
  })

  it("of days since hatching comes with the first command after the day was reached", () => {
    const world = new World({
      badge_definitions: [badge({ badge_key: "old", criteria: needs("days_since_hatched", 20) })]
    })
    assert.deepEqual(
      [keysOf(world.event(noonOf("20"))), keysOf(world.event(noonOf("21"), {}, { type: "login" }))],
      [[], ["old"]]
    )
  })

  it("already deserved under a newer config version comes with the next command", () => {
    const world = new World({ coin_rules: [coinRule()] })
    world.event(noon)
    const newer = contentOf({
      badge_definitions: [badge({ badge_key: "rich", criteria: needs("coins_lifetime", 10) })]
    })
    const command = {
      _tag: "Event" as const,
      event_id: "e",
      type: "login",
      occurred_at: Date.parse(noon),
      properties: {}
    }
    const decision = decide(
      compile(newer, { config_version_id: "v2" }),
      world.state,
      command,
      world.host.contextAt(Date.parse(noon), command)
    )
    assert.strictEqual(decision._tag === "Accepted" && decision.badges.length, 1)
  })
})

describe("a badge under manual review", () => {
  const reviewed = badge({ badge_key: "star", award_mode: "manual_review", coin_reward: 5 })

  it("is announced once and waits", () => {
    const world = new World({ badge_definitions: [reviewed] })
    assert.deepEqual(bodies(world.event(noon), "badge.ready"), [{ buddy_id: "buddy-1", badge_key: "star" }])
    assert.deepEqual(bodies(world.event(noon), "badge.ready"), [])
    assert.deepEqual([world.state.badges["star"]!.count, world.state.badges["star"]!.ready], [0, true])
  })

  it("is approved by awarding it", () => {
    const world = new World({ badge_definitions: [reviewed] })
    world.event(noon)
    const decision = world.accept(noon, { _tag: "AwardBadge", badge_key: "star", reason: "well done" })
    assert.strictEqual(bodies(decision, "badge.awarded")[0]!.reason, "well done")
    assert.deepEqual([world.state.badges["star"]!.count, world.state.badges["star"]!.ready], [1, false])
    assert.deepEqual(bodies(world.event(noon), "badge.ready"), [])
  })
})

describe("evolution", () => {
  const rules = (extra: object = {}) => ({
    max_stage: 2,
    stages: [
      {
        stage: 2,
        name: "Scout",
        requirements: {
          conditions: [
            { type: "event_count" as const, key: lesson, operator: "gte" as const, value: 2 },
            { type: "token_lifetime" as const, key: "xp", operator: "gte" as const, value: 40 }
          ]
        }
      }
    ],
    ...extra
  })
  const xpRule = coinRule({ token_key: "xp", amount: { mode: "fixed", value: 20 } }) as never

  it("is announced on the rising edge and stays ready", () => {
    const world = new World({ evolution_rules: rules(), token_types: [xp], token_rules: [xpRule] })
    assert.isFalse(world.event(noon).effects.evolution_ready)
    const decision = world.event(noon)
    assert.isTrue(decision.effects.evolution_ready)
    assert.deepEqual(bodies(decision, "evolution.ready"), [
      { buddy_id: "buddy-1", current_stage: 1, next_stage: 2, progress: 1, auto_evolve: false }
    ])
    assert.deepEqual(decision.signals, [])
    const third = world.event(noon)
    assert.isTrue(third.effects.evolution_ready)
    assert.deepEqual(bodies(third, "evolution.ready"), [])
  })

  it("is announced again when it is reached anew after a streak that broke", () => {
    const stage = { stage: 2, name: "Two", requirements: needs("streak_current", 1, "daily") }
    const evolution_rules = { max_stage: 2, stages: [{ stage: 1, name: "One" }, stage] }
    const streak_rules = [{ streak_key: "daily", rule_id: "daily", qualifying: { events: [{ event_type: lesson }] } }]
    const world = new World({ evolution_rules, streak_rules } as never)
    const told = ["20", "21", "24"].map((date) => bodies(world.event(noonOf(date)), "evolution.ready").length)
    assert.deepEqual(told, [1, 0, 1])
  })

  it("asks the outside to start where the tenant wants it automatic", () => {
    const world = new World({ evolution_rules: rules({ auto_evolve: true }), token_types: [xp], token_rules: [xpRule] })
    world.event(noon)
    assert.deepEqual(world.event(noon).signals, [{ _tag: "AutoEvolve" }])
  })

  it("asks for it under new rules that want it, of a buddy that was ready under the old ones", () => {
    const around = { token_types: [xp], token_rules: [xpRule] }
    const asked = new World({ evolution_rules: rules(), ...around })
    asked.event(noon)
    asked.event(noon)
    const automatic = new World({ evolution_rules: rules({ auto_evolve: true }), ...around })
    automatic.host.state = { ...asked.state, checked_config_version_id: "the version before" }
    const first = automatic.event(noon)
    assert.deepEqual(first.signals, [{ _tag: "AutoEvolve" }])
    assert.deepEqual(bodies(first, "evolution.ready"), [])
  })

  it("shows the mean of how near its requirements are", () => {
    const world = new World({ evolution_rules: rules(), token_types: [xp] })
    world.event(noon)
    const view = evolutionView(world.host.snapshot, world.state, { now: Date.parse(noon), tenant_timezone: "UTC" })
    assert.deepEqual([view.current_stage, view.next_stage, view.ready, view.progress], [1, 2, false, 0.25])
    assert.deepEqual(
      view.requirements.map(({ current, met }) => [current, met]),
      [
        [1, false],
        [0, false]
      ]
    )
  })

  it("ends at the last stage", () => {
    const world = new World({ evolution_rules: { max_stage: 1, stages: [] } })
    assert.isFalse(world.event(noon).effects.evolution_ready)
    const view = evolutionView(world.host.snapshot, world.state, { now: 0, tenant_timezone: "UTC" })
    assert.deepEqual([view.next_stage, view.progress, view.requirements], [null, 1, []])
  })
})
