/**
 * The statements of the journal and their parameters, from the change sets of one flush: arrays per column for what
 * nearly every change writes, JSON for the rest. Encoding fails nobody here: what cannot be encoded the driver or
 * Postgres refuses, and then the statement that goes change by change says whose it is.
 */
import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"
import { DeltaSum } from "../../wire/analytics/Delta.ts"
import type { ChangeDelta } from "./ChangeDelta.ts"
import type { ChangeSet } from "./ChangeSet.ts"
import {
  type Column,
  described,
  hotSections,
  rareSections,
  type SectionName,
  sectionNames,
  type SqlType
} from "./sections.ts"

type Changes = ReadonlyArray<ChangeSet>
type AnyRow = Readonly<Record<string, unknown>>
type Rows = ReadonlyMap<SectionName, ReadonlyArray<AnyRow>>

const { OID } = PgTypes
/** How a column of arrays travels; JSON is checked when the statement casts it. */
const arrays: Readonly<Record<SqlType, readonly [name: string, oid: number] | undefined>> = {
  uuid: ["uuid", OID.uuid],
  text: ["text", OID.text],
  int4: ["int4", OID.int4],
  int8: ["int8", OID.int8],
  bool: ["bool", OID.bool],
  timestamptz: ["timestamptz", OID.timestamptz],
  json: ["text", OID.text],
  "uuid[]": undefined
}

interface HotColumn {
  readonly section: SectionName
  readonly name: string
  readonly type: SqlType
  readonly sql: string
  readonly oid: number
}

const columnsOf = (section: SectionName): ReadonlyArray<readonly [name: string, column: Column]> =>
  Object.entries(described[section].columns)

const hotColumns: ReadonlyArray<HotColumn> = hotSections.flatMap((section) =>
  columnsOf(section).map(([name, { type }]) => {
    const form = arrays[type]
    if (form === undefined) throw new Error(`${section}.${name}: there are no arrays of ${type}`)
    return { section, name, type, sql: form[0], oid: form[1] }
  })
)

const commitArguments = hotColumns.map(
  ({ name, section, sql }, index) => `${section}_${name} => $${index + 1}::${sql}[]`
)

const rareArgument = `rare => $${hotColumns.length + 1}::json`
export const commitText = `SELECT journal_write(${[...commitArguments, rareArgument].join(", ")})`
export const eachText = "SELECT * FROM journal_write_each($1::json, $2::json)"

/** A lone surrogate would be stored as another character than the one that was hashed; NUL is refused. */
const refused = "\u0000"

const textOf = (value: unknown): unknown => (typeof value === "string" && !value.isWellFormed() ? refused : value)
const wholeOf = (value: unknown): unknown => (Number.isSafeInteger(value) ? BigInt(value as number) : value)

const valuesOf = (name: string, type: SqlType, rows: ReadonlyArray<AnyRow>): ReadonlyArray<unknown> => {
  switch (type) {
    case "int8":
      return rows.map((row) => wholeOf(row[name]))
    case "text":
      return rows.map((row) => textOf(row[name]))
    default:
      return rows.map((row) => row[name])
  }
}

const parameterOf = ({ name, oid, section, type }: HotColumn, rows: Rows): PgTypes.Parameter | null => {
  const found = rows.get(section)
  return found === undefined ? null : Result.getOrThrow(PgTypes.array(valuesOf(name, type, found), oid))
}

/** Sums that a flush adds to once, in its own slot; with what tells two of them apart. */
const slotted: ReadonlyMap<SectionName, ReadonlyArray<string>> = new Map(
  sectionNames
    .filter((name) => "slot" in described[name].columns)
    .map((name) => [name, described[name].key.filter((column) => column !== "slot")])
)

/** Finds things by several values: joined to one text, each text would be written and hashed anew. */
class Keyed<A> {
  value: A | undefined
  readonly next = new Map<unknown, Keyed<A>>()
}

const placeIn = <A>(all: Keyed<A>, row: AnyRow, names: ReadonlyArray<string>): Keyed<A> => {
  let place = all
  for (const name of names) {
    const value = row[name]
    let found = place.next.get(value)
    if (found === undefined) place.next.set(value, (found = new Keyed<A>()))
    place = found
  }
  return place
}

type SumRow = Record<string, unknown>

/** Sums of one flush by key, in its slot: what its changes add to them one by one. */
class Slotted {
  private readonly slot: number
  private readonly sums = new Map<SectionName, { readonly byKey: Keyed<SumRow>; readonly rows: Array<SumRow> }>()

  constructor(slot: number) {
    this.slot = slot
  }

  add(section: SectionName, key: ReadonlyArray<string>, row: AnyRow): void {
    const shape = described[section]
    if (shape.mode !== "add") throw new Error(`${section} is no sum`)
    let known = this.sums.get(section)
    if (known === undefined) this.sums.set(section, (known = { byKey: new Keyed(), rows: [] }))
    const place = placeIn(known.byKey, row, key)
    if (place.value === undefined) known.rows.push((place.value = { ...row, slot: this.slot }))
    else place.value[shape.sum] = (place.value[shape.sum] as number) + (row[shape.sum] as number)
  }

  entries(): ReadonlyArray<readonly [SectionName, ReadonlyArray<AnyRow>]> {
    return [...this.sums].map(([section, { rows }]) => [section, rows])
  }
}

/** What the changes of one flush add to the figures of their tenants: a row each, known by its first change. */
class Deltas {
  private readonly of = new Map<string, { readonly first: ChangeDelta; readonly sum: DeltaSum }>()

  add(customer_id: string, delta: ChangeDelta): void {
    let known = this.of.get(customer_id)
    if (known === undefined) this.of.set(customer_id, (known = { first: delta, sum: new DeltaSum() }))
    // A flush has one change of a buddy; a user who is named for two of them is named twice, which changes nothing.
    known.sum.addOther(delta)
  }

  entries(): ReadonlyArray<readonly [SectionName, ReadonlyArray<AnyRow>]> {
    if (this.of.size === 0) return []
    const rows = [...this.of].map(([customer_id, { first, sum }]) => {
      const { created_at, nextId } = first
      return { customer_id, delta_id: nextId(created_at), body: JSON.stringify(sum.value()), created_at }
    })
    return [["deltas", rows]]
  }
}

const fenceKey = described.fences.key

/** The rows of all changes by kind; of usage one per tenant and month, of types one per type, however many events. */
const gathered = (changes: Changes, slot: number): Rows => {
  const rows = new Map<SectionName, Array<AnyRow>>()
  const sums = new Slotted(slot)
  const fenced = new Keyed<true>()
  const add = (section: SectionName, row: AnyRow) => {
    const key = slotted.get(section)
    if (key !== undefined) return sums.add(section, key, row)
    if (section === "fences") {
      // A flush stands behind one fence, however many of its buddies count for the same.
      const fence = placeIn(fenced, row, fenceKey)
      if (fence.value === true) return
      fence.value = true
    }
    const known = rows.get(section)
    if (known === undefined) rows.set(section, [row])
    else known.push(row)
  }
  const deltas = new Deltas()
  for (const { customer_id, delta, event_ids, month, rows: written } of changes) {
    if (delta !== null) deltas.add(customer_id, delta)
    for (const { kind, row } of written) {
      add(kind, row)
      if (kind === "events") add("types", { customer_id, type: row["type"], events: 1 })
    }
    if (event_ids.length > 0) add("usage", { customer_id, month, used: event_ids.length })
  }
  return new Map([...rows, ...deltas.entries(), ...sums.entries()])
}

const latest_ms = 8.64e15

/** As Postgres reads it; what is no moment it refuses. */
const momentText = (at: number): string =>
  Math.abs(at) <= latest_ms ? new Date(at).toISOString() : at === Infinity ? "infinity" : String(at)

const fieldText = (type: SqlType, value: unknown): unknown => {
  if (value === null || type === "json") return value
  return JSON.stringify(type === "timestamptz" ? momentText(value as number) : value)
}

const rowText = (section: SectionName, row: AnyRow): string =>
  `{${columnsOf(section)
    .map(([name, { type }]) => `"${name}":${String(fieldText(type, row[name]))}`)
    .join(",")}}`

/** What journal_apply has to know of a kind. */
const shapeOf = (section: SectionName): string => {
  const { columns, hot: _hot, retention: _retention, ...shape } = described[section]
  return JSON.stringify({ ...shape, columns: Object.keys(columns) })
}
const shapes = Object.fromEntries(sectionNames.map((section) => [section, shapeOf(section)]))

/** JSON of [{shape, rows}, ...] in the order of the sections. */
const partsText = (sections: ReadonlyArray<SectionName>, rows: Rows): string => {
  const parts = sections.flatMap((section) => {
    const texts = rows.get(section)?.map((row) => rowText(section, row))
    return texts === undefined ? [] : [`{"shape":${shapes[section]},"rows":[${texts.join(",")}]}`]
  })
  return `[${parts.join(",")}]`
}

/** Of `commitText`. */
export const commitParameters = (changes: Changes, slot: number): ReadonlyArray<unknown> => {
  const rows = gathered(changes, slot)
  const hasRare = rareSections.some((section) => rows.has(section))
  return [...hotColumns.map((column) => parameterOf(column, rows)), hasRare ? partsText(rareSections, rows) : null]
}

const shared = sectionNames.filter((section) => described[section].mode === "add")

const itemText = (change: ChangeSet, slot: number): string => {
  const { command_ids, customer_id, event_ids } = change
  const known = JSON.stringify({ customer_id, event_ids, command_ids })
  return `${known.slice(0, -1)},"parts":${partsText(sectionNames, gathered([change], slot))}}`
}

/** Of `eachText`: an item per change, and the sums they share. */
export const eachParameters = (changes: Changes, slot: number): ReadonlyArray<unknown> => [
  `[${changes.map((change) => itemText(change, slot)).join(",")}]`,
  partsText(shared, gathered(changes, slot))
]
