/** What a page reports as done by its player: an event of the token's own buddy. */
import { Clock, Effect } from "effect"
import { IngestMetrics } from "../../../../platform/observability/metrics/IngestMetrics.ts"
import { momentOf, Tenants } from "../../../../platform/auth/Tenants.ts"
import { keyOfAnother } from "../../../../wire/CommandKey.ts"
import { CurrentRequest } from "../../../../wire/CurrentRequest.ts"
import { widgetEventId } from "../../../../wire/EventIds.ts"
import { lackOf } from "../../../../wire/Entitlement.ts"
import { ValidationFailed } from "../../../../wire/Failure.ts"
import { Intake } from "../../../players/events/Service/Intake.ts"
import { eventIds } from "../../../players/events/Store/KeyedIds.ts"
import { EventTypeForbidden, type WidgetEvent } from "../Api.ts"
import { WidgetReads } from "../Store.ts"
import { widgetCaller } from "./Caller.ts"

/** To be yielded while a layer is built. */
export const makeTrack = Effect.gen(function* () {
  const reads = yield* WidgetReads
  const intake = yield* Intake
  const metrics = yield* IngestMetrics
  const tenants = yield* Tenants
  const idOf = yield* eventIds
  return Effect.fnUntraced(function* (payload: typeof WidgetEvent.Type) {
    const { buddy_id, customer_id, event_types, user_id } = yield* widgetCaller
    if (event_types !== null && !event_types.includes(payload.type))
      return yield* new EventTypeForbidden({ event_type: payload.type, allowed: event_types })
    const tenant = yield* Effect.orDie(tenants.get(customer_id))
    // The gate asks for widgets here; an event takes more.
    const lack = lackOf("events", tenant)
    if (lack !== undefined) return yield* lack
    const { buddy } = yield* reads.buddy(customer_id, buddy_id)
    const occurred_at =
      payload.occurred_at ?? new Date(momentOf(tenant, user_id, yield* Clock.currentTimeMillis)).toISOString()
    const storedAs = (event_id: string) => widgetEventId(buddy_id, event_id)
    const event_id = payload.event_id ?? (yield* idOf({ customer_id, user_id, storedAs }))
    const { answer, duplicate } = yield* intake
      .accept(
        customer_id,
        {
          event_id: storedAs(event_id),
          user_id,
          buddy_id,
          audience: buddy.audience,
          type: payload.type,
          occurred_at,
          undated: payload.occurred_at === undefined,
          ...(payload.properties === undefined ? {} : { properties: payload.properties })
        },
        "live"
      )
      .pipe(
        metrics.measure,
        Effect.catchTags({
          // The audience is the buddy's own; when it is gone from the configuration, the event cannot be placed.
          MissingAudience: () =>
            Effect.fail(ValidationFailed.at(["audience"], "the buddy's audience is not configured any more")),
          UnknownAudience: () =>
            Effect.fail(ValidationFailed.at(["audience"], "the buddy's audience is not configured any more"))
        })
      )
    // An id made of the key: there is another event of the key.
    if (payload.event_id === undefined && answer.payload_mismatch === true) yield* keyOfAnother
    if (duplicate) (yield* CurrentRequest).replayed = true
    return { ...answer, event_id }
  })
})
