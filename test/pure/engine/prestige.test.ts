/** What a buddy is ready for in the life that a prestige begins. */
import { assert, describe, it } from "vitest"
import { compile } from "../../../src/engine/core/Snapshot.ts"
import { bodies, contentOf, lesson, World, xp } from "../../kit/engine/World.ts"

const at = "2026-11-20T12:00:00Z"
const from = (type: string, value: number, key?: string) => ({
  conditions: [{ type, operator: "gte", value, ...(key === undefined ? {} : { key }) }]
})

/** An event at the last stage after which a new life begins. */
const reborn = (keeps: ReadonlyArray<string>, auto_evolve: boolean) => {
  const token_rule = { rule_id: "rule-1", rule_key: "xp", token_key: "xp", trigger: { event_type: lesson } }
  const world = new World({
    token_types: [xp],
    token_rules: [{ ...token_rule, amount: { mode: "fixed", value: 10 } }],
    evolution_rules: {
      max_stage: 2,
      auto_evolve,
      stages: [{ stage: 2, name: "Big", requirements: from("token_lifetime", 10, "xp") }],
      prestige: { requirements: from("token_lifetime", 20, "xp"), keeps, max_level: 1 }
    }
  } as never)
  world.event(at)
  world.accept(at, { _tag: "Evolve", from_stage: 1, image_url: null })
  const decision = world.event(at)
  assert.strictEqual(world.state.prestige_level, 1)
  return { decision, world }
}

describe("a new life", () => {
  it("is ready at once for the stage that asks for no more than it kept", () => {
    const { decision, world } = reborn(["tokens"], false)
    assert.isTrue(decision.effects.evolution_ready)
    assert.deepStrictEqual(
      decision.outbound.map(({ event }) => event),
      ["token.earned", "buddy.prestiged", "evolution.ready"]
    )
    assert.deepInclude(bodies(decision, "evolution.ready")[0], { current_stage: 1, next_stage: 2, progress: 1 })
    const next = world.event(at)
    assert.isTrue(next.effects.evolution_ready)
    assert.deepStrictEqual(bodies(next, "evolution.ready"), [])
  })

  it("goes on growing by itself where its rules want that", () => {
    assert.deepInclude(reborn(["tokens"], true).decision.signals, { _tag: "AutoEvolve" })
  })

  it("is not ready for what it gave up", () => {
    const { decision } = reborn(["coins"], true)
    assert.isFalse(decision.effects.evolution_ready)
    assert.deepStrictEqual(bodies(decision, "evolution.ready"), [])
    assert.notDeepInclude(decision.signals, { _tag: "AutoEvolve" })
  })

  it("begins without the points of skills that only another version has", () => {
    const skill = { skill_key: "focus", name: "Focus", start_level: 1, max_level: 20 }
    const study = { skill_set_id: "set-1", skill_set_key: "study", name: "Study", skills: [skill] }
    const skilled = contentOf({ skill_sets: [{ ...study, level_curve: { mode: "linear", base: 100 } }] } as never)
    const updates = [{ skill_key: "focus", operation: "set" as const, value: 9 }]
    const prestige = { requirements: from("evolution_stage", 2), keeps: [], max_level: 1 }
    const world = new World({
      evolution_rules: { max_stage: 2, stages: [{ stage: 2, name: "Big" }], prestige }
    } as never)
    const { snapshot } = world.host
    const liveBy = (rules: typeof snapshot) => Object.assign(world.host, { snapshot: rules })
    const withSkills = compile(skilled, { config_version_id: "v2" })
    liveBy(withSkills)
    world.accept(at, { _tag: "UpdateSkills", updates })
    liveBy(snapshot)
    world.accept(at, { _tag: "Evolve", from_stage: 1, image_url: null })
    assert.strictEqual(world.state.prestige_level, 1)
    liveBy(withSkills)
    const raised = world.accept(at, {
      _tag: "UpdateSkills",
      updates: [{ ...updates[0]!, operation: "increase", value: 1 }]
    })
    assert.deepInclude(raised.reply, { updates: { focus: { level: 2, previous: 1, change: 1 } } })
  })

  it("that begins with skills changed by hand tells what is left of them, as one that an event begins", () => {
    const skill = { skill_key: "focus", name: "Focus", start_level: 1, max_level: 20 }
    const study = { skill_set_id: "set-1", skill_set_key: "study", name: "Study", skills: [skill] }
    const world = new World({
      skill_sets: [{ ...study, level_curve: { mode: "linear", base: 100 } }],
      evolution_rules: {
        max_stage: 2,
        stages: [{ stage: 2, name: "Big" }],
        prestige: { requirements: from("skill_level", 9, "focus"), keeps: [], max_level: 1 }
      }
    } as never)
    world.accept(at, { _tag: "Evolve", from_stage: 1, image_url: null })
    const set = (value: number) =>
      world.accept(at, {
        _tag: "UpdateSkills",
        updates: [{ skill_key: "focus", operation: "set", value }]
      })
    assert.deepStrictEqual(bodies(set(4), "skill.updated")[0]!.updates, {
      focus: { level: 4, previous: 1, change: 3 }
    })
    const decision = set(9)
    assert.strictEqual(world.state.prestige_level, 1)
    assert.deepInclude(decision.reply, { updates: { focus: { level: 9, previous: 4, change: 5 } } })
    assert.deepStrictEqual(
      bodies(decision, "skill.updated").map(({ updates }) => updates),
      [{ focus: { level: 1, previous: 4, change: -3 } }]
    )
    assert.deepStrictEqual(bodies(decision, "skill.level_up"), [])
  })
})
