/** What is said of a draw: to its tenant, to whoever prepares the next one, and to anybody who checks it. */
import { Schema } from "effect"
import { LotteryPrize } from "../../../../wire/campaigns/Lottery.ts"
import { Reward, whole } from "../../../../wire/content/Shared.ts"
import { Id, text, Timestamp } from "../../../../wire/Ids.ts"

export const drawStatuses = ["open", "closed", "drawn", "cancelled"] as const
export const DrawStatus = Schema.Literals(drawStatuses)

const Hash = Schema.String.annotate({ description: "64 lower-case hexadecimal digits" })
const unawarded = Schema.NullOr(Schema.Int).annotate({ description: "places nobody won; null until drawn" })

export const DrawWinner = Schema.Struct({
  rank: Schema.Int,
  buddy_id: Schema.NullOr(Id).annotate({ description: "null: erased" }),
  entry_id: Id,
  reward: Schema.toType(Reward),
  status: Schema.Literals(["pending", "granted", "void"]).annotate({ description: "void: archived or gone" })
}).annotate({ identifier: "LotteryWinner" })

export const Draw = Schema.Struct({
  draw_id: Id,
  status: DrawStatus,
  draw_at: Timestamp,
  drawn_at: Schema.NullOr(Timestamp),
  participants: Schema.Int,
  entries: Schema.Int.annotate({ description: "tickets" }),
  commit_hash: Hash,
  seed: Schema.NullOr(Schema.String).annotate({ description: "null until drawn" }),
  entries_hash: Schema.NullOr(Hash),
  winners: Schema.Array(DrawWinner),
  unawarded
}).annotate({ identifier: "LotteryDraw" })
export type Draw = typeof Draw.Type

export const DrawPreview = Schema.Struct({
  draw_id: Id,
  draw_at: Timestamp,
  participants: Schema.Int,
  entries: Schema.Int.annotate({ description: "tickets so far" }),
  commit_hash: Hash,
  odds_per_entry: Schema.NullOr(Schema.Finite).annotate({
    description: "places per ticket, at most 1; null: no tickets"
  }),
  prizes: Schema.Array(Schema.toType(LotteryPrize))
}).annotate({ identifier: "LotteryDrawPreview" })

const places_max = 1_000_000

export const Simulate = Schema.Struct({
  runs: Schema.optionalKey(whole(1, 10_000)).annotate({ description: "1,000 by default" }),
  seed: Schema.optionalKey(Schema.Union([Schema.Int, text({ max: 128 })])).annotate({ description: "0 by default" })
}).annotate({ identifier: "SimulateLotteryDraw" })
export type Simulate = typeof Simulate.Type
export const simulation = { runs: 1_000, seed: 0, places_max } as const

export const Simulation = Schema.Struct({
  runs: Schema.Int,
  seed: Schema.Union([Schema.Int, Schema.String]),
  participants: Schema.Int,
  entries: Schema.Int,
  win_counts: Schema.Array(
    Schema.Struct({
      buddy_id: Id,
      tickets: Schema.Int,
      wins: Schema.Int.annotate({ description: "places of all runs" }),
      expected_share: Schema.Finite.annotate({ description: "of the first places: its share of the tickets" }),
      observed_share: Schema.Finite.annotate({ description: "of the first places: how many it won" })
    })
  ).annotate({ description: "the hundred with the most tickets" }),
  chi_square: Schema.Finite.annotate({ description: "over the first places of all buddies" }),
  p_value: Schema.Finite.annotate({ description: "how often fair draws lie at least as far off" })
}).annotate({ identifier: "LotterySimulation" })
export type Simulation = typeof Simulation.Type

export const PublicDraw = Schema.Struct({
  algorithm: Schema.Literal("hatchery-draw-1"),
  draw_id: Id,
  status: DrawStatus,
  commit_hash: Hash,
  seed: Schema.NullOr(Schema.String),
  entries_hash: Schema.NullOr(Hash),
  entries_url: Schema.NullOr(Schema.String),
  participants: Schema.Int,
  entries: Schema.Int,
  winners: Schema.Array(Schema.Struct({ rank: Schema.Int, entry_id: Id, ticket: Schema.Int, n: Schema.Int })),
  unawarded
}).annotate({ identifier: "PublicLotteryDraw" })
export type PublicDraw = typeof PublicDraw.Type
