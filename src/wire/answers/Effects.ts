/** What came of an event, and why: answers of whoever ingests one, keeps one or explains one. Contract part 2. */
import { Schema } from "effect"
import { Timestamp } from "../Ids.ts"

export const StreakUpdate = Schema.Struct({
  streak_key: Schema.String,
  current_streak: Schema.Int,
  longest_streak: Schema.Int,
  extended: Schema.Boolean,
  period_key: Schema.String,
  freezes_left: Schema.Int,
  used_freeze: Schema.Boolean,
  expires_at: Schema.NullOr(Timestamp)
})

export const Effects = Schema.Struct({
  coins: Schema.Int,
  badges_awarded: Schema.Array(
    Schema.Struct({ badge_key: Schema.String, label: Schema.String, coin_reward: Schema.Int })
  ),
  tokens: Schema.Array(Schema.Struct({ token_key: Schema.String, amount: Schema.Int, balance: Schema.Int })),
  evolution_ready: Schema.Boolean,
  streak_updates: Schema.Array(StreakUpdate),
  path_updates: Schema.Array(
    Schema.Struct({
      path_key: Schema.String,
      step_key: Schema.String,
      sub_step_key: Schema.String,
      state: Schema.Literal("completed"),
      completed_at: Schema.String,
      path_completed: Schema.Boolean
    })
  )
}).annotate({ identifier: "Effects" })

export const TraceRow = Schema.Struct({
  type: Schema.String,
  key: Schema.String,
  outcome: Schema.Literals(["fired", "skipped"]),
  reason: Schema.String,
  detail: Schema.Record(Schema.String, Schema.Json),
  ledger_ids: Schema.Array(Schema.String)
})

export const Ingested = Schema.Struct({
  accepted: Schema.Boolean,
  event_id: Schema.String,
  effects: Effects,
  payload_mismatch: Schema.optionalKey(Schema.Literal(true)),
  trace: Schema.optionalKey(Schema.Array(TraceRow))
}).annotate({ identifier: "Ingested" })
export type Ingested = typeof Ingested.Type
