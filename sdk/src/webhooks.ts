/** `@hatchery/sdk/webhooks`: whether a delivery is Hatchery's, and what it says. */
import { type WebhookEvents, webhookShapes } from "./generated/webhooks.ts"
import { decode, type Shape } from "./names.ts"

export type { WebhookEvents }

/** `Headers`, or the object servers of Node have. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

export interface WebhookDelivery {
  /** the body as it came, before anybody parsed it */
  readonly payload: string | Uint8Array
  readonly headers: WebhookHeaders
  /** of the endpoint; while a secret is being rotated the new and the old one */
  readonly secrets: string | readonly [string, string]
  /** how far its timestamp may be from now, to either side (300) */
  readonly toleranceSeconds?: number | undefined
  /** a Date, or milliseconds (the clock of this machine) */
  readonly now?: Date | number | undefined
}

/** Narrow `data` by `event`. Events this version does not know come along, in camelCase like the others. */
export type WebhookEvent = {
  [Event in keyof WebhookEvents]: {
    readonly event: Event
    /** the same in every attempt: what to tell repetitions by */
    readonly deliveryId: string
    /** of this attempt, in seconds */
    readonly timestamp: number
    readonly data: WebhookEvents[Event]
  }
}[keyof WebhookEvents]

export type WebhookFailure =
  | "missing_header"
  | "malformed_header"
  | "timestamp_out_of_range"
  | "no_match"
  | "malformed_body"

export class WebhookVerificationError extends Error {
  override name = "WebhookVerificationError"
  readonly reason: WebhookFailure

  constructor(reason: WebhookFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

const fail = (reason: WebhookFailure, message: string): never => {
  throw new WebhookVerificationError(reason, message)
}

const headerOf = (headers: WebhookHeaders, name: string, pattern: RegExp): string => {
  const found =
    typeof headers.get === "function"
      ? [headers.get(name)]
      : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? value : []))
  const [value] = found
  if (typeof value !== "string") return fail("missing_header", `There is no ${name}.`)
  return found.length === 1 && pattern.test(value)
    ? value
    : fail("malformed_header", `${name} is not what it should be.`)
}

const text = new TextEncoder()

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** WebCrypto compares in constant time. */
const isSignedWith = async (secret: string, signature: Uint8Array<ArrayBuffer>, signed: Uint8Array<ArrayBuffer>) => {
  if (typeof secret !== "string" || secret === "") throw new TypeError("a secret is the text the endpoint was given")
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["verify"])
  return crypto.subtle.verify("HMAC", key, signature, signed)
}

const parsed = (payload: Uint8Array): object => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload))
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below.
  }
  return fail("malformed_body", "The body is no JSON object.")
}

/** Rejects with a WebhookVerificationError unless one of the secrets signed this body at about this time. */
export const verifyWebhook = async (delivery: WebhookDelivery): Promise<WebhookEvent> => {
  const { headers, payload, secrets, toleranceSeconds = 300, now = Date.now() } = delivery
  if (typeof payload !== "string" && !(payload instanceof Uint8Array)) {
    throw new TypeError("payload is the raw body, before anybody parsed it")
  }
  const event = headerOf(headers, "x-svc-event", /^[\w.]{1,128}$/)
  const deliveryId = headerOf(headers, "x-svc-delivery", /^[\w-]{1,128}$/)
  const timestamp = headerOf(headers, "x-svc-timestamp", /^\d{1,12}$/)
  const signature = bytesOf(headerOf(headers, "x-svc-signature", /^sha256=[0-9a-f]{64}$/).slice("sha256=".length))
  if (!(Math.abs(Number(now) / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    fail("timestamp_out_of_range", `It was signed more than ${toleranceSeconds} seconds from now.`)
  }
  const body = typeof payload === "string" ? text.encode(payload) : payload
  const start = text.encode(`${timestamp}.`)
  const signed = new Uint8Array(start.length + body.length)
  signed.set(start)
  signed.set(body, start.length)
  // All of them, so that the time it takes says nothing of which it was.
  const verdicts = await Promise.all(
    (typeof secrets === "string" ? [secrets] : secrets).map((secret) => isSignedWith(secret, signature, signed))
  )
  if (!verdicts.includes(true)) fail("no_match", "None of the secrets signed this.")
  const shapes: Readonly<Record<string, Shape>> = webhookShapes
  const data = decode(parsed(body), Object.hasOwn(shapes, event) ? shapes[event] : undefined)
  return { event, deliveryId, timestamp: Number(timestamp), data } as WebhookEvent
}
