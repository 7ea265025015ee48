import { assert, describe, it } from "vitest"
import { bodies, coinRule, World } from "../../kit/engine/World.ts"

const noon = "2026-11-20T12:00:00Z"

const skillSet = {
  skill_set_id: "set-1",
  skill_set_key: "study",
  name: "Study",
  skills: [{ skill_key: "focus", name: "Focus", max_level: 3 }],
  level_curve: { mode: "quadratic" as const, base: 100 }
}
const skillRule = (value: number, extra: object = {}) =>
  coinRule({
    rule_id: "skill-1",
    rule_key: "focus_up",
    skill_key: "focus",
    amount: { mode: "fixed", value },
    ...extra
  }) as never

describe("a skill rule", () => {
  it("gives points, and a level once the curve's threshold is reached", () => {
    const world = new World({ skill_sets: [skillSet], skill_rules: [skillRule(60)] })
    const first = world.event(noon)
    assert.deepEqual(bodies(first, "skill.updated"), [])
    assert.deepEqual(bodies(first, "skill.level_up"), [])
    const second = world.event(noon)
    assert.deepEqual(bodies(second, "skill.updated"), [
      { buddy_id: "buddy-1", updates: { focus: { level: 1, previous: 0, change: 1 } } }
    ])
    assert.deepEqual(bodies(second, "skill.level_up"), [
      { buddy_id: "buddy-1", skill_key: "focus", level: 1, previous: 0, change: 1 }
    ])
    assert.deepEqual(world.state.skills, { focus: 120 })
  })

  it("runs before coin rules, so that a condition on the level sees what the event brought", () => {
    const conditions = { conditions: [{ type: "skill_level", key: "focus", operator: "gte", value: 1 }] }
    const world = new World({
      skill_sets: [skillSet],
      skill_rules: [skillRule(100)],
      coin_rules: [coinRule({ conditions })]
    })
    assert.strictEqual(world.event(noon).effects.coins, 10)
  })

  it("lifts no level beyond the top", () => {
    const world = new World({ skill_sets: [skillSet], skill_rules: [skillRule(1_000_000)] })
    assert.strictEqual(bodies(world.event(noon), "skill.level_up")[0]!.level, 3)
    assert.deepEqual(bodies(world.event(noon), "skill.level_up"), [])
  })
})

describe("a decay rule", () => {
  const fading = (period: "day" | "week" | "month") =>
    new World({
      skill_sets: [skillSet],
      skill_decay_rules: [{ rule_id: "fade-1", rule_key: "fade", skill_key: "focus", idle_days: 1, period }]
    })
  const fade = (world: World, date: string, period_key: string) => {
    const command = { _tag: "DecaySkill", rule_id: "fade-1", period_key } as const
    const { reply } = world.accept(`2026-${date}T12:00:00Z`, command)
    return reply._tag === "Decay" && reply.is_applied
  }

  it("runs once in a period, and goes on by its new period when it is edited", () => {
    const weekly = fading("week")
    weekly.host.state = { ...weekly.state, skills: { focus: 900 } }
    assert.isTrue(fade(weekly, "11-20", "2026-W47"))
    assert.isFalse(fade(weekly, "11-21", "2026-W47"))
    const daily = fading("day")
    daily.host.state = weekly.state
    assert.isTrue(fade(daily, "11-21", "2026-11-21"))
    assert.isFalse(fade(daily, "11-21", "2026-11-21"))
    assert.deepEqual(daily.state.skills, { focus: 100 })
  })
})

describe("a level that is ranked", () => {
  it("is nothing again where it fell to nothing, in a season too, and no row for whoever never had a point", () => {
    const metric = { type: "skill_level" as const, key: "focus" }
    const season = { season_id: "s1", starts_at: Date.parse("2026-11-20T00:00:00Z"), ends_at: Date.parse("2026-11-27") }
    const world = new World(
      { skill_sets: [skillSet] },
      {
        campaigns: {
          leaderboards: [{ subject_id: "board", period: "all_time", metric }],
          seasons: [{ ...season, metric }]
        }
      }
    )
    const ranked = (level: number | undefined) => {
      if (level !== undefined) {
        const updates = [{ skill_key: "focus", operation: "set" as const, value: level }]
        world.accept(noon, { _tag: "UpdateSkills", updates, reason: null, reference_id: null } as never)
      }
      world.event(noon)
      return [...world.host.rows.scores.values()]
    }
    assert.deepEqual(ranked(undefined), [])
    assert.deepEqual(ranked(2), [2, 2])
    assert.strictEqual(world.state.season, "s1")
    assert.deepEqual(ranked(1), [1, 1])
    assert.deepEqual(ranked(0), [0, 0])
    assert.isUndefined(world.state.season)
  })
})
