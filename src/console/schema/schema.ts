/** JSON Schemas as the service gives them, as far as forms are made from them. Pure. */
import type { Json, JsonObject } from "../core/entries.ts"

export interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

export type Shape =
  | { readonly kind: "text" | "json" | "free"; readonly schema: Schema }
  | { readonly kind: "number"; readonly schema: Schema; readonly isWhole: boolean }
  | { readonly kind: "flag" }
  | { readonly kind: "choice"; readonly choices: ReadonlyArray<string> }
  | { readonly kind: "object"; readonly schema: Schema; readonly required: ReadonlySet<string> }
  | { readonly kind: "list"; readonly item: Schema; readonly max: number }
  | { readonly kind: "variants"; readonly variants: ReadonlyArray<Schema> }

export interface Field {
  readonly shape: Shape
  /** null is one of its values */
  readonly isNullable: boolean
  readonly description: string | undefined
}

const resolve = (schema: Schema, whole: Schema): Schema => {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? "")?.[1]
  const target = name === undefined ? undefined : whole.$defs?.[decodeURIComponent(name.replace("~1", "/"))]
  return target === undefined ? schema : resolve(target, whole)
}

const shapeOf = (schema: Schema): Shape => {
  if (schema.enum !== undefined) return { kind: "choice", choices: schema.enum }
  if (schema.anyOf !== undefined) {
    return schema.anyOf.every(({ type }) => type === "object")
      ? { kind: "variants", variants: schema.anyOf }
      : { kind: "free", schema }
  }
  if (schema.type === "boolean") return { kind: "flag" }
  if (schema.type === "integer" || schema.type === "number")
    return { kind: "number", schema, isWhole: schema.type === "integer" }
  if (schema.type === "array" && schema.items !== undefined)
    return { kind: "list", item: schema.items, max: schema.maxItems ?? 100 }
  if (schema.type === "object" && schema.properties !== undefined)
    return { kind: "object", schema, required: new Set(schema.required) }
  return { kind: schema.type === "string" ? "text" : "json", schema }
}

export const fieldOf = (given: Schema, whole: Schema): Field => {
  const schema = resolve(given, whole)
  const options = (schema.anyOf ?? []).map((option) => resolve(option, whole))
  const others = options.filter(({ type }) => type !== "null")
  const isNullable = others.length < options.length
  const [only] = others
  const plain: Schema = isNullable && others.length === 1 && only !== undefined ? only : { ...schema }
  const described = plain.description ?? schema.description
  return {
    shape: shapeOf(plain.anyOf === undefined ? plain : { ...plain, anyOf: others }),
    isNullable,
    description: described
  }
}

/** What tells variants apart: the one value a field of theirs has, or a field only they want. */
export const nameOfVariant = (variant: Schema, all: ReadonlyArray<Schema>): string => {
  for (const property of Object.values(variant.properties ?? {})) {
    if (property.enum?.length === 1) return property.enum[0]!
  }
  const own = Object.keys(variant.properties ?? {}).find((name) =>
    all.every((other) => other === variant || other.properties?.[name] === undefined)
  )
  return own ?? String(all.indexOf(variant) + 1)
}

const fits = (value: JsonObject, { properties = {}, required = [] }: Schema) =>
  required.every((name) => value[name] !== undefined) &&
  Object.entries(value).every(([name, given]) => {
    const allowed = properties[name]?.enum
    return properties[name] !== undefined && (allowed === undefined || allowed.includes(String(given)))
  })

export const variantOf = (value: Json | undefined, variants: ReadonlyArray<Schema>): Schema | undefined =>
  isObject(value) ? variants.find((variant) => fits(value, variant)) : undefined

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What a new one begins with: nothing but what has to be there. */
export const blankOf = (given: Schema, whole: Schema): Json => {
  const { shape } = fieldOf(given, whole)
  switch (shape.kind) {
    case "object":
      return Object.fromEntries(
        [...shape.required].map((name) => [name, blankOf(shape.schema.properties?.[name] ?? {}, whole)])
      )
    case "variants":
      return blankOf(shape.variants[0] ?? {}, whole)
    case "list":
      return []
    case "choice":
      return shape.choices[0] ?? ""
    case "flag":
      return true
    case "number":
      return shape.schema.minimum ?? 0
    case "json":
      return {}
    default:
      return ""
  }
}

/** Of a record what its form has: identifiers and the like are the service's own. */
export const inputOf = (record: JsonObject, whole: Schema): JsonObject => {
  const { shape } = fieldOf(whole, whole)
  const known = shape.kind === "object" ? (shape.schema.properties ?? {}) : {}
  return Object.fromEntries(Object.entries(record).filter(([name]) => known[name] !== undefined))
}
