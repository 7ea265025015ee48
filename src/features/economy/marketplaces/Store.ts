/** Marketplaces in Postgres. They are switched off rather than removed: buddies own what was bought in them. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { namedBy } from "../../../platform/postgres/References.ts"
import { isUniqueViolation, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { AlreadyExists, NotFound } from "../../../wire/Failure.ts"
import { iso } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { MarketplaceInput } from "../../../wire/content/Marketplace.ts"
import type { Marketplace } from "./Api.ts"

const Row = Schema.Struct({
  marketplace_id: Schema.String,
  marketplace_key: Schema.String,
  name: Schema.String,
  audience: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean,
  items: Schema.Int,
  created_at: Schema.Date,
  updated_at: Schema.Date
})
const toWire = (found: typeof Row.Type): Marketplace => ({
  ...found,
  created_at: iso(found.created_at),
  updated_at: iso(found.updated_at)
})

const columns = `marketplace_id, marketplace_key, name, audience, is_active, created_at, updated_at,
  (SELECT count(*)::int FROM marketplace_items AS i WHERE i.customer_id = marketplaces.customer_id
    AND i.marketplace_id = marketplaces.marketplace_id AND i.status <> 'archived') AS items`

/** A key somebody else took in the meantime. */
const orTaken = <A, E>(effect: Effect.Effect<A, E>, key: string) =>
  Effect.catchDefect(effect, (defect) =>
    isUniqueViolation(defect) ? Effect.fail(new AlreadyExists({ resource: "marketplace", key })) : Effect.die(defect)
  )

export class MarketplaceStore extends Context.Service<
  MarketplaceStore,
  {
    list(
      customer_id: string,
      query: OffsetQuery & { readonly audience?: string }
    ): Effect.Effect<OffsetPage<Marketplace>>
    /** by id or key */
    read(customer_id: string, id: string): Effect.Effect<Marketplace, NotFound>
    create(customer_id: string, input: MarketplaceInput): Effect.Effect<Marketplace, AlreadyExists>
    replace(
      customer_id: string,
      id: string,
      input: MarketplaceInput
    ): Effect.Effect<Marketplace, NotFound | AlreadyExists>
  }
>()("hatchery/features/marketplaces/MarketplaceStore") {
  static readonly layer = Layer.effect(
    MarketplaceStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shown = sql.literal(columns)
      const named = namedBy(sql, { id: "marketplace_id", key: "marketplace_key" })

      const read = Effect.fn("MarketplaceStore.read")(function* (customer_id: string, id: string) {
        const found = yield* row(Row)(
          sql`SELECT ${shown} FROM marketplaces WHERE customer_id = ${customer_id}::uuid AND ${named(id)}`
        )
        return Option.isNone(found) ? yield* new NotFound({ resource: "marketplace" }) : toWire(found.value)
      })

      return MarketplaceStore.of({
        read,
        list: Effect.fn("MarketplaceStore.list")(function* (customer_id, query) {
          const audience = query.audience ?? null
          const where = sql`customer_id = ${customer_id}::uuid
            AND (${audience}::text IS NULL OR audience IS NULL OR audience = ${audience})`
          const page = yield* offsetList(query, {
            count: sql`SELECT count(*)::int AS total FROM marketplaces WHERE ${where}`,
            read: (limit, offset) =>
              rows(Row)(sql`
                SELECT ${shown} FROM marketplaces WHERE ${where}
                ORDER BY created_at DESC, marketplace_id DESC LIMIT ${limit} OFFSET ${offset}`)
          })
          return { ...page, data: page.data.map(toWire) }
        }),
        create: Effect.fn("MarketplaceStore.create")(function* (customer_id, input) {
          const now = yield* nowDate
          const marketplace_id = yield* uuid
          yield* orTaken(
            Effect.orDie(sql`
              INSERT INTO marketplaces
                (customer_id, marketplace_id, marketplace_key, name, audience, is_active, created_at, updated_at)
              VALUES (${customer_id}::uuid, ${marketplace_id}::uuid, ${input.marketplace_key}, ${input.name},
                ${input.audience}, ${input.is_active}, ${now}, ${now})`),
            input.marketplace_key
          )
          return yield* Effect.orDie(read(customer_id, marketplace_id))
        }),
        replace: Effect.fn("MarketplaceStore.replace")(function* (customer_id, id, input) {
          const { marketplace_id } = yield* read(customer_id, id)
          yield* orTaken(
            Effect.orDie(sql`
              UPDATE marketplaces SET marketplace_key = ${input.marketplace_key}, name = ${input.name},
                audience = ${input.audience}, is_active = ${input.is_active}, updated_at = ${yield* nowDate}
              WHERE customer_id = ${customer_id}::uuid AND marketplace_id = ${marketplace_id}::uuid`),
            input.marketplace_key
          )
          return yield* read(customer_id, marketplace_id)
        })
      })
    })
  )
}
