/** What a proof of an erasure says, as the text its hash is made of. Pure. */
import type { ErasedBuddy, Scan } from "./Api.ts"

export type { Scan } from "./Api.ts"

export interface Proof {
  readonly erasure_id: string
  /** hex */
  readonly user_hash: string
  readonly requested_by: unknown
  readonly requested_at: string
  readonly completed_at: string
  readonly rows: Readonly<Record<string, number>>
  readonly buddies: ReadonlyArray<ErasedBuddy>
  readonly scan: Scan
}

/** JSON with its fields in this order, tables by name. */
export const proofText = (proof: Proof): string =>
  JSON.stringify({
    erasure_id: proof.erasure_id,
    user_hash: proof.user_hash,
    requested_by: proof.requested_by,
    requested_at: proof.requested_at,
    completed_at: proof.completed_at,
    rows: Object.fromEntries(Object.entries(proof.rows).toSorted(([left], [right]) => (left < right ? -1 : 1))),
    buddies: proof.buddies,
    scan: proof.scan
  })
