/** Schemas as TypeScript, with the names callers use. */
import { callerName, type Document, files, nameOfRef, type Schema } from "./document.ts"
import { isFree, valuesOf } from "./shapes.ts"

export const typeName = (component: string) => component.replace(/[^A-Za-z0-9]+/g, "_")

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A comment, in one line when it is short. */
export const commentOf = (text: string | undefined, indent = ""): string => {
  const words = (text ?? "").replaceAll("*/", "* /").trim()
  if (words === "") return ""
  const lines = words.split("\n")
  return lines.length === 1
    ? `${indent}/** ${words} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`
}

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null"
}

const union = (types: ReadonlyArray<string>) => {
  const distinct = [...new Set(types)]
  if (distinct.includes("unknown")) return "unknown"
  return distinct.join(" | ")
}

const listOf = (item: string) => (/[ |&{]/.test(item) ? `Array<${item}>` : `${item}[]`)

const fieldsOf = (schema: Schema, indent: string): string => {
  const inside = `${indent}  `
  const lines = Object.entries(schema.properties ?? {}).map(([name, child]) => {
    const isRequired = schema.required?.includes(name) ?? false
    const type = typeOf(child, inside)
    const field = `${key(callerName(name))}${isRequired ? "" : "?"}: ${isRequired ? type : union([type, "undefined"])}`
    return `${commentOf(child.description, inside)}${inside}${field}\n`
  })
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`
}

export const typeOf = (schema: Schema, indent = ""): string => {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref)
    return typeName(name)
  }
  if (isFree(schema)) return schema.type === "object" ? "Record<string, unknown>" : "unknown"
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return union(choices.map((choice) => typeOf(choice, indent)))
  if (schema.items !== undefined) return listOf(typeOf(schema.items, indent))
  const values = valuesOf(schema)
  if (values !== undefined) return `Record<string, ${typeOf(values, indent)}>`
  if (schema.properties !== undefined) return fieldsOf(schema, indent)
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => scalars[type] ?? "unknown"))
  if (schema.allOf !== undefined && schema.type === undefined) {
    return schema.allOf.map((part) => typeOf(part, indent)).join(" & ")
  }
  return scalars[String(schema.type)] ?? "unknown"
}

/** Errors have types of their own: theirs are their codes. */
export const isError = (component: string) => component.startsWith("Error_")

export const typesOf = (document: Document): string =>
  Object.entries(document.components.schemas)
    .filter(([name]) => !isError(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const comment = commentOf(schema.description)
      if (files.includes(name)) return `${comment}export type ${typeName(name)} = Record<string, unknown>\n`
      const type = typeOf(schema)
      return schema.properties !== undefined
        ? `${comment}export interface ${typeName(name)} ${type}\n`
        : `${comment}export type ${typeName(name)} = ${type}\n`
    })
    .join("\n")

/** The types a text speaks of. */
export const namesIn = (document: Document, text: string) => {
  const code = text.replace(/\/\*\*[\s\S]*?\*\/|"[^"\n]*"/g, "")
  return Object.keys(document.components.schemas)
    .filter((name) => !isError(name))
    .map(typeName)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    .sort()
}

export const importLine = (names: ReadonlyArray<string>, path: string) =>
  `import type { ${names.join(", ")} } from ${JSON.stringify(path)}`
