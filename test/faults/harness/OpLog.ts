/** What the client wrote down: one entry per operation, with every attempt at it. Times are epoch ms. */

/**
 * event: POST /events; batch: POST /events/batch, see `idsOf`; coins: a manual grant; badge: an award by hand;
 * overdraft: a purchase nobody can afford, which must be refused; hatch: an egg, its readiness and the start of its
 * hatch.
 */
export type Kind = "event" | "batch" | "coins" | "badge" | "overdraft" | "hatch"

export interface Attempt {
  readonly at: number
  readonly ms: number
  readonly node: string
  /** the status, or why there was no answer */
  readonly seen: number | "refused" | "broken" | "silent"
  readonly retry_after: boolean
}

/** unknown: the client gave up without having heard; it may have happened or not */
export type Outcome = "ok" | "refused" | "unknown"

export interface Op {
  /** the event id, or what the change carries as its reference; unique in the run */
  readonly id: string
  readonly kind: Kind
  readonly customer_id: string
  readonly user_id: string
  readonly buddy_id: string
  /** operations of one lane follow each other: the next begins when this one is answered */
  readonly lane: string
  readonly start: number
  end: number
  outcome: Outcome
  readonly attempts: Array<Attempt>
  /** coins the answer spoke of, when it did */
  coins: number | undefined
}

export const isOpen = (op: Op): boolean => op.end === 0

/** Events of the operation: a batch has another one behind the first, for the same buddy. */
export const idsOf = ({ id, kind }: Pick<Op, "id" | "kind">): ReadonlyArray<string> =>
  kind === "batch" ? [id, `${id}/2`] : [id]
