/**
 * Live collections whose records are documents the rules read as they stand. One that is removed keeps its row, for
 * what was counted under its id, and gives its key free. Its table has customer_id, the id, the key, `content`,
 * `revision`, `deleted_at`, created_at and updated_at.
 */
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { CacheInvalidation } from "../../platform/cluster/CacheInvalidation.ts"
import { randomBase62, uuid } from "../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../platform/postgres/Paging.ts"
import { namedBy } from "../../platform/postgres/References.ts"
import { execute, nowDate, row, rows, transactionOf } from "../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../wire/Failure.ts"
import { iso } from "../../wire/Ids.ts"
import type { OffsetQuery } from "../../wire/Page.ts"
import { CampaignLimit } from "../../wire/refusals/Campaigns.ts"
import { slugOf } from "../../wire/Slug.ts"

export interface DocumentKind {
  readonly table: string
  /** its columns */
  readonly id: string
  readonly key: string
  /** in refusals: `surprise drop` */
  readonly resource: string
  /** SQL: whether the document `d` is live */
  readonly live: string
  readonly live_max: number
  /** those that are not live included */
  readonly all_max: number
  /** SQL: whether chances of `d` and the document `next` differ */
  readonly differs: string
  /** of campaign_totals: the bucket that is shown with it */
  readonly counted: string
}

export interface Kept<C> {
  readonly id: string
  readonly key: string
  readonly content: C
  readonly revision: number
  readonly counted: number
  readonly created_at: string
  readonly updated_at: string
}

export interface Documents<C, R> {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: "active" | "inactive" }
  ): Effect.Effect<OffsetPage<Kept<C>>>
  /** the newest first */
  all(customer_id: string): Effect.Effect<ReadonlyArray<Kept<C>>>
  /** `name`: what its key is made of when none is given */
  create(
    customer_id: string,
    input: { readonly key: string | null; readonly name: string; readonly content: C }
  ): Effect.Effect<Kept<C>, AlreadyExists | CampaignLimit | R>
  /** `reference`: id or key */
  update(
    customer_id: string,
    reference: string,
    change: (before: C) => C
  ): Effect.Effect<Kept<C>, NotFound | CampaignLimit | R>
  remove(customer_id: string, reference: string): Effect.Effect<void, NotFound>
  /** whether there is one of the key */
  isTaken(customer_id: string, key: string): Effect.Effect<boolean>
}

/** Asked while no other write of the tenant can come between. */
export interface Rules<C, R> {
  /** what is to be kept, or why not */
  judge(customer_id: string, content: C, before: Kept<C> | null): Effect.Effect<C, R>
  /** what else has the key, by its name in refusals; null: nothing */
  heldBy?(customer_id: string, key: string): Effect.Effect<string | null>
}

const DocumentRow = Schema.Struct({
  id: Schema.String,
  key: Schema.String,
  content: Schema.Unknown,
  revision: Schema.Int,
  counted: Schema.NumberFromString,
  created_at: Schema.Date,
  updated_at: Schema.Date
})

const statements = (sql: SqlClient.SqlClient, kind: DocumentKind) => {
  const { counted, id, key, live, table } = kind
  const ofTenant = (customer_id: string) => sql`d.customer_id = ${customer_id}::uuid AND d.deleted_at IS NULL`
  const nameOf = namedBy(sql, { id: `d.${id}`, key: `d.${key}` })
  const keyColumn = sql.literal(`d.${key}`)
  return {
    ofTenant,
    records: sql.literal(`${table} AS d`),
    isLive: sql.literal(live),
    keyed: (customer_id: string, value: string) => sql`${ofTenant(customer_id)} AND ${keyColumn} = ${value}`,
    named: (customer_id: string, reference: string) => sql`${ofTenant(customer_id)} AND ${nameOf(reference)}`,
    shown: sql.literal(`d.${id} AS id, d.${key} AS key, d.content, d.revision, d.created_at, d.updated_at,
      (SELECT coalesce(sum(t.amount), 0)::text FROM campaign_totals AS t
       WHERE t.customer_id = d.customer_id AND t.subject_id = d.${id} AND t.bucket = '${counted}') AS counted`),
    newest: sql.literal(`ORDER BY d.created_at DESC, d.${id} DESC`)
  }
}

const reading = <C>(sql: SqlClient.SqlClient, kind: DocumentKind) => {
  const { isLive, keyed, named, newest, ofTenant, records, shown } = statements(sql, kind)
  const read = rows(DocumentRow)
  const kept = ({ content, created_at, updated_at, ...found }: typeof DocumentRow.Type): Kept<C> => ({
    ...found,
    content: content as C,
    created_at: iso(created_at),
    updated_at: iso(updated_at)
  })
  return {
    list: Effect.fnUntraced(function* (
      customer_id: string,
      { status, ...query }: OffsetQuery & { readonly status?: "active" | "inactive" }
    ) {
      const wanted = status === undefined ? null : status === "active"
      const where = sql`${ofTenant(customer_id)} AND (${wanted}::boolean IS NULL OR (${isLive}) = ${wanted})`
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM ${records} WHERE ${where}`,
        read: (limit, offset) =>
          read(sql`SELECT ${shown} FROM ${records} WHERE ${where} ${newest} LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(kept) }
    }),
    all: (customer_id: string) =>
      Effect.map(read(sql`SELECT ${shown} FROM ${records} WHERE ${ofTenant(customer_id)} ${newest}`), (found) =>
        found.map(kept)
      ),
    one: Effect.fnUntraced(function* (customer_id: string, reference: string) {
      const found = yield* row(DocumentRow)(sql`
        SELECT ${shown} FROM ${records} WHERE ${named(customer_id, reference)} LIMIT 1`)
      if (Option.isNone(found)) return yield* new NotFound({ resource: kind.resource })
      return kept(found.value)
    }),
    isTaken: (customer_id: string, key: string) =>
      Effect.map(execute(sql`SELECT 1 FROM ${records} WHERE ${keyed(customer_id, key)}`), (found) => found > 0),
    count: (customer_id: string) => execute(sql`SELECT 1 FROM ${records} WHERE ${ofTenant(customer_id)}`),
    countLive: (customer_id: string) =>
      execute(sql`SELECT 1 FROM ${records} WHERE ${ofTenant(customer_id)} AND ${isLive}`)
  }
}

const writing = (sql: SqlClient.SqlClient, kind: DocumentKind) => {
  const { named, records } = statements(sql, kind)
  const { differs, id, key } = kind
  return {
    insert: Effect.fnUntraced(function* (customer_id: string, name: string, content: unknown) {
      const now = yield* nowDate
      const made = yield* uuid
      yield* execute(sql`
        INSERT INTO ${records} (customer_id, ${sql.literal(`${id}, ${key}`)}, content, revision, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${made}::uuid, ${name}, ${JSON.stringify(content)}::jsonb, 1, ${now}, ${now})`)
      return made
    }),
    set: Effect.fnUntraced(function* (customer_id: string, reference: string, content: unknown) {
      yield* execute(sql`
        UPDATE ${records} SET content = next.content, updated_at = ${yield* nowDate},
          revision = d.revision + (${sql.literal(differs)})::int
        FROM (SELECT ${JSON.stringify(content)}::jsonb AS content) AS next WHERE ${named(customer_id, reference)}`)
    }),
    remove: Effect.fnUntraced(function* (customer_id: string, reference: string) {
      const removed = yield* execute(sql`
        UPDATE ${records} SET deleted_at = ${yield* nowDate} WHERE ${named(customer_id, reference)} RETURNING 1`)
      if (removed === 0) return yield* new NotFound({ resource: kind.resource })
    })
  }
}

const tail_length = 6

/** To be yielded while a family's store is built. */
export const documents = <C, R>(kind: DocumentKind, { heldBy, judge }: Rules<C, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changes = yield* CacheInvalidation
    const { all, count, countLive, isTaken, list, one } = reading<C>(sql, kind)
    const { insert, remove, set } = writing(sql, kind)
    const { all_max, live_max, resource, table } = kind

    /** One write of the tenant at a time, and every node hears of it. */
    const alone = <A, E>(customer_id: string, change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      transactionOf(sql)(
        Effect.andThen(
          Effect.orDie(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${table}:${customer_id}`}, 0))`),
          Effect.tap(change, () => changes.publish({ _tag: "Tenant", customer_id }))
        )
      )

    const holder = Effect.fnUntraced(function* (customer_id: string, key: string) {
      if (yield* isTaken(customer_id, key)) return resource
      return heldBy === undefined ? null : yield* heldBy(customer_id, key)
    })

    const keyFor = Effect.fnUntraced(function* (customer_id: string, key: string | null, name: string) {
      const wanted = key ?? slugOf(name, resource.replaceAll(" ", "-"))
      const held = yield* holder(customer_id, wanted)
      if (held === null) return wanted
      if (key !== null) return yield* new AlreadyExists({ resource: held, key })
      return `${wanted}-${(yield* randomBase62(tail_length)).toLowerCase()}`
    })

    /** After the write: what is one too many is not kept. */
    const room = Effect.fnUntraced(function* (customer_id: string) {
      const of = `${resource.replaceAll(" ", "_")}s`
      if ((yield* countLive(customer_id)) > live_max) return yield* new CampaignLimit({ of, max: live_max })
      if ((yield* count(customer_id)) > all_max) return yield* new CampaignLimit({ of, max: all_max })
    })

    return {
      list: Effect.fn(`${table}.list`)(list),
      all: Effect.fn(`${table}.all`)(all),
      isTaken,
      create: Effect.fn(`${table}.create`)((customer_id, { content, key: given, name }) =>
        alone(
          customer_id,
          Effect.gen(function* () {
            const judged = yield* judge(customer_id, content, null)
            const id = yield* insert(customer_id, yield* keyFor(customer_id, given, name), judged)
            yield* room(customer_id)
            return yield* Effect.orDie(one(customer_id, id))
          })
        )
      ),
      update: Effect.fn(`${table}.update`)((customer_id, reference, change) =>
        alone(
          customer_id,
          Effect.gen(function* () {
            const before = yield* one(customer_id, reference)
            yield* set(customer_id, before.id, yield* judge(customer_id, change(before.content), before))
            yield* room(customer_id)
            return yield* Effect.orDie(one(customer_id, before.id))
          })
        )
      ),
      remove: Effect.fn(`${table}.remove`)((customer_id, reference) =>
        alone(customer_id, remove(customer_id, reference))
      )
    } satisfies Documents<C, R> as Documents<C, R>
  })
