/** What was inferred, as other tools read it: a JSON Schema, and TypeScript. */
import type { Schema } from "effect"
import { type InferredProperty, type InferredType, inferenceLimits, type JsonKind } from "../Api/Inferred.ts"

const isRequired = ({ events }: InferredType, { present_share }: InferredProperty) =>
  present_share === 1 && events >= inferenceLimits.events_min

const kindsOf = ({ types }: InferredProperty) => Object.keys(types) as ReadonlyArray<JsonKind>

/** A record with names of clients: one of them may be `__proto__`. */
const recordOf = <A>(entries: ReadonlyArray<readonly [string, A]>): Record<string, A> => {
  const record: Record<string, A> = Object.create(null)
  for (const [name, value] of entries) record[name] = value
  return record
}

const formats = { "date-time": "date-time", email: "email", uuid: "uuid", url: "uri" } as const

const propertySchema = (property: InferredProperty): Schema.JsonObject => {
  const kinds = [...kindsOf(property), ...(property.null_share > 0 ? ["null"] : [])]
  const isText = kinds.length === 1 && kinds[0] === "string"
  return {
    ...(kinds.length === 1 ? { type: kinds[0]! } : {}),
    ...(kinds.length > 1 ? { anyOf: kinds.map((type) => ({ type })) } : {}),
    ...(isText && property.format !== null ? { format: formats[property.format] } : {}),
    ...(isText && property.values !== null ? { enum: property.values } : {})
  }
}

const typeSchema = (type: InferredType): Schema.JsonObject => {
  const required = type.properties.filter((property) => isRequired(type, property)).map(({ name }) => name)
  return {
    title: type.event_type,
    type: "object",
    required: ["type", "properties"],
    properties: {
      type: { const: type.event_type },
      properties: {
        type: "object",
        properties: recordOf(type.properties.map((property) => [property.name, propertySchema(property)])),
        ...(required.length === 0 ? {} : { required })
      }
    }
  }
}

export const jsonSchemaOf = (types: ReadonlyArray<InferredType>): Schema.JsonObject => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $defs: recordOf(types.map((type) => [type.event_type, typeSchema(type)]))
})

const union = "HatcheryEvent"

/** `lesson.completed` is LessonCompletedEvent. Names that come out alike are numbered. */
const namesOf = (types: ReadonlyArray<InferredType>): ReadonlyArray<string> => {
  const taken = new Set<string>([union])
  return types.map(({ event_type }) => {
    const words = event_type.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    const plain = `${words.join("").replace(/^(?=\d)/, "N")}Event`
    let name = plain
    for (let count = 2; taken.has(name); count++) name = `${plain}${count}`
    taken.add(name)
    return name
  })
}

const kindTypes: Readonly<Record<JsonKind, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  array: "ReadonlyArray<unknown>",
  object: "Readonly<Record<string, unknown>>"
}

const valueType = (property: InferredProperty): string => {
  const kinds = kindsOf(property).map((kind) =>
    kind === "string" && property.values !== null
      ? property.values.map((value) => JSON.stringify(value)).join(" | ")
      : kindTypes[kind]
  )
  const all = [...kinds, ...(property.null_share > 0 ? ["null"] : [])]
  return all.length === 0 ? "unknown" : all.join(" | ")
}

const interfaceOf = (type: InferredType, name: string): string => {
  const lines = type.properties.map((property) => {
    const mark = isRequired(type, property) ? "" : "?"
    return `    readonly ${JSON.stringify(property.name)}${mark}: ${valueType(property)}`
  })
  const properties = lines.length === 0 ? "Readonly<Record<string, unknown>>" : `{\n${lines.join("\n")}\n  }`
  const type_name = JSON.stringify(type.event_type)
  return `export interface ${name} {\n  readonly type: ${type_name}\n  readonly properties: ${properties}\n}\n`
}

export const typescriptOf = (types: ReadonlyArray<InferredType>): string => {
  const names = namesOf(types)
  const all = names.length === 0 ? "never" : names.join(" | ")
  const interfaces = types.map((type, at) => interfaceOf(type, names[at]!))
  return [...interfaces, `export type ${union} = ${all}\n`].join("\n")
}
