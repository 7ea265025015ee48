/**
 * Five classmates, whom the service plays: without others there is no league, and nothing a quest could bring together.
 * They learn only while somebody watches the page, one after the other, and always the same.
 */
import { Clock, Effect, Schema } from "effect"
import { runCampaigns } from "./Campaigns.ts"
import { type Call, hatchedOf } from "./Seed.ts"

export const classmates = ["ben", "chloe", "dara", "emil", "fay"] as const

const Lotteries = Schema.Struct({ data: Schema.Array(Schema.Struct({ lottery_id: Schema.String })) })
const nothing = Schema.Unknown

const pace = "3 seconds"
/** turns between two looks at what has ended */
const look_after = 20
/** turns of each at the very start, so that nobody finds an empty board */
const warm_up = 2

const acts = [
  { type: "exercise.solved", difficulty: "easy" },
  { type: "lesson.completed", minutes: 12, score: 88 },
  { type: "exercise.solved", difficulty: "hard" },
  { type: "quiz.passed", score: 93 },
  { type: "exercise.solved", difficulty: "medium" },
  { type: "discussion.answered" }
] as const

const idNames: Readonly<Record<string, string>> = {
  "exercise.solved": "exercise_id",
  "lesson.completed": "lesson_id",
  "quiz.passed": "quiz_id",
  "discussion.answered": "thread_id"
}

/** The `turn`-th thing that happens in the class. Every sixth turn or so somebody also tries its luck. */
const takeTurn = Effect.fnUntraced(function* (
  call: Call,
  buddy_ids: ReadonlyArray<string>,
  mark: string,
  turn: number
) {
  const place = turn % classmates.length
  // Some learn more than others, or all would have the same score.
  const { type, ...properties } = acts[(turn + Math.floor(turn / classmates.length) * place) % acts.length]!
  yield* call(nothing, "POST", "/events", {
    event_id: `${mark}-${turn}`,
    user_id: classmates[place],
    type,
    occurred_at: new Date(yield* Clock.currentTimeMillis).toISOString(),
    properties: { ...properties, [idNames[type]!]: `class-${mark.slice(-6)}-${turn}` }
  })
  if (turn % 6 !== 5) return
  const { data } = yield* call(Lotteries, "GET", "/customers/me/lotteries?status=active")
  for (const { lottery_id } of data.slice(0, 1)) {
    yield* call(nothing, "POST", `/buddies/${buddy_ids[place]}/lotteries/${lottery_id}/entries`, { tickets: 1 })
  }
})

export interface Audience {
  /** begins the ids of what this process does by itself */
  readonly mark: string
  /** does anybody look at the page? */
  readonly isWatched: Effect.Effect<boolean>
  /** what happens to these is not told on the page */
  overlook(buddy_ids: ReadonlyArray<string>): Effect.Effect<void>
}

/** For ever. What is refused meanwhile (a draw that is just closed, a purse that is empty) is no matter. */
export const liveAlong = Effect.fnUntraced(function* (call: Call, { isWatched, mark, overlook }: Audience) {
  yield* runCampaigns(call)
  const buddy_ids = yield* Effect.forEach(classmates, (user) => hatchedOf(call, user))
  yield* overlook(buddy_ids)
  for (let turn = 0; ; turn++) {
    if (turn >= warm_up * classmates.length) {
      yield* Effect.sleep(pace)
      if (!(yield* isWatched)) continue
      if (turn % look_after === 0) yield* Effect.catchCause(runCampaigns(call), () => Effect.void)
    }
    yield* Effect.catchCause(takeTurn(call, buddy_ids, mark, turn), () => Effect.void)
  }
})
