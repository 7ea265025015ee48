/** What an operator does about dead letters, and the runner that sends them again. */
import { assert } from "@effect/vitest"
import { Effect, Exit, Option, References } from "effect"
import { describe } from "vitest"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { Engine } from "../../src/buddy/actor/Engine.ts"
import type { BuddyRequest } from "../../src/buddy/Protocol.ts"
import { DeadLetterStore, letter_attempts_max } from "../../src/platform/deadletters/DeadLetterStore.ts"
import { balances, commandRequest, countEvents, eventRequest, seed, type Seeded } from "../buddy/support.ts"
import { inProcess as inLoudProcess, start, test } from "../kit/players/HatchProcesses.ts"
import { buggyRules, lettersOf, refuseInDatabase } from "../kit/players/Poison.ts"
import { advance, advanceUntil } from "../kit/service/time.ts"

/** What is set aside is logged as an error, which here is what is wanted. */
const inProcess: typeof inLoudProcess = (effect) =>
  inLoudProcess(effect).pipe(Effect.provideService(References.MinimumLogLevel, "None"))

const earn = (amount: number) => ({ _tag: "EarnCoins", amount, reason: null, reference_id: null }) as const
const occurred = (request: BuddyRequest): BuddyRequest =>
  request.command._tag === "Event" ? { ...request, command: { ...request.command, occurred_at: start } } : request

const send = Effect.fnUntraced(function* ({ buddy_ids, customer_id }: Seeded, request: BuddyRequest) {
  const buddies = yield* Buddies
  return yield* Effect.exit(buddies.send(customer_id, buddy_ids[0]!, occurred(request)))
})

const desk = DeadLetterStore.pipe(Effect.provide(DeadLetterStore.layer))

const settled = ({ customer_id }: Seeded) =>
  advanceUntil(
    "no dead letter waits to be sent again",
    Effect.map(lettersOf(customer_id), (letters) => letters.every(({ state }) => state !== "retrying")),
    { step: "500 millis" }
  )

describe("sending a dead letter again", () => {
  test(
    "carries out what has been mended, once, and its sender gets the answer of that",
    inProcess(
      Effect.gen(function* () {
        const seeded = yield* seed(1)
        const { mend } = yield* refuseInDatabase
        const event = eventRequest("refused-event", { type: "refused" })
        const gift = commandRequest("refused-gift", earn(13))
        for (const request of [event, gift])
          for (let sent = 0; sent < letter_attempts_max + 1; sent++)
            assert.isTrue(Exit.hasDies(yield* send(seeded, request)))
        yield* mend
        assert.isTrue(Exit.hasDies(yield* send(seeded, gift)), "nobody has asked for another try")
        assert.strictEqual(yield* (yield* desk).retry({ customer_id: seeded.customer_id }), 2)
        yield* settled(seeded)
        assert.deepStrictEqual(
          (yield* lettersOf(seeded.customer_id)).map(({ attempts, outcome, state }) => [state, outcome, attempts]),
          [
            ["resolved", "executed", letter_attempts_max],
            ["resolved", "executed", letter_attempts_max]
          ]
        )
        assert.strictEqual((yield* balances(seeded.customer_id)).get(seeded.buddy_ids[0]!)!.row, 13)
        const again = yield* send(seeded, gift)
        assert.deepInclude(Exit.isSuccess(again) ? again.value : {}, { duplicate: true })
        assert.strictEqual((yield* countEvents(seeded.customer_id)).events, 1)
      })
    )
  )

  test(
    "that fails again is open again, with one attempt more",
    inProcess(
      Effect.gen(function* () {
        const seeded = yield* seed(1)
        yield* send(seeded, eventRequest("broken-1", { type: "broken" }))
        const [letter] = yield* lettersOf(seeded.customer_id)
        assert.strictEqual(yield* (yield* desk).retry({ dead_letter_id: letter!.dead_letter_id }), 1)
        yield* settled(seeded)
        assert.deepInclude((yield* lettersOf(seeded.customer_id))[0], {
          state: "open",
          outcome: "failed again",
          attempts: 2
        })
      })
    ).pipe(Effect.provideService(Engine, buggyRules().engine))
  )

  test(
    "of an event whose buddy was archived meanwhile goes to whoever receives its kind now, if anybody",
    inProcess(
      Effect.gen(function* () {
        const seeded = yield* seed(1)
        const { mend } = yield* refuseInDatabase
        yield* send(seeded, eventRequest("refused-event", { type: "refused" }))
        yield* send(seeded, commandRequest("refused-gift", earn(13)))
        yield* mend
        yield* send(seeded, commandRequest("archive", { _tag: "Archive" }))
        yield* (yield* desk).retry({})
        yield* settled(seeded)
        assert.deepStrictEqual(
          (yield* lettersOf(seeded.customer_id)).map(({ outcome, state }) => [state, outcome]),
          [
            ["resolved", "executed"],
            ["resolved", "refused by the rules: buddy_archived"]
          ]
        )
        assert.strictEqual((yield* countEvents(seeded.customer_id)).events, 1)
      })
    )
  )

  test(
    "is not forgotten when the process that was asked ends: the next one does it",
    Effect.gen(function* () {
      const rules = buggyRules()
      const seeded = yield* inProcess(
        Effect.gen(function* () {
          const seeded = yield* seed(1)
          yield* send(seeded, eventRequest("broken-1", { type: "broken" }))
          yield* (yield* desk).retry({})
          return seeded
        })
      ).pipe(Effect.provideService(Engine, rules.engine))
      rules.bug.isBroken = false
      yield* inProcess(
        Effect.gen(function* () {
          yield* settled(seeded)
          assert.deepInclude((yield* lettersOf(seeded.customer_id))[0], { state: "resolved", outcome: "executed" })
          assert.strictEqual((yield* countEvents(seeded.customer_id)).events, 1)
        })
      ).pipe(Effect.provideService(Engine, rules.engine))
    })
  )
})

describe("a dead letter whose sender had success by himself", () => {
  test(
    "is settled without anybody's help",
    Effect.gen(function* () {
      const rules = buggyRules()
      yield* inProcess(
        Effect.gen(function* () {
          const seeded = yield* seed(1)
          yield* send(seeded, eventRequest("broken-1", { type: "broken" }))
          yield* send(seeded, eventRequest("broken-2", { type: "broken" }))
          rules.bug.isBroken = false
          assert.isTrue(Exit.isSuccess(yield* send(seeded, eventRequest("broken-1", { type: "broken" }))))
          const states = Effect.map(lettersOf(seeded.customer_id), (letters) =>
            letters.map(({ outcome, state }) => [state, outcome] as const)
          )
          yield* advanceUntil(
            "the dead letter is settled",
            Effect.map(states, ([first]) => first![0] === "resolved")
          )
          assert.deepStrictEqual(yield* states, [
            ["resolved", "executed without a retry"],
            ["open", null]
          ])
        })
      ).pipe(Effect.provideService(Engine, rules.engine))
    })
  )
})

describe("giving a dead letter up", () => {
  test(
    "settles it; should its sender send it again, it counts from one",
    inProcess(
      Effect.gen(function* () {
        const seeded = yield* seed(1)
        const request = eventRequest("broken-1", { type: "broken" })
        for (let sent = 0; sent < letter_attempts_max; sent++) yield* send(seeded, request)
        const store = yield* desk
        const [letter] = yield* lettersOf(seeded.customer_id)
        assert.isTrue(yield* store.discard(letter!.dead_letter_id))
        assert.isFalse(yield* store.discard(letter!.dead_letter_id))
        assert.isFalse(yield* store.discard("no such thing"))
        assert.strictEqual(yield* store.retry({ dead_letter_id: letter!.dead_letter_id }), 0)
        assert.deepInclude(Option.getOrThrow(yield* store.find(letter!.dead_letter_id)), {
          state: "discarded",
          attempts: letter_attempts_max
        })
        // this process hears of it with its next look
        yield* advance("15 seconds")
        yield* advanceUntil(
          "the request is tried again",
          Effect.gen(function* () {
            assert.isTrue(Exit.hasDies(yield* send(seeded, request)))
            return (yield* lettersOf(seeded.customer_id))[0]!.state === "open"
          })
        )
        assert.strictEqual((yield* lettersOf(seeded.customer_id))[0]!.attempts, 1)
      })
    ).pipe(Effect.provideService(Engine, buggyRules().engine))
  )
})
