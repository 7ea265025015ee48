/** The statements of a live collection. All are made of `ofTenant`: none can read or write past its tenant. */
import { Effect, Option, type Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { uuid } from "../../platform/postgres/Ids.ts"
import { offsetList } from "../../platform/postgres/Paging.ts"
import { execute, nowDate, type Rows, rows } from "../../platform/postgres/Sql.ts"
import { iso, isUuid } from "../../wire/Ids.ts"
import type { OffsetQuery } from "../../wire/Page.ts"
import type { AnyLive } from "../Api.ts"
import { type Field, fieldsOf, type Row } from "./Columns.ts"

/** Values as the driver gives them, as the contract shows them. */
const shownValue = (value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value instanceof Date ? iso(value) : value

/** What the statements share. */
const partsOf = (sql: SqlClient.SqlClient, live: AnyLive, table: string, columns: Row) => {
  const fields = fieldsOf(live, columns)
  const decode = rows(live.item as Schema.Codec<Row, unknown>)
  const toItem = (found: unknown) =>
    Object.fromEntries(fields.map(({ name }) => [name, shownValue((found as Row)[name])]))
  const read = (statement: Rows) => decode(Effect.map(statement, (found) => found.map(toItem)))
  const key = sql.literal(`record.${live.key}`)
  const ofTenant = (customer_id: string) => sql`record.customer_id = ${customer_id}::uuid`
  const keyed = (customer_id: string, value: unknown) => sql`${ofTenant(customer_id)} AND ${key} = ${value}`
  return {
    kept: fields.filter(({ name, type }) => type !== undefined && name in columns),
    records: sql.literal(`${table} AS record`),
    shown: sql.literal(fields.map(({ name, read }) => `${read} AS ${name}`).join(", ")),
    read,
    first: (statement: Rows) => Effect.map(read(statement), (found) => Option.fromNullishOr(found[0])),
    ofTenant,
    keyed,
    /** an id where it can be one, else a key */
    named: (customer_id: string, reference: string) =>
      live.id !== undefined && isUuid(reference)
        ? sql`${ofTenant(customer_id)} AND ${sql.literal(`record.${live.id}`)} = ${reference}::uuid`
        : keyed(customer_id, reference),
    value: (stored: Row, { name, type }: Field) => {
      const given = stored[name]
      return sql`${type === "jsonb" && given !== null ? JSON.stringify(given) : given}::${sql.literal(type!)}`
    }
  }
}
type Parts = ReturnType<typeof partsOf>

const reads = (
  sql: SqlClient.SqlClient,
  live: AnyLive,
  { first, keyed, named, ofTenant, read, records, shown }: Parts
) => {
  const order = sql.literal(`record.created_at DESC, ${live.id === undefined ? live.key : `${live.id} DESC`}`)
  return {
    page: (customer_id: string, query: OffsetQuery) =>
      offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM ${records} WHERE ${ofTenant(customer_id)}`,
        read: (limit, offset) =>
          read(sql`
            SELECT ${shown} FROM ${records} WHERE ${ofTenant(customer_id)}
            ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`)
      }),
    one: (customer_id: string, reference: string) =>
      first(sql`SELECT ${shown} FROM ${records} WHERE ${named(customer_id, reference)}`),
    /** nobody changes it until the transaction ends */
    held: (customer_id: string, reference: string) =>
      first(sql`SELECT ${shown} FROM ${records} WHERE ${named(customer_id, reference)} FOR UPDATE`),
    isTaken: (customer_id: string, key: string) =>
      Effect.map(execute(sql`SELECT 1 FROM ${records} WHERE ${keyed(customer_id, key)}`), (found) => found > 0),
    count: (customer_id: string) => execute(sql`SELECT 1 FROM ${records} WHERE ${ofTenant(customer_id)}`)
  }
}

const writes = (
  sql: SqlClient.SqlClient,
  live: AnyLive,
  { first, kept, keyed, named, records, shown, value }: Parts
) => {
  const insert = Effect.fnUntraced(function* (customer_id: string, stored: Row) {
    const now = yield* nowDate
    const id = live.id === undefined ? [] : [{ name: live.id, value: sql`${yield* uuid}::uuid` }]
    const all = [...id, ...kept.map((field) => ({ name: field.name, value: value(stored, field) }))]
    return sql`
      INSERT INTO ${records} (customer_id, ${sql.literal(all.map(({ name }) => name).join(", "))},
        created_at, updated_at)
      VALUES (${customer_id}::uuid, ${sql.csv(all.map((one) => one.value))}, ${now}, ${now})
      ON CONFLICT (customer_id, ${sql.literal(live.key)})`
  })
  const changed = (to: (field: Field) => Statement.Fragment) =>
    sql.csv(kept.map((field) => sql`${sql.literal(field.name)} = ${to(field)}`))
  return {
    /** none when the key is taken */
    add: Effect.fnUntraced(function* (customer_id: string, stored: Row) {
      return yield* first(sql`${yield* insert(customer_id, stored)} DO NOTHING RETURNING ${shown}`)
    }),
    put: Effect.fnUntraced(function* (customer_id: string, stored: Row) {
      // xmax is zero in a row that no transaction has replaced yet: it was inserted here.
      const found = yield* Effect.orDie(sql`
        ${yield* insert(customer_id, stored)} DO UPDATE
        SET ${changed(({ name }) => sql.literal(`excluded.${name}`))}, updated_at = excluded.updated_at
        RETURNING ${shown}, record.xmax = 0 AS created`)
      const record = Option.getOrThrow(yield* first(Effect.succeed(found)))
      return { record, created: (found[0] as Row)["created"] === true }
    }),
    /** over the one of this key; none when there is none any more */
    set: Effect.fnUntraced(function* (customer_id: string, key: unknown, stored: Row) {
      return yield* first(sql`
        UPDATE ${records} SET ${changed((field) => value(stored, field))}, updated_at = ${yield* nowDate}
        WHERE ${keyed(customer_id, key)} RETURNING ${shown}`)
    }),
    /** how many there were */
    remove: (customer_id: string, reference: string) =>
      execute(sql`DELETE FROM ${records} WHERE ${named(customer_id, reference)} RETURNING 1`)
  }
}

export const statements = (sql: SqlClient.SqlClient, live: AnyLive, table: string, columns: Row) => {
  const parts = partsOf(sql, live, table, columns)
  return { kept: parts.kept.map(({ name }) => name), ...reads(sql, live, parts), ...writes(sql, live, parts) }
}
