/** Operations as methods: their types, and the tables that `calls.ts` makes them from. */
import type { Shape } from "../src/names.ts"
import { callerName, type Document, type Operation, resolve, type Schema } from "./document.ts"
import { isFree, shapeOf } from "./shapes.ts"
import { commentOf, importLine, namesIn, typeOf } from "./types.ts"

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const interfaceName = (resource: string) => `${capital(resource)}Resource`

/** In an address everything is text: callers give what it stands for. */
const queryType = (schema: Schema) => {
  if (schema.enum?.every((value) => value === "true" || value === "false") === true) return "boolean"
  return schema.pattern?.startsWith("^[+-]?(?:\\d+") === true ? "number" : typeOf(schema)
}

const queryLiteral = (operation: Operation): string => {
  const fields = operation.query.map(({ name, required, schema }) => {
    const type = queryType(schema)
    return `${callerName(name)}${required === true ? "" : "?"}: ${type}${required === true ? "" : " | undefined"}`
  })
  return `{ ${fields.join("; ")} }`
}

const isNullable = (schema: Schema) => (schema.anyOf ?? schema.oneOf ?? []).some((choice) => choice.type === "null")

interface Argument {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

/** What stands before the options. */
const argumentsOf = (operation: Operation): ReadonlyArray<Argument> => {
  const path = operation.pathParameters.map(({ name }) => ({
    name: callerName(name),
    type: "string",
    isRequired: true
  }))
  if (operation.body !== undefined) {
    return [...path, { name: "body", type: typeOf(operation.body, "    "), isRequired: !isNullable(operation.body) }]
  }
  if (operation.query.length === 0) return path
  const isRequired = operation.query.some(({ required }) => required === true)
  return [...path, { name: "query", type: queryLiteral(operation), isRequired }]
}

const written = ({ isRequired, name, type }: Argument) => `${name}${isRequired ? "" : "?"}: ${type}`

/** Before an argument that is required none may be left out. */
const signature = (method: string, given: ReadonlyArray<Argument>, result: string): string => {
  const last = given.findLastIndex(({ isRequired }) => isRequired)
  const told = given.map((argument, at) =>
    at < last && !argument.isRequired
      ? { ...argument, type: `${argument.type} | undefined`, isRequired: true }
      : argument
  )
  return `    ${method}(${told.map(written).join(", ")}): ${result}\n`
}

/** What a page holds, and what it says beside that. */
const pageOf = (document: Document, operation: Operation) => {
  const page = resolve(document, operation.answer!)
  const items = typeof operation.pages === "object" ? operation.pages.items : "data"
  const { [items]: list, ...others } = page.properties ?? {}
  const item = list && resolve(document, list).items
  if (item === undefined) throw new Error(`${operation.endpoint.operationId} has no list named ${items}`)
  const rest: Schema = { ...page, properties: items === "data" ? others : (page.properties ?? {}) }
  return `${typeOf(item, "    ")}, ${typeOf(rest, "    ")}`
}

/** Reads that can be answered with 304. */
const isConditional = ({ endpoint, path, verb }: Operation) =>
  verb === "GET" && ("304" in endpoint.responses || path.startsWith("/widget/"))

/**
 * What it answers as JSON under each format of its query, where there are as many answers: the first of both where
 * nobody asks.
 */
const documentsOf = (operation: Operation, said: Operation["query"][number]): ReadonlyArray<Operation> => {
  const { answer, query } = operation
  const formats = said.schema.enum ?? []
  const answers = answer?.anyOf ?? []
  if (answers.length !== formats.length) return [{ ...operation, query: [...query, said] }]
  const asked = answers.map((own, at) => {
    const format = { ...said, required: at > 0, schema: { enum: [formats[at]] } }
    return { ...operation, answer: own, query: at > 0 ? [format, ...query] : [...query, format] }
  })
  return asked.reverse()
}

/**
 * One operation as several: what it answers as JSON, or as text, and what else its query may ask for. Types made of it
 * see the last.
 */
const formatsOf = (operation: Operation): ReadonlyArray<Operation> => {
  const { answer, bytes, isText, query } = operation
  if (!isText || (answer === undefined && bytes === undefined)) return [operation]
  const said = query.find(({ name }) => name === "format")
  if (said === undefined) throw new Error(`${operation.endpoint.operationId} does not say what makes it text`)
  const others = query.filter((parameter) => parameter !== said)
  const all = said.schema.enum ?? []
  const plain = all.filter((format) =>
    answer === undefined ? !bytes?.endsWith(`/${String(format)}`) : String(format).startsWith("json")
  )
  const further = all.filter((format) => !plain.includes(format))
  return [
    { ...operation, answer: undefined, query: [{ ...said, required: true, schema: { enum: further } }, ...others] },
    ...documentsOf(
      { ...operation, isText: answer === undefined, bytes: undefined, query: others },
      { ...said, schema: { enum: plain } }
    )
  ]
}

const fileOf = ({ bytes, isText, leads }: Operation) => {
  if (bytes !== undefined) return "Uint8Array<ArrayBuffer>"
  return isText || leads ? "string" : "void"
}

const signaturesOf = (document: Document, operation: Operation): string => {
  const { answer, body, method, pages, query } = operation
  const given = argumentsOf(operation)
  const page = pages === undefined || answer === undefined ? undefined : pageOf(document, operation)
  const single = answer === undefined ? fileOf(operation) : typeOf(answer, "    ")
  const data = page === undefined ? single : `Page<${page}>`
  const always =
    body !== undefined && query.length > 0
      ? `CallOptions & { query?: ${queryLiteral(operation)} | undefined }`
      : "CallOptions"
  return [
    signature(
      method,
      [...given, { name: "options", type: always, isRequired: false }],
      page === undefined ? `Call<${data}>` : `List<${page}>`
    ),
    isConditional(operation)
      ? signature(
          method,
          [...given, { name: "options", type: "ConditionalOptions", isRequired: true }],
          `Call<${data} | undefined>`
        )
      : ""
  ].join("")
}

const methodOf = (document: Document, operation: Operation): string => {
  const { endpoint, path, verb } = operation
  const words = [endpoint.summary, endpoint.description, `\`${verb} ${path}\``].filter((part) => part !== undefined)
  const signatures = formatsOf(operation).map((one) => signaturesOf(document, one))
  return [commentOf(words.join("\n\n"), "    "), ...signatures].join("")
}

const byResource = (operations: ReadonlyArray<Operation>) =>
  Object.entries(Object.groupBy(operations, ({ resource }) => resource)) as ReadonlyArray<
    [string, ReadonlyArray<Operation>]
  >

export const resourceTypes = (document: Document, operations: ReadonlyArray<Operation>): string => {
  const interfaces = byResource(operations).map(
    ([resource, all]) =>
      `export interface ${interfaceName(resource)} {\n${all
        .map((operation) => methodOf(document, operation).replace(/^ {2}/gm, ""))
        .join("")}}\n`
  )
  const text = interfaces.join("\n")
  return [
    importLine(["Call", "List", "Page"], "../calls.ts"),
    importLine(["CallOptions", "ConditionalOptions"], "../transport.ts"),
    importLine(namesIn(document, text), "./types.ts"),
    "",
    text
  ].join("\n")
}

const isMap = (shape: Shape): shape is readonly [Shape?] => Array.isArray(shape)

export const literalOf = (shape: Shape): string => {
  if (shape === 0) return "0"
  if (isMap(shape)) return shape[0] === undefined ? "[]" : `[${literalOf(shape[0])}]`
  const fields = Object.entries(shape).map(([name, child]) => `${JSON.stringify(name)}: ${literalOf(child)}`)
  return `{ ${fields.join(", ")} }`
}

const entryOf = (document: Document, operation: Operation): string => {
  const { answer, body, bytes, endpoint, isText, leads, method, pages, path, query, sends, verb } = operation
  const shape = (schema: Schema | undefined) => schema && shapeOf(document, schema, endpoint.operationId)
  const [sent, answered] = [shape(body), shape(answer)]
  if (answer !== undefined && isFree(resolve(document, answer)) && answered !== 0) {
    throw new Error(`${endpoint.operationId} answers what nobody can type`)
  }
  const parts = [
    `route: "${verb} ${path}"`,
    ...(body === undefined ? (query.length === 0 ? [] : [`takes: "query"`]) : [`takes: "body"`]),
    ...(sends === undefined ? [] : [`sends: "${sends}"`]),
    ...(isText ? ["isText: true"] : []),
    ...(bytes === undefined ? [] : [`bytes: "${bytes}"`]),
    ...(leads ? ["leads: true"] : []),
    ...(pages === undefined ? [] : [`pages: ${JSON.stringify(pages)}`]),
    ...(sent === undefined ? [] : [`body: ${literalOf(sent)}`]),
    ...(answered === undefined ? [] : [`answer: ${literalOf(answered)}`])
  ]
  return `    ${method}: { ${parts.join(", ")} }`
}

/** The table of these operations, under this name. */
export const tableOf = (document: Document, name: string, operations: ReadonlyArray<Operation>): string => {
  const resources = byResource(operations).map(
    ([resource, all]) => `  ${resource}: {\n${all.map((operation) => entryOf(document, operation)).join(",\n")}\n  }`
  )
  return `export const ${name} = {\n${resources.join(",\n")}\n} as const satisfies Resources\n`
}

/** What clients with these operations have, of all there are. */
export const clientType = (name: string, all: ReadonlyArray<Operation>, has: ReadonlyArray<Operation>): string => {
  const whole = new Map(byResource(all))
  const fields = byResource(has).map(([resource, some]) => {
    const type = interfaceName(resource)
    const isWhole = whole.get(resource)?.length === some.length
    const methods = some.map(({ method }) => JSON.stringify(method)).join(" | ")
    return `  readonly ${resource}: ${isWhole ? type : `Pick<${type}, ${methods}>`}\n`
  })
  return `export interface ${name} {\n${fields.join("")}}\n`
}

export const importsOfTables = (operations: ReadonlyArray<Operation>): string =>
  [
    importLine(["Resources"], "../calls.ts"),
    importLine(
      byResource(operations).map(([resource]) => interfaceName(resource)),
      "./resources.ts"
    )
  ].join("\n")
