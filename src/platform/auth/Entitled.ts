/** Whether a capability is there for a tenant, where only a statement over many tenants can ask. */
import type { SqlClient, Statement } from "effect/sql"
import { type Capability, plansWith } from "../../wire/Plans.ts"

/** `customers`: what the statement calls that table. */
export const entitledTo = (sql: SqlClient.SqlClient, customers: string, capability: Capability): Statement.Fragment =>
  sql`(${sql(customers)}.plan = ANY(${plansWith(capability)}::text[])
    AND ${capability} <> ALL(${sql(customers)}.disabled_capabilities))`
