/** The narrative in Postgres: one row per workspace, locked by whoever changes it, and a row per change for good. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type CursorPage, cursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Origin } from "../../../wire/Change.ts"
import type { BadRequest } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import type { NarrativeChange } from "./Api.ts"
import { adopted, after, Kept, nothingSaid, Source, stepsOf, type Wish } from "./Rules.ts"

const ChangeRow = Schema.Struct({
  audit_id: Schema.String,
  seq: Schema.Int,
  slot: Schema.String,
  previous: Schema.NullOr(Schema.String),
  next: Schema.NullOr(Schema.String),
  actor: Origin,
  source: Source,
  created_at: Schema.Date
})

/** Whose will it is: somebody's own, or what the council approved. */
export type Authority =
  | { readonly actor: Origin; readonly source: "patch" }
  | { readonly actor: Origin; readonly source: "council"; readonly proposal_id: string }

export class NarrativeStore extends Context.Service<
  NarrativeStore,
  {
    read(customer_id: string): Effect.Effect<Kept>
    /** all of it or nothing, in the caller's transaction when there is one; what is so already leaves no row */
    change(customer_id: string, wishes: ReadonlyArray<Wish>, by: Authority): Effect.Effect<Kept>
    audit(customer_id: string, query: CursorQuery): Effect.Effect<CursorPage<NarrativeChange>, BadRequest>
  }
>()("hatchery/features/narrative/NarrativeStore") {
  static readonly layer = Layer.effect(
    NarrativeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      return NarrativeStore.of({
        ...changing(sql),
        audit: Effect.fn("NarrativeStore.audit")(function* (customer_id, query) {
          const page = yield* cursors.page({
            customer_id,
            list: "narrative-audit",
            query,
            position: Schema.Tuple([Schema.Int]),
            positionOf: ({ seq }: typeof ChangeRow.Type) => [seq] as const,
            read: (last, count) =>
              rows(ChangeRow)(sql`
                SELECT audit_id, seq, slot, previous, next, actor, source, created_at FROM narrative_audit
                WHERE customer_id = ${customer_id}::uuid ${last === null ? sql`` : sql`AND seq < ${last[0]}`}
                ORDER BY seq DESC LIMIT ${count}`)
          })
          return mapPage(page, ({ created_at, seq: _seq, ...change }) => ({ ...change, created_at: iso(created_at) }))
        })
      })
    })
  )
}

const changing = (sql: SqlClient.SqlClient): Pick<NarrativeStore["Service"], "read" | "change"> => {
  const transaction = transactionOf(sql)
  const find = (customer_id: string, lock = sql``) =>
    Effect.map(
      row(Kept)(sql`
        SELECT tone, texts, changes FROM narratives WHERE customer_id = ${customer_id}::uuid ${lock}`),
      Option.getOrElse(() => nothingSaid)
    )

  /** The row, made where there is none, and ours until the transaction ends. */
  const hold = Effect.fnUntraced(function* (customer_id: string) {
    const { changes, texts, tone } = nothingSaid
    yield* execute(sql`
      INSERT INTO narratives (customer_id, tone, texts, changes)
      VALUES (${customer_id}::uuid, ${tone}, ${JSON.stringify(texts)}::jsonb, ${changes})
      ON CONFLICT (customer_id) DO NOTHING RETURNING 1`)
    return yield* find(customer_id, sql`FOR UPDATE`)
  })

  return {
    read: (customer_id) => find(customer_id),
    change: Effect.fn("NarrativeStore.change")(function* (customer_id, wishes, by) {
      const kept = yield* hold(customer_id)
      const steps = stepsOf(kept, wishes)
      const now = yield* nowDate
      const owner = { source: by.source, updated_at: iso(now) }
      const taken = adopted(kept, wishes, owner)
      if (steps.length === 0 && Object.keys(taken).length === 0) return kept
      const changed = after({ ...kept, texts: { ...kept.texts, ...taken } }, steps, owner)
      yield* execute(sql`
        UPDATE narratives SET tone = ${changed.tone}, texts = ${JSON.stringify(changed.texts)}::jsonb,
          changes = ${changed.changes}
        WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
      const proposal_id = by.source === "council" ? by.proposal_id : null
      for (const [index, { next, previous, slot }] of steps.entries()) {
        yield* execute(sql`
          INSERT INTO narrative_audit
            (customer_id, audit_id, seq, slot, previous, next, source, actor, proposal_id, created_at)
          VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${kept.changes + index + 1}, ${slot}, ${previous},
            ${next}, ${by.source}, ${JSON.stringify(by.actor)}::jsonb, ${proposal_id}::uuid, ${now}) RETURNING 1`)
      }
      return changed
    }, transaction)
  }
}
