/** Where passwords do not let anybody in, and which connections people can sign in through. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { entitledTo } from "../auth/Entitled.ts"
import { execute } from "../postgres/Sql.ts"

/**
 * SQL over `c` (customers) and `s` (sso_connections): the plan has it, it is on, and a domain is proven; `unproven`:
 * where nothing has to be.
 */
export const isLive = (sql: SqlClient.SqlClient, unproven: boolean) => sql`
  ${entitledTo(sql, "c", "sso")} AND (${unproven} OR EXISTS (
    SELECT FROM sso_domains AS d WHERE d.customer_id = s.customer_id AND d.verified_at IS NOT NULL))`

export const ssoEnforcement = (sql: SqlClient.SqlClient, unproven: boolean) => (customer_id: string) =>
  Effect.map(
    execute(sql`
      SELECT FROM sso_connections AS s JOIN customers AS c ON c.customer_id = s.customer_id
      WHERE s.customer_id = ${customer_id}::uuid AND s.enforced AND ${isLive(sql, unproven)}`),
    (found) => found > 0
  )
