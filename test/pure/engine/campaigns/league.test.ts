/** A season as a buddy knows it: the one that runs, if it has scored in it. */
import { assert, describe, it } from "vitest"
import { bodies, coinRule, World } from "../../../kit/engine/World.ts"

const rich = (value: number) => ({
  match: "all" as const,
  conditions: [{ type: "coins_lifetime" as const, key: null, operator: "gte" as const, value, window_days: null }]
})
const season = (season_id: string, starts_at: string, ends_at: string) => ({
  season_id,
  starts_at: Date.parse(starts_at),
  ends_at: Date.parse(ends_at),
  metric: { type: "coins_earned" as const, key: null }
})
const before = season("s1", "2026-11-13T00:00:00Z", "2026-11-20T00:00:00Z")
const running = season("s2", "2026-11-20T00:00:00Z", "2026-11-27T00:00:00Z")

/** Every evolution is followed by a new life. */
const living = () => {
  const stages = [
    { stage: 1, name: "Egg tooth" },
    { stage: 2, name: "Scout", requirements: rich(10) }
  ]
  const prestige = { requirements: rich(10), reset_to_stage: 1, max_level: 5 }
  const content = { coin_rules: [coinRule()], evolution_rules: { max_stage: 2, stages, prestige } }
  const world = new World(content, { campaigns: { seasons: [before, running] } })
  world.accept("2026-11-19T09:00:00Z", { _tag: "EarnCoins", amount: 10, reason: null, reference_id: null })
  const reborn = (at: string) => {
    const decision = world.accept(at, { _tag: "Evolve", from_stage: world.state.evolution_stage, image_url: null })
    return bodies(decision, "buddy.prestiged").map(({ season_id }) => season_id)
  }
  return { world, reborn }
}

describe("a new life", () => {
  it("is told with the season that runs, where the buddy has a score in it", () => {
    const { reborn, world } = living()
    assert.deepStrictEqual(reborn("2026-11-21T10:00:00Z"), [null])
    world.event("2026-11-21T11:00:00Z")
    assert.deepStrictEqual(reborn("2026-11-21T12:00:00Z"), ["s2"])
    assert.deepStrictEqual(reborn("2026-11-27T00:00:00Z"), [null])
  })

  it("is not told with a season that is over, also while late events count for it", () => {
    const { reborn, world } = living()
    world.event("2026-11-19T12:00:00Z", {}, { now: "2026-11-21T11:00:00Z" })
    assert.deepStrictEqual(reborn("2026-11-21T12:00:00Z"), [null])
  })

  it("is not told with a season in which reversals left the buddy no score", () => {
    const { reborn, world } = living()
    world.event("2026-11-21T11:00:00Z")
    world.event("2026-11-21T11:01:00Z")
    world.host.undo(Date.parse("2026-11-21T11:30:00Z"), { event_id: "event-1", mode: "clamp" })
    assert.deepStrictEqual(reborn("2026-11-21T12:00:00Z"), ["s2"])
    world.host.undo(Date.parse("2026-11-21T12:30:00Z"), { event_id: "event-2", mode: "clamp" })
    assert.deepStrictEqual(reborn("2026-11-21T13:00:00Z"), [null])
    world.event("2026-11-21T14:00:00Z")
    assert.deepStrictEqual(reborn("2026-11-21T15:00:00Z"), ["s2"])
  })

  it("knows nothing any more of a season that is closed", () => {
    const seasons = [running]
    const world = new World({ coin_rules: [coinRule()] }, { campaigns: { seasons } })
    world.event("2026-11-21T11:00:00Z")
    assert.strictEqual(world.state.season, "s2")
    seasons.pop()
    world.accept("2026-11-28T11:00:00Z", { _tag: "EarnCoins", amount: 1, reason: null, reference_id: null })
    assert.isUndefined(world.state.season)
  })
})
