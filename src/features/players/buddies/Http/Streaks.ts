import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { Reply } from "../../../../engine/core/Reply.ts"
import { parseDay } from "../../../../wire/Day.ts"
import { feature } from "../../../../wire/Group.ts"
import { Principal } from "../../../../wire/Principal.ts"
import type { BuddyArchived } from "../../../../wire/refusals/Buddies.ts"
import type {
  NoFreezesLeft,
  StreakNotRestorable,
  StreakNotRunning,
  VacationRefused
} from "../../../../wire/refusals/Streaks.ts"
import { BuddyStreaksApi } from "../Api/Streaks.ts"
import { answerOf, buddyCommands } from "../Service/Commands.ts"
import { StreakReads } from "../Store/Streaks.ts"

const window_days_default = 30

const keptOf = (buddy_id: string, { expires_at, ...kept }: Extract<Reply, { readonly _tag: "Streak" }>) => ({
  ...answerOf(buddy_id, kept),
  expires_at: expires_at === null ? null : new Date(expires_at).toISOString()
})

export const BuddyStreaksHttp = HttpApiBuilder.group(
  feature(BuddyStreaksApi),
  "buddy-streaks",
  Effect.fn(function* (handlers) {
    const reads = yield* StreakReads
    const change = yield* buddyCommands
    return handlers.handleAll({
      streaks: Effect.fnUntraced(function* ({ params, query }) {
        return yield* reads.board((yield* Principal).customer_id, params.id, query)
      }),
      restore: Effect.fnUntraced(function* ({ params: { id, streak_key }, payload }) {
        const command = { _tag: "RestoreStreak", streak_key, reason: payload?.reason ?? null } as const
        return keptOf(id, yield* change<"Streak", StreakNotRestorable>(yield* Principal, id, command, "Streak"))
      }),
      freeze: Effect.fnUntraced(function* ({ params: { id, streak_key } }) {
        const command = { _tag: "FreezeStreak", streak_key } as const
        return keptOf(
          id,
          yield* change<"Streak", StreakNotRunning | NoFreezesLeft>(yield* Principal, id, command, "Streak")
        )
      }),
      takeVacation: Effect.fnUntraced(function* ({ params: { id }, payload: { ends_on, starts_on } }) {
        const from_day = starts_on === undefined ? null : parseDay(starts_on)
        const command = { _tag: "TakeVacation", from_day, to_day: parseDay(ends_on) } as const
        return answerOf(id, yield* change<"Vacation", VacationRefused>(yield* Principal, id, command, "Vacation"))
      }),
      endVacation: Effect.fnUntraced(function* ({ params: { id } }) {
        yield* change<"Vacation", BuddyArchived>(yield* Principal, id, { _tag: "EndVacation" }, "Vacation")
      }),
      vacationAnalytics: Effect.fnUntraced(function* ({ query: { window_days = window_days_default } }) {
        return yield* reads.vacations((yield* Principal).customer_id, window_days)
      }),
      atRiskAnalytics: Effect.fnUntraced(function* ({ query: { window_days = window_days_default } }) {
        return yield* reads.warnings((yield* Principal).customer_id, window_days)
      })
    })
  })
).pipe(Layer.provide(StreakReads.layer))
