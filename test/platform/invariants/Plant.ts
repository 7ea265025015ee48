/** A fault as it is put into the database, behind the back of the service and of every trigger and foreign key. */
import { Effect, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type LedgerRow, ledgerHash } from "../../../src/buddy/journal/Ledger.ts"
import { uuid } from "../../../src/platform/postgres/Ids.ts"
import type { World } from "./world.ts"

export interface Plant {
  /** what was done to the database, in the words of a test's name */
  readonly fault: string
  /** the invariant that watches for it */
  readonly breaks: string
  /** what else is not true any more, in the order of reports */
  readonly also?: ReadonlyArray<string>
  readonly plant: (world: World) => Effect.Effect<unknown, SqlError.SqlError, SqlClient.SqlClient | Scope.Scope>
}

/** One statement that has to hit something; `$1`, `$2` are the parameters. */
export const change = (text: string, of: (world: World) => ReadonlyArray<unknown>) => (world: World) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changed = yield* sql.unsafe(`${text} RETURNING 1`, of(world))
    if (changed.length === 0) yield* Effect.die(new Error("the fault hit no row"))
  })

/** Another state of the first tenant's buddy; `path` and the JSON `value` as jsonb_set takes them. */
export const changeState = (path: string, value: string) =>
  change(
    `UPDATE buddy_states SET state = jsonb_set(state::jsonb, '${path}', ${value})::json WHERE buddy_id = $1::uuid`,
    ({ buddy_id }) => [buddy_id]
  )

type Row = LedgerRow & { readonly prev_hash: string; readonly hash: string }

const numbered = (row: Record<string, unknown>): Row =>
  ({
    ...row,
    seq: Number(row["seq"]),
    amount: Number(row["amount"]),
    balance_after: Number(row["balance_after"]),
    created_at: (row["created_at"] as Date).toISOString()
  }) as unknown as Row

/** Entries of a unit of the first tenant's buddy, oldest first. */
export const entriesOf = (world: World, unit: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const found =
      yield* sql`SELECT * FROM ledger WHERE buddy_id = ${world.buddy_id}::uuid AND unit = ${unit} ORDER BY seq`
    return found.map((row) => numbered(row as Record<string, unknown>))
  })

/** Writes an entry as the journal would, with the hash of its own columns; `seq` and `prev_hash` are taken as given. */
export const enter = (entry: Row) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const row = { ...entry, hash: ledgerHash(entry.prev_hash, entry) }
    yield* sql`INSERT INTO ledger SELECT * FROM json_populate_record(null::ledger, ${JSON.stringify(row)}::json)`
    return row
  })

export const freshId = uuid
