/**
 * A live collection in Postgres. Its table has customer_id, the fields of the item, created_at and updated_at, and a
 * unique key (customer_id, key). A column that is missing, or of a type that is not the field's, does not compile.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../platform/cluster/CacheInvalidation.ts"
import { randomBase62 } from "../platform/postgres/Ids.ts"
import type { OffsetPage } from "../platform/postgres/Paging.ts"
import { isUniqueViolation, transactionOf } from "../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../wire/Failure.ts"
import { isKey, isUuid } from "../wire/Ids.ts"
import type { OffsetQuery } from "../wire/Page.ts"
import { slugOf } from "../wire/Slug.ts"
import { type AnyLive, type InputOf, type ItemOf, type Keyed, LimitReached, type Patch, type RefusalOf } from "./Api.ts"
import type { Columns, Kept, Row } from "./Store/Columns.ts"
import { statements } from "./Store/Statements.ts"

type Stored<L extends AnyLive, C> = (input: Keyed<L>) => Kept<L, C>

/** `stored`: the row of an input, where that is not the input itself. */
export type TableOptions<L extends AnyLive, C> = {
  readonly table: string
  readonly columns: C
  /** what a key is made of when an input comes without one: its name, for example */
  readonly keyFrom?: (input: InputOf<L>) => string
  /** looks at what is about to be written, and at what it replaces, while no other write of the tenant can */
  readonly judge?: (
    customer_id: string,
    next: Kept<L, C>,
    before: ItemOf<L> | null
  ) => Effect.Effect<void, RefusalOf<L>>
  /** other nodes keep some of it in memory: they hear of every change */
  readonly announced?: true
} & (Keyed<L> extends Kept<L, C> ? { readonly stored?: Stored<L, C> } : { readonly stored: Stored<L, C> })

/** `reference` is an id or a key. */
export interface LiveStore<L extends AnyLive> {
  list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<ItemOf<L>>>
  get(customer_id: string, reference: string): Effect.Effect<ItemOf<L>, NotFound>
  create(customer_id: string, input: InputOf<L>): Effect.Effect<ItemOf<L>, AlreadyExists | LimitReached | RefusalOf<L>>
  replace(
    customer_id: string,
    reference: string,
    input: InputOf<L>
  ): Effect.Effect<ItemOf<L>, NotFound | AlreadyExists | RefusalOf<L>>
  update(
    customer_id: string,
    reference: string,
    patch: Patch<InputOf<L>>
  ): Effect.Effect<ItemOf<L>, NotFound | AlreadyExists | RefusalOf<L>>
  /** creates or replaces by key */
  put(customer_id: string, input: Keyed<L>): Effect.Effect<{ readonly record: ItemOf<L>; readonly created: boolean }>
  remove(customer_id: string, reference: string): Effect.Effect<void, NotFound>
}

/** The options once their types are checked: names and values. */
interface Plain {
  readonly table: string
  readonly columns: Row
  readonly keyFrom?: (input: Row) => string
  readonly judge?: (customer_id: string, next: Row, before: Row | null) => Effect.Effect<void>
  readonly announced?: true
  readonly stored?: (input: Row) => Row
}
type Statements = ReturnType<typeof statements>

const tail_length = 6

/** What a write comes to, inside the transaction it wants. */
const decisions = (live: AnyLive, options: Plain, { add, count, held, isTaken, kept, set }: Statements) => {
  const { resource } = live
  const { judge = () => Effect.void, keyFrom, stored = (input) => input } = options
  const taken = (key: unknown) => new AlreadyExists({ resource, key: String(key) })
  const unknown = () => new NotFound({ resource })
  const found = (record: Option.Option<Row>) => Effect.mapError(Effect.fromOption(record), unknown)

  /** Under the key that was sent, or one made of the input; with a random tail where that is somebody else's. */
  const rowOf = Effect.fnUntraced(function* (customer_id: string, input: Row, own?: unknown) {
    let key = input[live.key]
    if (typeof key !== "string" && keyFrom !== undefined) {
      const wanted = slugOf(keyFrom(input), resource.replaceAll(" ", "-"))
      const isFree = wanted === own || !(yield* isTaken(customer_id, wanted))
      key = isFree ? wanted : `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
    }
    const whole = stored({ ...input, [live.key]: key })
    return Object.fromEntries(kept.map((name) => [name, whole[name]]))
  })

  const create = Effect.fnUntraced(function* (customer_id: string, input: Row) {
    const next = yield* rowOf(customer_id, input)
    yield* judge(customer_id, next, null)
    if (live.limit !== undefined && (yield* count(customer_id)) >= live.limit.max) {
      return yield* new LimitReached({ max: live.limit.max })
    }
    const made = yield* add(customer_id, next)
    return Option.isNone(made) ? yield* taken(next[live.key]) : made.value
  })

  /** `inputOf` says what the input of the one that is there is now. */
  const rewrite = Effect.fnUntraced(function* (customer_id: string, reference: string, inputOf: (before: Row) => Row) {
    const before = yield* Effect.flatMap(held(customer_id, reference), found)
    const next = yield* rowOf(customer_id, inputOf(before), before[live.key])
    const key = String(next[live.key])
    if (key !== before[live.key] && (yield* isTaken(customer_id, key))) return yield* taken(key)
    yield* judge(customer_id, next, before)
    return yield* Effect.flatMap(set(customer_id, before[live.key], next), found)
  })

  const patched = (patch: Row) => (before: Row) =>
    Object.fromEntries(
      Object.keys(live.input.fields).map((name) => {
        const given = patch[name]
        return [name, given === undefined ? before[name] : given === null ? live.defaults[name] : given]
      })
    )
  return { create, found, patched, rewrite, rowOf, taken, unknown }
}

/** To be yielded while a family's store is built. */
export const liveTable = <L extends AnyLive, const C extends Columns<L>>(live: L, options: TableOptions<L, C>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changes = yield* CacheInvalidation
    const plain = options as unknown as Plain
    const { announced, judge, keyFrom, table } = plain
    const records = statements(sql, live, table, plain.columns)
    const { create, found, patched, rewrite, rowOf, taken, unknown } = decisions(live, plain, records)
    const transaction = transactionOf(sql)

    const isReference = live.reference === undefined ? isKey : Schema.is(live.reference)
    const known = <A, E>(reference: string, effect: Effect.Effect<A, E>): Effect.Effect<A, E | NotFound> =>
      isUuid(reference) || isReference(reference) ? effect : Effect.fail(unknown())
    const told = <A, E>(customer_id: string, change: Effect.Effect<A, E>) =>
      announced === undefined ? change : Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
    /** One write of the tenant at a time: what was looked at is what is written over. */
    const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      transaction(
        Effect.andThen(
          Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${table}:${customer_id}`}, 0))`),
          told(customer_id, change)
        )
      )
    const isLookedAt = judge !== undefined || keyFrom !== undefined || live.limit !== undefined
    const rewritten = (customer_id: string, reference: string, key: unknown, inputOf: (before: Row) => Row) =>
      known(reference, alone(customer_id, rewrite(customer_id, reference, inputOf))).pipe(
        // A put of that key, which waits for nobody, came in between.
        Effect.catchDefect((defect) => (isUniqueViolation(defect) ? Effect.fail(taken(key)) : Effect.die(defect)))
      )

    return {
      list: Effect.fn(`${table}.list`)(records.page),
      get: Effect.fn(`${table}.get`)((customer_id: string, reference: string) =>
        known(reference, Effect.flatMap(records.one(customer_id, reference), found))
      ),
      create: Effect.fn(`${table}.create`)((customer_id: string, input: Row) =>
        (isLookedAt ? alone : told)(customer_id, create(customer_id, input))
      ),
      replace: Effect.fn(`${table}.replace`)((customer_id: string, reference: string, input: Row) =>
        rewritten(customer_id, reference, input[live.key], () => input)
      ),
      update: Effect.fn(`${table}.update`)((customer_id: string, reference: string, patch: Row) =>
        rewritten(customer_id, reference, patch[live.key], patched(patch))
      ),
      put: Effect.fn(`${table}.put`)((customer_id: string, input: Row) =>
        told(
          customer_id,
          Effect.flatMap(rowOf(customer_id, input), (row) => records.put(customer_id, row))
        )
      ),
      remove: Effect.fn(`${table}.remove`)((customer_id: string, reference: string) => {
        const removed = Effect.flatMap(records.remove(customer_id, reference), (gone) =>
          gone === 0 ? Effect.fail(unknown()) : Effect.void
        )
        return known(reference, told(customer_id, removed))
      })
    } as unknown as LiveStore<L>
  })
