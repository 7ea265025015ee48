/**
 * Talking about a session. What is replied is kept with what it changed: asking again asks for nothing twice. Where a
 * model replies, it is paid before it is asked, in the transaction that keeps the message; no transaction waits for it.
 * Without a reply of its own the builtin one stands in, and costs nothing.
 */
import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AiProvider } from "../../../../platform/ai/AiProvider.ts"
import { AiFailed } from "../../../../platform/ai/Port.ts"
import { Credits } from "../../../../platform/billing/Credits.ts"
import { uuid } from "../../../../platform/postgres/Ids.ts"
import { nowDate, transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { NotFound } from "../../../../wire/Failure.ts"
import { IdempotencyKeyConflict } from "../../../../wire/Group.ts"
import type { CreditInsufficient } from "../../../../wire/Pictures.ts"
import { OnboardingBusy, type OnboardingCapReached, type OnboardingClosed } from "../Api/Refusals.ts"
import { answered, type Answers, type AnswersPatch } from "../Api/Questions.ts"
import { ChatReply, patchOf, replyOf } from "../Rules/Chat.ts"
import { intentOf } from "../Rules/Intents.ts"
import { chatTurns } from "../Rules/Prompts.ts"
import { OnboardingStore } from "../Store.ts"
import type { SessionRow } from "../Store/Rows.ts"
import { type MessageRow, messages } from "../Store/Messages.ts"
import { type Paid, payment } from "./Payment.ts"
import { writable } from "./Sessions.ts"

/** Whoever is asked has so long: streams end within a minute. */
const answer_within = "50 seconds"
/** Who began to reply longer ago is gone. */
const lost_after_ms = 60_000

type Refused =
  | NotFound
  | OnboardingClosed
  | OnboardingBusy
  | OnboardingCapReached
  | IdempotencyKeyConflict
  | CreditInsufficient

/** A reply that is there, or that comes: whoever stops waiting for it stops it. */
export type Reply =
  | { readonly _tag: "There"; readonly told: MessageRow; /** it was said before */ readonly is_repeated: boolean }
  | {
      readonly _tag: "Coming"
      readonly message_id: string
      readonly told: Effect.Effect<MessageRow, NotFound | OnboardingClosed | OnboardingBusy>
    }

interface Said {
  readonly customer_id: string
  readonly session: SessionRow
  readonly message_id: string
  readonly message: string
  readonly paid: Paid
}

export class Chat extends Context.Service<
  Chat,
  {
    /** `command_key`: under which the same message gets the same reply */
    say(
      customer_id: string,
      id: string,
      message: string,
      command_key: string | undefined
    ): Effect.Effect<Reply, Refused>
  }
>()("hatchery/features/onboarding/Chat") {
  static readonly layer = Layer.effect(
    Chat,
    Effect.suspend(() => make)
  ).pipe(Layer.provide([OnboardingStore.layer, Credits.layer]))
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* OnboardingStore
  const { pay, priceOf } = yield* payment
  const { forget, keep, said } = messages(sql)
  const replying = yield* makeReplying
  const builtin = makeBuiltin(sql, store)

  /** What was replied under this key; none: nothing that counts. */
  const repeated = Effect.fnUntraced(function* (customer_id: string, session_id: string, key: string, message: string) {
    const known = yield* said(customer_id, session_id, key)
    if (Option.isNone(known)) return Option.none<MessageRow>()
    const { created_at, status, ...told } = known.value
    if (told.message !== message) return yield* new IdempotencyKeyConflict()
    if (status === "done") return Option.some(told)
    const age = (yield* nowDate).getTime() - created_at.getTime()
    if (status === "streaming" && age < lost_after_ms) {
      return yield* new OnboardingBusy({ kind: "message", operation_id: told.message_id })
    }
    yield* forget(customer_id, session_id, told.message_id)
    return Option.none<MessageRow>()
  })

  return Chat.of({
    say: Effect.fn("Chat.say")(function* (customer_id, id, message, command_key) {
      const session = yield* store.hold(customer_id, id)
      const { session_id } = session
      const known =
        command_key === undefined ? Option.none() : yield* repeated(customer_id, session_id, command_key, message)
      if (Option.isSome(known)) return { _tag: "There", told: known.value, is_repeated: true } as const
      yield* writable(session)
      yield* store.take(customer_id, "messages")
      const message_id = yield* uuid
      const paid = priceOf("message")
      if (paid === null) {
        const told = { ...(yield* builtin(customer_id, session, message)), message_id, message, credits: 0 }
        yield* keep(customer_id, session_id, command_key, { ...told, provider: "builtin", status: "done" })
        return { _tag: "There", told, is_repeated: false } as const
      }
      yield* store.change(customer_id, session_id, { messages: session.messages + 1 })
      const { credits, provider } = paid
      const unsaid = { message_id, message, reply: "", answers_changed: [], plan_stale: false }
      yield* keep(customer_id, session_id, command_key, { ...unsaid, credits, provider, status: "streaming" })
      yield* pay({ customer_id, id: message_id, purpose: "message", paid })
      return {
        _tag: "Coming",
        message_id,
        told: replying({ customer_id, session, message_id, message, paid })
      } as const
    }, transactionOf(sql))
  })
})

type Told = Pick<MessageRow, "reply" | "answers_changed" | "plan_stale">

/** Changes the answers of a session that is held; answers what to tell of it. */
const applying = (store: OnboardingStore["Service"]) =>
  Effect.fnUntraced(function* (customer_id: string, session: SessionRow, patch: AnswersPatch) {
    const answers = answered(session.answers, patch)
    const plan = yield* store.plan(customer_id, session)
    const answers_changed = Object.keys(patch)
    yield* store.change(customer_id, session.session_id, { answers })
    return { plan, answers, answers_changed, plan_stale: plan !== null && answers_changed.length > 0 }
  })

const makeBuiltin = (sql: SqlClient.SqlClient, store: OnboardingStore["Service"]) => {
  const apply = applying(store)
  return Effect.fnUntraced(function* (customer_id: string, session: SessionRow, message: string) {
    const intent = intentOf(message, session.answers)
    const { answers, plan, ...changed } = yield* apply(customer_id, session, intent.patch)
    yield* store.change(customer_id, session.session_id, { messages: session.messages + 1 })
    return { reply: replyOf(intent, answers, plan), ...changed } satisfies Told
  })
}

/** Only what is not so already. */
const newIn = (patch: AnswersPatch, answers: Answers): AnswersPatch =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(answers[key as keyof Answers])
    )
  )

const makeReplying = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* OnboardingStore
  const ai = yield* AiProvider
  const { settle } = yield* payment
  const { end, reply, turns } = messages(sql)
  const transaction = transactionOf(sql)
  const apply = applying(store)

  const asked = Effect.fnUntraced(function* ({ customer_id, message, session }: Said) {
    const plan = yield* store.plan(customer_id, session)
    const before = Option.match(yield* turns(customer_id, session.session_id), {
      onNone: () => [],
      onSome: (found) => found.turns
    })
    const { answers, seed_text: text } = session
    const facts = { text, answers, plan, before, message }
    return yield* Effect.timeoutOrElse(
      ai.ask({ customer_id, turns: chatTurns(facts), name: "chat_reply", schema: ChatReply }),
      { duration: answer_within, orElse: () => Effect.fail(new AiFailed({ reason: "timed_out", detail: "a message" })) }
    )
  })

  /** The session as it is by now, which may be closed: then nothing is said. */
  const conclude = (said: Said, replied: ChatReply | null, duration_ms: number) =>
    transaction(
      Effect.gen(function* () {
        const { customer_id, message, message_id, paid } = said
        const session = yield* store.hold(customer_id, said.session.session_id)
        yield* writable(session)
        const isWritten = replied !== null
        const intent = intentOf(message, session.answers)
        const patch = isWritten ? newIn(patchOf(replied), session.answers) : intent.patch
        const { answers, plan, ...changed } = yield* apply(customer_id, session, patch)
        const credits = isWritten ? paid.credits : 0
        const told = {
          message_id,
          message,
          reply: replied?.reply ?? replyOf(intent, answers, plan),
          ...changed,
          credits
        }
        const provider = isWritten ? paid.provider : "builtin"
        if (yield* reply(customer_id, session.session_id, { ...told, provider })) {
          yield* settle({ customer_id, id: message_id, purpose: "message", paid }, { isWritten, duration_ms })
        }
        return told
      })
    )

  const givenUp = ({ customer_id, message_id, paid, session }: Said, status: "truncated" | "failed") =>
    transaction(
      Effect.gen(function* () {
        if (!(yield* end(customer_id, session.session_id, message_id, status))) return
        yield* settle({ customer_id, id: message_id, purpose: "message", paid }, { isWritten: false, duration_ms: 0 })
      })
    )

  return (said: Said) =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      const replied = yield* Effect.catchTag(asked(said), "AiFailed", () => Effect.succeed(null))
      return yield* conclude(said, replied, (yield* Clock.currentTimeMillis) - begun)
    }).pipe(
      Effect.onInterrupt(() => givenUp(said, "truncated")),
      Effect.tapCause(() => givenUp(said, "failed"))
    )
})
