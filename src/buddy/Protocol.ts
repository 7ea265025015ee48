/**
 * What may be said to a buddy and what it answers. Everything here is plain data with a schema: a buddy may live on
 * another runner.
 *
 * A request is identified by `command_id` (for events: the event_id). It is executed at most once per customer: a
 * repetition gets the first answer again, marked `duplicate`.
 */
import { Duration, Effect, Exit, Schema } from "effect"
import { Origin } from "../wire/Change.ts"
import type { EngineError } from "../engine/core/EngineError.ts"
import type * as Engine from "../engine/core/Decision.ts"
import type { Span } from "../platform/observability/Traces.ts"
import { Command } from "./protocol/commands.ts"
import { Reply } from "./protocol/replies.ts"
import { opaque } from "./protocol/wire.ts"

/**
 * Moves the buddy to another published config version (POST migrate-buddies). Answers `Done`. `from_version_id`: the
 * version it must be of still, whoever may have moved it since it was found; releases before did not say so.
 */
const Repin = Schema.TaggedStruct("Repin", {
  config_version_id: Schema.String,
  from_version_id: Schema.optionalKey(Schema.String)
})
export type Repin = typeof Repin.Type

/** What the events table keeps of an event besides the command itself. */
export const EventEnvelope = Schema.Struct({
  user_id: Schema.String,
  audience: Schema.String,
  /** sha256 of what was sent: a repeated event_id with another body is answered `payload_mismatch` */
  payload_hash: Schema.String,
  mode: Schema.Literals(["live", "backfill"])
})
export type EventEnvelope = typeof EventEnvelope.Type

export const BuddyRequest = Schema.Struct({
  command_id: Schema.String,
  command: Schema.Union([Command, Repin]),
  /** for `Event` commands; null for all others */
  event: Schema.NullOr(EventEnvelope),
  /** false: nothing goes to the outbox (backfill) */
  webhooks: Schema.Boolean,
  /** an operator wants it tried once more, however often it failed */
  again: Schema.optionalKey(Schema.Boolean),
  /** who asks, for the record of changes */
  origin: Schema.optionalKey(Origin),
  /** of a command under an Idempotency-Key, what was asked: repeated with another one it is `payload_mismatch` */
  asked: Schema.optionalKey(Schema.String)
})
export type BuddyRequest = typeof BuddyRequest.Type

/** What tells a repetition from another request under the same id; null: nothing does. */
export const markOf = ({ asked, event }: BuddyRequest): string | null => event?.payload_hash ?? asked ?? null

export const BuddyReply = Schema.Struct({
  reply: Reply,
  effects: opaque<Engine.Effects>(),
  trace: opaque<ReadonlyArray<Engine.TraceRow>>(),
  /** the version the command was decided under */
  config_version_id: Schema.NullOr(Schema.String),
  /** version of the buddy that contains the command; 0 when the answer was read back and the version is not known */
  state_version: Schema.Number,
  duplicate: Schema.Boolean,
  payload_mismatch: Schema.Boolean
})
export type BuddyReply = typeof BuddyReply.Type & {
  /** the effects as they were stored, JSON; it does not travel between runners */
  readonly effects_json?: string
}

/** An expected refusal of the rules; nothing was written. */
export class CommandRejected extends Schema.TaggedError<CommandRejected>()("CommandRejected", {
  error: opaque<EngineError>()
}) {}

export class BuddyNotFound extends Schema.TaggedError<BuddyNotFound>()("BuddyNotFound", {}) {}

/**
 * Not now. The command may or may not have been executed: repeating it with the same id is safe and the way to find
 * out.
 */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  reason: Schema.String,
  retry_after_seconds: Schema.Int
}) {}

export const BuddyFailure = Schema.Union([CommandRejected, BuddyNotFound, Unavailable])
export type BuddyFailure = typeof BuddyFailure.Type

/** Called exactly once, after the commit; possibly before the call that handed it over has returned. */
export type Resume = (exit: Exit.Exit<BuddyReply, BuddyFailure>) => void

/** A request that waits for its answer. */
export interface Pending {
  readonly request: BuddyRequest
  readonly resume: Resume
  /** epoch ms */
  readonly came_at: number
  /** when it is traced */
  readonly span: Span | undefined
}

/** The same for what an actor has to fetch first. */
export type Answer<A> = (exit: Exit.Exit<A, BuddyNotFound | Unavailable>) => void

/** "Not now", as the exit of whoever waits. */
export const unavailable = (reason: string, retry_after_seconds = 1): Exit.Exit<never, Unavailable> =>
  Exit.fail(new Unavailable({ reason, retry_after_seconds }))

/** The same as an effect. */
export const notNow = (reason: string) => Effect.fail(new Unavailable({ reason, retry_after_seconds: 1 }))

/** How long a caller waits for an answer: below the deadline of a request at the edge. */
export const send_timeout = Duration.seconds(10)

/** Effects of an event that changed nothing. */
export const noEffects: Engine.Effects = {
  coins: 0,
  badges_awarded: [],
  tokens: [],
  evolution_ready: false,
  streak_updates: [],
  path_updates: []
}

/** Address of a buddy's actor; both parts are uuids. */
export const entityId = (customer_id: string, buddy_id: string): string => `${customer_id}/${buddy_id}`
