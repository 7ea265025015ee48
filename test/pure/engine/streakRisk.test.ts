/** When a streak is looked at, so that its user hears in time that it will end. */
import { assert, describe, it } from "vitest"
import { lookAgainAt, looksAgainAt, risksOf } from "../../../src/engine/streaks/streakRisk.ts"
import { lesson, World } from "../../kit/engine/World.ts"

const rule = {
  rule_id: "streak-1",
  streak_key: "daily",
  qualifying: { events: [{ event_type: lesson }] },
  timezone: { mode: "user" as const, fallback: "UTC" },
  at_risk_minutes: 240
}
const worldOf = () => new World({ streak_rules: [rule] })
const west = { timezone: "America/Los_Angeles" }
const east = { timezone: "Asia/Tokyo" }

/** Of looks that are taken when they are due, and not before: the moment of the first that finds a risk. */
const foundAt = (world: World, now: string) => {
  const { snapshot } = world.host
  const factsAt = (moment: number) => ({ snapshot, state: world.state, now: moment, tenant_timezone: "UTC" })
  let moment = lookAgainAt(factsAt(Date.parse(now)))
  for (let looks = 0; looks < 10 && moment < Infinity; looks += 1) {
    if (risksOf(factsAt(moment)).length > 0) return new Date(moment).toISOString()
    moment = looksAgainAt(factsAt(moment))
  }
  return null
}

describe("a streak at risk", () => {
  it("is found in time by whoever goes east, where the day ends sooner", () => {
    const world = worldOf()
    world.event("2026-11-01T20:00:00Z", west)
    world.event("2026-11-02T20:00:00Z", east)
    // From its third day on it goes by Tokyo, which has had most of that day.
    assert.strictEqual(foundAt(world, "2026-11-02T20:00:00Z"), "2026-11-03T11:00:00.000Z")
    world.event("2026-11-03T09:00:00Z", east, { type: "something.else" })
    assert.strictEqual(foundAt(world, "2026-11-03T09:00:00Z"), "2026-11-03T11:00:00.000Z")
  })

  it("is found by whoever goes west, though it would have ended by now at home", () => {
    const world = worldOf()
    world.event("2026-11-01T03:00:00Z", east)
    world.event("2026-11-02T03:00:00Z", west)
    world.event("2026-11-03T18:00:00Z", west, { type: "something.else" })
    assert.strictEqual(foundAt(world, "2026-11-03T18:00:00Z"), "2026-11-04T04:00:00.000Z")
  })

  it("is found in time by whoever tells a zone for the first time", () => {
    const world = worldOf()
    world.event("2026-11-02T12:00:00Z")
    world.event("2026-11-02T13:00:00Z", east, { type: "something.else" })
    assert.strictEqual(foundAt(world, "2026-11-02T13:00:00Z"), "2026-11-03T11:00:00.000Z")
  })
})
