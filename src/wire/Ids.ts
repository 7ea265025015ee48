/** The small vocabulary every contract shares: identifiers, keys, texts, amounts, times. */
import { Schema, SchemaTransformation } from "effect"
import { limits } from "./Limits.ts"

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A path segment is looked up as an id only when it can be one; everything else is an unknown resource, not a database
 * error.
 */
export const isUuid = (value: string): boolean => uuidPattern.test(value)

export const keyPattern = /^[a-z0-9][a-z0-9_.-]{0,63}$/u
/** Keys become names of records in answers, where these two would reach for a prototype. */
export const isKey = (value: string): boolean =>
  keyPattern.test(value) && value !== "constructor" && value !== "prototype"

/** By id or key, of a record in hand: what has the form of an id is one and no key. */
export const refersTo = (reference: string, id: string, key: string): boolean =>
  isUuid(reference) ? id === reference.toLowerCase() : key === reference

/** UUIDv7 of a resource; opaque to clients. */
export const Id = Schema.String.annotate({ format: "uuid", description: "opaque identifier (UUIDv7)" })
const told = SchemaTransformation.transform({
  decode: (id: string) => (isUuid(id) ? id.toLowerCase() : id),
  encode: (id: string) => id
})
/** An id in an address, in the form in which answers tell it: some clients write the letters of a UUID large. */
export const PathId = Schema.String.pipe(Schema.decodeTo(Schema.String, told))
/** What a key is refused for not being. */
export const keyWords = "1 to 64 lower-case letters, digits, _, . or -, of which the first is a letter or digit"
export const Key = Schema.String.check(Schema.isPattern(keyPattern, { expected: keyWords })).annotate({
  description: "stable key, unique per tenant"
})

/** No text may hold NUL (Postgres cannot store it) or a lone surrogate (two of them would become equal once stored). */
const storable = Schema.makeFilter<string>((text) =>
  text.includes("\u0000") ? "must not contain NUL" : text.isWellFormed() ? undefined : "must be well-formed Unicode"
)
/**
 * Of so many characters at most, as JSON Schema counts them: an emoji is one of them and not two. Most texts are short
 * enough, or too long, however they are counted: only what lies between is gone through.
 */
export const hasAtMost = (max: number, text: string): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max)
export const isAtMost = (max: number) => {
  const { annotations } = Schema.isMaxCodePoints(max)
  return Schema.makeFilter<string>((text) => hasAtMost(max, text), annotations)
}
/** In words of whoever fills in a form: "code points" says nothing to them. */
export const isAtLeast = (min: number) =>
  Schema.isMinCodePoints(min, { expected: `at least ${min} ${min === 1 ? "character" : "characters"}` })
export const text = ({ max, min = 0 }: { readonly min?: number; readonly max: number }) =>
  Schema.String.check(isAtLeast(min), isAtMost(max), storable)

/** Somebody has to see it: neither blanks alone nor characters of no width, fillers or marks that stand on nothing. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)
export const blank = "must not be blank"
const visible = Schema.makeFilter<string>((text) => (isVisible(text) ? undefined : blank))
/** What people call something, and are shown again. Of what is sent: what is stored may be older than the rule. */
export const displayName = ({ max }: { readonly max: number }) => text({ min: 1, max }).check(visible)

/** In an address these two mean a folder, however they are encoded, and nobody could ask for what is called so. */
export const isNameable = (id: string): boolean => id !== "." && id !== ".."
const nameable = Schema.makeFilter<string>((id) =>
  isNameable(id) ? undefined : "must not be . or .., which no address can name"
)
/** Chosen by the client: user_id and event_id. */
export const ClientId = text({ min: 1, max: limits.client_id_length_max }).check(nameable)

/**
 * A page's scheme, host and port, as browsers send it in the header of that name: what they write in another way, like
 * the usual port of a scheme, would never match.
 */
export const WebOrigin = Schema.String.check(
  Schema.isMaxLength(300),
  Schema.isPattern(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, { expected: "an origin such as https://app.acme.com" }),
  Schema.makeFilter<string>((origin) => {
    if (!URL.canParse(origin)) return "no browser sends this origin"
    const sent = new URL(origin).origin
    return origin === sent ? undefined : `browsers send this origin as ${sent}`
  })
)

export const Amount = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.amount_max }))

/** `2026-11-20T21:00:00.000Z` in answers. */
export const Timestamp = Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC, milliseconds" })

const day = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const clock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`
const instantPattern = new RegExp(`^${day}T${clock}(?::[0-5]\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]${clock})$`)

/** Later moments need a fifth digit of the year, which dates of most languages do not take. */
const last_instant_ms = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Epoch ms of an ISO 8601 time with a zone; NaN when it is not one (31 February included). */
export const parseInstant = (value: string): number => {
  if (!instantPattern.test(value)) return Number.NaN
  const parsed = Date.parse(value)
  if (!(parsed <= last_instant_ms)) return Number.NaN
  const days = new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)), 0)).getUTCDate()
  return Number(value.slice(8, 10)) > days || Number(value.slice(0, 4)) < 1970 ? Number.NaN : parsed
}

/** A time in a request: ISO 8601 with a zone. */
export const Instant = Schema.String.annotate({ format: "date-time" }).check(
  Schema.makeFilter<string>((value) =>
    Number.isNaN(parseInstant(value)) ? "must be an ISO 8601 time with a zone" : undefined
  )
)

const utcOf = (value: string): string => new Date(parseInstant(value)).toISOString()

/** A time that is kept as it is answered: as all times in answers are, however the client writes it. */
export const inUtc = (instant: Schema.Codec<string>) =>
  instant.pipe(Schema.decodeTo(instant, SchemaTransformation.transform({ decode: utcOf, encode: utcOf })))
export const KeptInstant = inUtc(Instant)

/** Free-form map of a client, as it is answered. */
export const Metadata = Schema.Record(Schema.String, Schema.Json).annotate({ description: "free-form JSON object" })

const utf8 = new TextEncoder()
/** Bytes of a free-form map as JSON, exact where it comes near its bound. */
export const freeMapBytes = (value: unknown): number => {
  const json = JSON.stringify(value)
  // No character takes more than three bytes for each of its UTF-16 units: most maps need not be encoded.
  return json.length * 3 <= limits.free_map_bytes_max ? json.length : utf8.encode(json).length
}
/** What is kept with every event and shown a page at a time has to be small. */
export const fitsFreeMap = Schema.makeFilter<object>((map) =>
  freeMapBytes(map) <= limits.free_map_bytes_max
    ? undefined
    : `must not be larger than ${limits.free_map_bytes_max} bytes as JSON`
)

const MetadataListed = Schema.NullOr(Metadata).annotate({
  description: `null when it is larger than ${limits.listed_metadata_bytes_max} bytes: the single read has it`
})
/** Fields of an entry of an offset list that carries metadata. */
export const listedMetadata = {
  metadata: MetadataListed,
  metadata_truncated: Schema.optionalKey(Schema.Literal(true))
}
export type Listed<A> = Omit<A, "metadata"> & {
  readonly metadata: typeof Metadata.Type | null
  readonly metadata_truncated?: true
}
/** A hundred entries of a list are one answer: what is large in them is left to the single read. */
export const listed = <A extends { readonly metadata: typeof Metadata.Type }>(entry: A): Listed<A> =>
  utf8.encode(JSON.stringify(entry.metadata)).length > limits.listed_metadata_bytes_max
    ? { ...entry, metadata: null, metadata_truncated: true }
    : entry

/** Free-form map of a client, as it is taken; see `edge/SafeJson` for depth and forbidden keys. */
export const FreeMap = Metadata.check(Schema.isMaxProperties(limits.json_keys_max), fitsFreeMap).annotate({
  description: `free-form JSON object of at most ${limits.free_map_bytes_max} bytes`
})

export const iso = (date: Date): string => date.toISOString()
export const isoOrNull = (date: Date | null): string | null => (date === null ? null : date.toISOString())
