/** A workspace with buddies that could do something together. */
import { Effect } from "effect"
import { hatch, lesson, publish } from "../players/players.ts"
import { type Call, TestApp, type TestTenant } from "../service/TestApp.ts"
import { until } from "../service/time.ts"
import { made } from "./Causes.ts"

export const quests = "/customers/me/group-quests"

export const readTogether = {
  quest_key: "reads",
  name: "Read together",
  goal: { event_type: "lesson.completed", target: 3 },
  rewards: [
    { min_contribution: 1, reward: { coins: 5 } },
    { min_contribution: 2, reward: { coins: 50 } }
  ]
}

/** `buddies` of users u0, u1, ... */
export const club = Effect.fnUntraced(function* (count: number) {
  const tenant = yield* (yield* TestApp).tenant()
  yield* publish(tenant, { token_types: [{ token_key: "xp", name: "XP", kind: "progression" }] })
  const users = Array.from({ length: count }, (_, place) => `u${place}`)
  const hatched = yield* Effect.forEach(users, (user) => hatch(tenant, user), { concurrency: 4 })
  return { ...tenant, users, buddies: hatched.map(({ buddy_id }) => buddy_id) }
})

/** Published. */
export const questOf = Effect.fnUntraced(function* ({ call }: TestTenant, more: object = {}) {
  const { quest_id } = made(yield* call("POST", quests, { ...readTogether, ...more }))
  made(yield* call("POST", `${quests}/${quest_id}/publish`), 200)
  return quest_id as string
})

export const join = (call: Call, buddy_id: string, quest = "reads") =>
  call("POST", `/buddies/${buddy_id}/group-quests/${quest}/join`)
export const leave = (call: Call, buddy_id: string, quest = "reads") =>
  call("POST", `/buddies/${buddy_id}/group-quests/${quest}/leave`)

export const read = (call: Call, quest = "reads") =>
  Effect.map(call("GET", `${quests}/${quest}`), (answer) => made(answer, 200))

export const does = ({ call }: TestTenant, user_id: string, more: Readonly<Record<string, unknown>> = {}) =>
  Effect.map(call("POST", "/events", lesson(user_id, more)), (answer) => made(answer, 200))

export const coinsOf = (call: Call, buddy_id: string) =>
  Effect.map(call("GET", `/buddies/${buddy_id}`), ({ body }) => body.coins as number)

/** Its rewards are paid, and its end is told. */
export const settled = Effect.fnUntraced(function* (call: Call, quest = "reads") {
  yield* until(
    "the quest has ended",
    Effect.map(read(call, quest), ({ resolution }) => resolution !== null)
  )
  const { operation_id } = (yield* read(call, quest)).resolution
  yield* until(
    "its operation is completed",
    Effect.map(call("GET", `/operations/${operation_id}`), ({ body }) => body.status === "completed")
  )
  return yield* read(call, quest)
})
