/** What a buddy owns, as it is stored. */
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type Standings, standings } from "../../../../buddy/Standings.ts"
import { offsetArray, offsetList, type OffsetPage } from "../../../../platform/postgres/Paging.ts"
import { row, rows } from "../../../../platform/postgres/Sql.ts"
import type { NotFound } from "../../../../wire/Failure.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../../wire/Page.ts"
import type { OwnedItem, Unlock } from "../Api/Items.ts"

const ItemRow = Schema.Struct({
  body: Schema.Struct({
    purchase_id: Schema.String,
    item_id: Schema.String,
    item_name: Schema.String,
    category: Schema.String,
    source: Schema.Literals(["purchase", "unlock", "reward", "gift"]),
    price_paid: Schema.Int,
    from_buddy_id: Schema.NullOr(Schema.String),
    reason: Schema.NullOr(Schema.String)
  }),
  created_at: Schema.Date
})
const PaymentRow = Schema.Struct({ ledger_id: Schema.String })
const NamedRow = Schema.Struct({ item_key: Schema.String, item_id: Schema.String })

export const holdings = (sql: SqlClient.SqlClient) => {
  const held = standings(sql).of
  /** the row that paid for a gift */
  const payment = (customer_id: string, buddy_id: string, purchase_id: string) =>
    row(PaymentRow)(sql`
      SELECT ledger_id FROM ledger
      WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND unit = 'coin'
        AND reason = 'gift' AND reference_id = ${purchase_id} AND amount < 0`)

  /** Ids of what the buddy owns, by the keys the items have. */
  const byKey = (customer_id: string, buddy_id: string, keys: ReadonlyArray<string>) =>
    rows(NamedRow)(sql`
            SELECT DISTINCT ON (i.item_key) i.item_key, i.item_id
            FROM buddies AS b JOIN marketplace_items AS i ON i.customer_id = b.customer_id
            WHERE b.customer_id = ${customer_id}::uuid AND b.buddy_id = ${buddy_id}::uuid
              AND i.item_key = ANY(${keys}::text[]) AND b.state -> 'items' -> i.item_id::text IS NOT NULL
            ORDER BY i.item_key, i.created_at, i.item_id`)
  return { byKey, held, payment, ...listing(sql, held) }
}

interface Listing {
  owned(
    customer_id: string,
    buddy_id: string,
    query: OffsetQuery
  ): Effect.Effect<OffsetPage<typeof OwnedItem.Type>, NotFound>
  unlocks(
    customer_id: string,
    buddy_id: string,
    query: OffsetQuery
  ): Effect.Effect<OffsetPage<typeof Unlock.Type>, NotFound>
}

const listing = (sql: SqlClient.SqlClient, held: Standings["of"]): Listing => ({
  owned: Effect.fn("BuddyItems.owned")(function* (customer_id, buddy_id, query) {
    const { state } = yield* held(customer_id, buddy_id)
    const counts = Object.values(state.items).map(({ count }) => count)
    // Of each item the newest, as many as it owns: what came before was given up with a former life.
    const mine = sql`(
      SELECT h.history_id, h.body, h.created_at, owned.count,
        row_number() OVER (PARTITION BY h.key ORDER BY h.history_id DESC) AS place
      FROM buddy_history AS h
      JOIN unnest(${Object.keys(state.items)}::text[], ${counts}::int[]) AS owned (key, count) USING (key)
      WHERE h.customer_id = ${customer_id}::uuid AND h.buddy_id = ${buddy_id}::uuid AND h.kind = 'item') AS mine
      WHERE place <= count`
    const page = yield* offsetList(query, {
      count: sql`SELECT count(*)::int AS total FROM ${mine}`,
      read: (limit, offset) =>
        rows(ItemRow)(sql`
          SELECT body, created_at FROM ${mine} ORDER BY history_id DESC LIMIT ${limit} OFFSET ${offset}`)
    })
    const toWire = ({ body, created_at }: typeof ItemRow.Type) => ({
      ...body,
      equipped: state.items[body.item_id]?.equipped ?? false,
      acquired_at: iso(created_at)
    })
    return { ...page, data: page.data.map(toWire) }
  }),
  unlocks: Effect.fn("BuddyItems.unlocks")(function* (customer_id, buddy_id, query) {
    const { state } = yield* held(customer_id, buddy_id)
    const newestFirst = Object.entries(state.gates).sort(([, left], [, right]) => right - left)
    return offsetArray(
      query,
      newestFirst.map(([gate_key, at]) => ({ gate_key, unlocked_at: new Date(at).toISOString() }))
    )
  })
})
