/** What conditions are judged on, and what is told of one: vocabulary of everything that asks or answers them. */
import type { Condition } from "../../wire/content/Shared.ts"
import type { Snapshot } from "./Snapshot.ts"
import type { BuddyState } from "./State.ts"

/** A buddy's state at a moment. */
export interface Facts {
  readonly snapshot: Snapshot
  readonly state: BuddyState
  /** epoch ms */
  readonly now: number
  readonly tenant_timezone: string
  /**
   * epoch ms; streaks and counted events are judged as of the local day of this moment, with what is known by now to
   * have occurred up to it; absent: as of `now`
   */
  readonly as_of?: number
  /**
   * an event of that type at that moment (epoch ms): its streaks and how often it was counted are judged at their best,
   * by the run and the windows its day belongs to; absent: as of `now`
   */
  readonly around?: { readonly at: number; readonly type: string }
}

/** A condition with where the buddy stands; the items of `requirements` in GET /buddies/{id}/evolution. */
export interface Requirement {
  readonly type: Condition["type"]
  readonly key: string | null
  readonly operator: Condition["operator"]
  readonly value: number | boolean
  readonly current: number | boolean
  readonly met: boolean
}
