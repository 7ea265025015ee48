/** What there is to generate, and doing it: each ends its operation and writes what came of it in one transaction. */
import { Clock, Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig } from "../../../../Config.ts"
import { AiProvider } from "../../../../platform/ai/AiProvider.ts"
import type { OperationKey } from "../../../../platform/cluster/OperationKey.ts"
import { transactionOf } from "../../../../platform/postgres/Sql.ts"
import type { ExtractFailed } from "../../../../platform/sites/Fetcher.ts"
import { type Reading, SiteReader } from "../../../../platform/sites/Reader.ts"
import { liveContent } from "../../../authoring/config-versions/Store/Content.ts"
import { presetOf } from "../../../authoring/presets/Rules/Catalogue.ts"
import { OperationStore } from "../../../players/operations/Store.ts"
import { stacks } from "../Api/Questions.ts"
import type { Kind } from "../Api/Session.ts"
import { guideOf } from "./Guide.ts"
import { GuideWords } from "../Rules/GuideWords.ts"
import { guideTurns } from "../Rules/Prompts.ts"
import { languageOf } from "../Rules/Words.ts"
import { OnboardingStore, type SessionChange } from "../Store.ts"
import type { SessionRow } from "../Store/Rows.ts"
import { Paid, payment } from "./Payment.ts"
import { Planner } from "./Planner.ts"
import { sourceOf } from "./Sessions.ts"

/** Absent in jobs begun by a node that knew no models. */
const paid = Schema.optionalKey(Schema.NullOr(Paid))
export const PlanJob = Schema.Struct({ kind: Schema.Literal("plan"), instructions: Schema.NullOr(Schema.String), paid })
export const GuideJob = Schema.Struct({
  kind: Schema.Literal("guide"),
  stack: Schema.NullOr(Schema.Literals(stacks)),
  paid
})
export const SeedJob = Schema.Struct({
  kind: Schema.Literal("seed"),
  from: Schema.Literals(["url", "repo"]),
  url: Schema.String
})
export type SeedJob = typeof SeedJob.Type
export const Job = Schema.Union([PlanJob, GuideJob, SeedJob])
export type Job = typeof Job.Type

const words: Readonly<Record<ExtractFailed["reason"], string>> = {
  unreachable: "It cannot be reached.",
  too_large: "It is larger than what is read.",
  not_text: "It is no text.",
  empty: "There is nothing to read in it.",
  limited: "It lets nobody read any more for now. Try again later."
}

const isStack = Schema.is(Schema.Literals(stacks))
const seeded = (session: SessionRow, from: SeedJob["from"], reading: Reading): SessionChange => {
  const { events, language, stack, text } = reading
  const source = { ...sourceOf(from, text), language: language ?? languageOf(text) }
  const found = stack !== null && isStack(stack) && session.answers.stack === undefined ? { stack } : {}
  return { source, seed_text: text, seed_events: events, answers: { ...session.answers, ...found } }
}

/** Ends an operation and writes what came of it, unless somebody else has ended it: then nothing is written. */
const concluding = Effect.gen(function* () {
  const store = yield* OnboardingStore
  const operations = yield* OperationStore
  const transaction = transactionOf(yield* SqlClient.SqlClient)
  return (
    { customer_id, operation_id }: OperationKey,
    session_id: string,
    kind: Kind,
    write: (held: SessionRow) => Effect.Effect<SessionChange>
  ) =>
    transaction(
      Effect.gen(function* () {
        const key = { customer_id, operation_id }
        if (!(yield* operations.complete(key, { onboarding_session_id: session_id, kind }))) return
        const held = yield* Effect.orDie(store.hold(customer_id, session_id))
        const change = yield* write(held)
        const last = { kind, operation_id, error: null } as const
        yield* store.change(customer_id, session_id, { ...change, busy: null, last })
      })
    )
})

/** How a paid text went, for the transaction that writes what came of it. */
const settling = Effect.gen(function* () {
  const { settle } = yield* payment
  return ({ customer_id, operation_id: id }: OperationKey, job: typeof PlanJob.Type | typeof GuideJob.Type) =>
    Effect.fnUntraced(function* (held: SessionRow, isWritten: boolean) {
      const duration_ms = Math.max(0, (yield* Clock.currentTimeMillis) - (held.busy?.since ?? Number.MAX_SAFE_INTEGER))
      yield* settle({ customer_id, id, purpose: job.kind, paid: job.paid ?? null }, { isWritten, duration_ms })
    })
})

const planning = Effect.gen(function* () {
  const store = yield* OnboardingStore
  const planner = yield* Planner
  const conclude = yield* concluding
  const settled = yield* settling
  return Effect.fn("onboarding.plan")(function* (key: OperationKey, id: string, job: typeof PlanJob.Type) {
    const { customer_id } = key
    const { instructions } = job
    const session = yield* Effect.orDie(store.find(customer_id, id))
    const made = yield* planner.plan({ customer_id, session, instructions, isPaid: (job.paid ?? null) !== null })
    yield* conclude(key, id, "plan", (held) =>
      Effect.gen(function* () {
        const revision = held.revision + 1
        yield* store.keepPlan(customer_id, id, { ...made, revision })
        yield* settled(key, job)(held, !made.fallback)
        // One that was given up meanwhile stays so: there may be another one by now.
        return { status: held.status === "open" ? "planned" : held.status, revision } as const
      })
    )
  })
})

/** Whose event types a guide is about: the plan's, else those that count, else what a preset begins with. */
const guideGround = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* OnboardingStore
  return Effect.fnUntraced(function* (customer_id: string, session: SessionRow) {
    const planned = yield* store.plan(customer_id, session)
    if (planned !== null) return { source: "plan", event_types: planned.content.event_types } as const
    const { parts } = yield* liveContent(sql).read(customer_id)
    if (parts.event_types.length > 0) return { source: "published", event_types: parts.event_types } as const
    const preset = presetOf(session.answers.product_type ?? "") ?? presetOf("saas_onboarding")!
    return { source: "preset", event_types: preset.content.event_types } as const
  })
})

const guiding = Effect.gen(function* () {
  const store = yield* OnboardingStore
  const ai = yield* AiProvider
  const { publicUrl: public_url } = yield* AppConfig
  const groundOf = yield* guideGround
  const conclude = yield* concluding
  const settled = yield* settling
  return Effect.fn("onboarding.guide")(function* (key: OperationKey, id: string, job: typeof GuideJob.Type) {
    const { customer_id } = key
    const session = yield* Effect.orDie(store.find(customer_id, id))
    const ground = yield* groundOf(customer_id, session)
    const stack = job.stack ?? session.answers.stack ?? "other"
    const event_types = ground.event_types.map(({ event_type }) => event_type)
    const turns = guideTurns({ text: session.seed_text, stack, event_types })
    const words =
      (job.paid ?? null) === null
        ? Option.none()
        : yield* Effect.option(ai.ask({ customer_id, turns, name: "guide_words", schema: GuideWords }))
    const guide = guideOf({ ...ground, stack, public_url, words: Option.getOrNull(words) })
    yield* conclude(key, id, "guide", (held) => Effect.as(settled(key, job)(held, Option.isSome(words)), { guide }))
  })
})

const seeding = Effect.gen(function* () {
  const store = yield* OnboardingStore
  const operations = yield* OperationStore
  const reader = yield* SiteReader
  const transaction = transactionOf(yield* SqlClient.SqlClient)
  const conclude = yield* concluding
  return Effect.fn("onboarding.seed")(function* (key: OperationKey, id: string, { from, url }: SeedJob) {
    const { customer_id, operation_id } = key
    const reading = from === "url" ? reader.site(url) : reader.repository(url)
    yield* reading.pipe(
      Effect.flatMap((read) => conclude(key, id, "seed", (held) => Effect.succeed(seeded(held, from, read)))),
      Effect.catchTag("ExtractFailed", ({ reason }) => {
        const error = { code: "onboarding_extract_failed", message: words[reason] }
        const last = { kind: "seed", operation_id, error: { ...error, reason } } as const
        return transaction(
          Effect.gen(function* () {
            if (yield* operations.fail(key, { ...error, details: { reason } }))
              yield* store.change(customer_id, id, { last })
          })
        )
      })
    )
  })
})

export const makeWork = Effect.gen(function* () {
  const [plan, guide, seed] = [yield* planning, yield* guiding, yield* seeding]
  return (key: OperationKey, session_id: string, job: Job) => {
    if (job.kind === "plan") return plan(key, session_id, job)
    return job.kind === "guide" ? guide(key, session_id, job) : seed(key, session_id, job)
  }
})
