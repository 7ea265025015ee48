/**
 * GET /dev/mails: the mails a development machine kept instead of sending, tokens included. It exists with the embedded
 * database only, which listens on loopback; anywhere else there is no such route.
 */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "../Config.ts"
import { Mail } from "../platform/mail/Mail.ts"
import type { RawRoute } from "./RouteTable.ts"

const path = "/dev/mails"

export const devMailRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path }]

export const DevMailsLive = HttpRouter.use(
  Effect.fn(function* (router) {
    const config = yield* AppConfig
    const mail = yield* Mail
    if (!config.embedded) return
    yield* router.add(
      "GET",
      path,
      Effect.map(mail.kept, (data) => HttpServerResponse.jsonUnsafe({ data }))
    )
  })
).pipe(Layer.provide(Mail.layer))
