/** Where what was done to a workspace is kept; see wire/Audit. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Audited } from "../../wire/Audit.ts"
import { uuid } from "../postgres/Ids.ts"
import { execute, nowDate } from "../postgres/Sql.ts"

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** in the caller's transaction when there is one; `status` null: no request did it */
    record(audited: Audited, status: number | null, request_id: string): Effect.Effect<void>
  }
>()("hatchery/platform/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditLog.of({
        record: Effect.fn("AuditLog.record")(function* (audited, status, request_id) {
          const { action, actor, customer_id, method, path, target } = audited
          yield* execute(sql`
            INSERT INTO audit_log (customer_id, audit_id, actor_type, actor_id, action, method, path, target_type,
              target_id, status, request_id, created_at)
            VALUES (${customer_id}::uuid, ${yield* uuid}::uuid, ${actor.type}, ${actor.id}, ${action}, ${method},
              ${path}, ${target?.type ?? null}, ${target?.id ?? null}, ${status}, ${request_id}, ${yield* nowDate})`)
        })
      })
    })
  )
}
