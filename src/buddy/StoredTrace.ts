/** Traces as the columns `trace` of events, commands and changes hold them: arrays without the names of the fields. */
import type { TraceRow } from "../engine/Decision.ts"

/** A trace row as it is stored; the outcome follows from the reason. */
type StoredTraceRow = readonly [
  TraceRow["type"],
  TraceRow["key"],
  TraceRow["reason"],
  TraceRow["detail"],
  TraceRow["ledger_ids"]
]

export const traceText = (trace: ReadonlyArray<TraceRow>): string =>
  JSON.stringify(trace.map((row): StoredTraceRow => [row.type, row.key, row.reason, row.detail, row.ledger_ids]))

/** The way back, for repeated answers and for whoever shows the column `trace` of events and changes. */
export const traceFromStored = (stored: ReadonlyArray<unknown>): ReadonlyArray<TraceRow> =>
  (stored as ReadonlyArray<StoredTraceRow>).map(([type, key, reason, detail, ledger_ids]) => ({
    type,
    key,
    outcome: reason === "fired" ? "fired" : "skipped",
    reason,
    detail,
    ledger_ids
  }))
