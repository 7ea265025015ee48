import { Clock, Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { EgressGuard } from "../../../platform/webhooks/EgressGuard.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { parseInstant } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { webhookCatalogue } from "../../../wire/Webhook.ts"
import { type CatalogueEntry, WebhookConfigsApi } from "./Api.ts"
import { headerIssues } from "./Rules.ts"
import { WebhookConfigStore } from "./Store.ts"
import { WebhookDeliveryStore } from "./Store/Deliveries.ts"

const catalogue = { data: webhookCatalogue() as ReadonlyArray<typeof CatalogueEntry.Type> }

const Handlers = HttpApiBuilder.group(
  feature(WebhookConfigsApi),
  "webhook-configs",
  Effect.fn(function* (handlers) {
    const configs = yield* WebhookConfigStore
    const deliveries = yield* WebhookDeliveryStore
    const guard = yield* EgressGuard
    const customer = Effect.map(Principal, ({ customer_id }) => customer_id)

    const check = Effect.fnUntraced(function* (given: {
      readonly url?: string
      readonly headers?: Readonly<Record<string, string>>
    }) {
      const issues = headerIssues(given.headers ?? {})
      if (issues.length > 0) return yield* new ValidationFailed({ issues })
      if (given.url === undefined) return
      yield* guard
        .check(given.url)
        .pipe(
          Effect.catchTag("EgressDenied", ({ message }) => Effect.fail(ValidationFailed.at(["url"], `url: ${message}`)))
        )
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* configs.list(yield* customer, query)
      }),
      create: Effect.fnUntraced(function* ({ payload }) {
        yield* check(payload)
        return yield* configs.create(yield* customer, payload)
      }),
      catalogue: () => Effect.succeed(catalogue),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* configs.get(yield* customer, params.id)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        yield* check(payload)
        return yield* configs.update(yield* customer, params.id, payload)
      }),
      remove: Effect.fnUntraced(function* ({ params }) {
        yield* configs.remove(yield* customer, params.id)
      }),
      test: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* deliveries.test(yield* customer, params.id, payload.event)
      }),
      rotate: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* configs.rotate(yield* customer, params.id, payload?.grace_hours ?? 0)
      }),
      recover: Effect.fnUntraced(function* ({ params, payload }) {
        const since = parseInstant(payload.since)
        const until = payload.until ? parseInstant(payload.until) : yield* Clock.currentTimeMillis
        if (until <= since)
          return yield* ValidationFailed.at(["until"], "until must lie after since, and since in the past")
        const end = payload.until ? new Date(until) : null
        const recovered = yield* deliveries.recover(yield* customer, params.id, new Date(since), end)
        return { webhook_config_id: params.id, recovered }
      }),
      deliveries: Effect.fnUntraced(function* ({ params, query }) {
        return yield* deliveries.list(yield* customer, params.id, query)
      }),
      delivery: Effect.fnUntraced(function* ({ params }) {
        return yield* deliveries.get(yield* customer, params.id)
      }),
      replay: Effect.fnUntraced(function* ({ params }) {
        return yield* deliveries.replay(yield* customer, params.id)
      })
    })
  })
)

export const WebhookConfigsHttp = Handlers.pipe(Layer.provide([WebhookConfigStore.layer, WebhookDeliveryStore.layer]))
