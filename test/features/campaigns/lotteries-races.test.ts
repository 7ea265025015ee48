/** Many at one moment, and a draw that is stopped in the middle: every ticket in one draw, every prize paid once. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { linesOf } from "../../../src/platform/campaigns/HatcheryDraw.ts"
import { coinsOf, drawNow, enter, make, path, rich, started } from "../../kit/campaigns/Lotteries.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { type Call, request, TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { ended } from "../../kit/players/Eggs.ts"

const atOnce = { concurrency: "unbounded" } as const

/** Tickets by buddy that the lists of all drawn draws have, and what is in the open one. */
const ticketsOf = Effect.fnUntraced(function* (call: Call, lottery: string) {
  const anybody = request((yield* TestApp).baseUrl, null)
  const { body } = yield* call("GET", `${path}/${lottery}/draws`)
  const lists = yield* Effect.forEach(body.data as ReadonlyArray<{ draw_id: string }>, ({ draw_id }) =>
    Effect.map(anybody("GET", `/public/lottery-draws/${draw_id}/entries.txt`), ({ text }) => linesOf(text))
  )
  const drawn = lists.flat().reduce((sum, { tickets }) => sum + tickets, 0)
  const { body: next } = yield* call("GET", `${path}/${lottery}/preview-next-draw`)
  return { drawn, open: next.entries as number }
})

layer(TestApp.shared, { excludeTestServices: true })("lotteries under load", (it) => {
  it.effect("fifty tickets against the draw: each is in this draw or the next, and the answer says which", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id, open_draw } = yield* make(call)
      const buddies = yield* Effect.forEach(Array(10).keys(), (index) => rich(tenant, `u${index}`, 1_000), {
        concurrency: 4
      })
      const buy = (index: number) => enter(call, buddies[index % 10]!, lottery_id)
      const [answers] = yield* Effect.all(
        [Effect.forEach(Array(50).keys(), buy, atOnce), drawNow(call, lottery_id)],
        atOnce
      )
      for (const { status, text } of answers) assert.strictEqual(status, 201, text)
      const inFirst = answers.filter(({ body }) => body.draw_id === open_draw.draw_id).length
      assert.deepStrictEqual(yield* ticketsOf(call, lottery_id), { drawn: inFirst, open: 50 - inFirst })
      const [draw] = (yield* call("GET", `${path}/${lottery_id}/draws`)).body.data
      const prizes = draw.winners.reduce(
        (sum: number, { reward }: { reward: { coins: number } }) => sum + reward.coins,
        0
      )
      const coins = yield* Effect.forEach(buddies, (buddy) => coinsOf(call, buddy))
      assert.strictEqual(
        coins.reduce((sum, held) => sum + held, 0),
        10_000 - 500 + prizes
      )
    })
  )

  it.effect("fifty tickets against the end of the lottery: each is refused, or refunded once", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call } = tenant
      const { lottery_id } = yield* make(call)
      const buddies = yield* Effect.forEach(Array(10).keys(), (index) => rich(tenant, `u${index}`, 1_000), {
        concurrency: 4
      })
      yield* enter(call, buddies[0]!, lottery_id)
      const buy = (index: number) => enter(call, buddies[index % 10]!, lottery_id)
      const removed = call("DELETE", `${path}/${lottery_id}`)
      const [answers] = yield* Effect.all([Effect.forEach(Array(50).keys(), buy, atOnce), removed], atOnce)
      for (const { body, status, text } of answers) {
        if (status !== 404) assert.isTrue(status === 201 || body.error.code === "lottery_not_open", text)
      }
      const whole = Effect.map(
        Effect.forEach(buddies, (buddy) => coinsOf(call, buddy)),
        (coins) => coins.every((held) => held === 1_000)
      )
      yield* until("everybody to have the coins back", whole)
    })
  )

  it.effect("a thousand enter at one moment: exactly a thousand tickets", () =>
    Effect.gen(function* () {
      const tenant = yield* started
      const { call, customer_id } = tenant
      const { lottery_id } = yield* make(call)
      const original = yield* rich(tenant, "ada", 100)
      yield* copies(customer_id, original, 999)
      const sql = yield* SqlClient.SqlClient
      const all = yield* sql<{
        buddy_id: string
      }>`SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid`
      // When a second's writes are used up, the others are told to come again.
      const letIn = (buddy_id: string) =>
        until(
          "a ticket",
          Effect.map(enter(call, buddy_id, lottery_id), ({ status, text }) => {
            assert.include([201, 429], status, text)
            return status === 201
          })
        )
      yield* Effect.forEach(all, ({ buddy_id }) => letIn(buddy_id), { concurrency: 200 })
      const { body } = yield* call("GET", `${path}/${lottery_id}/preview-next-draw`)
      assert.deepInclude(body, { participants: 1_000, entries: 1_000 })
      yield* drawNow(call, lottery_id)
      const [draw] = (yield* call("GET", `${path}/${lottery_id}/draws`)).body.data
      assert.deepInclude(draw, { participants: 1_000, entries: 1_000 })
    })
  )

  it.effect("two who draw at once have one draw", () =>
    Effect.gen(function* () {
      const { call } = yield* started
      const { lottery_id } = yield* make(call)
      const draw = call("POST", `${path}/${lottery_id}/draws`, { reason: "now" })
      const answers = yield* Effect.all([draw, draw, draw], atOnce)
      for (const { body, status, text } of answers) {
        assert.strictEqual(status, 202, text)
        yield* ended(call, body.operation_id)
      }
      const { body } = yield* call("GET", `${path}/${lottery_id}/draws`)
      const operations = new Set(answers.map((answer) => answer.body.operation_id))
      assert.strictEqual(body.data.length, operations.size)
    })
  )
})
