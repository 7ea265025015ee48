import { Effect, Layer, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { csvLines } from "../../../wire/Csv.ts"
import { csvFile } from "../../../wire/CsvFile.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { FoundingCohortApi, type FoundingAuditEntry } from "./Api.ts"
import { csvNames, csvRowOf } from "./Rules.ts"
import { FoundingCohorts } from "./Service.ts"
import { FoundingStore } from "./Store.ts"

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

const csvOf = (pages: Stream.Stream<ReadonlyArray<FoundingAuditEntry>>) => {
  const lines = Stream.map(pages, (page) => csvLines(page.map(csvRowOf)))
  const text = Stream.concat(Stream.succeed(csvLines([csvNames])), lines)
  return HttpServerResponse.stream(Stream.encodeText(text), csvFile("founding-cohort"))
}

export const FoundingCohortHttp = HttpApiBuilder.group(
  feature(FoundingCohortApi),
  "founding-cohort",
  Effect.fn(function* (handlers) {
    const cohorts = yield* FoundingCohorts
    const store = yield* FoundingStore
    return handlers.handleAll({
      config: () => Effect.flatMap(customer, store.read),
      update: ({ payload }) => Effect.flatMap(customer, (customer_id) => cohorts.update(customer_id, payload)),
      preview: () => Effect.flatMap(customer, cohorts.preview),
      backfill: Effect.fnUntraced(function* ({ payload }) {
        const operation_id = yield* cohorts.fill(yield* customer, payload?.dry_run ?? false)
        return { accepted: true, operation_id, status: "pending" } as const
      }),
      audit: ({ query }) => Effect.flatMap(customer, (customer_id) => store.audit(customer_id, query)),
      auditCsv: () => Effect.map(customer, (customer_id) => csvOf(store.wholeAudit(customer_id)))
    })
  })
).pipe(Layer.provide(FoundingCohorts.layer))
