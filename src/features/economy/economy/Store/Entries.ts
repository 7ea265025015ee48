/** Rows of the ledger, as the store reads them and as clients see them. */
import { Schema } from "effect"
import { shownEventId } from "../../../../wire/EventIds.ts"
import { iso } from "../../../../wire/Ids.ts"
import type { LedgerRow } from "../Api.ts"

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

export const tokenPrefix = "token:"

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
