/** What a tenant may configure, decided without I/O. */
import { webhookLimits } from "./Api.ts"

export interface HeaderIssue {
  readonly path: ReadonlyArray<string>
  readonly message: string
}

/** Headers that frame the request, name the service or carry the signature belong to the sender. */
const reserved = new Set([
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent"
])
const reserved_prefixes = ["x-svc-", "webhook-", "proxy-", "sec-"]

const name_pattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
const value_pattern = /^[\x20-\x7e]{0,1000}$/

const isReserved = (name: string) => reserved.has(name) || reserved_prefixes.some((prefix) => name.startsWith(prefix))

/** One issue per problem; paths are those of the request body. */
export const headerIssues = (headers: Readonly<Record<string, string>>): ReadonlyArray<HeaderIssue> => {
  const names = Object.keys(headers)
  const issues: Array<HeaderIssue> = []
  if (names.length > webhookLimits.headers_max) {
    issues.push({ path: ["headers"], message: `headers: at most ${webhookLimits.headers_max} headers` })
  }
  const seen = new Set<string>()
  for (const name of names) {
    const lower = name.toLowerCase()
    const refuse = (message: string) => issues.push({ path: ["headers", name], message: `headers.${name}: ${message}` })
    if (!name_pattern.test(name)) refuse("must be a header name")
    else if (isReserved(lower)) refuse("is set by the service")
    else if (seen.has(lower)) refuse("is given twice")
    else if (!value_pattern.test(headers[name]!)) refuse("must be at most 1000 printable ASCII characters")
    seen.add(lower)
  }
  return issues
}

/** Until when the secret that is being replaced still signs; null when it stops at once. */
export const graceEnd = (now: Date, grace_hours: number): Date | null =>
  grace_hours === 0 ? null : new Date(now.getTime() + grace_hours * 3_600_000)
