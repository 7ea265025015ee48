/** Whose a delta is follows from the moves of audiences that were made before and after it. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Delta } from "../../../src/wire/analytics/Delta.ts"
import { foldAll, leave } from "../../kit/insight/folding.ts"
import { at } from "../../kit/postgres/RetentionDatabase.ts"
import { makeTenant } from "../../kit/webhooks/PumpNodes.ts"

describe("moves of audiences", () => {
  at("gives what was written between two moves of an audience to where the second one leads", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const said = (key: string, user: string): Delta => ({
        c: [["events", 20_001, "default", key, 1, 5]],
        u: [["default", user, "", 20_001]]
      })
      const story: ReadonlyArray<Delta> = [
        said("first", "ada"),
        { c: [], u: [], m: [["default", "a"]] },
        said("unheard", "bob"),
        { c: [], u: [], r: ["default"] },
        said("again", "cyd"),
        said("again", "dan"),
        { c: [], u: [], m: [["default", "b"]] },
        said("late", "eve")
      ]
      const found = Effect.fnUntraced(function* (tenant: string) {
        const keys = yield* sql`
          SELECT audience, key FROM analytics_counters WHERE customer_id = ${tenant}::uuid AND metric = 'events'
          UNION SELECT audience, user_id FROM analytics_users WHERE customer_id = ${tenant}::uuid AND audience <> ''
          ORDER BY 1, 2`
        return keys.map(({ audience, key }) => `${String(audience)} ${String(key)}`)
      })
      const expected = ["a ada", "a bob", "a first", "a unheard"]
      expected.push("b again", "b cyd", "b dan", "b eve", "b late")
      for (const [deltas, users] of [
        [500, 500],
        [500, 1],
        [1, 500],
        [1, 1],
        [3, 1]
      ] as const) {
        const tenant = yield* makeTenant
        yield* sql`UPDATE customers SET audiences = '[{"key":"b","name":"B"},{"key":"a","name":"A"}]'::jsonb
          WHERE customer_id = ${tenant}::uuid`
        yield* leave(tenant, story)
        yield* foldAll(deltas, users)
        assert.deepStrictEqual(yield* found(tenant), expected, `${deltas} ${users}`)
      }
    })
  )
})
