/** What must hold for every answer of the service, whatever was sent. */
import { knownCodes } from "../contract/ApiContract.ts"
import type { Received } from "../http/RawHttp.ts"

export interface Expectation {
  /** what the request was, for the report */
  readonly label: string
  /** statuses the class of the request allows */
  readonly statuses: ReadonlyArray<number>
  /** words the message must hold when the status is 422, all of them */
  readonly says?: ReadonlyArray<string>
  /** methods a 405 must name */
  readonly allows?: ReadonlyArray<string>
  /** a HEAD has no body to look at */
  readonly bodiless?: boolean
}

/** SQL, stacks, our own files and the names of what we are built from. */
const leaks = new RegExp(
  [
    "\\bSELECT\\b.+\\bFROM\\b",
    "\\bINSERT INTO\\b",
    "\\bUPDATE \\w+ SET\\b",
    "\\bat \\S+ \\(",
    "\\.[jt]s:\\d+",
    "node_modules",
    "/(work|home|tmp)/",
    "\\b(Sql|Pg)Error",
    "syntax error at",
    "violates",
    "ECONN",
    "\\[object Object\\]"
  ].join("|")
)

/** Answers of the nets below the validation: reaching one means that the edge let something through. */
const nets = ["A value of this request cannot be stored."]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const envelopeProblems = ({ headers, json, text }: Received): ReadonlyArray<string> => {
  const error = isRecord(json) && Object.keys(json).join() === "error" ? json["error"] : undefined
  if (!isRecord(error)) return [`no envelope: ${text.slice(0, 200)}`]
  const { code, details, message, requestId } = error
  const others = Object.keys(error).filter((name) => !["code", "message", "details", "requestId"].includes(name))
  return [
    ...(others.length === 0 ? [] : [`the envelope also holds ${others.join()}`]),
    ...(typeof code === "string" && knownCodes.has(code) ? [] : [`unknown code ${String(code)}`]),
    ...(typeof message === "string" && message.length > 0 ? [] : ["no message"]),
    ...(typeof message === "string" && nets.includes(message) ? ["only the database refused it"] : []),
    ...(details === undefined || isRecord(details) ? [] : ["details are no object"]),
    ...(requestId === headers["x-request-id"] ? [] : [`requestId ${String(requestId)} is not the header's`]),
    ...(leaks.test(text) ? [`says too much: ${leaks.exec(text)?.[0]}`] : [])
  ]
}

const headerProblems = ({ headers, status }: Received): ReadonlyArray<string> => [
  ...(headers["x-request-id"] === undefined ? ["no X-Request-Id"] : []),
  ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]
    .filter((name) => !/^\d+$/.test(String(headers[name])))
    .map((name) => `no ${name}`),
  ...(status === 401 && headers["www-authenticate"] === undefined ? ["401 without WWW-Authenticate"] : []),
  ...(status === 405 && headers["allow"] === undefined ? ["405 without Allow"] : []),
  ...([429, 503].includes(status) && headers["retry-after"] === undefined ? [`${status} without Retry-After`] : [])
]

/** One line per broken promise; none when the answer is in order. */
export const problemsOf = (received: Received, expected: Expectation): ReadonlyArray<string> => {
  const { json, status, text } = received
  const allowed = expected.statuses.includes(status)
  const message = isRecord(json) && isRecord(json["error"]) ? String(json["error"]["message"]) : ""
  const unsaid = (expected.says ?? []).filter((words) => !message.includes(words))
  return [
    ...(allowed ? [] : [`answered ${status}, not ${expected.statuses.join(" or ")}: ${text.slice(0, 300)}`]),
    ...(status === 422 && unsaid.length > 0 ? [`says "${message}", not ${unsaid.join("; ")}`] : []),
    ...(expected.allows === undefined || received.headers.allow === expected.allows.join(", ")
      ? []
      : [`allows ${String(received.headers.allow)}, not ${expected.allows.join(", ")}`]),
    ...(status >= 400 && expected.bodiless !== true ? envelopeProblems(received) : []),
    ...headerProblems(received)
  ].map((problem) => `${expected.label}: ${problem}`)
}
