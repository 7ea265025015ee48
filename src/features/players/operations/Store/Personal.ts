/** Jobs on an egg or a buddy go at once and end without effect; others lose the names in what they say. */
import { Effect } from "effect"
import { Snowflake } from "effect/cluster"
import { SqlClient } from "effect/sql"
import type { PersonalTable, Special, Walk } from "../../../../platform/erasures/Personal.ts"
import { inTexts, type TextTable } from "../../../../platform/erasures/Texts.ts"
import { execute } from "../../../../platform/postgres/Sql.ts"

const told: TextTable = {
  table: "operations",
  key: { column: "operation_id", type: "uuid" },
  columns: { payload: "jsonb", progress: "jsonb", result: "jsonb", error: "jsonb" },
  named: "t.created_at <= $4"
}

const hour_ms = 3_600_000
/** of a UUIDv7; none has a moment that another kind of id would say */
const momentIn = (id: string): number => (id[14] === "7" ? Number.parseInt(id.replace("-", "").slice(0, 12), 16) : 0)

/** Records are numbered by the moment they were written at: none of an id is older than the id, but for clocks. */
export const firstRecordOf = (ids: ReadonlyArray<string>): string => {
  const moment = ids.reduce((earliest, id) => Math.min(earliest, momentIn(id)), Number.POSITIVE_INFINITY)
  const timestamp = Math.max(Snowflake.constEpochMillis, moment - hour_ms)
  return String(BigInt(timestamp - Snowflake.constEpochMillis) << 22n)
}

/**
 * What steps of workflows were recorded to answer, a hatch's egg with its user among it. The library's table has no
 * tenant: a record is the person's when it names one of its ids, which are nobody else's.
 */
const answers: TextTable = {
  table: "cluster_replies",
  key: { column: "id", type: "bigint" },
  columns: { payload: "text" },
  named: "false",
  hasNoTenant: true,
  begin: firstRecordOf
}

const isThere = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  execute(sql`SELECT 1 FROM pg_class WHERE oid = to_regclass('cluster_replies')`)
)
const whereThere =
  (walk: Walk): Walk =>
  (person, from) =>
    Effect.flatMap(isThere, (found) =>
      found === 0 ? Effect.succeed({ count: 0, next: undefined }) : walk(person, from)
    )

const { erase, left } = inTexts(answers, { how: "redact" })
const recorded: Special = { erase: whereThere(erase), left: whereThere(left) }

export const personal: ReadonlyArray<PersonalTable> = [
  { table: "operations", by: "egg", how: "delete", about: "t.resource_id = ANY($2::text[])", atOnce: true },
  { table: "operations", by: "buddy", how: "delete", about: "t.resource_id = ANY($2::text[])", atOnce: true },
  { table: "operations", by: "buddy", how: "redact", special: inTexts(told, { how: "redact" }) },
  { table: "cluster_replies", by: "buddy", how: "redact", special: recorded }
]
