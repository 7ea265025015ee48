/**
 * Tables whose rows name people only in what they say. No index finds those, so all that a tenant has are looked
 * through in the order of a key, a page in a statement; and whoever has many ids is looked for under some of them at a
 * time. However much there is, a statement has a bound, and the place it ended at is where the next one goes on.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { row } from "../postgres/Sql.ts"
import type { Lines, Person, Special, Walk } from "./Personal.ts"

/** Everything a text may name the person by, but for the user. */
export const idsOf = ({ buddy_ids, egg_ids }: Person): ReadonlyArray<string> => [...buddy_ids, ...egg_ids]

/** Texts of one statement; each may be many kilobytes. */
export const texts_at_once = 500
/** Ids they are searched for at once. */
const ids_at_once = 10_000

/** Walks once for each part of the ids, with a person who has no others. */
export const byPartsOfIds =
  <A extends { readonly next: string | undefined }, R>(
    walk: (person: Person, from: string) => Effect.Effect<A, never, R>
  ) =>
  (person: Person, from: string): Effect.Effect<A, never, R> => {
    const ids = idsOf(person)
    const bar = from.indexOf("|")
    const begin = bar < 0 ? 0 : Number(from.slice(0, bar))
    const end = begin + ids_at_once
    return Effect.map(
      walk({ ...person, buddy_ids: ids.slice(begin, end), egg_ids: [] }, from.slice(bar + 1)),
      (page) => {
        if (page.next !== undefined) return { ...page, next: `${begin}|${page.next}` }
        return { ...page, next: end < ids.length ? `${end}|` : undefined }
      }
    )
  }

export interface TextTable {
  readonly table: string
  /** what its rows are read in the order of: unique, and behind the tenant in an index */
  readonly key: { readonly column: string; readonly type: "uuid" | "bigint" }
  /** bytes: text in UTF-8; such rows can go, and cannot lose a name */
  readonly columns: Readonly<Record<string, "text" | "json" | "jsonb" | "bytes">>
  /** SQL over t, $4 the moment of the request: whether the user's name means the person. Ids always do */
  readonly named: string
  /** SQL over t and $6, the newest event: only such rows */
  readonly where?: string
  /** the library's tables have no tenant: nothing is looked for there by a name, or in what is older than the ids */
  readonly hasNoTenant?: true
  /** where rows about these ids begin at the earliest */
  readonly begin?: (ids: ReadonlyArray<string>) => string
}

export interface Change {
  /** delete: rows go; with `about` only those about the person. redact: they lose the name */
  readonly how: "delete" | "redact"
  /** the column with the body of a webhook */
  readonly about?: string
  /** SQL of another part of the statement, over `named (place)` */
  readonly also?: string
}

const Page = Schema.Struct({ count: Schema.Int, last: Schema.NullOr(Schema.String) })
const ShownPage = Schema.Struct({ rows: Schema.Array(Schema.String), last: Schema.NullOr(Schema.String) })
const beginnings = { uuid: "00000000-0000-0000-0000-000000000000", bigint: "0" }

const textOf = ([column, type]: readonly [string, string]) =>
  type === "bytes" ? `convert_from(t.${column}, 'UTF8')` : `t.${column}::text`

/** $1 the tenant, $2 ids, $3 the user, $4 the moment, $5 the place, $6 the newest event. */
const pageText = ({ columns, hasNoTenant, key, named, table, where = "true" }: TextTable, about?: string) => {
  const whom = `CASE WHEN ${named} THEN $3::text END`
  const names = Object.entries(columns)
    .map(textOf)
    .map((text) => `coalesce(${text} <> without_person(${text}, $2::text[], ${whom}), false)`)
  const isAbout = about === undefined ? "" : ` AND is_about_person(t.${about}, $2::text[], ${whom})`
  const tenant = `$1::uuid IS NOT NULL${hasNoTenant ? "" : " AND t.customer_id = $1::uuid"}`
  return `
    WITH page AS MATERIALIZED (
      SELECT t.${key.column} AS place, (${names.join(" OR ")})${isAbout} AS is_named FROM ${table} AS t
      WHERE ${tenant} AND t.${key.column} > $5::${key.type} AND $4::timestamptz IS NOT NULL
        AND $6::bigint IS NOT NULL AND (${where})
      ORDER BY t.${key.column} LIMIT ${texts_at_once}),
    named AS (SELECT place FROM page WHERE is_named),
    ending AS (SELECT place::text AS last FROM page ORDER BY place DESC LIMIT 1)`
}

const ending = `CASE WHEN (SELECT count(*) FROM page) = ${texts_at_once} THEN (SELECT last FROM ending) END AS last`

const answer = (counted: string) => `
    SELECT (SELECT count(*)::int FROM ${counted}) AS count, ${ending}`

/** The rows themselves, as an export shows them; $7: columns nobody needs. */
const shownText = ({ key, table }: TextTable) => `
    SELECT ARRAY(SELECT (to_jsonb(t) - $7::text[])::text FROM ${table} AS t JOIN named ON t.${key.column} = named.place
      WHERE t.customer_id = $1::uuid ORDER BY t.${key.column}) AS rows, ${ending}`

const changeText = ({ columns, hasNoTenant, key, table }: TextTable, { also, how }: Change) => {
  const isThatRow = `${hasNoTenant ? "" : "t.customer_id = $1::uuid AND "}t.${key.column} = named.place`
  const sets = Object.entries(columns).map(
    ([column, type]) => `${column} = without_person(t.${column}::text, $2::text[], $3::text)::${type}`
  )
  const change =
    how === "delete"
      ? `DELETE FROM ${table} AS t USING named`
      : `UPDATE ${table} AS t SET ${sets.join(", ")} FROM named`
  return `,${also === undefined ? "" : `${also},`}
    changed AS (${change} WHERE ${isThatRow} RETURNING 1)`
}

const walking = (table: TextTable, text: string): Walk =>
  byPartsOfIds((person, from) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { customer_id, event_limit, requested_at, user_id } = person
      const ids = idsOf(person)
      if (table.hasNoTenant && ids.length === 0) return { count: 0, next: undefined }
      const place = from === "" ? (table.begin?.(ids) ?? beginnings[table.key.type]) : from
      const found = yield* row(Page)(sql.unsafe(text, [customer_id, ids, user_id, requested_at, place, event_limit]))
      const { count, last } = Option.getOrThrow(found)
      return { count, next: last ?? undefined }
    })
  )

/** Rows of a page that name the person, one after the other. */
export const shownIn = (table: TextTable, hidden: ReadonlyArray<string> = []): NonNullable<Special["show"]> => {
  const text = pageText(table) + shownText(table)
  return byPartsOfIds((person, from) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { customer_id, event_limit, requested_at, user_id } = person
      const place = from === "" ? beginnings[table.key.type] : from
      const known = [customer_id, idsOf(person), user_id, requested_at, place, event_limit]
      const page = yield* row(ShownPage)(sql.unsafe(text, [...known, ["customer_id", ...hidden]]))
      const { last, rows } = Option.getOrThrow(page)
      const lines: Lines = { rows, next: last ?? undefined }
      return lines
    })
  )
}

/** How such a table is gone through. */
export const inTexts = (table: TextTable, change: Change): Special => ({
  erase: walking(table, pageText(table, change.about) + changeText(table, change) + answer("changed")),
  left: walking(table, pageText(table) + answer("named"))
})
