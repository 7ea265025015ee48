/** What the parameters of a commit ask to be written: arrays and JSON alike come down to rows of a described kind. */
import type { PgTypes } from "@effect/sql-pg"
import type { Section } from "../../src/buddy/journal/SectionShape.ts"
import { described, hotSections, type SectionName } from "../../src/buddy/journal/sections.ts"

export type Row = Readonly<Record<string, unknown>> & { readonly customer_id: string }

/** As journal_apply is told of a kind. */
export type Shape = Pick<Section, "mode" | "table" | "key"> & {
  readonly columns: ReadonlyArray<string>
  readonly version?: string
  readonly function?: string
  readonly keeps?: ReadonlyArray<string>
  readonly sum?: string
  readonly max?: string | null
}

export interface Part {
  readonly shape: Shape
  readonly rows: ReadonlyArray<Row>
}

/** An element of an array as the same value stands in JSON. */
const jsonOf = (type: string, value: unknown): unknown => {
  if (value === null) return null
  if (type === "int8") return Number(value)
  if (type === "json") return JSON.parse(value as string)
  return type === "timestamptz" && value !== Infinity ? new Date(value as number).toISOString() : value
}

const hotPart = (section: SectionName, given: ReadonlyMap<string, unknown>): Part => {
  const { columns, ...shape } = described[section]
  const names = Object.keys(columns)
  const arrays = names.map((name) => {
    const parameter = given.get(`${section}_${name}`) as PgTypes.Parameter | null | undefined
    if (parameter === undefined) throw new Error(`the statement has no ${section}_${name}`)
    return (parameter?.value ?? []) as ReadonlyArray<unknown>
  })
  const rows = arrays[0]!.map((_, index) =>
    Object.fromEntries(names.map((name, at) => [name, jsonOf(columns[name]!.type, arrays[at]![index])]))
  )
  return { shape: { ...shape, columns: names }, rows: rows as unknown as ReadonlyArray<Row> }
}

/** Of journal_write: its arguments are named in the text of the statement. Sums per tenant come last. */
export const committedParts = (text: string, params: ReadonlyArray<unknown>): ReadonlyArray<Part> => {
  const named = [...text.matchAll(/(\w+) => \$(\d+)/g)].map(
    ([, name, place]) => [name!, params[Number(place) - 1]] as const
  )
  const given = new Map(named)
  const rare = JSON.parse((given.get("rare") as string | null) ?? "[]") as ReadonlyArray<Part>
  const hot = hotSections.map((section) => hotPart(section, given))
  return [...hot.slice(0, -2), ...rare, ...hot.slice(-2)]
}

/** Of journal_write_each. */
export interface Item {
  readonly customer_id: string
  readonly event_ids: ReadonlyArray<string>
  readonly command_ids: ReadonlyArray<string>
  readonly parts: ReadonlyArray<Part>
}
