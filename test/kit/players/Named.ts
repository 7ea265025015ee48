/** Rows that name somebody, one in each table that can: past the service, as any release might have left them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export interface Named {
  readonly customer_id: string
  readonly user_id: string
  readonly buddy_id: string
  readonly egg_id: string
  /** of a hosted surface */
  readonly player_id: string
}

interface Column {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly required: boolean
  readonly unique: boolean
  /** texts a check of the column lets through */
  readonly allowed: ReadonlyArray<string>
}

const person = /^(user_id|buddy_ids?|.*_buddy_ids?|egg_id|player_id)$/

/** Columns of tables that can name a user, a buddy, an egg or a player. */
const columnsOf = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Column>`
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
      a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required,
      EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY (i.indkey))
        AS unique,
      coalesce((SELECT array_agg(found[1] ORDER BY place) FROM pg_constraint AS k,
        LATERAL regexp_matches(pg_get_constraintdef(k.oid), '''([a-z_]+)''::text', 'g')
          WITH ORDINALITY AS m (found, place)
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]), '{}') AS allowed
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute AS o WHERE o.attrelid = c.oid AND NOT o.attisdropped
        AND o.attname ~ '^(user_id|buddy_ids?|.*_buddy_ids?|egg_id|player_id)$')
    ORDER BY 1, a.attnum`
})

/** What an erasure itself writes of the person. */
const proofs = ["erasures", "erased_buddies"]

/** Words that keep the service from working on a row. */
const calm = ["completed", "done", "ended", "archived", "revoked", "delivered"]

const plain: Readonly<Record<string, string>> = {
  uuid: "gen_random_uuid()",
  text: "'x'",
  boolean: "false",
  integer: "1",
  bigint: "1",
  smallint: "1",
  "double precision": "1",
  "timestamp with time zone": "now() - interval '1 hour'",
  date: "current_date - 1",
  json: "'{}'",
  jsonb: "'{}'",
  bytea: "'\\x00'",
  "text[]": "'{}'",
  "uuid[]": "'{}'"
}

const valueOf = ({ allowed, column, type, unique }: Column, named: Named): string => {
  if (column === "customer_id") return `'${named.customer_id}'`
  if (column === "user_id") return `'${named.user_id}'`
  if (column === "egg_id") return `'${named.egg_id}'`
  if (column === "player_id") return `'${named.player_id}'`
  if (person.test(column)) return type.endsWith("[]") ? `ARRAY['${named.buddy_id}']::uuid[]` : `'${named.buddy_id}'`
  if (allowed.length > 0) return `'${calm.find((word) => allowed.includes(word)) ?? allowed[0]}'`
  if (type === "text" && unique) return "gen_random_uuid()::text"
  if (type === "bytea" && unique) return "decode(md5(random()::text), 'hex')"
  return plain[type] ?? "NULL"
}

/** What two columns have to do with each other nobody can guess from here. */
const unchecked = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const checks = yield* sql<{ readonly name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype = 'c' AND conislocal`
  for (const { name } of checks) yield* sql.unsafe(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
})

/** For a database of one's own. Answers the tables that name the person now. */
export const namedEverywhere = Effect.fnUntraced(function* (named: Named) {
  const sql = yield* SqlClient.SqlClient
  const byTable = Map.groupBy(yield* columnsOf, ({ table }) => table)
  const tables: Array<string> = []
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT set_config('session_replication_role', 'replica', true)`
      for (const [table, columns] of byTable) {
        if (proofs.includes(table)) continue
        tables.push(table)
        const there = columns.filter(({ column }) => person.test(column) && !column.endsWith("s"))
        const texts = there.map(({ column }) => `t.${column}::text`).join(", ")
        const ids = [named.user_id, named.buddy_id, named.egg_id]
        const found =
          there.length === 0
            ? []
            : yield* sql.unsafe(`SELECT 1 FROM ${table} AS t WHERE ARRAY[${texts}] && $1::text[] LIMIT 1`, [ids])
        if (found.length > 0) continue
        yield* unchecked(table)
        const filled = columns.filter(({ column, required }) => required || person.test(column))
        const values = filled.map((one) => valueOf(one, named))
        yield* Effect.mapError(
          sql.unsafe(
            `INSERT INTO ${table} (${filled.map(({ column }) => column).join(", ")}) VALUES (${values.join(", ")})`
          ),
          (cause) => new Error(`${table}: ${JSON.stringify(values)}`, { cause })
        )
      }
    })
  )
  return tables
})
