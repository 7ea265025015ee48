import { Effect, Layer } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Glances } from "../../../platform/analytics/Glances.ts"
import { feature } from "../../../wire/Group.ts"
import type { CeremonyNotPending } from "../../../wire/refusals/Buddies.ts"
import { Leaderboards } from "../../campaigns/leaderboards/Service.ts"
import { LeaderboardStore } from "../../campaigns/leaderboards/Store.ts"
import { SeenSeasons } from "../../campaigns/leagues/Service/Seen.ts"
import { Appearance } from "../../players/buddies/Service/Appearance.ts"
import { buddyCommands } from "../../players/buddies/Service/Commands.ts"
import { makeEquip } from "../../players/buddies/Service/Equip.ts"
import { Growth } from "../../players/buddies/Service/Growth.ts"
import { HealthReports } from "../../insight/health/Service.ts"
import { Intake } from "../../players/events/Service/Intake.ts"
import { Brags } from "../brag/Service.ts"
import { WidgetApi } from "./Api.ts"
import { WidgetReads } from "./Store.ts"
import { widgetCaller } from "./Http/Caller.ts"
import { makeTrack } from "./Http/Track.ts"
import { makeStandings } from "./Http/Standings.ts"

/** Widgets follow what happens elsewhere; what happens in them they see at once. A service in trouble is spared. */
const poll_seconds = { ok: 30, degraded: 120, down: 120 } as const

export const WidgetHttp = HttpApiBuilder.group(
  feature(WidgetApi),
  "widget",
  Effect.fn(function* (handlers) {
    const reads = yield* WidgetReads
    const brags = yield* Brags
    const track = yield* makeTrack
    const equip = yield* makeEquip
    const standings = yield* makeStandings
    const { used } = yield* Glances
    const boardSettings = yield* LeaderboardStore
    const change = yield* buddyCommands
    // Whatever is wrong, the database is asked for it once in a while and not by every page.
    const { report } = yield* HealthReports
    const health = yield* Effect.cachedWithTTL(report, "10 seconds")
    return handlers.handleAll({
      buddy: Effect.fnUntraced(function* () {
        const { buddy_id, customer_id, kind, scopes } = yield* widgetCaller
        const shown = yield* reads.buddy(customer_id, buddy_id)
        const pending_ceremony = scopes.includes("events:track") ? shown.pending_ceremony : null
        // An embed token stands in the source of a page: what a workspace keeps of its user is not in it.
        const buddy = kind === "embed" ? { ...shown.buddy, metadata: {} } : shown.buddy
        return { ...shown, buddy, pending_ceremony, scopes }
      }),
      track: ({ payload }) => track(payload),
      equip: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* widgetCaller
        const changed = yield* equip(caller, caller.buddy_id, payload)
        return HttpServerResponse.jsonUnsafe(changed, { status: changed.cached ? 200 : 202 })
      }),
      completeCeremony: Effect.fnUntraced(function* ({ payload }) {
        const caller = yield* widgetCaller
        const { already_recorded } = yield* change<"Ceremony", CeremonyNotPending>(
          caller,
          caller.buddy_id,
          { _tag: "CompleteCeremony", ...payload },
          "Ceremony"
        )
        return { recorded: true, already_recorded } as const
      }),
      config: Effect.fnUntraced(function* () {
        const caller = yield* widgetCaller
        const { buddy_id, customer_id, expires_at, kind, scopes, widget } = caller
        const { status } = yield* health
        const config = yield* reads.config(caller, yield* brags.offered(customer_id, buddy_id))
        yield* used(customer_id, buddy_id, "widget_view")
        return {
          ...config,
          poll_seconds: poll_seconds[status],
          token: { kind, widget, scopes, expires_at: new Date(expires_at).toISOString() }
        }
      }),
      leaderboard: Effect.fnUntraced(function* ({ query }) {
        const { buddy_id, customer_id, scopes } = yield* widgetCaller
        return { ...(yield* standings(customer_id, buddy_id, query)), scopes }
      }),
      setVisibility: Effect.fnUntraced(function* ({ payload }) {
        const { buddy_id, customer_id } = yield* widgetCaller
        yield* boardSettings.setVisible(customer_id, buddy_id, payload.visible)
        return payload
      })
    })
  })
).pipe(
  Layer.provide([
    WidgetReads.layer,
    Brags.layer,
    HealthReports.layer,
    Intake.layer,
    Growth.layer,
    Appearance.layer,
    Leaderboards.layer,
    LeaderboardStore.layer,
    SeenSeasons.layer
  ])
)
