/** How a buddy is asked to give kudos, what it may answer, and what its state remembers of the day. */
import type { Reward } from "../../wire/content/Shared.ts"

/** A type of kudos as its caller read it. */
export interface KudosTerms {
  readonly kudo_type_id: string
  readonly kudo_key: string
  readonly receiver_reward: Reward
  readonly giver_reward: Reward
  readonly daily_limit_per_sender: number
  readonly pair_limit_per_day: number
  /** whose buddies may give it; null: anybody's */
  readonly audience: string | null
}

/** Who gets it, and that it is within reach, is the caller's business. */
export interface GiveKudosCommand {
  readonly _tag: "GiveKudos"
  readonly kudo_id: string
  readonly type: KudosTerms
  readonly to_buddy_id: string
  readonly message: string | null
}

export interface KudosReply {
  readonly _tag: "Kudos"
  readonly kudo_id: string
  readonly kudo_key: string
  readonly to_buddy_id: string
  /** the receiver is to get */
  readonly coins: number
  /** of this type */
  readonly left_today: number
  /** epoch ms */
  readonly occurred_at: number
}

export type KudosLimit = "daily" | "pair" | "total"

export type KudosError =
  | { readonly code: "kudo_not_allowed"; readonly reason: "audience" }
  | {
      readonly code: "kudo_limit_reached"
      readonly limit: KudosLimit
      readonly used: number
      readonly max: number
      /** epoch ms */
      readonly resets_at: number
    }

/** What was given on one local day of the user. */
export interface DayOfKudos {
  /** days since 1970-01-01 */
  readonly day: number
  /** by kudo_type_id, then by buddy_id of who got it */
  readonly given: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface KudosGiven extends DayOfKudos {
  /** of a giver on a test clock: the day before it went there, which may still be on when it is back */
  readonly present?: DayOfKudos
}

/** To be delivered by whoever hears of the commit. */
export interface DeliverKudosSignal {
  readonly _tag: "DeliverKudos"
  readonly kudo_id: string
  readonly kudo_type_id: string
  readonly to_buddy_id: string
  readonly reward: Reward
}

/** A row of its own for everybody who reads it. */
export interface KudosWrite {
  readonly kudo_id: string
  readonly kudo_type_id: string
  readonly kudo_key: string
  readonly to_buddy_id: string
  readonly message: string | null
  readonly coins: number
  /** the giver's local day, days since 1970-01-01 */
  readonly local_day: number
  /** as it was decided on */
  readonly daily_limit: number
  readonly is_on_test_clock: boolean
  /** epoch ms */
  readonly given_at: number
}
