/** Places are found by the moment of the first score: what was looked at before is not read every other second. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Looked, seasonsWaiting } from "../../../src/features/campaigns/leagues/Store/Placing.ts"
import { begin, played } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const minuteMs = 60_000

describe("what has been looked at", () => {
  it("is all of a season at first, then what is new, and all of it again once in a while", () => {
    const looked = new Looked()
    assert.strictEqual(looked.next().size, 0)
    looked.saw(["one"], 10 * minuteMs)
    const fulls = Array.from({ length: 60 }, () => {
      const since = looked.next()
      const from = since.get("one")?.getTime()
      looked.saw(["one"], 10 * minuteMs)
      return from === undefined
    })
    assert.isFalse(fulls[0])
    assert.strictEqual(fulls.filter(Boolean).length, 2)
    // Whatever became visible late is still new.
    assert.strictEqual(looked.next().get("one")?.getTime(), 9 * minuteMs)
  })

  it("is nothing of a season in which somebody still waits", () => {
    const looked = new Looked()
    looked.next()
    looked.saw(["one"], 10 * minuteMs)
    looked.saw([], 11 * minuteMs)
    assert.isFalse(looked.next().has("one"))
  })
})

layer(TestApp.shared, { excludeTestServices: true })("a season", (test) => {
  test.effect("is waited for by scores since a moment, or by any", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { buddies, tenant } = yield* played(["a"])
      const { season_id } = yield* begin(tenant)
      const first = Date.now() - 10 * minuteMs
      const asked = (since: ReadonlyMap<string, Date>) =>
        Effect.map(
          seasonsWaiting(sql, sql`season.season_id = ${season_id}::uuid`, since),
          (found) => (found[0] as { readonly is_waited_for: boolean }).is_waited_for
        )
      // Rolled back, so that the clock does not place it meanwhile.
      const answers = yield* sql
        .withTransaction(
          Effect.gen(function* () {
            yield* sql`
              INSERT INTO campaign_scores (customer_id, subject_id, period_key, buddy_id, score, first_at, reached_at)
              VALUES (${tenant.customer_id}::uuid, ${season_id}::uuid, 'season', ${buddies[0]!}::uuid, 5,
                ${new Date(first)}, ${new Date(first)})`
            const all = yield* asked(new Map())
            const before = yield* asked(new Map([[season_id, new Date(first - 1)]]))
            const after = yield* asked(new Map([[season_id, new Date(first + 1)]]))
            return yield* Effect.fail([all, before, after])
          })
        )
        .pipe(Effect.flip)
      assert.deepStrictEqual(answers, [true, true, false])
    })
  )
})
