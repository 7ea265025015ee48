/**
 * Rows that point at each other belong to one tenant. Which rows those are is read from the catalog of the database, so
 * that a table added tomorrow is watched without anybody thinking of it.
 */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { rows } from "../postgres/Sql.ts"
import type { Invariant, Queries } from "./Invariant.ts"

const names = Schema.Array(Schema.String)

/** The tables of tenants, as (oid, name). */
const tenantTables = `
  SELECT t.oid, t.relname::text AS name FROM pg_class AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
  WHERE t.relkind IN ('r', 'p') AND t.relnamespace = current_schema()::regnamespace AND a.attname = 'customer_id'
    AND NOT a.attisdropped AND NOT t.relispartition`

/** Names of the columns at these places of a table, in order. */
const namesOf = (table: string, places: string) => `(
  SELECT array_agg(a.attname::text ORDER BY p.position) FROM unnest(${places}) WITH ORDINALITY AS p (attnum, position)
  JOIN pg_attribute AS a ON a.attrelid = ${table} AND a.attnum = p.attnum)`

const ForeignKey = Schema.Struct({
  name: Schema.String,
  child: Schema.String,
  parent: Schema.String,
  child_columns: names,
  parent_columns: names
})
const foreignKeys = `
  SELECT c.conname::text AS name, child.name AS child, parent.name AS parent,
    ${namesOf("child.oid", "c.conkey")} AS child_columns, ${namesOf("parent.oid", "c.confkey")} AS parent_columns
  FROM pg_constraint AS c JOIN (${tenantTables}) AS child ON child.oid = c.conrelid
  JOIN (${tenantTables}) AS parent ON parent.oid = c.confrelid WHERE c.contype = 'f' ORDER BY 1`

/**
 * A parent is a table with the primary key (customer_id, <thing>_id); whoever has a column of that name, or one that
 * ends with it, points at the parent, whether or not a foreign key says so.
 */
const Reference = Schema.Struct({
  child: Schema.String,
  column: Schema.String,
  parent: Schema.String,
  key: Schema.String
})
const references = `
  WITH tenant_table AS MATERIALIZED (${tenantTables}), keyed AS MATERIALIZED (
    SELECT t.oid, t.name, ${namesOf("t.oid", "i.indkey::int2[]")} AS columns
    FROM tenant_table AS t JOIN pg_index AS i ON i.indrelid = t.oid WHERE i.indisprimary AND i.indnatts = 2
  ), parent AS MATERIALIZED (SELECT oid, name, columns[2] AS key FROM keyed WHERE columns[1] = 'customer_id'),
  child AS MATERIALIZED (
    SELECT t.oid, t.name, a.attname::text AS column FROM tenant_table AS t JOIN pg_attribute AS a ON a.attrelid = t.oid
    WHERE NOT a.attisdropped AND a.atttypid = 'uuid'::regtype)
  SELECT child.name AS child, child.column, parent.name AS parent, parent.key
  FROM parent JOIN child AS own ON own.oid = parent.oid AND own.column = parent.key
  JOIN child ON child.oid <> parent.oid
    AND (child.column = parent.key OR right(child.column, length(parent.key) + 1) = '_' || parent.key)
  ORDER BY 1, 2, 3`

const Table = Schema.Struct({ name: Schema.String })

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** One statement that looks at all places; `none` gives it its columns when there is no place. */
const everywhere = (places: ReadonlyArray<string>, violations: ReadonlyArray<string>, none: string): Queries => ({
  population: `SELECT ${places.map((place) => `(SELECT count(*) FROM ${quoted(place)})`).join(" + ") || "0"}`,
  violations: violations.join(" UNION ALL ") || `SELECT ${none} WHERE false`
})

const isDangling = (key: typeof ForeignKey.Type): string => {
  const pairs = key.child_columns.map(
    (column, index) => `c.${quoted(column)} = p.${quoted(key.parent_columns[index] ?? column)}`
  )
  const given = key.child_columns.map((column) => `c.${quoted(column)} IS NOT NULL`)
  return `
    SELECT ${literal(key.name)} AS foreign_key, c.customer_id, to_jsonb(c) - 'content' AS "row"
    FROM ${quoted(key.child)} AS c
    WHERE ${given.join(" AND ")} AND NOT EXISTS (SELECT FROM ${quoted(key.parent)} AS p WHERE ${pairs.join(" AND ")})`
}

const isStrangers = ({ child, column, key, parent }: typeof Reference.Type): string => `
  SELECT ${literal(`${child}.${column}`)} AS "column", c.customer_id, c.${quoted(column)} AS id,
    ${literal(parent)} AS parent
  FROM ${quoted(child)} AS c LEFT JOIN ${quoted(parent)} AS own
    ON own.customer_id = c.customer_id AND own.${quoted(key)} = c.${quoted(column)}
  WHERE own.customer_id IS NULL
    AND EXISTS (SELECT FROM ${quoted(parent)} AS other WHERE other.${quoted(key)} = c.${quoted(column)})`

const hasNoTenant = (table: string): string => `
  SELECT ${literal(table)} AS "table", c.customer_id, count(*) AS times FROM ${quoted(table)} AS c
  WHERE c.customer_id IS NOT NULL AND NOT EXISTS (SELECT FROM customers AS t WHERE t.customer_id = c.customer_id)
  GROUP BY c.customer_id`

const found = <S extends Schema.Constraint & { readonly DecodingServices: never }>(
  sql: SqlClient.SqlClient,
  schema: S,
  statement: string
) => rows(schema)(sql.unsafe(statement).unprepared)

export const tenancy: ReadonlyArray<Invariant> = [
  {
    id: "tenants_are_apart",
    title: "No row points at a row of another tenant, wherever one table names the key of another.",
    queries: (sql) =>
      Effect.map(found(sql, Reference, references), (pairs) =>
        everywhere(
          pairs.map(({ child }) => child),
          pairs.map(isStrangers),
          "NULL, NULL, NULL, NULL"
        )
      )
  },
  {
    id: "foreign_keys_hold",
    title: "Every foreign key between tables of tenants holds, for rows of the same tenant.",
    queries: (sql) =>
      Effect.map(found(sql, ForeignKey, foreignKeys), (keys) =>
        everywhere(
          keys.map(({ child }) => child),
          keys.map(isDangling),
          "NULL, NULL, NULL"
        )
      )
  },
  {
    id: "rows_have_their_tenant",
    title: "Every row of a tenant belongs to one that exists.",
    queries: (sql) =>
      Effect.map(found(sql, Table, `SELECT name FROM (${tenantTables}) AS t WHERE name <> 'customers'`), (tables) =>
        everywhere(
          tables.map(({ name }) => name),
          tables.map(({ name }) => hasNoTenant(name)),
          "NULL, NULL, NULL"
        )
      )
  }
]
