import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type CursorPage, cursorPaging, mapPage } from "../../platform/Paging.ts"
import { row, rows } from "../../platform/Sql.ts"
import { type BadRequest, NotFound } from "../../wire/Failure.ts"
import { shownEventId } from "../../wire/EventIds.ts"
import { iso, isUuid } from "../../wire/Ids.ts"
import type { CursorQuery } from "../../wire/Page.ts"
import { genesisHash, ledgerHash } from "../../buddy/Ledger.ts"
import type { LedgerRow, LedgerVerdict } from "./Api.ts"

export const EntryRow = Schema.Struct({
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

export const entryColumns =
  "ledger_id, seq, buddy_id, unit, amount, balance_after, reason, reference_type, reference_id, rule_id, " +
  "config_version_id, reverses_ledger_id, is_lucky, created_at, prev_hash, hash"

const tokenPrefix = "token:"

const shownOrNull = (event_id: string | null) => (event_id === null ? null : shownEventId(event_id))

export const toWire = (entry: typeof EntryRow.Type): LedgerRow => {
  const token = entry.unit.startsWith(tokenPrefix)
  const amount = Number(entry.amount)
  return {
    ...entry,
    reference_id: entry.reference_type === "event" ? shownOrNull(entry.reference_id) : entry.reference_id,
    seq: Number(entry.seq),
    unit: token ? "token" : "coin",
    token_key: token ? entry.unit.slice(tokenPrefix.length) : null,
    direction: amount < 0 ? "debit" : "credit",
    amount: Math.abs(amount),
    balance_after: Number(entry.balance_after),
    created_at: iso(entry.created_at)
  }
}

/** One unit's chain as far as it was walked. */
interface Chain {
  rows: number
  balance: number
  hash: string
  broken_at: number | null
}

/** Rows read at a time while a chain is verified. */
const verified_rows = 1_000

const walk = (chains: Map<string, Chain>, customer_id: string, entry: typeof EntryRow.Type): void => {
  const chain = chains.get(entry.unit) ?? { rows: 0, balance: 0, hash: genesisHash, broken_at: null }
  chains.set(entry.unit, chain)
  const [seq, amount, balance_after] = [Number(entry.seq), Number(entry.amount), Number(entry.balance_after)]
  const { hash, prev_hash, ...hashed } = entry
  const created_at = iso(entry.created_at)
  const computed = ledgerHash(prev_hash, { ...hashed, customer_id, seq, amount, balance_after, created_at })
  chain.rows += 1
  chain.balance += amount
  const isWhole = seq === chain.rows && prev_hash === chain.hash && hash === computed && balance_after === chain.balance
  if (!isWhole) chain.broken_at ??= seq
  chain.hash = hash
}

const verdictOf = (buddy_id: string, chains: ReadonlyMap<string, Chain>): typeof LedgerVerdict.Type => {
  const units = [...chains].map(([unit, { balance, broken_at, hash, rows: count }]) => ({
    unit: unit.startsWith(tokenPrefix) ? ("token" as const) : ("coin" as const),
    token_key: unit.startsWith(tokenPrefix) ? unit.slice(tokenPrefix.length) : null,
    rows: count,
    balance,
    head_hash: hash,
    first_broken_seq: broken_at
  }))
  const total = units.reduce((sum, unit) => sum + unit.rows, 0)
  return { buddy_id, valid: units.every((unit) => unit.first_broken_seq === null), rows: total, units }
}

export class EconomyStore extends Context.Service<
  EconomyStore,
  {
    ledger(
      customer_id: string,
      buddy_id: string,
      query: CursorQuery & { readonly token_key?: string }
    ): Effect.Effect<CursorPage<LedgerRow>, BadRequest | NotFound>
    verify(customer_id: string, buddy_id: string): Effect.Effect<typeof LedgerVerdict.Type, NotFound>
  }
>()("hatchery/features/economy/EconomyStore") {
  static readonly layer = Layer.effect(
    EconomyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const cursors = yield* cursorPaging
      const columns = sql.literal(entryColumns)
      const known = Effect.fnUntraced(function* (customer_id: string, buddy_id: string) {
        if (!isUuid(buddy_id)) return yield* new NotFound({ resource: "buddy" })
        const owner = yield* row(Schema.Struct({ buddy_id: Schema.String }))(sql`
          SELECT buddy_id FROM buddies WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid`)
        if (Option.isNone(owner)) return yield* new NotFound({ resource: "buddy" })
      })
      return EconomyStore.of({
        verify: Effect.fn("EconomyStore.verify")(function* (customer_id, buddy_id) {
          yield* known(customer_id, buddy_id)
          const chains = new Map<string, Chain>()
          let last = { unit: "", seq: 0 }
          while (true) {
            const batch = yield* rows(EntryRow)(sql`
              SELECT ${columns} FROM ledger
              WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
                AND (unit, seq) > (${last.unit}, ${last.seq}::bigint)
              ORDER BY unit, seq LIMIT ${verified_rows}`)
            for (const entry of batch) walk(chains, customer_id, entry)
            const end = batch.at(-1)
            if (end === undefined) break
            last = { unit: end.unit, seq: Number(end.seq) }
          }
          return verdictOf(buddy_id.toLowerCase(), chains)
        }),
        ledger: Effect.fn("EconomyStore.ledger")(function* (customer_id, buddy_id, query) {
          yield* known(customer_id, buddy_id)
          const unit = query.token_key === undefined ? "coin" : tokenPrefix + query.token_key
          const page = yield* cursors.page({
            customer_id,
            list: `ledger:${buddy_id}:${unit}`,
            query,
            position: Schema.Tuple([Schema.Int]),
            positionOf: (entry: typeof EntryRow.Type) => [Number(entry.seq)] as const,
            read: (after, count) =>
              rows(EntryRow)(sql`
              SELECT ${columns} FROM ledger WHERE customer_id = ${customer_id}::uuid AND buddy_id = ${buddy_id}::uuid
                AND unit = ${unit}
                AND seq < ${after === null ? sql`9223372036854775807` : sql`${after[0]}::bigint`}
              ORDER BY seq DESC LIMIT ${count}`)
          })
          return mapPage(page, toWire)
        })
      })
    })
  )
}
