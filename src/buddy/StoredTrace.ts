/** How the trace of an event or a command is stored: as short as it can be read back. */
import type { TraceRow } from "../engine/Decision.ts"

/**
 * A trace row as it is stored; the outcome follows from the reason. Rules that did not match make up most of a trace
 * that a hundred rules leave behind, so of those the names of what stands in `detail` are left out, and so are no
 * ledger ids.
 */
type StoredTraceRow = readonly [
  type: TraceRow["type"],
  key: TraceRow["key"],
  reason: TraceRow["reason"],
  detail: TraceRow["detail"] | ReadonlyArray<unknown>,
  ledger_ids?: TraceRow["ledger_ids"]
]

const storedRow = ({ detail, key, ledger_ids, reason, type }: TraceRow): StoredTraceRow => {
  if (reason === "filter_failed") {
    return [type, key, reason, [detail.property, detail.operator, detail.actual, detail.expected]]
  }
  return ledger_ids.length === 0 ? [type, key, reason, detail] : [type, key, reason, detail, ledger_ids]
}

/** The column `trace` of events and commands, as JSON. */
export const traceText = (trace: ReadonlyArray<TraceRow>): string => JSON.stringify(trace.map(storedRow))

const detailOf = (stored: StoredTraceRow[3]): TraceRow["detail"] => {
  if (!Array.isArray(stored)) return stored as TraceRow["detail"]
  const [property, operator, actual, expected] = stored as ReadonlyArray<unknown>
  return { property, operator, expected, actual }
}

/** The way back, for repeated answers and for whoever shows it. */
export const traceFromStored = (stored: ReadonlyArray<unknown>): ReadonlyArray<TraceRow> =>
  (stored as ReadonlyArray<StoredTraceRow>).map(([type, key, reason, detail, ledger_ids = []]) => ({
    type,
    key,
    outcome: reason === "fired" ? "fired" : "skipped",
    reason,
    detail: detailOf(detail),
    ledger_ids
  }))
