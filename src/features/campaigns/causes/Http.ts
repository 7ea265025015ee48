import { Effect, Layer, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Tenants } from "../../../platform/auth/Tenants.ts"
import { EgressGuard } from "../../../platform/webhooks/EgressGuard.ts"
import { csvAnswer } from "../../../wire/CsvFile.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { unknownAudience } from "../../players/events/Rules.ts"
import { OwnedEndpoints } from "../../insight/webhook-configs/Store/Owned.ts"
import { WebhookDeliveryStore } from "../../insight/webhook-configs/Store/Deliveries.ts"
import { CausesApi } from "./Api.ts"
import { windowDaysDefault } from "./Api/Reports.ts"
import { analyticsOf, csvOf, daysOf } from "./Rules.ts"
import { Causes } from "./Service.ts"
import { CauseStore, ownerOf, toWire } from "./Store.ts"
import { CrossingStore } from "./Store/Crossings.ts"
import { CauseFigures } from "./Store/Figures.ts"

interface Given {
  readonly webhook_url?: string | null
  readonly audience?: string | null
}

/** What no schema can say of a body. */
const makeJudge = Effect.gen(function* () {
  const guard = yield* EgressGuard
  const tenants = yield* Tenants
  const store = yield* CauseStore
  /** Of what a cause has `before`, it may keep an audience that is none any more. */
  return Effect.fnUntraced(function* (customer_id: string, { audience, webhook_url }: Given, before?: string) {
    const { audiences } = yield* Effect.orDie(tenants.get(customer_id))
    const known = before === undefined ? Option.none() : yield* Effect.option(store.read(customer_id, before))
    const refused = unknownAudience(audiences, audience ?? null, Option.getOrNull(known)?.audience)
    if (refused !== null) return yield* refused
    if (webhook_url == null) return
    yield* Effect.catchTag(guard.check(webhook_url), "EgressDenied", ({ message }) =>
      Effect.fail(ValidationFailed.at(["webhook_url"], `webhook_url: ${message}`))
    )
  })
})

const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

const makeReports = Effect.gen(function* () {
  const store = yield* CauseStore
  const figures = yield* CauseFigures
  const analytics = Effect.fnUntraced(function* (window_days: number) {
    const customer_id = yield* customer
    return {
      window_days,
      causes: analyticsOf(yield* store.all(customer_id), yield* figures.days(customer_id, window_days))
    }
  })
  return {
    analytics: ({
      query: { window_days = windowDaysDefault }
    }: {
      readonly query: { readonly window_days?: number }
    }) => analytics(window_days),
    analyticsCsv: ({
      query: { window_days = windowDaysDefault }
    }: {
      readonly query: { readonly window_days?: number }
    }) => Effect.map(analytics(window_days), ({ causes }) => csvAnswer("causes", csvOf(daysOf(causes)))),
    preview: Effect.fnUntraced(function* ({ params }: { readonly params: { readonly id: string } }) {
      const customer_id = yield* customer
      const [preview] = yield* figures.previews(customer_id, [yield* store.read(customer_id, params.id)])
      return preview!
    }),
    previews: Effect.fnUntraced(function* () {
      const customer_id = yield* customer
      return { data: yield* figures.previews(customer_id, yield* store.all(customer_id)) }
    })
  }
})

export const CausesHttp = HttpApiBuilder.group(
  feature(CausesApi),
  "causes",
  Effect.fn(function* (handlers) {
    const causes = yield* Causes
    const store = yield* CauseStore
    const crossings = yield* CrossingStore
    const endpoints = yield* OwnedEndpoints
    const deliveries = yield* WebhookDeliveryStore
    const judge = yield* makeJudge
    const read = (reference: string) => Effect.flatMap(customer, (customer_id) => store.read(customer_id, reference))

    return handlers.handleAll({
      ...(yield* makeReports),
      list: ({ query }) => Effect.flatMap(customer, (customer_id) => store.list(customer_id, query)),
      create: Effect.fnUntraced(function* ({ payload }) {
        yield* judge(yield* customer, payload)
        return yield* causes.create(yield* Principal, payload)
      }),
      get: ({ params }) => Effect.map(read(params.id), toWire),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        yield* judge(yield* customer, payload, params.id)
        return yield* causes.update(yield* Principal, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* causes.archive(yield* Principal, params.id)
      }),
      draft: Effect.fnUntraced(function* ({ params }) {
        return yield* causes.draft(yield* Principal, params.id)
      }),
      webhook: ({ params }) => Effect.map(read(params.id), (cause) => toWire(cause).webhook),
      setWebhook: Effect.fnUntraced(function* ({ params, payload }) {
        yield* judge(yield* customer, payload)
        return yield* causes.setWebhook(yield* Principal, params.id, payload)
      }),
      testWebhook: Effect.fnUntraced(function* ({ params }) {
        return { delivery_id: yield* causes.testWebhook(yield* Principal, params.id) }
      }),
      deliveries: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        const { cause_id } = yield* store.read(customer_id, params.id)
        const endpoint = yield* endpoints.find(customer_id, ownerOf(cause_id))
        // A cause without an endpoint has no delivery, and a cursor is judged all the same.
        const webhook_config_id = Option.match(endpoint, {
          onNone: () => cause_id,
          onSome: (found) => found.webhook_config_id
        })
        return yield* deliveries.listOf(customer_id, webhook_config_id, query)
      }),
      crossings: Effect.fnUntraced(function* ({ params, query }) {
        const customer_id = yield* customer
        const { cause_id } = yield* store.read(customer_id, params.id)
        return yield* crossings.list({ customer_id, cause_id }, query)
      }),
      audit: ({ query }) => Effect.flatMap(customer, (customer_id) => store.audit(customer_id, query))
    })
  })
).pipe(
  Layer.provide([
    Causes.layer,
    CauseStore.layer,
    CrossingStore.layer,
    CauseFigures.layer,
    OwnedEndpoints.layer,
    WebhookDeliveryStore.layer
  ])
)
