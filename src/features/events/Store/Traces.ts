/** Traces of events and of other changes, as they are kept and as the contract shows them. */
import { Schema } from "effect"
import { TraceRow } from "../Api.ts"

/** Rows are kept as tuples: names would double their size. */
export const StoredTrace = Schema.Array(
  Schema.Tuple([
    Schema.String,
    Schema.String,
    TraceRow.fields.reason,
    TraceRow.fields.detail,
    TraceRow.fields.ledger_ids
  ])
)

export const shownTrace = (trace: typeof StoredTrace.Type): ReadonlyArray<typeof TraceRow.Type> =>
  trace.map(([type, key, reason, detail, ledger_ids]) => ({
    type,
    key,
    outcome: reason === "fired" ? ("fired" as const) : ("skipped" as const),
    reason,
    detail,
    ledger_ids
  }))
