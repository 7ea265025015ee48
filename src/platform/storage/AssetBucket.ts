/**
 * Pictures in an S3-compatible bucket, named by ASSETS_URL: `https://<access key>:<secret>@<host>/<bucket>`, with
 * `?region=` where the service has regions. Objects are named by their hash alone.
 */
import { Data, Effect, Redacted } from "effect"
import { S3mini } from "s3mini"

/** Longer than a picture takes, shorter than the deadline of a request. */
const answer_within_ms = 8_000

export interface Asset {
  readonly content_type: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** The bucket does not answer, or not as it should: as with a database that is away, another try may help. */
export class AssetsUnavailable extends Data.TaggedError("AssetsUnavailable")<{ readonly cause: unknown }> {}

export interface AssetBucket {
  put(sha256: string, asset: Asset): Effect.Effect<void>
  get(sha256: string): Effect.Effect<Asset | undefined>
  remove(sha256: string): Effect.Effect<void>
}

/** At an address the configuration has let pass. */
export const openBucket = (address: Redacted.Redacted): AssetBucket => {
  const url = new URL(Redacted.value(address))
  const client = new S3mini({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    endpoint: `${url.origin}${url.pathname.replace(/\/$/, "")}`,
    region: url.searchParams.get("region") ?? "auto",
    requestAbortTimeout: answer_within_ms
  })
  const ask = <A>(request: () => Promise<A>): Effect.Effect<A> =>
    Effect.orDie(Effect.tryPromise({ try: request, catch: (cause) => new AssetsUnavailable({ cause }) }))
  return {
    put: (sha256, { bytes, content_type }) =>
      Effect.asVoid(ask(() => client.putObject(sha256, Buffer.from(bytes), content_type))),
    remove: (sha256) => Effect.asVoid(ask(() => client.deleteObject(sha256))),
    get: (sha256) =>
      ask(async () => {
        const response = await client.getObjectResponse(sha256)
        if (response === null) return undefined
        const content_type = response.headers.get("content-type") ?? "image/png"
        return { content_type, bytes: new Uint8Array(await response.arrayBuffer()) }
      })
  }
}
