/** Reads what a buddy's changes asked for, brought, and why. Writing them is the journal's alone. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { traceFromStored } from "../../../../buddy/journal/StoredTrace.ts"
import { firstIdOf } from "../../../../platform/postgres/Ids.ts"
import { type CursorPage, cursorPaging, mapPage } from "../../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import { ChangeKind, Origin } from "../../../../wire/Change.ts"
import { type BadRequest, NotFound } from "../../../../wire/Failure.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import type { CursorQuery } from "../../../../wire/Page.ts"
import { Effects } from "../../../../wire/answers/Effects.ts"
import type { BuddyChange, ExplainedChange } from "../Api/Past.ts"

const Facts = Schema.Record(Schema.String, Schema.Json)
const ChangeRow = Schema.Struct({
  change_id: Schema.String,
  kind: ChangeKind,
  input: Facts,
  origin: Schema.NullOr(Origin),
  config_version_id: Schema.String,
  ledger_ids: Schema.Array(Schema.String),
  occurred_at: Schema.Date
})
const ExplainedRow = Schema.Struct({
  ...ChangeRow.fields,
  reply: Facts,
  effects: Effects,
  trace: Schema.Unknown
})

const columns = "change_id, kind, input, origin, config_version_id, ledger_ids, occurred_at"
const explained = `${columns}, reply, effects, trace`

const toWire = <A extends typeof ChangeRow.Type>(change: A) => ({ ...change, occurred_at: iso(change.occurred_at) })
const toExplained = (change: typeof ExplainedRow.Type): typeof ExplainedChange.Type => ({
  ...toWire(change),
  trace: traceFromStored(change.trace) as (typeof ExplainedChange.Type)["trace"]
})

export class BuddyChanges extends Context.Service<
  BuddyChanges,
  {
    list(
      customer_id: string,
      buddy_id: string,
      query: CursorQuery & { readonly kind?: ChangeKind }
    ): Effect.Effect<CursorPage<typeof BuddyChange.Type>, NotFound | BadRequest>
    read(customer_id: string, buddy_id: string, change_id: string): Effect.Effect<typeof ExplainedChange.Type, NotFound>
    /** the change that booked a ledger row; none: it was made before changes were recorded */
    ofEntry(
      customer_id: string,
      buddy_id: string,
      entry: { readonly ledger_id: string; readonly created_at: Date }
    ): Effect.Effect<Option.Option<typeof ExplainedChange.Type>>
  }
>()("hatchery/features/buddies/BuddyChanges") {
  static readonly layer = Layer.effect(
    BuddyChanges,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      const of = (customer_id: string, buddy_id: string) =>
        sql`customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`
      const known = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
        if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
        const found = yield* row(Schema.Struct({ buddy_id: Schema.String }))(sql`
          SELECT buddy_id FROM buddy_identities WHERE ${of(customer_id, buddy_id)}`)
        if (Option.isNone(found)) return yield* new NotFound({ resource: "buddy" })
      })
      return BuddyChanges.of({
        list: Effect.fn("BuddyChanges.list")(function* (customer_id, buddy_id, query) {
          yield* known(customer_id, buddy_id)
          const { kind } = query
          const page = yield* cursors.page({
            customer_id,
            list: `changes:${buddy_id.toLowerCase()}:${kind ?? ""}`,
            query,
            position: Schema.Tuple([Schema.String]),
            positionOf: ({ change_id }: typeof ChangeRow.Type) => [change_id] as const,
            read: (after, count) =>
              rows(ChangeRow)(sql`
                SELECT ${sql.literal(columns)} FROM buddy_changes WHERE ${of(customer_id, buddy_id)}
                  ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}
                  ${after === null ? sql`` : sql`AND change_id < ${after[0]}::uuid`}
                ORDER BY change_id DESC LIMIT ${count}`)
          })
          return mapPage(page, toWire)
        }),
        read: Effect.fn("BuddyChanges.read")(function* (customer_id, buddy_id, change_id) {
          yield* known(customer_id, buddy_id)
          if (!isUuid(change_id)) return yield* new NotFound({ resource: "change" })
          const found = yield* row(ExplainedRow)(sql`
            SELECT ${sql.literal(explained)} FROM buddy_changes
            WHERE ${of(customer_id, buddy_id)} AND change_id = ${change_id}::uuid`)
          return Option.isNone(found) ? yield* new NotFound({ resource: "change" }) : toExplained(found.value)
        }),
        ofEntry: Effect.fn("BuddyChanges.ofEntry")(function* (customer_id, buddy_id, { created_at, ledger_id }) {
          // Both were dated by the same turn, so the id of the change begins with the moment of the row.
          const next = new Date(created_at.getTime() + 1)
          const found = yield* row(ExplainedRow)(sql`
            SELECT ${sql.literal(explained)} FROM buddy_changes
            WHERE ${of(customer_id, buddy_id)} AND ${ledger_id}::uuid = ANY(ledger_ids)
              AND change_id >= ${firstIdOf(created_at)}::uuid AND change_id < ${firstIdOf(next)}::uuid`)
          return Option.map(found, toExplained)
        })
      })
    })
  )
}
