/** Gates in Postgres. Removing a gate takes nothing from the buddies that unlocked it. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { offsetList, type OffsetPage } from "../../../platform/postgres/Paging.ts"
import { execute, nowDate, row, rows } from "../../../platform/postgres/Sql.ts"
import { NotFound } from "../../../wire/Failure.ts"
import { isKey } from "../../../wire/Ids.ts"
import type { OffsetQuery } from "../../../wire/Page.ts"
import { type Gate, Metadata } from "../../../wire/content/Gate.ts"

const Row = Schema.Struct({
  gate_key: Schema.String,
  token_key: Schema.String,
  cost: Schema.BigInt,
  metadata: Metadata,
  created: Schema.Boolean
})
const toWire = ({ cost, gate_key, metadata, token_key }: typeof Row.Type): Gate => ({
  gate_key,
  token_key,
  cost: Number(cost),
  metadata
})

export class GateStore extends Context.Service<
  GateStore,
  {
    list(customer_id: string, query: OffsetQuery): Effect.Effect<OffsetPage<Gate>>
    get(customer_id: string, gate_key: string): Effect.Effect<Gate, NotFound>
    put(customer_id: string, gate: Gate): Effect.Effect<{ readonly gate: Gate; readonly created: boolean }>
    remove(customer_id: string, gate_key: string): Effect.Effect<void, NotFound>
  }
>()("hatchery/features/gates/GateStore") {
  static readonly layer = Layer.effect(
    GateStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("gate_key, token_key, cost, metadata")
      return GateStore.of({
        list: Effect.fn("GateStore.list")(function* (customer_id, query) {
          const page = yield* offsetList(query, {
            count: sql`SELECT count(*)::int AS total FROM gates WHERE customer_id = ${customer_id}::uuid`,
            read: (limit, offset) =>
              rows(Row)(sql`
              SELECT ${columns}, false AS created FROM gates WHERE customer_id = ${customer_id}::uuid
              ORDER BY created_at DESC, gate_key LIMIT ${limit} OFFSET ${offset}`)
          })
          return { ...page, data: page.data.map(toWire) }
        }),
        get: Effect.fn("GateStore.get")(function* (customer_id, gate_key) {
          if (!isKey(gate_key)) return yield* new NotFound({ resource: "gate" })
          const found = yield* row(Row)(sql`
          SELECT ${columns}, false AS created FROM gates
          WHERE customer_id = ${customer_id}::uuid AND gate_key = ${gate_key}`)
          return Option.isNone(found) ? yield* new NotFound({ resource: "gate" }) : toWire(found.value)
        }),
        put: Effect.fn("GateStore.put")(function* (customer_id, gate) {
          const now = yield* nowDate
          const metadata = JSON.stringify(gate.metadata)
          // xmax is zero in a row that no transaction has replaced yet: it was inserted here.
          const saved = yield* row(Row)(sql`
          INSERT INTO gates (customer_id, gate_key, token_key, cost, metadata, created_at, updated_at)
          VALUES (${customer_id}::uuid, ${gate.gate_key}, ${gate.token_key}, ${gate.cost}, ${metadata}::jsonb,
                  ${now}, ${now})
          ON CONFLICT (customer_id, gate_key) DO UPDATE
            SET token_key = excluded.token_key, cost = excluded.cost, metadata = excluded.metadata,
                updated_at = excluded.updated_at
          RETURNING ${columns}, xmax = 0 AS created`)
          const found = Option.getOrThrow(saved)
          return { gate: toWire(found), created: found.created }
        }),
        remove: Effect.fn("GateStore.remove")(function* (customer_id, gate_key) {
          if (!isKey(gate_key)) return yield* new NotFound({ resource: "gate" })
          const removed = yield* execute(sql`
          DELETE FROM gates WHERE customer_id = ${customer_id}::uuid AND gate_key = ${gate_key} RETURNING gate_key`)
          if (removed === 0) return yield* new NotFound({ resource: "gate" })
        })
      })
    })
  )
}
