/** A buddy that has to stay as it is while something is written for it. */
import type { SqlClient, Statement } from "effect/sql"

/**
 * What follows FROM: the active buddy `b`, held until the transaction ends, so that whoever archives or erases it finds
 * what is written meanwhile. Its workspace is held first, as a foreign key would do afterwards: a node of the release
 * before that changes audiences holds even the key of the workspace, and goes on to its buddies.
 */
export const heldBuddy = (sql: SqlClient.SqlClient, customer_id: string, buddy_id: string): Statement.Fragment => sql`
  customers AS c JOIN buddy_identities AS b ON b.customer_id = c.customer_id
  WHERE c.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid AND b.status = 'active'
  FOR KEY SHARE OF c FOR SHARE OF b`
