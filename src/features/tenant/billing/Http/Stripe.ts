/**
 * POST /billing/stripe/webhook: what Stripe sends. No credential but its signature, which covers the bytes as they
 * came. Anything else than 200 and Stripe sends it again, for days.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../../Config.ts"
import { envelope } from "../../../../edge/Envelope.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { Billing } from "../Service.ts"

/** For the table of routes: not part of the HttpApi. */
export const stripeRoutes = [{ method: "POST", path: "/billing/stripe/webhook" }] as const

const body_bytes_max = 262_144

const refuse = (status: number, code: string, message: string) =>
  Effect.map(CurrentRequest, ({ requestId }) => envelope(status, code, message, requestId))

const hear = (billing: Billing["Service"]) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const raw = new Uint8Array(yield* Effect.orDie(request.arrayBuffer))
    const signature = request.headers["stripe-signature"]
    if (signature === undefined || raw.length > body_bytes_max) return yield* forged
    yield* billing.hear(raw, signature)
    return HttpServerResponse.jsonUnsafe({ received: true })
  }).pipe(
    Effect.catchTags({
      NoEvent: () => forged,
      ProviderAway: () => refuse(500, "internal_server_error", "The event could not be looked into. Send it again.")
    })
  )

const forged = refuse(400, "bad_request", "This is no event of Stripe, or one that is too old.")

export const StripeHttp = HttpRouter.use(
  Effect.fn(function* (router) {
    const { stripeSecretKey } = yield* AppConfig
    const billing = yield* Billing
    yield* router.add(
      "POST",
      stripeRoutes[0].path,
      stripeSecretKey === undefined ? refuse(404, "not_found", "There is no such route.") : hear(billing)
    )
  })
).pipe(Layer.provide(Billing.layer))
