/**
 * A typed failure as status and body, for code that runs below the router. The schemas are the ones the endpoints
 * declare.
 */
import { Effect, Exit, Schema } from "effect"
import { CurrentRequest, type RequestRecord } from "../wire/CurrentRequest.ts"
import { statusOf } from "../wire/Failure.ts"

export interface Encoded {
  readonly status: number
  readonly body: string
}

const unknown = (current: RequestRecord): Encoded => ({
  status: 500,
  body: JSON.stringify({
    error: { code: "internal_server_error", message: "Something went wrong on our side.", requestId: current.requestId }
  })
})

export const encodeFailure = (
  schemas: Readonly<Record<string, unknown>>,
  failure: { readonly _tag: string } | undefined,
  current: RequestRecord
): Encoded => {
  const schema =
    failure === undefined ? undefined : (schemas[failure._tag] as Schema.Codec<unknown, unknown> | undefined)
  if (schema === undefined) return unknown(current)
  const encoded = Effect.runSyncExit(
    Schema.encodeEffect(schema)(failure).pipe(Effect.provideService(CurrentRequest, current))
  )
  return Exit.isSuccess(encoded) ? { status: statusOf(schema), body: JSON.stringify(encoded.value) } : unknown(current)
}
