/**
 * A painter that speaks OpenAI's protocol: `POST {IMAGE_PROVIDER_URL}/images/generations` with a prompt, answered by a
 * picture in base64. Its answers are drawn anew at our sizes, whatever was sent.
 */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Duration, Effect, Layer, Redacted, Schema, Semaphore, Stream } from "effect"
import { HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import sharp from "sharp"
import { AppConfig } from "../../Config.ts"
import { describeCreature, describeIcon } from "./describe.ts"
import { ImageError, ImageProvider } from "./ImageProvider.ts"
import type { StageImage } from "../../artist/rasterize.ts"
import { kindOf } from "./uploads.ts"

/** Credits per picture (decisions 4). */
/** Below what an account may ask for in a minute; a picture takes it some ten seconds. */
const at_once = 8
const costs = { stage_image: 4, icon: 1 } as const
const answer_within = Duration.seconds(60)
/** Pictures asked for at once by this node: providers count requests per minute. */
const requests_max = 4
const answer_bytes_max = 32_000_000
const pixels_max = 4_096 ** 2
const size = 1_024
const thumb_size = 256

const Answer = Schema.fromJsonString(
  Schema.Struct({ data: Schema.NonEmptyArray(Schema.Struct({ b64_json: Schema.String })) })
)
const decode = Schema.decodeUnknownEffect(Answer)

const failed = (reason: ImageError["reason"], retryable: boolean, detail: string) =>
  new ImageError({ reason, retryable, detail })

/** Busy and broken providers may answer later; what they refuse they will refuse again. */
const refusal = (status: number) => {
  const retryable = status === 408 || status === 429 || status >= 500
  return failed(retryable ? "unavailable" : "render_failed", retryable, `the image provider answered ${status}`)
}

/** Read piece by piece: an answer without an end may not take all memory. */
const textOf = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  let size_bytes = 0
  const pieces: Array<Uint8Array> = []
  yield* Stream.runForEach(response.stream, (piece) => {
    size_bytes += piece.length
    pieces.push(piece)
    return size_bytes > answer_bytes_max
      ? Effect.fail(failed("render_failed", false, "the image provider's answer is too large"))
      : Effect.void
  })
  return Buffer.concat(pieces).toString("utf8")
})

const toSizes = (bytes: Uint8Array): Effect.Effect<StageImage, ImageError> =>
  Effect.tryPromise({
    try: async () => {
      if (kindOf(bytes) === undefined) throw new Error("no PNG, JPEG or WebP")
      const resized = (side: number) =>
        sharp(bytes, { failOn: "error", limitInputPixels: pixels_max })
          .timeout({ seconds: 10 })
          .resize(side, side, { fit: "cover" })
          .flatten({ background: "#ffffff" })
          .png({ compressionLevel: 6 })
          .toBuffer()
      return { image: new Uint8Array(await resized(size)), thumb: new Uint8Array(await resized(thumb_size)) }
    },
    catch: () => failed("unavailable", true, "the image provider sent no picture that can be read")
  })

const make = Effect.gen(function* () {
  const { imageProviderKey, imageProviderModel, imageProviderUrl } = yield* AppConfig
  const client = yield* HttpClient.HttpClient
  const lanes = yield* Semaphore.make(requests_max)
  const url = `${String(imageProviderUrl).replace(/\/+$/, "")}/images/generations`
  const format = imageProviderModel.startsWith("gpt-image") ? {} : { response_format: "b64_json" }

  const paint = Effect.fn("OpenAiImages.paint")(
    function* (prompt: string) {
      const body = { model: imageProviderModel, prompt, n: 1, size: `${size}x${size}`, ...format }
      const response = yield* client.execute(
        HttpClientRequest.post(url).pipe(
          imageProviderKey === undefined
            ? (request) => request
            : HttpClientRequest.bearerToken(Redacted.value(imageProviderKey)),
          HttpClientRequest.setBody(HttpBody.jsonUnsafe(body))
        )
      )
      if (response.status !== 200) return yield* refusal(response.status)
      const { data } = yield* decode(yield* textOf(response))
      return yield* toSizes(Buffer.from(data[0].b64_json, "base64"))
    },
    (painting) =>
      painting.pipe(
        Effect.timeoutOrElse({
          duration: answer_within,
          orElse: () => Effect.fail(failed("timed_out", true, "the image provider did not answer within 60 s"))
        }),
        Effect.catchTags({
          HttpClientError: () => Effect.fail(failed("unavailable", true, "the image provider cannot be reached")),
          SchemaError: () => Effect.fail(failed("unavailable", true, "the image provider's answer makes no sense"))
        }),
        lanes.withPermit
      )
  )

  return ImageProvider.of({
    name: "openai",
    at_once,
    costs,
    stageImage: (request) => paint(describeCreature(request)),
    icon: (request) => paint(describeIcon(request))
  })
})

/** Wants AppConfig with `imageProviderUrl`. */
export const OpenAiImagesLive = Layer.effect(ImageProvider, make).pipe(Layer.provide(NodeHttpClient.layerUndici))

/** The painter of this installation: the one at IMAGE_PROVIDER_URL, else the builtin one. */
export const ImagesLive = Layer.unwrap(
  Effect.map(AppConfig, ({ imageProviderUrl }) =>
    imageProviderUrl === undefined ? ImageProvider.layerBuiltin : OpenAiImagesLive
  )
)
