/** Mystery boxes in Postgres. One that is removed keeps its row: what was opened is counted by its id. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { type BoxContent, oddsOf } from "../../../wire/campaigns/MysteryBox.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { MysteryBox } from "./Api.ts"

const Row = Schema.Struct({
  mystery_box_id: Schema.String,
  box_key: Schema.String,
  content: Schema.Unknown as unknown as Schema.Codec<BoxContent>,
  revision: Schema.Int,
  opened: Schema.NumberFromString,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
export type KeptBox = typeof Row.Type

export const shownBox = ({ content, created_at, revision: _revision, updated_at, ...box }: KeptBox): MysteryBox => ({
  ...box,
  ...content,
  odds: oddsOf(content.reward_pool),
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

interface Service {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: BoxContent["status"] }
  ): Effect.Effect<OffsetPage<MysteryBox>>
  /** by id or key */
  read(customer_id: string, reference: string): Effect.Effect<KeptBox, NotFound>
  /** the same, as it is until the caller's transaction ends: nobody removes what is being changed */
  hold(customer_id: string, reference: string): Effect.Effect<KeptBox, NotFound>
  /** the active ones, the newest first */
  active(customer_id: string): Effect.Effect<ReadonlyArray<KeptBox>>
  /** one change of the tenant's boxes at a time, until the transaction ends */
  alone(customer_id: string): Effect.Effect<void>
  isTaken(customer_id: string, key: string): Effect.Effect<boolean>
  insert(customer_id: string, box_key: string, content: BoxContent): Effect.Effect<string, AlreadyExists>
  /** with the next revision when there is something else to draw */
  update(customer_id: string, box: KeptBox, content: BoxContent): Effect.Effect<void>
  remove(customer_id: string, reference: string): Effect.Effect<void, NotFound>
}

export class BoxStore extends Context.Service<BoxStore, Service>()("hatchery/features/mystery-boxes/BoxStore") {
  static readonly layer = Layer.effect(
    BoxStore,
    Effect.map(SqlClient.SqlClient, (sql) => BoxStore.of({ ...reading(sql), ...writing(sql) }))
  )
}

const unknown = () => new NotFound({ resource: "mystery box" })

const statements = (sql: SqlClient.SqlClient) => {
  const ofTenant = (customer_id: string) => sql`b.customer_id = ${customer_id}::uuid AND b.deleted_at IS NULL`
  const nameOf = namedBy(sql, { id: "b.mystery_box_id", key: "b.box_key" })
  return {
    ofTenant,
    named: (customer_id: string, reference: string) => sql`${ofTenant(customer_id)} AND ${nameOf(reference)}`
  }
}

const reading = (
  sql: SqlClient.SqlClient
): Pick<Service, "list" | "read" | "hold" | "active" | "isTaken" | "alone"> => {
  const { named, ofTenant } = statements(sql)
  const shown = sql.literal(`b.mystery_box_id, b.box_key, b.content, b.revision, b.created_at, b.updated_at,
    (SELECT coalesce(sum(t.amount), 0)::text FROM campaign_totals AS t
     WHERE t.customer_id = b.customer_id AND t.subject_id = b.mystery_box_id) AS opened`)
  const newest = sql.literal("ORDER BY b.created_at DESC, b.mystery_box_id DESC")
  const one = Effect.fnUntraced(function* (customer_id: string, reference: string, lock: Statement.Fragment) {
    const found = yield* row(Row)(sql`
      SELECT ${shown} FROM mystery_boxes AS b WHERE ${named(customer_id, reference)} ${lock}`)
    return Option.isNone(found) ? yield* unknown() : found.value
  })
  return {
    list: Effect.fn("BoxStore.list")(function* (customer_id, query) {
      const status = query.status ?? null
      const where = sql`${ofTenant(customer_id)} AND (${status}::text IS NULL OR b.content ->> 'status' = ${status})`
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM mystery_boxes AS b WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${shown} FROM mystery_boxes AS b WHERE ${where} ${newest} LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(shownBox) }
    }),
    read: Effect.fn("BoxStore.read")((customer_id, reference) => one(customer_id, reference, sql``)),
    hold: Effect.fn("BoxStore.hold")((customer_id, reference) =>
      one(customer_id, reference, sql`FOR NO KEY UPDATE OF b`)
    ),
    active: Effect.fn("BoxStore.active")((customer_id) =>
      rows(Row)(sql`
        SELECT ${shown} FROM mystery_boxes AS b
        WHERE ${ofTenant(customer_id)} AND b.content ->> 'status' = 'active' ${newest}`)
    ),
    alone: Effect.fn("BoxStore.alone")(function* (customer_id) {
      yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mystery_boxes:${customer_id}`}, 0))`)
    }),
    isTaken: (customer_id, key) =>
      Effect.map(
        execute(sql`SELECT 1 FROM mystery_boxes AS b WHERE ${ofTenant(customer_id)} AND b.box_key = ${key}`),
        (count) => count > 0
      )
  }
}

const writing = (sql: SqlClient.SqlClient): Pick<Service, "insert" | "update" | "remove"> => ({
  insert: Effect.fn("BoxStore.insert")(function* (customer_id, box_key, content) {
    const mystery_box_id = yield* uuid
    const now = yield* nowDate
    const made = yield* execute(sql`
      INSERT INTO mystery_boxes (customer_id, mystery_box_id, box_key, content, revision, created_at, updated_at)
      VALUES (${customer_id}::uuid, ${mystery_box_id}::uuid, ${box_key}, ${JSON.stringify(content)}::jsonb, 1, ${now},
        ${now})
      ON CONFLICT (customer_id, box_key) WHERE deleted_at IS NULL DO NOTHING RETURNING 1`)
    return made === 0 ? yield* new AlreadyExists({ resource: "mystery box", key: box_key }) : mystery_box_id
  }),
  update: Effect.fn("BoxStore.update")(function* (customer_id, { mystery_box_id }, content) {
    yield* execute(sql`
      UPDATE mystery_boxes AS b SET content = next.content, updated_at = ${yield* nowDate},
        revision = b.revision + (b.content -> 'reward_pool' <> next.content -> 'reward_pool')::int
      FROM (SELECT ${JSON.stringify(content)}::jsonb AS content) AS next
      WHERE b.customer_id = ${customer_id}::uuid AND b.mystery_box_id = ${mystery_box_id}::uuid`)
  }),
  remove: Effect.fn("BoxStore.remove")(function* (customer_id, reference) {
    const { named } = statements(sql)
    const removed = yield* execute(sql`
      UPDATE mystery_boxes AS b SET deleted_at = ${yield* nowDate} WHERE ${named(customer_id, reference)} RETURNING 1`)
    if (removed === 0) return yield* unknown()
  })
})
