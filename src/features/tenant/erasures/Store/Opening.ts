/**
 * The moment somebody is forgotten: one transaction, after which nobody finds the user's buddies and eggs any more.
 * What takes longer is left to the operation it opens.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { holdBuddies, takeLeave } from "../../../../buddy/Standings/Farewell.ts"
import { goneFigures, openEggs } from "../../../../buddy/Standings/Figures.ts"
import { keepLeaving } from "../../../insight/analytics/Store/Leaving.ts"
import { countBeside } from "../../../../platform/analytics/Deltas.ts"
import { CacheInvalidation } from "../../../../platform/cluster/CacheInvalidation.ts"
import { ErasureMarks, sealedUserPlace, userMark } from "../../../../platform/erasures/Marks.ts"
import { eraseAll, isLeft, type Person } from "../../../../platform/erasures/Personal.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../../../platform/postgres/Sql.ts"
import { Vault } from "../../../../platform/secrets/Vault.ts"
import type { Origin } from "../../../../wire/Change.ts"
import { takeTicketsOff } from "../../../campaigns/lotteries/Store/Leaving.ts"
import { lockEggsOf } from "../../../players/eggs/Store.ts"
import { WidgetTokenStore } from "../../../surfaces/widget-sessions/Store.ts"
import { registry } from "./Registry.ts"
import { countRows } from "./Work.ts"

export interface ErasureRequest {
  readonly customer_id: string
  readonly user_id: string
  readonly requested_by: Origin
  /** what is newer stays; the present where nobody says otherwise */
  readonly until?: Date
}

/** Opens the operation of an erasure and answers it. */
export type OpenOperation = (erasure_id: string) => Effect.Effect<string>

const Unfinished = Schema.Struct({
  erasure_id: Schema.String,
  operation_id: Schema.String,
  status: Schema.Literals(["running", "failed"]),
  buddy_ids: Schema.Array(Schema.String),
  egg_ids: Schema.Array(Schema.String)
})
const EggId = Schema.Struct({ egg_id: Schema.String })
const Limit = Schema.Struct({ sequence: Schema.BigInt })

export class ErasureOpening extends Context.Service<
  ErasureOpening,
  {
    /** answers the operation; none when nothing is stored of the user */
    open(request: ErasureRequest, operation: OpenOperation): Effect.Effect<Option.Option<string>>
    /** takes eggs there were too many of for one transaction; answers whether there were any */
    takeMore(person: Person, erasure_id: string): Effect.Effect<boolean>
  }
>()("hatchery/features/erasures/ErasureOpening") {
  static readonly layer = Layer.effect(
    ErasureOpening,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([ErasureMarks.layer, WidgetTokenStore.layer]))
}

/** Eggs of one transaction; nobody has as many that could still hatch, so those are all gone with the first. */
const eggs_at_once = 10_000

/** Nobody works on an egg that is held, and nobody lays another one. Jobs come before their eggs, as where they end. */
const holdEggs = Effect.fnUntraced(function* (customer_id: string, user_id: string, until?: Date) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.orDie(lockEggsOf(sql, customer_id, user_id))
  const found = yield* rows(EggId)(sql`
    SELECT egg_id FROM eggs WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}
      AND created_at <= coalesce(${until ?? null}::timestamptz, 'infinity')
    ORDER BY status IN ('hatched', 'cancelled'), egg_id LIMIT ${eggs_at_once}`)
  const ids = found.map(({ egg_id }) => egg_id)
  yield* execute(sql`
    SELECT 1 FROM operations WHERE customer_id = ${customer_id}::uuid AND resource_id = ANY(${ids}::text[])
    ORDER BY operation_id FOR UPDATE`)
  const held = yield* rows(EggId)(sql`
    SELECT egg_id FROM eggs WHERE customer_id = ${customer_id}::uuid AND egg_id = ANY(${ids}::uuid[])
    ORDER BY egg_id FOR UPDATE`)
  return held.map(({ egg_id }) => egg_id)
})

/** Numbers are given before the events that get them are committed: what is on its way has one of these. */
const eventLimit = Effect.fnUntraced(function* ({ customer_id, until }: ErasureRequest) {
  const sql = yield* SqlClient.SqlClient
  const found = yield* row(Limit)(
    until === undefined
      ? sql`SELECT last_value AS sequence FROM events_sequence_seq`
      : sql`SELECT coalesce((
          SELECT sequence FROM events WHERE customer_id = ${customer_id}::uuid AND received_at <= ${until}
          ORDER BY sequence DESC LIMIT 1), 0) AS sequence`
  )
  return Number(Option.getOrThrow(found).sequence)
})

/** Something names the user that is no buddy and no egg. */
const isNamed = Effect.fnUntraced(function* (person: Person) {
  for (const table of registry) {
    const tells = table.by === "user" && table.how === "delete" && table.table !== "idempotency_keys"
    if (tells && (yield* isLeft(table, person))) return true
  }
  return false
})

/** An erasure of the user that has not ended well yet, locked. */
const unfinishedIn = (sql: SqlClient.SqlClient, marks: ErasureMarks["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string, user_id: string) {
    const key = yield* marks.key(customer_id)
    if (Option.isNone(key)) return undefined
    const found = yield* row(Unfinished)(sql`
    SELECT erasure_id, operation_id, status, buddy_ids, egg_ids FROM erasures
    WHERE customer_id = ${customer_id}::uuid AND user_hash = ${userMark(key.value, user_id)}
      AND status <> 'completed' FOR UPDATE`)
    return Option.getOrUndefined(found)
  })

/** Eggs beyond those of the request, as many as a transaction takes. */
const takingMore = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (whom: Person, erasure_id: string) {
    const { customer_id, requested_at, user_id } = whom
    const egg_ids = yield* holdEggs(customer_id, user_id, requested_at)
    if (egg_ids.length === 0) return false
    const person: Person = { ...whom, buddy_ids: [], egg_ids }
    yield* countBeside(sql, person, yield* openEggs(person))
    yield* keepLeaving(person, { erasure_id, isFirst: false })
    for (const table of registry) {
      const isTaken = table.atOnce === true && table.by === "egg"
      if (isTaken) yield* eraseAll(table, person, countRows(customer_id, erasure_id, table))
    }
    yield* execute(sql`
      UPDATE erasures SET egg_ids = egg_ids || ${egg_ids}::uuid[]
      WHERE customer_id = ${customer_id}::uuid AND erasure_id = ${erasure_id}::uuid`)
    return true
  })

/** What figures keep, and what draws are told to have, while it is known whose it is. */
const tellWithout = (person: Person, erasure: Parameters<typeof keepLeaving>[1]) =>
  Effect.andThen(keepLeaving(person, erasure), takeTicketsOff(person))

const onTestClock = (sql: SqlClient.SqlClient, customer_id: string, user_id: string) => sql`EXISTS (
  SELECT FROM test_clock_users
  WHERE customer_id = ${customer_id}::uuid AND user_id = ${user_id}::text AND test_clock_id IS NOT NULL)`

/** SQL: what a record e that failed goes on with: all there is by now, until the newest request. */
const resumed = `requested_at = greatest(e.requested_at, excluded.requested_at),
  event_limit = greatest(e.event_limit, excluded.event_limit), buddy_ids = excluded.buddy_ids,
  egg_ids = excluded.egg_ids, on_test_clock = e.on_test_clock OR excluded.on_test_clock, progress = NULL`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const marks = yield* ErasureMarks
  const vault = yield* Vault
  const changes = yield* CacheInvalidation
  const tokens = yield* WidgetTokenStore
  const services = yield* Effect.context<SqlClient.SqlClient | Vault>()
  const unfinished = unfinishedIn(sql, marks)
  const takeMore = takingMore(sql)

  /** The record, or that of one that failed with what there is to erase by now. */
  const record = Effect.fnUntraced(function* (
    { customer_id, requested_by, user_id }: ErasureRequest,
    { buddy_ids, egg_ids, event_limit, requested_at }: Person,
    erasure_id: string,
    operation_id: string
  ) {
    const key = yield* marks.hold(customer_id, requested_at)
    const sealed = yield* vault.seal(user_id, sealedUserPlace(erasure_id))
    yield* execute(sql`
      INSERT INTO erasures AS e (customer_id, erasure_id, operation_id, status, user_hash, sealed_user_id, requested_by,
        requested_at, event_limit, buddy_ids, egg_ids, on_test_clock)
      VALUES (${customer_id}::uuid, ${erasure_id}::uuid, ${operation_id}::uuid, 'running', ${userMark(key, user_id)},
        ${sealed}, ${JSON.stringify(requested_by)}::jsonb, ${requested_at}, ${event_limit}, ${buddy_ids}::uuid[],
        ${egg_ids}::uuid[], ${onTestClock(sql, customer_id, user_id)})
      ON CONFLICT (customer_id, erasure_id) DO UPDATE SET operation_id = excluded.operation_id, status = 'running',
        ${sql.literal(resumed)}`)
  })

  const forget = Effect.fnUntraced(function* (person: Person, erasure_id: string, isFirst: boolean) {
    const { buddy_ids, customer_id, user_id } = person
    // First: whether the user lives on a test clock is forgotten with the rest.
    yield* countBeside(sql, person, [...(yield* goneFigures(customer_id, buddy_ids)), ...(yield* openEggs(person))])
    yield* tellWithout(person, { erasure_id, isFirst })
    for (const table of registry) {
      if (table.atOnce === true) yield* eraseAll(table, person, countRows(customer_id, erasure_id, table))
    }
    yield* takeLeave(customer_id, erasure_id, buddy_ids)
    yield* tokens.revokeOf(customer_id, buddy_ids)
    yield* changes.publish({ _tag: "Route", customer_id, user_id })
    yield* changes.publish({ _tag: "Tenant", customer_id })
  })

  const open = Effect.fnUntraced(function* (request: ErasureRequest, operation: OpenOperation) {
    const { customer_id, user_id } = request
    // Nothing is stored under what no text of Postgres can be.
    if (user_id.includes("\u0000") || !user_id.isWellFormed()) return Option.none()
    const egg_ids = yield* holdEggs(customer_id, user_id, request.until)
    const before = yield* unfinished(customer_id, user_id)
    if (before?.status === "running") return Option.some(before.operation_id)
    const held = yield* holdBuddies(customer_id, user_id, request.until)
    const person: Person = {
      customer_id,
      user_id,
      buddy_ids: [...new Set([...(before?.buddy_ids ?? []), ...held])],
      egg_ids: [...new Set([...(before?.egg_ids ?? []), ...egg_ids])],
      event_limit: yield* eventLimit(request),
      // After all is held: what was told of it until now is not that of somebody who came back.
      requested_at: request.until ?? (yield* nowDate)
    }
    const isNothing = before === undefined && held.length === 0 && egg_ids.length === 0 && !(yield* isNamed(person))
    if (isNothing) return Option.none()
    const erasure_id = before?.erasure_id ?? (yield* uuid)
    const operation_id = yield* operation(erasure_id)
    yield* record(request, person, erasure_id, operation_id)
    yield* forget(person, erasure_id, before === undefined)
    return Option.some(operation_id)
  })

  return ErasureOpening.of({
    takeMore: Effect.fn("ErasureOpening.takeMore")((person, erasure_id) =>
      transactionOf(sql)(Effect.provideContext(takeMore(person, erasure_id), services))
    ),
    open: Effect.fn("ErasureOpening.open")((request, operation) =>
      transactionOf(sql)(Effect.provideContext(open(request, operation), services))
    )
  })
})
