/**
 * What is stored of a user, as lines of JSON. A file is written in parts, each with the place it goes on from, so that
 * it is never held whole; nothing but the database keeps it, and only for a day.
 */
import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { ErasureMarks } from "../../../../platform/erasures/Marks.ts"
import {
  type Lines,
  type Paced,
  type Person,
  type PersonalTable,
  readingsOf,
  rowsOf,
  unpaced
} from "../../../../platform/erasures/Personal.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { Vault } from "../../../../platform/secrets/Vault.ts"
import { NotFound } from "../../../../wire/Failure.ts"
import { RateLimited } from "../../../../wire/Group.ts"
import { iso, isUuid } from "../../../../wire/Ids.ts"
import { limits } from "../../../../wire/Limits.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { registry } from "./Registry.ts"

const kept_ms = 24 * 3_600_000
/** rows of a part; each is some kilobytes */
const rows_at_once = 200

/** What a workspace's exports may take up, in bytes; they go with the age of each. */
export const exported_bytes_max = 2_000_000_000
const retry_after_seconds = 30
/** Why an export ends without a file. */
export const tooMuch = {
  code: "export_too_large",
  message:
    `The exports of the workspace would take up more than ${exported_bytes_max / 1e9} GB together. ` +
    "Each goes a day after it was asked for."
}

const Total = Schema.Struct({ bytes: Schema.BigInt })
const Size = Schema.Struct({ bytes: Schema.Int })
const Asked = Schema.Struct({ user_id: Schema.String, created_at: Schema.Date })
const AskedFor = Schema.Struct({ operation_id: Schema.String })
const Ids = Schema.Struct({ buddy_ids: Schema.Array(Schema.String), egg_ids: Schema.Array(Schema.String) })
const Part = Schema.Struct({ part: Schema.Int, lines: Schema.String })
const Found = Schema.Struct({ expires_at: Schema.Date })

type Reading = Effect.Effect<Lines, never, SqlClient.SqlClient | Vault>

interface Page {
  readonly next: string | undefined
  readonly isOver: boolean
}

export interface ExportKey {
  readonly customer_id: string
  readonly export_id: string
}

export class UserExports extends Context.Service<
  UserExports,
  {
    /**
     * In the caller's transaction; answers the operation, that of an export of the user which is still open. Another
     * one has to wait while `limits.open_exports_max` of the workspace are.
     */
    open(
      customer_id: string,
      user_id: string,
      operation: (export_id: string) => Effect.Effect<string>
    ): Effect.Effect<string, RateLimited>
    /**
     * Writes the file, from its beginning; nothing of one that was begun before is left. False: with it the workspace
     * would have more than it may, and nothing is kept.
     */
    write(key: ExportKey, paced?: Paced, bytes_max?: number): Effect.Effect<boolean>
    finish(key: ExportKey, operation: OperationKey): Effect.Effect<void>
    read(customer_id: string, id: string): Effect.Effect<Stream.Stream<Uint8Array>, NotFound>
  }
>()("hatchery/features/erasures/UserExports") {
  static readonly layer = Layer.effect(
    UserExports,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([OperationStore.layer, ErasureMarks.layer]))
}

/** Tables that hold the rows themselves. */
const shown: ReadonlyArray<PersonalTable> = [
  ...registry.filter(({ special, table }) => special === undefined || table === "team_members"),
  { table: "events", by: "user", how: "delete", order: { sequence: "bigint" } },
  { table: "ledger", by: "buddy", how: "redact", order: { unit: "text", seq: "bigint" } }
]

/** Those whose rows are found by what they say. */
const saying = registry.flatMap(({ special, table }) =>
  special?.show === undefined ? [] : [{ table, show: special.show }]
)

const readsOf = (person: Person) => [
  ...readingsOf(shown, person).map((one) => ({
    table: one.table.table,
    read: (from: string): Reading => rowsOf(one, person, from, rows_at_once)
  })),
  ...saying.map(({ show, table }) => ({ table, read: (from: string): Reading => show(person, from) }))
]

const where = (sql: SqlClient.SqlClient, { customer_id, export_id }: ExportKey) =>
  sql`customer_id = ${customer_id}::uuid AND export_id = ${export_id}::uuid`

const reading = (sql: SqlClient.SqlClient): UserExports["Service"]["read"] =>
  Effect.fn("UserExports.read")(function* (customer_id, id) {
    const unknown = new NotFound({ resource: "export" })
    if (!isUuid(id)) return yield* unknown
    const key = { customer_id, export_id: id }
    const found = yield* row(Found)(sql`
      SELECT expires_at FROM user_exports WHERE ${where(sql, key)} AND expires_at > ${yield* nowDate}`)
    if (Option.isNone(found)) return yield* unknown
    return Stream.paginate(-1, (after) =>
      Effect.map(
        rows(Part)(sql`
          SELECT part, lines FROM user_export_parts WHERE ${where(sql, key)} AND part > ${after}
          ORDER BY part LIMIT 1`),
        ([next]) => [
          next === undefined ? [] : [Buffer.from(next.lines, "utf8") as Uint8Array],
          next === undefined ? Option.none<number>() : Option.some(next.part)
        ]
      )
    )
  })

const forgetting = (sql: SqlClient.SqlClient, customer_id: string, user_id: string) =>
  execute(sql`DELETE FROM user_exports WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id} RETURNING 1`)

const writing = (sql: SqlClient.SqlClient) => {
  const personOf = Effect.fnUntraced(function* (key: ExportKey) {
    const { customer_id } = key
    const asked = yield* row(Asked)(sql`SELECT user_id, created_at FROM user_exports WHERE ${where(sql, key)}`)
    if (Option.isNone(asked)) return undefined
    const { created_at, user_id } = asked.value
    const ids = yield* row(Ids)(sql`
      SELECT ARRAY(SELECT buddy_id FROM buddy_identities
        WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}) AS buddy_ids,
        ARRAY(SELECT egg_id FROM eggs WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}) AS egg_ids`)
    const person: Person = {
      ...Option.getOrThrow(ids),
      customer_id,
      user_id,
      event_limit: Number.MAX_SAFE_INTEGER,
      requested_at: created_at
    }
    return person
  })

  const clear = (key: ExportKey) =>
    transactionOf(sql)(
      Effect.andThen(
        execute(sql`UPDATE user_exports SET bytes = 0 WHERE ${where(sql, key)}`),
        execute(sql`DELETE FROM user_export_parts WHERE ${where(sql, key)}`)
      )
    )
  const bytesOf = (customer_id: string) =>
    Effect.map(
      row(Total)(sql`
        SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM user_exports WHERE customer_id = ${customer_id}::uuid`),
      (found) => Number(Option.getOrThrow(found).bytes)
    )
  /**
   * Nothing of it once its user was erased meanwhile. A page whose commit nobody heard of is read and written again,
   * and counts as what it is then.
   */
  const keepPart = (key: ExportKey, part: number, lines: string) =>
    transactionOf(sql)(
      Effect.gen(function* () {
        const [before] = yield* rows(Size)(sql`
          DELETE FROM user_export_parts WHERE ${where(sql, key)} AND part = ${part}
          RETURNING octet_length(lines) AS bytes`)
        const more = Buffer.byteLength(lines) - (before?.bytes ?? 0)
        yield* execute(sql`UPDATE user_exports SET bytes = bytes + ${more} WHERE ${where(sql, key)}`)
        yield* execute(sql`
          INSERT INTO user_export_parts (customer_id, export_id, part, lines)
          SELECT customer_id, export_id, ${part}, ${lines} FROM user_exports WHERE ${where(sql, key)}`)
      })
    )

  const write = Effect.fnUntraced(function* (key: ExportKey, paced: Paced = unpaced, bytes_max = exported_bytes_max) {
    const person = yield* personOf(key)
    if (person === undefined) return true
    yield* paced(clear(key))
    let part = 0
    for (const { read, table } of readsOf(person)) {
      const writePage = Effect.fnUntraced(function* (from: string, number: number) {
        const found = yield* read(from)
        const lines = found.rows.map((line) => `{"table":${JSON.stringify(table)},"row":${line}}\n`).join("")
        if (lines !== "") yield* keepPart(key, number, lines)
        return { next: found.next, isOver: (yield* bytesOf(key.customer_id)) > bytes_max }
      })
      for (let next: string | undefined = ""; next !== undefined;) {
        const page: Page = yield* paced(writePage(next, part++))
        if (page.isOver) return yield* Effect.as(paced(clear(key)), false)
        next = page.next
      }
    }
    return true
  })
  return write
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const services = yield* Effect.context<SqlClient.SqlClient | Vault>()
  const write = writing(sql)

  return UserExports.of({
    open: Effect.fn("UserExports.open")(function* (customer_id, user_id, operation) {
      const open = yield* operations.openOf(customer_id, "user_export")
      const asked = yield* rows(AskedFor)(sql`
        SELECT operation_id FROM user_exports WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
          AND operation_id = ANY(${open.map(({ operation_id }) => operation_id)}::uuid[])`)
      if (asked[0] !== undefined) return asked[0].operation_id
      if (open.length >= limits.open_exports_max) return yield* new RateLimited({ retry_after_seconds })
      // One of each user: whoever asks again and again must not fill the database.
      yield* forgetting(sql, customer_id, user_id)
      const export_id = yield* uuid
      const operation_id = yield* operation(export_id)
      yield* execute(sql`
        INSERT INTO user_exports (customer_id, export_id, operation_id, user_id, created_at)
        VALUES (${customer_id}::uuid, ${export_id}::uuid, ${operation_id}::uuid, ${user_id}, ${yield* nowDate})`)
      return operation_id
    }),
    write: Effect.fn("UserExports.write")((key, paced, bytes_max) =>
      Effect.provideContext(write(key, paced, bytes_max), services)
    ),
    finish: Effect.fn("UserExports.finish")(function* (key, operation) {
      const expires_at = new Date((yield* nowDate).getTime() + kept_ms)
      const result = { export_id: key.export_id, expires_at: iso(expires_at) }
      yield* transactionOf(sql)(
        Effect.gen(function* () {
          if (!(yield* operations.complete(operation, result))) return
          yield* execute(sql`UPDATE user_exports SET expires_at = ${expires_at} WHERE ${where(sql, key)}`)
        })
      )
    }),
    read: reading(sql)
  })
})
