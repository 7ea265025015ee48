/** What the figures of a tenant learn of a change, until the flush that carries it is put together. */
import type { Delta } from "../../wire/analytics/Delta.ts"

export interface ChangeDelta extends Delta {
  /** the journal leaves out whom it has named before */
  u: Delta["u"]
  /** most become part of another delta, and need no id */
  readonly nextId: (now: number) => string
  /** epoch ms of the commit, whatever clock the buddy lives by */
  readonly created_at: number
}
