import { assert, describe, it } from "vitest"
import { bodies, lesson, World } from "../../kit/engine/World.ts"

const daily = (extra: object = {}) => ({
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  ...extra
})
const worldOf = (extra: object = {}, around: object = {}) => new World({ streak_rules: [daily(extra)] }, around)
const noonOf = (date: string) => `2026-${date}T12:00:00Z`

/** One event at noon of each date; the lengths after each. */
const lengths = (world: World, dates: Array<string>) =>
  dates.map((date) => world.event(noonOf(date)).effects.streak_updates[0]!.current_streak)

describe("a milestone", () => {
  const milestones = [
    { length: 2, reward: { coins: 50 } },
    { every: 2, reward: { coins: 5 } }
  ]

  it("pays its reward and is announced when the streak reaches it", () => {
    const world = worldOf({ milestones })
    world.event(noonOf("11-20"))
    const decision = world.event(noonOf("11-21"))
    assert.strictEqual(decision.effects.coins, 55)
    // One length is one milestone, however many of the rule's entries pay for it.
    assert.deepEqual(bodies(decision, "streak.milestone"), [
      {
        buddy_id: "buddy-1",
        current_streak: 2,
        longest_streak: 2,
        milestone: 2,
        event_id: "event-2"
      }
    ])
    assert.deepEqual(
      decision.entries.map(({ reason, rule_id }) => [reason, rule_id]),
      [
        ["streak", "streak-1"],
        ["streak", "streak-1"]
      ]
    )
  })

  it("pays again in a new run, and at each multiple of every", () => {
    const world = worldOf({ milestones })
    const coins = ["11-18", "11-19", "11-20", "11-21", "11-24", "11-25"].map(
      (date) => world.event(noonOf(date)).effects.coins
    )
    assert.deepEqual(coins, [0, 55, 0, 5, 0, 55])
  })

  it("that was paid, taken back and reached anew is paid once, and so are the others of its run", () => {
    const pays = [2, 3, 4].map((length) => ({ length, reward: { coins: 10 ** length } }))
    for (const reversed of ["event-1", "event-2", "event-3", "event-4"]) {
      const world = worldOf({ milestones: pays })
      const dates = ["11-17", "11-18", "11-19", "11-20"]
      for (const date of dates) world.event(noonOf(date))
      assert.strictEqual(world.state.coins.balance, 11_100)
      world.host.undo(Date.parse(noonOf("11-20")), { event_id: reversed, mode: "clamp" })
      world.event(noonOf(dates[Number(reversed.at(-1)) - 1]!), {}, { now: noonOf("11-20") })
      assert.strictEqual(world.state.streaks["daily"]!.current, 4)
      assert.strictEqual(world.state.coins.balance, 11_100, reversed)
    }
  })

  it("is not paid again by what is left of a run either", () => {
    const world = worldOf({ milestones: [{ length: 3, reward: { coins: 50 } }] })
    lengths(world, ["11-17", "11-18", "11-19"])
    world.host.undo(Date.parse(noonOf("11-19")), { event_id: "event-1", mode: "clamp" })
    assert.deepEqual(lengths(world, ["11-20", "11-21"]), [3, 4])
    assert.strictEqual(world.state.coins.balance, 50)
  })

  it("is not paid twice when a late event joins two runs", () => {
    const world = worldOf({
      milestones: [
        { length: 2, reward: { coins: 50 } },
        { length: 4, reward: { coins: 400 } }
      ]
    })
    const coins = ["11-17", "11-18", "11-20"].map((date) => world.event(noonOf(date)).effects.coins)
    assert.deepEqual(coins, [0, 50, 0])
    assert.strictEqual(world.event(noonOf("11-19"), {}, { now: noonOf("11-20") }).effects.coins, 400)
  })

  it("hands out every part of its reward", () => {
    const reward = {
      tokens: [{ token_key: "gem", amount: 3 }],
      badges: ["hero"],
      skills: [{ skill_key: "focus", amount: 7 }],
      items: ["item-1"],
      streak_freezes: 2
    }
    const world = new World({
      streak_rules: [daily({ freezes: { max: 1 }, milestones: [{ length: 1, reward }] })],
      token_types: [{ token_type_id: "t", token_key: "gem", name: "Gem", kind: "primary" }],
      badge_definitions: [
        { badge_definition_id: "b", badge_key: "hero", label: "Hero", award_mode: "api", coin_reward: 4 }
      ],
      skill_sets: [
        {
          skill_set_id: "s",
          skill_set_key: "s",
          name: "S",
          skills: [{ skill_key: "focus", name: "Focus" }],
          level_curve: { mode: "linear", base: 5 }
        }
      ]
    })
    const decision = world.event(noonOf("11-20"))
    assert.deepEqual(decision.effects.tokens, [{ token_key: "gem", amount: 3, balance: 3 }])
    assert.deepEqual(decision.effects.badges_awarded, [{ badge_key: "hero", label: "Hero", coin_reward: 4 }])
    assert.deepEqual(world.state.skills, { focus: 7 })
    assert.deepEqual(decision.signals, [{ _tag: "GrantItems", item_ids: ["item-1"] }])
    assert.strictEqual(world.state.streaks["daily"]!.freezes_left, 1)
  })
})
