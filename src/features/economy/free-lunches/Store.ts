/** Free lunches in Postgres: the receipts of their grants, and what became of the card as the buddy's state tells. */
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { nowDate, rows } from "../../../platform/postgres/Sql.ts"
import { Origin } from "../../../wire/Change.ts"
import { iso, isUuid } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import type { FreeLunch } from "./Api.ts"

/** What the receipt keeps of a gift. */
export const FreeLunchBody = Schema.Struct({
  coins: Schema.Int,
  message: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.String),
  granted_by: Origin
})
export type FreeLunchBody = typeof FreeLunchBody.Type

const Status = Schema.Literals(["granted", "seen", "dismissed", "gone"])
const Row = Schema.Struct({
  grant_id: Schema.String,
  buddy_id: Schema.String,
  body: FreeLunchBody,
  status: Status,
  granted_at: Schema.Date
})

export interface FreeLunchQuery extends OffsetQuery {
  readonly buddy_id?: string
  readonly status?: typeof Status.Type
}

/** `now`: epoch ms, of all that live at no other moment. A card that is over goes with the next change of its buddy. */
const listed = (now: string) => `
  SELECT r.campaign_id AS grant_id, r.buddy_id, r.body, r.granted_at, CASE
    WHEN card ->> 'status' IS NULL
      OR (card ->> 'expires_at')::numeric <= coalesce(extract(epoch FROM t.virtual_now) * 1000, ${now}) THEN 'gone'
    ELSE card ->> 'status' END AS status
  FROM campaign_receipts AS r
  LEFT JOIN buddy_states AS b ON b.customer_id = r.customer_id AND b.buddy_id = r.buddy_id
  LEFT JOIN buddy_identities AS i ON i.customer_id = r.customer_id AND i.buddy_id = r.buddy_id
  LEFT JOIN test_clock_users AS u ON u.customer_id = i.customer_id AND u.user_id = i.user_id
  LEFT JOIN test_clocks AS t ON t.customer_id = u.customer_id AND t.test_clock_id = u.test_clock_id
  CROSS JOIN LATERAL (SELECT b.state -> 'lunches' -> r.campaign_id::text AS card) AS c`

export class FreeLunchStore extends Context.Service<
  FreeLunchStore,
  { list(customer_id: string, query: FreeLunchQuery): Effect.Effect<OffsetPage<FreeLunch>> }
>()("hatchery/features/free-lunches/FreeLunchStore") {
  static readonly layer = Layer.effect(
    FreeLunchStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const wireOf = ({ body, granted_at, ...row }: typeof Row.Type): FreeLunch => ({
        ...row,
        ...body,
        granted_at: iso(granted_at)
      })
      return FreeLunchStore.of({
        list: Effect.fn("FreeLunchStore.list")(function* (customer_id, { buddy_id = null, status = null, ...query }) {
          const now = (yield* nowDate).getTime()
          // Whatever is no id is nobody's.
          const whose =
            buddy_id === null ? sql`true` : isUuid(buddy_id) ? sql`r.buddy_id = ${buddy_id}::uuid` : sql`false`
          const lunches = sql`SELECT * FROM (${sql.literal(listed(String(now)))}
            WHERE r.customer_id = ${customer_id}::uuid AND r.source = 'free_lunch' AND ${whose}) AS f
            WHERE ${status === null ? sql`true` : sql`f.status = ${status}`}`
          return yield* offsetList(query, {
            count: sql`SELECT count(*)::int AS total FROM (${lunches}) AS f`,
            read: (limit, offset) =>
              Effect.map(
                rows(Row)(sql`${lunches} ORDER BY granted_at DESC, grant_id DESC LIMIT ${limit} OFFSET ${offset}`),
                (found) => found.map(wireOf)
              )
          })
        })
      })
    })
  )
}
