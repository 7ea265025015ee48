/**
 * For every route the heaviest bodies its limits let through, and heavier ones: what costs most when it is parsed,
 * checked, decoded or complained about. Generated from the published schemas.
 */
import { limits } from "../../../src/wire/Limits.ts"
import { type Operation, resolve } from "../contract/ApiContract.ts"
import type { FullTenant } from "../contract/FullTenant.ts"
import type { JsonSchema } from "../contract/JsonSchema.ts"
import { lesson } from "../players/players.ts"
import { sampleFor } from "../contract/ValidBodies.ts"

export interface HeavyBody {
  readonly label: string
  readonly body: Buffer
}

export const bytesMaxOf = ({ route }: Operation): number => {
  if (route.takesSmallBody) return limits.small_body_bytes_max
  return route.takesLargeBody ? limits.large_body_bytes_max : limits.body_bytes_max
}
const partsMaxOf = ({ route }: Operation): number =>
  route.takesLargeBody ? limits.large_json_parts_max : limits.json_parts_max

/** The same text again and again, between brackets, as far as the bytes and the count go. */
const many = (entry: (index: number) => string, count_max: number, bytes_max: number, open = "[", close = "]") => {
  const parts: Array<string> = []
  let bytes = open.length + close.length
  for (let index = 0; index < count_max; index++) {
    const text = entry(index)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > bytes_max) break
    parts.push(text)
  }
  return open + parts.join(",") + close
}

const branchesOf = (given: JsonSchema): ReadonlyArray<JsonSchema> => {
  const schema = resolve(given)
  return (schema.anyOf ?? schema.oneOf)?.flatMap(branchesOf) ?? [schema]
}

/** Every field of every branch at the top, and inside the objects there. */
const fieldsOf = (schema: JsonSchema, depth: number): ReadonlyArray<ReadonlyArray<string>> =>
  branchesOf(schema).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, child]) => [
      [name],
      ...(depth > 0 ? fieldsOf(child, depth - 1).map((below) => [name, ...below]) : [])
    ])
  )

const placed = (path: ReadonlyArray<string>, text: string): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, text)

/** What is heavy wherever it stands, for routes of one size. */
const weigh = (bytes: number, parts: number): Readonly<Record<string, string>> => {
  const long = JSON.stringify("x".repeat(limits.string_length_max))
  const unknown = many((index) => `"k${index}":0`, limits.json_keys_max - 5, bytes, "{", "}")
  return {
    "zeros to the last byte": many(() => "0", Number.POSITIVE_INFINITY, bytes),
    "as many zeros as are read": many(() => "0", parts, bytes),
    "as many empty objects as are read": many(() => "{}", Math.floor(parts / 2), bytes),
    [unknownNames]: unknown,
    "lists of unknown properties": many(() => unknown, Math.floor(parts / limits.json_keys_max), bytes),
    "a few unknown properties of each entry": many(
      () => many((index) => `"k${index}":0`, 8, bytes, "{", "}"),
      Math.floor(parts / 10),
      bytes
    ),
    "long texts": many(() => long, parts, bytes),
    "nesting to the last level": many(
      () => "[".repeat(limits.json_depth_max - 8) + "]".repeat(limits.json_depth_max - 8),
      Math.floor(parts / (limits.json_depth_max - 6)),
      bytes
    ),
    "long digits": many(() => "9".repeat(5_000), parts, bytes)
  }
}

const weighed = new Map<string, Readonly<Record<string, string>>>()
const weights = (operation: Operation) => {
  const bytes = bytesMaxOf(operation) - 200
  const parts = partsMaxOf(operation) - 50
  const name = `${bytes} ${parts}`
  const made = weighed.get(name) ?? weigh(bytes, parts)
  weighed.set(name, made)
  return made
}

/** Inside a field: what is not refused for its size alone. */
const perField: ReadonlySet<string> = new Set([
  "as many zeros as are read",
  "as many empty objects as are read",
  "a few unknown properties of each entry"
])
/** Where a route's own schema begins: no list but an object, with more names than it knows. */
const unknownNames = "as many unknown properties as are read"

const routesPerSize = 8
const sent = new Map<string, number>()

/**
 * Whether lists in place of the body are to be sent to this route too: the reader refuses them, or the schema does at
 * their first bracket, alike for all routes of one size. The first few stand for all.
 */
const standsForItsSize = (operation: Operation): boolean => {
  const size = `${bytesMaxOf(operation)} ${partsMaxOf(operation)}`
  const count = sent.get(size) ?? 0
  sent.set(size, count + 1)
  return count < routesPerSize
}

/** Fields that hold lists or objects: what is heavy inside them is looked at most closely. */
const roomy = (schema: JsonSchema): boolean =>
  branchesOf(schema).some(({ type }) => type === "array" || type === "object" || type === undefined)

const schemaAt = (schema: JsonSchema, path: ReadonlyArray<string>): JsonSchema =>
  path.reduce<JsonSchema>(
    (at, name) =>
      branchesOf(at)
        .map(({ properties }) => properties?.[name])
        .find((found) => found !== undefined) ?? {},
    schema
  )

/** Refused all of them, most before a schema looks at them. */
export const illegalBodies = (operation: Operation): ReadonlyArray<HeavyBody> => {
  const schema = operation.body
  const isFirst = standsForItsSize(operation)
  const heavy = Object.entries(weights(operation))
  const places = schema === undefined ? [] : fieldsOf(schema, operation.route.takesLargeBody ? 1 : 0)
  const inside = places.filter((path) => roomy(schemaAt(schema!, path)))
  return heavy.flatMap(([label, text]) => [
    ...(isFirst || label === unknownNames ? [{ label, body: Buffer.from(text) }] : []),
    ...(perField.has(label) ? inside : []).map((path) => ({
      label: `${label} in ${path.join(".")}`,
      body: Buffer.from(placed(path, text))
    }))
  ])
}

// --- legal -----------------------------------------------------------------------------------------------------------

const listMax = (schema: JsonSchema): number =>
  Math.max(1, ...branchesOf(schema).flatMap(({ maxItems, type }) => (type === "array" ? [maxItems ?? 1] : [])))

let serial = 0
/** Entries of one list are told apart by their keys. */
const renamed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(renamed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      /(?:_key|^key|^event_type)$/.test(name) && typeof child === "string" && !/^(?:skill|token|badge)_key$/.test(name)
        ? `k${++serial}`
        : renamed(child)
    ])
  )
}

/** The sample of a route with its longest list as long as it may be. */
const stretched = (schema: JsonSchema, value: unknown): unknown => {
  if (Array.isArray(value)) {
    const [first] = value
    return typeof first === "object" || typeof first === "string"
      ? Array.from({ length: Math.min(listMax(schema), 1_000) }, () =>
          typeof first === "string" ? `${first.slice(0, 40)}${++serial}` : renamed(first)
        )
      : value
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, stretched(schemaAt(schema, [name]), child)])
  )
}

const partsOf = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + 1 + partsOf(one), 1)
  if (typeof value !== "object" || value === null) return 0
  return Object.values(value).reduce<number>((sum, one) => sum + 1 + partsOf(one), 1)
}

const rule = (index: number) => ({
  rule_key: `rule-${index}`,
  name: "n".repeat(200),
  trigger: {
    event_type: "lesson.completed",
    filters: [{ property: "score", operator: "in", value: ["a".repeat(200), "b".repeat(200)] }]
  },
  conditions: { conditions: [{ type: "coins_balance", operator: "gte", value: index }] },
  amount: { mode: "pool", entries: [{ value: 1, weight: 1 }] }
})
const item = (index: number) => ({
  item_key: `item-${index}`,
  name: `Item ${index}`,
  description: "d".repeat(2_000),
  category: "head",
  price_coins: 5,
  requirements: { conditions: [{ type: "coins_balance", operator: "gte", value: 1 }] }
})
const upTo = <A>(count: number, make: (index: number) => A) => Array.from({ length: count }, (_, index) => make(index))

const content = {
  coin_rules: upTo(500, rule),
  token_types: upTo(200, (index) => ({ token_key: `token-${index}`, kind: "primary", name: "T".repeat(200) })),
  badge_definitions: upTo(500, (index) => ({
    badge_key: `badge-${index}`,
    label: "B".repeat(200),
    criteria: { conditions: [{ type: "event_count", key: "lesson.completed", operator: "gte", value: 1 + index }] }
  })),
  event_types: upTo(500, (index) => ({ event_type: `type-${index}`, name: "N" })),
  marketplaces: upTo(2, (number) => ({
    marketplace_key: `market-${number}`,
    name: "Market",
    items: upTo(400, (index) => item(index + number * 500))
  }))
}
const { event_types: _types, marketplaces: _markets, ...sections } = content

/** 1,000 events of all the bytes and parts a batch may have. */
const batch = ({ user_id }: FullTenant) => ({
  events: upTo(1_000, () => ({
    ...lesson(user_id),
    properties: Object.fromEntries(upTo(38, (index) => [`property-${index}`, "v".repeat(180)]))
  }))
})

/** Noise is what a picture cannot be made smaller by. */
const picture = () => {
  const bytes = Buffer.alloc(5_000_000)
  for (let index = 0; index < bytes.length; index++) bytes[index] = (index * 2_654_435_761) >>> 24
  return { image: bytes.toString("base64") }
}

const fullMap = () => Object.fromEntries(upTo(900, (index) => [`p${index}`, index]))

const heaviest: Readonly<Record<string, (held: FullTenant) => unknown>> = {
  "POST /config-versions/plan": () => ({ content }),
  "POST /config-versions/import": () => ({ content }),
  "PATCH /config-versions/{id}": () => ({ content: sections }),
  "POST /marketplaces/{id}/items/import": () => ({ items: upTo(500, (index) => ({ ...item(index), item_key: null })) }),
  "POST /events/batch": batch,
  "POST /badge-definitions/upload-icon": picture,
  "POST /marketplaces/{id}/items/{item_id}/upload-image": picture,
  "POST /events": ({ user_id }) => ({ ...lesson(user_id), properties: fullMap() }),
  "POST /eggs": ({ user_id }) => ({ user_id, metadata: fullMap() })
}

/** Taken, or refused by a rule no schema can state, after everything was decoded. */
export const legalBodies = (operation: Operation, held: FullTenant): ReadonlyArray<HeavyBody> => {
  const sample = sampleFor(operation, held.known)
  const long = stretched(operation.body!, sample)
  const fits = partsOf(long) < partsMaxOf(operation) && JSON.stringify(long).length < bytesMaxOf(operation)
  const made = heaviest[operation.key]?.(held)
  return [
    { label: "the sample", body: Buffer.from(JSON.stringify(sample)) },
    ...(fits ? [{ label: "long lists", body: Buffer.from(JSON.stringify(long)) }] : []),
    ...(made === undefined ? [] : [{ label: "the heaviest legal body", body: Buffer.from(JSON.stringify(made)) }])
  ]
}
