/**
 * What a fault can be seen by. There are as many faults as invariants, and most of them are in one table: checking
 * all of the database after each would be most of what this folder's tests take.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Invariant, Queries } from "../../../src/platform/invariants/Invariant.ts"

const words = (text: string): ReadonlySet<string> => new Set(text.match(/[a-z_][a-z0-9_]*/g))

/** Rows this connection has written and not told of yet, by table; partitions by the name of what they are of. */
const written = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; rows: number }>`
    SELECT coalesce(i.inhparent::regclass::text, s.relname) AS name,
      sum(n_tup_ins + n_tup_upd + n_tup_del)::int AS rows
    FROM pg_stat_xact_user_tables AS s LEFT JOIN pg_inherits AS i ON i.inhrelid = s.relid
    WHERE s.schemaname = 'public' GROUP BY 1`
  return new Map(rows.map(({ name, rows }) => [name, rows]))
})

/** The tables something writes to, in the caller's transaction. */
export const tablesWritten = <E, R>(something: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const before = yield* written
    yield* something
    const after = yield* written
    return new Set([...after].flatMap(([name, rows]) => (rows > (before.get(name) ?? 0) ? [name] : [])))
  })

/** Each view and function of the database with the text it is made of. */
const definitions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; text: string }>`
    SELECT viewname AS name, definition AS text FROM pg_views WHERE schemaname = 'public'
    UNION ALL
    SELECT proname, string_agg(pg_get_functiondef(oid), ' ') FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prokind = 'f' GROUP BY proname`
  return new Map(rows.map(({ name, text }) => [name, words(text)]))
})

const mentions = (said: ReadonlySet<string>, tables: ReadonlySet<string>) =>
  [...tables].some((table) => said.has(table))

const each = " UNION ALL "

/** Of a check that is written for every table there is, what looks at these; undefined: nothing does. */
const narrowed = ({ violations }: Queries, tables: ReadonlySet<string>): Queries | undefined => {
  const own = violations.split(each).filter((part) => mentions(words(part), tables))
  return own.length === 0 ? undefined : { population: "SELECT 0", violations: own.join(each) }
}

/** For each invariant every word its SQL is made of, those of the views and functions it calls among them. */
export const makeReach = Effect.fnUntraced(function* (invariants: ReadonlyArray<Invariant>) {
  const sql = yield* SqlClient.SqlClient
  const made = yield* definitions
  const reached = new Map<string, Set<string>>()
  const ofEveryTable = new Map<string, Queries>()
  for (const { id, queries } of invariants) {
    if (typeof queries === "function") {
      ofEveryTable.set(id, yield* queries(sql))
      continue
    }
    const all = new Set(words(`${queries.population} ${queries.violations}`))
    // A set visits what is added to it on the way.
    for (const word of all) for (const inner of made.get(word) ?? []) all.add(inner)
    reached.set(id, all)
  }
  const seeing = (invariant: Invariant, tables: ReadonlySet<string>): ReadonlyArray<Invariant> => {
    const everywhere = ofEveryTable.get(invariant.id)
    if (everywhere === undefined) return mentions(reached.get(invariant.id)!, tables) ? [invariant] : []
    const queries = narrowed(everywhere, tables)
    return queries === undefined ? [] : [{ ...invariant, queries }]
  }
  return (tables: ReadonlySet<string>): ReadonlyArray<Invariant> =>
    // What was planted into no table (a lock, say) may be seen by any of them.
    tables.size === 0 ? invariants : invariants.flatMap((invariant) => seeing(invariant, tables))
})
