/** Where what was done to a workspace is kept; see wire/Audit. */
import { Cause, Context, Duration, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { Audited } from "../../wire/Audit.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, isTransient, nowDate } from "../postgres/Sql.ts"

/** Rows that wait in memory for a database that is away; it is asked again and again for as long as that. */
const waiting_max = 10_000
const patience = Duration.minutes(10)
const again = Schedule.max([Schedule.spaced("1 second"), Schedule.during(patience)])

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** in the caller's transaction when there is one; `status` null: no request did it */
    record(audited: Audited, status: number | null, request_id: string): Effect.Effect<void>
    /**
     * The same of a request that has been carried out: nothing changes its answer any more. A database that is away is
     * waited for behind it; what cannot be kept even so is told in the log of the service.
     */
    note(audited: Audited, status: number, request_id: string): Effect.Effect<void>
  }
>()("hatchery/platform/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  let waiting = 0

  /** Writes a row of now, once however often it is tried. */
  const writing = Effect.fnUntraced(function* (audited: Audited, status: number | null, request_id: string) {
    const { action, actor, customer_id, method, path, target } = audited
    const [audit_id, now] = [yield* uuid, yield* nowDate]
    return Effect.asVoid(
      execute(sql`
        INSERT INTO audit_log (customer_id, audit_id, actor_type, actor_id, action, method, path, target_type,
          target_id, status, request_id, created_at)
        VALUES (${customer_id}::uuid, ${audit_id}::uuid, ${actor.type}, ${actor.id}, ${action}, ${method},
          ${path}, ${target?.type ?? null}, ${target?.id ?? null}, ${status}, ${request_id}, ${now})
        ON CONFLICT (customer_id, audit_id) DO NOTHING`)
    )
  })

  const lost = (cause: Cause.Cause<unknown>) =>
    Effect.logError("a change could not be kept in the audit log", Cause.squash(cause))

  const later = (write: Effect.Effect<void>) =>
    Effect.suspend(() => {
      waiting++
      return write.pipe(
        Effect.sandbox,
        Effect.retry({ while: (cause) => isTransient(Cause.squash(cause)), schedule: again }),
        Effect.catch(lost),
        Effect.ensuring(Effect.sync(() => waiting--)),
        Effect.forkIn(scope),
        Effect.asVoid
      )
    })

  return AuditLog.of({
    record: Effect.fn("AuditLog.record")(function* (audited, status, request_id) {
      yield* yield* writing(audited, status, request_id)
    }),
    note: Effect.fn("AuditLog.note")(function* (audited, status, request_id) {
      const write = yield* writing(audited, status, request_id)
      yield* Effect.catchCause(write, (cause) =>
        isTransient(Cause.squash(cause)) && waiting < waiting_max ? later(write) : lost(cause)
      )
    })
  })
})
