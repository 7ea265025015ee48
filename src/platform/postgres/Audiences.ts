/** What was made for an audience stays with it when the workspace gives it another name. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { execute, nowDate } from "./Sql.ts"

export interface Move {
  readonly from: string
  readonly to: string
}

/** In the caller's transaction. */
export type Follower = (sql: SqlClient.SqlClient, customer_id: string, move: Move) => Effect.Effect<unknown>

interface Followed {
  readonly table: string
  /** the audience stands in the column `content` and not in one of its own */
  readonly inContent?: boolean
  /** no column says when a row was last changed */
  readonly undated?: boolean
  /** SQL: rows that keep the name they were made for */
  readonly except?: string
  /** SQL: what changes with the name */
  readonly also?: string
}

/** For a family whose rows just take the other name. */
export const following =
  ({ also, except = "false", inContent = false, table, undated = false }: Followed): Follower =>
  (sql, customer_id, { from, to }) =>
    Effect.flatMap(nowDate, (now) => {
      const named = inContent ? sql`content ->> 'audience'` : sql`audience`
      const set = [
        inContent ? sql`content = jsonb_set(content, '{audience}', to_jsonb(${to}::text))` : sql`audience = ${to}`,
        ...(undated ? [] : [sql`updated_at = ${now}`]),
        ...(also === undefined ? [] : [sql.literal(also)])
      ]
      return execute(sql`
        UPDATE ${sql(table)} SET ${sql.csv(set)}
        WHERE customer_id = ${customer_id}::uuid AND ${named} = ${from} AND NOT (${sql.literal(except)}) RETURNING 1`)
    })
