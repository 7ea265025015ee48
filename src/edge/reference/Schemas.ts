/** Schemas as clients are made from them: a map is open, a list says of what, a body that may be left out may be. */
import type { OpenApi } from "effect/http-api"
import { type JsonSchema, isRecord } from "./Json.ts"

/** One pattern of names is what `additionalProperties` and `propertyNames` say, in words more tools know. */
const patterned = (schema: JsonSchema): JsonSchema => {
  const { patternProperties, ...others } = schema
  const [only, ...more] = Object.entries((patternProperties ?? {}) as JsonSchema)
  if (only === undefined || more.length > 0 || schema["properties"] !== undefined) return schema
  return { ...others, propertyNames: { type: "string", pattern: only[0] }, additionalProperties: only[1] }
}

/** An object of which nothing is said is a map, and generators take it for an empty one unless that is said. */
const opened = (schema: JsonSchema): JsonSchema =>
  schema["type"] === "object" && schema["properties"] === undefined && schema["additionalProperties"] === undefined
    ? { ...schema, additionalProperties: true }
    : schema

/** Characters nobody sees, as patterns say it that are read without the flag `u`. */
const portable: Readonly<Record<string, string>> = {
  "\\p{C}": "\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff",
  "\\p{Zl}": "\\u2028",
  "\\p{Zp}": "\\u2029"
}

/** A slash is escaped between slashes only; whoever writes the pattern into code would escape it once more. */
const unescaped = (pattern: string) => pattern.replace(/\\(.)/gs, (pair, character) => (character === "/" ? "/" : pair))

/** Most validators of clients know no classes of Unicode, and would refuse every text instead. */
const readable = (schema: JsonSchema): JsonSchema =>
  typeof schema["pattern"] === "string"
    ? { ...schema, pattern: unescaped(schema["pattern"].replace(/\\p\{\w+\}/g, (name) => portable[name] ?? name)) }
    : schema

/** What holds beside the rest is said beside it: some generators find no type in a part that only narrows. */
const flat = (schema: JsonSchema): JsonSchema => {
  const { allOf, ...others } = schema
  const parts = (allOf ?? []) as ReadonlyArray<JsonSchema>
  const keywords = [others, ...parts].flatMap(Object.keys)
  const isDisjoint = new Set(keywords).size === keywords.length && !keywords.includes("$ref")
  return isDisjoint ? Object.assign(others, ...parts) : schema
}

/** Names in these are names of fields, not keywords. */
const named = new Set(["properties", "$defs"])

/** Values in these are no schemas. */
const given = new Set(["example", "examples", "enum", "default"])

export const mended = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(mended)
  if (!isRecord(value)) return value
  const children = Object.entries(value).map(([key, child]) => {
    if (given.has(key)) return [key, child]
    if (!named.has(key) || !isRecord(child)) return [key, mended(child)]
    return [key, Object.fromEntries(Object.entries(child).map(([name, field]) => [name, mended(field)]))]
  })
  return readable(opened(patterned(flat(Object.fromEntries(children) as JsonSchema))))
}

/** The entries of a batch are judged one by one, so its schema leaves them open; clients send events all the same. */
export const withEntries = (schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> => {
  const batch = schemas["EventBatch"]
  if (batch === undefined) return schemas
  const properties = batch["properties"] as Readonly<Record<string, JsonSchema>>
  const events = { ...properties["events"], items: { $ref: "#/components/schemas/EventInput" } }
  return { ...schemas, EventBatch: { ...batch, properties: { ...properties, events } } }
}

/** `null` beside a schema is how an endpoint says that its body may be left out. */
export const mayBeLeftOut = (body: OpenApi.OpenAPISpecRequestBody): boolean => {
  const schema = body.content["application/json"]?.schema as JsonSchema | undefined
  const branches = (schema?.["anyOf"] ?? []) as ReadonlyArray<JsonSchema>
  return branches.some((branch) => branch["type"] === "null")
}
