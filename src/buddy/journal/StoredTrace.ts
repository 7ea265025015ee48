/** How the trace of an event or a command is stored: as short as it can be read back. */
import type { TraceRow } from "../../engine/core/Decision.ts"
import { placedDetails } from "../../wire/PlacedDetails.ts"
import { jsonText, type JsonText } from "./sections.ts"

/** The outcome follows from the reason; no ledger ids are left out. Of some details only the values: placedDetails. */
type StoredRow = readonly [
  type: TraceRow["type"],
  key: TraceRow["key"],
  reason: TraceRow["reason"],
  detail: TraceRow["detail"] | ReadonlyArray<unknown>,
  ledger_ids?: TraceRow["ledger_ids"]
]

/** A rule that did not match the event: its key and, by place, what stands in `detail`. */
type Unmatched = readonly [
  key: TraceRow["key"],
  property: unknown,
  operator: unknown,
  actual: unknown,
  expected: unknown
]

/**
 * Rules of one type that did not match, one after the other: most of what a hundred rules leave behind. Where a row has
 * its key, this has a list.
 */
type StoredGroup = readonly [type: TraceRow["type"], unmatched: Array<Unmatched>]

type Stored = StoredRow | StoredGroup

/** Without its names, if it has just those that have a place, in their order. */
const storedDetail = (detail: TraceRow["detail"], places: ReadonlyArray<string>): StoredRow[3] => {
  const values: Array<unknown> = []
  for (const name in detail) {
    // What is undefined has no JSON of its own, and would come back as null.
    if (name !== places[values.length] || detail[name] === undefined) return detail
    values.push(detail[name])
  }
  return values.length === places.length ? values : detail
}

const storedRow = ({ detail, key, ledger_ids, reason, type }: TraceRow): StoredRow => {
  const places = placedDetails[type]?.[reason]
  const stored = places === undefined ? detail : storedDetail(detail, places)
  return ledger_ids.length === 0 ? [type, key, reason, stored] : [type, key, reason, stored, ledger_ids]
}

/** The column `trace` of events and commands, as JSON. */
export const traceText = (trace: ReadonlyArray<TraceRow>): JsonText => {
  const stored: Array<Stored> = []
  let open: StoredGroup | undefined
  for (const row of trace) {
    if (row.reason !== "filter_failed") {
      open = undefined
      stored.push(storedRow(row))
      continue
    }
    if (open?.[0] !== row.type) {
      open = [row.type, []]
      stored.push(open)
    }
    const { actual, expected, operator, property } = row.detail
    open[1].push([row.key, property, operator, actual, expected])
  }
  return jsonText(stored)
}

const unmatchedRow = (type: string, [key, property, operator, actual, expected]: Unmatched): TraceRow => ({
  type,
  key,
  outcome: "skipped",
  reason: "filter_failed",
  detail: { property, operator, expected, actual },
  ledger_ids: []
})

const isText = (given: unknown): given is string => typeof given === "string"
const isTexts = (given: unknown): given is ReadonlyArray<string> => Array.isArray(given) && given.every(isText)
const isMap = (given: unknown): boolean => typeof given === "object" && given !== null && !Array.isArray(given)

const isUnmatched = (given: unknown): given is Unmatched =>
  Array.isArray(given) && given.length === 5 && isText(given[0])

const isGroup = (stored: ReadonlyArray<unknown>): stored is StoredGroup =>
  stored.length === 2 && isText(stored[0]) && Array.isArray(stored[1]) && stored[1].every(isUnmatched)

/** undefined: it has values where none have a place, or more or less of them. */
const detailFromStored = (type: string, reason: string, stored: unknown): TraceRow["detail"] | undefined => {
  if (isMap(stored)) return stored as TraceRow["detail"]
  const places = Object.hasOwn(placedDetails, type) ? placedDetails[type]![reason] : undefined
  if (!Array.isArray(stored) || stored.length !== places?.length) return undefined
  return Object.fromEntries(places.map((name, place) => [name, stored[place]]))
}

const isRow = ([type, key, reason, _detail, ledger_ids = [], ...more]: ReadonlyArray<unknown>): boolean =>
  [type, key, reason].every(isText) && isTexts(ledger_ids) && more.length === 0

/**
 * What a newer release has stored in a form of its own, while nodes of both run: it is shown as it stands, for all else
 * about the event can be told.
 */
const unknownRow = (stored: unknown): TraceRow => ({
  type: "unknown",
  key: "",
  outcome: "skipped",
  reason: "unknown_form",
  detail: { stored },
  ledger_ids: []
})

/** Whether this release understands the row; what it does not understand it may show, but not act on. */
export const isUnderstood = ({ reason }: TraceRow): boolean => reason !== "unknown_form"

/** The way back, for repeated answers and for whoever shows it. Total: no form of a trace makes a read fail. */
export const traceFromStored = (stored: unknown): ReadonlyArray<TraceRow> =>
  (Array.isArray(stored) ? stored : [stored]).flatMap((one): ReadonlyArray<TraceRow> => {
    if (!Array.isArray(one)) return [unknownRow(one)]
    if (isGroup(one)) return one[1].map((unmatched) => unmatchedRow(one[0], unmatched))
    if (!isRow(one)) return [unknownRow(one)]
    const [type, key, reason, stored, ledger_ids = []] = one as unknown as StoredRow
    const detail = detailFromStored(type, reason, stored)
    if (detail === undefined) return [unknownRow(one)]
    return [{ type, key, outcome: reason === "fired" ? "fired" : "skipped", reason, detail, ledger_ids }]
  })
