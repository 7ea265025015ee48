/** What the sender of a request hears on which the rules broke: never that it failed, if it may have been executed. */
import { assert, describe, it } from "vitest"
import { Exit } from "effect"
import { makeAnswering } from "../../src/buddy/actor/PoisonHandling.ts"
import { type BuddyFailure, type BuddyReply, unavailable } from "../../src/buddy/Protocol.ts"
import { eventRequest } from "./support.ts"

const owner = { customer_id: "00000000-0000-4000-8000-000000000002", buddy_id: "00000000-0000-4000-8000-000000000003" }

describe("a request the rules broke on", () => {
  const heard = (isReadable: boolean) => {
    const answers: Array<Exit.Exit<BuddyReply, BuddyFailure>> = []
    let letters = 0
    const backlog = { requests: 1 }
    const { answer } = makeAnswering({
      letters: {
        bury: (_letter, done) => {
          letters++
          done()
        },
        isQuarantined: () => false
      },
      stored: (_customer, _requests, done) => done(isReadable ? Exit.succeed([]) : unavailable("away")),
      backlog,
      report: (defect) => assert.fail(String(defect))
    })
    const pending = { request: eventRequest("a"), resume: (exit: (typeof answers)[number]) => void answers.push(exit) }
    answer(owner, pending, Exit.die(new Error("a bug")))
    return { answers, letters, waiting: backlog.requests }
  }

  it("is laid aside once it is known that it was never executed", () => {
    assert.deepStrictEqual(heard(true), { answers: [Exit.die(new Error("a bug"))], letters: 1, waiting: 0 })
  })

  it("is to be asked again where that cannot be looked up", () => {
    assert.deepStrictEqual(heard(false), { answers: [unavailable("away")], letters: 0, waiting: 0 })
  })
})
