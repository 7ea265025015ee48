import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CursorPage, cursorPaging, mapPage } from "../../platform/Paging.ts"
import { row, rows } from "../../platform/Sql.ts"
import { type BadRequest, NotFound } from "../../wire/Failure.ts"
import { iso, isUuid } from "../../wire/Ids.ts"
import type { CursorQuery } from "../../wire/Page.ts"
import type { LedgerRow } from "./Api.ts"

const Row = Schema.Struct({
  ledger_id: Schema.String,
  seq: Schema.BigInt,
  buddy_id: Schema.String,
  unit: Schema.String,
  amount: Schema.BigInt,
  balance_after: Schema.BigInt,
  reason: Schema.String,
  reference_type: Schema.String,
  reference_id: Schema.NullOr(Schema.String),
  rule_id: Schema.NullOr(Schema.String),
  config_version_id: Schema.String,
  reverses_ledger_id: Schema.NullOr(Schema.String),
  is_lucky: Schema.Boolean,
  created_at: Schema.Date,
  prev_hash: Schema.String,
  hash: Schema.String
})

const tokenPrefix = "token:"

const toWire = (entry: typeof Row.Type): LedgerRow => {
  const token = entry.unit.startsWith(tokenPrefix)
  const amount = Number(entry.amount)
  return {
    ...entry,
    seq: Number(entry.seq),
    unit: token ? "token" : "coin",
    token_key: token ? entry.unit.slice(tokenPrefix.length) : null,
    direction: amount < 0 ? "debit" : "credit",
    amount: Math.abs(amount),
    balance_after: Number(entry.balance_after),
    created_at: iso(entry.created_at)
  }
}

export class EconomyStore extends Context.Service<
  EconomyStore,
  {
    ledger(
      customer_id: string,
      buddy_id: string,
      query: CursorQuery & { readonly token_key?: string }
    ): Effect.Effect<CursorPage<LedgerRow>, BadRequest | NotFound>
  }
>()("hatchery/features/economy/EconomyStore") {
  static readonly layer = Layer.effect(
    EconomyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      return EconomyStore.of({
        ledger: Effect.fn("EconomyStore.ledger")(function* (customer_id, buddy_id, query) {
          if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
          const owner = yield* row(Schema.Struct({ buddy_id: Schema.String }))(sql`
          SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
          if (Option.isNone(owner)) return yield* new NotFound({ resource: "buddy" })
          const unit = query.token_key === undefined ? "coin" : tokenPrefix + query.token_key
          const page = yield* cursors.page({
            customer_id,
            list: `ledger:${buddy_id}:${unit}`,
            query,
            position: Schema.Tuple([Schema.Int]),
            positionOf: (entry: typeof Row.Type) => [Number(entry.seq)] as const,
            read: (after, count) =>
              rows(Row)(sql`
              SELECT ledger_id, seq, buddy_id, unit, amount, balance_after, reason, reference_type, reference_id,
                rule_id, config_version_id,
                     reverses_ledger_id, is_lucky, created_at, prev_hash, hash
              FROM ledger WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid AND unit = ${unit}
                AND seq < ${after === null ? sql`9223372036854775807` : sql`${after[0]}::bigint`}
              ORDER BY seq DESC LIMIT ${count}`)
          })
          return mapPage(page, toWire)
        })
      })
    })
  )
}
