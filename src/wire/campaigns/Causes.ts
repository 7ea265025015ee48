/** A cause as the rules are given it: what counts, and for how much. */
import type { Filter } from "../content/Shared.ts"

export interface CauseTerms {
  readonly cause_id: string
  readonly cause_key: string
  /** null: everybody */
  readonly audience: string | null
  readonly event_type: string
  readonly match: "all" | "any"
  readonly filters: ReadonlyArray<Filter>
  readonly metric: "count" | "sum"
  /** of `sum` */
  readonly property: string | null
  readonly units_per_event: number
}

/** Units are counted in whole millionths: sums of them are exact. */
export const microUnits = 1_000_000

/** What one event may bring, in millionths: as much as the dearest event that is counted, and no sum overflows. */
export const microUnitsOfEventMax = 1_000_000 * microUnits
