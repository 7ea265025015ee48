/** Coming in and going out of a group quest, for the tenant's own calls and for widgets. */
import { Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { standings } from "../../../../buddy/Standings.ts"
import type { NotFound } from "../../../../wire/Failure.ts"
import type { Caller } from "../../../../wire/Principal.ts"
import type { TestClockUser } from "../../../../wire/refusals/Campaigns.ts"
import { type QuestFull, QuestNotJoinable } from "../../../../wire/refusals/Quests.ts"
import { buddyCommands } from "../../../players/buddies/Service/Commands.ts"
import type { QuestJoined, QuestLeft } from "../Api/Records.ts"
import { QuestStore } from "../Store.ts"

type Refused = QuestNotJoinable | TestClockUser

/** A node hears of a quest that another one has published within less. */
const heard_within = { schedule: Schedule.spaced("100 millis"), times: 20 }

/** To be yielded while a layer is built. */
export const questParts = Effect.gen(function* () {
  const quests = yield* QuestStore
  const change = yield* buddyCommands
  const { of } = standings(yield* SqlClient.SqlClient)

  /** A quest that runs; who asks for another one names a buddy that is there all the same. */
  const running = Effect.fnUntraced(function* (customer_id: string, buddy_id: string, reference: string) {
    const quest = yield* quests.read(customer_id, reference)
    if (quest.status === "active") return quest
    yield* of(customer_id, buddy_id)
    return yield* new QuestNotJoinable({ reason: quest.status === "draft" ? "draft" : "over" })
  })

  /** Where the buddy's node has not heard of the quest yet, it is asked again; one that is over is over. */
  const patiently = <A, E>(ask: Effect.Effect<A, E | QuestNotJoinable>, isOpen: Effect.Effect<boolean, NotFound>) =>
    Effect.retry(ask, {
      ...heard_within,
      while: (refusal) =>
        refusal instanceof QuestNotJoinable && refusal.reason === "over"
          ? Effect.orElseSucceed(isOpen, () => false)
          : Effect.succeed(false)
    })

  const countNow = (customer_id: string, quest_id: string) =>
    Effect.map(Effect.option(quests.read(customer_id, quest_id)), (quest) =>
      Option.match(quest, { onNone: () => 0, onSome: ({ participant_count }) => participant_count })
    )

  return {
    join: Effect.fn("QuestParts.join")(function* (caller: Caller, buddy_id: string, reference: string) {
      const { customer_id } = caller
      const { ends_at, participant_count: participants, quest_id } = yield* running(customer_id, buddy_id, reference)
      const isOpen = Effect.map(
        Effect.all([quests.read(customer_id, quest_id), Effect.clockWith((clock) => clock.currentTimeMillis)]),
        ([quest, now]) => quest.status === "active" && (ends_at === null || now < ends_at.getTime())
      )
      const ask = change<"QuestJoined", Refused | QuestFull>(
        caller,
        buddy_id,
        { _tag: "JoinQuest", quest_id, participants },
        "QuestJoined"
      )
      const { already_joined, contribution, joined_at } = yield* patiently(ask, isOpen)
      const count = yield* countNow(customer_id, quest_id)
      const at = new Date(joined_at).toISOString()
      return {
        quest_id,
        buddy_id,
        joined_at: at,
        contribution,
        participants: count,
        already_joined
      } satisfies QuestJoined
    }),
    leave: Effect.fn("QuestParts.leave")(function* (caller: Caller, buddy_id: string, reference: string) {
      const { customer_id } = caller
      const { participant_count: participants, quest_id } = yield* running(customer_id, buddy_id, reference)
      const isOpen = Effect.map(quests.read(customer_id, quest_id), ({ status }) => status === "active")
      const ask = change<"QuestLeft", Refused>(
        caller,
        buddy_id,
        { _tag: "LeaveQuest", quest_id, participants },
        "QuestLeft"
      )
      const { already_left, contribution } = yield* patiently(ask, isOpen)
      const count = yield* countNow(customer_id, quest_id)
      return { quest_id, buddy_id, contribution, participants: count, already_left } satisfies QuestLeft
    })
  }
})
