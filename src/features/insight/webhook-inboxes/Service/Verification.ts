/** Whether a request is signed as it should be, and if not, which of the usual mistakes it shows. */
import { createHmac } from "node:crypto"
import { signature, type SigningSecrets, standardSignature } from "../../../../platform/webhooks/Signing.ts"
import { limits } from "../../../../wire/Limits.ts"
import { type Hint, inboxLimits, type Verification } from "../Api.ts"
import type { Arrived, Judged } from "../Rules.ts"

const name_length_max = 128
const nameIn = (value: string | undefined) => (value === undefined ? null : value.slice(0, name_length_max))

/** Longer bodies are checked as they came and no other way: writing one anew costs more than taking it. */
const rewritten_length_max = 65_536

/** Indentation grows with the depth times the length: nobody's webhook is nested like that. */
const isDeep = (text: string): boolean => {
  let depth = 0
  for (const sign of text) {
    if (sign === "[" || sign === "{") depth += 1
    else if (sign === "]" || sign === "}") depth -= 1
    if (depth > limits.json_depth_max) return true
  }
  return false
}

/** The JSON of the body written anew, in the ways common languages do it by themselves. */
const rewritten = (body: Uint8Array): ReadonlyArray<string> => {
  try {
    const text = Buffer.from(body).toString("utf8")
    if (text.length > rewritten_length_max || isDeep(text)) return []
    const value: unknown = JSON.parse(text)
    const spaced = JSON.stringify(value, null, 1)
      .replace(/\n */g, " ")
      .replace(/([[{]) | ([\]}])/g, "$1$2")
    return [JSON.stringify(value), JSON.stringify(value, null, 2), spaced]
  } catch {
    return []
  }
}

interface Signed extends Arrived {
  readonly timestamp: number
  readonly given: string
  readonly standard_id: string
  readonly standard_timestamp: number
  readonly standard: ReadonlyArray<string>
}

const signedOf = (request: Arrived): Signed => {
  const { headers } = request
  return {
    ...request,
    timestamp: Number(headers["x-svc-timestamp"]),
    given: headers["x-svc-signature"] ?? "",
    standard_id: headers["webhook-id"] ?? "",
    standard_timestamp: Number(headers["webhook-timestamp"]),
    standard: (headers["webhook-signature"] ?? "").split(" ").slice(0, 10)
  }
}

const holds = ({ given, timestamp }: Signed, secret: string, body: Uint8Array | string) =>
  given === signature(secret, timestamp, body)

const holdsStandard = (
  { standard, standard_id, standard_timestamp }: Signed,
  secret: string,
  body: Uint8Array | string
) => standard.includes(standardSignature(secret, standard_id, standard_timestamp, body))

const withoutTimestamp = ({ body, given, standard }: Signed, secret: string): boolean => {
  const digest = createHmac("sha256", secret).update(body).digest()
  return given === `sha256=${digest.toString("hex")}` || standard.includes(`v1,${digest.toString("base64")}`)
}

const mistake = (request: Signed, secrets: ReadonlyArray<string>): Hint => {
  if (secrets.length === 0) return "no_endpoint"
  const others = rewritten(request.body)
  const isRewritten = (secret: string) =>
    others.some((body) => holds(request, secret, body) || holdsStandard(request, secret, body))
  if (secrets.some(isRewritten)) return "body_parsed_before_hashing"
  return secrets.some((secret) => withoutTimestamp(request, secret)) ? "timestamp_not_signed" : "wrong_secret"
}

/** What is later than any moment there is tells nothing of a clock. */
const seconds_max = 8_640_000_000_000

const skewOf = ({ received_at, standard_timestamp, timestamp }: Signed): number | null => {
  const seconds = [timestamp, standard_timestamp].find((one) => Number.isInteger(one) && Math.abs(one) < seconds_max)
  return seconds === undefined ? null : Math.floor(received_at / 1_000) - seconds
}

/** `endpoints`: the secrets of whoever may have sent it. */
export const judge = (request: Arrived, endpoints: ReadonlyArray<SigningSecrets>): Judged => {
  const signed = signedOf(request)
  const current = endpoints.map((secrets) => secrets.current)
  const previous = endpoints.flatMap((secrets) => secrets.previous)
  const all = [...current, ...previous]
  const own = ((): Verification["signature"] => {
    if (request.headers["x-svc-signature"] === undefined) return "missing"
    if (current.some((secret) => holds(signed, secret, request.body))) return "valid"
    return previous.some((secret) => holds(signed, secret, request.body)) ? "valid_previous" : "invalid"
  })()
  const standard = ((): Verification["standard_webhooks"] => {
    if (request.headers["webhook-signature"] === undefined) return "missing"
    return all.some((secret) => holdsStandard(signed, secret, request.body)) ? "valid" : "invalid"
  })()
  const skew = skewOf(signed)
  const isStale = skew !== null && Math.abs(skew) > inboxLimits.skew_seconds_max
  const isWrong = own === "invalid" || standard === "invalid"
  const isSigned = own !== "missing" || standard !== "missing"
  return {
    delivery_id: nameIn(request.headers["x-svc-delivery"] ?? request.headers["webhook-id"]),
    event: nameIn(request.headers["x-svc-event"]),
    signature: own,
    standard_webhooks: standard,
    skew_seconds: skew,
    hint: isWrong ? mistake(signed, all) : isSigned && isStale ? "old_timestamp" : null
  }
}
