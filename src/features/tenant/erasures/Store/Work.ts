/** The steps of an erasure. Each can be repeated, and what it did is counted in the transaction that did it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { erasedBuddies, headOf, retellLedger } from "../../../../buddy/Standings/Farewell.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { ErasureMarks, eventMark, sealedUserPlace } from "../../../../platform/erasures/Marks.ts"
import {
  eraseAll,
  lookThrough,
  type Paced,
  type Person,
  type PersonalTable,
  rows_at_once,
  type Step,
  unpaced
} from "../../../../platform/erasures/Personal.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { afterWriters } from "../../../../platform/postgres/Writers.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import { Outbox } from "../../../../platform/webhooks/Outbox.ts"
import { iso } from "../../../../wire/Ids.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { proofText, type Scan } from "../Rules.ts"
import { type ErasureKey, placesIn } from "./Places.ts"
import { registry } from "./Registry.ts"

const Running = Schema.Struct({
  sealed_user_id: Schema.Uint8Array,
  event_limit: Schema.BigInt,
  buddy_ids: Schema.Array(Schema.String),
  egg_ids: Schema.Array(Schema.String),
  requested_at: Schema.Date
})
const EventRow = Schema.Struct({
  event_id: Schema.String,
  sequence: Schema.BigInt,
  was_taken_back: Schema.Boolean
})
const Record = Schema.Struct({
  user_hash: Schema.Uint8Array,
  requested_by: Schema.Unknown,
  requested_at: Schema.Date,
  rows: Schema.Record(Schema.String, Schema.Int),
  buddy_ids: Schema.Array(Schema.String)
})
const Chain = Schema.Struct({ completed: Schema.Int, last_hash: Schema.String })

/** Adds to what an erasure has changed in a table. Rows of others, that only named the user, are told apart. */
export const countRows =
  (customer_id: string, erasure_id: string, { how, table }: PersonalTable) =>
  ({ count }: Step) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      if (count === 0) return Effect.void
      const name = how === "redact" ? `${table}.redacted` : table
      return Effect.asVoid(
        execute(sql`
        UPDATE erasures SET rows = rows || jsonb_build_object(${name}::text,
          coalesce((rows ->> ${name}::text)::bigint, 0) + ${count}::bigint)
        WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`)
      )
    })

export class ErasureWork extends Context.Service<
  ErasureWork,
  {
    /** none once it has ended */
    person(key: ErasureKey): Effect.Effect<Option.Option<Person>>
    /** waits for whoever is writing: what has its number already must not come after all looks */
    readonly arrivals: Effect.Effect<void>
    /** leaves a mark of every event, by which it is known should it be sent again */
    mark(key: ErasureKey, person: Person, paced?: Paced): Effect.Effect<void>
    /** the ledgers of its buddies, without the tenant's words */
    retell(key: ErasureKey, paced?: Paced): Effect.Effect<void>
    /** everything the registry names, table by table; `step` is whose place is kept */
    apply(key: ErasureKey, person: Person, step: string, paced?: Paced): Effect.Effect<void>
    /** what the registry's tables still say of the person */
    scan(key: ErasureKey, person: Person, step: string, paced?: Paced): Effect.Effect<Scan>
    /** the proof, its place in the tenant's chain, what receivers are told, and the end of the operation */
    finish(key: ErasureKey, operation: OperationKey, scan: Scan): Effect.Effect<void>
    /** of an operation that ended without success */
    fail(key: ErasureKey): Effect.Effect<void>
  }
>()("hatchery/features/erasures/ErasureWork") {
  static readonly layer = Layer.effect(
    ErasureWork,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([ErasureMarks.layer, OperationStore.layer]))
}

/** Events up to the limit, page by page. */
const marking = (sql: SqlClient.SqlClient, marks: ErasureMarks["Service"]) => {
  const { keep, placeOf } = placesIn(sql)
  return Effect.fnUntraced(function* (
    erasure: ErasureKey,
    { customer_id, event_limit, user_id }: Person,
    paced: Paced = unpaced
  ) {
    const key = Option.getOrThrow(yield* marks.key(customer_id))
    const begun = yield* placeOf(erasure, "marks", 0)
    const markAfter = Effect.fnUntraced(function* (after: bigint) {
      const page = yield* rows(EventRow)(sql`
        SELECT e.event_id, e.sequence, h.key IS NOT NULL AS was_taken_back FROM events AS e
        LEFT JOIN buddy_history AS h
          ON h.customer_id = e.customer_id AND h.kind = 'reversal' AND h.key = e.event_id
        WHERE e.customer_id = ${customer_id}::uuid AND e.user_id = ${user_id} AND e.sequence > ${after}
          AND e.sequence <= ${event_limit}
        ORDER BY e.sequence LIMIT ${rows_at_once}`)
      const last = page.at(-1)
      if (last === undefined) return undefined
      const marked = page.map(({ event_id, was_taken_back }) => ({
        event_hash: eventMark(key, event_id).toString("hex"),
        was_taken_back
      }))
      const left = execute(sql`
        INSERT INTO event_tombstones (customer_id, event_hash, was_taken_back)
        SELECT ${customer_id}::uuid, decode(event_hash, 'hex'), was_taken_back
        FROM jsonb_to_recordset(${JSON.stringify(marked)}::jsonb) AS m (event_hash text, was_taken_back boolean)
        ON CONFLICT (customer_id, event_hash) DO NOTHING`)
      yield* transactionOf(sql)(Effect.andThen(left, keep(erasure, { ...begun, next: String(last.sequence) })))
      return last.sequence
    })
    let after: bigint | undefined = begun.next === "" ? 0n : BigInt(begun.next)
    while (after !== undefined) after = yield* paced(markAfter(after))
  })
}

/** The registry, entry by entry, from where a step had come to. */
const goingThrough = (sql: SqlClient.SqlClient) => {
  const { keep, placeOf } = placesIn(sql)
  return {
    apply: Effect.fnUntraced(function* (key: ErasureKey, whom: Person, step: string, paced?: Paced) {
      const begun = yield* placeOf(key, step, registry.length)
      for (let entry = begun.entry; entry < registry.length; entry++) {
        const table = registry[entry]!
        const count = countRows(key.customer_id, key.erasure_id, table)
        const told = (done: Step) => Effect.andThen(count(done), keep(key, { ...begun, entry, next: done.next }))
        yield* eraseAll(table, whom, told, entry === begun.entry ? begun.next : "", paced)
      }
    }),
    scan: Effect.fnUntraced(function* (key: ErasureKey, whom: Person, step: string, paced?: Paced) {
      const begun = yield* placeOf(key, step, registry.length)
      let found = begun.found
      for (let entry = begun.entry; entry < registry.length; entry++) {
        // Counted once it is kept: a page that is looked at again must not count twice.
        const told = ({ count, next }: Step) =>
          Effect.map(keep(key, { ...begun, entry, next, found: found + count }), () => void (found += count))
        yield* lookThrough(registry[entry]!, whom, told, entry === begun.entry ? begun.next : "", paced)
      }
      return { tables: new Set(registry.map(({ table }) => table)).size, found }
    })
  }
}

const provingIn = (sql: SqlClient.SqlClient) => ({
  record: ({ customer_id, erasure_id }: ErasureKey) =>
    Effect.map(
      row(Record)(sql`
        SELECT user_hash, requested_by, requested_at, rows, buddy_ids FROM erasures
        WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`),
      Option.getOrThrow
    ),
  buddies: Effect.fnUntraced(function* ({ customer_id, erasure_id }: ErasureKey) {
    const erased = yield* erasedBuddies(customer_id, erasure_id)
    return yield* Effect.forEach(erased, ({ buddy_id, units }) =>
      Effect.map(
        Effect.forEach(Object.keys(units).toSorted(), (unit) =>
          Effect.map(headOf(customer_id, buddy_id, unit), (head_hash_after) => {
            const { balance, head_hash_before, rows: count } = units[unit]!
            return { unit, rows: count, balance, head_hash_before, head_hash_after }
          })
        ),
        (told) => ({ buddy_id, units: told })
      )
    )
  }),
  chain: (customer_id: string) =>
    Effect.map(
      row(Chain)(sql`
        SELECT completed, last_hash FROM erasure_keys WHERE customer_id = ${customer_id}::uuid FOR UPDATE`),
      Option.getOrThrow
    )
})

/** The proof, chained, and the end of the operation. */
const finishing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const operations = yield* OperationStore
  const outbox = yield* Outbox
  const proving = provingIn(sql)
  return Effect.fnUntraced(function* (key: ErasureKey, operation: OperationKey, scanned: Scan) {
    const { customer_id, erasure_id } = key
    const { buddy_ids, ...record } = yield* proving.record(key)
    if (!(yield* operations.complete(operation, { erasure_id, rows: record.rows }))) return
    const { completed, last_hash } = yield* proving.chain(customer_id)
    const now = yield* nowDate
    const proof = proofText({
      ...record,
      erasure_id,
      user_hash: Buffer.from(record.user_hash).toString("hex"),
      requested_at: iso(record.requested_at),
      completed_at: iso(now),
      buddies: yield* proving.buddies(key),
      scan: scanned
    })
    const hash = createHash("sha256")
      .update(last_hash + proof)
      .digest("hex")
    yield* execute(sql`
      UPDATE erasures SET status = 'completed', completed_at = ${now}, number = ${completed + 1}, proof = ${proof},
        prev_hash = ${last_hash}, hash = ${hash}, sealed_user_id = NULL
      WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`)
    yield* execute(sql`
      UPDATE erasure_keys SET completed = ${completed + 1}, last_hash = ${hash}
      WHERE customer_id = ${customer_id}::uuid`)
    const { operation_id } = operation
    const body = { erasure_id, operation_id, buddy_ids, occurred_at: iso(now) }
    yield* outbox.enqueue(customer_id, [{ event: "user.erased", body }])
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const marks = yield* ErasureMarks
  const operations = yield* OperationStore
  const services = yield* Effect.context<SqlClient.SqlClient | Vault>()
  const mark = marking(sql, marks)
  const { keep, placeOf } = placesIn(sql)
  const { apply, scan } = goingThrough(sql)
  const finish = yield* finishing

  const person = Effect.fnUntraced(function* ({ customer_id, erasure_id }: ErasureKey) {
    const found = yield* row(Running)(sql`
      SELECT sealed_user_id, event_limit, buddy_ids, egg_ids, requested_at FROM erasures
      WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid AND status = 'running'`)
    if (Option.isNone(found)) return Option.none()
    const { event_limit, sealed_user_id, ...rest } = found.value
    const user_id = yield* vault.open(sealed_user_id, sealedUserPlace(erasure_id))
    return Option.some({ ...rest, customer_id, user_id, event_limit: Number(event_limit) })
  })

  const retell = Effect.fnUntraced(function* (erasure: ErasureKey, paced: Paced = unpaced) {
    const { customer_id, erasure_id } = erasure
    const key = Option.getOrThrow(yield* marks.key(customer_id))
    const chains = (yield* erasedBuddies(customer_id, erasure_id)).flatMap(({ buddy_id, units }) =>
      Object.keys(units)
        .toSorted()
        .map((unit) => ({ customer_id, buddy_id, unit }))
    )
    const begun = yield* placeOf(erasure, "ledger", chains.length)
    for (let entry = begun.entry; entry < chains.length; entry++) {
      const told = retellLedger(key, chains[entry]!)
      yield* paced(Effect.andThen(told, keep(erasure, { ...begun, entry: entry + 1, next: "" })))
    }
  })

  const fail = ({ customer_id, erasure_id }: ErasureKey) =>
    Effect.asVoid(
      execute(sql`
        UPDATE erasures SET status = 'failed'
        WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid AND status = 'running'`)
    )
  operations.releaseWith("erase", ({ customer_id, resource_id }) => fail({ customer_id, erasure_id: resource_id }))

  return ErasureWork.of({
    person: Effect.fn("ErasureWork.person")(person),
    arrivals: afterWriters(sql),
    mark: Effect.fn("ErasureWork.mark")(mark),
    retell: Effect.fn("ErasureWork.retell")((key, paced) => Effect.provideContext(retell(key, paced), services)),
    apply: Effect.fn("ErasureWork.apply")((key, whom, step, paced) =>
      Effect.provideContext(apply(key, whom, step, paced), services)
    ),
    scan: Effect.fn("ErasureWork.scan")((key, whom, step, paced) =>
      Effect.provideContext(scan(key, whom, step, paced), services)
    ),
    finish: Effect.fn("ErasureWork.finish")((key, operation, scanned) =>
      transactionOf(sql)(Effect.provideContext(finish(key, operation, scanned), services))
    ),
    fail: Effect.fn("ErasureWork.fail")(fail)
  })
})
