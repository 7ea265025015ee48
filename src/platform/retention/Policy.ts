/** How long rows of a table are kept. */
import type { Batch } from "./Batches.ts"
import type { Monthly } from "./Months.ts"
import type { RetainedTable } from "./Tables.ts"

export const hour_ms = 3_600_000
export const day_ms = 24 * hour_ms

export interface Policy {
  readonly table: RetainedTable
  /** age at which a row may go, counted from the moment `since` names */
  readonly keep_ms: number
  readonly since: string
  readonly why: string
  readonly batch: Batch
  /** of a table kept by months: those all of whose rows may go are dropped */
  readonly monthly?: Monthly
}
