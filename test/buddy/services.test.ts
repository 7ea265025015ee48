import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Buddies } from "../../src/buddy/Buddies.ts"
import { Engine } from "../../src/buddy/actor/Engine.ts"
import { BuddyReply, BuddyRequest } from "../../src/buddy/Protocol.ts"
import { EventRouting } from "../../src/buddy/routing/EventRouting.ts"
import { type Signal, Signals } from "../../src/buddy/signals/Signals.ts"
import { resetsAt, Usage } from "../../src/buddy/quota/Usage.ts"
import type { Command } from "../../src/engine/core/Command.ts"
import { decide } from "../../src/engine/core/decide.ts"
import { compile } from "../../src/engine/core/Snapshot.ts"
import { until } from "../kit/service/time.ts"
import { anotherProcess, commandRequest, eventRequest, seed, TestBuddies, testBuddies, wake } from "./support.ts"

layer(TestBuddies, { excludeTestServices: true })("routes", (it) => {
  it.effect("lead to the user's first-hatched active buddy, or to the one the event names", () =>
    Effect.gen(function* () {
      const routes = yield* EventRouting
      const sql = yield* SqlClient.SqlClient
      const {
        buddy_ids: [first, second, third],
        customer_id
      } = yield* seed(3)
      yield* sql`UPDATE buddy_identities SET user_id = 'ada' WHERE customer_id = ${customer_id}::uuid`
      yield* sql`UPDATE buddy_identities SET created_at = created_at - interval '1 day'
        WHERE buddy_id = ${second!}::uuid`
      yield* sql`UPDATE buddy_identities SET created_at = created_at - interval '2 days', audience = 'other'
        WHERE buddy_id = ${third!}::uuid`
      const key = { customer_id, user_id: "ada", audience: "default", buddy_id: null }
      assert.isUndefined(routes.cached(key))
      const found = yield* Effect.all(
        [
          routes.find(key),
          routes.find({ ...key, audience: "other" }),
          routes.find({ ...key, buddy_id: first! }),
          routes.find({ ...key, audience: "nobody" }),
          routes.find({ ...key, user_id: "bob", buddy_id: first! }),
          routes.find({ ...key, buddy_id: "no uuid" }),
          routes.find({ ...key, customer_id: randomUUID() })
        ],
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual<ReadonlyArray<string | null | undefined>>(found, [
        second,
        third,
        first,
        null,
        null,
        null,
        null
      ])
      assert.strictEqual(routes.cached(key), second)
      assert.isUndefined(routes.cached({ ...key, audience: "nobody" }))
    })
  )

  it.effect("are forgotten when another process says so", () =>
    Effect.gen(function* () {
      const routes = yield* EventRouting
      const sql = yield* SqlClient.SqlClient
      const {
        buddy_ids: [buddy_id],
        customer_id
      } = yield* seed(1)
      const key = { customer_id, user_id: "user-0", audience: "default", buddy_id: null }
      assert.strictEqual(yield* routes.find(key), buddy_id)
      const change = JSON.stringify({ _tag: "Route", customer_id, user_id: "user-0" })
      yield* sql`SELECT pg_notify('hatchery_changes', ${change})`
      yield* until(
        "the route is forgotten",
        Effect.sync(() => routes.cached(key) === undefined)
      )
    })
  )
})

layer(TestBuddies, { excludeTestServices: true })("the event quota", (it) => {
  it.effect("lets exactly as many events in as are left, however many ask at once", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const { customer_id } = yield* seed(0)
      const answers = yield* Effect.all(
        Array.from({ length: 30 }, () => usage.reserve(customer_id, 1, 10)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ ok }) => ok).length, 10)
      const refused = answers.find(({ ok }) => !ok)
      assert.deepStrictEqual(refused, { ok: false, quota: 10, used: 10, resets_at: resetsAt(Date.now()) })
      usage.release(customer_id, 4, 0)
      const again = yield* Effect.all(Array.from({ length: 10 }, () => usage.reserve(customer_id, 1, 10)))
      assert.strictEqual(again.filter(({ ok }) => ok).length, 4)
      assert.isFalse((yield* usage.reserve(customer_id, 2, 11)).ok)
    })
  )

  it.effect("counts what other processes have stored", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const seeded = yield* seed(5)
      const other = yield* anotherProcess
      yield* wake(other.buddies, seeded, seeded.buddy_ids)
      assert.deepStrictEqual(yield* usage.reserve(seeded.customer_id, 2, 7), { ok: true })
      assert.isFalse((yield* usage.reserve(seeded.customer_id, 1, 7)).ok)
      assert.strictEqual(yield* usage.used(seeded.customer_id), 5)
    })
  )

  it.effect("tells what was used although a lower plan allows less", () =>
    Effect.gen(function* () {
      const usage = yield* Usage
      const seeded = yield* seed(5)
      const other = yield* anotherProcess
      yield* wake(other.buddies, seeded, seeded.buddy_ids)
      const refused = yield* usage.reserve(seeded.customer_id, 1, 3)
      assert.deepStrictEqual(refused, { ok: false, quota: 3, used: 5, resets_at: resetsAt(Date.now()) })
    })
  )

  it.effect("starts anew with the month, in UTC", () =>
    Effect.sync(() => {
      assert.strictEqual(resetsAt(Date.parse("2026-12-31T23:59:59.999Z")), "2027-01-01T00:00:00.000Z")
      assert.strictEqual(resetsAt(Date.parse("2026-02-01T00:00:00.000Z")), "2026-03-01T00:00:00.000Z")
    })
  )
})

/** Rules that ask for items with every event. */
const Generous = Layer.succeed(Engine, {
  compile,
  decide: (...given) => {
    const decision = decide(...given)
    return decision._tag === "Rejected"
      ? decision
      : { ...decision, signals: [{ _tag: "GrantItems", item_ids: ["hat"] }] }
  }
})

layer(TestBuddies.pipe(Layer.provideMerge(Generous)), { excludeTestServices: true })("signals", (it) => {
  it.effect("reach their handler after the commit and are then done with", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const signals = yield* Signals
        const sql = yield* SqlClient.SqlClient
        const {
          buddy_ids: [buddy_id],
          customer_id
        } = yield* seed(1)
        const heard = yield* Deferred.make<Signal>()
        yield* signals.handle((signal) => Deferred.succeed(heard, signal))
        yield* buddies.send(customer_id, buddy_id!, eventRequest("signal"))
        assert.deepInclude(yield* Deferred.await(heard), {
          _tag: "GrantItems",
          item_ids: ["hat"],
          customer_id,
          buddy_id: buddy_id!
        })
        yield* until(
          "the signal is closed",
          Effect.map(sql`SELECT 1 FROM buddy_signals`, (rows) => rows.length === 0)
        )
      })
    )
  )

  it.effect("are kept for whoever comes after a process that died", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const signals = yield* Signals
        const sql = yield* SqlClient.SqlClient
        const {
          buddy_ids: [buddy_id],
          customer_id
        } = yield* seed(1)
        yield* buddies.send(customer_id, buddy_id!, eventRequest("left"))
        yield* sql`UPDATE buddy_signals SET created_at = created_at - interval '1 minute'`
        const heard = yield* Deferred.make<Signal>()
        yield* signals.handle((signal) => Deferred.succeed(heard, signal))
        assert.deepInclude(yield* Deferred.await(heard), { _tag: "GrantItems", customer_id, buddy_id: buddy_id! })
      })
    )
  )
})

layer(testBuddies({ simulateRemoteSerialization: true }), { excludeTestServices: true })(
  "messages between runners",
  (it) => {
    it.effect("carry every command, answer and refusal", () =>
      Effect.gen(function* () {
        const buddies = yield* Buddies
        const commands: ReadonlyArray<Command> = [
          { _tag: "EarnCoins", amount: 5, reason: null, reference_id: "order-1" },
          { _tag: "EarnToken", token_key: "xp", amount: 5, reason: "gift" },
          { _tag: "AwardBadge", badge_key: "third", reason: null },
          { _tag: "UpdateSkills", updates: [] },
          { _tag: "Rename", name: "Ada" },
          { _tag: "Archive" }
        ]
        // Each to a buddy of its own: one that is asleep is woken by a message.
        const { buddy_ids, customer_id } = yield* seed(commands.length + 3)
        const answers = yield* Effect.forEach(commands, (command, index) =>
          buddies.send(customer_id, buddy_ids[index]!, commandRequest(`c-${index}`, command))
        )
        assert.deepStrictEqual(
          answers.map(({ reply }) => reply._tag),
          ["Coins", "Token", "Badge", "Skills", "Done", "Done"]
        )
        const event = yield* buddies.send(
          customer_id,
          buddy_ids.at(-1)!,
          eventRequest("e", { properties: { deep: [{ a: null, b: "ü" }] } })
        )
        assert.deepInclude(event, { duplicate: false, state_version: 2 })
        assert.deepStrictEqual(
          event.trace.slice(0, 2).map(({ reason, type }) => [type, reason]),
          [
            ["coin_rule", "fired"],
            ["token_rule", "fired"]
          ]
        )
        const refusal = yield* Effect.flip(
          buddies.send(
            customer_id,
            buddy_ids.at(-2)!,
            commandRequest("s", {
              _tag: "SpendCoins",
              amount: 1,
              reason: null,
              reference_id: null
            })
          )
        )
        assert.deepStrictEqual(refusal._tag === "CommandRejected" && refusal.error, {
          code: "insufficient_coins",
          balance: 0,
          required: 1
        })
        const unknown = yield* Effect.flip(buddies.send(customer_id, randomUUID(), eventRequest("u")))
        assert.strictEqual(unknown._tag, "BuddyNotFound")
        const overJson = <A>(schema: Schema.Codec<A, unknown>, value: A) =>
          Schema.decodeUnknownSync(Schema.toCodecJson(schema))(
            JSON.parse(JSON.stringify(Schema.encodeSync(Schema.toCodecJson(schema))(value)))
          )
        const { effects_json, ...told } = event
        assert.deepStrictEqual(overJson(BuddyReply, event), told)
        assert.strictEqual(effects_json, JSON.stringify(event.effects))
        const request = eventRequest("e", { properties: { deep: [{ a: null }] } })
        assert.deepStrictEqual(overJson(BuddyRequest, request), request)
        const asked = { ...commandRequest("c", commands[0]!), origin: { type: "account", id: "01990000" } as const }
        assert.deepStrictEqual(overJson(BuddyRequest, asked), asked)
      })
    )
  }
)
