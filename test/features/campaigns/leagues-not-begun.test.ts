/** A season that was planned before leagues were lost: it does not begin, or once they are back. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../../src/platform/cluster/CacheInvalidation.ts"
import { at, begin, hourMs, played, score } from "../../kit/players/Leagues.ts"
import { TestApp } from "../../kit/service/TestApp.ts"
import { until } from "../../kit/service/time.ts"
import { planned } from "../../kit/surfaces/Planned.ts"
import { turn } from "../../kit/tenant/Toggles.ts"

interface Begun {
  readonly season_id: string
}

const announce = Effect.fnUntraced(function* (customer_id: string) {
  const { publish } = yield* CacheInvalidation
  yield* publish({ _tag: "Tenant", customer_id })
})

/** The season's time has come. */
const begins = Effect.fnUntraced(function* ({ season_id }: Begun) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE league_seasons SET starts_at = ${at(0)} WHERE season_id = ${season_id}::uuid`
})

const closed = Effect.fnUntraced(function* (season: Begun) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE league_seasons SET ends_at = ${at(0)}, finalizes_at = ${at(0)} WHERE season_id = ${season.season_id}::uuid`
  const states = sql<{ readonly state: string }>`
    SELECT state FROM league_seasons WHERE season_id = ${season.season_id}::uuid`
  yield* until(
    "the season is closed",
    Effect.map(states, ([row]) => row?.state === "closed")
  )
})

/** Of all players together. */
const scoreIn = Effect.fnUntraced(function* ({ season_id }: Begun) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly total: number }>`
    SELECT coalesce(sum(score), 0)::int AS total FROM campaign_scores WHERE subject_id = ${season_id}::uuid`
  return found!.total
})

const tierOf = Effect.fnUntraced(function* (buddy_id: string) {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ readonly tier_key: string }>`
    SELECT tier_key FROM league_standings WHERE buddy_id = ${buddy_id}::uuid`
  return found?.tier_key
})

layer(TestApp.shared, { excludeTestServices: true })("a season that was planned before leagues were lost", (it) => {
  it.effect("counts nothing and demotes nobody, and the one that ran ends as ever", () =>
    Effect.gen(function* () {
      const { buddies, tenant } = yield* played(["ada", "bob"])
      const first = yield* begin(tenant, { ends_at: at(hourMs) })
      const next = yield* begin(tenant, { name: "Next", starts_at: at(2 * hourMs), ends_at: at(3 * hourMs) })
      yield* score(tenant, "ada", 7)
      yield* score(tenant, "bob", 1)
      yield* planned(tenant.customer_id, "free")
      yield* score(tenant, "ada", 3)
      yield* until(
        "the season that runs counts on",
        Effect.map(scoreIn(first), (found) => found === 11)
      )
      yield* closed(first)
      assert.strictEqual(yield* tierOf(buddies[0]!), "silver")
      yield* begins(next)
      yield* announce(tenant.customer_id)
      yield* score(tenant, "ada", 5)
      yield* closed(next)
      assert.strictEqual(yield* scoreIn(next), 0)
      assert.strictEqual(yield* tierOf(buddies[0]!), "silver")
    })
  )

  it.effect("begins where it is once they are back, and demotes who is idle then", () =>
    Effect.gen(function* () {
      const { buddies, tenant } = yield* played(["ada", "bob", "eve"])
      const first = yield* begin(tenant, { ends_at: at(hourMs) })
      yield* score(tenant, "ada", 7)
      yield* score(tenant, "bob", 1)
      yield* closed(first)
      const next = yield* begin(tenant, { name: "Next", starts_at: at(2 * hourMs), ends_at: at(3 * hourMs) })
      yield* turn(tenant.call, { leagues: false })
      yield* begins(next)
      yield* turn(tenant.call, { leagues: true })
      yield* score(tenant, "bob", 5)
      yield* score(tenant, "eve", 1)
      yield* until(
        "it counts",
        Effect.map(scoreIn(next), (found) => found === 6)
      )
      yield* closed(next)
      assert.deepStrictEqual(yield* Effect.forEach(buddies, tierOf), ["bronze", "silver", "bronze"])
    })
  )
})
