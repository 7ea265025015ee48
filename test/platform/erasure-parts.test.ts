/** Who is taken out of a table that has parts: a place in it says nothing without its part. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eraseAll, type PersonalTable, type Person } from "../../src/platform/erasures/Personal.ts"
import { nowDate } from "../../src/platform/postgres/Sql.ts"
import { uuid } from "../../src/platform/postgres/Ids.ts"
import { TestApp } from "../kit/service/TestApp.ts"

const table: PersonalTable = { table: "parted", by: "user", how: "delete" }

layer(TestApp.layer(), { excludeTestServices: true })("erasing from a table in parts", (it) => {
  it.effect("takes the rows of the person, and not those at the same places of other parts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const customer_id = yield* uuid
      const all = (user_id: string) => [1, 2].map((part) => ({ customer_id, part, user_id, word: user_id }))
      yield* sql`CREATE TABLE parted (customer_id uuid, part int, user_id text, word text) PARTITION BY LIST (part)`
      for (const part of [1, 2])
        yield* sql.unsafe(`CREATE TABLE parted_${part} PARTITION OF parted FOR VALUES IN (${part})`)
      // In the first part it is Ada's row that lies first, in the second it is Bob's.
      const [ada1, ada2] = all("ada")
      const [bob1, bob2] = all("bob")
      const [eve1, eve2] = all("eve")
      for (const row of [ada1!, bob1!, eve1!, bob2!, eve2!, ada2!]) yield* sql`INSERT INTO parted ${sql.insert(row)}`
      const person = (user_id: string): Effect.Effect<Person> =>
        Effect.map(nowDate, (requested_at) => ({
          customer_id,
          user_id,
          buddy_ids: [],
          egg_ids: [],
          event_limit: 0,
          requested_at
        }))
      const counts: Array<number> = []
      const erase = (by: PersonalTable, user_id: string) =>
        Effect.flatMap(person(user_id), (whom) =>
          eraseAll(by, whom, ({ count }) => Effect.sync(() => counts.push(count)))
        )
      yield* erase(table, "ada")
      yield* erase({ ...table, how: "redact", set: "word = ''" }, "bob")
      yield* erase({ ...table, how: "detach" }, "eve")
      assert.deepStrictEqual(counts, [2, 2, 2])
      assert.deepStrictEqual(yield* sql`SELECT part, user_id, word FROM parted ORDER BY word, part`, [
        { part: 1, user_id: "bob", word: "" },
        { part: 2, user_id: "bob", word: "" },
        { part: 1, user_id: null, word: "eve" },
        { part: 2, user_id: null, word: "eve" }
      ])
    })
  )
})
