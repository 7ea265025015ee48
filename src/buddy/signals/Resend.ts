/**
 * Sends again what an operator wants to be sent again, through the buddy's actor like any request: should it have been
 * executed meanwhile, it gets the first answer. It is the runner's part of a dead letter; commands only mark the row.
 */
import { type Duration, Effect, Schema } from "effect"
import { Singleton } from "effect/cluster"
import { DeadLetterStore, type FullLetter } from "../../platform/deadletters/DeadLetterStore.ts"
import { Buddies } from "../Buddies.ts"
import { type BuddyFailure, BuddyRequest } from "../Protocol.ts"

export const resending = {
  /** one statement each while nobody asks for anything */
  look_interval: "5 seconds",
  /** between two looks for requests whose senders had success by themselves */
  settle_interval: "15 seconds",
  batch_max: 50
} as const

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(BuddyRequest))

/** The buddy it was meant for has gone; an event goes to whoever receives its kind now. */
const isGone = (failure: BuddyFailure) =>
  failure._tag === "BuddyNotFound" || (failure._tag === "CommandRejected" && failure.error.code === "buddy_archived")

const send = Effect.fnUntraced(function* ({ buddy_id, customer_id }: FullLetter, sent: BuddyRequest) {
  const buddies = yield* Buddies
  const request = { ...sent, again: true }
  const { event } = request
  const rerouted =
    event === null
      ? undefined
      : buddies.ingest({ customer_id, user_id: event.user_id, audience: event.audience, buddy_id: null, request })
  if (buddy_id === null) return yield* rerouted ?? Effect.die(new Error("a command without a buddy"))
  const first = buddies.send(customer_id, buddy_id, request)
  return yield* rerouted === undefined ? first : Effect.catchIf(first, isGone, () => rerouted)
})

type Result = readonly [state: "open" | "resolved", outcome: string] | undefined

/** Unavailable says nothing about the request: it stays marked and is sent again at the next look. */
const resend = Effect.fn("DeadLetters.resend")(function* (letter: FullLetter) {
  const store = yield* DeadLetterStore
  const result: Result = yield* Effect.orDie(decode(letter.payload)).pipe(
    Effect.flatMap((request) => send(letter, request)),
    Effect.map(({ duplicate }): Result => ["resolved", duplicate ? "was executed before" : "executed"]),
    Effect.catchTags({
      CommandRejected: ({ error }) => Effect.succeed<Result>(["resolved", `refused by the rules: ${error.code}`]),
      BuddyNotFound: () => Effect.succeed<Result>(["resolved", "its buddy does not exist"]),
      Unavailable: () => Effect.succeed<Result>(undefined)
    }),
    Effect.catchDefect(() => Effect.succeed<Result>(["open", "failed again"]))
  )
  if (result !== undefined) yield* store.settle(letter, ...result)
})

/** One per cluster. Needs Buddies and SqlClient. */
export const deadLetterResend = Singleton.make(
  "buddy/dead-letter-resend",
  Effect.gen(function* () {
    const store = yield* DeadLetterStore
    const every = <A, E, R>(interval: Duration.Input, look: Effect.Effect<A, E, R>) =>
      look.pipe(
        Effect.catchCause((cause) => Effect.logWarning("dead letters could not be looked through", cause)),
        Effect.delay(interval),
        Effect.forever
      )
    const sendDue = Effect.flatMap(store.due(resending.batch_max), (due) =>
      Effect.forEach(due, resend, { discard: true })
    )
    yield* Effect.all(
      [every(resending.look_interval, sendDue), every(resending.settle_interval, store.settleExecuted)],
      { concurrency: 2, discard: true }
    )
  }).pipe(Effect.provide(DeadLetterStore.layer))
)
