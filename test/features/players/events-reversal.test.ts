/** Taking events back, and proving that the books were never touched. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Buddies } from "../../../src/buddy/Buddies.ts"
import { reversals } from "../../../src/features/players/events/Service/Reversal.ts"
import { sweep } from "../../../src/platform/retention/Sweep.ts"
import { anotherProcess } from "../../buddy/support.ts"
import { hatch, lesson, publish, studyContent } from "../../kit/players/players.ts"
import { mintSession, withToken } from "../../kit/players/Widgets.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const code = ({ body, status }: { readonly status: number; readonly body: { error?: { code: string } } }) => [
  status,
  body.error?.code
]

const world = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "ada")
  const customer_id = (yield* tenant.call("GET", "/auth/api-keys/whoami")).body.customer_id as string
  return { ...tenant, buddy_id, customer_id, at: `/buddies/${buddy_id}` }
})

layer(TestApp.shared, { excludeTestServices: true })("reversal", (it) => {
  it.effect("an event leaves nothing behind: coins, tokens, points, badge, streak, limits and the unique key", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* world
      const before = (yield* call("GET", at)).body
      const sent = lesson("ada")
      const paid = yield* call("POST", "/events", sent)
      assert.strictEqual(paid.body.effects.coins, 40)
      const taken = yield* call("POST", `/events/${sent.event_id}/reverse`, { reason: "sent by mistake" })
      assert.strictEqual(taken.status, 200, taken.text)
      assert.deepInclude(taken.body, {
        coins: 40,
        missing: 0,
        badges_revoked: ["first_lesson"],
        already_reversed: false
      })
      const after = (yield* call("GET", at)).body
      assert.deepStrictEqual(after.tokens, { xp: 0 })
      assert.deepStrictEqual({ ...after, tokens: {} }, { ...before, tokens: {} })
      assert.strictEqual((yield* call("GET", `${at}/tokens`)).body.progression[0].lifetime_earned, 0)
      assert.strictEqual((yield* call("GET", `${at}/badges`)).body.meta.total, 0)
      const ledger = (yield* call("GET", `/economy/buddies/${buddy_id}/ledger`)).body.data
      assert.isTrue(
        ledger
          .filter((row: { reason: string }) => row.reason === "reversal")
          .every((row: { reverses_ledger_id: string | null }) => row.reverses_ledger_id !== null)
      )
      const again = yield* call("POST", `/events/${sent.event_id}/reverse`, { reason: "sent by mistake" })
      assert.deepInclude(again.body, { coins: 40, already_reversed: true })
      assert.deepStrictEqual((yield* call("GET", at)).body.coins, 0)
      const corrected = yield* call("POST", "/events", { ...sent, event_id: `${sent.event_id}-2` })
      assert.strictEqual(corrected.body.effects.coins, 40)
      assert.strictEqual(corrected.body.effects.streak_updates[0].current_streak, 1)
    })
  )

  it.effect("a day of a streak stays while another event of that day holds it, and goes with the last", () =>
    Effect.gen(function* () {
      const { at, call } = yield* world
      const [first, second] = [lesson("ada"), lesson("ada")]
      const yesterday = new Date(Date.now() - 86_400_000).toISOString()
      yield* call("POST", "/events", lesson("ada", { occurred_at: yesterday }))
      yield* call("POST", "/events", first)
      yield* call("POST", "/events", second)
      const current = Effect.map(call("GET", `${at}/streaks`), ({ body }) => body.streaks[0].current_streak as number)
      assert.strictEqual(yield* current, 2)
      yield* call("POST", `/events/${first.event_id}/reverse`, {})
      assert.strictEqual(yield* current, 2)
      yield* call("POST", `/events/${second.event_id}/reverse`, {})
      assert.strictEqual(yield* current, 1)
    })
  )

  it.effect("an event that came too late to count takes nothing from those that did", () =>
    Effect.gen(function* () {
      const { at, call } = yield* world
      yield* call("POST", "/events", lesson("ada"))
      const old = lesson("ada", { occurred_at: new Date(Date.now() - 9 * 86_400_000).toISOString() })
      yield* call("POST", "/events", old)
      const { body } = yield* call("POST", `/events/${old.event_id}/reverse`, {})
      assert.deepInclude(body, { coins: 0, badges_revoked: [] })
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql`SELECT state FROM buddies WHERE buddy_id = ${at.split("/")[2]!}::uuid`
      const { counts } = row!["state"] as { counts: Record<string, { total: number }> }
      assert.strictEqual(counts["lesson.completed"]!.total, 1)
    })
  )

  it.effect("what is spent already is left out, owed or refused, as asked", () =>
    Effect.gen(function* () {
      const { at, call } = yield* world
      const sent = lesson("ada")
      yield* call("POST", "/events", sent)
      yield* call("POST", `${at}/coins/spend`, { amount: 35 })
      const refused = yield* call("POST", `/events/${sent.event_id}/reverse`, { mode: "reject" })
      assert.deepStrictEqual(code(refused), [402, "insufficient_coins"])
      assert.strictEqual((yield* call("GET", at)).body.coins, 5)
      const owed = yield* call("POST", `/events/${sent.event_id}/reverse`, { mode: "debt" })
      assert.deepInclude(owed.body, { coins: 5, missing: 35 })
      yield* call("POST", `${at}/coins`, { amount: 20 })
      assert.strictEqual((yield* call("GET", at)).body.coins, 0)
      yield* call("POST", `${at}/coins`, { amount: 20 })
      assert.strictEqual((yield* call("GET", at)).body.coins, 5)
      assert.deepStrictEqual(code(yield* call("POST", "/events/unknown/reverse", {})), [404, "not_found"])
    })
  )

  it.effect("is answered for ever with what came of it, once its command is forgotten and the buddy has gone", () =>
    Effect.gen(function* () {
      const { at, call, customer_id } = yield* world
      const sent = [lesson("ada"), lesson("ada", { properties: { score: 1 } })] as const
      for (const one of sent) yield* call("POST", "/events", one)
      const taken = yield* Effect.forEach(sent, ({ event_id }) => call("POST", `/events/${event_id}/reverse`, {}))
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE commands SET created_at = created_at - interval '25 hours'`
      yield* sweep()
      const left = yield* sql`SELECT FROM commands WHERE command_id LIKE 'reverse:%'`
      assert.strictEqual(left.length, 0)
      const balance = (yield* call("GET", at)).body.coins as number

      // A process that has no memory of its own either.
      const { buddies } = yield* anotherProcess
      const reverse = yield* reversals.pipe(Effect.provideService(Buddies, buddies))
      const again = (event_id: string) => reverse(customer_id, event_id, { mode: "reject", reason: null })
      for (const [index, { event_id }] of sent.entries()) {
        assert.deepStrictEqual(yield* again(event_id), { ...taken[index]!.body, already_reversed: true })
      }
      yield* call("PATCH", `${at}/archive`)
      assert.deepInclude(yield* again(sent[0].event_id), { already_reversed: true, mode: "clamp" })
      assert.strictEqual((yield* call("GET", at)).body.coins, balance)
    })
  )

  it.effect("while the buddy earns, many reversals of one event take it back once", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* world
      const sent = lesson("ada")
      yield* call("POST", "/events", sent)
      const reversal = call("POST", `/events/${sent.event_id}/reverse`, {})
      const earning = call("POST", `${at}/coins`, { amount: 7 })
      const answers = yield* Effect.all([reversal, earning, reversal, earning, reversal, earning], { concurrency: 6 })
      assert.isTrue(answers.every(({ status }) => status === 200))
      assert.strictEqual((yield* call("GET", at)).body.coins, 21)
      const verdict = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)
      assert.deepInclude(verdict.body, { valid: true })
      assert.strictEqual(verdict.body.units.find((unit: { unit: string }) => unit.unit === "coin").balance, 21)
      const sql = yield* SqlClient.SqlClient
      yield* sql`SET LOCAL session_replication_role = replica`.pipe(
        Effect.andThen(
          sql`UPDATE ledger SET amount = amount + 1 WHERE buddy_id = ${buddy_id}::uuid AND unit = 'coin' AND seq = 2`
        ),
        sql.withTransaction
      )
      const broken = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)
      assert.deepInclude(broken.body, { valid: false })
      assert.strictEqual(broken.body.units.find((unit: { unit: string }) => unit.unit === "coin").first_broken_seq, 2)
    })
  )

  it.effect("what a second event held goes with that one, whichever is taken back first", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* world
      const both = [lesson("ada"), lesson("ada")]
      for (const order of [
        both,
        both.map(({ event_id }) => lesson("ada", { event_id: `${event_id}-b` })).toReversed()
      ]) {
        for (const sent of order.toSorted((a, b) => (a.event_id < b.event_id ? -1 : 1))) {
          yield* call("POST", "/events", sent)
        }
        assert.strictEqual((yield* call("GET", at)).body.coins, 50)
        const first = yield* call("POST", `/events/${order[0]!.event_id}/reverse`, {})
        assert.deepInclude(first.body, { coins: 10, badges_revoked: [] })
        const second = yield* call("POST", `/events/${order[1]!.event_id}/reverse`, {})
        assert.deepInclude(second.body, { coins: 40, badges_revoked: ["first_lesson"], missing: 0 })
        assert.strictEqual((yield* call("GET", at)).body.coins, 0)
        assert.strictEqual((yield* call("GET", `${at}/streaks`)).body.streaks[0].current_streak, 0)
      }
      const verdict = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)
      assert.deepInclude(verdict.body, { valid: true })
    })
  )

  const interrupted = (meanwhile: (nth: number) => Effect.Effect<unknown>) =>
    Effect.gen(function* () {
      const buddies = yield* Buddies
      let asked = 0
      const reverse = yield* reversals.pipe(
        Effect.provideService(
          Buddies,
          Buddies.of({
            ...buddies,
            send: (customer_id, buddy_id, request) =>
              Effect.suspend(() => meanwhile(++asked)).pipe(
                Effect.andThen(buddies.send(customer_id, buddy_id, request))
              )
          })
        )
      )
      return { reverse, asked: () => asked }
    })

  it.effect("an event that commits while the facts are read keeps its day, and with it what the day gave", () =>
    Effect.gen(function* () {
      const { at, call, customer_id } = yield* world
      const [first, second] = [lesson("ada"), lesson("ada")]
      yield* call("POST", "/events", first)
      const { asked, reverse } = yield* interrupted((nth) =>
        nth === 1 ? call("POST", "/events", second) : Effect.void
      )
      const taken = yield* reverse(customer_id, first.event_id, { mode: "clamp", reason: null })
      assert.deepInclude(taken, { coins: 10, missing: 0, badges_revoked: [], already_reversed: false })
      assert.strictEqual(asked(), 2)
      const current = Effect.map(call("GET", `${at}/streaks`), ({ body }) => body.streaks[0].current_streak as number)
      assert.strictEqual(yield* current, 1)
      yield* call("POST", `/events/${second.event_id}/reverse`, {})
      assert.strictEqual(yield* current, 0)
      assert.strictEqual((yield* call("GET", at)).body.coins, 0)
    })
  )

  it.effect("a buddy that never rests is answered with not now, and nothing is taken", () =>
    Effect.gen(function* () {
      const { at, call, customer_id } = yield* world
      const sent = lesson("ada")
      yield* call("POST", "/events", sent)
      const { reverse } = yield* interrupted(() => call("POST", "/events", lesson("ada", { properties: {} })))
      const failure = yield* Effect.flip(reverse(customer_id, sent.event_id, { mode: "clamp", reason: null }))
      assert.strictEqual(failure._tag, "ServiceUnavailable")
      assert.strictEqual((yield* call("GET", at)).body.coins, 40)
      const taken = yield* call("POST", `/events/${sent.event_id}/reverse`, {})
      assert.deepInclude(taken.body, { coins: 10, already_reversed: false })
    })
  )

  it.effect("events and reversals of one day at once leave what the rest of the events earn", () =>
    Effect.gen(function* () {
      const { at, buddy_id, call } = yield* world
      const sent = Array.from({ length: 12 }, () => lesson("ada", { properties: {} }))
      yield* Effect.forEach(sent.slice(0, 6), (one) => call("POST", "/events", one), { concurrency: 6 })
      const answers = yield* Effect.all(
        [
          ...sent.slice(0, 6).map(({ event_id }) => call("POST", `/events/${event_id}/reverse`, {})),
          ...sent.slice(6).map((one) => call("POST", "/events", one))
        ],
        { concurrency: 12 }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      const current = Effect.map(call("GET", `${at}/streaks`), ({ body }) => body.streaks[0].current_streak as number)
      assert.strictEqual(yield* current, 1)
      assert.strictEqual((yield* call("GET", at)).body.coins, 30)
      for (const { event_id } of sent.slice(6)) yield* call("POST", `/events/${event_id}/reverse`, {})
      assert.strictEqual(yield* current, 0)
      assert.deepInclude((yield* call("GET", at)).body, { coins: 0, tokens: { xp: 0 } })
      const verdict = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)
      assert.deepInclude(verdict.body, { valid: true })
    })
  )

  it.effect("a debt in tokens counts in the answer of the event that pays it", () =>
    Effect.gen(function* () {
      const tenant = yield* (yield* TestApp).tenant()
      const [rule] = studyContent.token_rules
      yield* publish(tenant, { ...studyContent, token_rules: [{ ...rule, token_key: "gem" }] })
      const { buddy_id } = yield* hatch(tenant, "ada")
      const [first, second] = [lesson("ada"), lesson("ada")]
      yield* tenant.call("POST", "/events", first)
      yield* tenant.call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", operation: "spend", amount: 7 })
      yield* tenant.call("POST", `/events/${first.event_id}/reverse`, { mode: "debt" })
      const { body } = yield* tenant.call("POST", "/events", second)
      assert.deepStrictEqual(body.effects.tokens, [{ token_key: "gem", amount: 3, balance: 3 }])
    })
  )

  it.effect("all who take a widget's event back at once hear of the one that was first", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* world
      const key = yield* mintSession(call, { buddy_id, user_id: "ada", scopes: ["events:track"] })
      const event_id = "from-a-widget"
      const sent = yield* withToken(call, key)("POST", "/widget/events", { event_id, type: "lesson.completed" })
      assert.strictEqual(sent.status, 200, sent.text)
      const path = `/events/${encodeURIComponent(`${buddy_id}:${event_id}`)}/reverse`
      const modes = ["clamp", "debt", "reject", "clamp", "debt", "reject"]
      const answers = yield* Effect.all(
        modes.map((mode) => call("POST", path, { mode })),
        { concurrency: modes.length }
      )
      const told = answers.map(({ body }) => ({ ...body, already_reversed: true }))
      assert.deepStrictEqual(told, Array(modes.length).fill(told[0]))
      assert.strictEqual(answers.filter(({ body }) => !body.already_reversed).length, 1)
    })
  )
})
