import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import { ConfigFilesApi } from "../Api/Files.ts"
import { fileFormat } from "../../../../wire/content/ConfigFile.ts"
import { ConfigFiles } from "../Service/Files.ts"

export const ConfigFilesHttp = HttpApiBuilder.group(
  feature(ConfigFilesApi),
  "config-files",
  Effect.fn(function* (handlers) {
    const store = yield* ConfigFiles
    return handlers.handleAll({
      export: Effect.fnUntraced(function* ({ params }) {
        const content = yield* store.export((yield* Principal).customer_id, params.id)
        // As it is: encoding by the schema would bring the properties into another order.
        return HttpServerResponse.jsonUnsafe({ content, format: fileFormat })
      }),
      plan: Effect.fnUntraced(function* ({ payload }) {
        return yield* store.plan((yield* Principal).customer_id, payload.content)
      }),
      import: Effect.fnUntraced(function* ({ payload, query }) {
        const { customer_id } = yield* Principal
        const { created, version } = yield* store.import(customer_id, payload.content, query.expected_revision)
        return HttpServerResponse.jsonUnsafe(version, { status: created ? 201 : 200 })
      })
    })
  })
).pipe(Layer.provide(ConfigFiles.layer))
