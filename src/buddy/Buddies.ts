/**
 * What features call. A buddy that lives in this process is called as a function; any other through the cluster, which
 * finds or wakes it. Answers come after the commit. `Unavailable` leaves open whether the command was executed: the
 * same id may be sent again.
 */
import { Context, Effect, Layer } from "effect"
import { makeTraces, type Span } from "../platform/observability/Traces.ts"
import { Directory } from "./actor/Directory.ts"
import { cellOf } from "./actor/Cell.ts"
import { BuddyEntity } from "./actor/Entity.ts"
import { type IncomingEvent, type Ingested, makeIngest, type ResumeIngested } from "./routing/Ingest.ts"
import { makePreview, type Preview } from "./Preview.ts"
import type { BuddyFailure, BuddyReply, BuddyRequest, CommandRejected, Resume, Unavailable } from "./Protocol.ts"
import { notNow, send_timeout } from "./Protocol.ts"
import { EventRouting } from "./routing/EventRouting.ts"
import type { RouteKey } from "./actor/Store.ts"
import { submitTraced } from "./actor/Tracing.ts"

export type { IncomingEvent, Ingested, ResumeIngested } from "./routing/Ingest.ts"

export class Buddies extends Context.Service<
  Buddies,
  {
    /** Executes a command; 10 s at most. */
    send(customer_id: string, buddy_id: string, request: BuddyRequest): Effect.Effect<BuddyReply, BuddyFailure>
    /**
     * The hot path. True: the buddy lives here and `resume` will be called exactly once, possibly before this returns.
     * False: nothing happened, use `send`. With a span the request is traced below it.
     */
    submit(customer_id: string, buddy_id: string, request: BuddyRequest, resume: Resume, span?: Span): boolean
    /**
     * `ingest` for the hot path. True: `resume` will be called exactly once, possibly before this returns. False: the
     * route has to be looked up or the buddy to be woken, nothing happened, use `ingest`.
     */
    submitEvent(event: IncomingEvent, resume: ResumeIngested, span?: Span): boolean
    /** The buddy an event goes to if that is known here; never waits. */
    routed(key: RouteKey): string | undefined
    /** The buddy an event goes to; null: none, see `ingest`. */
    route(key: RouteKey): Effect.Effect<string | null, Unavailable>
    /**
     * Routes and executes an event. Events without a buddy are stored. `CommandRejected` only from rules that refuse
     * events.
     */
    ingest(event: IncomingEvent): Effect.Effect<Ingested, CommandRejected | Unavailable>
    /** Decides without writing: what would happen at some time, under the buddy's own or another config version. */
    readonly preview: Preview
  }
>()("hatchery/buddy/Buddies") {
  static readonly layer = Layer.effect(
    Buddies,
    Effect.gen(function* () {
      const directory = yield* Directory
      const routes = yield* EventRouting
      const client = yield* BuddyEntity.client

      const traces = yield* makeTraces
      const submit: Buddies["Service"]["submit"] = (customer_id, buddy_id, request, resume, span) => {
        const actor = directory.get(customer_id, buddy_id)
        return actor !== undefined && submitTraced(traces, actor, request, resume, span)
      }

      const remote = (customer_id: string, buddy_id: string, request: BuddyRequest) =>
        client(cellOf(customer_id, buddy_id))
          .Send({ customer_id, buddy_id, request })
          .pipe(
            Effect.catchTags({
              MailboxFull: () => notNow("too many buddies on this runner"),
              AlreadyProcessingMessage: () => notNow("the command is being executed"),
              PersistenceError: () => notNow("the cluster cannot reach its storage"),
              EntityNotAssignedToRunner: () => notNow("the buddy is moving")
            })
          )

      const send = (customer_id: string, buddy_id: string, request: BuddyRequest) =>
        Effect.withFiber<BuddyReply | undefined, BuddyFailure>((fiber) =>
          Effect.callback((resume) => {
            if (!submit(customer_id, buddy_id, request, resume, traces.current(fiber))) resume(Effect.undefined)
          })
        ).pipe(
          Effect.flatMap((reply) =>
            reply === undefined ? remote(customer_id, buddy_id, request) : Effect.succeed(reply)
          ),
          Effect.timeoutOrElse({ duration: send_timeout, orElse: () => notNow("the buddy did not answer in time") })
        )

      const { ingest, submitEvent } = yield* makeIngest({ send, submit })
      return Buddies.of({
        send,
        submit,
        submitEvent,
        routed: routes.cached,
        route: routes.find,
        ingest,
        preview: yield* makePreview
      })
    })
  )
}
