/** One actor and its requests, and a cell of them. */
import { assert, describe, it } from "vitest"
import { attempts_max, backlog_max, mailbox_max, waited_ms_max } from "../../src/buddy/actor/Limits.ts"
import { Cell, idle_ms_max } from "../../src/buddy/actor/Cell.ts"
import type { Actor, Directory } from "../../src/buddy/actor/Directory.ts"
import type { ActorServicesShape } from "../../src/buddy/actor/ActorServices.ts"
import { type BuddyRequest, unavailable } from "../../src/buddy/Protocol.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { Exit } from "effect"
import { customer_id, facts } from "./acme.ts"
import { buddy_id, committed, config_version_id, makeStage, outcomes, snapshot, tagOf } from "./mailbox.ts"
import { commandRequest, eventRequest } from "./support.ts"

const spend = (amount: number) => ({ _tag: "SpendCoins", amount, reason: null, reference_id: null }) as const

describe("a mailbox", () => {
  it("decides together what arrived while a change set was under way", () => {
    const stage = makeStage()
    stage.submit(eventRequest("a"))
    stage.submit(eventRequest("b"))
    assert.deepStrictEqual(stage.flush(committed), ["a", "b"])
    assert.isFalse(stage.waits())
    assert.deepStrictEqual(outcomes(stage), { a: "ok", b: "ok" })
  })

  it("turns the flood away and keeps what it has accepted", () => {
    const stage = makeStage()
    for (let n = 0; n <= mailbox_max; n++) stage.submit(eventRequest(`n-${n}`))
    assert.deepStrictEqual(outcomes(stage), { [`n-${mailbox_max}`]: "Unavailable" })
    while (stage.waits()) assert.isAtMost(stage.flush(committed)!.length, 256)
    assert.strictEqual(stage.answers.length, mailbox_max + 1)
    assert.strictEqual(stage.backlog.requests, 0)
    stage.backlog.requests = backlog_max
    stage.submit(eventRequest("others wait"))
    assert.strictEqual(outcomes(stage)["others wait"], "Unavailable")
  })

  it("turns away who waited so long that another owner may have answered", () => {
    const stage = makeStage()
    stage.submit(commandRequest("held", spend(1)))
    stage.now += waited_ms_max
    stage.submit(eventRequest("in time"))
    stage.now += 1
    // It froze before this flush: somebody else has written, and told whoever spends that there is nothing to spend.
    stage.coins = 1
    assert.deepStrictEqual(stage.flush({ _tag: "Stale" }), ["in time"])
    assert.deepStrictEqual(outcomes(stage), { held: "Unavailable" })
    assert.deepStrictEqual(stage.flush(committed), ["in time"])
    stage.submit(commandRequest("alone", spend(1)))
    stage.now += waited_ms_max + 1
    assert.isUndefined(stage.flush(committed))
    assert.deepStrictEqual(outcomes(stage), { held: "Unavailable", "in time": "ok", alone: "Unavailable" })
    assert.isTrue(stage.actor.isIdle())
    assert.strictEqual(stage.backlog.requests, 0)
  })

  it("outlives rules that throw, and so do the other requests", () => {
    const stage = makeStage({
      decide: (...given) => {
        if (given[2]._tag === "Event" && given[2].event_id === "boom") throw new Error("a bug")
        return decide(...given)
      }
    })
    for (const id of ["a", "boom", "b"]) stage.submit(eventRequest(id))
    assert.deepStrictEqual(stage.flush(committed), ["a", "b"])
    stage.submit(eventRequest("boom"))
    stage.flush(committed)
    stage.submit(eventRequest("c"))
    assert.deepStrictEqual(stage.flush(committed), ["c"])
    assert.deepStrictEqual(outcomes(stage), { a: "ok", boom: "Die", b: "ok", c: "ok" })
  })

  it("goes on while its tenant is changed without pause, by what was read after a request came", () => {
    const reads: Array<Parameters<ActorServicesShape["facts"]>[1]> = []
    const named = { ...snapshot, names_implicit: true }
    const stage = makeStage(
      {
        cachedFacts: () => undefined,
        facts: (_customer, done) => void reads.push(done),
        cachedSnapshot: (_customer, _id, read) => (read === facts ? named : undefined)
      },
      named
    )
    const read = () => reads.shift()!(Exit.succeed(facts))
    for (const id of ["a", "b"]) stage.submit(eventRequest(id))
    assert.isUndefined(stage.flush(committed))
    // Of a change that was made before it was sent, this read may not know.
    stage.submit(eventRequest("late"))
    read()
    assert.deepStrictEqual(stage.flush(committed), ["a", "b"])
    assert.isUndefined(stage.flush(committed))
    read()
    assert.deepStrictEqual(stage.flush(committed), ["late"])
    stage.submit(eventRequest("unread"))
    stage.flush(committed)
    reads.shift()!(unavailable("away"))
    assert.deepStrictEqual(outcomes(stage), { a: "ok", b: "ok", late: "ok", unread: "Unavailable" })
  })

  it("lets only the request fail that cannot be written down", () => {
    const stage = makeStage()
    const never = eventRequest("never")
    stage.submit(eventRequest("a"))
    stage.submit({ ...never, command: { ...never.command, occurred_at: Infinity } as BuddyRequest["command"] })
    stage.submit(eventRequest("b"))
    while (stage.waits()) stage.flush(committed)
    assert.deepStrictEqual(outcomes(stage), { a: "ok", never: "Die", b: "ok" })
    assert.strictEqual(stage.backlog.requests, 0)
  })

  it("reads again and decides again when somebody else has written, but not for ever", () => {
    const stage = makeStage()
    stage.submit(eventRequest("a"))
    let flushes = 0
    while (stage.waits() && flushes++ < 100) stage.flush({ _tag: "Stale" })
    assert.strictEqual(stage.loads, flushes)
    assert.deepStrictEqual(outcomes(stage), { a: "Unavailable" })
    stage.submit(eventRequest("b"))
    stage.flush(committed)
    assert.strictEqual(outcomes(stage)["b"], "ok")
  })

  it("does not refuse on a memory that may be old", () => {
    const stage = makeStage()
    stage.submit(eventRequest("a"))
    stage.flush(committed)
    stage.coins = 50
    stage.now += 1_000
    stage.submit(commandRequest("buy", spend(40)))
    assert.isUndefined(stage.flush(committed))
    assert.deepStrictEqual(stage.flush(committed), ["buy"])
    assert.deepStrictEqual([outcomes(stage)["buy"], stage.loads], ["ok", 2])
    stage.submit(commandRequest("buy more", spend(40)))
    assert.isUndefined(stage.flush(committed))
    assert.deepStrictEqual([outcomes(stage)["buy more"], stage.loads], ["CommandRejected", 2])
    // Another audience may be the buddy's since, for one.
    stage.facts = { ...facts }
    stage.submit(commandRequest("buy later", spend(40)))
    assert.isUndefined(stage.flush(committed))
    assert.deepStrictEqual(stage.flush(committed), ["buy later"])
    assert.deepStrictEqual([outcomes(stage)["buy later"], stage.loads], ["ok", 3])
  })

  it("keeps nothing of the vain attempts of who was turned away", () => {
    const stage = makeStage()
    stage.submit(eventRequest("late"))
    for (let n = 0; n < attempts_max; n++) stage.flush({ _tag: "Stale" })
    stage.now += waited_ms_max + 1
    assert.isUndefined(stage.flush(committed))
    stage.submit(eventRequest("next"))
    stage.flush({ _tag: "Stale" })
    stage.flush(committed)
    assert.deepStrictEqual(outcomes(stage), { late: "Unavailable", next: "ok" })
  })

  it("tells callers that the outcome is open, and starts from the database afterwards", () => {
    const stage = makeStage()
    stage.submit(eventRequest("a"))
    stage.flush({ _tag: "Unknown", reason: "the connection is gone" })
    assert.deepStrictEqual(outcomes(stage), { a: "Unavailable" })
    stage.loadFails = true
    stage.submit(eventRequest("b"))
    assert.deepStrictEqual([outcomes(stage)["b"], stage.waits()], ["Unavailable", false])
    stage.loadFails = false
    stage.submit(eventRequest("a"))
    stage.flush(committed)
    assert.strictEqual(tagOf(stage.answers.at(-1)?.[1]), "ok")
    assert.strictEqual(stage.loads, 3)
  })

  it("takes nothing more once closed, and closes after its last answer", () => {
    const stage = makeStage()
    let isClosed = false
    stage.submit(eventRequest("a"))
    stage.actor.close(() => (isClosed = true))
    assert.isFalse(stage.submit(eventRequest("b")))
    assert.isFalse(isClosed)
    stage.flush(committed)
    assert.isTrue(isClosed)
    assert.deepStrictEqual(outcomes(stage), { a: "ok" })
  })
})

describe("a cell", () => {
  const cellOn = (stage: ReturnType<typeof makeStage>) => {
    const awake = new Map<string, Actor>()
    const directory: Directory["Service"] = {
      get: (customer, buddy) => awake.get(customer + buddy),
      register: (customer, buddy, actor) => void awake.set(customer + buddy, actor),
      unregister: (customer, buddy, actor) => {
        if (awake.get(customer + buddy) === actor) awake.delete(customer + buddy)
      },
      size: () => awake.size,
      deepest: () => 0
    }
    return { awake, cell: new Cell(stage.env, directory) }
  }

  it("lets go when the last of its buddies has given its answer", () => {
    const stage = makeStage()
    const { awake, cell } = cellOn(stage)
    cell.actor(customer_id, buddy_id)
    cell.actor(customer_id, config_version_id)!.submit(eventRequest("a"), (exit) => stage.answers.push(["a", exit]))
    let isClosed = false
    cell.close(() => (isClosed = true))
    assert.deepStrictEqual([isClosed, awake.size, cell.actor(customer_id, buddy_id)], [false, 0, undefined])
    stage.flush(committed)
    assert.deepStrictEqual([isClosed, outcomes(stage)], [true, { a: "ok" }])
  })

  it("puts to sleep whom nobody has called for long, and wakes him again", () => {
    const stage = makeStage()
    const { awake, cell } = cellOn(stage)
    const first = cell.actor(customer_id, buddy_id)!
    cell.sweep()
    assert.strictEqual(cell.actor(customer_id, buddy_id), first)
    stage.now += idle_ms_max + 1
    cell.sweep()
    assert.isFalse(first.submit(eventRequest("a"), () => {}))
    assert.strictEqual(awake.size, 0)
    assert.isTrue(cell.actor(customer_id, buddy_id)!.submit(eventRequest("b"), () => {}))
  })
})
