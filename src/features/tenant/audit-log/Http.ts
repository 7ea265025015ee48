import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { csvAnswer } from "../../../wire/CsvFile.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { AuditLogApi } from "./Api.ts"
import { AuditLogStore } from "./Store.ts"

export const AuditLogHttp = HttpApiBuilder.group(
  feature(AuditLogApi),
  "audit-log",
  Effect.fn(function* (handlers) {
    const store = yield* AuditLogStore
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      csv: Effect.fnUntraced(function* ({ query }) {
        return csvAnswer("audit-log", yield* store.csv((yield* Principal).customer_id, query))
      })
    })
  })
).pipe(Layer.provide(AuditLogStore.layer))
