/**
 * A model behind an endpoint that speaks OpenAI's protocol: `POST {AI_PROVIDER_URL}/chat/completions`. The address is
 * the operator's own and may be on an inner network; redirects are not followed, so the key stays with it.
 */
import { Clock, Effect, Option, Redacted, Schedule, Schema, Stream } from "effect"
import * as OpenAiStructuredOutput from "effect/ai/OpenAiStructuredOutput"
import { HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { makeFairPlaces } from "../requests/FairPlaces.ts"
import { makeBreaker } from "./Breaker.ts"
import { AiFailed, type AiReason, type Question } from "./Port.ts"

interface Settings {
  readonly aiProviderKey: Redacted.Redacted | undefined
  readonly aiProviderModel: string
}

/** Texts asked for at once by this node, and by one tenant. */
const places = { places: 8, places_per_tenant: 4 } as const
/** One text, with the tries it takes and the wait for a place. */
const answer_within = "60 seconds"
/** After one second, and after four more. */
const waits = Schedule.exponential("1 second", 4)
const again_max = 2
/** Of one text, whatever they are for: it was counted and paid as one. */
const requests_max = 4
/** Of an answer; what is asked for is shorter by far. */
const tokens_max = 8_192
/** What that is called: newer models refuse the first and name the second, which many endpoints do not know. */
const bounds = ["max_tokens", "max_completion_tokens"] as const
/** An endpoint that refused a schema is asked with one again after so long. */
const schemaless_ms = 10 * 60_000
const answer_bytes_max = 256_000

/** `worthwhile`: it may go better the next time. */
interface Failure {
  readonly failed: AiFailed
  readonly worthwhile: boolean
  /** it is the provider that is down, whatever it was asked */
  readonly down: boolean
}

const failure = (reason: AiReason, detail: string, kind: "down" | "busy" | "answer"): Failure => ({
  failed: new AiFailed({ reason, detail }),
  worthwhile: kind !== "answer",
  down: kind === "down"
})

const resting = failure("unavailable", "the provider failed too often in the last minute", "answer")
const unreachable = failure("unavailable", "the provider cannot be reached", "down")
const late = failure("timed_out", "the provider did not answer in time", "down")
const tooLarge = failure("answer_invalid", "the provider's answer is too large", "answer")
const senseless = failure("answer_invalid", "the provider's answer makes no sense", "answer")
const spent = failure("unavailable", `${requests_max} requests did not make a text`, "answer")
const declined = failure("refused", "the model declined", "answer")

const refusal = (status: number): Failure => {
  const detail = `the provider answered ${status}`
  if (status >= 500 || status === 408) return failure("unavailable", detail, "down")
  return status === 429 ? failure("unavailable", detail, "busy") : failure("refused", detail, "answer")
}
/** An endpoint that knows no schemas says so with one of these. */
const knowsNoSchema = (status: number) => status === 400 || status === 422 || status === 501

const Message = Schema.Struct({
  content: Schema.NullOr(Schema.String),
  refusal: Schema.optionalKey(Schema.NullOr(Schema.String))
})
const Answer = Schema.fromJsonString(
  Schema.Struct({ choices: Schema.NonEmptyArray(Schema.Struct({ message: Message })) })
)
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

/** Read piece by piece: an answer without an end may not take all memory. */
const textOf = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string, Failure> =>
  response.stream.pipe(
    Stream.mapError(() => unreachable),
    Stream.runFoldEffect(
      () => ({ size: 0, pieces: [] as Array<Uint8Array> }),
      (read, piece) => {
        read.size += piece.length
        read.pieces.push(piece)
        return read.size > answer_bytes_max ? Effect.fail(tooLarge) : Effect.succeed(read)
      }
    ),
    Effect.map(({ pieces }) => Buffer.concat(pieces).toString("utf8"))
  )

/** Models put what they say between fences, whatever they were asked. */
const bare = (content: string): string => /^\s*```(?:json)?\s*([\s\S]*?)\s*```\s*$/.exec(content)?.[1] ?? content

const bodyFormat = (name: string, schema: object, isStrict: boolean) =>
  isStrict ? { type: "json_schema", json_schema: { name, strict: true, schema } } : { type: "json_object" }

/** Answers what the model said; asks without a schema for a while after one was refused. */
const completing = Effect.fnUntraced(function* (address: string, settings: Settings) {
  const post = yield* posting(address, settings)
  let strict_from = 0
  let bound: (typeof bounds)[number] = bounds[0]
  return Effect.fnUntraced(function* ({ budget, name, schema, turns }: Asked) {
    // What is refused may be said with the words of whoever asked: only an answer tells which name is right for others.
    let own = bound
    const asked = (strict: boolean) =>
      Effect.suspend(() => {
        if (budget.left === 0) return Effect.fail(spent)
        budget.left--
        return post({ [own]: tokens_max, messages: turns, response_format: bodyFormat(name, schema, strict) })
      })
    const bounded = Effect.fnUntraced(function* (strict: boolean) {
      const response = yield* asked(strict)
      if (response.status !== 400 || own === bounds[1]) return response
      const complaint = yield* Effect.option(textOf(response))
      if (Option.isNone(complaint) || !complaint.value.includes(bounds[1])) return response
      own = bounds[1]
      return yield* asked(strict)
    })
    const now = yield* Clock.currentTimeMillis
    const isStrict = now >= strict_from
    const first = yield* bounded(isStrict)
    const isRefused = isStrict && knowsNoSchema(first.status)
    const response = isRefused ? yield* bounded(false) : first
    if (response.status !== 200) return yield* Effect.fail(refusal(response.status))
    bound = own
    if (isRefused) strict_from = now + schemaless_ms
    const { choices } = yield* Effect.mapError(decodeAnswer(yield* textOf(response)), () => senseless)
    const { content, refusal: no } = choices[0].message
    return typeof no === "string" || content === null ? yield* Effect.fail(declined) : content
  })
})

const told = ({ failed }: Failure) =>
  Effect.andThen(Effect.logWarning(`a text was not written: ${failed.reason}, ${failed.detail}`), Effect.fail(failed))

const shapeOf = (schema: object) => ({
  role: "system" as const,
  content: `Answer with one JSON object of this schema, and nothing else: ${JSON.stringify(schema)}`
})

/** Answers how to ask for one object. */
export const chatCompletions = Effect.fnUntraced(function* (address: string, settings: Settings) {
  const complete = yield* completing(address, settings)
  const breaker = makeBreaker()
  const { enter } = makeFairPlaces(places)

  /** Tries again what may go better, and spares whoever is down. */
  const guarded = <A>(asking: Effect.Effect<A, Failure>): Effect.Effect<A, Failure> =>
    Effect.flatMap(breaker.isOpen, (isOpen) => (isOpen ? Effect.fail(resting) : asking)).pipe(
      Effect.tap(breaker.answered),
      Effect.tapError(({ down }) => (down ? breaker.failed : Effect.void)),
      Effect.retry({ schedule: waits, times: again_max, while: ({ worthwhile }) => worthwhile })
    )

  return <A>(question: Question<A>): Effect.Effect<A, AiFailed> => {
    const { codec, jsonSchema: schema } = OpenAiStructuredOutput.toCodecOpenAI(question.schema)
    const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(codec))
    const { customer_id, name } = question
    const turns = [...question.turns, shapeOf(schema)]
    const budget = { left: requests_max }
    const asked = (more: Question<A>["turns"]) =>
      guarded(complete({ budget, name, schema, turns: [...turns, ...more] }))
    const answered = Effect.gen(function* () {
      const content = yield* asked([])
      const understood = yield* Effect.option(decode(bare(content)))
      if (Option.isSome(understood)) return understood.value
      const again = yield* asked([
        { role: "assistant", content },
        { role: "user", content: "That is no such object. Send the object alone." }
      ])
      return yield* Effect.mapError(decode(bare(again)), () => senseless)
    })
    const written = Effect.timeoutOrElse(answered, {
      duration: answer_within,
      orElse: () => Effect.andThen(breaker.failed, Effect.fail(late))
    })
    // Who only waited for a place says nothing of the provider.
    const placed = Effect.timeoutOrElse(enter(customer_id), {
      duration: answer_within,
      orElse: () => Effect.fail(late)
    })
    return Effect.scoped(Effect.andThen(placed, written)).pipe(Effect.catch(told), Effect.withSpan("AiProvider.ask"))
  }
})

interface Asked {
  /** requests there may still be */
  readonly budget: { left: number }
  readonly name: string
  readonly schema: object
  readonly turns: Question<unknown>["turns"]
}

const posting = Effect.fnUntraced(function* (address: string, { aiProviderKey, aiProviderModel }: Settings) {
  const client = yield* HttpClient.HttpClient
  const url = `${address.replace(/\/+$/, "")}/chat/completions`
  return (body: object): Effect.Effect<HttpClientResponse.HttpClientResponse, Failure> =>
    client
      .execute(
        HttpClientRequest.post(url).pipe(
          aiProviderKey === undefined
            ? (request) => request
            : HttpClientRequest.bearerToken(Redacted.value(aiProviderKey)),
          HttpClientRequest.setBody(HttpBody.jsonUnsafe({ model: aiProviderModel, ...body }))
        )
      )
      .pipe(Effect.mapError(() => unreachable))
})
