/** Schemas as people read them: a row for each field, nested ones under their path, named ones by a link. */
import { type JsonSchema, isRecord, resolved } from "../reference/Json.ts"
import { escaped, inline } from "./Frame.ts"

export type Schemas = Readonly<Record<string, JsonSchema>>

const nameOfRef = (schema: JsonSchema): string | undefined =>
  typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined

const branchesOf = (schema: JsonSchema) => (schema["anyOf"] ?? schema["oneOf"]) as ReadonlyArray<JsonSchema> | undefined

export const anchorOf = (name: string) => `object-${name}`

/** What kind of value it is, with a link where it has a name. */
export const typeOf = (schema: JsonSchema, schemas: Schemas): string => {
  const name = nameOfRef(schema)
  if (name !== undefined) {
    const target = resolved(schema, schemas)
    return target["properties"] === undefined ? typeOf(target, schemas) : `<a href="#${anchorOf(name)}">${name}</a>`
  }
  const branches = branchesOf(schema)
  if (branches !== undefined) return [...new Set(branches.map((branch) => typeOf(branch, schemas)))].join(" or ")
  const { enum: choices, format, type } = schema as { enum?: ReadonlyArray<unknown>; format?: string; type?: string }
  if (choices !== undefined)
    return choices.map((choice) => `<code>${escaped(JSON.stringify(choice))}</code>`).join(" | ")
  if (type === "array") {
    return isRecord(schema["items"]) ? `list of ${typeOf(schema["items"], schemas)}` : "list"
  }
  if (type === "object" && schema["properties"] === undefined) {
    const { additionalProperties } = schema
    return isRecord(additionalProperties) ? `map of ${typeOf(additionalProperties, schemas)}` : "map"
  }
  return format === undefined ? (type ?? "any JSON") : `${type} (${format})`
}

const safe = Number.MAX_SAFE_INTEGER

const between = (low: unknown, high: unknown, unit: string): string | undefined => {
  const least = typeof low === "number" && Math.abs(low) !== safe && !(low === 0 && unit !== "") ? low : undefined
  const most = typeof high === "number" && high !== safe ? high : undefined
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? undefined : `at least ${least}${unit}`
}

/** Its bounds in words. */
const boundsOf = (schema: JsonSchema): string => {
  const own = branchesOf(schema)?.find((branch) => branch["type"] !== "null") ?? schema
  const bounds = [
    between(own["minLength"], own["maxLength"], " characters"),
    between(own["minimum"], own["maximum"], ""),
    between(own["minItems"], own["maxItems"], " entries"),
    between(undefined, own["maxProperties"], " properties")
  ]
  return bounds.flatMap((bound) => bound ?? []).join(", ")
}

/** An object that has no name is told in place. */
const insideOf = (schema: JsonSchema): JsonSchema | undefined => {
  const own = branchesOf(schema)?.find((branch) => branch["type"] === "object") ?? schema
  if (own["properties"] !== undefined) return own
  if (own["type"] === "array" && isRecord(own["items"])) return insideOf(own["items"])
  return isRecord(own["additionalProperties"]) ? insideOf(own["additionalProperties"]) : undefined
}

const may = (words: string) => `<span class="may">${words}</span>`

const rowsOf = (schema: JsonSchema, schemas: Schemas, path: string, depth: number): string => {
  const required = new Set((schema["required"] ?? []) as ReadonlyArray<string>)
  const fields = Object.entries((schema["properties"] ?? {}) as Schemas)
  return fields
    .map(([name, field]) => {
      const at = `${path}${name}`
      const words = [field["description"], boundsOf(field)].filter((part) => typeof part === "string" && part !== "")
      const inside = depth < 4 ? insideOf(field) : undefined
      const isList = field["type"] === "array"
      const row =
        `<tr><th scope="row"><code>${escaped(at)}</code>${required.has(name) ? "" : may("optional")}</th>` +
        `<td><span class="type">${typeOf(field, schemas)}</span>` +
        `${words.map((word) => `<p>${inline(String(word))}</p>`).join("")}</td></tr>`
      return row + (inside === undefined ? "" : rowsOf(inside, schemas, `${at}${isList ? "[]" : ""}.`, depth + 1))
    })
    .join("")
}

const table = (rows: string) =>
  rows === "" ? "" : `<div class="wide" tabindex="0"><table class="fields"><tbody>${rows}</tbody></table></div>`

/** The fields of a body or an answer; of a named one, and of anything but an object, what it is. */
export const fieldsOf = (schema: JsonSchema, schemas: Schemas): string => {
  const name = nameOfRef(schema)
  if (name === undefined && schema["properties"] !== undefined) return table(rowsOf(schema, schemas, "", 0))
  return `<p class="type">${typeOf(schema, schemas)}</p>`
}

export const parametersTable = (
  parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }>,
  schemas: Schemas
): string =>
  table(
    parameters
      .map(({ description = "", in: place, name, required, schema }) => {
        const bounds = boundsOf(schema)
        return (
          `<tr><th scope="row"><code>${escaped(name)}</code>` +
          `${may(place)}${required === true ? "" : may("optional")}</th>` +
          `<td><span class="type">${typeOf(schema, schemas)}</span><p>${inline(description)}</p>` +
          `${bounds === "" ? "" : `<p>${bounds}</p>`}</td></tr>`
        )
      })
      .join("")
  )

/** Every named object these schemas lead to, in the order they are met. */
export const namedIn = (roots: ReadonlyArray<unknown>, schemas: Schemas): ReadonlyArray<string> => {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isRecord(value)) return
    const name = nameOfRef(value)
    if (name === undefined) return Object.values(value).forEach(visit)
    const target = schemas[name]
    if (target === undefined || found.has(name)) return
    found.add(name)
    visit(target)
  }
  roots.forEach(visit)
  return [...found].filter((name) => schemas[name]?.["properties"] !== undefined)
}

export const objectSection = (name: string, schemas: Schemas): string => {
  const schema = schemas[name]!
  const words = typeof schema["description"] === "string" ? `<p>${inline(schema["description"])}</p>` : ""
  return (
    `<section class="object" id="${anchorOf(name)}"><h3>${escaped(name)}</h3>${words}` +
    `${table(rowsOf(schema, schemas, "", 0))}</section>`
  )
}
