import { Clock, Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { uuid } from "../../../platform/postgres/Ids.ts"
import { IngestMetrics } from "../../../platform/observability/metrics/IngestMetrics.ts"
import { momentOf, Tenants } from "../../../platform/auth/Tenants.ts"
import { CurrentRequest } from "../../../wire/CurrentRequest.ts"
import { widgetEventId } from "../../../wire/EventIds.ts"
import { ValidationFailed } from "../../../wire/Failure.ts"
import { feature } from "../../../wire/Group.ts"
import { Appearance } from "../../players/buddies/Service/Appearance.ts"
import { makeEquip } from "../../players/buddies/Service/Equip.ts"
import { Growth } from "../../players/buddies/Service/Growth.ts"
import { HealthReports } from "../../insight/health/Service.ts"
import { Intake } from "../../players/events/Service/Intake.ts"
import { WidgetApi } from "./Api.ts"
import { WidgetReads } from "./Store.ts"
import { widgetCaller } from "./Http/Caller.ts"
import { unrankedWeek } from "./Rules.ts"

/** Widgets follow what happens elsewhere; what happens in them they see at once. A service in trouble is spared. */
const poll_seconds = { ok: 30, degraded: 120, down: 120 } as const

export const WidgetHttp = HttpApiBuilder.group(
  feature(WidgetApi),
  "widget",
  Effect.fn(function* (handlers) {
    const reads = yield* WidgetReads
    const intake = yield* Intake
    const metrics = yield* IngestMetrics
    const equip = yield* makeEquip
    const tenants = yield* Tenants
    // Whatever is wrong, the database is asked for it once in a while and not by every page.
    const { report } = yield* HealthReports
    const health = yield* Effect.cachedWithTTL(report, "10 seconds")
    const facts = (customer_id: string) => Effect.orDie(tenants.get(customer_id))
    return handlers.handleAll({
      buddy: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id, scopes } = yield* widgetCaller
        return { ...(yield* reads.buddy(customer_id, buddy_id)), scopes }
      }),
      track: Effect.fnUntraced(function* ({ payload }) {
        const { buddy_id, customer_id, user_id } = yield* widgetCaller
        const { buddy } = yield* Effect.orDie(reads.buddy(customer_id, buddy_id))
        const occurred_at =
          payload.occurred_at ??
          new Date(momentOf(yield* facts(customer_id), user_id, yield* Clock.currentTimeMillis)).toISOString()
        const event_id = payload.event_id ?? (yield* uuid)
        const { answer, duplicate } = yield* intake
          .accept(
            customer_id,
            {
              event_id: widgetEventId(buddy_id, event_id),
              user_id,
              buddy_id,
              audience: buddy.audience,
              type: payload.type,
              occurred_at,
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
        if (duplicate) (yield* CurrentRequest).replayed = true
        return { ...answer, event_id }
      }),
      equip: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* widgetCaller
        const changed = yield* equip(caller, caller.buddy_id, payload)
        return HttpServerResponse.jsonUnsafe(changed, { status: changed.cached ? 200 : 202 })
      }),
      config: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id, expires_at, kind, scopes, widget } = yield* widgetCaller
        const { status } = yield* health
        return {
          ...(yield* reads.config(customer_id, buddy_id)),
          poll_seconds: poll_seconds[status],
          token: { kind, widget, scopes, expires_at: new Date(expires_at).toISOString() }
        }
      }),
      leaderboard: Effect.fnUntraced(function* () {
        const { customer_id, scopes } = yield* widgetCaller
        const { timezone } = yield* facts(customer_id)
        return { ...unrankedWeek(yield* Clock.currentTimeMillis, timezone), scopes }
      })
    })
  })
).pipe(Layer.provide([WidgetReads.layer, HealthReports.layer, Intake.layer, Growth.layer, Appearance.layer]))
