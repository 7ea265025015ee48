/**
 * Erasures as they are remembered outside of the database, for the day it is brought back from a time before them: whom
 * each was about stands in it as a hash, with the sealed key of the tenant that it was made with. Nobody is named.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { execute, rows } from "../../../../platform/postgres/Sql.ts"
import { Timestamp } from "../../../../wire/Ids.ts"

export const ErasureRecord = Schema.Struct({
  customer_id: Schema.String.check(Schema.isUUID()),
  erasure_id: Schema.String.check(Schema.isUUID()),
  requested_at: Timestamp,
  user_hash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)),
  sealed_key: Schema.String.check(Schema.isPattern(/^[0-9a-f]+$/))
})
export type ErasureRecord = typeof ErasureRecord.Type

/** What the database knows of an erasure that is on record. */
export type Known = "unknown" | "running" | "failed" | "completed"
const KnownRow = Schema.Struct({
  erasure_id: Schema.String,
  status: Schema.Literals(["running", "failed", "completed"])
})
const UserRow = Schema.Struct({ user_id: Schema.String })

const page_rows = 1_000

/** Where users are found by their name: what an erasure would delete of them. */
const tables = [
  "buddy_identities",
  "eggs",
  "events",
  "test_clock_users",
  "dead_letters",
  "team_import_rows",
  "analytics_users",
  "user_exports",
  "hosted_players"
] as const

export class ErasureRecords extends Context.Service<
  ErasureRecords,
  {
    /** a page of what is on record here, behind a record */
    page(after: Pick<ErasureRecord, "customer_id" | "erasure_id">): Effect.Effect<ReadonlyArray<ErasureRecord>>
    /** by erasure, of one tenant */
    known(customer_id: string, erasure_ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Known>>
    /** users of a tenant in a table, some at a time, in the order of their names */
    users(customer_id: string, table: (typeof tables)[number], after: string): Effect.Effect<ReadonlyArray<string>>
    /** whether buddies, eggs or events of the user are older than a moment */
    isOlder(customer_id: string, user_id: string, moment: Date): Effect.Effect<boolean>
  }
>()("hatchery/features/erasures/ErasureRecords") {
  static readonly tables = tables

  static readonly layer = Layer.effect(
    ErasureRecords,
    Effect.map(SqlClient.SqlClient, (sql) =>
      ErasureRecords.of({
        page: ({ customer_id, erasure_id }) =>
          rows(ErasureRecord)(sql`
            SELECT e.customer_id, e.erasure_id, encode(e.user_hash, 'hex') AS user_hash,
              to_char(e.requested_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS requested_at,
              encode(k.sealed_key, 'hex') AS sealed_key
            FROM erasures AS e JOIN erasure_keys AS k USING (customer_id)
            WHERE (e.customer_id, e.erasure_id) > (${customer_id}::uuid, ${erasure_id}::uuid)
            ORDER BY e.customer_id, e.erasure_id LIMIT ${page_rows}`),
        known: (customer_id, erasure_ids) =>
          Effect.map(
            rows(KnownRow)(sql`
              SELECT erasure_id, status FROM erasures
              WHERE customer_id = ${customer_id}::uuid AND erasure_id = ANY(${erasure_ids}::uuid[])`),
            (found) => new Map(found.map(({ erasure_id, status }) => [erasure_id, status]))
          ),
        // From name to name, so that a user with a million events is one look.
        users: (customer_id, table, after) =>
          Effect.map(
            rows(UserRow)(sql`
              WITH RECURSIVE named (user_id, place) AS (
                SELECT min(user_id), 1 FROM ${sql(table)}
                WHERE customer_id = ${customer_id}::uuid AND user_id > ${after}
                UNION ALL
                SELECT (SELECT min(t.user_id) FROM ${sql(table)} AS t
                  WHERE t.customer_id = ${customer_id}::uuid AND t.user_id > named.user_id), named.place + 1
                FROM named WHERE named.user_id IS NOT NULL AND named.place < ${page_rows})
              SELECT user_id FROM named WHERE user_id IS NOT NULL ORDER BY user_id`),
            (found) => found.map(({ user_id }) => user_id)
          ),
        isOlder: (customer_id, user_id, moment) => {
          const whose = sql`customer_id = ${customer_id}::uuid AND user_id = ${user_id}`
          return Effect.map(
            execute(sql`
              SELECT 1 WHERE EXISTS (SELECT FROM buddy_identities WHERE ${whose} AND created_at <= ${moment})
                OR EXISTS (SELECT FROM eggs WHERE ${whose} AND created_at <= ${moment})
                OR EXISTS (SELECT FROM hosted_players WHERE ${whose} AND created_at <= ${moment})
                OR EXISTS (SELECT FROM events WHERE ${whose} AND received_at <= ${moment})`),
            (found) => found > 0
          )
        }
      })
    )
  )
}
