/** Hostile material that knows nothing of any route: texts, numbers, times, identifiers, bodies, headers. */

/** Texts no column may hold: Postgres refuses NUL, two lone surrogates would become equal. */
export const unstorable: Readonly<Record<string, string>> = {
  NUL: "a\u0000b",
  "a lone surrogate": "\ud800",
  "a lone low surrogate": "x\udc00y"
}

/** Longer than any text may be whose limit the contract does not name. */
export const tooLong = "x".repeat(10_001)

/** Texts that may be stored as they are or refused, and never be understood as anything but text. */
export const strangeTexts: Readonly<Record<string, string>> = {
  empty: "",
  blank: " ",
  "10,000 characters": "x".repeat(10_000),
  "right to left": "\u202eevil\u202c שלום",
  "zero width": "a\u200b\u200d\ufeffb",
  emoji: "🥚🐣👩‍👩‍👧‍👦",
  "decomposed letters": "e\u0301",
  "line breaks": "a\r\nSet-Cookie: a=b",
  "a quote": `'; DROP TABLE eggs; --`,
  "a tautology": `" OR 1=1 --`,
  markup: `<script>alert(1)</script>`,
  "an image tag": `"><img src=x onerror=alert(1)>`,
  "a formula": `=cmd|' /C calc'!A0`,
  "a template": "{{7*7}}${7*7}<%= 7*7 %>",
  "a path": "../../../../etc/passwd",
  "a format": "%s%n%x{}",
  "a query operator": `{"$gt":""}`,
  "a prototype": "__proto__"
}

/** Numbers as they stand in JSON. */
export const numbers: ReadonlyArray<string> = [
  "-1",
  "0",
  "-0",
  "1",
  "1.5",
  "1e-7",
  "2147483648",
  "1e21",
  "9007199254740992",
  "9007199254740993",
  "1e400",
  "-1e400",
  '"1"'
]

export const times: ReadonlyArray<string> = [
  "2026-12-31T23:59:60Z",
  "2026-11-20T21:00:00",
  "2026-11-20 21:00:00Z",
  "2026-02-30T00:00:00Z",
  "2026-11-20T21:00:00+14:00",
  "2026-11-20T25:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "+275760-09-13T00:00:00Z",
  "1763672400",
  "20 November 2026",
  "now"
]

/** Names that would hand a client what is not its to set. */
export const massAssignment: ReadonlyArray<string> = [
  "customer_id",
  "coins",
  "version",
  "status",
  "plan",
  "id",
  "created_at",
  "is_admin"
]

/** One value of each kind JSON has. */
export const kinds: Readonly<Record<string, string>> = {
  null: "null",
  boolean: "true",
  integer: "7",
  number: "1.5",
  string: '"text"',
  array: "[]",
  object: "{}"
}

export interface HostileId {
  readonly label: string
  /** one segment, percent-encoded */
  readonly segment: string
  /** cannot be anything anybody has */
  readonly foreign: boolean
}

const encoded = (text: string) => encodeURIComponent(text)

export const hostileIds: ReadonlyArray<HostileId> = [
  { label: "an unknown uuid", segment: "01990000-0000-7000-8000-00000000dead", foreign: true },
  { label: "the nil uuid", segment: "00000000-0000-0000-0000-000000000000", foreign: true },
  { label: "half a uuid", segment: "01990000-0000", foreign: true },
  { label: "an encoded slash", segment: "..%2f..%2fauth%2fme", foreign: true },
  { label: "a twice encoded slash", segment: "..%252f", foreign: true },
  { label: "a dot", segment: "%2e", foreign: true },
  { label: "NUL", segment: "a%00b", foreign: true },
  { label: "no escape", segment: "%zz", foreign: true },
  { label: "half an escape", segment: "%e2%82", foreign: true },
  { label: "10 kB", segment: "a".repeat(10_000), foreign: true },
  { label: "a quote", segment: encoded("' OR '1'='1"), foreign: true },
  { label: "a statement", segment: encoded("1; DROP TABLE eggs; --"), foreign: true },
  { label: "a line break", segment: "a%0d%0aSet-Cookie:%20a=b", foreign: true },
  { label: "emoji", segment: encoded("🥚"), foreign: true },
  { label: "a space", segment: "%20", foreign: true },
  { label: "a matrix parameter", segment: "a;b=c", foreign: true },
  { label: "a prototype", segment: "__proto__", foreign: true },
  { label: "a word", segment: "constructor", foreign: true },
  { label: "a number", segment: "-1", foreign: true },
  { label: "null", segment: "null", foreign: true }
]

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

export interface RawBody {
  readonly label: string
  readonly bytes: (sample: string) => string | Buffer
  /** `broken`: no JSON or too much of it; `misshapen`: JSON that is no object; `odd`: the service decides */
  readonly kind: "broken" | "misshapen" | "odd"
}

const raw = (kind: RawBody["kind"], label: string, bytes: RawBody["bytes"]): RawBody => ({ kind, label, bytes })

export const rawBodies: ReadonlyArray<RawBody> = [
  raw("odd", "nothing", () => ""),
  raw("odd", "white space", () => " \n\t"),
  raw("broken", "a byte order mark", (sample) => `\ufeff${sample}`),
  raw("broken", "a name with bytes that are no UTF-8", (sample) =>
    Buffer.from(sample.replace(/^\{"/, '{"\u00ff'), "latin1")
  ),
  raw("odd", "the same key twice", (sample) => sample.replace(/^\{("[^"]+"):/, "{$1:null,$1:")),
  raw("broken", "half of it", (sample) => sample.slice(0, -1)),
  raw("broken", "one brace", () => "{"),
  raw("broken", "a trailing comma", (sample) => sample.replace(/\}$/, ",}")),
  raw("broken", "two documents", (sample) => `${sample}\n${sample}`),
  raw("broken", "single quotes", () => "{'a':1}"),
  raw("broken", "NaN", () => '{"a":NaN}'),
  raw("broken", "a comment", (sample) => `/* */${sample}`),
  raw("broken", "UTF-16", (sample) => Buffer.from(sample, "utf16le")),
  raw("broken", "a form", () => "a=1&b=2"),
  raw("broken", "1,000 levels of lists", () => nested(1_000, "[", "]")),
  raw("broken", "20,000 levels of objects", () => `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`),
  raw("broken", "an endless list", () => "[".repeat(100_000)),
  raw("misshapen", "a list", (sample) => `[${sample}]`),
  raw("misshapen", "a text", () => '"text"'),
  raw("misshapen", "a number", () => "7"),
  raw("misshapen", "true", () => "true"),
  raw("broken", "bytes that are no UTF-8", () => Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  raw("misshapen", "too many keys", () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`k${n}`, n])))
  ),
  raw("misshapen", "a prototype", (sample) => sample.replace(/^\{/, '{"__proto__":{"is_admin":true},')),
  raw("misshapen", "a constructor", (sample) =>
    sample.replace(/^\{/, '{"constructor":{"prototype":{"is_admin":true}},')
  )
]

export const wrongContentTypes: ReadonlyArray<string> = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "nonsense"
]

/** Authorization headers that are no credential. */
export const malformedAuthorizations: ReadonlyArray<string> = [
  "",
  "Bearer",
  "Bearer ",
  "Bearer  svc_live_x",
  "Basic YTpi",
  "Bearer null",
  "Bearer undefined",
  "Bearer svc_live_",
  `Bearer svc_live_${"0".repeat(43)}`,
  `Bearer svc_live_${"a".repeat(5_000)}`,
  "Bearer svc_ws_garbage.signature",
  "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.",
  "Bearer eyJ.eyJ.eyJ",
  "Bearer a, Bearer b",
  "Bearer '; DROP TABLE api_keys; --"
]
