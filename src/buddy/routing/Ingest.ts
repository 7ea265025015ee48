/** Events come in by user, not by buddy: find the receiver, hand over, and look again when it has just gone. */
import { Effect, Exit } from "effect"
import { ActorServices } from "../actor/ActorServices.ts"
import type { BuddyFailure, BuddyReply, BuddyRequest, CommandRejected, Resume } from "../Protocol.ts"
import { notNow, send_timeout, type Unavailable } from "../Protocol.ts"
import { EventRouting } from "./EventRouting.ts"
import type { RouteKey } from "../actor/Store.ts"
import { makeTraces, type Span } from "../../platform/observability/Traces.ts"
import { storeUnrouted } from "./Unrouted.ts"

/** An event on its way to whoever receives it. */
export interface IncomingEvent extends RouteKey {
  /** `command` is an `Event`, `event` its envelope */
  readonly request: BuddyRequest
}

export interface Ingested extends BuddyReply {
  /** null: the user has no active buddy of the audience; stored without effects */
  readonly buddy_id: string | null
}

export type ResumeIngested = (exit: Exit.Exit<Ingested, CommandRejected | Unavailable>) => void

/** The ways to a buddy that is known: as a message, and as a call. */
interface Doors {
  send(customer_id: string, buddy_id: string, request: BuddyRequest): Effect.Effect<BuddyReply, BuddyFailure>
  submit(customer_id: string, buddy_id: string, request: BuddyRequest, resume: Resume, span?: Span): boolean
}

/** The route was remembered from before the buddy was archived or erased. */
const isGone = (failure: BuddyFailure) =>
  failure._tag === "BuddyNotFound" || (failure._tag === "CommandRejected" && failure.error.code === "buddy_archived")

export const makeIngest = ({ send, submit }: Doors) =>
  Effect.gen(function* () {
    const environment = yield* ActorServices
    const routes = yield* EventRouting
    const runFork = Effect.runForkWith(yield* Effect.context<never>())
    const traces = yield* makeTraces

    const unrouted = (event: IncomingEvent) =>
      Effect.withFiber<BuddyReply, BuddyFailure>((fiber) =>
        Effect.callback((resume) =>
          storeUnrouted(environment, event.customer_id, event.request, resume, traces.current(fiber))
        )
      ).pipe(Effect.timeoutOrElse({ duration: send_timeout, orElse: () => notNow("the event was not stored in time") }))

    const deliver = (event: IncomingEvent) =>
      Effect.flatMap(routes.find(event), (buddy_id) =>
        Effect.map(
          buddy_id === null ? unrouted(event) : send(event.customer_id, buddy_id, event.request),
          (reply): Ingested => ({ ...reply, buddy_id })
        )
      )

    const redeliver = (event: IncomingEvent) =>
      Effect.suspend(() => {
        routes.invalidate(event.customer_id, event.user_id)
        return deliver(event)
      }).pipe(Effect.catchTag("BuddyNotFound", () => notNow("the buddy has just gone")))

    const ingest = (event: IncomingEvent): Effect.Effect<Ingested, CommandRejected | Unavailable> =>
      deliver(event).pipe(
        Effect.catchIf(isGone, () => redeliver(event)),
        Effect.catchTag("BuddyNotFound", () => notNow("the buddy has just gone"))
      )

    const submitEvent = (event: IncomingEvent, resume: ResumeIngested, span?: Span) => {
      const buddy_id = routes.cached(event)
      if (buddy_id === undefined) return false
      const settle = (exit: Exit.Exit<BuddyReply, BuddyFailure>) => {
        if (Exit.isSuccess(exit)) return resume(Exit.succeed({ ...exit.value, buddy_id }))
        const reason = exit.cause.reasons[0]
        const again = span === undefined ? redeliver(event) : Effect.withParentSpan(redeliver(event), span)
        if (reason?._tag === "Fail" && isGone(reason.error)) runFork(again).addObserver(resume)
        else resume(exit as Exit.Failure<never, CommandRejected | Unavailable>)
      }
      return submit(event.customer_id, buddy_id, event.request, settle, span)
    }

    return { ingest, submitEvent }
  })
