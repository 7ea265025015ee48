/**
 * The cluster library's own records: who owns which shard, and messages between nodes. A shard is owned by an advisory
 * lock on a session of its runner, (namespace, number of the shard). The tables exist once a node has run; those of
 * runners only when nodes share a database.
 */
import { Effect, Schema } from "effect"
import { ShardingConfig } from "effect/cluster"
import type { SqlClient } from "effect/sql"
import { row } from "../postgres/Sql.ts"
import { type Invariant, isLate, type Queries } from "./Invariant.ts"

/** FNV-1a of `effect-cluster:cluster`, as pg_locks shows it: the library's fixed namespace of shard locks. */
const lock_namespace = (() => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode("effect-cluster:cluster")) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
})()

const { availableShardGroups, shardsPerGroup } = ShardingConfig.defaults
const shards = availableShardGroups.length * shardsPerGroup

const shardLocks = `
  SELECT objid, pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = ${lock_namespace}
    AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

/** Ids of messages hold the moment of their making: milliseconds since 2025 above 22 bits. */
const sentAt = "to_timestamp(((id >> 22) + 1735689600000) / 1000.0)"

/** Runners that were heard of just now, by the clock of the database, which is the one they sign in with. */
const runners = `
  SELECT address FROM cluster_runners WHERE healthy AND last_heartbeat > now() - interval '9 seconds'`

const Found = Schema.Struct({ exists: Schema.Boolean })
const nothing: Queries = { population: "SELECT 0", violations: "SELECT NULL AS nothing WHERE false" }

/** A table that is not there yet has nothing wrong in it. */
const inTable = (table: string, queries: Queries) => (sql: SqlClient.SqlClient) =>
  Effect.map(row(Found)(sql`SELECT to_regclass(${table}) IS NOT NULL AS exists`), (found) =>
    found._tag === "Some" && found.value.exists ? queries : nothing
  )

export const cluster: ReadonlyArray<Invariant> = [
  {
    id: "shard_has_one_owner",
    title: "No shard is owned by two sessions at once.",
    queries: {
      population: `SELECT count(*) FROM (${shardLocks}) AS held`,
      violations: `
        SELECT objid::bigint AS shard, array_agg(pid) AS sessions FROM (${shardLocks}) AS held
        GROUP BY objid HAVING count(*) > 1`
    }
  },
  {
    id: "every_shard_has_an_owner",
    title: "While there are runners, every shard is owned.",
    quiescent: true,
    queries: inTable("cluster_runners", {
      population: `SELECT count(*) FROM (${runners}) AS alive`,
      violations: `
        SELECT held.shards AS owned, ${shards} AS shards, alive.runners FROM
          (SELECT count(DISTINCT objid) AS shards FROM (${shardLocks}) AS locks) AS held,
          (SELECT count(*) AS runners FROM (${runners}) AS registered) AS alive
        WHERE alive.runners > 0 AND held.shards <> ${shards}`
    })
  },
  {
    id: "messages_are_handled",
    title: "No message between nodes waits longer than it may.",
    quiescent: true,
    queries: inTable("cluster_messages", {
      population: "SELECT count(*) FROM cluster_messages",
      violations: `
        SELECT id, shard_id, entity_type, entity_id, tag, ${sentAt} AS sent_at, last_read FROM cluster_messages
        WHERE NOT processed AND ${isLate(`greatest(${sentAt}, to_timestamp(deliver_at / 1000.0))`)}`
    })
  }
]
