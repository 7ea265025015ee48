/** GET /openapi.json: made once, when first asked for; any page may read it. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { AppConfig } from "../../Config.ts"
import { pack, packedAnswer } from "../Packed.ts"
import type { RawRoute } from "../RouteTable.ts"
import { documentOf } from "./Document.ts"
import type { AnyApi } from "./Route.ts"

const path = "/openapi.json"

export const documentRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path }]

const headers = { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }

export const servedDocument = (api: AnyApi) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const { publicUrl } = yield* AppConfig
      const made = yield* Effect.cached(Effect.sync(() => pack(JSON.stringify(documentOf(api, publicUrl)))))
      const answer = Effect.flatMap(made, (packed) => packedAnswer(packed, "application/json", headers))
      yield* router.add("GET", path, answer)
    })
  )
