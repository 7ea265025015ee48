/** Asking for an erasure or an export: the record and its operation in one transaction, the work after it. */
import type { Option } from "effect"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jobWorkflow } from "../../../platform/cluster/Jobs.ts"
import { transactionOf } from "../../../platform/postgres/Sql.ts"
import type { RateLimited } from "../../../wire/Group.ts"
import { Operations } from "../../players/operations/Service.ts"
import { ErasureOpening, type ErasureRequest } from "./Store/Opening.ts"
import { UserExports } from "./Store/Exports.ts"

export const Erase = jobWorkflow("Erase")
export const ExportUser = jobWorkflow("ExportUser")

export class Erasures extends Context.Service<
  Erasures,
  {
    /** answers the operation; none when nothing is stored of the user */
    erase(request: ErasureRequest): Effect.Effect<Option.Option<string>>
    /** answers the operation; a workspace with too many of them under way has to wait */
    export(customer_id: string, user_id: string): Effect.Effect<string, RateLimited>
  }
>()("hatchery/features/erasures/Erasures") {
  static readonly layer = Layer.effect(
    Erasures,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const opening = yield* ErasureOpening
      const exports = yield* UserExports
      const operations = yield* Operations
      return Erasures.of({
        erase: Effect.fn("Erasures.erase")((request) =>
          opening.open(request, (erasure_id) =>
            operations.open(request.customer_id, Erase, {
              type: "erase",
              resource_type: "erasure",
              resource_id: erasure_id
            })
          )
        ),
        export: Effect.fn("Erasures.export")((customer_id, user_id) =>
          transactionOf(sql)(
            exports.open(customer_id, user_id, (export_id) =>
              operations.open(customer_id, ExportUser, {
                type: "user_export",
                resource_type: "export",
                resource_id: export_id
              })
            )
          )
        )
      })
    })
  ).pipe(Layer.provide([ErasureOpening.layer, UserExports.layer, Operations.layer]))
}
