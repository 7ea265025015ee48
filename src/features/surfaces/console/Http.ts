/** GET /console and everything below: the shell of the console, whose script sees by the address what to show. */
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AppConfig } from "../../../Config.ts"
import { waitingPage } from "../../../edge/pages/Frame.ts"
import { Cdn, retry_after_seconds } from "../cdn/Service.ts"
import type { PackedBuild } from "../cdn/Service/Packing.ts"
import { policyOf, type ShellFile, shellOf } from "./Rules.ts"

/** For the table of routes: not part of the HttpApi. To the router `/console` itself is one of these. */
export const consoleRoutes = [{ method: "GET", path: "/console/*" }] as const

const headersWith = (pictures: string) => ({
  "content-security-policy": policyOf(pictures),
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer"
})

const filesOf = ({ files }: PackedBuild): ReadonlyMap<string, ShellFile> =>
  new Map(
    [...files.values()]
      .filter(({ name }) => /^console[\w-]*\.(js|css)$/.test(name))
      .map(({ integrity, name, plain }) => [name, { name, integrity, text: new TextDecoder().decode(plain) }])
  )

const pathOf = (url: string) => url.split(/[?#]/)[0]!

export const ConsolePages = HttpRouter.use(
  Effect.fn(function* (router) {
    const cdn = yield* Cdn
    const headers = headersWith(new URL((yield* AppConfig).publicUrl).origin)
    let known: { readonly of: PackedBuild; readonly files: ReadonlyMap<string, ShellFile> } | undefined
    const filesIn = (of: PackedBuild) => (known?.of === of ? known : (known = { of, files: filesOf(of) })).files
    const serve = Effect.gen(function* () {
      const { url } = yield* HttpServerRequest.HttpServerRequest
      const own = yield* cdn.own
      const page = shellOf(own.build, filesIn(own), pathOf(url))
      return HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers })
    }).pipe(Effect.catchTag("ServiceUnavailable", () => waitingPage(1, retry_after_seconds)))
    yield* router.add("GET", consoleRoutes[0].path, serve)
  })
).pipe(Layer.provide(Cdn.layer))
