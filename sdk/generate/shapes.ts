/** Where in a schema names are not the contract's own: what `names.ts` is told at run time. */
import type { Shape } from "../src/names.ts"
import { callerName, type Document, files, nameOfRef, resolve, type Schema } from "./document.ts"

const isNull = (schema: Schema) => schema.type === "null"

const isObject = (schema: Schema) => schema.type === "object" || schema.properties !== undefined

const alternatives = (schema: Schema) => [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]

/** The schema of a map's values; undefined: its fields are known, or it is free. */
export const valuesOf = (schema: Schema): Schema | undefined => {
  if (schema.properties !== undefined) return undefined
  const { additionalProperties } = schema
  const values = [
    ...Object.values(schema.patternProperties ?? {}),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : [])
  ]
  return values.length > 1 ? { anyOf: values } : values[0]
}

/** Nothing is said of what is in it. */
export const isFree = (schema: Schema): boolean => {
  const { description: _, ...said } = schema
  return (
    schema.$ref === undefined &&
    alternatives(schema).length === 0 &&
    (Object.keys(said).every((key) => key === "examples" || key === "title") ||
      (isObject(schema) && schema.properties === undefined && valuesOf(schema) === undefined))
  )
}

const merged = (shapes: ReadonlyArray<Shape | undefined>, where: string): Shape | undefined => {
  const distinct = new Map(shapes.map((shape) => [JSON.stringify(shape) ?? "", shape]))
  if (distinct.size <= 1) return shapes[0]
  const objects = [...distinct.values()].filter((shape) => shape !== undefined)
  if (objects.some((shape) => shape === 0 || Array.isArray(shape))) {
    throw new Error(`${where} is sometimes a map or free and sometimes not: no name in it can be judged`)
  }
  const records = objects as ReadonlyArray<Readonly<Record<string, Shape>>>
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const shapesOf = (name: string) =>
    records.filter((record) => Object.hasOwn(record, name)).map((record) => record[name])
  return Object.fromEntries(names.map((name) => [name, merged(shapesOf(name), `${where}.${name}`)!]))
}

/** Names of one object must stay apart. */
const judgeNames = (names: ReadonlyArray<string>, where: string) => {
  const seen = new Set(names.map(callerName))
  if (seen.size < names.length) throw new Error(`two fields of ${where} would have one name`)
}

export const shapeOf = (
  document: Document,
  schema: Schema,
  where: string,
  above: ReadonlyArray<string> = []
): Shape | undefined => {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref)
    if (files.includes(name)) return 0
    // What holds itself: names in it have been judged by whoever is above.
    if (above.includes(name)) return undefined
    return shapeOf(document, resolve(document, schema), name, [...above, name])
  }
  const inner = (schema: Schema, name: string) => shapeOf(document, schema, `${where}.${name}`, above)
  if (isFree(schema)) return 0
  const choices = alternatives(schema).filter((choice) => !isNull(choice))
  const holds = choices.filter((choice) => {
    const { type, properties, $ref, anyOf, oneOf } = choice
    return type === "object" || type === "array" || (properties ?? $ref ?? anyOf ?? oneOf) !== undefined
  })
  if (holds.length > 0)
    return merged(
      holds.map((choice) => inner(choice, "or")),
      where
    )
  if (schema.items !== undefined) return inner(schema.items, "[]")
  const values = valuesOf(schema)
  if (values !== undefined) {
    const shape = inner(values, "*")
    return shape === undefined ? [] : [shape]
  }
  const fields = Object.entries(schema.properties ?? {})
  judgeNames(
    fields.map(([name]) => name),
    where
  )
  const differing = fields.flatMap(([name, child]): ReadonlyArray<readonly [string, Shape]> => {
    const shape = inner(child, name)
    return shape === undefined ? [] : [[name, shape]]
  })
  return differing.length === 0 ? undefined : Object.fromEntries(differing)
}
