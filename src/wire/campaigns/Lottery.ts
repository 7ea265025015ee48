/** What a lottery says: how one takes part, when it draws, and what there is to win. */
import { Schema } from "effect"
import {
  absentAs,
  AudienceKey,
  EventTypeName,
  Filters,
  Group,
  Key,
  Label,
  Reward,
  whole,
  ZoneName
} from "../content/Shared.ts"
import { KeptInstant } from "../Ids.ts"

export const lotteryStatuses = ["draft", "active", "paused", "ended"] as const
export type LotteryStatus = (typeof lotteryStatuses)[number]

/** Active at once. */
export const lotteries_max = 20
/** Tickets bought at once. */
export const tickets_max = 100
/** Buddies in one draw. */
export const entrants_max = 500_000
/** A hundred tickets of it are still one change of coins or tokens. */
const price_max = 10_000_000

const max_entries_per_buddy = absentAs(whole(1, 1_000), 1).annotate({ description: "tickets of a buddy in one draw" })
const amount = whole(1, price_max).annotate({ description: "what one ticket costs" })

export const LotteryEntryTerms = Schema.Union([
  Schema.Struct({ mode: Schema.Literal("token_cost"), token_key: Key, amount, max_entries_per_buddy }),
  Schema.Struct({ mode: Schema.Literal("coin_cost"), amount, max_entries_per_buddy }),
  Schema.Struct({
    mode: Schema.Literal("event"),
    event_type: EventTypeName,
    filters: Filters,
    max_entries_per_buddy
  })
]).annotate({ identifier: "LotteryEntryTerms", description: "`event`: each event of the type is a ticket" })
export type LotteryEntryTerms = typeof LotteryEntryTerms.Type

const wall = {
  hour: whole(0, 23),
  minute: absentAs(whole(0, 59), 0),
  timezone: absentAs(ZoneName, "UTC")
}

export const LotterySchedule = Schema.Union([
  Schema.Struct({ frequency: Schema.Literal("daily"), ...wall }),
  Schema.Struct({ frequency: Schema.Literal("weekly"), weekday: whole(1, 7), ...wall }),
  Schema.Struct({ frequency: Schema.Literal("monthly"), day: whole(1, 28), ...wall }),
  Schema.Struct({
    frequency: Schema.Literal("once"),
    draw_at: KeptInstant,
    timezone: Schema.optionalKey(ZoneName).annotate({
      description: "for whoever shows the draw: `draw_at` is a moment"
    })
  })
]).annotate({
  identifier: "LotterySchedule",
  description: "`weekday` 1 is Monday. An hour that does not come is drawn after it, one that comes twice at the first."
})
export type LotterySchedule = typeof LotterySchedule.Type

const freezes = Schema.makeFilter<{ readonly streak_freezes: number }>(({ streak_freezes }) =>
  streak_freezes === 0 ? undefined : { path: ["streak_freezes"], issue: "only streaks give freezes" }
)

export const LotteryPrize = Schema.Struct({
  rank: whole(1, 20),
  winners: absentAs(whole(1, 1_000), 1),
  reward: Reward.check(freezes)
})
export type LotteryPrize = typeof LotteryPrize.Type

const ranksDiffer = Schema.makeFilter<ReadonlyArray<LotteryPrize>>((prizes) => {
  const twice = prizes.findIndex(({ rank }, index) => prizes.slice(0, index).some((other) => other.rank === rank))
  return twice < 0 ? undefined : { path: [twice, "rank"], issue: "a rank has one prize" }
})

/** What PATCH may change, each field absent or whole. */
export const lotteryFields = {
  name: Label,
  entry: LotteryEntryTerms,
  schedule: LotterySchedule,
  prizes: Schema.Array(LotteryPrize).check(Schema.isBetweenLength(1, 20), ranksDiffer),
  eligibility: absentAs(Group, {}),
  audience: AudienceKey,
  public_proof: absentAs(Schema.Boolean, true).annotate({ description: "anybody may read the proof of its draws" })
}
export type LotteryTerms = {
  readonly entry: LotteryEntryTerms
  readonly prizes: ReadonlyArray<LotteryPrize>
  readonly eligibility: Group
  readonly audience: string | null
}

/** The open draw of a lottery as commits are decided on it. */
export interface OpenDraw extends LotteryTerms {
  readonly draw_id: string
  readonly draw_at: string
  readonly commit_hash: string
}

/**
 * A lottery as buddies meet it. `revision` grows with every draw it opens or closes and whenever it pauses or ends: of
 * two views the higher one is true. `draw` null: none is open.
 */
export interface LiveLottery {
  readonly lottery_id: string
  readonly lottery_key: string
  readonly revision: number
  readonly status: LotteryStatus
  readonly draw: OpenDraw | null
  /** of one that is paused: what goes on once it is resumed; nobody enters it meanwhile, but tickets may go */
  readonly resting?: OpenDraw | null
}
