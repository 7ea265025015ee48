/** From a row of the ledger back to what booked it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { traceFromStored } from "../../../../buddy/journal/StoredTrace.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { shownEventId } from "../../../../wire/EventIds.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import { BuddyChanges } from "../../../players/buddies/Store/Changes.ts"
import type { LedgerExplanation } from "../Api.ts"
import { entryColumns, EntryRow, toWire } from "./Entries.ts"

type Explanation = typeof LedgerExplanation.Type
type Entry = typeof EntryRow.Type

const EventRow = Schema.Struct({
  event_id: Schema.String,
  event_type: Schema.String,
  occurred_at: Schema.Date,
  trace: Schema.Unknown
})

/** What booked a row. `ledger_ids` null: all rows that name the event. */
interface Origin extends Pick<Explanation, "cause" | "trace"> {
  readonly ledger_ids: ReadonlyArray<string> | null
}

const unexplained: Origin = { cause: null, trace: [], ledger_ids: [] }

export class LedgerExplanations extends Context.Service<
  LedgerExplanations,
  { explain(customer_id: string, buddy_id: string, ledger_id: string): Effect.Effect<Explanation, NotFound> }
>()("hatchery/features/economy/LedgerExplanations") {
  static readonly layer = Layer.effect(
    LedgerExplanations,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* BuddyChanges
      const columns = sql.literal(entryColumns)
      const of = (customer_id: string, buddy_id: string) =>
        sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`

      const event = Effect.fnUntraced(function* (customer_id: string, { buddy_id, reference_id }: Entry) {
        const found = yield* row(EventRow)(sql`
          SELECT event_id, type AS event_type, occurred_at, trace FROM events_by_id
          WHERE customer_id = ${customer_id}::uuid AND event_id = ${reference_id} AND buddy_id = ${buddy_id}::uuid`)
        if (Option.isNone(found)) return unexplained
        const { event_type, occurred_at, trace } = found.value
        const event_id = shownEventId(found.value.event_id)
        const cause = { type: "event" as const, event_id, event_type, occurred_at: iso(occurred_at) }
        return { cause, trace: traceFromStored(trace) as Explanation["trace"], ledger_ids: null }
      })
      const change = Effect.fnUntraced(function* (customer_id: string, entry: Entry) {
        const found = yield* changes.ofEntry(customer_id, entry.buddy_id, entry)
        if (Option.isNone(found)) return unexplained
        const { change_id, kind, ledger_ids, occurred_at, origin, trace } = found.value
        return { cause: { type: "change" as const, change_id, kind, origin, occurred_at }, trace, ledger_ids }
      })
      /** Those of the same cause, the one it takes back, and those that take it back. */
      const related = (customer_id: string, entry: Entry, { cause, ledger_ids }: Origin) => {
        const { buddy_id, ledger_id, reference_id, reverses_ledger_id } = entry
        const named = [...(ledger_ids ?? []), ...(reverses_ledger_id === null ? [] : [reverses_ledger_id])]
        return rows(EntryRow)(sql`
          SELECT ${columns} FROM ledger WHERE ${of(customer_id, buddy_id)} AND ledger_id <> ${ledger_id}::uuid AND (
            ledger_id = ANY(${named}::uuid[]) OR reverses_ledger_id = ${ledger_id}::uuid
            ${cause?.type === "event" ? sql`OR (reference_type = 'event' AND reference_id = ${reference_id})` : sql``})
          ORDER BY created_at, unit, seq`)
      }

      return LedgerExplanations.of({
        explain: Effect.fn("LedgerExplanations.explain")(function* (customer_id, buddy_id, ledger_id) {
          if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
          if (!isUuid(ledger_id)) return yield* new NotFound({ resource: "ledger row" })
          const found = yield* row(EntryRow)(sql`
            SELECT ${columns} FROM ledger WHERE ${of(customer_id, buddy_id)} AND ledger_id = ${ledger_id}::uuid`)
          if (Option.isNone(found)) return yield* new NotFound({ resource: "ledger row" })
          const entry = found.value
          const origin = yield* (entry.reference_type === "event" ? event : change)(customer_id, entry)
          const others = yield* related(customer_id, entry, origin)
          const { reverses_ledger_id } = entry
          const isTakingBack = (other: Entry) => other.reverses_ledger_id === entry.ledger_id
          const isTakenBack = (other: Entry) => other.ledger_id === reverses_ledger_id
          return {
            entry: toWire(entry),
            cause: origin.cause,
            unexplained: origin.cause === null ? ("before_recording" as const) : null,
            trace: origin.trace.filter(({ ledger_ids }) => ledger_ids.includes(entry.ledger_id)),
            siblings: others.filter((other) => !isTakingBack(other) && !isTakenBack(other)).map(toWire),
            reverses: others.filter(isTakenBack).map(toWire)[0] ?? null,
            reversed_by: others.filter(isTakingBack).map(toWire)
          }
        })
      })
    })
  ).pipe(Layer.provide(BuddyChanges.layer))
}
