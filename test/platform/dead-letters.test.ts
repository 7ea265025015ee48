/** Requests that can never be carried out, at the buddies' own door. */
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, References } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { Engine } from "../../src/buddy/actor/Engine.ts"
import type { BuddyRequest } from "../../src/buddy/Protocol.ts"
import { letter_attempts_max } from "../../src/platform/deadletters/DeadLetterStore.ts"
import {
  anotherProcess,
  balances,
  commandRequest,
  countEvents,
  eventRequest,
  seed,
  submitAll,
  TestBuddies,
  testBuddies,
  wake
} from "../buddy/support.ts"
import { buggyRules, lettersOf, refuseInDatabase } from "../kit/players/Poison.ts"
import { until } from "../kit/service/time.ts"

const { bug, engine } = buggyRules()
/** What is set aside is logged as an error, which here is what is wanted. */
const quiet = Layer.provide(Layer.succeed(References.MinimumLogLevel, "None"))
const Buggy = TestBuddies.pipe(Layer.provide(Layer.succeed(Engine, engine)), quiet)

const earn = (amount: number) => ({ _tag: "EarnCoins", amount, reason: null, reference_id: null }) as const

/** How a request ends; a defect tells nothing but itself. */
const endOf = (answer: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(answer) ? "ok" : Exit.hasDies(answer) ? "defect" : "failure"

const tries = (buddies: Buddies["Service"], customer_id: string, buddy_id: string, request: BuddyRequest) =>
  Effect.map(Effect.exit(buddies.send(customer_id, buddy_id, request)), endOf)

layer(Buggy, { excludeTestServices: true })("a request that can never be carried out", (it) => {
  it.effect("is set aside with all that sending it again takes, and fails for its sender", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const { buddy_ids, customer_id } = yield* seed(1)
      const request = eventRequest("broken-1", { type: "broken", properties: { chapter: "é\u{1f423}\u0000" } })
      assert.strictEqual(yield* tries(buddies, customer_id, buddy_ids[0]!, request), "defect")
      const [letter, ...more] = yield* lettersOf(customer_id)
      assert.deepStrictEqual(more, [])
      assert.deepInclude(letter, {
        kind: "event",
        identity: "broken-1",
        buddy_id: buddy_ids[0]!,
        user_id: "user-0",
        sqlstate: null,
        error: "TypeError: a rule read what is not there",
        attempts: 1,
        state: "open",
        payload: request
      })
    })
  )

  it.effect(
    "because Postgres refuses it says what Postgres said, be it an event, a command or an event of nobody",
    () =>
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const { buddy_ids, customer_id } = yield* seed(1)
        const { mend } = yield* refuseInDatabase
        const lonely = eventRequest("lonely", { type: "refused", user_id: "nobody" })
        const key = { customer_id, user_id: "nobody", audience: "default", buddy_id: null }
        const ends = [
          yield* tries(buddies, customer_id, buddy_ids[0]!, eventRequest("refused-event", { type: "refused" })),
          yield* tries(buddies, customer_id, buddy_ids[0]!, commandRequest("refused-command", earn(13))),
          endOf(yield* Effect.exit(buddies.ingest({ ...key, request: lonely })))
        ]
        assert.deepStrictEqual(ends, ["defect", "defect", "defect"])
        yield* mend
        assert.deepStrictEqual(
          (yield* lettersOf(customer_id)).map(({ buddy_id, error, identity, kind, sqlstate }) => [
            kind,
            identity,
            buddy_id,
            sqlstate,
            error
          ]),
          [
            ["event", "lonely", null, "P0001"],
            ["command", "refused-command", buddy_ids[0]!, "P0001"],
            ["event", "refused-event", buddy_ids[0]!, "P0001"]
          ].map((row) => [...row, "Poison: the database refused a change (P0001): this row is refused"])
        )
      })
  )

  it.effect("costs neither its buddy nor its neighbours anything", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const seeded = yield* seed(3)
      const { buddy_ids, customer_id } = seeded
      yield* wake(buddies, seeded, buddy_ids)
      const answers = yield* submitAll(
        buddies,
        customer_id,
        buddy_ids.flatMap((buddy_id, index) => [
          [buddy_id, eventRequest(`before-${index}`)] as const,
          ...(index === 1 ? [[buddy_id, eventRequest("rotten", { type: "broken" })] as const] : []),
          [buddy_id, eventRequest(`after-${index}`)] as const
        ])
      )
      assert.deepStrictEqual(answers.map(endOf), ["ok", "ok", "ok", "defect", "ok", "ok", "ok"])
      const found = yield* balances(customer_id)
      assert.deepStrictEqual(
        buddy_ids.map((buddy_id) => found.get(buddy_id)!.row),
        [20, 20, 20]
      )
      assert.strictEqual((yield* countEvents(customer_id)).events, 9)
      assert.strictEqual((yield* lettersOf(customer_id)).length, 1)
    })
  )

  it.effect("is not tried any more after five attempts, in no process, unless it comes with another body", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const { buddy_ids, customer_id } = yield* seed(1)
      const buddy_id = buddy_ids[0]!
      const request = eventRequest("stubborn", { type: "broken" })
      const before = bug.runs
      for (let sent = 0; sent < letter_attempts_max + 4; sent++)
        assert.strictEqual(yield* tries(buddies, customer_id, buddy_id, request), "defect")
      assert.strictEqual(bug.runs - before, letter_attempts_max)
      assert.deepInclude((yield* lettersOf(customer_id))[0], { attempts: letter_attempts_max, state: "open" })

      const fixed = eventRequest("stubborn", { type: "lesson.completed", hash: "corrected" })
      assert.strictEqual(yield* tries(buddies, customer_id, buddy_id, fixed), "ok")
      assert.strictEqual(yield* tries(buddies, customer_id, buddy_id, eventRequest("next")), "ok")
    })
  )

  it.effect("and comes many times at once is one dead letter", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const seeded = yield* seed(1)
      const { buddy_ids, customer_id } = seeded
      yield* wake(buddies, seeded, buddy_ids)
      for (const round of [1, 2, 3]) {
        const answers = yield* submitAll(
          buddies,
          customer_id,
          Array.from(
            { length: 40 },
            (_, index) => [buddy_ids[0]!, eventRequest(`many-${index % 4}`, { type: "broken" })] as const
          )
        )
        assert.isFalse(answers.some(Exit.isSuccess), `round ${round}`)
      }
      const letters = yield* lettersOf(customer_id)
      assert.deepStrictEqual(
        letters.map(({ identity }) => identity),
        ["many-0", "many-1", "many-2", "many-3"]
      )
    })
  )
})

layer(Buggy, { excludeTestServices: true })("a request that was carried out before", (it) => {
  it.effect("gets its first answer, even when the rules or the buddy's row are broken now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddy_ids, customer_id } = yield* seed(2)
      const request = eventRequest("carried-out", { type: "broken" })
      const elsewhere = yield* anotherProcess
      bug.isBroken = false
      assert.strictEqual(yield* tries(elsewhere.buddies, customer_id, buddy_ids[0]!, request), "ok")
      bug.isBroken = true
      const buddies = yield* Buddies
      const again = yield* buddies.send(customer_id, buddy_ids[0]!, request)
      assert.isTrue(again.duplicate)

      const gift = commandRequest("carried-out", earn(5))
      assert.strictEqual(yield* tries(elsewhere.buddies, customer_id, buddy_ids[1]!, gift), "ok")
      yield* sql`
        UPDATE buddy_states SET state = '[]'
        WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_ids[1]!}::uuid`
      assert.isTrue((yield* buddies.send(customer_id, buddy_ids[1]!, gift)).duplicate)
      assert.deepStrictEqual(yield* lettersOf(customer_id), [])
    })
  )
})

layer(TestBuddies.pipe(quiet), { excludeTestServices: true })("what one process will not try any more", (it) => {
  it.effect("the next one does not try either, and it answers at once", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const { buddy_ids, customer_id } = yield* seed(1)
      const buddy_id = buddy_ids[0]!
      const { asked } = yield* refuseInDatabase
      const request = eventRequest("refused-everywhere", { type: "refused" })
      for (let sent = 0; sent < letter_attempts_max; sent++) yield* tries(buddies, customer_id, buddy_id, request)
      const other = yield* anotherProcess
      // it reads what to leave alone while it starts
      yield* until(
        "the other process has read the dead letters",
        Effect.gen(function* () {
          const before = yield* asked
          assert.strictEqual(yield* tries(other.buddies, customer_id, buddy_id, request), "defect")
          return (yield* asked) === before
        })
      )
      const before = yield* asked
      const statements = other.journal.statements()
      for (let sent = 0; sent < 20; sent++)
        assert.strictEqual(yield* tries(other.buddies, customer_id, buddy_id, request), "defect")
      assert.deepStrictEqual([yield* asked, other.journal.statements()], [before, statements])
      assert.strictEqual(yield* tries(other.buddies, customer_id, buddy_id, eventRequest("fine")), "ok")
    })
  )
})

layer(testBuddies({ simulateRemoteSerialization: true }).pipe(quiet), { excludeTestServices: true })(
  "a buddy whose row cannot be read",
  (it) => {
    it.effect("fails alone: who wakes in the same statement does not notice", () =>
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const sql = yield* SqlClient.SqlClient
        const { buddy_ids, customer_id } = yield* seed(6)
        const spoil = (buddy_id: string, state: string) => sql`
          UPDATE buddy_states SET state = ${state}::json
          WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
        const [{ state: sound }] = (yield* sql`
          SELECT state::text FROM buddies WHERE customer_id = ${customer_id}::uuid LIMIT 1`) as [{ state: string }]
        // the first breaks the statement that reads it, the second is read and makes no sense
        yield* spoil(buddy_ids[1]!, `{"tokens": 5}`)
        yield* spoil(buddy_ids[4]!, `{"coins": {"balance": "many"}}`)
        const ends = yield* Effect.forEach(
          buddy_ids,
          (buddy_id, index) =>
            tries(buddies, customer_id, buddy_id, eventRequest(`first-${index}`, { user_id: `user-${index}` })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(ends, ["ok", "defect", "ok", "ok", "defect", "ok"])
        assert.deepStrictEqual(
          (yield* lettersOf(customer_id)).map(({ error, identity, sqlstate }) => [identity, sqlstate, error]),
          [
            ["first-1", "22023", "Poison: the buddy cannot be read"],
            ["first-4", null, "Poison: the stored state of the buddy cannot be read"]
          ]
        )
        yield* spoil(buddy_ids[4]!, sound)
        assert.strictEqual(yield* tries(buddies, customer_id, buddy_ids[4]!, eventRequest("mended")), "ok")
      })
    )
  }
)
