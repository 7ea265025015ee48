/** Codes of refusals, each with the type of its details. */
import { type Document, resolve, type Schema } from "./document.ts"
import { isFree } from "./shapes.ts"
import { isError, typeOf } from "./types.ts"

interface Coded {
  readonly code: string
  readonly details: Schema | undefined
}

const codedOf = (document: Document, envelope: Schema): ReadonlyArray<Coded> => {
  const error = envelope.properties?.["error"]
  const { code, details } = (error && resolve(document, error).properties) ?? {}
  const codes = code?.enum ?? (code?.const === undefined ? [] : [code.const])
  return codes.map((code) => ({ code: String(code), details }))
}

/** Details nobody describes are anything; of several descriptions one holds. */
const detailsType = (all: ReadonlyArray<Schema | undefined>): string => {
  const types = all.map((details) =>
    details === undefined || isFree(details) ? "Readonly<Record<string, unknown>>" : typeOf(details, "  ")
  )
  return [...new Set(types)].sort().join(" | ")
}

export const errorsOf = (document: Document): string => {
  const coded = Object.entries(document.components.schemas)
    .filter(([name]) => isError(name))
    .flatMap(([, schema]) => codedOf(document, schema))
  const byCode = Object.entries(Object.groupBy(coded, ({ code }) => code)).sort(([a], [b]) => (a < b ? -1 : 1))
  const fields = byCode.map(([code, all]) => `  ${code}: ${detailsType((all ?? []).map(({ details }) => details))}\n`)
  return [
    "/** What stands in `details`, by code. */\n",
    `export interface ErrorDetails {\n${fields.join("")}}\n\n`,
    "export type ErrorCode = keyof ErrorDetails\n"
  ].join("")
}
