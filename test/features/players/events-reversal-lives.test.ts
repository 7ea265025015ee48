/** Taking back an event of a life before, when the rules of lives are others by now. */
import { assert, describe, it } from "vitest"
import { startTestService } from "hatchery/testing"

const trigger = { event_type: "lesson.completed" }
const growing = (keeps: ReadonlyArray<string>) => ({
  max_stage: 2,
  stages: [{ stage: 2, name: "Big" }],
  prestige: {
    requirements: { conditions: [{ type: "skill_level", key: "focus", operator: "gte", value: 1 }] },
    keeps,
    max_level: 1
  }
})
const content = (keeps: ReadonlyArray<string>) => ({
  skill_sets: [
    {
      skill_set_key: "study",
      name: "Study",
      skills: [{ skill_key: "focus", name: "Focus", start_level: 0, max_level: 20 }],
      level_curve: { mode: "linear", base: 100 }
    }
  ],
  skill_rules: [{ rule_key: "focus", skill_key: "focus", trigger, amount: { mode: "fixed", value: 100 } }],
  evolution_rules: growing(keeps)
})

/** A buddy that began a new life with its first lesson and took another since, and then came to other rules. */
const reborn = async (before: ReadonlyArray<string>, after: ReadonlyArray<string>) => {
  const service = await startTestService()
  const tenant = await service.tenant()
  await tenant.publish(content(before))
  const { buddy_id } = await tenant.hatch("ada")
  const isDone = (operation_id: string) => async () => (await tenant.operation(operation_id)).status === "completed"
  const grown = (await tenant.call("POST", `/buddies/${buddy_id}/evolve`)).body
  await service.advanceUntil("the buddy has grown", isDone(grown.operation_id))
  await tenant.send({ user_id: "ada", type: "lesson.completed", event_id: "first" })
  assert.deepInclude(await tenant.buddy("ada"), { evolution_stage: 1, prestige_level: 1 })
  await service.advance("1 minute")
  await tenant.send({ user_id: "ada", type: "lesson.completed", event_id: "second" })
  assert.strictEqual((await tenant.call("PUT", "/evolution-rules", growing(after))).status, 200)
  const draft = (await tenant.call("POST", "/config-versions")).body.config_version_id
  assert.strictEqual((await tenant.call("POST", `/config-versions/${draft}/publish`)).status, 200)
  const moving = (await tenant.call("POST", `/config-versions/${draft}/migrate-buddies`, {})).body
  await service.advanceUntil("the buddy has moved", isDone(moving.operation_id))
  const pointsWithout = async (event_id: string) => {
    const taken = await tenant.call("POST", `/events/${event_id}/reverse`, {})
    assert.strictEqual(taken.status, 200, taken.text)
    return (await tenant.buddy("ada")).skills["focus"]!.points
  }
  return { pointsWithout, [Symbol.asyncDispose]: () => service.stop() }
}

describe("an event of a former life", () => {
  it("takes no points of a life that began without them, whatever later lives will keep", async () => {
    await using buddy = await reborn(["coins"], ["coins", "skills"])
    assert.strictEqual(await buddy.pointsWithout("first"), 100)
    assert.strictEqual(await buddy.pointsWithout("second"), 0)
  })

  it("takes the points that were kept, though later lives will begin without them", async () => {
    await using buddy = await reborn(["coins", "skills"], ["coins"])
    assert.strictEqual(await buddy.pointsWithout("first"), 100)
  })
})
