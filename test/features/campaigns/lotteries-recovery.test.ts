/** A draw whose process is killed, before its winners are known and while they are paid: it goes on where it was. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestService } from "hatchery/testing"
import { postgresClient } from "../../../src/platform/postgres/Sql.ts"
import { enter, make, path } from "../../kit/campaigns/Lotteries.ts"
import { copies } from "../../kit/players/BuddyCopies.ts"
import { ended } from "../../kit/players/Eggs.ts"
import { openEnded } from "../../kit/postgres/OpenEnded.ts"
import { until } from "../../kit/service/time.ts"

const buddies = 12
const prize = 7

it.live("a draw killed twice has the list it had, and pays everybody once", () =>
  Effect.gen(function* () {
    const service = yield* TestService
    const url = service.databaseUrl
    const aside = yield* Layer.build(postgresClient({ url, maxConnections: 2, applicationName: "hatchery-test" }))
    yield* Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { call, customer_id, hatch, publish } = yield* service.tenant()
      yield* publish({ token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
      const { buddy_id } = yield* hatch("ada")
      yield* copies(customer_id, buddy_id, buddies - 1)
      const all = yield* sql<{
        id: string
      }>`SELECT buddy_id AS id FROM buddies WHERE customer_id = ${customer_id}::uuid`
      const { lottery_id, open_draw } = yield* make(call, {
        prizes: [{ rank: 1, winners: 20, reward: { coins: prize } }]
      })
      for (const { id } of all) {
        yield* call("POST", `/buddies/${id}/coins`, { amount: 10 })
        assert.strictEqual((yield* enter(call, id, lottery_id)).status, 201)
      }
      const one = <A extends object>(text: string) =>
        Effect.map(sql.unsafe<A>(text, [open_draw.draw_id]), ([row]) => row!)
      const list = one<{ entries_text: string | null; status: string }>(
        "SELECT status, entries_text FROM lottery_draws WHERE draw_id = $1::uuid"
      )
      const granted = Effect.map(
        one<{ count: number }>("SELECT count(*)::int AS count FROM campaign_receipts WHERE campaign_id = $1::uuid"),
        ({ count }) => count
      )
      const { closed, operation_id } = yield* openEnded(sql)(
        Effect.gen(function* () {
          // Nobody can write down a winner: the list is fixed, and that is all.
          yield* sql`LOCK TABLE lottery_winners IN EXCLUSIVE MODE`
          const accepted = yield* call("POST", `${path}/${lottery_id}/draws`, { reason: "now" })
          yield* until(
            "the list",
            Effect.map(list, ({ entries_text }) => entries_text !== null)
          )
          const closed = yield* list
          yield* service.crash
          return { closed, operation_id: accepted.body.operation_id as string }
        })
      )
      yield* openEnded(sql)(
        Effect.gen(function* () {
          // Somebody sits on one of the winners: not all of them can be paid.
          yield* sql`SELECT 1 FROM buddies WHERE buddy_id = ${buddy_id}::uuid FOR UPDATE`
          yield* service.start
          yield* until(
            "some of the prizes",
            Effect.map(granted, (count) => count >= 5)
          )
          yield* service.crash
        })
      )
      yield* service.start
      const { result, status } = yield* ended(call, operation_id)
      assert.strictEqual(status, "completed")
      assert.deepInclude(result, { granted: buddies, void: 0, failed: 0 })
      assert.deepInclude(yield* list, { entries_text: closed.entries_text, status: "drawn" })
      assert.strictEqual(yield* granted, buddies)
      const proof = yield* call("GET", `${path}/${lottery_id}/draws/${open_draw.draw_id}/verify`)
      assert.isTrue(proof.body.valid, proof.text)
      const books = yield* sql`
        SELECT count(*)::int AS entries, sum(amount)::int AS paid FROM ledger
        WHERE customer_id = ${customer_id}::uuid AND reason = 'lottery'`
      assert.deepStrictEqual(books, [{ entries: buddies, paid: prize * buddies }])
    }).pipe(Effect.provide(aside))
  }).pipe(Effect.provide(TestService.layer()))
)
