/** Who did what through the dashboard: one row per write, readable by the tenant's auditors. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Caller } from "../../wire/Principal.ts"
import { uuid } from "../postgres/Ids.ts"
import { nowDate } from "../postgres/Sql.ts"

export class AuditLog extends Context.Service<
  AuditLog,
  {
    record(caller: Caller, method: string, path: string, status: number, request_id: string): Effect.Effect<void>
  }
>()("hatchery/platform/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return AuditLog.of({
        record: Effect.fn("AuditLog.record")(function* (caller, method, path, status, request_id) {
          yield* sql`INSERT INTO audit_log (customer_id, audit_id, account_id, method, path, status, request_id,
            created_at)
                   VALUES (${caller.customer_id}::uuid, ${yield* uuid}::uuid, ${caller.credential_id}::uuid,
                   ${method}, ${path}, ${status},
                           ${request_id}, ${yield* nowDate})`
        }, Effect.orDie)
      })
    })
  )
}
