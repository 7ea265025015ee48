/** A request on its way through: as it arrived, and what is said of it. */
import type { Verification } from "./Api.ts"

export interface Arrived {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** epoch ms */
  readonly received_at: number
}

/** What can be said of a request by itself; what is known of its delivery, the store adds. */
export type Judged = Omit<Verification, "known" | "duplicate_of">
