/** How the items of a live collection lie in their table, checked by the types of both. */
import type { AnyLive, ItemOf } from "../Api.ts"

type TypeOf<T> = [T] extends [string | null]
  ? "text" | "uuid" | "timestamptz"
  : [T] extends [number | null]
    ? "int" | "bigint" | "float8"
    : [T] extends [boolean | null]
      ? "boolean"
      : "jsonb"

/**
 * How a field of an item is kept, or what it is computed from; `read` says how it is read, where that differs. In
 * `read` and `computed` the row is called `record`.
 */
type Column<T> = TypeOf<T> | { readonly type: TypeOf<T>; readonly read: string } | { readonly computed: string }

/** An id and the times are there without being asked for. */
type Named<L extends AnyLive> = Exclude<keyof ItemOf<L>, NonNullable<L["id"]> | "created_at" | "updated_at">
export type Columns<L extends AnyLive> = { readonly [K in Named<L>]: Column<ItemOf<L>[K]> }

/** What is written of an item. */
export type Kept<L extends AnyLive, C> = {
  readonly [
    K in Named<L> as K extends keyof C ? (C[K] extends { readonly computed: string } ? never : K) : never
  ]: ItemOf<L>[K]
}

/** Inside, a record is what it is to SQL: names and values. */
export type Row = Readonly<Record<string, unknown>>

export interface Field {
  readonly name: string
  /** undefined: computed, never written */
  readonly type: string | undefined
  readonly read: string
}

/** The fields of an item in the order in which they are read. */
export const fieldsOf = (live: AnyLive, columns: Row): ReadonlyArray<Field> => {
  const plain = (name: string, type: string): Field => ({ name, type, read: `record.${name}` })
  const own = Object.entries(columns as Readonly<Record<string, Column<unknown>>>).map(([name, column]): Field => {
    if (typeof column === "string") return plain(name, column)
    return "computed" in column ? { name, type: undefined, read: column.computed } : { name, ...column }
  })
  const times = ["created_at", "updated_at"].filter((name) => name in live.item.fields)
  return [
    ...(live.id === undefined ? [] : [plain(live.id, "uuid")]),
    ...own,
    ...times.map((name) => plain(name, "timestamptz"))
  ]
}
