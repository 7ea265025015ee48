/** When the journal has nothing to do, in a time that does not pass by itself. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { ChangeSetBuilder } from "../../src/buddy/journal/ChangeSet.ts"
import { Journal, type Writer } from "../../src/buddy/journal/Journal.ts"
import { jsonText } from "../../src/buddy/journal/sections.ts"
import { seed, TestBuddies } from "./support.ts"

/** An event that no buddy received. */
const unrouted = (customer_id: string) => {
  const changes = new ChangeSetBuilder({ customer_id, buddy_id: null }, 0)
  changes.event({
    event_id: randomUUID(),
    type: "woke.up",
    occurred_at: 0,
    properties: {},
    envelope: { user_id: "nobody", audience: "default", payload_hash: "hash", mode: "live" },
    config_version_id: null,
    effects_json: jsonText({}),
    trace: []
  })
  return changes.finish()
}

layer(TestBuddies)("the journal", (it) => {
  it.effect("is at rest also when whoever waited for a flush has nothing to commit after all", () =>
    Effect.gen(function* () {
      const journal = yield* Journal
      const { customer_id } = yield* seed(1)
      const asked = yield* Deferred.make<void>()
      const late: Writer = {
        prepare: () => void Deferred.doneUnsafe(asked, Effect.void),
        conclude: () => undefined
      }
      // As a buddy does that goes on to its next command, which is refused then.
      const first: Writer = { prepare: () => unrouted(customer_id), conclude: () => journal.enqueue(late) }
      journal.enqueue(first)
      yield* Deferred.await(asked)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(journal.stalledMs(), 0)
    })
  )
})
