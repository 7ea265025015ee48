/**
 * The one way an event comes in, whichever route it took (single, batch, admin trigger, widget): rules of intake,
 * quota, then the buddy's actor. `submit` is for callers that must not wait; `accept` waits for what it comes to.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { Buddies, type IncomingEvent, type Ingested, type ResumeIngested } from "../../../../buddy/Buddies.ts"
import { type BuddyReply, type CommandRejected, send_timeout, Unavailable } from "../../../../buddy/Protocol.ts"
import { type Reservation, Usage } from "../../../../buddy/quota/Usage.ts"
import { momentOf, type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"
import { makeTraces, type Span } from "../../../../platform/observability/Traces.ts"
import { ServiceUnavailable } from "../../../../wire/Failure.ts"
import { plans } from "../../../../wire/Plans.ts"
import { EventQuotaExceeded } from "../../../../wire/refusals/Intake.ts"
import type { Ingested as Answer } from "../../../../wire/answers/Effects.ts"
import { type IntakeError, isPrepared, prepare, type PreparedEvent, type ToldEvent } from "../Rules.ts"
import { erasedReply, hashOf, mayBeErased, Repeats } from "./Repeats.ts"

export type IntakeFailure = IntakeError | EventQuotaExceeded | ServiceUnavailable
export type Mode = "live" | "backfill"

export interface Accepted {
  readonly answer: Answer
  /** its effects as JSON, when they have been written down already */
  readonly effects_json?: string | undefined
  readonly duplicate: boolean
  /** whether a buddy received it */
  readonly routed: boolean
}

/** `apart`: something has to be fetched first, and events of its user that follow now may overtake it. */
export type Handed = "in_order" | "apart"

export type Done = (exit: Exit.Exit<Accepted, IntakeFailure>) => void

export class Intake extends Context.Service<
  Intake,
  {
    accept(customer_id: string, input: ToldEvent, mode: Mode): Effect.Effect<Accepted, IntakeFailure>
    /** `done` will be called exactly once, possibly before this returns. With a span the event is traced below it. */
    submit(tenant: TenantFacts, input: ToldEvent, mode: Mode, done: Done, span?: Span): Handed
  }
>()("hatchery/features/events/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.suspend(() => make)
  ).pipe(Layer.provide(Repeats.layer))
}

type Refusal = Extract<Reservation, { readonly ok: false }>

const quotaOf = (tenant: TenantFacts): number => plans[tenant.plan].events_per_month ?? Number.POSITIVE_INFINITY

const incoming = (customer_id: string, event: PreparedEvent, mode: Mode): IncomingEvent => ({
  customer_id,
  user_id: event.user_id,
  audience: event.audience,
  buddy_id: event.buddy_id ?? null,
  request: {
    command_id: event.event_id,
    command: {
      _tag: "Event",
      event_id: event.event_id,
      type: event.type,
      occurred_at: event.occurred_at,
      properties: event.properties
    },
    event: {
      user_id: event.user_id,
      audience: event.audience,
      payload_hash: hashOf(event.canonical),
      mode
    },
    // A backfill tells nobody: the receivers would take the past for news.
    webhooks: mode === "live"
  }
})

const accepted = (event_id: string, reply: BuddyReply, routed: boolean): Accepted => ({
  answer: {
    accepted: true,
    event_id,
    effects: reply.effects as Answer["effects"],
    ...(reply.payload_mismatch ? { payload_mismatch: true as const } : {})
  },
  effects_json: reply.effects_json,
  duplicate: reply.duplicate,
  routed
})

/** The answer as JSON: byte for byte what writing it down whole would give. */
export const answerJson = ({ answer, effects_json }: Accepted): string => {
  if (effects_json === undefined) return JSON.stringify(answer)
  const mismatch = answer.payload_mismatch === undefined ? "" : `,"payload_mismatch":${answer.payload_mismatch}`
  const { accepted, event_id } = answer
  return `{"accepted":${accepted},"event_id":${JSON.stringify(event_id)},"effects":${effects_json}${mismatch}}`
}

const failed = (
  failure: CommandRejected | Unavailable | EventQuotaExceeded
): EventQuotaExceeded | ServiceUnavailable => {
  switch (failure._tag) {
    case "EventQuotaExceeded":
      return failure
    case "Unavailable":
      return new ServiceUnavailable({
        reason: `${failure.reason}.`,
        retry_after_seconds: failure.retry_after_seconds
      })
    case "CommandRejected":
      return new ServiceUnavailable({
        reason: `The buddy refused the event: ${failure.error.code}.`,
        retry_after_seconds: 1
      })
  }
}

/** What was reserved is given back, but for what is stored now. */
const release = (usage: Usage["Service"], customer_id: string, exit: Exit.Exit<Ingested, unknown>) =>
  usage.release(customer_id, 1, Exit.isSuccess(exit) && !exit.value.duplicate ? 1 : 0)

type Waiting = (
  tenant: TenantFacts,
  told: ToldEvent,
  event: PreparedEvent,
  mode: Mode
) => Effect.Effect<Accepted, EventQuotaExceeded | ServiceUnavailable>

const waitingWith = (buddies: Buddies["Service"], usage: Usage["Service"], repeats: Repeats["Service"]): Waiting => {
  /** A full quota stops new events; one that was accepted before is answered as before. */
  const repeatedOr = Effect.fnUntraced(function* (customer_id: string, told: ToldEvent, room: Refusal) {
    const repeated = yield* repeats.known(customer_id, told)
    if (repeated === undefined) {
      return yield* new EventQuotaExceeded({ quota: room.quota, used: room.used, resets_at: room.resets_at })
    }
    return { ...repeated, buddy_id: null }
  })

  const deliver = Effect.fnUntraced(function* (...[tenant, told, event, mode]: Parameters<Waiting>) {
    const { customer_id } = tenant
    if (yield* repeats.isErased(tenant, event)) return { ...erasedReply, buddy_id: null }
    const quota = quotaOf(tenant)
    const room = quota === Number.POSITIVE_INFINITY ? undefined : yield* usage.reserve(customer_id, 1, quota)
    if (room?.ok === false) return yield* repeatedOr(customer_id, told, room)
    const exit = yield* Effect.exit(buddies.ingest(incoming(customer_id, event, mode)))
    if (room !== undefined) release(usage, customer_id, exit)
    return yield* repeats.judged(customer_id, told, yield* exit)
  })

  return (tenant, told, event, mode) =>
    deliver(tenant, told, event, mode).pipe(
      Effect.mapBoth({
        onFailure: failed,
        onSuccess: (reply) => accepted(event.event_id, reply, reply.buddy_id !== null)
      })
    )
}

/** True: `resume` will be called. False: something has to be fetched first, and nothing happened. */
const handOverWith =
  (buddies: Buddies["Service"], usage: Usage["Service"]) =>
  (tenant: TenantFacts, event: PreparedEvent, mode: Mode, resume: ResumeIngested, span: Span | undefined): boolean => {
    const { customer_id } = tenant
    if (mayBeErased(tenant, event)) return false
    const delivery = incoming(customer_id, event, mode)
    if (buddies.routed(delivery) === undefined) return false
    const quota = quotaOf(tenant)
    if (quota === Number.POSITIVE_INFINITY) return buddies.submitEvent(delivery, resume, span)
    // Whether an event beyond the quota is news or a repetition takes a look into the database.
    if (usage.reserveNow(customer_id, 1, quota)?.ok !== true) return false
    const settle: ResumeIngested = (exit) => {
      release(usage, customer_id, exit)
      resume(exit)
    }
    const isQueued = buddies.submitEvent(delivery, settle, span)
    if (!isQueued) usage.release(customer_id, 1, 0)
    return isQueued
  }

const make = Effect.gen(function* () {
  const buddies = yield* Buddies
  const usage = yield* Usage
  const tenants = yield* Tenants
  const clock = yield* Clock.Clock
  const repeats = yield* Repeats
  const waiting = waitingWith(buddies, usage, repeats)
  const handOver = handOverWith(buddies, usage)
  const traces = yield* makeTraces
  const runFork = Effect.runForkWith(yield* Effect.context<never>())

  const apart = (long: Effect.Effect<Accepted, IntakeFailure>, done: Done, span: Span | undefined): "apart" => {
    const spanned = Effect.withSpan(long, "Intake.wait")
    runFork(span === undefined ? spanned : Effect.withParentSpan(spanned, span)).addObserver(done)
    return "apart"
  }

  /** What would be refused today may have been accepted under other audiences or types: its sender asks again. */
  const repeatedOr = Effect.fnUntraced(function* (customer_id: string, input: ToldEvent, refusal: IntakeError) {
    const repeated = yield* repeats.known(customer_id, input)
    return repeated === undefined ? yield* refusal : accepted(input.event_id, repeated, true)
  })

  const submit: Intake["Service"]["submit"] = (tenant, input, mode, done, span) => {
    const event = prepare(tenant, momentOf(tenant, input.user_id, clock.currentTimeMillisUnsafe()), input)
    if (!isPrepared(event)) return apart(repeatedOr(tenant.customer_id, input, event), done, span)
    const settle: ResumeIngested = (exit) => {
      if (Exit.isSuccess(exit) && exit.value.payload_mismatch) {
        const judged = repeats.judged(tenant.customer_id, input, exit.value)
        return void apart(
          Effect.map(judged, (reply) => accepted(event.event_id, reply, true)),
          done,
          span
        )
      }
      if (Exit.isSuccess(exit)) return done(Exit.succeed(accepted(event.event_id, exit.value, true)))
      const reason = exit.cause.reasons[0]
      // A fault of ours, not of the moment: asking for patience would be asking for ever.
      if (reason?._tag === "Die") return done(Exit.die(reason.defect))
      done(Exit.fail(failed(reason?._tag === "Fail" ? reason.error : moved)))
    }
    if (handOver(tenant, event, mode, settle, span)) return "in_order"
    return apart(waiting(tenant, input, event, mode), done, span)
  }

  return Intake.of({
    submit,
    accept: Effect.fn("Intake.accept")(function* (customer_id, input, mode) {
      const tenant = yield* Effect.orDie(tenants.get(customer_id))
      return yield* Effect.withFiber<Accepted, IntakeFailure>((fiber) =>
        Effect.callback((resume) => void submit(tenant, input, mode, resume, traces.current(fiber)))
      ).pipe(Effect.timeoutOrElse({ duration: send_timeout, orElse: () => Effect.fail(failed(late)) }))
    })
  })
})

const late = new Unavailable({ reason: "The buddy did not answer in time", retry_after_seconds: 1 })

/** Its runner went away while the event was on its way. */
const moved = new Unavailable({ reason: "The buddy has just moved", retry_after_seconds: 1 })
