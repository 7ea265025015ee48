/** Which record an address or a body names. */
import type { SqlClient } from "effect/sql"
import { isKey, isUuid } from "../../wire/Ids.ts"

/** The columns, as the statement calls them: `q.quest_id` and `q.quest_key`. */
interface Names {
  readonly id: string
  readonly key: string
}

/**
 * By id or key, in SQL; `wire/Ids.refersTo` is the same of records in hand. What has the form of an id is one and no
 * key: a record whose key is another's id would stand in its place for whoever means the other.
 */
export const namedBy =
  (sql: SqlClient.SqlClient, { id, key }: Names) =>
  (reference: string) =>
    isUuid(reference)
      ? sql`${sql.literal(id)} = ${reference}::uuid`
      : // What cannot be a key is nobody's, and may be more than Postgres can read.
        sql`${sql.literal(key)} = ${isKey(reference) ? reference : ""}`
