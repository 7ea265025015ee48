/**
 * The chain of the economy ledger: every entry of one (buddy, unit) carries the hash of the one before it, so that a
 * row that was changed, dropped or slipped in later is found by anybody who recomputes the chain. Pure; the verify
 * command uses the same function.
 */
import { hash } from "node:crypto"

/** prev_hash of the first entry of a unit. */
export const genesisHash = "0".repeat(64)

/** The hashed columns of a ledger row. Amounts are whole numbers; `created_at` is ISO 8601 UTC with milliseconds. */
export interface LedgerRow {
  readonly customer_id: string
  readonly buddy_id: string
  readonly unit: string
  readonly seq: number
  readonly ledger_id: string
  readonly amount: number
  readonly balance_after: number
  readonly reason: string
  readonly reference_type: string
  readonly reference_id: string | null
  readonly rule_id: string | null
  readonly config_version_id: string
  readonly reverses_ledger_id: string | null
  readonly is_lucky: boolean
  readonly created_at: string
}

/**
 * sha256, hex, of `prev_hash` followed by the row's canonical text: the JSON array, without white space, of the columns
 * in the order of `LedgerRow`.
 */
export const ledgerHash = (prev_hash: string, row: LedgerRow): string =>
  hash(
    "sha256",
    prev_hash +
      JSON.stringify([
        row.customer_id,
        row.buddy_id,
        row.unit,
        row.seq,
        row.ledger_id,
        row.amount,
        row.balance_after,
        row.reason,
        row.reference_type,
        row.reference_id,
        row.rule_id,
        row.config_version_id,
        row.reverses_ledger_id,
        row.is_lucky,
        row.created_at
      ])
  )

/** The newest entry of a unit. */
export interface LedgerHead {
  readonly seq: number
  readonly hash: string
}
