/** What the commit of a reward reads of its season: Postgres knows nothing yet of results that were just written. */
import { assert, layer } from "@effect/vitest"
import { Data, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestApp } from "../kit/service/TestApp.ts"

const players = 5_000

/** Nothing of a test stays. */
class Undone extends Data.TaggedError("Undone") {}

layer(TestApp.shared, { excludeTestServices: true })("a reward of a season", (it) => {
  it.effect("is written down where its buddy is found, however many have played", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [customer_id, season_id] = [randomUUID(), randomUUID()]
      const ofSeason = sql`customer_id = ${customer_id}::uuid AND season_id = ${season_id}::uuid`
      const looked = Effect.map(
        sql<{ rows: number }>`
          SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables
          WHERE relname = 'league_results'`,
        ([found]) => found!.rows
      )
      const pays = Effect.gen(function* () {
        yield* sql`
          INSERT INTO league_results (customer_id, season_id, place, buddy_id, tier_key, cohort, rank, score, zone,
            to_tier, reward, reward_status)
          SELECT ${customer_id}::uuid, ${season_id}::uuid, place, gen_random_uuid(), 'open', place / 30 + 1,
            place % 30 + 1, 10, 'stay', 'open', '{"coins":10}'::jsonb, 'pending'
          FROM generate_series(1, ${players}::int) AS place`
        const paid = sql<{ place: number; status: string }>`
          SELECT place, reward_status AS status FROM league_results
          WHERE ${ofSeason} AND reward_status <> 'pending'`
        const [chosen] = yield* sql<{ buddy_id: string }>`
          SELECT buddy_id FROM league_results WHERE ${ofSeason} AND place = ${players / 2}::int`
        const before = yield* looked
        yield* sql`
          INSERT INTO campaign_receipts (customer_id, campaign_id, grant_key, buddy_id, source, ledger_ids, granted_at)
          VALUES (${customer_id}::uuid, ${season_id}::uuid, 'rank', ${chosen!.buddy_id}::uuid, 'league', '{}', now())`
        const after = yield* looked
        assert.deepStrictEqual(yield* paid, [{ place: players / 2, status: "granted" }])
        assert.isBelow(after - before, 10)
        return yield* new Undone()
      })
      yield* Effect.flip(sql.withTransaction(pays))
    })
  )
})
