/** What is refused because nothing is left: only by what was read since whoever is refused has asked. */
import { assert, describe, it } from "vitest"
import { Effect } from "effect"
import type { ActorServicesShape } from "../../src/buddy/actor/ActorServices.ts"
import { Budgets } from "../../src/buddy/quota/Budgets.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { customer_id } from "./acme.ts"
import { committed, makeStage, outcomes } from "./mailbox.ts"
import { eventRequest } from "./support.ts"

/** One place of a quest, taken at first, which some events need; news come only to whoever waits for them. */
const stageOfPlaces = (needsPlace: (event_id: string) => boolean) => {
  const database = { used: 1, reads: 0 }
  const stage = makeStage({
    decide: (...given) => {
      const [, , command, context] = given
      const isRefused =
        command._tag === "Event" && needsPlace(command.event_id) && context.budget("quest", "places", 1) < 1
      return isRefused ? { _tag: "Rejected", error: { code: "quest_full", max: 1 } } : decide(...given)
    }
  })
  const budgets = new Budgets({
    read: (keys) => Effect.sync(() => keys.map(() => (database.reads++, database.used))),
    now: () => stage.now,
    runFork: () => {}
  })
  const refreshBudgets: ActorServicesShape["refreshBudgets"] = (keys, done) => {
    Effect.runSync(budgets.refresh(keys))
    done()
  }
  Object.assign(stage.env, { budgets, refreshBudgets })
  refreshBudgets([{ customer_id, rule_id: "quest", period_key: "places" }], () => {})
  return { database, stage }
}

describe("refusals for want of places", () => {
  it("does not refuse for want of places that others may have given back", () => {
    const { database, stage } = stageOfPlaces(() => true)
    stage.submit(eventRequest("too early"))
    assert.isUndefined(stage.flush(committed))
    assert.deepStrictEqual([outcomes(stage)["too early"], database.reads], ["CommandRejected", 1])
    stage.now += 200
    stage.submit(eventRequest("asked since"))
    while (stage.waits()) stage.flush(committed)
    assert.deepStrictEqual([outcomes(stage)["asked since"], database.reads], ["CommandRejected", 2])
    // However often it looked in vain.
    for (let n = 0; n < 10; n++) {
      if (n === 9) database.used = 0
      stage.now += 300
      stage.submit(eventRequest(`later ${n}`))
      while (stage.waits()) stage.flush(committed)
      assert.strictEqual(outcomes(stage)[`later ${n}`], n < 9 ? "CommandRejected" : "ok")
      assert.strictEqual(database.reads, n + 3)
    }
  })

  it("looks at places for whoever is refused beside others who are not", () => {
    const { database, stage } = stageOfPlaces((id) => id.startsWith("place"))
    stage.submit(eventRequest("held"))
    for (const [used, outcome] of [
      [1, "CommandRejected"],
      [0, "ok"]
    ] as const) {
      database.used = used
      stage.now += 300
      const reads = database.reads
      for (const id of ["other", "place"]) stage.submit(eventRequest(`${id} ${used}`))
      while (stage.waits()) stage.flush(committed)
      assert.deepStrictEqual([outcomes(stage)[`other ${used}`], outcomes(stage)[`place ${used}`]], ["ok", outcome])
      assert.strictEqual(database.reads, reads + 1)
    }
  })

  it("looks once before it says that nothing is left, however long a look takes", () => {
    const reads = { budgets: 0 }
    const stage = makeStage({
      decide: (...given) => {
        given[3].budget("quest", "places", 1)
        return { _tag: "Rejected", error: { code: "quest_full", max: 1 } }
      }
    })
    const budgets = new Budgets({
      read: (keys) => Effect.sync(() => keys.map(() => ((reads.budgets++, (stage.now += 300)), 1))),
      now: () => stage.now,
      runFork: () => {}
    })
    const { load } = stage.env
    Object.assign(stage.env, {
      budgets,
      load: (...given: Parameters<typeof load>) => {
        stage.now += 300
        load(...given)
      },
      refreshBudgets: (keys: Parameters<Budgets["refresh"]>[0], done: () => void) => {
        Effect.runSync(budgets.refresh(keys))
        done()
      }
    })
    Effect.runSync(budgets.refresh([{ customer_id, rule_id: "quest", period_key: "places" }]))
    for (const id of ["first", "later"]) {
      stage.submit(eventRequest(id))
      while (stage.waits()) stage.flush(committed)
      assert.strictEqual(outcomes(stage)[id], "CommandRejected")
    }
    assert.deepStrictEqual([reads.budgets, stage.loads], [3, 2])
  })
})
