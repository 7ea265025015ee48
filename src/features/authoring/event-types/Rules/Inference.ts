/** From counts over a sample of events to what they look like, and to a definition that would fit them. */
import { Exit, Schema } from "effect"
import { EventTypeInput } from "../../../../wire/content/EventType.ts"
import { type InferredProperty, type InferredType, inferenceLimits, type JsonKind, jsonKinds } from "../Api/Inferred.ts"

/** Of one property of one type: how many events, by what stands there. */
export interface PropertyCounts {
  readonly name: string
  readonly events: number
  readonly kinds: Readonly<Record<JsonKind | "null", number>>
  readonly minimum: number | null
  readonly maximum: number | null
  readonly max_length: number | null
  /** strings of a form */
  readonly formats: Readonly<Record<"date-time" | "email" | "uuid" | "url", number>>
  /** strings that look like a phone number or the number of a card */
  readonly personal: number
  /** strings by how often they stand there, most frequent first; null where they are too many or too long */
  readonly values: ReadonlyArray<readonly [value: string, events: number]> | null
}

export interface TypeCounts {
  readonly event_type: string
  readonly events: number
  /** the definition, as it would be sent */
  readonly defined: typeof EventTypeInput.Encoded | null
  readonly properties: ReadonlyArray<PropertyCounts>
  readonly truncated: boolean
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000)

const personalWords = new Set(
  (
    "email mail phone mobile telephone tel card creditcard iban ssn passport birthday birthdate dob address street " +
    "surname firstname lastname fullname username nickname"
  ).split(" ")
)
const namedBefore = new Set("first last full middle given family user display nick real legal maiden".split(" "))

const wordsOf = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")

/** The name of a lesson is nobody's; a name alone, or a first one, is somebody's. */
export const isPersonalName = (name: string): boolean => {
  const words = wordsOf(name)
  if (words.some((word) => personalWords.has(word)) || (words.length === 1 && words[0] === "name")) return true
  return words.some((word, at) => word === "name" && at > 0 && namedBefore.has(words[at - 1]!))
}

const kindsOf = ({ kinds }: PropertyCounts): ReadonlyArray<JsonKind> =>
  jsonKinds.filter((kind) => kinds[kind] > 0).sort((one, other) => kinds[other] - kinds[one])

const valuesOf = ({ kinds, values }: PropertyCounts): ReadonlyArray<string> | null => {
  const { events_min, value_length_max, value_share_min, values_max } = inferenceLimits
  if (values === null || values.length === 0 || values.length > values_max || kinds.string < events_min) return null
  const isPlain = values.every(
    ([value, events]) => value.length <= value_length_max && events >= kinds.string * value_share_min
  )
  return isPlain ? values.map(([value]) => value) : null
}

const formatOf = ({ formats, kinds }: PropertyCounts): InferredProperty["format"] =>
  (["date-time", "email", "uuid", "url"] as const).find(
    (format) => kinds.string > 0 && formats[format] === kinds.string
  ) ?? null

const propertyOf = (counts: PropertyCounts, events: number): InferredProperty => {
  const { kinds, name } = counts
  const found = kindsOf(counts)
  const looks_personal = isPersonalName(name) || counts.formats.email > 0 || counts.personal > 0
  return {
    name,
    types: Object.fromEntries(found.map((kind) => [kind, kinds[kind]])),
    present_share: share(counts.events, events),
    null_share: share(kinds.null, counts.events),
    format: formatOf(counts),
    minimum: counts.minimum,
    maximum: counts.maximum,
    max_length: counts.max_length,
    values: looks_personal ? null : valuesOf(counts),
    looks_personal,
    stable: found.length === 1 && kinds.null === 0
  }
}

const conflictsOf = (counts: PropertyCounts, declared: JsonKind | undefined): InferredType["conflicts"] => {
  const found = kindsOf(counts)
  const expected = declared ?? found[0]
  if (expected === undefined) return []
  return found
    .filter((kind) => kind !== expected)
    .map((kind) => ({
      property: counts.name,
      expected,
      found: kind,
      share: share(counts.kinds[kind], counts.events)
    }))
}

type Declared = NonNullable<(typeof EventTypeInput.Encoded)["properties"]>

/** What is defined stays as it is; what was sent besides, and is of one type, is added. */
const suggestionOf = ({ defined, event_type, events, properties }: TypeCounts): InferredType["suggestion"] => {
  const declared = defined?.properties ?? []
  const known = new Set(declared.map(({ name }) => name))
  const added: Declared = properties.flatMap((counts) => {
    const found = kindsOf(counts)
    if (known.has(counts.name) || found.length !== 1) return []
    const isAlways = counts.events === events && counts.kinds.null === 0 && events >= inferenceLimits.events_min
    return [{ name: counts.name, type: found[0]!, required: isAlways }]
  })
  const fit = (candidate: Declared) =>
    Exit.isSuccess(Schema.decodeUnknownExit(EventTypeInput)({ event_type, properties: candidate }))
  const nameable = added.filter((property) => fit([property]))
  const all = [...declared, ...nameable].slice(0, inferenceLimits.properties_max)
  return fit(all) ? { ...(defined ?? { event_type }), properties: all } : null
}

export const inferType = (counts: TypeCounts): InferredType => {
  const declared = new Map((counts.defined?.properties ?? []).map(({ name, type }) => [name, type] as const))
  return {
    event_type: counts.event_type,
    defined: counts.defined !== null,
    events: counts.events,
    properties: counts.properties.map((property) => propertyOf(property, counts.events)),
    conflicts: counts.properties.flatMap((property) => conflictsOf(property, declared.get(property.name))),
    suggestion: suggestionOf(counts),
    ...(counts.truncated ? { truncated: true } : {})
  }
}
