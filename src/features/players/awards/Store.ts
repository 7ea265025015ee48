/** Awards in Postgres: the receipts of their grants, which say what was given and stay. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { Origin } from "../../../wire/Change.ts"
import { Reward } from "../../../wire/content/Shared.ts"
import { isKey, iso, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { Award } from "./Api.ts"

/** What the receipt keeps of an award. */
export const AwardBody = Schema.Struct({
  award_key: Schema.String,
  label: Schema.String,
  description: Schema.String,
  icon_url: Schema.NullOr(Schema.String),
  reward: Schema.toType(Reward),
  reason: Schema.NullOr(Schema.String),
  awarded_by: Origin
})
export type AwardBody = typeof AwardBody.Type

const Row = Schema.Struct({
  campaign_id: Schema.String,
  buddy_id: Schema.String,
  body: AwardBody,
  ledger_ids: Schema.Array(Schema.String),
  granted_at: Schema.Date
})

const wireOf = ({ body, buddy_id, campaign_id, granted_at, ledger_ids }: typeof Row.Type): Award => ({
  award_id: campaign_id,
  buddy_id,
  ...body,
  ledger_ids,
  awarded_at: iso(granted_at)
})

export interface AwardQuery extends OffsetQuery {
  readonly award_key?: string
  readonly buddy_id?: string
}

export class AwardStore extends Context.Service<
  AwardStore,
  {
    /** the oldest of this key */
    first(customer_id: string, buddy_id: string, award_key: string): Effect.Effect<Option.Option<Award>>
    read(customer_id: string, buddy_id: string, award_id: string): Effect.Effect<Award>
    list(customer_id: string, query: AwardQuery): Effect.Effect<OffsetPage<Award>>
    ofBuddy(customer_id: string, buddy_id: string, query: AwardQuery): Effect.Effect<OffsetPage<Award>, NotFound>
  }
>()("hatchery/features/awards/AwardStore") {
  static readonly layer = Layer.effect(
    AwardStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("campaign_id, buddy_id, body, ledger_ids, granted_at")
      const of = (customer_id: string) => sql`customer_id = ${customer_id}::uuid AND source = 'award'`

      const list = Effect.fn("AwardStore.list")(function* (customer_id: string, query: AwardQuery) {
        const { award_key = null, buddy_id = null } = query
        // Whatever is no id or no key is nobody's.
        const whose = buddy_id === null ? sql`true` : isUuid(buddy_id) ? sql`buddy_id = ${buddy_id}::uuid` : sql`false`
        const key =
          award_key === null ? sql`true` : isKey(award_key) ? sql`body ->> 'award_key' = ${award_key}` : sql`false`
        const where = sql`${of(customer_id)} AND ${whose} AND ${key}`
        return yield* offsetList(query, {
          count: sql`SELECT count(*)::int AS total FROM campaign_receipts WHERE ${where}`,
          read: (limit, offset) =>
            Effect.map(
              rows(Row)(sql`SELECT ${columns} FROM campaign_receipts WHERE ${where}
                ORDER BY granted_at DESC, campaign_id DESC LIMIT ${limit} OFFSET ${offset}`),
              (found) => found.map(wireOf)
            )
        })
      })

      return AwardStore.of({
        first: Effect.fn("AwardStore.first")(function* (customer_id, buddy_id, award_key) {
          const found = yield* row(Row)(sql`SELECT ${columns} FROM campaign_receipts
            WHERE ${of(customer_id)} AND buddy_id = ${buddy_id}::uuid AND body ->> 'award_key' = ${award_key}
            ORDER BY granted_at, campaign_id LIMIT 1`)
          return Option.map(found, wireOf)
        }),
        read: Effect.fn("AwardStore.read")(function* (customer_id, buddy_id, award_id) {
          const found = yield* row(Row)(sql`SELECT ${columns} FROM campaign_receipts
            WHERE ${of(customer_id)} AND buddy_id = ${buddy_id}::uuid AND campaign_id = ${award_id}::uuid`)
          return wireOf(Option.getOrThrow(found))
        }),
        list,
        ofBuddy: Effect.fn("AwardStore.ofBuddy")(function* (customer_id, buddy_id, query) {
          const known = isUuid(buddy_id)
            ? yield* row(Schema.Struct({ buddy_id: Schema.String }))(sql`SELECT buddy_id FROM buddies
                WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
            : Option.none()
          if (Option.isNone(known)) return yield* new NotFound({ resource: "buddy" })
          return yield* list(customer_id, { ...query, buddy_id })
        })
      })
    })
  )
}
