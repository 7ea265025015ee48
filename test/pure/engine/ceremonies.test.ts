/** What a user may watch: each hatching, stage and new life once, the newest first. */
import { assert, describe, it } from "vitest"
import { pendingCeremonies, pendingCeremony } from "../../../src/engine/growth/ceremonies.ts"
import type { CeremonyKind } from "../../../src/wire/answers/Buddy.ts"
import { bodies, World } from "../../kit/engine/World.ts"

const rich = (value: number) => ({
  match: "all" as const,
  conditions: [{ type: "coins_lifetime" as const, key: null, operator: "gte" as const, value, window_days: null }]
})
const evolution_rules = {
  max_stage: 3,
  stages: [
    { stage: 1, name: "Egg tooth" },
    { stage: 2, name: "Scout", requirements: rich(10) },
    { stage: 3, name: "Sage", requirements: rich(20) }
  ],
  prestige: { requirements: rich(1_000), reset_to_stage: 1, max_level: 3 }
}
const living = (max_level: number) => ({
  ...evolution_rules,
  prestige: { ...evolution_rules.prestige, max_level }
})
const at = "2026-11-20T12:00:00Z"

const opened = (lives = 3) => {
  const world = new World({ evolution_rules: living(lives) })
  const earn = (amount: number) => world.accept(at, { _tag: "EarnCoins", amount, reason: null, reference_id: null })
  const evolve = () => world.accept(at, { _tag: "Evolve", from_stage: world.state.evolution_stage, image_url: null })
  const command = (ceremony: CeremonyKind, evolution_stage: number) =>
    ({ _tag: "CompleteCeremony", ceremony, evolution_stage }) as const
  const watch = (ceremony: CeremonyKind, stage: number) => world.accept(at, command(ceremony, stage))
  const refused = (ceremony: CeremonyKind, stage: number) => world.refuse(at, command(ceremony, stage))
  const pending = () => pendingCeremony(world.state)
  return { world, earn, evolve, watch, refused, pending }
}

describe("a ceremony", () => {
  it("of the hatching waits from birth, and is told of once", () => {
    const { pending, watch } = opened()
    assert.deepStrictEqual(pending(), { ceremony: "hatch", evolution_stage: 1 })
    const first = watch("hatch", 1)
    assert.deepStrictEqual(first.reply, { _tag: "Ceremony", already_recorded: false })
    assert.deepStrictEqual(bodies(first, "buddy.ceremony_completed"), [
      {
        buddy_id: "buddy-1",
        user_id: "user-1",
        ceremony: "hatch",
        evolution_stage: 1,
        occurred_at: "2026-11-20T12:00:00.000Z"
      }
    ])
    assert.deepStrictEqual(first.entries, [])
    assert.isNull(pending())
    const again = watch("hatch", 1)
    assert.deepStrictEqual(again.reply, { _tag: "Ceremony", already_recorded: true })
    assert.deepStrictEqual([again.outbound, again.history], [[], []])
  })

  it("that nobody reached cannot be watched, and nothing changes", () => {
    const { refused, world } = opened()
    const before = world.state
    for (const [ceremony, evolution_stage] of [
      ["evolution", 2],
      ["prestige", 1],
      ["hatch", 2]
    ] as const) {
      assert.deepStrictEqual(refused(ceremony, evolution_stage), {
        code: "ceremony_not_pending",
        ceremony,
        evolution_stage
      })
    }
    assert.strictEqual(world.state, before)
  })

  it("waits for each stage, the newest first", () => {
    const { earn, evolve, pending, watch } = opened()
    earn(20)
    evolve()
    evolve()
    assert.deepStrictEqual(pending(), { ceremony: "evolution", evolution_stage: 3 })
    watch("evolution", 3)
    assert.deepStrictEqual(pending(), { ceremony: "evolution", evolution_stage: 2 })
    watch("evolution", 2)
    watch("hatch", 1)
    assert.isNull(pending())
  })

  it("is watched anew in a new life, and takes no record of the old one back", () => {
    const { earn, evolve, pending, watch } = opened()
    earn(20)
    evolve()
    watch("evolution", 2)
    earn(1_000)
    assert.deepStrictEqual(pending(), { ceremony: "prestige", evolution_stage: 1 })
    assert.deepStrictEqual(watch("evolution", 2).reply, { _tag: "Ceremony", already_recorded: true })
    watch("prestige", 1)
    evolve()
    const second = watch("evolution", 2)
    assert.deepStrictEqual(second.reply, { _tag: "Ceremony", already_recorded: false })
    assert.deepInclude(second.history[0]!.body, { evolution_stage: 2, prestige_level: 1 })
  })

  it("waits for each life: the newest ten, each of which can be watched once", () => {
    const { earn, evolve, pending, watch, world } = opened(20)
    earn(2_000)
    for (let life = 0; life < 12; life++) evolve()
    assert.strictEqual(world.state.prestige_level, 12)
    const waiting = pendingCeremonies(world.state)
    assert.lengthOf(waiting, 10)
    assert.deepStrictEqual(
      waiting.slice(0, 3).map(({ ceremony, prestige_level }) => [ceremony, prestige_level]),
      [
        ["prestige", 12],
        ["evolution", 11],
        ["prestige", 11]
      ]
    )
    const told = waiting.map(({ ceremony, evolution_stage, prestige_level }) => {
      assert.deepStrictEqual(pending(), { ceremony, evolution_stage })
      const watched = watch(ceremony, evolution_stage)
      assert.deepInclude(watched.history[0]!.body, { ceremony, evolution_stage, prestige_level })
      return bodies(watched, "buddy.ceremony_completed").length
    })
    assert.deepStrictEqual(told, Array<number>(10).fill(1))
    assert.isNull(pending())
    assert.deepStrictEqual(watch("prestige", 1).reply, { _tag: "Ceremony", already_recorded: true })
  })

  it("remembers the fifty that were watched last", () => {
    const { earn, evolve, watch, world } = opened(60)
    watch("hatch", 1)
    earn(2_000)
    for (let life = 0; life < 50; life++) {
      evolve()
      watch("prestige", 1)
    }
    const recorded = world.state.ceremonies!.filter((one) => one.recorded)
    assert.lengthOf(recorded, 50)
    assert.isFalse(recorded.some(({ ceremony }) => ceremony === "hatch"))
    assert.strictEqual(recorded.at(-1)!.prestige_level, world.state.prestige_level)
  })

  it("is none for what was reached before there were ceremonies, and one for what comes after", () => {
    const { ceremonies: _none, ...old } = new World({ evolution_rules }).state
    const { earn, evolve, pending, refused, world } = opened()
    world.host.state = old
    assert.isNull(pending())
    assert.strictEqual(refused("hatch", 1).code, "ceremony_not_pending")
    earn(10)
    evolve()
    assert.deepStrictEqual(pending(), { ceremony: "evolution", evolution_stage: 2 })
  })
})
