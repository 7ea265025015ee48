/**
 * What a receiver of webhooks checks (contract part 6), written from the contract and not with the code that signs: so
 * that a test finds out when the two disagree.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { Received } from "./WebhookSink.ts"

const headerOf = (request: Pick<Received, "headers">, name: string): string => {
  const value = request.headers[name]
  return typeof value === "string" ? value : ""
}

const isEqual = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

/**
 * The service's own scheme: `X-Svc-Signature` is `sha256=<hex>` over `<timestamp>.<body>`, keyed with the secret as it
 * was shown. While a rotation is under way that is still the old secret.
 */
export const isSignedWith = (request: Received, secret: string): boolean => {
  const signed = `${headerOf(request, "x-svc-timestamp")}.${request.body}`
  const digest = createHmac("sha256", secret).update(signed).digest("hex")
  return isEqual(headerOf(request, "x-svc-signature"), `sha256=${digest}`)
}

/**
 * The Standard Webhooks scheme: one of the entries of `webhook-signature` is `v1,<base64>` over
 * `<id>.<timestamp>.<body>`, keyed with what stands behind `whsec_`. While a rotation is under way there are two.
 */
export const isStandardSignedWith = (request: Received, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const signed = `${headerOf(request, "webhook-id")}.${headerOf(request, "webhook-timestamp")}.${request.body}`
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return headerOf(request, "webhook-signature")
    .split(" ")
    .some((given) => isEqual(given, expected))
}
