/**
 * GET /r/...: where a recommendation leads, which is to the console and nowhere else. Nothing is counted or kept: who
 * recommended is told with the registration, by whoever registers.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../../Config.ts"
import { ReferralStore } from "../Store.ts"

/** For the table of routes: not part of the HttpApi. */
export const referralRoutes = [{ method: "GET", path: "/r/:code" }] as const

export const ReferralRedirect = HttpRouter.use(
  Effect.fn(function* (router) {
    const store = yield* ReferralStore
    const { publicUrl } = yield* AppConfig
    const lead = Effect.gen(function* () {
      const { code = "" } = yield* HttpRouter.params
      const known = yield* store.known(code)
      const target = `${publicUrl}/console/register${known === undefined ? "" : `?ref=${known}`}`
      const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" }
      return HttpServerResponse.redirect(target, { status: 302, headers })
    })
    yield* router.add("GET", referralRoutes[0].path, lead)
  })
).pipe(Layer.provide(ReferralStore.layer))
