/**
 * An example for every body and every answer. Those of `Bodies.ts` are written by hand; the others follow from the
 * schema and from what things are called in examples, so that a new field has one by itself.
 */
import { idOf, momentOf, values as named } from "./Values.ts"
import { words } from "./Words.ts"
import { type JsonSchema, isRecord, resolved } from "./Json.ts"

const values: Readonly<Record<string, unknown>> = { ...words, ...named }

type Schemas = Readonly<Record<string, JsonSchema>>

const asText = (schema: JsonSchema, name: string): string => {
  if (schema["format"] === "uuid") return idOf(name)
  if (schema["format"] === "date-time" || /_(at|from|since|until)$/.test(name)) return momentOf(name)
  if (schema["format"] === "date") return "2026-11-20"
  const said = values[name]
  if (typeof said === "string") return said
  if (name.endsWith("_id")) return idOf(name)
  if (name.endsWith("_url")) return "https://app.example.com/page"
  return name.endsWith("_key") ? name.slice(0, -"_key".length) : "text"
}

const asNumber = (schema: JsonSchema, name: string): number => {
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = schema as { maximum?: number; minimum?: number }
  const said = values[name]
  const wanted = typeof said === "number" ? said : 1
  return Math.min(Math.max(wanted, minimum), maximum)
}

const singular = (name: string) => name.replace(/ies$/, "y").replace(/s$/, "")

const isMap = (schema: JsonSchema) => schema["properties"] === undefined

const keysOfMaps: Readonly<Record<string, string>> = {
  tokens: "gem",
  skills: "focus",
  updates: "focus",
  checks: "database"
}

const asObject = (schema: JsonSchema, name: string, schemas: Schemas, depth: number): unknown => {
  const { additionalProperties, properties } = schema as { additionalProperties?: unknown; properties?: Schemas }
  if (isMap(schema)) {
    const said = values[name]
    if (isRecord(said)) return said
    return isRecord(additionalProperties) && depth < 12
      ? { [keysOfMaps[name] ?? "1"]: exampleOf(additionalProperties, singular(name), schemas, depth + 1) }
      : {}
  }
  const fields = Object.entries(properties ?? {})
  const [first = ""] = Object.keys(properties ?? {})
  return Object.fromEntries(
    fields.flatMap(([key, field]) => {
      const own = [`${name}.${key}`, `${first}.${key}`].find((one) => one in values)
      if (own !== undefined) return values[own] === undefined ? [] : [[key, values[own]]]
      const title = key === "name" ? titleIn(fields) : undefined
      return [[key, title ?? exampleOf(field, key, schemas, depth + 1)]]
    })
  )
}

/** What has a key of its own is called by it: `lesson_coins` is `Lesson coins`. */
const titleIn = (fields: ReadonlyArray<readonly [string, JsonSchema]>): string | undefined => {
  const [key] = fields.slice(0, 3).find(([name]) => name.endsWith("_key")) ?? []
  if (key === undefined) return undefined
  const said = values[key]
  const text = (typeof said === "string" ? said : key.slice(0, -"_key".length)).replaceAll("_", " ")
  return text[0]!.toUpperCase() + text.slice(1)
}

const isPlain = (schema: JsonSchema) => schema["type"] === "string" && schema["format"] === undefined

const asList = (schema: JsonSchema, name: string, schemas: Schemas, depth: number): ReadonlyArray<unknown> => {
  const items = resolved((schema["items"] ?? {}) as JsonSchema, schemas)
  const said = values[`${name}[]`] ?? values[name]
  if (Array.isArray(said) && isPlain(items)) return said
  return depth < 12 ? [exampleOf(items, singular(name), schemas, depth + 1)] : []
}

/** `name` is that of the field the value stands in. */
export const exampleOf = (given: JsonSchema, name: string, schemas: Schemas, depth = 0): unknown => {
  const schema = resolved(given, schemas)
  const written = schema["examples"]
  if (Array.isArray(written)) return written[0]
  const branches = (schema["anyOf"] ?? schema["oneOf"]) as ReadonlyArray<JsonSchema> | undefined
  if (branches !== undefined) {
    const isNullable = branches.some((branch) => branch["type"] === "null")
    if (isNullable && values[name] === null) return null
    const first = branches.find((branch) => resolved(branch, schemas)["type"] !== "null")
    return first === undefined || depth > 12 ? null : exampleOf(first, name, schemas, depth)
  }
  const choices = schema["enum"]
  if (Array.isArray(choices)) return choices.includes(values[name]) ? values[name] : choices[0]
  switch (schema["type"]) {
    case "string":
      return asText(schema, name)
    case "integer":
    case "number":
      return asNumber(schema, name)
    case "boolean":
      return values[name] !== false
    case "array":
      return asList(schema, name, schemas, depth)
    case "object":
      return asObject(schema, name, schemas, depth)
    default:
      return schema["type"] === "null" ? null : (values[name] ?? 1)
  }
}
