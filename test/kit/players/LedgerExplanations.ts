/** From every row of a buddy's ledger back to what booked it, over the routes. */
import { assert } from "vitest"

interface Got {
  readonly status: number
  readonly text: string
  readonly body: unknown
}
type Get = (path: string) => Promise<Got>

interface TraceRow {
  readonly type: string
  readonly key: string
  readonly outcome: string
  readonly reason: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly ledger_ids: ReadonlyArray<string>
}

interface Entry {
  readonly ledger_id: string
  readonly amount: number
  readonly reason: string
}

export interface Explanation {
  readonly entry: Entry
  readonly cause: {
    readonly type: "event" | "change"
    readonly event_id?: string
    readonly change_id?: string
    readonly kind?: string
  }
  readonly unexplained: string | null
  readonly trace: ReadonlyArray<TraceRow>
  readonly siblings: ReadonlyArray<Entry>
  readonly reverses: Entry | null
  readonly reversed_by: ReadonlyArray<Entry>
}

export interface Change {
  readonly change_id: string
  readonly kind: string
  readonly input: Readonly<Record<string, unknown>>
  readonly origin: { readonly type: string; readonly id: string }
  readonly ledger_ids: ReadonlyArray<string>
  readonly reply: Readonly<Record<string, unknown>>
  readonly effects: Readonly<Record<string, unknown>>
  readonly trace: ReadonlyArray<TraceRow>
  readonly occurred_at: string
}

const fine = async <A>(get: Get, path: string): Promise<A> => {
  const { body, status, text } = await get(path)
  assert.strictEqual(status, 200, text)
  return body as A
}

interface Page<A> {
  readonly data: ReadonlyArray<A>
  readonly pagination: { readonly nextCursor: string | null }
}

const all = async <A>(get: Get, path: string): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  let after = ""
  while (true) {
    const page: Page<A> = await fine(get, `${path}limit=3${after}`)
    found.push(...page.data)
    if (page.pagination.nextCursor === null) return found
    after = `&cursor=${page.pagination.nextCursor}`
  }
}

/** All changes, oldest first, each as its own page tells it. */
export const changesOf = async (get: Get, buddy_id: string): Promise<ReadonlyArray<Change>> => {
  const listed = await all<Change>(get, `/buddies/${buddy_id}/changes?`)
  const read: Array<Change> = []
  for (const one of listed.toReversed()) {
    const whole = await fine<Change>(get, `/buddies/${buddy_id}/changes/${one.change_id}`)
    assert.deepInclude(whole, one)
    read.push(whole)
  }
  return read
}

/**
 * Explains the rows of some units, oldest first in each, and holds every answer against what it refers to: the cause
 * names the row, the trace books it, and the siblings are what else the cause booked.
 */
export const explainedOf = async (
  get: Get,
  buddy_id: string,
  units: ReadonlyArray<string>
): Promise<ReadonlyArray<Explanation>> => {
  const at = `/economy/buddies/${buddy_id}/ledger`
  const found: Array<Explanation> = []
  for (const unit of units) {
    const rows = await all<Entry>(get, unit === "coin" ? `${at}?` : `${at}?token_key=${unit}&`)
    for (const row of rows.toReversed()) {
      const told = await fine<Explanation>(get, `${at}/${row.ledger_id}/explain`)
      assert.deepStrictEqual(told.entry, row)
      assert.isNull(told.unexplained, `${row.reason} is not explained`)
      assert.lengthOf(told.trace, 1, `${row.reason} is booked by one row of the trace`)
      const whole = await traceOf(get, buddy_id, told.cause)
      assert.deepInclude(whole, told.trace[0])
      const booked = whole.flatMap(({ ledger_ids }) => ledger_ids)
      const others = told.siblings.map(({ ledger_id }) => ledger_id)
      assert.sameMembers([row.ledger_id, ...others], booked)
      found.push(told)
    }
  }
  return found
}

const traceOf = async (get: Get, buddy_id: string, { change_id, event_id, type }: Explanation["cause"]) =>
  type === "event"
    ? (await fine<{ rules: ReadonlyArray<TraceRow> }>(get, `/events/${event_id}/trace`)).rules
    : (await fine<Change>(get, `/buddies/${buddy_id}/changes/${change_id}`)).trace
