/** As much of JSON Schema as the service's own reference uses: which values a documented schema lets through. */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
}

export type Resolve = (schema: JsonSchema) => JsonSchema

export const typeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isInteger(value) ? "integer" : typeof value
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeOf(value) === "object"

const permitsType = (type: string | undefined, value: unknown): boolean => {
  const actual = typeOf(value)
  return type === undefined || type === actual || (type === "number" && actual === "integer")
}

const permitsText = (schema: JsonSchema, value: string): boolean => {
  // JSON Schema counts characters, the service counts UTF-16 units: only what both refuse is refused for certain.
  const characters = Array.from(value).length
  return (
    value.length >= (schema.minLength ?? 0) &&
    characters <= (schema.maxLength ?? Number.POSITIVE_INFINITY) &&
    (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(value))
  )
}

const permitsNumber = (schema: JsonSchema, value: number): boolean =>
  value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) &&
  value <= (schema.maximum ?? Number.POSITIVE_INFINITY) &&
  value > (schema.exclusiveMinimum ?? Number.NEGATIVE_INFINITY) &&
  value < (schema.exclusiveMaximum ?? Number.POSITIVE_INFINITY)

const permitsList = (schema: JsonSchema, value: ReadonlyArray<unknown>, resolve: Resolve): boolean =>
  value.length >= (schema.minItems ?? 0) &&
  value.length <= (schema.maxItems ?? Number.POSITIVE_INFINITY) &&
  (schema.items === undefined || value.every((item) => permits(schema.items!, item, resolve)))

const permitsObject = (schema: JsonSchema, value: Readonly<Record<string, unknown>>, resolve: Resolve): boolean => {
  const { additionalProperties: others = true, properties = {}, required = [] } = schema
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(value).every(([name, child]) => {
      if (Object.hasOwn(properties, name)) return permits(properties[name]!, child, resolve)
      return typeof others === "boolean" ? others : permits(others, child, resolve)
    })
  )
}

/** Keywords unknown here are let through: `false` means that the schema as documented refuses the value. */
export const permits = (given: JsonSchema, value: unknown, resolve: Resolve): boolean => {
  const schema = resolve(given)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined && !branches.some((branch) => permits(branch, value, resolve))) return false
  if (schema.allOf !== undefined && !schema.allOf.every((part) => permits(part, value, resolve))) return false
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false
  if (!permitsType(schema.type, value)) return false
  if (typeof value === "string") return permitsText(schema, value)
  if (typeof value === "number") return permitsNumber(schema, value)
  if (Array.isArray(value)) return permitsList(schema, value, resolve)
  return isRecord(value) ? permitsObject(schema, value, resolve) : true
}
