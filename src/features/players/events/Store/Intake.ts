/**
 * The one way an event comes in, whichever route it took (single, batch, admin trigger, widget): rules of intake,
 * quota, then the buddy's actor. `accept` waits; `submit` is the same for callers that must not, and says so when it
 * cannot.
 */
import { Clock, Context, Effect, Exit, Layer } from "effect"
import { hash } from "node:crypto"
import { Buddies, type IncomingEvent, type ResumeIngested } from "../../../../buddy/Buddies.ts"
import { type BuddyReply, type CommandRejected, Unavailable } from "../../../../buddy/Protocol.ts"
import { BuddyStore, repeatedAnswer } from "../../../../buddy/actor/Store.ts"
import { type Reservation, Usage } from "../../../../buddy/quota/Usage.ts"
import { momentOf, type TenantFacts, Tenants } from "../../../../platform/auth/Tenants.ts"
import type { Span } from "../../../../platform/observability/Traces.ts"
import { ServiceUnavailable } from "../../../../wire/Failure.ts"
import { plans } from "../../../../wire/Plans.ts"
import { type EventInput, EventQuotaExceeded, type Ingested } from "../Api.ts"
import { type IntakeError, isPrepared, prepare, type PreparedEvent } from "../Rules.ts"

export type IntakeFailure = IntakeError | EventQuotaExceeded | ServiceUnavailable
export type Mode = "live" | "backfill"

export interface Accepted {
  readonly answer: Ingested
  /** its effects as JSON, when they have been written down already */
  readonly effects_json?: string | undefined
  readonly duplicate: boolean
  /** whether a buddy received it */
  readonly routed: boolean
}

export type Done = (exit: Exit.Exit<Accepted, IntakeFailure>) => void

export class Intake extends Context.Service<
  Intake,
  {
    accept(customer_id: string, input: EventInput, mode: Mode): Effect.Effect<Accepted, IntakeFailure>
    /**
     * True: `done` will be called exactly once, possibly before this returns. False: something has to be fetched first
     * and nothing happened, use `accept`. With a span the event is traced below it.
     */
    submit(tenant: TenantFacts, input: EventInput, mode: Mode, done: Done, span?: Span): boolean
  }
>()("hatchery/features/events/Intake") {
  static readonly layer = Layer.effect(
    Intake,
    Effect.suspend(() => make)
  )
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
      payload_hash: hash("sha256", event.canonical, "hex"),
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
    effects: reply.effects as Ingested["effects"],
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

const unavailable = (failure: CommandRejected | Unavailable) =>
  failure._tag === "Unavailable"
    ? new ServiceUnavailable({ reason: `${failure.reason}.`, retry_after_seconds: failure.retry_after_seconds })
    : new ServiceUnavailable({ reason: `The buddy refused the event: ${failure.error.code}.`, retry_after_seconds: 1 })

const make = Effect.gen(function* () {
  const buddies = yield* Buddies
  const usage = yield* Usage
  const tenants = yield* Tenants
  const clock = yield* Clock.Clock
  const store = yield* BuddyStore

  /** A full quota stops new events; one that was accepted before is answered as before. */
  const repeatedOr = Effect.fnUntraced(function* (customer_id: string, event: PreparedEvent, room: Refusal) {
    const [known] = yield* Effect.orDie(store.stored(customer_id, [event.event_id], []))
    if (known === undefined) {
      return yield* new EventQuotaExceeded({ quota: room.quota, used: room.used, resets_at: room.resets_at })
    }
    return { ...repeatedAnswer(known, hash("sha256", event.canonical, "hex")), buddy_id: null }
  })

  const deliver = (tenant: TenantFacts, event: PreparedEvent, mode: Mode) =>
    Effect.gen(function* () {
      const { customer_id } = tenant
      const quota = quotaOf(tenant)
      const room = quota === Number.POSITIVE_INFINITY ? undefined : yield* usage.reserve(customer_id, 1, quota)
      if (room?.ok === false) return yield* repeatedOr(customer_id, event, room)
      const exit = yield* Effect.exit(buddies.ingest(incoming(customer_id, event, mode)))
      if (room !== undefined) usage.release(customer_id, 1, Exit.isSuccess(exit) && !exit.value.duplicate ? 1 : 0)
      return yield* exit
    })

  return Intake.of({
    accept: Effect.fn("Intake.accept")(function* (customer_id, input, mode) {
      const tenant = yield* Effect.orDie(tenants.get(customer_id))
      const event = prepare(tenant, momentOf(tenant, input.user_id, clock.currentTimeMillisUnsafe()), input)
      if (!isPrepared(event)) return yield* event
      const reply = yield* Effect.mapError(deliver(tenant, event, mode), (failure) =>
        failure._tag === "EventQuotaExceeded" ? failure : unavailable(failure)
      )
      return accepted(event.event_id, reply, reply.buddy_id !== null)
    }),

    submit: (tenant, input, mode, done, span) => {
      const event = prepare(tenant, momentOf(tenant, input.user_id, clock.currentTimeMillisUnsafe()), input)
      if (!isPrepared(event)) {
        done(Exit.fail(event))
        return true
      }
      const { customer_id } = tenant
      const delivery = incoming(customer_id, event, mode)
      if (buddies.routed(delivery) === undefined) return false
      const quota = quotaOf(tenant)
      const counted = quota !== Number.POSITIVE_INFINITY
      if (counted) {
        const room = usage.reserveNow(customer_id, 1, quota)
        // Whether this is news or a repetition takes a look into the database.
        if (room === undefined || !room.ok) return false
      }
      const settle: ResumeIngested = (exit) => {
        const stored = Exit.isSuccess(exit) && !exit.value.duplicate ? 1 : 0
        if (counted) usage.release(customer_id, 1, stored)
        if (Exit.isSuccess(exit)) return done(Exit.succeed(accepted(event.event_id, exit.value, true)))
        const failure = exit.cause.reasons[0]
        // A fault of ours, not of the moment: asking for patience would be asking for ever.
        if (failure?._tag === "Die") return done(Exit.die(failure.defect))
        const known = failure?._tag === "Fail" ? failure.error : undefined
        done(
          Exit.fail(
            unavailable(known ?? new Unavailable({ reason: "The buddy has just moved", retry_after_seconds: 1 }))
          )
        )
      }
      const queued = buddies.submitEvent(delivery, settle, span)
      if (!queued && counted) usage.release(customer_id, 1, 0)
      return queued
    }
  })
})
