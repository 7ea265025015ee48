/** Nodes of the release before commit beside those of this one: their events are counted by type like all others. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { ChangeSetBuilder } from "../../src/buddy/journal/ChangeSet.ts"
import { commitParameters, commitText, eachParameters, eachText } from "../../src/buddy/journal/JournalParameters.ts"
import { jsonText } from "../../src/buddy/journal/sections.ts"
import { seed, type Seeded, TestBuddies } from "./support.ts"

const at = Date.UTC(2026, 10, 20, 12)

const changeOf = ({ customer_id }: Seeded, event_id: string) => {
  const builder = new ChangeSetBuilder({ customer_id, buddy_id: null }, at)
  builder.event({
    event_id,
    type: "lesson.completed",
    occurred_at: at,
    properties: {},
    envelope: { user_id: "user-0", audience: "default", payload_hash: "hash", mode: "live" },
    config_version_id: null,
    effects_json: jsonText({}),
    trace: []
  })
  return builder.finish()
}

/** A flush through every statement of that name, with those of the parameters of today that it knows. */
const flushThrough = (name: string, seeded: Seeded) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = yield* sql<{ names: ReadonlyArray<string> }>`
      SELECT proargnames AS names FROM pg_proc WHERE proname = ${name}`
    for (const [index, { names }] of known.entries()) {
      const parameters = commitParameters([changeOf(seeded, `${name}-${index}`)], 0)
      const given = [...commitText.matchAll(/(\w+) => \$(\d+)::([\w[\]]+)/g)].filter(([, argument]) =>
        names.includes(argument!)
      )
      const told = given.map(([, argument, , type], place) => `${argument} => $${place + 1}::${type}`)
      const none = names.filter((argument) => !given.some(([, one]) => one === argument))
      const arguments_ = [...told, ...none.map((argument) => `${argument} => NULL`)].join(", ")
      yield* sql.unsafe(
        `SELECT ${name}(${arguments_})`,
        given.map(([, , place]) => parameters[Number(place) - 1])
      )
    }
    return known.length
  })

const counted = ({ customer_id }: Seeded) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      SELECT type, sum(events)::int AS counted,
        (SELECT count(*)::int FROM events AS e WHERE e.customer_id = c.customer_id AND e.type = c.type) AS stored
      FROM event_type_counts AS c WHERE customer_id = ${customer_id}::uuid GROUP BY customer_id, type`
  )

layer(TestBuddies, { excludeTestServices: true })("events of two releases", (test) => {
  test.effect("are counted once each, flush by flush and item by item", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seeded = yield* seed(1)
      const type = "lesson.completed"
      // One of them with the figures and one without.
      assert.strictEqual(yield* flushThrough("journal_flush", seeded), 2)
      assert.strictEqual(yield* flushThrough("journal_commit_rows", seeded), 1)
      assert.deepStrictEqual(yield* counted(seeded), [{ type, counted: 3, stored: 3 }])

      // Items of the release before bring no sums of their types.
      const [items] = eachParameters([changeOf(seeded, "item"), changeOf(seeded, "item")], 0).map(String)
      const without = (JSON.parse(items!) as ReadonlyArray<{ readonly parts: ReadonlyArray<object> }>).map((item) => ({
        ...item,
        parts: item.parts.filter((part) => !JSON.stringify(part).includes("event_type_counts"))
      }))
      const asked = yield* sql<{ error_code: string | null }>`
        SELECT error_code FROM journal_commit_rows_each(${JSON.stringify(without)}::json, '[]'::json)`
      assert.deepStrictEqual(
        asked.map(({ error_code }) => error_code),
        [null, "23505"]
      )
      assert.deepStrictEqual(yield* counted(seeded), [{ type, counted: 4, stored: 4 }])

      const change = [changeOf(seeded, "today")]
      yield* sql.unsafe(commitText, commitParameters([changeOf(seeded, "now")], 1))
      yield* sql.unsafe(eachText, eachParameters(change, 1))
      yield* sql.unsafe(eachText, eachParameters(change, 1))
      assert.deepStrictEqual(yield* counted(seeded), [{ type, counted: 6, stored: 6 }])
    })
  )
})
