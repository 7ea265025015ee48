/** What happens when many ask for the same thing in the same moment: one gets it, and every coin is accounted for. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { granted, hatch, lesson, publish } from "../../kit/players/players.ts"
import { type Call, TestApp } from "../../kit/service/TestApp.ts"

type Answered = Effect.Success<ReturnType<Call>>

const code = ({ body, status }: Answered) => [status, body.error?.code]
const won = (answers: ReadonlyArray<Answered>) => answers.filter(({ status }) => status < 400)
const lost = (answers: ReadonlyArray<Answered>) => answers.filter(({ status }) => status >= 400)
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const atOnce = { concurrency: "unbounded" } as const

/** Every answer that is no success is this refusal. */
const assertRefused = (answers: ReadonlyArray<Answered>, status: number, ...codes: ReadonlyArray<string>) => {
  for (const answer of lost(answers)) {
    assert.strictEqual(answer.status, status, answer.text)
    assert.include(codes, answer.body.error.code)
  }
}

/** The ledger adds up, link by link, to the balance that is shown. */
const assertBooks = Effect.fnUntraced(function* (call: Call, buddy_id: string, coins: number) {
  const { body } = yield* call("GET", `/buddies/${buddy_id}`)
  assert.strictEqual(body.coins, coins)
  const verdict = yield* call("GET", `/economy/buddies/${buddy_id}/ledger/verify`)
  assert.isTrue(verdict.body.valid, verdict.text)
  const coin = verdict.body.units.find(({ unit }: { unit: string }) => unit === "coin")
  assert.strictEqual(coin?.balance ?? 0, coins)
})

const tenantWithShop = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  yield* tenant.call("POST", "/marketplaces", { marketplace_key: "m", name: "M" })
  const item = Effect.fnUntraced(function* (fields: object) {
    const made = yield* tenant.call("POST", "/marketplaces/m/items", { name: "Thing", category: "head", ...fields })
    assert.strictEqual(made.status, 201, made.text)
    return made.body.item_id as string
  })
  const rich = Effect.fnUntraced(function* (user_id: string, coins: number) {
    const { buddy_id } = yield* hatch(tenant, user_id)
    if (coins > 0) yield* granted(tenant.call, buddy_id, coins)
    return buddy_id
  })
  return { ...tenant, item, rich }
})

layer(TestApp.shared, { excludeTestServices: true })("races", (it) => {
  it.effect("of fifty purchases of the last piece one succeeds, and only its buyer pays", () =>
    Effect.gen(function* () {
      const { call, item, rich } = yield* tenantWithShop
      const item_id = yield* item({ price_coins: 30, stock: { total: 1, per_buddy: null } })
      const buddies = yield* Effect.forEach(times(10), (index) => rich(`u${index}`, 100), { concurrency: 4 })
      const buy = (index: number) => call("POST", `/buddies/${buddies[index % 10]!}/purchase-item`, { item_id })
      const answers = yield* Effect.forEach(times(50), buy, atOnce)
      assert.strictEqual(won(answers).length, 1)
      assertRefused(answers, 409, "out_of_stock")
      const winner = won(answers)[0]!.body.buddy_id
      for (const buddy_id of buddies) yield* assertBooks(call, buddy_id, buddy_id === winner ? 70 : 100)
      const { body } = yield* call("GET", `/marketplaces/m/items/${item_id}`)
      assert.strictEqual(body.stock_left, 0)
    })
  )

  it.effect("a buddy with coins for one of two things buys one", () =>
    Effect.gen(function* () {
      const { call, item, rich } = yield* tenantWithShop
      const hats = yield* Effect.forEach(times(8), () => item({ price_coins: 60 }))
      const buddy_id = yield* rich("ada", 100)
      const buy = (item_id: string) => call("POST", `/buddies/${buddy_id}/purchase-item`, { item_id })
      const answers = yield* Effect.forEach(hats, buy, atOnce)
      assert.strictEqual(won(answers).length, 1)
      assertRefused(answers, 402, "insufficient_coins")
      yield* assertBooks(call, buddy_id, 40)
    })
  )

  it.effect("items put on in the same moment stop at four, and at one of a kind", () =>
    Effect.gen(function* () {
      const { call, item, rich } = yield* tenantWithShop
      const buddy_id = yield* rich("ada", 0)
      const own = Effect.fnUntraced(function* (category: string) {
        const item_id = yield* item({ category, price_coins: 0 })
        yield* call("POST", `/buddies/${buddy_id}/unlock-item`, { item_id })
        return item_id
      })
      const equip = (item_id: string) => call("PATCH", `/buddies/${buddy_id}/equipped-items`, { equip: [item_id] })
      const hats = yield* Effect.forEach(times(4), () => own("head"))
      const hatted = yield* Effect.forEach(hats, equip, atOnce)
      assert.strictEqual(won(hatted).length, 1)
      assertRefused(hatted, 409, "equip_category_conflict")
      const charms = yield* Effect.forEach(times(8), () => own("accessory"))
      const charmed = yield* Effect.forEach(charms, equip, atOnce)
      assert.strictEqual(won(charmed).length, 3)
      assertRefused(charmed, 409, "equip_limit_exceeded")
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.equipped_items.length, 4)
    })
  )

  it.effect("a gate asked for by ten callers opens once and is paid once", () =>
    Effect.gen(function* () {
      const { call, rich } = yield* tenantWithShop
      const buddy_id = yield* rich("ada", 0)
      yield* call("PUT", "/gates/lab", { token_key: "gem", cost: 3 })
      yield* call("POST", `/buddies/${buddy_id}/tokens`, { token_key: "gem", operation: "earn", amount: 10 })
      const open = () => call("POST", `/buddies/${buddy_id}/gates/lab/unlock`)
      const answers = yield* Effect.forEach(times(10), open, atOnce)
      assert.strictEqual(won(answers).length, 10)
      assert.strictEqual(answers.filter(({ body }) => body.already_unlocked === false).length, 1)
      assert.isTrue(answers.every(({ body }) => body.balance === 7))
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}/unlocks`)).body.data.length, 1)
    })
  )

  it.effect("an evolution asked for eight times happens once", () =>
    Effect.gen(function* () {
      const { call, rich } = yield* tenantWithShop
      const buddy_id = yield* rich("ada", 0)
      for (const _ of times(2)) yield* call("POST", "/events", lesson("ada"))
      const answers = yield* Effect.forEach(times(8), () => call("POST", `/buddies/${buddy_id}/evolve`), atOnce)
      assert.strictEqual(won(answers).length, 1)
      assertRefused(answers, 409, "operation_in_progress", "evolution_max_stage")
      const { operation_id } = won(answers)[0]!.body
      const done = yield* Effect.repeat(call("GET", `/operations/${operation_id}`), {
        until: ({ body }) => ["completed", "failed", "cancelled"].includes(body.status),
        schedule: Schedule.spaced("20 millis")
      }).pipe(Effect.andThen(call("GET", `/operations/${operation_id}`)))
      assert.strictEqual(done.body.status, "completed")
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}`)).body.evolution_stage, 2)
      assert.strictEqual((yield* call("GET", `/buddies/${buddy_id}/evolutions`)).body.data.length, 1)
    })
  )

  it.effect("events taken back while others arrive leave exactly what the others brought", () =>
    Effect.gen(function* () {
      const { call, rich } = yield* tenantWithShop
      const buddy_id = yield* rich("ada", 0)
      const first = lesson("ada")
      const early = times(4).map(() => lesson("ada"))
      for (const event of [first, ...early]) yield* call("POST", "/events", event)
      const late = times(8).map(() => lesson("ada", { type: "quiz.completed" }))
      const answers = yield* Effect.all(
        [
          ...early.flatMap(({ event_id }) => times(3).map(() => call("POST", `/events/${event_id}/reverse`, {}))),
          ...late.map((event) => call("POST", "/events", event)),
          ...times(6).map(() => call("POST", `/buddies/${buddy_id}/coins`, { amount: 7 }))
        ],
        atOnce
      )
      assert.deepStrictEqual(lost(answers).map(code), [])
      const reversed = answers.slice(0, 12)
      assert.strictEqual(reversed.filter(({ body }) => body.already_reversed === false).length, 4)
      yield* assertBooks(call, buddy_id, 82)
      const { body } = yield* call("GET", `/buddies/${buddy_id}`)
      assert.deepStrictEqual([body.tokens.xp, body.skills.focus.points], [10, 100])
      yield* call("POST", `/events/${first.event_id}/reverse`, {})
      yield* assertBooks(call, buddy_id, 42)
      const again = yield* call("POST", "/events", lesson("ada"))
      const streak = again.body.effects.streak_updates[0]
      assert.deepStrictEqual([streak.current_streak, streak.extended], [1, true])
      yield* assertBooks(call, buddy_id, 82)
    })
  )

  it.effect("of a dozen gifts at once three are in stock: three arrive, and three are paid", () =>
    Effect.gen(function* () {
      const { call, item, rich } = yield* tenantWithShop
      const item_id = yield* item({ price_coins: 10, is_gift_only: true, stock: { total: 3, per_buddy: null } })
      const receiver = yield* rich("receiver", 0)
      const givers = yield* Effect.forEach(times(6), (index) => rich(`giver${index}`, 15), { concurrency: 3 })
      const give = (index: number) =>
        call("POST", `/buddies/${givers[index % 6]!}/gifts`, { item_id, gift_to_buddy_id: receiver })
      const answers = yield* Effect.forEach(times(12), give, atOnce)
      assert.strictEqual(won(answers).length, 3)
      for (const answer of lost(answers)) {
        assert.include(["409,out_of_stock", "400,insufficient_coins"], code(answer).join())
      }
      const owned = call("GET", `/buddies/${receiver}/purchased-items`)
      yield* Effect.repeat(owned, {
        until: ({ body }) => body.meta.total === 3,
        schedule: Schedule.spaced("20 millis")
      }).pipe(Effect.timeout("20 seconds"))
      const paid = yield* Effect.forEach(givers, (id) => call("GET", `/buddies/${id}`))
      assert.strictEqual(
        paid.reduce((sum, { body }) => sum + body.coins, 0),
        6 * 15 - 3 * 10
      )
      for (const { body } of paid) yield* assertBooks(call, body.buddy_id, body.coins)
    })
  )
})
