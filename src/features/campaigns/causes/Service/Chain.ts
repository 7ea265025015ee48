/** Thresholds are chained by hashes, so that a partner can tell that none was added, dropped or moved. */
import { createHash } from "node:crypto"

export interface Link {
  readonly cause_id: string
  readonly crossing: number
  readonly total_units: number
  /** ISO 8601 UTC */
  readonly occurred_at: string
}

export const crossingHash = (prev_hash: string, { cause_id, crossing, occurred_at, total_units }: Link): string =>
  createHash("sha256").update(`${prev_hash}|${cause_id}|${crossing}|${total_units}|${occurred_at}`).digest("hex")
