/**
 * GET /openapi.json: the committed contract, with the place of this service put in; any page may read it. To make it of
 * the API definition takes a good part of a second in which a node does nothing else; a test keeps the two the same.
 */
import { Context, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { readFile } from "node:fs/promises"
import { AppConfig } from "../../Config.ts"
import { packAside } from "../../platform/requests/Packing.ts"
import { packedAnswer } from "../Packed.ts"
import type { RawRoute } from "../RouteTable.ts"
import { committed_file, committed_place } from "./Committed.ts"

const path = "/openapi.json"

export const documentRoutes: ReadonlyArray<RawRoute> = [{ method: "GET", path }]

const headers = { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" }

/** JSON; read when first asked for. */
export class Contract extends Context.Service<Contract, Effect.Effect<string>>()("hatchery/edge/Contract") {
  static readonly layer = Layer.effect(
    Contract,
    Effect.gen(function* () {
      const { publicUrl } = yield* AppConfig
      const own = JSON.stringify(publicUrl).slice(1, -1)
      const text = Effect.promise(() => readFile(committed_file, "utf8"))
      return yield* Effect.cached(Effect.map(text, (text) => text.replaceAll(committed_place, own)))
    })
  )
}

export const DocumentLive = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const contract = yield* Contract
    const packed = Effect.flatMap(contract, (text) => Effect.promise(() => packAside(Buffer.from(text))))
    const made = yield* Effect.cached(packed)
    yield* router.add(
      "GET",
      path,
      Effect.flatMap(made, (packed) => packedAnswer(packed, "application/json", headers))
    )
  })
).pipe(Layer.provide(Contract.layer))
