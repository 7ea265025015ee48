/** The six steps in Postgres: one row per workspace, held by whoever changes it, and a row per change. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { type CursorPage, cursorPaging, mapPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../platform/postgres/Sql.ts"
import { Origin } from "../../../wire/Change.ts"
import { type BadRequest, InvalidTransition } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { CursorQuery } from "../../../wire/Page.ts"
import { type SixDAnswer, type SixDChange, SixDIncomplete, Step, Steps } from "./Api.ts"
import { answered, type Kept, missingOf, nothingAnswered } from "./Rules.ts"

/** Older ones are forgotten. */
const revisions_max = 100
const audit_max = 1_000

const SomeSteps = Schema.Struct({
  objectives: Schema.optionalKey(Steps.fields.objectives),
  behaviors: Schema.optionalKey(Steps.fields.behaviors),
  players: Schema.optionalKey(Steps.fields.players),
  loops: Schema.optionalKey(Steps.fields.loops),
  fun: Schema.optionalKey(Steps.fields.fun),
  tools: Schema.optionalKey(Steps.fields.tools)
})
const KeptRow = Schema.Struct({
  status: Schema.Literals(["in_progress", "completed", "skipped"]),
  revision: Schema.Int,
  steps: SomeSteps,
  completed_at: Schema.NullOr(Schema.Date),
  skipped_at: Schema.NullOr(Schema.Date),
  changes: Schema.Int
})
const RevisionRow = Schema.Struct({ revision: Schema.Int, steps: SomeSteps })
const ChangeRow = Schema.Struct({
  audit_id: Schema.String,
  seq: Schema.Int,
  revision: Schema.Int,
  action: Schema.Literals(["saved", "completed", "skipped"]),
  step: Schema.NullOr(Step),
  reason: Schema.NullOr(Schema.String),
  actor: Origin,
  created_at: Schema.Date
})

interface Entry {
  readonly action: SixDChange["action"]
  readonly step: Step | null
  readonly reason: string | null
  readonly actor: Origin
}

interface Service {
  /** none: nobody has begun */
  read(customer_id: string): Effect.Effect<Option.Option<Kept>>
  save(customer_id: string, answer: SixDAnswer, actor: Origin): Effect.Effect<Kept>
  complete(customer_id: string, actor: Origin): Effect.Effect<Kept, SixDIncomplete | InvalidTransition>
  skip(customer_id: string, reason: string | null, actor: Origin): Effect.Effect<Kept, InvalidTransition>
  /** the newest that was frozen */
  frozen(customer_id: string): Effect.Effect<Option.Option<typeof RevisionRow.Type>>
  audit(customer_id: string, query: CursorQuery): Effect.Effect<CursorPage<SixDChange>, BadRequest>
}

export class SixDStore extends Context.Service<SixDStore, Service>()("hatchery/features/six-d/SixDStore") {
  static readonly layer = Layer.effect(
    SixDStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return SixDStore.of({ ...changing(sql), ...(yield* reading(sql)) })
    })
  )
}

const columns = "status, revision, steps, completed_at, skipped_at, changes"

const reading = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const cursors = yield* cursorPaging
  return {
    read: (customer_id: string) =>
      row(KeptRow)(sql`SELECT ${sql.literal(columns)} FROM six_d WHERE customer_id = ${customer_id}::uuid`),
    frozen: (customer_id: string) =>
      row(RevisionRow)(sql`
        SELECT revision, steps FROM six_d_revisions WHERE customer_id = ${customer_id}::uuid
        ORDER BY revision DESC LIMIT 1`),
    audit: Effect.fn("SixDStore.audit")(function* (customer_id: string, query: CursorQuery) {
      const page = yield* cursors.page({
        customer_id,
        list: "six-d-audit",
        query,
        position: Schema.Tuple([Schema.Int]),
        positionOf: ({ seq }: typeof ChangeRow.Type) => [seq] as const,
        read: (last, count) =>
          rows(ChangeRow)(sql`
            SELECT audit_id, seq, revision, action, step, reason, actor, created_at FROM six_d_audit
            WHERE customer_id = ${customer_id}::uuid ${last === null ? sql`` : sql`AND seq < ${last[0]}`}
            ORDER BY seq DESC LIMIT ${count}`)
      })
      return mapPage(page, ({ created_at, seq: _seq, ...change }) => ({ ...change, created_at: iso(created_at) }))
    })
  }
})

const changing = (sql: SqlClient.SqlClient): Pick<Service, "save" | "complete" | "skip"> => {
  const transaction = transactionOf(sql)

  /** The row, made where there is none, and ours until the transaction ends. */
  const hold = Effect.fnUntraced(function* (customer_id: string) {
    const { revision, status, steps } = nothingAnswered
    yield* execute(sql`
      INSERT INTO six_d (customer_id, status, revision, steps, changes)
      VALUES (${customer_id}::uuid, ${status}, ${revision}, ${JSON.stringify(steps)}::jsonb, 0)
      ON CONFLICT (customer_id) DO NOTHING RETURNING 1`)
    const held = yield* row(KeptRow)(sql`
      SELECT ${sql.literal(columns)} FROM six_d WHERE customer_id = ${customer_id}::uuid FOR UPDATE`)
    return Option.getOrThrow(held)
  })

  const write = Effect.fnUntraced(function* (customer_id: string, next: Kept, entry: Entry, now: Date) {
    const { completed_at, revision, skipped_at, status, steps } = next
    const seq = next.changes + 1
    yield* execute(sql`
      UPDATE six_d SET status = ${status}, revision = ${revision}, steps = ${JSON.stringify(steps)}::jsonb,
        completed_at = ${completed_at}, skipped_at = ${skipped_at}, changes = ${seq}
      WHERE customer_id = ${customer_id}::uuid RETURNING 1`)
    yield* execute(sql`
      INSERT INTO six_d_audit (customer_id, audit_id, seq, revision, action, step, reason, actor, created_at)
      VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${seq}, ${revision}, ${entry.action}, ${entry.step},
        ${entry.reason}, ${JSON.stringify(entry.actor)}::jsonb, ${now}) RETURNING 1`)
    yield* execute(sql`
      DELETE FROM six_d_audit WHERE customer_id = ${customer_id}::uuid AND seq <= ${seq - audit_max} RETURNING 1`)
    return { ...next, changes: seq }
  })

  return {
    save: Effect.fn("SixDStore.save")(function* (customer_id, answer, actor) {
      const held = yield* hold(customer_id)
      const next = answered(held, answer)
      if (Option.isNone(next)) return held
      const entry = { action: "saved", step: answer.step, reason: null, actor } as const
      return yield* write(customer_id, next.value, entry, yield* nowDate)
    }, transaction),
    complete: Effect.fn("SixDStore.complete")(function* (customer_id, actor) {
      const held = yield* hold(customer_id)
      const missing = missingOf(held)
      if (missing.length > 0) return yield* new SixDIncomplete({ missing })
      if (held.status === "completed") return yield* new InvalidTransition({ from: held.status, to: "completed" })
      const now = yield* nowDate
      const next: Kept = { ...held, status: "completed", completed_at: now, skipped_at: null }
      yield* execute(sql`
        INSERT INTO six_d_revisions (customer_id, revision, steps, completed_at)
        VALUES (${customer_id}::uuid, ${next.revision}, ${JSON.stringify(next.steps)}::jsonb, ${now}) RETURNING 1`)
      yield* execute(sql`
        DELETE FROM six_d_revisions
        WHERE customer_id = ${customer_id}::uuid AND revision <= ${next.revision - revisions_max} RETURNING 1`)
      return yield* write(customer_id, next, { action: "completed", step: null, reason: null, actor }, now)
    }, transaction),
    skip: Effect.fn("SixDStore.skip")(function* (customer_id, reason, actor) {
      const held = yield* hold(customer_id)
      if (held.status === "completed") return yield* new InvalidTransition({ from: held.status, to: "skipped" })
      if (held.status === "skipped") return held
      const now = yield* nowDate
      const next: Kept = { ...held, status: "skipped", skipped_at: now }
      return yield* write(customer_id, next, { action: "skipped", step: null, reason, actor }, now)
    }, transaction)
  }
}
