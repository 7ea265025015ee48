/** GET /: whoever comes by without a path is led to the demo, or told what this is and where to read on. */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { AppConfig } from "../Config.ts"
import { build } from "../platform/observability/Build.ts"
import type { RawRoute } from "./RouteTable.ts"

export const homeRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path: "/" }]

const page = (publicUrl: string) =>
  [
    `Hatchery ${build.version}: a progression service. Events in; buddies, rewards and webhooks out.`,
    "",
    `API        ${publicUrl}/api/v1`,
    `Reference  ${publicUrl}/docs`,
    `OpenAPI    ${publicUrl}/openapi.json`,
    ""
  ].join("\n")

export const HomeLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { demo, publicUrl } = yield* AppConfig
    const answer = demo
      ? HttpServerResponse.redirect("/demo", { status: 302 })
      : HttpServerResponse.text(page(publicUrl), { headers: { "cache-control": "no-cache" } })
    yield* router.add("GET", "/", Effect.succeed(answer))
  })
)
