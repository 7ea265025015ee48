/** The service as `hatchery config` sees it: any base URL, one secret key, and refusals in one line. */
import { Context, Data, Effect, Layer, Option, Redacted, Schema } from "effect"
import { CliError } from "effect/cli"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { rootOf, type Target } from "./Target.ts"

const timeout = "60 seconds"

const Issues = Schema.Struct({
  issues: Schema.Array(
    Schema.Struct({ path: Schema.Array(Schema.Union([Schema.String, Schema.Int])), message: Schema.String })
  )
})
const Problem = Schema.Struct({
  error: Schema.Struct({ code: Schema.String, message: Schema.String, details: Schema.optionalKey(Schema.Unknown) })
})

/** What was sent does not fit, and the service says where. */
export class FileRefused extends Data.TaggedError("FileRefused")<typeof Issues.Type & { readonly message: string }> {}

const refused = (cause: string) => new CliError.UserError({ cause })

export class ConfigClient extends Context.Service<
  ConfigClient,
  {
    get(path: string): Effect.Effect<unknown, CliError.UserError>
    post(path: string, body?: unknown): Effect.Effect<unknown, CliError.UserError | FileRefused>
  }
>()("hatchery/cli/ConfigClient") {
  static readonly layer = (target: Target) =>
    Layer.effect(ConfigClient, make(target)).pipe(Layer.provide(FetchHttpClient.layer))
}

const make = Effect.fnUntraced(function* ({ baseUrl, key }: Target) {
  const http = yield* HttpClient.HttpClient
  const root = rootOf(baseUrl)

  const unreachable = () => refused(`${root} does not answer. Is it running? --base-url names another one.`)

  const send = Effect.fnUntraced(function* (request: HttpClientRequest.HttpClientRequest) {
    const signed = HttpClientRequest.bearerToken(request, Redacted.value(key))
    const response = yield* http.execute(signed).pipe(Effect.mapError(unreachable))
    const text = yield* response.text.pipe(Effect.mapError(unreachable))
    const body = yield* Effect.try({
      try: () => JSON.parse(text) as unknown,
      catch: () => refused(`${root} answered ${response.status} with something that is no JSON. Is it the service?`)
    })
    if (response.status < 300) return body
    const { error } = yield* Schema.decodeUnknownEffect(Problem)(body).pipe(
      Effect.mapError(() => refused(`${root} answered ${response.status}: ${text.slice(0, 200)}`))
    )
    const details = Schema.decodeUnknownOption(Issues)(error.details)
    if (Option.isSome(details) && details.value.issues.length > 0)
      return yield* new FileRefused({ ...details.value, message: error.message })
    const words = response.status === 401 ? `${root} does not accept this key. Use a secret key of it.` : error.message
    return yield* refused(`${error.code}: ${words}`)
  })
  const inTime = (request: HttpClientRequest.HttpClientRequest) =>
    Effect.timeoutOrElse(send(request), {
      duration: timeout,
      orElse: () => Effect.fail(refused(`${root} did not answer within ${timeout}.`))
    })

  return ConfigClient.of({
    get: (path) =>
      inTime(HttpClientRequest.get(`${root}/api/v1${path}`)).pipe(
        Effect.catchTag("FileRefused", ({ message }) => Effect.fail(refused(message)))
      ),
    post: (path, body) => {
      const request = HttpClientRequest.post(`${root}/api/v1${path}`)
      return inTime(body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body))
    }
  })
})
