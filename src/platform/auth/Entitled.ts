/** Whether a capability is there for a tenant, or was, where only a statement can ask. */
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

/** SQL; `since` and `until`: of the time looked at, both with it. */
export interface Span {
  readonly since: string
  readonly until: string
}

/** so many are remembered of a workspace, the last ones */
export const changes_kept = 500

/** A row says what a workspace had until it changed, its own row what it has now. */
const changesOf = (customers: string) =>
  `FROM entitlement_changes AS had WHERE had.customer_id = ${customers}.customer_id`

/** Unknown where nothing has changed since: it is as now. */
const heldAt = (customers: string, capability: Capability, moment: string) => `(
  SELECT ${entitled("had", capability)} ${changesOf(customers)} AND had.changed_at > ${moment}
  ORDER BY had.changed_at, had.change_id LIMIT 1)`

/** SQL; that it was there at some moment of a span. */
export const entitledWithin = (customers: string, capability: Capability, { since, until }: Span): string =>
  `(coalesce(${heldAt(customers, capability, until)}, ${entitled(customers, capability)})
    OR EXISTS (SELECT ${changesOf(customers)} AND had.changed_at > ${since} AND had.changed_at <= ${until}
      AND ${entitled("had", capability)}))`

/** SQL; that it was missing at some moment of a span. */
export const lackedWithin = (customers: string, capability: Capability, { since, until }: Span): string =>
  `(NOT coalesce(${heldAt(customers, capability, until)}, ${entitled(customers, capability)})
    OR EXISTS (SELECT ${changesOf(customers)} AND had.changed_at > ${since} AND had.changed_at <= ${until}
      AND NOT ${entitled("had", capability)}))`

/**
 * SQL; that what begins at a moment (SQL) may run: it is there, or was at some moment since. What was to begin while it
 * was not there begins once it is back, and whatever has begun goes on without it.
 */
export const mayRun = (customers: string, capability: Capability, starts_at: string): string =>
  `(${entitled(customers, capability)}
    OR EXISTS (SELECT ${changesOf(customers)} AND had.changed_at > ${starts_at} AND ${entitled("had", capability)}))`
