/** Whether a capability is there for a tenant, where only a statement can ask. */
import type { SqlClient, Statement } from "effect/sql"
import { type Capability, plansWith } from "../../wire/Plans.ts"

/** SQL; `customers`: what the statement calls that table. */
export const entitled = (customers: string, capability: Capability): string => {
  const including = plansWith(capability).map((name) => `'${name}'`)
  return `(${customers}.plan IN (${including.join(", ")})
    AND '${capability}' <> ALL (${customers}.disabled_capabilities))`
}

/** The same as a part of a statement. */
export const entitledTo = (sql: SqlClient.SqlClient, customers: string, capability: Capability): Statement.Fragment =>
  sql`${sql.literal(entitled(customers, capability))}`
