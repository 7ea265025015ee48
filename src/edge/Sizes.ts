/**
 * Lists and maps that are too long are refused before their entries are decoded: the bounds are read off the schema
 * itself, so that a route cannot forget them. Decoding would find the same, after it had looked at every entry.
 */
import { type Schema, SchemaAST } from "effect"
import { limits } from "../wire/Limits.ts"
import type { Issue } from "./SafeJson.ts"

/** What a place in the body may hold. */
interface Shape {
  /** entries of a list; undefined: no list is expected here */
  readonly list: { readonly length_max: number; readonly item: Shape } | undefined
  /** properties of a map with names of the client's choice */
  readonly map: { readonly size_max: number; readonly value: Shape } | undefined
  readonly fields: ReadonlyMap<string, Shape> | undefined
}

type Path = ReadonlyArray<string | number>

const leaf: Shape = { list: undefined, map: undefined, fields: undefined }

/** Names by which the checks of the schema library carry an upper bound. */
const bounds = ["maxLength", "maxProperties", "length", "maximum"] as const

const boundOf = ({ checks }: SchemaAST.AST): number => {
  const single = (checks ?? []).flatMap((check) => (check._tag === "FilterGroup" ? check.checks : [check]))
  const found = single.flatMap(({ annotations }) => {
    const representation = annotations?.["representation"] as { readonly payload?: unknown } | undefined
    const payload = (representation?.payload ?? {}) as Readonly<Record<string, unknown>>
    return bounds.flatMap((name) => (typeof payload[name] === "number" ? [payload[name]] : []))
  })
  return Math.min(Number.POSITIVE_INFINITY, ...found)
}

/** Of a union the roomiest branch counts; which of them is meant, decoding finds out. */
const joined = (branches: ReadonlyArray<Shape>): Shape => {
  const lists = branches.flatMap(({ list }) => list ?? [])
  const maps = branches.flatMap(({ map }) => map ?? [])
  const names = new Set(branches.flatMap(({ fields }) => [...(fields?.keys() ?? [])]))
  return {
    list:
      lists.length === 0
        ? undefined
        : {
            length_max: Math.max(...lists.map(({ length_max }) => length_max)),
            item: joined(lists.map(({ item }) => item))
          },
    map:
      maps.length === 0
        ? undefined
        : {
            size_max: Math.max(...maps.map(({ size_max }) => size_max)),
            value: joined(maps.map(({ value }) => value))
          },
    fields:
      names.size === 0
        ? undefined
        : new Map(
            [...names].map((name) => [name, joined(branches.map(({ fields }) => fields?.get(name) ?? leaf))] as const)
          )
  }
}

const shapeOfAst = (ast: SchemaAST.AST): Shape => {
  if (SchemaAST.isUnion(ast)) return joined(ast.types.map(shapeOfAst))
  if (SchemaAST.isArrays(ast)) {
    const length_max = ast.rest.length === 0 ? ast.elements.length : boundOf(ast)
    return { ...leaf, list: { length_max, item: joined([...ast.elements, ...ast.rest].map(shapeOfAst)) } }
  }
  if (!SchemaAST.isObjects(ast)) return leaf
  const values = ast.indexSignatures.map(({ type }) => shapeOfAst(type))
  const fields = ast.propertySignatures.map(({ name, type }) => [String(name), shapeOfAst(type)] as const)
  return {
    list: undefined,
    map: values.length === 0 ? undefined : { size_max: boundOf(ast), value: joined(values) },
    fields: fields.length === 0 ? undefined : new Map(fields)
  }
}

const shapes = new WeakMap<SchemaAST.AST, Shape>()

export const shapeOf = ({ ast }: Schema.Constraint): Shape => {
  let shape = shapes.get(ast)
  if (shape === undefined) {
    shape = shapeOfAst(ast)
    shapes.set(ast, shape)
  }
  return shape
}

const issue = (path: Path, count_max: number, what: string): Issue => ({
  path,
  message: `${path.join(".") || "body"} may hold at most ${count_max} ${what}`
})

const look = (shape: Shape, value: unknown, path: Path, issues: Array<Issue>): void => {
  if (issues.length > limits.issues_max) return
  if (Array.isArray(value)) {
    if (shape.list === undefined) return
    const { item, length_max } = shape.list
    if (value.length > length_max) issues.push(issue(path, length_max, "entries"))
    else if (item !== leaf) value.forEach((entry, index) => look(item, entry, [...path, index], issues))
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value)
    const { fields, map } = shape
    if (map !== undefined && entries.length > map.size_max + (fields?.size ?? 0)) {
      issues.push(issue(path, map.size_max, "properties"))
      return
    }
    for (const [name, child] of entries) {
      const below = fields?.get(name) ?? map?.value
      if (below !== undefined && below !== leaf) look(below, child, [...path, name], issues)
    }
  }
}

/** What is too long in a body of one of these schemas. */
export const tooLong = (schemas: ReadonlyArray<Schema.Constraint>, value: unknown): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  look(schemas.length === 1 ? shapeOf(schemas[0]!) : joined(schemas.map(shapeOf)), value, [], issues)
  return issues
}

/** Places of a schema where a list or a map has no bound of its own; for the test that there is none. */
export const unboundedPlaces = (schema: Schema.Constraint): ReadonlyArray<string> => {
  const walk = ({ fields, list, map }: Shape, path: string): ReadonlyArray<string> => [
    ...(list !== undefined && !Number.isFinite(list.length_max) ? [`${path}[]`] : []),
    ...(map !== undefined && !Number.isFinite(map.size_max) ? [`${path}{}`] : []),
    ...(list === undefined ? [] : walk(list.item, `${path}[]`)),
    ...(map === undefined ? [] : walk(map.value, `${path}{}`)),
    ...[...(fields ?? [])].flatMap(([name, child]) => walk(child, `${path}.${name}`))
  ]
  return walk(shapeOf(schema), "")
}
