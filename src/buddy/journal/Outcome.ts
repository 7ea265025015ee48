/** How a change set ended, and what the errors of Postgres say about it. */
import type { SqlError } from "effect/sql"
import { databaseFault } from "../../platform/postgres/Sql.ts"
import type { StoredAnswer } from "../actor/Store.ts"

export type Outcome =
  | { readonly _tag: "Committed" }
  /** some of its events or commands were executed before; nothing of the change set was written */
  | { readonly _tag: "Duplicate"; readonly stored: ReadonlyArray<StoredAnswer> }
  /** decided on a state that is not the newest */
  | { readonly _tag: "Stale" }
  /** counts for something that is closed */
  | { readonly _tag: "Closed" }
  /** was granted before, longer ago than commands are kept */
  | { readonly _tag: "Granted" }
  /** decided on terms its caller has read and that are others now */
  | { readonly _tag: "Outdated" }
  /** a tenant-wide budget does not cover it */
  | { readonly _tag: "OverBudget" }
  /** lost a lock to somebody else; as good as never tried */
  | { readonly _tag: "Contended" }
  /** cannot be stored, ever */
  | { readonly _tag: "Refused"; readonly code: string | undefined; readonly message: string }
  /** the connection died, or the server is not able to work: written or not written */
  | { readonly _tag: "Unknown"; readonly reason: string }

export const committed: Outcome = { _tag: "Committed" }

/** A row of journal_write_each. */
export interface EachRow {
  readonly error_code: string | null
  readonly constraint_name: string | null
  readonly message: string | null
  readonly stored: ReadonlyArray<StoredAnswer> | null
}

/** The outcome of one item of journal_write_each. */
export const outcomeOf = (row: EachRow | undefined): Outcome => {
  if (row === undefined) return { _tag: "Unknown", reason: "the journal function answered too few rows" }
  const code = row.error_code
  if (code === null) return committed
  if (code === "HA003") return { _tag: "Stale" }
  if (code === "HA004") return { _tag: "Closed" }
  if (code === "23505" && row.constraint_name === "campaign_receipts_pkey" && row.stored === null) {
    return { _tag: "Granted" }
  }
  if (code === "HA005") return { _tag: "Outdated" }
  if (code === "23514" && row.constraint_name === "rule_budgets_check") return { _tag: "OverBudget" }
  // A key that exists without a repeated id is one the actor would have known of: seq of the ledger, a payment of a
  // unique limit.
  if (code === "23505") return row.stored === null ? { _tag: "Stale" } : { _tag: "Duplicate", stored: row.stored }
  if (code === "40001" || code === "40P01" || code === "55P03") return { _tag: "Contended" }
  if (/^(53|57)/.test(code)) return { _tag: "Unknown", reason: `the database answered ${code}` }
  return { _tag: "Refused", code, message: row.message ?? "" }
}

/** TimeoutError: the server did not answer within the journal's own time. */
export type FlushError = SqlError.SqlError | { readonly _tag: "TimeoutError" }

/**
 * The outcome of a whole statement that is beyond telling its items apart; undefined when they should run one by one.
 * Conflicts with others are worth a second look item by item; a server that is away, full or silent is not.
 */
export const lostOutcome = (error: FlushError): Outcome | undefined => {
  const fault = databaseFault(error)
  if (fault === undefined) return { _tag: "Unknown", reason: "the database did not answer in time" }
  if (fault._tag !== "Transient" || (fault.sqlState !== undefined && /^(40|55P03)/.test(fault.sqlState)))
    return undefined
  return { _tag: "Unknown", reason: `the database is not available (${fault.sqlState ?? "no connection"})` }
}

/** For a single item that the function itself did not survive. */
export const refusedOutcome = (error: FlushError): Outcome => {
  const fault = databaseFault(error)
  if (fault?._tag === "Transient") return { _tag: "Contended" }
  return { _tag: "Refused", code: fault?.sqlState, message: "the change set could not be stored" }
}
