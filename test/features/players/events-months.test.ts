/** What was written in two months is one list, one chain and one set of ids. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hatch, lesson, publish } from "../../kit/players/players.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const world = Effect.gen(function* () {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant)
  const { buddy_id } = yield* hatch(tenant, "ada")
  return { ...tenant, buddy_id, economy: `/economy/buddies/${buddy_id}` }
})

/** The month after the one that is being written in. */
const turn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [next] = yield* sql<{ begins: Date }>`
    SELECT make_timestamptz(2020 + (month_of_writing() + 1) / 12, (month_of_writing() + 1) % 12 + 1, 1, 0, 0, 0, 'UTC')
      AS begins`
  yield* sql`SELECT record_months_keep(${next!.begins}, 1)`
  const [turned] = yield* sql<{ turned: boolean }>`SELECT record_months_turn(${next!.begins}) AS turned`
  assert.isTrue(turned!.turned)
})

/** In how many months the rows of a buddy lie. */
const placesOf = (table: string, buddy_id: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found = yield* sql`
      SELECT DISTINCT tableoid::regclass::text AS place FROM ${sql(table)} WHERE buddy_id = ${buddy_id}::uuid`
    return found.length
  })

layer(TestApp.layer(), { excludeTestServices: true })("a month begins between two events", (it) => {
  it.effect("and what came before it is found, paid once and taken back as before", () =>
    Effect.gen(function* () {
      const { buddy_id, call, economy } = yield* world
      const [first, second] = [lesson("ada"), lesson("ada")]
      const paid = yield* call("POST", "/events", first)
      const spend = (amount: number) => call("POST", `/buddies/${buddy_id}/coins/spend`, { amount })
      assert.strictEqual((yield* spend(3)).status, 200)
      yield* turn
      yield* call("POST", "/events", second)
      assert.strictEqual((yield* spend(4)).status, 200)
      for (const table of ["events", "ledger", "buddy_changes"])
        assert.strictEqual(yield* placesOf(table, buddy_id), 2, table)

      const again = yield* call("POST", "/events", first)
      assert.deepStrictEqual([again.status, again.body.effects], [200, paid.body.effects])
      const other = yield* call("POST", "/events", { ...first, properties: { course_id: "another" } })
      assert.deepStrictEqual([other.body.effects, other.body.payload_mismatch], [paid.body.effects, true])

      const page = (yield* call("GET", "/events?limit=1")).body
      const rest = (yield* call("GET", `/events?limit=1&cursor=${page.pagination.nextCursor}`)).body
      const listed = [...page.data, ...rest.data].map(({ event_id }: { event_id: string }) => event_id)
      assert.deepStrictEqual([listed, rest.pagination.hasMore], [[second.event_id, first.event_id], false])
      for (const query of [`user_id=ada`, `type=${first.type}`])
        assert.lengthOf((yield* call("GET", `/events?${query}`)).body.data, 2, query)
      assert.strictEqual((yield* call("GET", `/events/${first.event_id}`)).body.event_id, first.event_id)
      assert.isNotEmpty((yield* call("GET", `/events/${first.event_id}/trace`)).body.rules)

      const books = (yield* call("GET", `${economy}/ledger?limit=100`)).body.data
      const amounts = books
        .filter(({ unit }: { unit: string }) => unit === "coin")
        .map(({ amount }: { amount: number }) => amount)
      assert.deepStrictEqual([amounts[0], amounts.includes(3)], [4, true])
      const oldest = books.at(-1)
      const explained = yield* call("GET", `${economy}/ledger/${oldest.ledger_id}/explain`)
      assert.strictEqual(explained.body.cause.event_id, first.event_id, explained.text)
      assert.isTrue((yield* call("GET", `${economy}/ledger/verify`)).body.valid)

      const taken = yield* call("POST", `/events/${first.event_id}/reverse`, {})
      assert.deepStrictEqual([taken.status, taken.body.coins, taken.body.ledger_ids.length], [200, 10, 2], taken.text)
    })
  )

  it.effect("and events that come at that moment are each stored once, under one number", () =>
    Effect.gen(function* () {
      const { buddy_id, call } = yield* world
      const sql = yield* SqlClient.SqlClient
      const sent = Array.from({ length: 60 }, () => lesson("ada"))
      const twice = [...sent, ...sent]
      const [answers] = yield* Effect.all(
        [
          Effect.forEach(twice, (event) => call("POST", "/events", event), { concurrency: 20 }),
          Effect.andThen(Effect.yieldNow, turn)
        ],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(
        [...new Set(answers.map(({ status }) => status))].filter((status) => status >= 300),
        []
      )
      const [stored] = yield* sql`
        SELECT count(*)::int AS events, count(DISTINCT e.sequence)::int AS numbers,
          count(DISTINCT e.event_id)::int AS ids,
          (SELECT count(*)::int FROM event_keys AS k JOIN events USING (customer_id, event_id, sequence)
            WHERE buddy_id = ${buddy_id}::uuid) AS keys
        FROM events AS e WHERE buddy_id = ${buddy_id}::uuid`
      assert.deepStrictEqual(stored, { events: 60, numbers: 60, ids: 60, keys: 60 })
    })
  )
})
