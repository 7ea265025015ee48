/**
 * What events cost on disk, and whether they cost more where there are many. A few thousand are committed as the actors
 * would, and copied for other buddies under ids of their own until the database holds as many as asked for, a row at a
 * time into indexes that grow with them. At every power of ten it prints bytes of an event by table and index, what a
 * vacuum takes, and CPU and log of an event that is committed then. Chains of the copies do not hold.
 */
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { commitParameters, commitText } from "../../src/buddy/journal/JournalParameters.ts"
import * as Migrations from "../../src/platform/postgres/Migrations.ts"
import { postgresClient } from "../../src/platform/postgres/Sql.ts"
import { cpuOfPostgres } from "./cpu.ts"
import { decisionsOf } from "./decided.ts"
import { table } from "./report.ts"
import { seed } from "./seed.ts"

export interface DiskBenchOptions {
  /** an empty database of this Postgres */
  readonly url: string
  readonly postmaster: number
  readonly events: number
  /** in how many months they are written */
  readonly months: number
  readonly say: (line: string) => void
}

const own_buddies = 10_000
const sampled = 2_000
const flush_size = 32
/** Events of one buddy among the copies. */
const events_each = 100
const measured_tables = ["event_keys", "events", "ledger", "webhook_deliveries"]

/** A buddy among the copies, in the form of the seeded ones. */
const copied = "('019aa000' || substr(md5('copy' || b), 9))::uuid"
const columnsBut = (left_out: ReadonlyArray<string>) => `
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL ('{${left_out.join(",")}}')`

interface Copy {
  readonly table: string
  /** columns that a copy has of its own; `b` is the buddy, `round` how many it had before */
  readonly own: Readonly<Record<string, string>>
  /** which copies are made of which rows: the n-th sampled event, and of the others those that are its */
  readonly nth: string
  readonly left_out: ReadonlyArray<string>
}

const copies: ReadonlyArray<Copy> = [
  {
    table: "events",
    own: {
      event_id: "gen_random_uuid()::text",
      buddy_id: copied,
      user_id: "'copy' || b",
      received_at: "received_at + $1::int * interval '1 hour'"
    },
    nth: "row_number() OVER (ORDER BY sequence) - 1",
    left_out: ["sequence"]
  },
  {
    table: "ledger",
    own: {
      buddy_id: copied,
      seq: "$1::int * 100 + place",
      ledger_id: "gen_random_uuid()",
      created_at: "created_at + $1::int * interval '1 hour'"
    },
    nth: "dense_rank() OVER (ORDER BY reference_id) - 1",
    left_out: []
  },
  {
    table: "webhook_deliveries",
    own: { delivery_id: "gen_random_uuid()", created_at: "created_at + $1::int * interval '1 hour'" },
    nth: `(row_number() OVER (ORDER BY delivery_id) - 1) % ${sampled}`,
    left_out: []
  }
]

/** The statement that copies one event for each of the buddies; its parameters are the round and how many buddies. */
const copying = Effect.fnUntraced(function* ({ left_out, nth, own, table: name }: Copy) {
  const sql = yield* SqlClient.SqlClient
  const mine = Object.keys(own)
  const [others] = yield* sql.unsafe<{ names: string }>(columnsBut([...left_out, ...mine]), [name])
  yield* sql.unsafe(`CREATE TABLE sample_${name} AS
    SELECT *, row_number() OVER (PARTITION BY nth) AS place FROM (SELECT *, ${nth} AS nth FROM ${name}) AS numbered`)
  yield* sql.unsafe(`ANALYZE sample_${name}`)
  return `INSERT INTO ${name} (${[...mine, others!.names].join(", ")})
    SELECT ${[...Object.values(own), others!.names].join(", ")}
    FROM generate_series(0, $2::int - 1) AS b JOIN sample_${name} AS s ON s.nth = (b + $1::int) % ${sampled}`
})

/** Puts so many decided events through the journal; answers CPU and log of one. */
const commit = Effect.fnUntraced(function* (next: ReturnType<typeof decisionsOf>, count: number, postmaster: number) {
  const sql = yield* SqlClient.SqlClient
  const at = Effect.map(sql<{ at: string }>`SELECT pg_current_wal_insert_lsn() - '0/0' AS at`, ([row]) =>
    Number(row!.at)
  )
  const [log, cpu] = [yield* at, cpuOfPostgres(postmaster)]
  for (let left = count; left > 0; left -= flush_size)
    yield* sql.unsafe(commitText, commitParameters(Array.from({ length: Math.min(left, flush_size) }, next), 0))
  return { us: ((cpuOfPostgres(postmaster) - cpu) * 1e6) / count, bytes: ((yield* at) - log) / count }
})

/** What was told is tried, as a pump with a receiver that answers leaves it. */
const deliver = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT webhook_outbox_expand(customer_id, webhook_config_id) FROM webhook_configs`
  yield* sql`UPDATE webhook_deliveries SET status = 'delivered', attempts = 1, next_attempt_at = NULL,
    finished_at = created_at, response_status = 200, response_ms = 12 WHERE next_attempt_at IS NOT NULL`
})

const vacuumed = Effect.fnUntraced(function* (postmaster: number) {
  const sql = yield* SqlClient.SqlClient
  const [began, cpu] = [performance.now(), cpuOfPostgres(postmaster)]
  for (const name of measured_tables) yield* sql.unsafe(`VACUUM (ANALYZE) ${name}`)
  return { seconds: (performance.now() - began) / 1000, cpu: cpuOfPostgres(postmaster) - cpu }
})

interface Size {
  readonly name: string
  readonly bytes: string
}

/** Heaps with what was moved out of their rows, and each index by its columns; months are added up. */
const sizes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<Size>`
    WITH month AS (
      SELECT name, oid::regclass FROM unnest(${measured_tables}::text[]) AS name, LATERAL (
        SELECT name::regclass AS oid UNION SELECT relid FROM pg_partition_tree(name::regclass)) AS of_it)
    SELECT name, sum(bytes)::text AS bytes FROM (
      SELECT name, pg_table_size(oid) AS bytes FROM month
      UNION ALL
      SELECT name || substring(pg_get_indexdef(i.indexrelid) FROM ' [(].*'), pg_relation_size(i.indexrelid)
      FROM month JOIN pg_index AS i ON i.indrelid = month.oid) AS measured
    WHERE bytes > 0 GROUP BY 1 ORDER BY 1`
})

/** The next month of records: what follows is written in tables of its own. */
const turn = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [next] = yield* sql<{ begins: Date }>`
    SELECT make_timestamptz(2020 + (month_of_writing() + 1) / 12, (month_of_writing() + 1) % 12 + 1, 1, 0, 0, 0, 'UTC')
      AS begins`
  yield* sql`SELECT record_months_keep(${next!.begins}, 0)`
  yield* sql`SELECT record_months_turn(${next!.begins})`
})

const fill = Effect.fnUntraced(function* ({ events, months, postmaster, say, url }: DiskBenchOptions) {
  const sql = yield* SqlClient.SqlClient
  yield* Migrations.run()
  // one connection: this is for all that follows
  yield* sql`SET statement_timeout = 0`
  yield* sql`SET synchronous_commit = off`
  const next = decisionsOf(yield* Effect.promise(() => seed(url, own_buddies)), own_buddies, {
    idOf: () => randomUUID()
  })
  yield* commit(next, sampled, postmaster)
  yield* deliver
  const statements = yield* Effect.forEach(copies, copying)
  const buddies = Math.ceil(events / events_each)
  const rows: Array<ReadonlyArray<string>> = [
    ["events", "bytes an event", "vacuum s", "its CPU s", "commit us", "log B"]
  ]
  let [mark, before] = [Math.min(events, 100_000), new Map<string, number>()]
  for (let round = 1; ; round++) {
    for (const statement of statements) yield* sql.unsafe(statement, [round, buddies])
    const count = round * buddies
    if (Math.floor((count * months) / events) > Math.floor(((count - buddies) * months) / events)) yield* turn
    if (count < mark) continue
    const { cpu, seconds } = yield* vacuumed(postmaster)
    const { bytes, us } = yield* commit(next, 10_000, postmaster)
    yield* deliver
    before = new Map((yield* sizes).map((one) => [one.name, Number(one.bytes) / count]))
    const all = [...before.values()].reduce((sum, one) => sum + one, 0)
    const cells = [all, seconds, cpu, us, bytes].map((value, index) =>
      value.toFixed(index === 1 || index === 2 ? 1 : 0)
    )
    rows.push([String(count), ...cells])
    say(`  ${count} events: ${cells[0]} bytes each, vacuum ${cells[1]} s, commit ${cells[3]} us, log ${cells[4]} B`)
    if (count >= events) break
    mark = Math.min(events, mark * 10)
  }
  say(`\n${table(rows)}\n`)
  say(table([["bytes an event", ""], ...[...before].map(([name, bytes]) => [name, bytes.toFixed(0)])]))
})

export const benchDisk = (options: DiskBenchOptions): Promise<void> =>
  Effect.runPromise(
    fill(options).pipe(
      Effect.provide(postgresClient({ url: Redacted.make(options.url), maxConnections: 1, applicationName: "bench" }))
    )
  )
