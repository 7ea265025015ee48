import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Buddies } from "../../../buddy/Buddies.ts"
import { issuesOf } from "../../../edge/Validation.ts"
import { uuid } from "../../../platform/Ids.ts"
import { Tenants } from "../../../platform/Tenants.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { NotFound, ServiceUnavailable } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { isUuid, parseInstant } from "../../../wire/Ids.ts"
import { Principal } from "../../../wire/Principal.ts"
import { type EventInput, EventsApi, type Ingested } from "../Api.ts"
import { isPrepared, prepare } from "../Rules.ts"
import { runBatch } from "../Store/Batch.ts"
import { type Accepted, Intake } from "../Store/Intake.ts"
import { EventStore } from "../Store/Reads.ts"

const activeWindowDays = 30

export const EventsHttp = HttpApiBuilder.group(
  feature(EventsApi),
  "events",
  Effect.fn(function* (handlers) {
    const store = yield* EventStore
    const intake = yield* Intake
    const buddies = yield* Buddies
    const tenants = yield* Tenants

    /** A repetition is told by its header, as with Idempotency-Key. */
    const answer = Effect.fnUntraced(function* ({ answer, duplicate }: Accepted) {
      if (duplicate) (yield* CurrentRequest).replayed = true
      return answer
    })

    /** The same answer plus the trace, decided on the buddy's committed state; nothing is written. */
    const dryRun = Effect.fnUntraced(
      function* (input: EventInput, options: { readonly now?: string; readonly config_version_id?: string }) {
        const { customer_id } = yield* Principal
        const tenant = yield* Effect.orDie(tenants.get(customer_id))
        const now = options.now === undefined ? undefined : parseInstant(options.now)
        const event = prepare(tenant, now ?? (yield* Effect.clockWith((clock) => clock.currentTimeMillis)), input)
        if (!isPrepared(event)) return yield* event
        if (options.config_version_id !== undefined && !isUuid(options.config_version_id))
          return yield* new NotFound({ resource: "config version" })
        const buddy_id = yield* buddies.route({
          customer_id,
          user_id: event.user_id,
          audience: event.audience,
          buddy_id: event.buddy_id ?? null
        })
        const nothing: Ingested = {
          accepted: true,
          event_id: event.event_id,
          effects: {
            coins: 0,
            badges_awarded: [],
            tokens: [],
            evolution_ready: false,
            streak_updates: [],
            path_updates: []
          },
          trace: [
            {
              type: "event",
              key: event.type,
              outcome: "skipped",
              reason: "no_active_buddy",
              detail: {},
              ledger_ids: []
            }
          ]
        }
        if (buddy_id === null) return nothing
        const { event_id, occurred_at, properties, type } = event
        const decision = yield* buddies.preview(
          customer_id,
          buddy_id,
          { _tag: "Event", event_id, type, occurred_at, properties },
          {
            ...(now === undefined ? {} : { now }),
            ...(options.config_version_id === undefined ? {} : { config_version_id: options.config_version_id })
          }
        )
        if (decision._tag === "Rejected") return nothing
        return { accepted: true, event_id, effects: decision.effects, trace: decision.trace } as Ingested
      },
      Effect.catchTags({
        BuddyNotFound: () => Effect.fail(new NotFound({ resource: "buddy" })),
        Unavailable: ({ reason, retry_after_seconds }) =>
          Effect.fail(new ServiceUnavailable({ reason: `${reason}.`, retry_after_seconds }))
      })
    )

    return handlers.handleAll({
      ingest: Effect.fnUntraced(function* ({ payload, query }) {
        if (query.dry_run === true) return yield* dryRun(payload, query)
        return yield* answer(yield* intake.accept((yield* Principal).customer_id, payload, "live"))
      }),
      batch: Effect.fnUntraced(function* ({ payload }) {
        const { customer_id } = yield* Principal
        return yield* runBatch(customer_id, payload.events, payload.mode ?? "live", (error) =>
          issuesOf(error)
            .issues.map((issue) => issue.message)
            .join("; ")
        ).pipe(Effect.provideService(Intake, intake), Effect.provideService(Tenants, tenants))
      }),
      trigger: Effect.fnUntraced(function* ({ payload }) {
        return yield* answer(
          yield* intake.accept((yield* Principal).customer_id, { ...payload, event_id: yield* uuid }, "live")
        )
      }),
      list: Effect.fnUntraced(function* ({ query }) {
        return yield* store.list((yield* Principal).customer_id, query)
      }),
      activeUsers: Effect.fnUntraced(function* ({ query }) {
        return yield* store.activeUsers((yield* Principal).customer_id, query, query.window_days ?? activeWindowDays)
      }),
      types: Effect.fnUntraced(function* ({ query }) {
        return yield* store.types((yield* Principal).customer_id, query)
      }),
      read: Effect.fnUntraced(function* ({ params }) {
        return yield* store.read((yield* Principal).customer_id, params.id)
      }),
      trace: Effect.fnUntraced(function* ({ params }) {
        return yield* store.trace((yield* Principal).customer_id, params.id)
      })
    })
  })
).pipe(Layer.provide([EventStore.layer, Intake.layer]))
