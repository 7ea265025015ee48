/**
 * What buddies count for together, and the fence around it: whoever commits for a subject holds its lock shared,
 * whoever closes it waits for those and shuts out the rest. After `close` a transaction writes to the tables of its
 * family only: commits of buddies hold rows of scores, totals, budgets and receipts while they wait for the lock.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../cluster/CacheInvalidation.ts"
import { execute, nowDate, row, rows } from "../postgres/Sql.ts"

export interface SubjectKey {
  readonly customer_id: string
  readonly subject_id: string
}

const KeyRow = Schema.Struct({ customer_id: Schema.String, subject_id: Schema.String, kind: Schema.String })
export type ChangedSubject = typeof KeyRow.Type

/** Rows of one look for what has changed. */
const changed_max = 2_000

export class Subjects extends Context.Service<
  Subjects,
  {
    /** in the transaction that makes it live */
    open(key: SubjectKey, kind: string): Effect.Effect<void>
    /** In the transaction that says what becomes of it. False: it was closed already. */
    close(key: SubjectKey): Effect.Effect<boolean>
    /** false: it was open, or never was */
    reopen(key: SubjectKey): Effect.Effect<boolean>
    /** for good, with all that was counted; in the transaction that removes what it belongs to */
    remove(key: SubjectKey): Effect.Effect<void>
    total(key: SubjectKey, bucket: string): Effect.Effect<number>
    /** by bucket */
    totals(key: SubjectKey): Effect.Effect<ReadonlyMap<string, number>>
    /** subjects whose totals have changed since the last time; whoever takes them has to look */
    takeChanged(): Effect.Effect<ReadonlyArray<ChangedSubject>>
    /** of all tenants */
    allOpen(kinds: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<ChangedSubject>>
  }
>()("hatchery/platform/Subjects") {
  static readonly layer = Layer.effect(
    Subjects,
    Effect.suspend(() => make)
  )
}

const ChangedRow = Schema.Struct({ ...KeyRow.fields, kind: Schema.NullOr(Schema.String), marked: Schema.Int })

const Amount = Schema.Struct({ amount: Schema.NumberFromString })
const BucketRow = Schema.Struct({ bucket: Schema.String, ...Amount.fields })

const counted = (sql: SqlClient.SqlClient): Pick<Subjects["Service"], "total" | "totals"> => ({
  totals: Effect.fn("Subjects.totals")(function* ({ customer_id, subject_id }) {
    const found = yield* rows(BucketRow)(sql`
      SELECT bucket, sum(amount)::text AS amount FROM campaign_totals
      WHERE customer_id = ${customer_id}::uuid AND subject_id = ${subject_id}::uuid GROUP BY bucket`)
    return new Map(found.map(({ amount, bucket }) => [bucket, amount]))
  }),
  total: Effect.fn("Subjects.total")(function* ({ customer_id, subject_id }, bucket) {
    const [found] = yield* rows(Amount)(sql`
      SELECT coalesce(sum(amount), 0)::text AS amount FROM campaign_totals
      WHERE customer_id = ${customer_id}::uuid AND subject_id = ${subject_id}::uuid AND bucket = ${bucket}`)
    return found!.amount
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* CacheInvalidation
  const Closed = Schema.Struct({ closed: Schema.Boolean })

  /** Where the next look for changes begins: whoever marks more than one look takes is not found first again. */
  let from: SubjectKey | undefined

  return Subjects.of({
    open: Effect.fn("Subjects.open")(function* ({ customer_id, subject_id }, kind) {
      yield* execute(sql`
        INSERT INTO campaign_subjects (customer_id, subject_id, kind, opened_at)
        VALUES (${customer_id}::uuid, ${subject_id}::uuid, ${kind}, ${yield* nowDate})`)
      yield* changes.publish({ _tag: "Tenant", customer_id })
    }),
    close: Effect.fn("Subjects.close")(function* ({ customer_id, subject_id }) {
      const found = yield* row(Closed)(sql`
        SELECT campaign_close(${customer_id}::uuid, ${subject_id}::uuid, ${yield* nowDate}) AS closed`)
      yield* changes.publish({ _tag: "Tenant", customer_id })
      return found._tag === "Some" && found.value.closed
    }),
    reopen: Effect.fn("Subjects.reopen")(function* ({ customer_id, subject_id }) {
      const found = yield* rows(Schema.Struct({ subject_id: Schema.String }))(sql`
        UPDATE campaign_subjects SET is_open = true, closed_at = NULL, opened_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND subject_id = ${subject_id}::uuid AND NOT is_open
        RETURNING subject_id`)
      yield* changes.publish({ _tag: "Tenant", customer_id })
      return found.length > 0
    }),
    remove: Effect.fn("Subjects.remove")(function* ({ customer_id, subject_id }) {
      for (const table of ["campaign_scores", "campaign_totals", "campaign_subjects"]) {
        yield* execute(sql`
          DELETE FROM ${sql(table)} WHERE customer_id = ${customer_id}::uuid AND subject_id = ${subject_id}::uuid`)
      }
    }),
    ...counted(sql),
    takeChanged: Effect.fn("Subjects.takeChanged")(function* () {
      const found = yield* rows(ChangedRow)(sql`
        WITH taken AS (
          UPDATE campaign_totals AS t SET is_new = false
          FROM (SELECT customer_id, subject_id, bucket, slot FROM campaign_totals WHERE is_new
              AND (${from?.customer_id ?? null}::uuid IS NULL
                OR (customer_id, subject_id) > (${from?.customer_id ?? null}::uuid, ${from?.subject_id ?? null}::uuid))
            ORDER BY customer_id, subject_id LIMIT ${changed_max} FOR UPDATE SKIP LOCKED) AS n
          WHERE (t.customer_id, t.subject_id, t.bucket, t.slot) = (n.customer_id, n.subject_id, n.bucket, n.slot)
          RETURNING t.customer_id, t.subject_id)
        SELECT t.customer_id, t.subject_id, s.kind, t.marked FROM (
          SELECT customer_id, subject_id, count(*)::int AS marked FROM taken GROUP BY customer_id, subject_id) AS t
        LEFT JOIN campaign_subjects AS s
          ON s.customer_id = t.customer_id AND s.subject_id = t.subject_id AND s.is_open
        ORDER BY t.customer_id, t.subject_id`)
      const marked = found.reduce((sum, one) => sum + one.marked, 0)
      from = marked < changed_max ? undefined : found.at(-1)
      return found.flatMap(({ customer_id, kind, subject_id }) =>
        kind === null ? [] : [{ customer_id, subject_id, kind }]
      )
    }),
    allOpen: Effect.fn("Subjects.allOpen")(function* (kinds) {
      return yield* rows(KeyRow)(sql`
        SELECT customer_id, subject_id, kind FROM campaign_subjects WHERE is_open AND ${sql.in("kind", kinds)}`)
    })
  })
})
