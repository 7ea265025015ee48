/** Bodies and headers for POST /events as they should not be, or only just: each is sent to whoever may answer it. */

export interface OddRequest {
  readonly label: string
  readonly body: string | Buffer
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** `at`: ISO 8601, when they happen. */
export const oddEvents = (at: string): ReadonlyArray<OddRequest> => {
  let serial = 0
  const event = (fields: Readonly<Record<string, unknown>> = {}) => ({
    event_id: `odd-${++serial}`,
    user_id: "ada",
    type: "lesson.completed",
    occurred_at: at,
    ...fields
  })
  const json = (label: string, value: unknown): OddRequest => ({ label, body: JSON.stringify(value) })
  const raw = (label: string, body: string | Buffer): OddRequest => ({ label, body })

  const values: ReadonlyArray<unknown> = [
    null,
    0,
    true,
    "",
    " ",
    [],
    {},
    "x".repeat(256),
    "x".repeat(10_001),
    "a\u0000b",
    "\ud800",
    "\u{1f98a}",
    "%00"
  ]
  const fields = ["event_id", "user_id", "type", "occurred_at", "audience", "properties", "buddy_id", "unknownField"]
  const fielded = fields.flatMap((field) =>
    values.map((value) =>
      json(`${field}: ${(JSON.stringify(value) ?? "undefined").slice(0, 40)}`, event({ [field]: value }))
    )
  )
  const missing = fields.slice(0, 4).map((field) => {
    const { [field as "type"]: _, ...rest } = event()
    return json(`no ${field}`, rest)
  })

  const moments = [
    "now",
    "2026-02-30T00:00:00Z",
    "1763672400",
    "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z",
    at.replace("Z", "+00:00"),
    at.replace("Z", ""),
    at.replace("T", " "),
    `${at} `,
    new Date(Date.parse(at) + 299_000).toISOString(),
    new Date(Date.parse(at) + 301_000).toISOString(),
    new Date(Date.parse(at) - 40 * 86_400_000).toISOString()
  ].map((occurred_at) => json(`occurred_at: ${occurred_at}`, event({ occurred_at })))

  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
  const withProperties = (properties: string) => `${JSON.stringify(event()).slice(0, -1)},"properties":${properties}}`
  const properties = [
    "1e400",
    '{"n":9007199254740993}',
    '{"n":-0}',
    '{"n":1e400}',
    '{"n":0.1}',
    '{"__proto__":{"a":1}}',
    '{"constructor":1}',
    '{"a":1,"a":2}',
    `{"${"k".repeat(10_001)}":1}`,
    '{"\\u0000":1}',
    '{"\\ud800":1}',
    `{${Array.from({ length: 1_001 }, (_, n) => `"k${n}":${n}`).join()}}`,
    `[${"1,".repeat(50)}1]`,
    ...[17, 18, 19, 20, 40].map(nested)
  ].map((text) => raw(`properties ${text.slice(0, 40)}`, withProperties(text)))

  const whole = JSON.stringify(event({ properties: { lesson_id: "é", score: 95 } }))
  const cut = Array.from({ length: 60 }, (_, n) => Math.floor((whole.length * n) / 60)).map((length) =>
    raw(`the first ${length} characters`, whole.slice(0, length))
  )
  const texts = [
    "null",
    "0",
    '""',
    "[]",
    "{}",
    "[{}]",
    "NaN",
    "undefined",
    "'a'",
    "{,}",
    "// no",
    "\u0000",
    "{}{}",
    "",
    "   ",
    "\t\r\n",
    "\u00a0",
    ` \n${JSON.stringify(event())}\t`,
    `${JSON.stringify(event())},`,
    "[".repeat(5_000),
    "[".repeat(20) + "]".repeat(20),
    "[".repeat(21) + "]".repeat(21)
  ].map((text) => raw(`the text ${JSON.stringify(text).slice(0, 40)}`, text))
  const bytes = [
    raw("a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(event()))])),
    raw("bytes that are no UTF-8", Buffer.from(JSON.stringify(event({ user_id: "\u00ff" })), "latin1")),
    raw("UTF-16", Buffer.from(JSON.stringify(event()), "utf16le"))
  ]

  const repeated = JSON.stringify(event({ event_id: "odd-twice" }))
  const repeats = [
    raw("an event", repeated),
    raw("the same event", repeated),
    raw("the same id, another event", JSON.stringify(event({ event_id: "odd-twice", type: "lesson.started" })))
  ]
  const headers: ReadonlyArray<Readonly<Record<string, string | ReadonlyArray<string>>>> = [
    { "x-request-id": "mine" },
    { "x-request-id": "has spaces" },
    { "x-request-id": "x".repeat(128) },
    { "x-request-id": "x".repeat(129) },
    { origin: "https://evil.test" },
    { "x-forwarded-for": "203.0.113.9" },
    { "x-forwarded-for": ["203.0.113.9", "198.51.100.7"] },
    { accept: "text/html" },
    { "accept-encoding": "gzip, br" },
    { "x-http-method-override": "DELETE" },
    { cookie: "a=b" },
    { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" }
  ]
  const headed = headers.map((extra) => ({
    label: `with ${JSON.stringify(extra).slice(0, 50)}`,
    body: JSON.stringify(event()),
    headers: extra
  }))
  return [...fielded, ...missing, ...moments, ...properties, ...cut, ...texts, ...bytes, ...repeats, ...headed]
}
