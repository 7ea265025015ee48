/** What is said of a kind of row, and in which words. */
import type { RetainedTable } from "../../platform/retention/Tables.ts"

/** JSON as it goes into a column: written down once, by `jsonText`, for whoever needs it. */
export type JsonText = string & { readonly JsonText: true }

export const jsonText = (value: unknown): JsonText => JSON.stringify(value) as JsonText

export type SqlType = "uuid" | "text" | "int4" | "int8" | "bool" | "timestamptz" | "json" | "uuid[]"

export interface Column<A = unknown> {
  readonly type: SqlType
  /** only a type */
  readonly Value?: A
}

export const column = <A>(type: SqlType): Column<A> => ({ type })
export const uuid = column<string>("uuid")
export const uuids = column<ReadonlyArray<string>>("uuid[]")
export const text = column<string>("text")
export const int4 = column<number>("int4")
export const int8 = column<number>("int8")
export const bool = column<boolean>("bool")
/** epoch ms, or Infinity */
export const moment = column<number>("timestamptz")
export const json = column<JsonText>("json")
export const nullable = <A>({ type }: Column<A>): Column<A | null> => ({ type })

interface Described {
  readonly table: string
  /** by which a row is found again: the primary key of the table */
  readonly key: ReadonlyArray<string>
  readonly columns: Readonly<Record<string, Column>>
  /**
   * Part of nearly every flush, at least where campaigns run: its rows travel as arrays and are written by a statement
   * of their own in journal_write. Rows of all other kinds are JSON, and absent from most flushes.
   */
  readonly hot: boolean
  /** the policy rows go by; null: they stay */
  readonly retention: RetainedTable | null
}

/** A row whose key is new. */
interface Append extends Described {
  readonly mode: "append"
}

/** The row of that key goes, if it is there. */
interface Delete extends Described {
  readonly mode: "delete"
}

/** The row of that key, at the version that is named, moves on to the next one: the fence of every change. */
interface Advance extends Described {
  readonly mode: "advance"
  readonly version: string
  /** columns that null leaves as they are */
  readonly keeps: ReadonlyArray<string>
}

/** Changes of the row of that key the columns that are not null. It has to be there. */
interface Amend extends Described {
  readonly mode: "amend"
}

/**
 * Adds to a sum that many write; the table itself refuses what goes beyond `max`. With a `slot` among its columns a
 * flush adds once, to the slot it goes by.
 */
interface Add extends Described {
  readonly mode: "add"
  readonly sum: string
  readonly max: string | null
  /** a column that every addition sets, for whoever looks for what has changed */
  readonly mark: string | null
}

/** A function of the database is given the rows: as JSON, and those of a hot kind also as an array per column. */
interface Call extends Described {
  readonly mode: "call"
  readonly function: string
}

export type Section = Append | Delete | Advance | Amend | Add | Call

export const ofBuddy = { customer_id: uuid, buddy_id: uuid }
