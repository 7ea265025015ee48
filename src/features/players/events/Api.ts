/** Ingestion and reading of domain events. Contract part 2 (Event) and part 4. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Access, Bucket, LargeBody, Lengthy, OwnEntries } from "../../../wire/Access.ts"
import { badRequest, notFound, serviceUnavailable, validationFailed } from "../../../wire/Failure.ts"
import { rateLimited, tenantGroup } from "../../../wire/Group.ts"
import { EventId } from "../../../wire/EventIds.ts"
import { ClientId, FreeMap, Id, Instant, Metadata, text, Timestamp } from "../../../wire/Ids.ts"
import { limits } from "../../../wire/Limits.ts"
import { cursorPage, cursorQuery, offsetPage, offsetQuery } from "../../../wire/Page.ts"
import { buddyArchived, insufficientCoins, insufficientTokens } from "../../../wire/refusals/Buddies.ts"
import { Effects, TraceRow, Ingested } from "../../../wire/answers/Effects.ts"
import { missingAudience, unknownAudience, eventQuotaExceeded } from "../../../wire/refusals/Intake.ts"
import { says } from "../../../wire/Words.ts"

/** Characters of the texts of an event, beside those of its ids. */
export const eventLengths = { type_max: 128, audience_max: 64, buddy_id_max: 64 } as const

export const EventInput = Schema.Struct({
  event_id: EventId,
  user_id: ClientId,
  type: text({ min: 1, max: eventLengths.type_max }),
  occurred_at: Instant,
  audience: Schema.optionalKey(text({ min: 1, max: eventLengths.audience_max })),
  properties: Schema.optionalKey(FreeMap),
  buddy_id: Schema.optionalKey(text({ min: 1, max: eventLengths.buddy_id_max }))
}).annotate({
  identifier: "EventInput",
  description: "One domain event; (customer, event_id) is unique and pays at most once."
})
export type EventInput = typeof EventInput.Type

const { event_id: _event_id, ...triggerFields } = EventInput.fields
export const TriggerInput = Schema.Struct(triggerFields).annotate({ identifier: "TriggerInput" })

export const Batch = Schema.Struct({
  events: Schema.Array(Schema.Unknown).check(Schema.isMinLength(1), Schema.isMaxLength(limits.events_per_batch_max)),
  mode: Schema.optionalKey(Schema.Literals(["live", "backfill"]))
}).annotate({ identifier: "EventBatch" })

export const BatchItem = Schema.Struct({
  index: Schema.Int,
  event_id: Schema.NullOr(Schema.String),
  status: Schema.Literals(["accepted", "duplicate", "rejected"]),
  effects: Schema.NullOr(Effects),
  error: Schema.NullOr(Schema.Struct({ code: Schema.String, message: Schema.String })),
  payload_mismatch: Schema.optionalKey(Schema.Literal(true))
})
export type BatchItem = typeof BatchItem.Type

export const BatchAnswer = Schema.Struct({
  accepted: Schema.Int,
  duplicates: Schema.Int,
  rejected: Schema.Int,
  results: Schema.Array(BatchItem)
}).annotate({ identifier: "EventBatchAnswer" })

export const Event = Schema.Struct({
  event_id: Schema.String,
  user_id: Schema.String,
  buddy_id: Schema.NullOr(Id),
  type: Schema.String,
  audience: Schema.String,
  occurred_at: Timestamp,
  received_at: Timestamp,
  properties: Metadata,
  mode: Schema.Literals(["live", "backfill"]),
  effects: Effects
}).annotate({ identifier: "Event" })
export type Event = typeof Event.Type

export const Trace = Schema.Struct({
  event_id: Schema.String,
  config_version_id: Schema.NullOr(Id),
  evaluated_at: Timestamp,
  rules: Schema.Array(TraceRow)
}).annotate({ identifier: "Trace" })

export const ActiveUser = Schema.Struct({ user_id: Schema.String, events: Schema.Int, last_seen_at: Timestamp })
export const SeenType = Schema.Struct({
  event_type: Schema.String,
  defined: Schema.Boolean,
  events: Schema.Int,
  last_seen_at: Schema.NullOr(Timestamp)
})

/** What intake may refuse, by tag. */
export const eventErrors = {
  MissingAudience: missingAudience,
  UnknownAudience: unknownAudience,
  EventQuotaExceeded: eventQuotaExceeded,
  ValidationFailed: validationFailed,
  BadRequest: badRequest,
  ServiceUnavailable: serviceUnavailable
} as const

const ingestErrors = [
  missingAudience,
  unknownAudience,
  eventQuotaExceeded,
  validationFailed,
  serviceUnavailable
] as const
const filters = {
  user_id: Schema.optionalKey(Schema.String),
  type: Schema.optionalKey(Schema.String),
  audience: Schema.optionalKey(Schema.String),
  from: Schema.optionalKey(Instant),
  to: Schema.optionalKey(Instant)
}

export const ReverseEvent = Schema.Struct({
  mode: Schema.optionalKey(Schema.Literals(["clamp", "debt", "reject"])),
  reason: Schema.optionalKey(text({ max: 200 }))
}).annotate({ identifier: "ReverseEvent" })

export const Reversed = Schema.Struct({
  event_id: Schema.String,
  buddy_id: Schema.NullOr(Id),
  mode: Schema.Literals(["clamp", "debt", "reject"]),
  already_reversed: Schema.Boolean,
  coins: Schema.Int.annotate({ description: "coins taken back" }),
  ledger_ids: Schema.Array(Id),
  badges_revoked: Schema.Array(Schema.String),
  missing: Schema.Int.annotate({ description: "spent before: left out (clamp) or owed (debt), over all units" })
}).annotate({ identifier: "EventReversed" })

export class EventsApi extends tenantGroup(
  HttpApiGroup.make("events").add(
    HttpApiEndpoint.post("ingest", "/events", {
      query: {
        dry_run: Schema.optionalKey(Schema.Boolean),
        now: Schema.optionalKey(Instant),
        config_version_id: Schema.optionalKey(Schema.String)
      },
      payload: EventInput,
      success: Ingested,
      error: [...ingestErrors, notFound]
    })
      .annotate(Bucket, "ingest")
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Send an event",
          "Stores the event, applies the rules of the buddy's config version and answers what it earned. " +
            "Repeating an event_id is a no-op that answers the first effects with Idempotency-Replayed: true. " +
            "With dry_run=true nothing is written and a trace comes along; an event_id that was sent before gets its " +
            "first answer then too. now and config_version_id need dry_run=true and ask what the event would have " +
            "done at that moment or under that version, whether it was sent or not."
        )
      ),
    HttpApiEndpoint.post("batch", "/events/batch", {
      payload: Batch,
      success: BatchAnswer,
      error: [rateLimited, serviceUnavailable]
    })
      .annotate(Access, "runtime_write")
      .annotate(Lengthy, true)
      .annotate(LargeBody, true)
      .annotate(OwnEntries, "events")
      .annotateMerge(
        says(
          "Send up to 1,000 events",
          "Every event is judged by itself: `results` says of each whether it was accepted, was there before, " +
            "or why it was rejected. In `backfill` mode the past is brought in without webhooks."
        )
      ),
    HttpApiEndpoint.post("trigger", "/events/admin-trigger", {
      payload: TriggerInput,
      success: Ingested,
      error: ingestErrors
    })
      .annotate(Access, "runtime_write")
      .annotateMerge(
        says(
          "Send an event as an operator",
          "As `POST /events`, under an `event_id` the service makes up: for support and trying things out."
        )
      ),
    HttpApiEndpoint.get("list", "/events", {
      query: { ...cursorQuery, ...filters },
      success: cursorPage(Event),
      error: badRequest
    }).annotateMerge(
      says(
        "List events",
        "Newest arrival first, with what each brought. Narrow it down by user, type, audience and time."
      )
    ),
    HttpApiEndpoint.get("activeUsers", "/events/active-users", {
      query: {
        ...cursorQuery,
        window_days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 365 })))
      },
      success: cursorPage(ActiveUser),
      error: badRequest
    }).annotateMerge(
      says(
        "List users with recent events",
        "Who sent events in the last `window_days`, with their count and the last time."
      )
    ),
    HttpApiEndpoint.get("types", "/events/types", { query: offsetQuery, success: offsetPage(SeenType) }).annotateMerge(
      says("List event types in use", "Every type that was sent or defined, how often, and whether it is defined.")
    ),
    HttpApiEndpoint.get("read", "/events/:id", {
      params: { id: Schema.String },
      success: Event,
      error: notFound
    }).annotateMerge(says("Show an event", "As it was stored, with the effects it was answered with.")),
    HttpApiEndpoint.post("reverse", "/events/:id/reverse", {
      params: { id: Schema.String },
      payload: [ReverseEvent, Schema.Null],
      success: Reversed,
      error: [notFound, buddyArchived, insufficientCoins, insufficientTokens, serviceUnavailable]
    })
      .annotate(Access, "override")
      .annotateMerge(
        says(
          "Take back an event",
          "Takes back what an event brought: coins and tokens by compensating ledger rows, badges whose criteria " +
            "no longer hold, its day of a streak where nothing else earned it. What another event earns as well " +
            "stays, and goes once that is taken back too. What is spent already: `clamp` (default) takes what is " +
            "there, `debt` lets later credits pay the rest, `reject` refuses. What a prestige gave up since is not " +
            "asked for again. Once per event."
        )
      ),
    HttpApiEndpoint.get("trace", "/events/:id/trace", {
      params: { id: Schema.String },
      success: Trace,
      error: notFound
    }).annotateMerge(
      says(
        "Explain an event",
        "Every rule that was looked at: what fired, what did not, and which condition stood in the way."
      )
    )
  ),
  { access: "tenant_read", capability: "events", description: "Domain events in, rewards out" }
) {}
