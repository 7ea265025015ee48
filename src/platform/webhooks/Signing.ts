/**
 * How a receiver knows that a delivery is ours (contract part 6). Two schemes go along side by side: the service's own
 * headers, whose key is the secret as the tenant sees it, and the Standard Webhooks headers, whose key is the decoded
 * part behind `whsec_`.
 */
import { Effect } from "effect"
import { createHmac, createSecretKey, type KeyObject } from "node:crypto"
import { randomBytes } from "../postgres/Ids.ts"

const prefix = "whsec_"
const secret_bytes = 32

/** A fresh secret: `whsec_` and 32 random bytes in base64, the form both kinds of verifier take. */
export const newSecret: Effect.Effect<string> = Effect.map(
  randomBytes(secret_bytes),
  (bytes) => prefix + Buffer.from(bytes).toString("base64")
)

/**
 * The secrets of an endpoint. Those that are `previous`, the oldest first, are there only until the grace of their
 * rotation ends: until then the own header is still signed with the oldest, because that header has room for one
 * signature and the receiver may not have a newer secret yet.
 */
export interface SigningSecrets {
  readonly current: string
  readonly previous: ReadonlyArray<string>
}

/**
 * An endpoint's secrets as they sign: taking one in costs several times what signing with it does, so that is done once
 * for many deliveries.
 */
export interface SigningKeys {
  /** of the service's own headers */
  readonly own: KeyObject
  /** of the Standard Webhooks headers, one signature each */
  readonly standard: ReadonlyArray<KeyObject>
}

/** The UTF-8 bytes of the whole secret. */
const ownKey = (secret: string) => createSecretKey(secret, "utf8")
/** The bytes behind the prefix, as the Standard Webhooks specification says. */
const standardKey = (secret: string) => createSecretKey(secret.slice(prefix.length), "base64")

export const signingKeys = ({ current, previous }: SigningSecrets): SigningKeys => ({
  own: ownKey(previous[0] ?? current),
  standard: [current, ...previous.toReversed()].map(standardKey)
})

/** Both schemes sign what comes before the body, then the body itself. */
const hmac = (key: KeyObject, before: string, body: string | Uint8Array) =>
  createHmac("sha256", key).update(before, "utf8").update(body)

/** `sha256=<hex>` over `<timestamp>.<raw body>`. */
const signedBy = (key: KeyObject, timestamp: number, body: string | Uint8Array): string =>
  `sha256=${hmac(key, `${timestamp}.`, body).digest("hex")}`

/** `v1,<base64>` over `<delivery id>.<timestamp>.<raw body>`. */
const standardSignedBy = (key: KeyObject, delivery_id: string, timestamp: number, body: string | Uint8Array): string =>
  `v1,${hmac(key, `${delivery_id}.${timestamp}.`, body).digest("base64")}`

export const signature = (secret: string, timestamp: number, body: string | Uint8Array): string =>
  signedBy(ownKey(secret), timestamp, body)

export const standardSignature = (
  secret: string,
  delivery_id: string,
  timestamp: number,
  body: string | Uint8Array
): string => standardSignedBy(standardKey(secret), delivery_id, timestamp, body)

/** The headers of one attempt. `timestamp` is the unix second of this attempt, the delivery id that of the first. */
export const signedHeaders = (delivery: {
  readonly delivery_id: string
  readonly event: string
  readonly body: string | Uint8Array
  readonly timestamp: number
  readonly keys: SigningKeys
}): Readonly<Record<string, string>> => {
  const { body, delivery_id, event, keys, timestamp } = delivery
  return {
    "content-type": "application/json",
    "X-Svc-Event": event,
    "X-Svc-Delivery": delivery_id,
    "X-Svc-Timestamp": String(timestamp),
    "X-Svc-Signature": signedBy(keys.own, timestamp, body),
    "webhook-id": delivery_id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": keys.standard.map((key) => standardSignedBy(key, delivery_id, timestamp, body)).join(" ")
  }
}
