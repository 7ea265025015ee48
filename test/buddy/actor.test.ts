import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Buddies, type Ingested } from "../../src/buddy/Buddies.ts"
import type { BuddyFailure, CommandRejected, Unavailable } from "../../src/buddy/Protocol.ts"
import {
  anotherProcess,
  balances,
  commandRequest,
  content,
  countEvents,
  eventRequest,
  seed,
  submitAll,
  TestBuddies,
  wake
} from "./support.ts"

const spend = (amount: number) => ({ _tag: "SpendCoins", amount, reason: null, reference_id: null }) as const
const earn = (amount: number) => ({ _tag: "EarnCoins", amount, reason: "gift", reference_id: null }) as const

const failure = <A>(effect: Effect.Effect<A, BuddyFailure>) => Effect.map(Effect.flip(effect), (error) => error)

layer(TestBuddies, { excludeTestServices: true })("an actor", (it) => {
  it.effect("answers a command again that spent the last coins, instead of refusing it", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      yield* buddies.send(customer_id, buddy_id!, commandRequest("gift", earn(100)))
      const bought = yield* buddies.send(customer_id, buddy_id!, commandRequest("buy", spend(100)))
      assert.deepInclude(bought.reply, { _tag: "Coins", balance: 0 })
      // a process that was not there when it happened
      const other = yield* anotherProcess
      const again = yield* other.buddies.send(customer_id, buddy_id!, commandRequest("buy", spend(100)))
      assert.deepStrictEqual(again, { ...bought, duplicate: true })
      const refused = yield* failure(other.buddies.send(customer_id, buddy_id!, commandRequest("buy more", spend(1))))
      assert.deepInclude(refused, {
        _tag: "CommandRejected",
        error: { code: "insufficient_coins", balance: 0, required: 1 }
      })
    })
  )

  it.effect("says of a command that another request had asked for it, in whichever process", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [one, two],
        customer_id
      } = yield* seed(2)
      const asking = (asked: string, amount: number) => ({ ...commandRequest("checkout", earn(amount)), asked })
      const first = yield* buddies.send(customer_id, one!, asking("earn 30", 30))
      assert.isFalse(first.payload_mismatch)
      const other = yield* anotherProcess
      for (const process of [buddies, other.buddies]) {
        for (const buddy_id of [one!, two!]) {
          const answer = yield* process.send(customer_id, buddy_id, asking("earn 50", 50))
          assert.deepStrictEqual(answer, { ...first, duplicate: true, payload_mismatch: true })
        }
        assert.deepStrictEqual(yield* process.send(customer_id, one!, asking("earn 30", 30)), {
          ...first,
          duplicate: true
        })
        // Of a release that does not say what is asked for nobody can tell.
        const silent = yield* process.send(customer_id, one!, commandRequest("checkout", earn(50)))
        assert.isFalse(silent.payload_mismatch)
      }
      assert.deepStrictEqual(
        [...(yield* balances(customer_id)).values()].map(({ row }) => row),
        [30, 0]
      )
    })
  )

  it.effect("refuses on the newest state only", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      yield* buddies.send(customer_id, buddy_id!, commandRequest("poor", earn(1)))
      const other = yield* anotherProcess
      yield* other.buddies.send(customer_id, buddy_id!, commandRequest("rich", earn(99)))
      // This process still believes in 1 coin; it finds out because the refusal is decided together with an accepted
      // command.
      const answers = yield* submitAll(buddies, customer_id, [
        [buddy_id!, commandRequest("small", spend(1))],
        [buddy_id!, commandRequest("large", spend(60))]
      ])
      assert.isTrue(answers.every(Exit.isSuccess))
      assert.strictEqual((yield* balances(customer_id)).get(buddy_id!)!.row, 39)
    })
  )

  it.effect("pays each value of a unique limit once, whichever process it comes through", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      const read = (event_id: string, chapter: string) =>
        eventRequest(event_id, { type: "chapter.read", properties: { chapter } })
      const first = yield* buddies.send(customer_id, buddy_id!, read("r1", "one"))
      const [again, next] = yield* submitAll(buddies, customer_id, [
        [buddy_id!, read("r2", "one")],
        [buddy_id!, read("r3", "two")]
      ])
      const other = yield* anotherProcess
      const later = yield* other.buddies.send(customer_id, buddy_id!, read("r4", "two"))
      const coins = [Exit.succeed(first), again!, next!, Exit.succeed(later)].map(
        (exit) => Exit.isSuccess(exit) && exit.value.effects.coins
      )
      assert.deepStrictEqual(coins, [7, 0, 7, 0])
      assert.strictEqual(later.trace[0]!.reason, "unique_already_paid")
    })
  )

  it.effect("refuses everything once archived, and events go to nobody then", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      const key = { customer_id, user_id: "user-0", audience: "default", buddy_id: null }
      assert.strictEqual((yield* buddies.ingest({ ...key, request: eventRequest("before") })).buddy_id, buddy_id)
      yield* buddies.send(customer_id, buddy_id!, commandRequest("archive", { _tag: "Archive" }))
      const refused = yield* failure(buddies.send(customer_id, buddy_id!, commandRequest("late", earn(5))))
      assert.deepInclude(refused, { _tag: "CommandRejected", error: { code: "buddy_archived" } })

      assert.strictEqual(buddies.routed(key), buddy_id)
      const after = yield* Effect.callback<Ingested, CommandRejected | Unavailable>((resume) => {
        assert.isTrue(buddies.submitEvent({ ...key, request: eventRequest("after") }, resume))
      })
      assert.isUndefined(buddies.routed(key))
      assert.deepInclude(after, { buddy_id: null, duplicate: false })
      assert.strictEqual(after.trace[0]!.reason, "no_active_buddy")
      assert.isTrue((yield* buddies.ingest({ ...key, request: eventRequest("after") })).duplicate)
      const other = yield* anotherProcess
      assert.isTrue((yield* other.buddies.ingest({ ...key, request: eventRequest("after") })).duplicate)
      assert.deepInclude(yield* other.buddies.ingest({ ...key, request: eventRequest("before") }), { duplicate: true })
      assert.deepStrictEqual(yield* countEvents(customer_id), { events: 2, used: 2 })
    })
  )

  it.effect("knows no buddy that does not exist, and none of another customer", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const mine = yield* seed(1)
      const theirs = yield* seed(1)
      for (const buddy_id of [randomUUID(), "not-an-id", theirs.buddy_ids[0]!]) {
        assert.strictEqual(
          (yield* failure(buddies.send(mine.customer_id, buddy_id, eventRequest(`to-${buddy_id}`))))._tag,
          "BuddyNotFound"
        )
      }
      assert.deepStrictEqual(yield* countEvents(mine.customer_id), { events: 0, used: 0 })
    })
  )

  it.effect("moves to another config version and decides under it from then on", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const sql = yield* SqlClient.SqlClient
      const {
        buddy_ids: [buddy_id],
        config_version_id: first,
        customer_id
      } = yield* seed(1)
      const config_version_id = randomUUID()
      const richer = {
        ...content,
        coin_rules: content.coin_rules.map((rule) => ({ ...rule, amount: { mode: "fixed", value: 1000 } }))
      }
      yield* sql`
        INSERT INTO config_versions (customer_id, config_version_id, number, status, content, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${config_version_id}::uuid, 2, 'archived',
          ${JSON.stringify(richer)}::jsonb, now(), now())`
      yield* wake(buddies, { customer_id, config_version_id, buddy_ids: [] }, [buddy_id!])
      const answers = yield* submitAll(buddies, customer_id, [
        [buddy_id!, eventRequest("old rules")],
        [
          buddy_id!,
          { command_id: "repin", command: { _tag: "Repin", config_version_id }, event: null, webhooks: false }
        ],
        [
          buddy_id!,
          {
            command_id: "back",
            command: { _tag: "Repin", config_version_id: first, from_version_id: first },
            event: null,
            webhooks: false
          }
        ],
        [buddy_id!, eventRequest("new rules")]
      ])
      assert.deepStrictEqual(
        answers.map((exit) => Exit.isSuccess(exit) && exit.value.effects.coins),
        [10, 0, false, 1000]
      )
      const rows = yield* sql`SELECT event_id, config_version_id FROM events
          WHERE customer_id = ${customer_id}::uuid AND event_id = 'new rules'`
      assert.deepStrictEqual(rows, [{ event_id: "new rules", config_version_id }])
      const other = yield* anotherProcess
      assert.strictEqual(
        (yield* other.buddies.send(customer_id, buddy_id!, eventRequest("elsewhere"))).config_version_id,
        config_version_id
      )
    })
  )

  it.effect("previews without writing, at any time and under any version", () =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      const { command } = eventRequest("what if")
      if (command._tag === "Repin") return assert.fail("an event was expected")
      const decision = yield* buddies.preview(customer_id, buddy_id!, command, {})
      assert.strictEqual(decision._tag === "Accepted" && decision.effects.coins, 10)
      const late = yield* buddies.preview(customer_id, buddy_id!, command, { now: Date.now() + 30 * 86_400_000 })
      assert.deepStrictEqual(late._tag === "Accepted" && late.trace.map(({ reason }) => reason), [
        "outside_window",
        "outside_window"
      ])
      assert.deepStrictEqual(yield* countEvents(customer_id), { events: 0, used: 0 })
      assert.deepInclude((yield* balances(customer_id)).get(buddy_id!), { version: 1, row: 0 })
    })
  )

  it.effect("finishes what it has accepted before its process ends", () =>
    Effect.gen(function* () {
      const seeded = yield* seed(20)
      const { buddies, close } = yield* anotherProcess
      yield* wake(buddies, seeded, seeded.buddy_ids)
      const answers = submitAll(
        buddies,
        seeded.customer_id,
        seeded.buddy_ids.flatMap((buddy_id, index) =>
          Array.from({ length: 5 }, (_, n) => [buddy_id, eventRequest(`end-${index}-${n}`)] as const)
        )
      )
      const fiber = yield* Effect.forkChild(answers, { startImmediately: true })
      yield* close
      const exits = yield* Fiber.join(fiber)
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 100)
      assert.deepStrictEqual(yield* countEvents(seeded.customer_id), { events: 120, used: 120 })
      assert.isFalse(buddies.submit(seeded.customer_id, seeded.buddy_ids[0]!, eventRequest("too late"), () => {}))
    })
  )
})
