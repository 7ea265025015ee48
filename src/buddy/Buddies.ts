/**
 * What features call. A buddy that lives in this process is called as a function; any other through the cluster, which finds or wakes
 * it. Answers come after the commit. `Unavailable` leaves open whether the command was executed: the same id may be sent again.
 */
import { Clock, Context, Duration, Effect, Layer } from "effect"
import type { Command } from "../engine/Command.ts"
import type { Decision } from "../engine/Decision.ts"
import { Tenants } from "../platform/Tenants.ts"
import { Directory } from "./Directory.ts"
import { BuddyEntity } from "./Entity.ts"
import { Environment } from "./Environment.ts"
import { Loader } from "./Loader.ts"
import { type BuddyFailure, BuddyNotFound, type BuddyReply, type BuddyRequest, CommandRejected, entityId, type Resume } from "./Protocol.ts"
import { Unavailable } from "./Protocol.ts"
import { Routes } from "./Routes.ts"
import { Snapshots } from "./Snapshots.ts"
import type { RouteKey } from "./Store.ts"
import { contextOf } from "./Turn.ts"
import { storeUnrouted } from "./Unrouted.ts"

/** Below the deadline of a request at the edge. */
const send_timeout = Duration.seconds(10)

/** An event on its way to whoever receives it. */
export interface IncomingEvent extends RouteKey {
  /** `command` is an `Event`, `event` its envelope */
  readonly request: BuddyRequest
}

export interface Ingested extends BuddyReply {
  /** null: the user has no active buddy of the audience; stored without effects */
  readonly buddy_id: string | null
}

export class Buddies extends Context.Service<Buddies, {
  /** Executes a command; 10 s at most. */
  send(customer_id: string, buddy_id: string, request: BuddyRequest): Effect.Effect<BuddyReply, BuddyFailure>
  /**
   * The hot path. True: the buddy lives here and `resume` will be called exactly once, possibly before this returns. False: nothing
   * happened, use `send`.
   */
  submit(customer_id: string, buddy_id: string, request: BuddyRequest, resume: Resume): boolean
  /** The buddy an event goes to if that is known here; never waits. */
  routed(key: RouteKey): string | undefined
  /** The buddy an event goes to; null: none, see `ingest`. */
  route(key: RouteKey): Effect.Effect<string | null, Unavailable>
  /** Routes and executes an event. Events without a buddy are stored. `CommandRejected` only from rules that refuse events. */
  ingest(event: IncomingEvent): Effect.Effect<Ingested, CommandRejected | Unavailable>
  /** Decides without writing: what would happen at `now`, under the buddy's own or another config version. */
  preview(customer_id: string, buddy_id: string, command: Command, options: {
    readonly now?: number
    readonly config_version_id?: string
    /** id the draws depend on; for events the event_id is taken */
    readonly command_id?: string
  }): Effect.Effect<Decision, BuddyNotFound | Unavailable>
}>()("hatchery/buddy/Buddies") {
  static readonly layer = Layer.effect(Buddies, Effect.gen(function*() {
    const environment = yield* Environment
    const directory = yield* Directory
    const routes = yield* Routes
    const loader = yield* Loader
    const snapshots = yield* Snapshots
    const tenants = yield* Tenants
    const clock = yield* Clock.Clock
    const client = yield* BuddyEntity.client

    const submit = (customer_id: string, buddy_id: string, request: BuddyRequest, resume: Resume) =>
      directory.get(customer_id, buddy_id)?.submit(request, resume) ?? false

    const remote = (customer_id: string, buddy_id: string, request: BuddyRequest) =>
      client(entityId(customer_id, buddy_id)).Send(request).pipe(
        Effect.catchTags({
          MailboxFull: () => notNow("too many buddies on this runner"),
          AlreadyProcessingMessage: () => notNow("the command is being executed"),
          PersistenceError: () => notNow("the cluster cannot reach its storage"),
          EntityNotAssignedToRunner: () => notNow("the buddy is moving")
        })
      )

    const send = (customer_id: string, buddy_id: string, request: BuddyRequest) =>
      Effect.callback<BuddyReply | undefined, BuddyFailure>((resume) => {
        if (!submit(customer_id, buddy_id, request, resume)) resume(Effect.undefined)
      }).pipe(
        Effect.flatMap((reply) => reply === undefined ? remote(customer_id, buddy_id, request) : Effect.succeed(reply)),
        Effect.timeoutOrElse({ duration: send_timeout, orElse: () => notNow("the buddy did not answer in time") })
      )

    const deliver = (event: IncomingEvent) =>
      Effect.flatMap(routes.find(event), (buddy_id) => {
        const answer = buddy_id === null
          ? Effect.callback<BuddyReply, BuddyFailure>((resume) => storeUnrouted(environment, event.customer_id, event.request, resume)).pipe(
            Effect.timeoutOrElse({ duration: send_timeout, orElse: () => notNow("the event was not stored in time") })
          )
          : send(event.customer_id, buddy_id, event.request)
        return Effect.map(answer, (reply): Ingested => ({ ...reply, buddy_id }))
      })

    const ingest = (event: IncomingEvent) => {
      const again = Effect.suspend(() => {
        routes.invalidate(event.customer_id, event.user_id)
        return deliver(event)
      })
      const isGone = (failure: BuddyFailure) =>
        failure._tag === "BuddyNotFound" || (failure._tag === "CommandRejected" && failure.error.code === "buddy_archived")
      return deliver(event).pipe(
        // The route was remembered from before the buddy was archived.
        Effect.catchIf(isGone, () => again),
        Effect.catchTag("BuddyNotFound", () => notNow("the buddy has just gone"))
      )
    }

    const preview: Buddies["Service"]["preview"] = Effect.fn("Buddies.preview")(function*(customer_id, buddy_id, command, options) {
      const facts = yield* Effect.mapError(tenants.get(customer_id), () => new BuddyNotFound())
      const core = yield* loader.get(customer_id, buddy_id)
      const { config_version_id = core.snapshot.config_version_id } = options
      const snapshot = yield* snapshots.get(customer_id, config_version_id)
      const now = options.now ?? clock.currentTimeMillisUnsafe()
      const id = command._tag === "Event" ? command.event_id : options.command_id ?? environment.nextId(now)
      const { budgets, nextId, decide } = environment
      return decide(snapshot, core.state, command, contextOf({ owner: { customer_id, buddy_id }, core, facts, budgets, nextId, now }, () => id))
    })

    return Buddies.of({ send, submit, routed: routes.cached, route: routes.find, ingest, preview })
  }))
}

const notNow = (reason: string) => Effect.fail(new Unavailable({ reason, retry_after_seconds: 1 }))
