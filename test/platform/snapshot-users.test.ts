/** What a look at all buddies reads of their users: Postgres knows nothing yet of tables that were just filled. */
import { assert, layer } from "@effect/vitest"
import { Data, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { SnapshotStore } from "../../src/features/insight/analytics/Store/Snapshots.ts"
import { played } from "../kit/players/Leagues.ts"
import { TestApp } from "../kit/service/TestApp.ts"

/** Some pages of a look. */
const twins = 4_900

/** Nothing of a test stays. */
class Undone extends Data.TaggedError("Undone") {}

layer(TestApp.layer(), { excludeTestServices: true })("a workspace that is a minute old", (it) => {
  it.effect("reads each user once, however many there are", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SnapshotStore
      const { buddies, tenant } = yield* played(["a"])
      const { customer_id } = tenant
      // The first is there, of the others every third has not been for a year.
      const multiplied = Effect.gen(function* () {
        yield* sql`SET LOCAL session_replication_role = replica`
        yield* sql`
          WITH twin AS (
            SELECT i.*, gen_random_uuid() AS twin_id, n
            FROM buddy_identities AS i, generate_series(1, ${twins}::int) AS n
            WHERE i.customer_id = ${customer_id}::uuid AND i.buddy_id = ${buddies[0]!}::uuid),
          identity AS (
            INSERT INTO buddy_identities (customer_id, buddy_id, egg_id, user_id, audience, name, status, theme,
              visual_variant, config_version_id, created_at, metadata)
            SELECT customer_id, twin_id, gen_random_uuid(), 'twin-' || n, audience, name, status, theme, visual_variant,
              config_version_id, created_at, metadata FROM twin),
          state AS (
            INSERT INTO buddy_states (customer_id, buddy_id, version, coins, evolution_stage, state, updated_at)
            SELECT s.customer_id, t.twin_id, 1, s.coins, s.evolution_stage, s.state, s.updated_at
            FROM twin AS t JOIN buddy_states AS s ON s.customer_id = t.customer_id AND s.buddy_id = t.buddy_id)
          INSERT INTO analytics_users (customer_id, audience, user_id, user_no, first_day, last_day)
          SELECT customer_id, '', 'twin-' || n, n, current_date - 400,
            current_date - CASE n % 3 WHEN 0 THEN 365 ELSE 0 END
          FROM twin`
      })
      const looked = Effect.map(
        sql<{ rows: number }>`
          SELECT coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int AS rows FROM pg_stat_xact_user_tables
          WHERE relname = 'analytics_users'`,
        ([found]) => found!.rows
      )
      const walked = Effect.gen(function* () {
        // It was looked at when it had one row: so much Postgres believes of it from then on.
        yield* sql`ANALYZE analytics_users`
        yield* multiplied
        const before = yield* looked
        const { standing } = Option.getOrThrow(yield* store.newest(customer_id, null))
        assert.isBelow((yield* looked) - before, 2 * twins)
        assert.isAtLeast(standing!.buddies, twins)
        return yield* new Undone()
      })
      yield* Effect.flip(sql.withTransaction(walked))
    }).pipe(Effect.provide(SnapshotStore.layer))
  )
})
