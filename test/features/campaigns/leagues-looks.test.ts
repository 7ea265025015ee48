/** Places are found by the moment of the first score: what was looked at before is not read every other second. */
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Looked, seasonsWaiting } from "../../../src/features/campaigns/leagues/Store/Placing.ts"
import { begin, played } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"

const minuteMs = 60_000

/** Complete looks every two seconds from a moment on; each takes so long. Answers how far each went back. */
const lookAt = (looked: Looked, { from, looks, took }: { from: number; looks: number; took: number }) =>
  Array.from({ length: looks }, (_, nth) => {
    const began = from + nth * 2_000
    const since = looked.next(began).get("one")?.getTime()
    looked.saw(["one"], { began, ended: began + took })
    return since === undefined ? "all" : began - since
  })

describe("what has been looked at", () => {
  it("is all of a season at first and once in a while, else what is new, and the last minute now and then", () => {
    const reach = lookAt(new Looked(), { from: 10 * minuteMs, looks: 61, took: 0 })
    const [usual, wide] = [5_000, 20_000 + minuteMs]
    const nine = Array.from({ length: 9 }, () => usual)
    const minute = ["all", ...nine, wide, ...nine, wide, ...nine]
    assert.deepStrictEqual(reach, [...minute, ...minute, "all"])
  })

  it("is a season as a whole for a hundredth of the time, however long that takes", () => {
    const looked = new Looked()
    const reach = lookAt(looked, { from: 10 * minuteMs, looks: 151, took: 3_000 })
    assert.deepStrictEqual(
      [...reach.entries()].filter(([, far]) => far === "all").map(([nth]) => nth),
      [0]
    )
    // Three seconds, a hundred times: at the first look that is due after these five minutes.
    const later = lookAt(looked, { from: 10 * minuteMs + 151 * 2_000, looks: 30, took: 3_000 })
    assert.strictEqual(later.filter((far) => far === "all").length, 1)
  })

  it("is nothing at all when the clock was set back", () => {
    const looked = new Looked()
    lookAt(looked, { from: 100 * minuteMs, looks: 3, took: 3_000 })
    const reach = lookAt(looked, { from: 10 * minuteMs, looks: 61, took: 0 })
    assert.strictEqual(reach[0], "all")
    assert.isAtLeast(reach.filter((far) => far === "all").length, 2)
  })

  it("is nothing of a season in which somebody still waits", () => {
    const looked = new Looked()
    looked.next(10 * minuteMs)
    looked.saw(["one"], { began: 10 * minuteMs, ended: 10 * minuteMs })
    assert.isTrue(looked.next(10 * minuteMs).has("one"))
    looked.saw([], { began: 11 * minuteMs, ended: 11 * minuteMs })
    assert.isFalse(looked.next(11 * minuteMs).has("one"))
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
