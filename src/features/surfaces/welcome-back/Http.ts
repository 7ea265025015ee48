import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { themeFiles } from "../../../edge/pages/Theme.ts"
import type { WidgetTheme } from "../../../wire/answers/Customer.ts"
import { feature } from "../../../wire/Group.ts"
import { Principal } from "../../../wire/Principal.ts"
import { PublicWelcomeApi, WelcomeBackApi } from "./Api.ts"
import { WelcomeBacks } from "./Service.ts"

export const WelcomeBackHttp = HttpApiBuilder.group(
  feature(WelcomeBackApi),
  "welcome-back",
  Effect.fn(function* (handlers) {
    const links = yield* WelcomeBacks
    return handlers.handleAll({
      make: Effect.fnUntraced(function* ({ params, payload }) {
        return yield* links.make((yield* Principal).customer_id, params.id, payload ?? {})
      })
    })
  })
).pipe(Layer.provide(WelcomeBacks.layer))

/**
 * The page is sent before anybody could say whose it is: it changes its clothes with the answer. From the address of
 * the answer, because that is where the page knows the service is.
 */
const sheetFor = (look: WidgetTheme): string => `../../../../${themeFiles(look)[0]}`

export const PublicWelcomeHttp = HttpApiBuilder.group(
  feature(PublicWelcomeApi),
  "public-welcome-back",
  Effect.fn(function* (handlers) {
    const links = yield* WelcomeBacks
    return handlers.handleAll({
      show: Effect.fnUntraced(function* ({ query }) {
        const { look, welcome } = yield* links.show(query.token)
        return HttpServerResponse.jsonUnsafe(welcome, { headers: { link: `<${sheetFor(look)}>; rel="stylesheet"` } })
      })
    })
  })
).pipe(Layer.provide(WelcomeBacks.layer))
