/** Kudo types in Postgres. One that is archived keeps its row and its key: it may come back, and kudos name it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { type KudoType, type KudoTypeInput, placeMax } from "./Api.ts"

type Content = Omit<KudoTypeInput, "kudo_key" | "order" | "status">
type Status = KudoTypeInput["status"]

const Row = Schema.Struct({
  kudo_type_id: Schema.String,
  kudo_key: Schema.String,
  content: Schema.Unknown as unknown as Schema.Codec<Content>,
  place: Schema.Int,
  status: Schema.Literals(["active", "archived"]),
  created_at: Schema.Date,
  updated_at: Schema.Date
})
const Last = Schema.Struct({ last: Schema.NullOr(Schema.Int) })

/** What of a type may change. */
export interface KudoTypeState {
  readonly content: Content
  /** null: the last one */
  readonly order: number | null
  readonly status: Status
}

interface Service {
  list(
    customer_id: string,
    query: OffsetQuery & { readonly status?: Status | "all" }
  ): Effect.Effect<OffsetPage<KudoType>>
  /** by id or key */
  read(customer_id: string, reference: string): Effect.Effect<KudoType, NotFound>
  /** all of them, in their order */
  active(customer_id: string): Effect.Effect<ReadonlyArray<KudoType>>
  /** one change of the tenant's types at a time, until the transaction ends */
  alone(customer_id: string): Effect.Effect<void>
  /** those of the keys that are in use */
  taken(customer_id: string, keys: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>>
  insert(customer_id: string, kudo_key: string, state: KudoTypeState): Effect.Effect<KudoType, AlreadyExists>
  update(customer_id: string, kudo_type_id: string, state: KudoTypeState): Effect.Effect<KudoType>
  /** they take the first places, in this order */
  place(customer_id: string, kudo_type_ids: ReadonlyArray<string>): Effect.Effect<void>
}

export class KudoTypeStore extends Context.Service<KudoTypeStore, Service>()(
  "hatchery/features/kudos-types/KudoTypeStore"
) {
  static readonly layer = Layer.effect(
    KudoTypeStore,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const reads = reading(sql)
      return KudoTypeStore.of({ ...reads, ...writing(sql, reads.read) })
    })
  )
}

const shown = ({ content, created_at, place, updated_at, ...type }: typeof Row.Type): KudoType => ({
  ...type,
  ...content,
  order: place,
  created_at: iso(created_at),
  updated_at: iso(updated_at)
})

type Reading = Pick<Service, "list" | "read" | "active" | "alone" | "taken">

const reading = (sql: SqlClient.SqlClient): Reading => {
  const columns = sql.literal("k.kudo_type_id, k.kudo_key, k.content, k.place, k.status, k.created_at, k.updated_at")
  const inOrder = sql.literal("ORDER BY k.place, k.kudo_key")
  const ofTenant = (customer_id: string) => sql`k.customer_id = ${customer_id}::uuid`
  const named = namedBy(sql, { id: "k.kudo_type_id", key: "k.kudo_key" })
  return {
    list: Effect.fn("KudoTypeStore.list")(function* (customer_id, { status = "active", ...query }) {
      const where = sql`${ofTenant(customer_id)} AND (${status} = 'all' OR k.status = ${status})`
      const page = yield* offsetList(query, {
        count: sql`SELECT count(*)::int AS total FROM kudo_types AS k WHERE ${where}`,
        read: (limit, offset) =>
          rows(Row)(sql`
            SELECT ${columns} FROM kudo_types AS k WHERE ${where} ${inOrder} LIMIT ${limit} OFFSET ${offset}`)
      })
      return { ...page, data: page.data.map(shown) }
    }),
    read: Effect.fn("KudoTypeStore.read")(function* (customer_id, reference) {
      const found = yield* row(Row)(sql`
        SELECT ${columns} FROM kudo_types AS k WHERE ${ofTenant(customer_id)} AND ${named(reference)}`)
      return Option.isNone(found) ? yield* new NotFound({ resource: "kudo type" }) : shown(found.value)
    }),
    active: Effect.fn("KudoTypeStore.active")((customer_id) =>
      Effect.map(
        rows(Row)(sql`
          SELECT ${columns} FROM kudo_types AS k WHERE ${ofTenant(customer_id)} AND k.status = 'active' ${inOrder}`),
        (found) => found.map(shown)
      )
    ),
    alone: Effect.fn("KudoTypeStore.alone")(function* (customer_id) {
      yield* execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`kudo_types:${customer_id}`}, 0))`)
    }),
    taken: Effect.fn("KudoTypeStore.taken")((customer_id, keys) =>
      Effect.map(
        rows(Schema.Struct({ kudo_key: Schema.String }))(sql`
          SELECT k.kudo_key FROM kudo_types AS k
          WHERE ${ofTenant(customer_id)} AND k.kudo_key = ANY(${keys}::text[])`),
        (found) => found.map(({ kudo_key }) => kudo_key)
      )
    )
  }
}

const writing = (sql: SqlClient.SqlClient, read: Service["read"]): Pick<Service, "insert" | "update" | "place"> => {
  const shownAgain = (customer_id: string, id: string) => Effect.orDie(read(customer_id, id))
  const lastPlace = (customer_id: string, but: string | null) =>
    Effect.map(
      row(Last)(sql`
        SELECT max(place) AS last FROM kudo_types WHERE customer_id = ${customer_id}::uuid
          AND status = 'active' AND kudo_type_id IS DISTINCT FROM ${but}::uuid`),
      (found) => Math.min((Option.getOrThrow(found).last ?? 0) + 1, placeMax)
    )
  return {
    insert: Effect.fn("KudoTypeStore.insert")(function* (customer_id, kudo_key, { content, order, status }) {
      const [id, now] = [yield* uuid, yield* nowDate]
      const place = order ?? (yield* lastPlace(customer_id, null))
      const made = yield* execute(sql`
        INSERT INTO kudo_types (customer_id, kudo_type_id, kudo_key, content, place, status, created_at, updated_at)
        VALUES (${customer_id}::uuid, ${id}::uuid, ${kudo_key}, ${JSON.stringify(content)}::jsonb, ${place}, ${status},
          ${now}, ${now})
        ON CONFLICT (customer_id, kudo_key) DO NOTHING RETURNING 1`)
      if (made === 0) return yield* new AlreadyExists({ resource: "kudo type", key: kudo_key })
      return yield* shownAgain(customer_id, id)
    }),
    update: Effect.fn("KudoTypeStore.update")(function* (customer_id, id, { content, order, status }) {
      const place = order ?? (yield* lastPlace(customer_id, id))
      yield* execute(sql`
        UPDATE kudo_types SET content = ${JSON.stringify(content)}::jsonb, place = ${place}, status = ${status},
          updated_at = ${yield* nowDate}
        WHERE customer_id = ${customer_id}::uuid AND kudo_type_id = ${id}::uuid`)
      return yield* shownAgain(customer_id, id)
    }),
    place: Effect.fn("KudoTypeStore.place")(function* (customer_id, kudo_type_ids) {
      yield* execute(sql`
        UPDATE kudo_types AS k SET place = named.place, updated_at = ${yield* nowDate}
        FROM unnest(${kudo_type_ids}::uuid[]) WITH ORDINALITY AS named (kudo_type_id, place)
        WHERE k.customer_id = ${customer_id}::uuid AND k.kudo_type_id = named.kudo_type_id
          AND k.place <> named.place`)
    })
  }
}
