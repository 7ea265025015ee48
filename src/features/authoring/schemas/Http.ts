import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AppConfig } from "../../../Config.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { SchemasApi } from "./Api.ts"
import { describePart, partNames, schemaOf } from "./Rules.ts"

export const SchemasHttp = HttpApiBuilder.group(
  feature(SchemasApi),
  "schemas",
  Effect.fn(function* (handlers) {
    const { publicUrl } = yield* AppConfig
    return handlers.handleAll({
      list: () =>
        Effect.succeed({
          data: partNames.map((part) => ({
            part,
            description: describePart(part),
            url: `${publicUrl}/api/v1/schemas/${part}`
          }))
        }),
      get: Effect.fnUntraced(function* ({ params }) {
        const schema = schemaOf(params.part)
        return schema === undefined ? yield* new NotFound({ resource: "schema" }) : schema
      })
    })
  })
)
